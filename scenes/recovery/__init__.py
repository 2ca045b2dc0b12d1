"""When a frame fails: what is kept and logged, and how the program goes on."""
