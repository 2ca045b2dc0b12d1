"""The records of the house: rankings, fastest wins, and the calendar of the puzzle of the day."""
