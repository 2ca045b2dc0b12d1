"""What the program can be asked to do when it is started."""
