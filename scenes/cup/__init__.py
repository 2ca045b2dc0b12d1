"""The cup: its table after each game, and the next match."""
