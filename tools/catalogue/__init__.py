"""Has every scene in every state worth looking at, by name, for pictures, tests and random input.

`tools.catalogue.scenes` has the table; the other modules put its scenes on the screen. A function that
returns a `Shoot` says what that shows.
"""
