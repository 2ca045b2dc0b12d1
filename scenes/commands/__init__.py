"""Commands that have something of the screens and need no window."""
