"""Steps ahead, aside and around what sank."""

from tests.games.whole import WholeGame
from tests.scenes.cell_hands import CELL_HANDS

GAME = WholeGame(CELL_HANDS, "c2 c3 b3 b4 b5", "c4 d4 d3 d2", "arrived")
