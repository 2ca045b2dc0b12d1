"""The review of a finished game: the value of each position, and the turning points."""
