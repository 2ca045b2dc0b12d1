"""Has every scene in every state worth looking at, by name, for pictures, tests and random input.

`tools.catalogue.scenes` has the table; the other modules put its scenes on the screen. The docstring of a function that
returns a `Shoot` says what the picture shows.
"""
