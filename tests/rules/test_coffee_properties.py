"""Random play on every board: the second implementation always agrees, and what the screen is told is true."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from game.coffee import rules
from game.coffee.board import SIDES, board, cell_name
from game.coffee.rules import completing_cells, sensible_actions
from game.coffee.state import Action, Drop, State, other
from tests.rules.coffee_reference import Reference

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
