"""Every scene of the house in every state worth looking at, by name: for pictures, for tests and for chance.

The table itself is `tools.catalogue.scenes`; the other modules say how its scenes are brought on the screen.
"""
