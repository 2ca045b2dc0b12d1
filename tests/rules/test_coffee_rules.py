"""Coffee's rules: the stories of coffee_stories.txt, and tables of options and notation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.coffee import SPEC, rules
from game.coffee.board import SIDES, Cell, board, cell_name, cell_of_name, windows_of
from game.coffee.rules import fallback_action
from game.coffee.state import State
from game.core.options import resolve
from game.core.rules import NotationError, OptionError
from tests.rules.coffee_ascii import names, read
from tests.stories import Story, each_story
from tests.vocabulary.game import GameVocabulary, options_of


class Coffee(GameVocabulary):
    """Tells of Coffee. Cells have names as in "c3". An AXIS is h, d, u or v, and a STICK is a cell and an axis: "c3h".
    A drawing below a step marks black with x, orange with o, the stone with the stick in capitals, and empty cells with
    "."."""

    spec = SPEC
    state: State

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
        given: dict[str, Any] = {"stick": (self.named(stick[:-1]), stick[-1])} if stick else {}
        return replace(state, **given, **others)

    def ask_replies(self) -> str:
        """Return the facts that the game tells of all actions of the next seat, each fact once and in a line."""
        return "\n".join(sorted({self.ask_told(text) for text in self.ask_legal().split()}))

    def do_play_plain(self) -> State:
        """Play the game's fallback action."""
        return rules.apply(self.state, self.state.mover, fallback_action(self.state, self.state.mover))[0]

    def ask_rows(self) -> Any:
        """Return the number of cells in each row of the board."""
        return board(self.state.board).rows

    def ask_axes(self) -> Any:
        """Return the axes of the board."""
        return board(self.state.board).axes

    def ask_windows(self, n: str = "") -> int:
        """N: Return how many sets of N neighbouring cells of a line there are."""
        return len(windows_of(self.state.board, int(n)))

    def ask_through(self, stick: str = "") -> list[str]:
        """STICK: Return all cells of the line that STICK shows, in order."""
        drop: Any = rules.parse(stick)
        return names(board(self.state.board).line(drop.cell, drop.axis))

    def ask_count(self) -> int:
        """Return how many actions the mover has."""
        return len(rules.legal(self.state, self.state.mover))

    def ask_offered(self) -> list[str]:
        """Return the empty cells on the stick's line."""
        return names(rules.offered(self.state))

    def ask_winning(self) -> list[str]:
        """Return the offered cells where a stone completes a row of the mover."""
        return names(rules.winning_cells(self.state))

    def ask_offer(self, action: str = "") -> list[str]:
        """STICK: Return the cells that a stone with STICK would offer the opponent."""
        drop: Any = rules.parse(action)
        return names(rules.offer_of(self.state, drop.cell, drop.axis))

    def ask_open(self, cell: str = "") -> Any:
        """CELL: Return the axes along which a stick on CELL would offer an empty cell."""
        return rules.open_axes(self.state, self.named(cell))

    def ask_barred(self, cell: str = "") -> Any:
        """CELL: Return the axes that are barred for a stick on CELL, with the reason: "h full"."""
        return rules.barred_axes(self.state, self.named(cell))

    def ask_dangers(self, cell: str = "") -> dict[str, list[str]]:
        """CELL: Return the axes for a stone on CELL that let the opponent win, with the cells where it would: "u b2
        c2"."""
        return {axis: names(cells) for axis, cells in rules.dangers(self.state, self.named(cell)).items()}

    def ask_longest(self, colour: Any = "") -> list[str]:
        """COLOUR: Return the cells of the longest row of black or orange."""
        return names(rules.longest(self.state, colour))

    def ask_line(self) -> Any:
        """Return where the stick lies: "c3h"."""
        return self.state.stick and f"{cell_name(self.state.stick[0])}{self.state.stick[1]}"

    def ask_colours(self) -> Any:
        """Return the colour of each seat."""
        return self.state.colours

    def ask_to_move(self) -> str:
        """Return the colour that is to move."""
        return self.state.to_move

    def ask_plain(self) -> str:
        """Return the game's fallback action for the mover."""
        return rules.text(fallback_action(self.state, self.state.mover))

    def named(self, name: str) -> Cell:
        """Return the cell with this name."""
        cell = cell_of_name(name)
        assert cell is not None
        return cell


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


@pytest.mark.parametrize("text", ["", "c3", "c3x", "c3H", "j1h", "a0h", "a10h", "c3h ", "Swap", "swaps", "c3**", "3ch"])
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(NotationError, match="Coffee action"):
        rules.parse(text)
