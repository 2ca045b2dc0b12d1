"""The stage: loop, input, widgets, animation, look. Imports nothing from game."""
