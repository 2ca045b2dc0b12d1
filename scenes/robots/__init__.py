"""Hyper Robots on the screen."""
