"""The games with which tests look at what all games share (the menu, the cup, golden images), whatever there are."""

FOUR = ("quoridor", "robots", "coffee", "star")
