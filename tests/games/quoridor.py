"""Walls of both kinds, a jump over the other pawn, and the goal."""

from tests.games.whole import WholeGame
from tests.scenes.hands import HANDS

GAME = WholeGame(HANDS, "e2 e3 a6h e4 a1v e6 e7 e8 e9", "e8 e7 e6 e5 h1v e3h h3v f5h", "goal")
