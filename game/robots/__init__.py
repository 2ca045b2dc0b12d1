"""Hyper Robots: how few moves bring the robot to its target? Declare a number, then show it."""
