"""Laying out a board before the game."""
