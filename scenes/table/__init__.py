"""Shared parts of match, replay and lessons: the board's contract and everything around a board."""
