"""Coffee on the screen."""

from scenes.coffee.board import CoffeeScene

__all__ = ["CoffeeScene"]
