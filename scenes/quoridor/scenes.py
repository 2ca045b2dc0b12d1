"""Quoridor's scenes."""

from scenes.quoridor.board import QuoridorBoard, QuoridorSetup
from scenes.table.loading import GameScenes

SCENES = GameScenes(
    setup=QuoridorSetup(),
    board=QuoridorBoard,
    lessons="scenes.quoridor.lessons",
    sounds=("lift", "pawn", "wall"),
    counted={
        "detours": "left",
        "jump_gains": "gain",
        "keeps": "left",
        "nears": "left",
        "wall_backfires": "own_cost",
        "wall_costs": "cost",
        "wall_costs_alike": "cost",
        "wall_costs_both": "cost",
        "wall_costs_own": "own_cost",
    },
    plain_facts=frozenset({"detours", "jump", "keeps", "nears", "passed", "wall_costs_nobody"}),
)
