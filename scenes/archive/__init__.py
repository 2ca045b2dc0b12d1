"""Finished games: the shelf, the replay, files."""
