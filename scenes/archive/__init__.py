"""Finished games: list, replay, review and files."""
