"""Quoridor on the screen."""
