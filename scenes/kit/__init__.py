"""The stage: loop, input, widgets, animation, look. Of `game` it imports only modules that belong to no single game."""
