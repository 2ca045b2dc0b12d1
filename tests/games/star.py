"""A placement, a jump, a slide, and the win."""

from tests.games.whole import WholeGame
from tests.scenes.star_hands import STAR_HANDS

GAME = WholeGame(STAR_HANDS, "@b3 *c3 @a1 a1-b1 @c2", "@a2 @c2 @c1 c2-b2", "star")
