"""The menu, and the screen before it."""
