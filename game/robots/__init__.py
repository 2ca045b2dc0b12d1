"""Hyper Robots: bid the number of moves that bring the robot to its target, then show them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from game.core.dictionary import Dictionary
from game.core.kinds import Choice, Flag, Number, Setting, Structure, Whole
from game.core.options import Option, PerSeat
from game.core.rules import OptionError, PuzzleError
from game.core.spec import GameSpec, Play, Preset, Shorter, Simultaneous, Study, UndoPolicy
from game.robots import rules
from game.robots.drifting_droids import NAME, is_droids_code, read_droids_code
from game.robots.placement import placement_cells
from game.robots.rules import fallback_action, seats_still_thinking
from game.robots.sheets import GENERATED, check_sheets
from game.robots.state import State

MOST_PLAYERS = 8
PRACTICE_PLAYERS = 1
# The longest bidding delay, in seconds.
MOST_SILENCE = 60


def undo_policy(options: Mapping[str, object]) -> UndoPolicy:
    """Return "free" in practice mode, and "none" in matches, where others have seen the bids and routes."""
    return "free" if options["players"] == PRACTICE_PLAYERS else "none"


def head_start_bounds(options: Mapping[str, object]) -> tuple[int, int]:
    """Return the least and the largest head start of a seat, in chips. Raises OptionError in practice mode.

    Every seat must win at least one more chip.
    """
    return 0, _for_several(options)["chips_to_win"] - 1


def silence_bounds(options: Mapping[str, object]) -> tuple[int, int]:
    """Return the shortest and the longest bidding delay of a seat, in seconds. Raises OptionError in practice mode."""
    _for_several(options)
    return 0, MOST_SILENCE


def _for_several(options: Mapping[str, object]) -> Mapping[str, Any]:
    if options["players"] == PRACTICE_PLAYERS:
        raise OptionError("who practises alone has nobody to be made equal to")
    return options


def points(state: State) -> tuple[int, ...]:
    """Return the chips that each seat has won itself, without its head start."""
    given = state.settings.head_start or (0,) * state.settings.players
    return tuple(chips - start for chips, start in zip(state.chips, given, strict=True))


class Sheets(Structure):
    """The values of the option `sheets`: four sides, or a board as a code of DriftingDroids."""

    __slots__ = ()

    def read(self, value: object) -> object:
        if not is_droids_code(value):
            return super().read(value)
        try:
            read_droids_code(value)
        except PuzzleError as error:
            raise OptionError(f"the code of {NAME}: {error}") from None
        return value


DEMONSTRATION_PAUSE = Setting("demonstration_pause", Number(0.0, 2.0, (0.0, 0.5, 1.2, 2.0), "seconds"), 1.2)
"""The seconds that each move of an AI's demonstration stays on screen."""
LONGEST_CHIP = Setting(
    "longest_chip", Choice((0, 9, 7, 5)), 0, "How many moves a match's chip may need; 0 for any number."
)
HEAD_START = PerSeat(head_start_bounds, lambda options: 0, head_start=1)
SILENCE = PerSeat(silence_bounds, lambda options: 0)

DICTIONARY = Dictionary(
    beginnings=(*(f"{seat}:" for seat in range(8)), "clock:"),
    actions=(
        *map(" ".join, product(("red", "yellow", "green", "blue", "silver"), "NESW")),
        *(f"bid {number}" for number in range(1, 41)),
        "none",
        "agree",
        "concede",
        "expire",
        "speak",
    ),
    usual=(
        '"reason":"chips""placement":{"red":[0,0],"yellow":[0,0],"green":[0,0],"blue":[0,0],"silver":[0,0]}'
        '"sheets":"generated","one_move_rule":"turn","clock_reset":"new_lowest",'
        '{"options":{"players":2,"chips_to_win":3,"reflectors":true,"one_move_rule":"own","clock_reset":"below_first",'
        '"clock_seconds":60,"demonstration_seconds":60,"sheets":null,"placement":null,"head_start":null,"silence":null},'
    ),
)
"""The words that codes of games abbreviate. They must not change: existing codes depend on them."""

SPEC = GameSpec(
    id="robots",
    rules=rules,
    options=(
        Option("players", Choice(tuple(range(PRACTICE_PLAYERS, MOST_PLAYERS + 1))), 2),
        Option("chips_to_win", Whole(1, 17), 3),
        Option("reflectors", Flag(), True),
        Option("one_move_rule", Choice(("own", "any", "turn")), "own"),
        Option("clock_reset", Choice(("below_first", "new_lowest")), "below_first"),
        Option("clock_seconds", Whole(10, 300, "seconds"), 60),
        Option("demonstration_seconds", Whole(10, 300, "seconds"), 60, also=(0,)),
        Option("sheets", Sheets("list", check_sheets), None, also=(None, GENERATED)),
        Option(
            "placement",
            Structure("dict", placement_cells),
            None,
            also=(None,),
            # A placement for another board could put a robot on a mark.
            made_for=("reflectors", "sheets"),
        ),
        Option("head_start", Whole(0, 16), None, also=(None,), per_seat=HEAD_START),
        Option("silence", Whole(0, MOST_SILENCE, "seconds"), None, also=(None,), per_seat=SILENCE),
    ),
    seats=tuple(range(PRACTICE_PLAYERS, MOST_PLAYERS + 1)),
    undo=undo_policy,
    brain="game.robots.brain:RobotsBrain",
    scene="scenes.robots.scenes:SCENES",
    preferences=(DEMONSTRATION_PAUSE, LONGEST_CHIP),
    presets=(
        Preset("beginners", {"reflectors": False, "chips_to_win": 3}),
        Preset("usual", {"reflectors": True, "chips_to_win": 3}),
    ),
    strengths={1: 1000, 1.35: 1117, 1.7: 1223, 2: 1360, 2.5: 1458, 3: 1566, 3.5: 1673, 4: 1773, 4.5: 1881, 5: 1969},
    play=Play(
        minutes=20,
        shorter={"short": Shorter({"chips_to_win": 1}, 7), "evening": Shorter({"chips_to_win": 2}, 14)},
        fallback=fallback_action,
        points=points,
        progress=lambda state: state.chips,
    ),
    simultaneous=Simultaneous(
        outside="game.robots.questions:RobotsQuestions",
        still_thinking=seats_still_thinking,
        silence=rules.silence,
        silence_over="speak",
    ),
    study=Study(
        puzzles={"players": PRACTICE_PLAYERS},
        solver="game.robots.brain:RobotsPuzzles",
        route_picture="scenes.robots.route_picture:save",
        facts="game.robots.facts:facts",
        evaluate="game.robots.looking_back:evaluate",
        rounds="game.robots.looking_back",
    ),
    dictionary=DICTIONARY,
    texts="game.robots.drifting_droids",
)
