"""Quoridor: reach the far side; walls may lengthen a way but never close it."""
