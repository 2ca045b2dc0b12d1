"""The page where people join: one press takes one of eight chairs."""
