"""What match, replay and lessons share: the board's contract and everything around a board."""
