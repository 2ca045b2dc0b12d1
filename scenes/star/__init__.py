"""Star on the screen."""

from scenes.star.board import StarScene

__all__ = ["StarScene"]
