"""Commands that use parts of the screens but no window."""
