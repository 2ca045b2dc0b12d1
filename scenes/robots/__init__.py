"""Hyper Robots on the screen."""

from scenes.robots.board import RobotsScene

__all__ = ["RobotsScene"]
