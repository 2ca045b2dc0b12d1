"""A game in play."""
