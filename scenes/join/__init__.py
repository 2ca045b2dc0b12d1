"""The page where people join: eight chairs, each of which is taken by one press."""
