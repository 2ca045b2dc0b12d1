"""The line past stones, all four axes, and four in a row on a slant."""

from tests.games.whole import WholeGame
from tests.scenes.coffee_hands import COFFEE_HANDS

GAME = WholeGame(COFFEE_HANDS, "c3h a3d e1v b2v e5v a2h d4*", "c1u b4u a1d e2h a5h a4v", "row")
