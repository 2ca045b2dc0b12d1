"""Hyper Robots: how few moves bring the robot to its target? Declare a number, then show it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.options import Option
from game.core.spec import GameSpec, Preset, UndoPolicy
from game.robots import rules
from game.robots.assembly import GENERATED, check_sheets
from game.robots.placement import check_placement
from game.robots.plain import plain, undecided

MOST_PLAYERS = 8
PRACTICE_PLAYERS = 1


def undo_policy(options: Mapping[str, Any]) -> UndoPolicy:
    """Nothing that was declared or shown before others can be taken back; in practice everything can."""
    return "free" if options["players"] == PRACTICE_PLAYERS else "none"


SPEC = GameSpec(
    id="robots",
    rules=rules,
    options=(
        Option("players", "int", 2, choices=tuple(range(PRACTICE_PLAYERS, MOST_PLAYERS + 1))),
        Option("chips_to_win", "int", 3, minimum=1, maximum=17),
        Option("reflectors", "bool", True),
        Option("one_move_rule", "str", "own", choices=("own", "any", "turn")),
        Option("clock_reset", "str", "below_first", choices=("below_first", "new_lowest")),
        Option("clock_seconds", "int", 60, minimum=10, maximum=300),
        Option("demonstration_seconds", "int", 60, minimum=10, maximum=300, also=(0,)),
        Option("sheets", "list", None, also=(None, GENERATED), inspect=check_sheets),
        Option("placement", "dict", None, also=(None,), inspect=check_placement),
    ),
    seats=tuple(range(PRACTICE_PLAYERS, MOST_PLAYERS + 1)),
    undo=undo_policy,
    brain="game.robots.brain:RobotsBrain",
    scene="scenes.robots:SCENES",
    puzzles="game.robots.puzzles:RobotsPuzzles",
    puzzle_picture="scenes.robots.route_picture:save",
    simultaneous=True,
    plain=plain,
    undecided=undecided,
    points=lambda state: state.chips,
    presets=(
        Preset("beginners", {"reflectors": False, "chips_to_win": 3}),
        Preset("usual", {"reflectors": True, "chips_to_win": 3}),
    ),
)
