"""Sitting down: eight chairs, and whoever presses something takes one."""
