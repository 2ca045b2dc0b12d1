"""Coffee: a row of n beans wins; the stick on the last bean says where the next bean may go."""

from __future__ import annotations

from itertools import product

from game.coffee import rules
from game.coffee.board import SIDES
from game.coffee.rules import fallback_action
from game.coffee.state import Action, Drop, State
from game.core.dictionary import Dictionary
from game.core.kinds import Choice, Flag, Setting, Whole
from game.core.options import Option
from game.core.rules import Options, Seat
from game.core.spec import GameSpec, Guess, Play, Preset, Study

# The words that codes of games abbreviate. They must not change: existing codes depend on them.
_DICTIONARY = Dictionary(
    beginnings=tuple(map("".join, product("abcdefghi", "123456789"))),
    actions=("h", "d", "u", "v", "*", "swap"),
    usual='"reason":"row""reason":"stuck""board":"hex4""pie":true{"options":{"board":"sq5","n":4,"pie":false},',
)

DEFAULT_BOARD = "sq5"
USUAL_ROW = 4


def side(earlier: Options) -> int:
    """Return the number of cells along a side of the chosen board. A winning row cannot be longer than this."""
    return SIDES[earlier.get("board", DEFAULT_BOARD)]


def usual_row(earlier: Options) -> int:
    """Return the default length of a winning row."""
    return min(USUAL_ROW, side(earlier))


def kind_of_move(state: State, seat: Seat, action: Action) -> str:
    """Return the axis of the stick, "row" for a bean that completes a row, or "" for a swap."""
    return (action.axis or "row") if isinstance(action, Drop) else ""


DANGER_MARKS = Setting("danger_marks", Flag(), True)
"""Whether to mark the cells where a bean would let the opponent win."""
SPEC = GameSpec(
    id="coffee",
    rules=rules,
    options=(
        Option("board", Choice(tuple(SIDES)), DEFAULT_BOARD),
        Option("n", Whole(1, max(SIDES.values())), usual_row, limit=side),
        Option("pie", Flag(), False),
    ),
    seats=(2,),
    undo="turns",
    brain="game.coffee.search:CoffeeBrain",
    scene="scenes.coffee.scenes:SCENES",
    preferences=(DANGER_MARKS,),
    presets=tuple(
        Preset(f"{board}-{row}", {"board": board, "n": row})
        for board, row in (("sq5", 4), ("hex4", 4), ("sq6", 5), ("hex5", 5))
    ),
    strengths={
        1: 1000,
        1.5: 1098,
        2: 1211,
        2.1: 1369,
        2.25: 1436,
        2.5: 1528,
        2.75: 1657,
        2.9: 1769,
        3: 1852,
        3.5: 1997,
        4: 2084,
        4.5: 2199,
        5: 2269,
    },
    play=Play(
        minutes=6,
        fallback=fallback_action,
        plies=14,
        guess=Guess(("h", "d", "u", "v", "row"), kind_of_move),
    ),
    study=Study(
        puzzles={},
        facts="game.coffee.facts:facts",
        evaluate="game.coffee.evaluation:evaluate",
        reasons="game.coffee.reasons:reasons",
    ),
    dictionary=_DICTIONARY,
)
