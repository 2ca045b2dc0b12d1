"""Sitting down: eight chairs, and a press takes one."""
