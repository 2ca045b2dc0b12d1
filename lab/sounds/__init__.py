"""Synthesis of every sound of the house: struck bodies as sums of damped partials, and shaped noise."""
