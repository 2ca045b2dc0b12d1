"""Quoridor on the screen."""

from scenes.quoridor.board import QuoridorBoard
from scenes.quoridor.captions import PLAIN, sentence
from scenes.quoridor.setup import QuoridorSetup
from scenes.table.loading import GameScenes

SCENES = GameScenes(
    setup=QuoridorSetup(),
    board=QuoridorBoard,
    lessons="scenes.quoridor.lessons",
    sounds=("lift", "pawn", "wall"),
    sentence=sentence,
    plain_facts=PLAIN,
)
