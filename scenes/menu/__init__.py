"""The menu, and what is seen before it."""
