"""The four games for tests of what all games share (the menu, the cup, golden images), even if there are more games."""

FOUR = ("quoridor", "robots", "coffee", "star")
