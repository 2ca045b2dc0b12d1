"""Boards as pictures: as the game stands, in close-up, on tiles and in diagrams."""
