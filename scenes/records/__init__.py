"""The records of the house: who has won what, the fastest wins, and the puzzle of the day's calendar."""
