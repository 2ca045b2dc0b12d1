"""Going through a finished game: what is asked, in which order, and what is made of the answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.agents.agent import VALUE_SECONDS, Brain, Thought
from game.agents.worker import InlineAgent, think
from game.coffee.search import CoffeeBrain
from game.core.options import resolve
from game.core.record import record_from_json, replay
from game.core.rules import RecordError
from game.quoridor import SPEC as QUORIDOR
from game.quoridor.search import QuoridorBrain
from game.registry import GAMES, find
from game.review.explaining import explain
from game.review.review_cache import ReviewCache
from game.review.reviewer import DEEP_EFFORT, MOST_DEEP, MOST_FIRST, can_review
from game.review.turning_points import review_from_json, review_to_json
from game.star import SPEC as STAR
from game.star.solver import position_verdict, table_of
from tests import make
from tests.clocks import StopAfter, TickingClock
from tests.review.scripted import ACTIONS, Answering, finish, quoridor, reviewer_of, steps_of
from tests.stores import opening
from tests.tables import rows
from tools.catalogue.review import reviewed

SEATS = (make.AOI, make.REN)
LOST_STAR = make.record("star", *SEATS, actions="@c2 @c3 @a2 c3-b3")  # won, then lost; won, drawn; drawn, lost


def test_every_position_is_asked_about_with_the_game_up_to_there() -> None:
    agent = Answering([0.5] * 14)
    reviewer = finish(quoridor(agent))
    assert [record_from_json(job.record).actions for job in agent.jobs] == [ACTIONS[:ply] for ply in range(14)]
    assert {job.kind for job in agent.jobs} == {"value"} and reviewer.points == ()
    assert [job.seat for job in agent.jobs] == [ply % 2 for ply in range(14)]


def test_no_more_positions_than_planned_are_looked_at_for_longer() -> None:
    record = make.record("quoridor", *SEATS, actions=("e2", "e8", "e1", "e9") * 7)
    agent = Answering([0.9, 0.1] * 15, [0.1, 0.9] * 15)
    finish(reviewer_of(record, agent))
    assert sum(job.effort == DEEP_EFFORT for job in agent.jobs) == MOST_DEEP < len(record.actions)


def test_a_pause_cancels_and_what_was_asked_is_asked_again() -> None:
    agent = Answering([0.5] * 14)
    reviewer = quoridor(agent)
    for _ in range(4):
        reviewer.tick()
    reviewer.pause()
    assert agent.cancelled == 1
    before = len(agent.jobs)
    assert agent.jobs[-1].revision == 3
    finish(reviewer)
    assert agent.jobs[before].revision == 3 and reviewer.points == ()


def test_a_paused_one_that_asked_nothing_leaves_the_agent_alone() -> None:
    agent = Answering([0.5] * 14)
    quoridor(agent).pause()
    assert agent.cancelled == 0


BRAINS: dict[str, Any] = {"quoridor": QuoridorBrain, "coffee": CoffeeBrain}
FASTER, SLOWER = 0.000001, 0.0001  # seconds from one look at the clock to the next
PLAYED: dict[str, tuple[tuple[dict[str, Any], tuple[str, ...]], ...]] = {
    "quoridor": (({}, ACTIONS), ({"players": 4}, ("e2", "b5", "e8", "h5", "e3", "c8v"))),
    "coffee": (({"board": "sq5"}, ("b4h", "b5u", "c4v")), ({"board": "hex3"}, ("c1u", "a1d"))),
}


@pytest.mark.parametrize("game", PLAYED)
def test_a_value_is_the_same_on_a_slower_machine(game: str) -> None:
    spec, found = GAMES[game], []
    for step in (FASTER, SLOWER):
        brain = BRAINS[game](TickingClock(step))
        for options, actions in PLAYED[game]:
            state = replay(spec, resolve(spec.options, options), 0, actions).state
            seat, effort = spec.rules.actors(state)[0], 0.02
            found.append(brain.value(state, seat, effort, VALUE_SECONDS, lambda: False))
    assert found[0] is not None and found[: len(found) // 2] == found[len(found) // 2 :]


def test_the_time_is_a_far_cap() -> None:
    agent = Answering([0.5] * 8 + [0.8] + [0.2] * 5)
    finish(quoridor(agent))
    assert {job.effort for job in agent.jobs} == {MOST_FIRST, DEEP_EFFORT}
    assert {job.seconds for job in agent.jobs} == {VALUE_SECONDS} and VALUE_SECONDS >= 10 * DEEP_EFFORT


def test_a_value_ends_where_the_far_cap_or_a_stop_says_so() -> None:
    state = replay(QUORIDOR, resolve(QUORIDOR.options, {}), 0, ACTIONS).state
    brain = QuoridorBrain(TickingClock(0.01))
    looks = StopAfter(1000)
    brain.value(state, 1, 1000.0, 0.1, looks)
    assert looks.looks < 20, "ten looks at the clock, and it is over"
    looks = StopAfter(5)
    brain.value(state, 1, 1000.0, None, looks)
    assert looks.looks < 10


class Asking(InlineAgent):
    """One that asks this brain."""

    def __init__(self, brain: Brain) -> None:
        super().__init__()
        self._brain = brain

    def poll(self) -> Thought | None:
        job, self._job = self._job, None
        return think(job, find, lambda: False, lambda spec: self._brain) if job else None


@pytest.mark.long
@pytest.mark.parametrize("game", BRAINS)
def test_the_same_record_has_the_same_review(game: str) -> None:
    reviews = []
    record, _ = reviewed(game, SEATS)
    record = replace(record, actions=record.actions[:30], result=None)
    for step in (FASTER, SLOWER):
        reviewer = finish(reviewer_of(record, Asking(BRAINS[game](TickingClock(step)))))
        reviews.append((reviewer.values, reviewer.points))
    assert reviews[0] == reviews[1]


def test_the_solved_game_is_reviewed_as_it_is_solved() -> None:
    reviewer, steps = finish(reviewer_of(LOST_STAR)), steps_of(LOST_STAR)
    evaluation = {"win": 1.0, "draw": 0.5, "loss": 0.0}
    states = [*(step.before for step in steps), steps[-1].after]
    verdicts = [position_verdict(state, table_of(state.fouls)).value for state in states]
    found = [value.evaluation.chances[ply % 2] for ply, value in enumerate(reviewer.values) if value is not None]
    assert found == [evaluation[verdict] for verdict in verdicts]
    told = [(point.ply, point.seat, point.before, point.after) for point in reviewer.points or ()]
    assert told == [(0, 0, 1.0, 0.0), (2, 0, 0.5, 0.0)]  # the second is of the first one's phase
    points = [explain(STAR, steps, reviewer.values, point) for point in reviewer.points or ()]
    assert [point.kind for point in points] == ["win_thrown", "lost"]
    assert all(STAR.rules.text(point.better.action) == reviewer.values[point.point.ply].line[0] for point in points)


def test_quoridors_search_sees_that_a_wall_is_owed() -> None:
    """Seat 1 lets seat 0 arrive, though a wall would have stopped it."""
    actions = "e2 e8 e3 e7 e4 e6 e5 d6 e6 d5 e7 d4 e8 d3 e9"
    reviewer = finish(reviewer_of(make.record("quoridor", actions=actions)))
    assert reviewer.values[-1] is not None and reviewer.values[-1].evaluation.chances == (1.0, 0.0)
    assert any(point.seat == 1 for point in reviewer.points or ())
    assert all(point.before >= 0.15 for point in reviewer.points or ())


@pytest.mark.usefixtures("four_games")
def test_which_games_can_be_reviewed() -> None:
    assert {game for game, spec in GAMES.items() if can_review(spec)} == {"quoridor", "coffee", "star", "robots"}


# Kept


def test_what_was_found_survives_being_kept() -> None:
    values = finish(reviewer_of(LOST_STAR)).values
    assert review_from_json(review_to_json(values), len(LOST_STAR.actions) + 1, 2) == values


@pytest.mark.parametrize("text", ["", *(text for (text,) in rows("damaged_reviews", 1))])
def test_a_damaged_review_is_none(text: str) -> None:
    with pytest.raises(RecordError):
        review_from_json(text, 1, 2)


@pytest.fixture
def store(tmp_path: Path):
    yield from opening(tmp_path / "store.sqlite3")


def test_the_cache_makes_a_review_once_and_keeps_it(store) -> None:
    kept, steps = store(), steps_of(LOST_STAR)
    kept.finish(LOST_STAR)
    reviews = ReviewCache(InlineAgent, kept)
    reviewer = reviews.reviewer(STAR, LOST_STAR, steps)
    while not reviewer.done:
        reviews.tick()
    reviews.tick()
    assert reviews.reviewer(STAR, LOST_STAR, steps) is reviewer
    again = ReviewCache(InlineAgent, store()).reviewer(STAR, LOST_STAR, steps)
    assert again is not reviewer and again.done
    assert (again.values, again.points) == (reviewer.values, reviewer.points)


def test_a_damaged_one_is_made_anew(store) -> None:
    kept = store()
    kept.finish(LOST_STAR)
    kept.keep_review(LOST_STAR, '{"version":2,"values":[null]}')
    assert not ReviewCache(InlineAgent, kept).reviewer(STAR, LOST_STAR, steps_of(LOST_STAR)).done


def test_nothing_is_kept_of_a_review_that_found_nothing(store) -> None:
    record = make.record("quoridor", *SEATS, actions=ACTIONS)
    kept = store()
    kept.add(record)
    reviews = ReviewCache(lambda: Answering([None] * 14), kept)
    reviewer = reviews.reviewer(QUORIDOR, record, steps_of(record))
    while not reviewer.done:
        reviews.tick()
    reviews.tick()
    assert kept.review(record) is None


def test_the_blunder_that_decided_is_among_the_turning_points() -> None:
    """Orange and Black gave the win away in turns; the last time was `e2v`, where `e2h` won."""
    actions = "c3v b3d d5u e4v d4v b4u a5v b5d a4v c4h c5v e5h e3v d3u e2v b2*"
    reviewer = finish(reviewer_of(make.record("coffee", *SEATS, actions=actions)))
    ply = actions.split().index("e2v")
    assert reviewer.points is not None and reviewer.points[-1].ply == ply
    value = reviewer.values[ply]
    assert value is not None and value.line[0] == "e2h"
