"""Coffee's kernels for single moves, as plain Python: what they say of positions by chance is what the rules say."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec, module_from_spec
from typing import Any

import pytest
from hypothesis import given, settings

from game.agents.kernels import uncompiled
from game.coffee import rules
from game.coffee.board import board, windows_of
from game.coffee.rules import completing_cells
from game.coffee.state import Drop, State
from game.coffee.tables import NO_LINE, action_of, compact, numbers, position_of, tables, worth_of
from tests import make
from tests.rules.coffee_ascii import play
from tests.rules.test_coffee_rules import BOARDS, CHOICES, line_of_play


def plain_kernels() -> Any:
    """The module of kernels once more, uncompiled whatever the others are."""
    spec = find_spec("game.coffee.kernels")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    with uncompiled():
        spec.loader.exec_module(module)
    return module


moves = plain_kernels()


@settings(max_examples=25)
@given(BOARDS, CHOICES)
def test_kernels_say_what_the_rules_say(options: tuple[str, int, bool], choices: list[int]) -> None:
    for state, action, after in line_of_play(options, choices[:16]):
        at = tables(state.board, state.n, False)
        own, opposing, own_rows, opposing_rows, line, _ = position_of(state, at)
        drops = [legal for legal in rules.legal(state, state.mover) if isinstance(legal, Drop)]
        assert moves.offered(at, line, own | opposing) == sum(
            1 << numbers(state.board)[c] for c in rules.offered(state)
        )
        if not rules.winning_cells(state):
            safe = {drop for drop in drops if drop.axis not in rules.dangers(state, drop.cell)}
            found = [0] * 300
            counts = moves.safe_moves(at, own | opposing, line, opposing_rows, found, 1)
            assert counts == (len(safe), len(drops))
            assert {action_of(state.board, move) for move in found[1 : 1 + len(safe)]} == safe
            assert line == NO_LINE or moves.safe_replies(at, own | opposing, line, opposing_rows) == counts
        if isinstance(action, Drop) and action.axis is not None:
            cell = numbers(state.board)[action.cell]
            mine, taken = own | at.bits[cell], own | opposing | at.bits[cell]
            rows = (own_rows | moves.new_rows(at, mine, taken, cell)) & ~at.bits[cell]
            assert rows == compact(state.board, completing_cells(after, state.to_move))
            gained = -worth_of(after, moves.WINDOW_WORTH) - worth_of(state, moves.WINDOW_WORTH)
            assert moves.gain(at, own, opposing, cell) == gained


@pytest.mark.parametrize(("board_id", "n"), [("sq2", 2), ("hex3", 3)])
def test_plain_kernels_count_as_the_rules_do(board_id: str, n: int) -> None:
    state: State = make.state("coffee", board=board_id, n=n)
    at = tables(board_id, n, False)
    for position in (state, play(state, "a1h")):
        given = position_of(position, at)
        expected = [len(rules.legal(position, position.mover))]
        afters = [rules.apply(position, position.mover, action)[0] for action in rules.legal(position, position.mover)]
        expected.append(sum(len(rules.legal(after, after.mover)) for after in afters))
        assert [moves.perft(at, *given[:5], depth) for depth in (1, 2)] == expected


@pytest.mark.parametrize("board_id", ["sq3", "hex3", "hex5"])
def test_tables_tell_the_board_without_gaps(board_id: str) -> None:
    at, table = tables(board_id, 3, False), board(board_id)
    number = numbers(board_id)
    assert (at.cells, at.axes, at.n) == (len(table.cells), len(table.axes), 3)
    for cell, index in number.items():
        assert at.bits[index] == 1 << index and at.cells_by_rest[at.bits[index] % 67] == index
        for axis, name in enumerate(table.axes):
            line = at.line_of[index * 4 + axis]
            cells = [number[other] for other in table.line(cell, name)]
            assert at.line_cells[line * 9 : line * 9 + 9] == cells + [-1] * (9 - len(cells))
            assert at.line_sets[line] == sum(1 << other for other in cells)
        around = at.windows[at.first_window[index] : at.first_window[index + 1]]
        assert sorted(around) == sorted(
            compact(board_id, window) for window in windows_of(board_id, 3) if window >> cell & 1
        )
    keys = [*at.stone_keys, *at.line_keys]
    assert len({*keys}) == len(keys) == 2 * at.cells + len(table.lines) and 2**60 < max(keys) < 2**64


def test_a_position_has_the_key_of_its_stones_and_its_line_whatever_the_order() -> None:
    first, at = make.state("coffee", board="sq4"), tables("sq4", 4, False)
    one = play(first, "a1h", "a2h", "a3h", "a4v", "b4h")
    other = play(first, "a3h", "a2h", "a1h", "a4v", "b4h")
    assert position_of(one, at) == position_of(other, at)
    keys = [position_of(state, at).key for state in (first, play(first, "a1h"), play(first, "a1d"), one)]
    assert keys[0] == 0 and len({*keys}) == 4
    a1 = at.stone_keys[0] ^ at.line_keys[at.line_of[0]]
    assert keys[1] == a1
    assert position_of(play(first, "a1h", "a2h"), at).key == a1 ^ at.stone_keys[at.cells + 1]


def test_each_stone_of_each_colour_has_the_key_of_its_cell() -> None:
    first, at = make.state("coffee", board="hex3"), tables("hex3", 4, False)
    alone = [replace(first, **{colour: 1 << cell}) for colour in ("black", "orange") for cell in numbers("hex3")]
    assert [position_of(state, at).key for state in alone] == [int(key) for key in at.stone_keys]
