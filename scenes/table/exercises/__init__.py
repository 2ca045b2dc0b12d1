"""Positions to be tried on a real board: lessons, puzzles and their days."""
