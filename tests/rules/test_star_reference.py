"""Star's rules against a slow second implementation, and perft."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from game.engine_mode.engine import perft
from game.star import SPEC, rules
from game.star.rules import board_marks
from game.star.state import State
from tests import make
from tests.rules import star_reference as reference
from tests.rules.star_ascii import texts

MARKS = {0: "o", 1: "x", "*": "*"}
READINGS = ("takeback", "literal", "none")
options = st.tuples(st.sampled_from(reference.CORNERS), st.sampled_from(READINGS), st.booleans())


def compare(state: State, game: reference.Game) -> None:
    assert board_marks(state) == "".join(MARKS.get(game.board.get(cell), ".") for cell in reference.CELLS)
    assert state.mover == game.mover
    assert set(texts(rules.board_actions(state))) == game.legal()
    assert (None if state.result is None else state.result.winners) == game.winners
    if state.result is None:
        assert set(texts(rules.barred_actions(state))) == game.barred(game.mover)


def play_both(setup: tuple[str, str, bool], pick: Callable[[list[str]], str], plies: int) -> State:
    star, fouls, guard = setup
    state, game = make.state("star", star=star, fouls=fouls, foul_guard=guard), reference.Game(*setup)
    for _ in range(plies):
        compare(state, game)
        actions = texts(rules.board_actions(state))
        if not actions:
            break
        text = pick(actions)
        state = rules.apply(state, state.mover, rules.parse(text))[0]
        game.play(text)
    compare(state, game)
    return state


@settings(max_examples=60)
@given(options, st.lists(st.integers(0, 1000), min_size=40, max_size=40))
def test_random_games_agree_with_the_reference(setup: tuple[str, str, bool], choices: list[int]) -> None:
    numbers = iter(choices)
    state = play_both(setup, lambda actions: actions[next(numbers) % len(actions)], len(choices))
    event(state.result.reason if state.result else "unfinished")


@settings(max_examples=30)
@given(options, st.lists(st.integers(0, 1000), min_size=80, max_size=80))
def test_long_games_agree_with_the_reference(setup: tuple[str, str, bool], choices: list[int]) -> None:
    """Slides and jumps before placements, so that positions come again."""
    numbers = iter(choices)

    def pick(actions: list[str]) -> str:
        moves = [text for text in actions if text[0] != "@"] or actions
        return moves[next(numbers) % len(moves)]

    state = play_both(setup, pick, len(choices))
    event(state.result.reason if state.result else "unfinished")


OPENING = {"takeback": 24_072, "literal": 24_100, "none": 24_988}
"""By reading: the sequences of five board actions from the start; of fewer there are the same number in all."""

CROWDED = ("@b2", "@b1", "@c1", "@c3", "@c2", "@a1", "b2-b3")
AFTER_CROWDED = {
    ("takeback", True): [1, 2, 2, 5, 11, 17, 35, 66],
    ("takeback", False): [1, 2, 3, 6, 14, 20, 42, 79],
    ("literal", True): [1, 2, 2, 5, 11, 17, 36, 67],
    ("literal", False): [1, 2, 3, 6, 14, 20, 42, 81],
    ("none", True): [1, 2, 3, 10, 22, 40, 72, 180],
}
crowded = pytest.mark.parametrize(("fouls", "guard"), AFTER_CROWDED)


@pytest.mark.parametrize("corner", reference.CORNERS)
def test_perft_of_the_opening(corner: str) -> None:
    state = make.state("star", star=corner)
    assert [perft(rules, state, depth, SPEC.play.is_move) for depth in range(5)] == [1, 8, 56, 468, 3368]


@pytest.mark.parametrize("fouls", READINGS)
def test_perft_in_each_reading(fouls: str) -> None:
    assert perft(rules, make.state("star", fouls=fouls), 5, SPEC.play.is_move) == OPENING[fouls]


@crowded
def test_perft_among_fouls(fouls: str, guard: bool) -> None:
    state = make.state("star", CROWDED, fouls=fouls, foul_guard=guard)
    counts = AFTER_CROWDED[fouls, guard]
    assert [perft(rules, state, depth, SPEC.play.is_move) for depth in range(len(counts))] == counts


@crowded
def test_perft_of_the_reference(fouls: str, guard: bool) -> None:
    assert [reference.perft("a3", fouls, guard, depth) for depth in range(4)] == [1, 8, 56, 468]
    counts = AFTER_CROWDED[fouls, guard][:6]
    assert [reference.perft("a3", fouls, guard, depth, CROWDED) for depth in range(len(counts))] == counts


@pytest.mark.long
@pytest.mark.parametrize("fouls", READINGS)
def test_perft_of_the_reference_in_each_reading(fouls: str) -> None:
    assert reference.perft("a3", fouls, True, 5) == OPENING[fouls]
