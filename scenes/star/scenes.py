"""Star's scenes."""

from scenes.star.board import StarBoard, StarSetup
from scenes.table.loading import GameScenes

SCENES = GameScenes(
    setup=StarSetup(),
    board=StarBoard,
    lessons="scenes.star.lessons",
    sounds=("lift", "stone", "star", "pawn"),
    theory_overlay=True,
    counted={"loses": "moves", "wins": "moves"},
    plain_facts=frozenset({"agreed", "offered", "placed", "refused", "slid", "star_jumped"}),
)
