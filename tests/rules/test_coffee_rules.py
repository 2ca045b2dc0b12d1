"""Coffee's rules: the stories of coffee_stories.txt, boards, options and notation. In random games a second
implementation agrees, and what the screen is told is true."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.coffee import SPEC, rules
from game.coffee.board import SIDES, Cell, UnknownBoardError, board, cell_name, cell_of_name, windows_of
from game.coffee.rules import completing_cells, sensible_actions
from game.coffee.state import Action, Drop, State, other
from game.core.options import resolve
from game.core.rules import OptionError
from tests.rules.coffee_ascii import names, read
from tests.rules.coffee_reference import Reference
from tests.stories import Story, each_story, options_of
from tests.vocabulary.game import GameVocabulary


class Coffee(GameVocabulary):
    """Tells of Coffee. Cells have names as in "c3". An AXIS is h, d, u or v, and a STICK is a cell and an axis: "c3h".
    A drawing below a step marks black with x, orange with o, the stone with the stick in capitals, and empty cells with
    "."."""

    spec = SPEC
    state: State
    facts: ClassVar = {
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


every_board = pytest.mark.parametrize("board_id", SIDES)


@every_board
def test_neighbours_on_a_line_lie_beside_each_other_along_its_axis(board_id: str) -> None:
    table = board(board_id)
    angles = {"h": 0, "d": 60 if table.hexagonal else 45, "u": -60 if table.hexagonal else -45, "v": 90}
    for axis in table.axes:
        length = math.sqrt(2) if axis in "du" and not table.hexagonal else 1
        for cell in table.cells:
            for first, second in zip(table.line(cell, axis), table.line(cell, axis)[1:], strict=False):
                (x, y), (x2, y2) = table.center(first), table.center(second)
                assert x2 - x == pytest.approx(length * math.cos(math.radians(angles[axis])))
                assert y2 - y == pytest.approx(length * math.sin(math.radians(angles[axis])))


@every_board
def test_the_middle_of_the_board_is_the_origin(board_id: str) -> None:
    table = board(board_id)
    assert sum(table.center(cell)[0] for cell in table.cells) == pytest.approx(0)
    assert sum(table.center(cell)[1] for cell in table.cells) == pytest.approx(0)


@pytest.mark.parametrize("name", ["", "a", "a0", "j1", "a10", "1a", "A1", "a1 ", "a１"])
def test_what_is_no_name(name: str) -> None:
    assert cell_of_name(name) is None


def test_an_unknown_board_is_refused() -> None:
    with pytest.raises(UnknownBoardError, match=r"'sq8' \(known: sq2, sq3, .*sq7, hex2, hex3, hex4, hex5\)"):
        board("sq8")


BOARDS = st.sampled_from(sorted(SIDES)).flatmap(
    lambda board_id: st.tuples(st.just(board_id), st.integers(1, SIDES[board_id]), st.booleans())
)
CHOICES = st.lists(st.integers(0, 2**16), min_size=61, max_size=61)


def line_of_play(options: tuple[str, int, bool], choices: list[int]) -> Iterator[tuple[State, Action, State]]:
    """Positions before and after each action of a game."""
    board_id, n, pie = options
    state = rules.start({"board": board_id, "n": n, "pie": pie}, 0)
    for choice in choices:
        if state.winner is not None:
            return
        legal = rules.legal(state, state.mover)
        action = legal[choice % len(legal)]
        after, _ = rules.apply(state, state.mover, action)
        yield state, action, after
        state = after


@settings(max_examples=60)
@given(BOARDS, CHOICES)
def test_the_reference_always_agrees(options: tuple[str, int, bool], choices: list[int]) -> None:
    reference = Reference(*options)
    for state, action, after in line_of_play(options, choices):
        assert {rules.text(legal) for legal in rules.legal(state, state.mover)} == reference.legal()
        reference.play(rules.text(action))
        assert after.winner == reference.winner
        assert {cell_name(cell) for cell in board(after.board).members(after.black)} == {
            cell for cell, colour in reference.stones.items() if colour == "black"
        }
        assert after.winner is not None or after.mover == reference.owner[reference.turn]


@settings(max_examples=40)
@given(BOARDS, CHOICES)
def test_offers_bars_and_dangers_say_what_comes_of_each_action(
    options: tuple[str, int, bool], choices: list[int]
) -> None:
    for state, action, after in line_of_play(options, choices):
        assert after.stones.bit_count() + (after.colours[0] == "orange") == after.ply
        if not isinstance(action, Drop):
            continue
        barred = rules.barred_axes(state, action.cell)
        drops = [legal for legal in rules.legal(state, state.mover) if isinstance(legal, Drop)]
        open_axes = {drop.axis for drop in drops if drop.cell == action.cell}
        assert set(barred) | open_axes - {None} == set(board(state.board).axes)
        if action.axis is None:
            assert after.reason == "row" and len(rules.longest(after, state.to_move)) >= state.n
            continue
        assert rules.offer_of(state, action.cell, action.axis) == rules.offered(after)
        handed_over = rules.dangers(state, action.cell).get(action.axis, ())
        assert handed_over == rules.winning_cells(after)
        assert len(rules.longest(after, state.to_move)) < state.n


@settings(max_examples=30)
@given(BOARDS, CHOICES)
def test_sensible_actions_take_wins_and_hand_none_over(options: tuple[str, int, bool], choices: list[int]) -> None:
    for state, _, _ in line_of_play(options, choices[:10]):
        actions = sensible_actions(state, state.mover)
        afters = [rules.apply(state, state.mover, action)[0] for action in rules.legal(state, state.mover)]
        kept = [rules.apply(state, state.mover, action)[0] for action in actions]
        if any(after.winner == state.mover for after in afters):
            assert all(after.winner == state.mover for after in kept)
        elif any(not rules.winning_cells(after) for after in afters):
            assert not any(rules.winning_cells(after) for after in kept)
        assert completing_cells(state, other(state.to_move)) & state.stones == 0
