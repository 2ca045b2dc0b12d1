"""The chances of everybody: as a bar, as a curve over the game, as the analysis beside the board."""
