"""Synthesises every sound: struck bodies as sums of damped partials, and shaped noise."""
