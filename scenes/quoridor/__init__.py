"""Quoridor on the screen."""

from scenes.quoridor.board import QuoridorScene

__all__ = ["QuoridorScene"]
