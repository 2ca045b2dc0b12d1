"""Coffee's rules: the stories of coffee_stories.txt, and tables of options and notation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from game.coffee import SPEC, rules
from game.coffee.board import SIDES, Cell, board, cell_name, cell_of_name, windows_of
from game.coffee.state import State
from game.core.options import resolve
from game.core.rules import OptionError
from tests.rules.coffee_ascii import names, read
from tests.stories import Story, each_story
from tests.vocabulary.game import GameVocabulary, options_of


class Coffee(GameVocabulary):
    """Tells of Coffee. Cells have names as in "c3". An AXIS is h, d, u or v, and a STICK is a cell and an axis: "c3h".
    A drawing below a step marks black with x, orange with o, the stone with the stick in capitals, and empty cells with
    "."."""

    spec = SPEC
    state: State
    facts: ClassVar = {
        **GameVocabulary.facts,
        "rows": lambda s: board(s.state.board).rows,  # the number of cells in each row of the board
        "axes": lambda s: board(s.state.board).axes,  # those of the board
        "windows": lambda s, n: len(windows_of(s.state.board, int(n))),  # how many sets of N neighbours in a line
        "through": lambda s, stick: names(board(s.state.board).line(*stick_of(stick))),  # the line of STICK
        "offered": lambda s: names(rules.offered(s.state)),  # the empty cells on the stick's line
        "winning": lambda s: names(rules.winning_cells(s.state)),  # the offered cells where the mover completes a row
        "offer": lambda s, stick: names(rules.offer_of(s.state, *stick_of(stick))),  # what STICK would offer the rival
        # the axes along which a stick on CELL would offer an empty cell
        "open": lambda s, cell: rules.open_axes(s.state, named(cell)),
        # the axes that are barred for a stick on CELL, with the reason: "h full"
        "barred": lambda s, cell: rules.barred_axes(s.state, named(cell)),
        # the axes for a stone on CELL that let the rival win, with the cells where it would: "u b2 c2"
        "dangers": lambda s, cell: {axis: names(cells) for axis, cells in rules.dangers(s.state, named(cell)).items()},
        "longest": lambda s, colour: names(rules.longest(s.state, colour)),  # the longest row of black or orange
    }

    def cell(self, cell: Cell) -> str:
        return cell_name(cell)

    def do_drawn(self, text: str) -> State:
        """n=N axis=AXIS [pie=true] [stick=STICK] [mover=SEAT]: Go to the drawn position, in which N in a row win and
        the stick lies along AXIS. "stick" lays it elsewhere, "mover" gives another seat the turn."""
        given = options_of(text)
        moved = {name: given.pop(name) for name in ("stick", "mover") if name in given}
        return self.moved(read(self.drawing, **given), **moved)

    def do_lay(self, text: str) -> State:
        """[stick=STICK] [FIELD=VALUE …]: Change the stick, or fields of the position."""
        return self.moved(self.state, **options_of(text))

    def moved(self, state: State, stick: str = "", **others: Any) -> State:
        """Return a position with the stick at "d5h", and with other fields."""
        given: dict[str, Any] = {"stick": stick_of(stick)} if stick else {}
        return replace(state, **given, **others)

    def ask_replies(self) -> str:
        """Return the facts that the game tells of all actions of the next seat, each fact once and in a line."""
        return "\n".join(sorted({self.ask_told(text) for text in self.ask_legal().split()}))


def named(name: str) -> Cell:
    """Return the cell with this name."""
    cell = cell_of_name(name)
    assert cell is not None
    return cell


def stick_of(text: str) -> tuple[Cell, Any]:
    """Return the cell and the axis of a STICK."""
    return named(text[:-1]), text[-1]


@each_story(Path(__file__).with_name("coffee_stories.txt"))
def test_coffee(story: Story) -> None:
    Coffee().tell(story)


@pytest.mark.parametrize(
    ("given", "board_id", "n"),
    [
        ({}, "sq5", 4),
        *[({"board": board}, board, n) for board, n in (("sq2", 2), ("sq3", 3), ("hex3", 3), ("hex4", 4), ("sq7", 4))],
        *[({"board": board, "n": n}, board, n) for board, side in SIDES.items() for n in (1, side)],
        *zip((preset.options for preset in SPEC.presets), ("sq5", "hex4", "sq6", "hex5"), (4, 4, 5, 5), strict=True),
    ],
)
def test_n_is_4_or_the_side_if_that_is_smaller_or_what_is_chosen(given: dict[str, Any], board_id: str, n: int) -> None:
    assert resolve(SPEC.options, given) == {"board": board_id, "n": n, "pie": False}


@pytest.mark.parametrize("board_id", SIDES)
def test_n_goes_from_1_to_the_side(board_id: str) -> None:
    side = SIDES[board_id]
    for n in (0, side + 1, 99, True, "4", None):
        with pytest.raises(OptionError, match=f"'n': {n!r} is not"):
            resolve(SPEC.options, {"board": board_id, "n": n})
    if side < 7:
        with pytest.raises(OptionError, match=rf"'n': {side + 1} is not in 1\.\.{side} with board={board_id}"):
            resolve(SPEC.options, {"board": board_id, "n": side + 1})
