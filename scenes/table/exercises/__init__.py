"""Positions to play from on a real board: lessons, and puzzles of the day."""
