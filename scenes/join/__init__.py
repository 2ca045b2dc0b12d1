"""Sitting down: eight chairs, each taken by one press."""
