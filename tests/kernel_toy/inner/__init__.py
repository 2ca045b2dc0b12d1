"""Where the toy has its kernel: in a folder of the game's, as Hyper Robots has its search."""
