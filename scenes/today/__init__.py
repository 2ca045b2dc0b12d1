"""Today: the day's puzzles of all games on one sheet, and the board on which one of them is solved."""
