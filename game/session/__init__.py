"""A game in play: its rules, its clocks, its AI seats, what people look up, and its place in the store."""
