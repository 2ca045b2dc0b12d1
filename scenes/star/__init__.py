"""Star on the screen."""

from scenes.star.board import StarBoard
from scenes.star.captions import PLAIN, reason, sentence
from scenes.star.setup import StarSetup
from scenes.table.loading import GameScenes

SCENES = GameScenes(
    setup=StarSetup(),
    board=StarBoard,
    lessons="scenes.star.lessons",
    sounds=("lift", "stone", "star", "pawn"),
    theory_overlay=True,
    sentence=sentence,
    plain_facts=PLAIN,
    reason=reason,
)
