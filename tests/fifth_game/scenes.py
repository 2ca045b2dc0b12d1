"""Race on the screen."""

from scenes.table.loading import GameScenes
from tests.fifth_game.board import RaceBoard, RaceSetup

SCENES = GameScenes(
    setup=RaceSetup(),
    board=RaceBoard,
    lessons="tests.fifth_game.lessons",
    sounds=("lift", "pawn"),
)
