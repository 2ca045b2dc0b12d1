"""The look back at a game that is over: what each position was worth, and where the game turned."""
