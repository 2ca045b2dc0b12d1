"""Which mistakes a review tells, by the chances before each action, and how bad they were."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from game.core.review import Evaluation, duel, evaluation_of_outcome
from game.core.rules import Outcome
from game.review.explaining import kind_of
from game.review.reviewer import DEEP_EFFORT
from game.review.turning_points import PlayedAction, PositionValue, TurningPoint, turning_points
from tests.review.scripted import Answering, finish, quoridor
from tests.stories import is_like
from tests.tables import rows

pytestmark = pytest.mark.quick

BEST = ("best",)


def chances(text: str) -> list[float | None]:
    """Return the chances of "0.5*8 ? 0.2"."""
    found: list[float | None] = []
    for part in text.split():
        chance, _, times = part.partition("*")
        found += [None if chance == "?" else float(chance)] * int(times or 1)
    return found


def written(points: Sequence[TurningPoint] | None) -> str:
    """Return turning points as the tables have them."""
    return ", ".join(f"{one.ply} {one.seat} {one.before:.3g} {one.after:.3g}" for one in points or ()) or "-"


@pytest.mark.parametrize(("text", "points", "how"), rows("turning_points", 3))
def test_turning_points(text: str, points: str, how: str) -> None:
    told = chances(text)
    played = [PlayedAction(ply % 2, how or "played", how != "no choice") for ply in range(len(told) - 1)]
    found = turning_points(played, [c if c is None else PositionValue(duel(0, c), BEST) for c in told])
    assert is_like(written(found), points)


@pytest.mark.parametrize(("short", "deep", "points", "longer"), rows("looks_at_games", 4))
def test_what_a_reviewer_looks_at_for_longer(short: str, deep: str, points: str, longer: str) -> None:
    known = chances(short if deep == "-" else deep)
    agent = Answering(chances(short), known)
    reviewer = finish(quoridor(agent))
    assert written(reviewer.points) == points
    assert " ".join(str(job.revision) for job in agent.jobs if job.effort == DEEP_EFFORT) == longer
    assert [value is None for value in reviewer.values] == [chance is None for chance in known]
    assert reviewer.found_nothing == (set(known) == {None})


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (1.0, 0.0, "win_thrown"),
        (1.0, 0.5, "win_missed"),
        (0.6, 0.0, "lost"),
        (0.5, 0.0, "lost"),
        (0.9, 0.6, "lead_shrunk"),
        (0.9, 0.5, "lead_shrunk"),
        (0.6, 0.4, "lead_lost"),
        (0.5, 0.3, "worse"),
        (0.4, 0.2, "worse"),
    ],
)
def test_what_an_action_did_goes_by_the_chances(before: float, after: float, kind: str) -> None:
    assert kind_of(TurningPoint(0, 0, before, after)) == kind


def test_four_seats_lose_by_their_own_chance() -> None:
    before, after = Evaluation((0.1, 0.1, 0.6, 0.2)), Evaluation((0.1, 0.6, 0.1, 0.2))
    points = turning_points(
        [PlayedAction(2, "played", True)], [PositionValue(before, BEST), PositionValue(after, BEST)]
    )
    assert points == (TurningPoint(0, 2, 0.6, 0.1),)


@pytest.mark.parametrize(
    ("winners", "seats", "evaluation"),
    [((1,), 2, (0.0, 1.0)), ((), 2, (0.5, 0.5)), ((0, 3), 4, (0.5, 0.0, 0.0, 0.5))],
)
def test_an_outcome_is_worth_a_share_for_each_winner(winners: Any, seats: int, evaluation: Any) -> None:
    assert evaluation_of_outcome(Outcome(winners, "won"), seats).chances == evaluation
