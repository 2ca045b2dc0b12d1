"""The operating system below the window: the clock, memory, the clipboard, signals, SDL's own library."""
