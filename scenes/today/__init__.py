"""Today: the day's puzzles on one sheet, and the board for solving them."""
