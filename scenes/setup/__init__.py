"""The setup of a game: its players and its rules."""
