"""Positions to play from on a real board, used by lessons and puzzles."""
