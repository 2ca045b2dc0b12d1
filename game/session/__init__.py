"""A game in play: rules, clocks, AI seats, analysis, and autosave."""
