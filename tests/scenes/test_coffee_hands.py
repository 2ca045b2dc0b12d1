"""Coffee's board under the hands: tries that are barred, cells and axes that are chosen, other cells, the swap."""

from __future__ import annotations

from game.coffee.board import cell_named
from game.coffee.state import Drop
from scenes.coffee.selection import Choosing, Trying
from scenes.kit.intents import KEYBOARD, Intent, Kind
from tests.scenes.coffee_hands import (
    board_of_coffee,
    coffee_match,
)
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

OPENING = ["c3d", "b2h"]  # offered: row b without b2
FULL = [
    "c2u",
    "b3v",
    "c3u",
    "d2v",
    "e2d",
    "d1h",
    "d4v",
    "c4v",
    "a4h",
    "a3h",
    "a2d",
    "d5v",
    "e5d",
]  # on a1 no stick along u
WINNING = ["c3h", "c1u", "a3d", "b4u", "e1v", "a1d", "b2v", "e2h", "e5v", "a5h", "a2h", "a4v"]  # d4 completes the row


def cell(name: str) -> int:
    found = cell_named(name)
    assert found is not None
    return found


# Tries that are barred


def test_a_saucer_that_is_no_way_on_is_explained(house: Playhouse) -> None:
    """Of two offered cells each leads back along the line; so this takes one that is offered alone, off the game."""
    match = coffee_match(house, PERSON, RIVAL, actions=OPENING)
    board = board_of_coffee(match)
    legal = [
        action for action in match.session.legal(0) if not (isinstance(action, Drop) and action.cell == cell("b1"))
    ]
    state = match.session.state
    chosen = board.input.choose(state, legal, Choosing(cell("b1")), Intent(Kind.CONFIRM, KEYBOARD))
    assert chosen.selection == Trying(cell("b1"))
    problem = board.words.problem(state, chosen.selection)
    assert problem is not None and problem.title == "No way on from b1"


# Cells


# The stick


# The swap
