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
    """Cells by their names; a drawn position with n and the axis along which the stick lies."""

    spec = SPEC
    state: State

    def cell(self, cell: Cell) -> str:
        return cell_name(cell)

    def do_drawn(self, text: str) -> State:
        """n=N axis=AXIS …: a drawing; its stick may lie at "d5h", and another seat be the mover."""
        given = options_of(text)
        moved = {name: given.pop(name) for name in ("stick", "mover") if name in given}
        return self.moved(read(self.drawing, **given), **moved)

    def do_lay(self, text: str) -> State:
        """stick=STICK …: what is different now."""
        return self.moved(self.state, **options_of(text))

    def moved(self, state: State, stick: str = "", **others: Any) -> State:
        """A position with the stick at "d5h", and other things that are different."""
        given: dict[str, Any] = {"stick": (self.named(stick[:-1]), stick[-1])} if stick else {}
        return replace(state, **given, **others)

    def ask_replies(self) -> str:
        """What is told of the next seat's actions, each thing once."""
        return "\n".join(sorted({self.ask_told(text) for text in self.ask_legal().split()}))

    def do_play_plain(self) -> State:
        """The action that the clock would choose."""
        return rules.apply(self.state, self.state.mover, fallback_action(self.state, self.state.mover))[0]

    def ask_rows(self) -> Any:
        return board(self.state.board).rows

    def ask_axes(self) -> Any:
        return board(self.state.board).axes

    def ask_windows(self, n: str = "") -> int:
        return len(windows_of(self.state.board, int(n)))

    def ask_through(self, stick: str = "") -> list[str]:
        drop: Any = rules.parse(stick)
        return names(board(self.state.board).line(drop.cell, drop.axis))

    def ask_count(self) -> int:
        return len(rules.legal(self.state, self.state.mover))

    def ask_offered(self) -> list[str]:
        return names(rules.offered(self.state))

    def ask_winning(self) -> list[str]:
        return names(rules.winning_cells(self.state))

    def ask_offer(self, action: str = "") -> list[str]:
        drop: Any = rules.parse(action)
        return names(rules.offer_of(self.state, drop.cell, drop.axis))

    def ask_open(self, cell: str = "") -> Any:
        return rules.open_axes(self.state, self.named(cell))

    def ask_barred(self, cell: str = "") -> Any:
        return rules.barred_axes(self.state, self.named(cell))

    def ask_dangers(self, cell: str = "") -> dict[str, list[str]]:
        return {axis: names(cells) for axis, cells in rules.dangers(self.state, self.named(cell)).items()}

    def ask_longest(self, colour: Any = "") -> list[str]:
        return names(rules.longest(self.state, colour))

    def ask_line(self) -> Any:
        return self.state.stick and f"{cell_name(self.state.stick[0])}{self.state.stick[1]}"

    def ask_colours(self) -> Any:
        return self.state.colours

    def ask_to_move(self) -> str:
        return self.state.to_move

    def ask_plain(self) -> str:
        return rules.text(fallback_action(self.state, self.state.mover))

    def named(self, name: str) -> Cell:
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
