"""Input: devices, keys, pads, pointers, and the intents that scenes get."""
