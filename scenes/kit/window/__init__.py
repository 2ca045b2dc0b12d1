"""The window and the loop that draws it."""
