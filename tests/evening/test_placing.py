"""The places of a finished game: winners, then who has come furthest; equals share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.options import resolve
from game.core.rules import Outcome
from game.people.cup import places, rank_scores
from game.registry import find


@pytest.mark.parametrize(
    ("scores", "expected"), [((3, 1, 2), (1, 3, 2)), ((2, 2, 1), (1, 1, 3)), ((0,), (1,)), ((1, 3, 3), (3, 1, 1))]
)
def test_equals_share_a_place_and_leave_the_next_ones_empty(scores: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert rank_scores(scores) == expected


def test_in_a_draw_all_are_first() -> None:
    spec = find("star")
    assert places(spec, spec.rules.start(resolve(spec.options, {}), 0), Outcome((), "agreed"), 2) == (1, 1)


def test_in_quoridor_the_others_stand_by_the_steps_that_were_left() -> None:
    spec = find("quoridor")
    state = spec.rules.start(resolve(spec.options, {"players": 4}), 0)
    for text in ("e2", "b5", "e8", "h5", "e3"):
        state, _ = spec.rules.apply(state, spec.rules.actors(state)[0], spec.rules.parse(text))
    assert places(spec, state, Outcome((0,), "goal"), 4) == (1, 2, 2, 2)
    assert places(spec, state, Outcome((3,), "goal"), 4) == (2, 3, 3, 1)


def test_in_robots_chips_of_a_head_start_count_for_the_place() -> None:
    spec = find("robots")
    options = resolve(spec.options, {"players": 3, "head_start": [0, 2, 0]})
    state = replace(spec.rules.start(options, 1), chips=(3, 2, 1))
    assert places(spec, state, Outcome((0,), "chips"), 3) == (1, 2, 3)
