"""Going through a finished game: what is asked, in which order, and what is made of the answers."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.agents.agent import VALUE_SECONDS, Job, Thought, Valuer
from game.agents.inline import InlineAgent
from game.core.options import resolve
from game.core.record import Record, SeatConfig, record_from_json, replay
from game.core.review import duel
from game.core.rules import RecordError
from game.quoridor import SPEC as QUORIDOR
from game.registry import GAMES, load_brain
from game.review.desk import ReviewDesk
from game.review.examiner import DEEP_EFFORT, MOST_DEEP, MOST_FIRST, Examiner, can_review
from game.review.explaining import explained
from game.review.kept import review_from_json, review_to_json
from game.star import SPEC as STAR
from game.star.table import table_of
from game.star.theory import position_verdict
from game.store import Store
from tests.clocks import StopAfter, TickingClock
from tests.stores import opening
from tools.catalogue.review import reviewed

ACTIONS = ("e2", "e8", "e3", "e7", "e4", "e6", "d3h", "a7h", "a1v", "e7", "e5", "e8", "e6")
SEATS = (SeatConfig(identity="circle"), SeatConfig(identity="square"))
LOST_STAR = ("@c2", "@c3", "@a2", "c3-b3")  # won, then lost; won, then drawn; drawn, then lost


class Answering:
    """An agent that says of each position what a table has for it: the chance of seat 0, and a best action."""

    def __init__(self, chances: Sequence[float | None], deep: Sequence[float | None] = ()) -> None:
        self.chances = chances
        self.deep = deep or chances
        self.jobs: list[Job] = []
        self.cancelled = 0
        self._waiting: Job | None = None

    def warm(self) -> None:
        pass

    def request(self, job: Job) -> None:
        self.jobs.append(job)
        self._waiting = job

    def poll(self) -> Thought | None:
        job, self._waiting = self._waiting, None
        if job is None:
            return None
        chance = (self.deep if job.effort == DEEP_EFFORT else self.chances)[job.revision]
        worth = None if chance is None else duel(0, chance)
        return Thought("", pv=("h1h",), worth=worth, revision=job.revision, kind=job.kind)

    def cancel(self) -> None:
        self.cancelled += 1
        self._waiting = None

    def close(self) -> None:
        pass


def quoridor(agent: Answering) -> Examiner:
    record = Record("quoridor", resolve(QUORIDOR.options, {}), 0, ACTIONS, SEATS)
    return Examiner(agent, QUORIDOR, record, replay(QUORIDOR, dict(record.options), 0, ACTIONS).steps)


def finish(examiner: Examiner) -> Examiner:
    for _ in range(200):
        examiner.tick()
        if examiner.done:
            return examiner
    raise AssertionError("it goes on for ever")


def test_every_position_is_asked_about_with_the_game_up_to_there() -> None:
    agent = Answering([0.5] * 14)
    examiner = finish(quoridor(agent))
    assert [record_from_json(job.record).actions for job in agent.jobs] == [ACTIONS[:ply] for ply in range(14)]
    assert {job.kind for job in agent.jobs} == {"value"} and examiner.points == ()
    assert [job.seat for job in agent.jobs] == [ply % 2 for ply in range(14)]


def test_what_a_turning_point_hangs_on_is_looked_at_for_longer() -> None:
    chances = [0.5] * 8 + [0.8] + [0.2] * 5
    agent = Answering(chances)
    examiner = finish(quoridor(agent))
    assert [job.revision for job in agent.jobs if job.effort == DEEP_EFFORT] == [8, 9]
    assert [(point.ply, point.seat) for point in examiner.points or ()] == [(8, 0)]


def test_a_loss_that_turns_out_to_have_come_before_is_followed_back() -> None:
    """At first the loss seems to be at ply 8; a longer look finds that the position was bad already."""
    chances = [0.8] * 9 + [0.2] * 5
    agent = Answering(chances, [0.8] * 7 + [0.2] * 7)
    examiner = finish(quoridor(agent))
    assert [(point.ply, point.before, point.after) for point in examiner.points or ()] == [(6, 0.8, 0.2)]


def test_a_longer_look_can_clear_an_action() -> None:
    agent = Answering([0.5] * 8 + [0.8] + [0.2] * 5, [0.2] * 14)
    assert finish(quoridor(agent)).points == ()


def test_no_more_positions_than_planned_are_looked_at_for_longer() -> None:
    agent = Answering([0.9, 0.1] * 7, [0.1, 0.9] * 7)
    finish(quoridor(agent))
    assert sum(job.effort == DEEP_EFFORT for job in agent.jobs) <= MOST_DEEP


def test_what_fails_is_left_out() -> None:
    examiner = finish(quoridor(Answering([None] * 14)))
    assert examiner.found_nothing and examiner.points == ()
    few = finish(quoridor(Answering([0.5, None] + [0.5] * 12)))
    assert not few.found_nothing and few.values[1] is None


def test_what_fails_in_a_short_look_gets_a_longer_one() -> None:
    chances = [0.5] * 8 + [None] + [0.2] * 5
    examiner = finish(quoridor(Answering(chances, [0.5] * 8 + [0.8] + [0.2] * 5)))
    assert [(point.ply, point.before, point.after) for point in examiner.points or ()] == [(8, 0.8, 0.2)]


def test_a_pause_cancels_and_what_was_asked_is_asked_again() -> None:
    agent = Answering([0.5] * 14)
    examiner = quoridor(agent)
    for _ in range(4):
        examiner.tick()
    examiner.pause()
    assert agent.cancelled == 1
    before = len(agent.jobs)
    assert agent.jobs[-1].revision == 3
    finish(examiner)
    assert agent.jobs[before].revision == 3 and examiner.points == ()


def test_a_paused_one_that_asked_nothing_leaves_the_agent_alone() -> None:
    agent = Answering([0.5] * 14)
    quoridor(agent).pause()
    assert agent.cancelled == 0


class Hurried:
    """A clock that runs faster than the real one, as it seems to one who does less in a second."""

    def __init__(self, times: float) -> None:
        self._begun, self._times = time.monotonic(), times

    def monotonic(self) -> float:
        return self._begun + self._times * (real_monotonic() - self._begun)


real_monotonic = time.monotonic
SLOWER = 8.0
PLAYED: dict[str, tuple[tuple[dict[str, Any], tuple[str, ...]], ...]] = {
    "quoridor": (({}, ACTIONS), ({"players": 4}, ("e2", "b5", "e8", "h5", "e3", "c8v"))),
    "coffee": (({"board": "sq5"}, ("b4h", "b5u", "c4v")), ({"board": "hex3"}, ("c1u", "a1d"))),
}


@pytest.mark.parametrize("game", PLAYED)
def test_a_value_is_the_same_on_a_slower_machine(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spec, found = GAMES[game], []
    for clock in (Hurried(1.0), Hurried(SLOWER)):
        monkeypatch.setattr(f"game.{game}.search.time", SimpleNamespace(monotonic=clock.monotonic))
        brain = load_brain(spec)
        for options, actions in PLAYED[game]:
            state = replay(spec, resolve(spec.options, options), 0, actions).state
            seat, effort = spec.rules.actors(state)[0], 0.02
            assert isinstance(brain, Valuer)
            found.append(brain.value(state, seat, effort, VALUE_SECONDS, lambda: False))
    assert found[0] is not None and found[: len(found) // 2] == found[len(found) // 2 :]


def test_the_time_is_a_far_cap() -> None:
    agent = Answering([0.5] * 8 + [0.8] + [0.2] * 5)
    finish(quoridor(agent))
    assert {job.effort for job in agent.jobs} == {MOST_FIRST, DEEP_EFFORT}
    assert {job.seconds for job in agent.jobs} == {VALUE_SECONDS} and VALUE_SECONDS >= 10 * DEEP_EFFORT


def test_a_value_ends_where_the_far_cap_or_a_stop_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = GAMES["quoridor"]
    state, brain = replay(spec, resolve(spec.options, {}), 0, ACTIONS).state, load_brain(spec)
    assert isinstance(brain, Valuer)
    monkeypatch.setattr("game.quoridor.search.time", TickingClock(0.01))
    looks = StopAfter(1000)
    brain.value(state, 1, 1000.0, 0.1, looks)
    assert looks.looks < 20, "ten looks at the clock, and it is over"
    looks = StopAfter(5)
    brain.value(state, 1, 1000.0, None, looks)
    assert looks.looks < 10


@pytest.mark.long
@pytest.mark.parametrize("game", ["quoridor", "coffee"])
def test_the_same_record_has_the_same_review(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spec, reviews = GAMES[game], []
    record, _ = reviewed(game, SEATS)
    actions = record.actions[:30]
    steps = replay(spec, dict(record.options), 0, actions).steps
    for times in (1.0, 4.0):
        monkeypatch.setattr(f"game.{game}.search.time", SimpleNamespace(monotonic=Hurried(times).monotonic))
        examiner = Examiner(InlineAgent(), spec, replace(record, actions=actions, result=None), steps)
        while not examiner.done:
            examiner.tick()
        reviews.append((examiner.values, examiner.points))
    assert reviews[0] == reviews[1]


def star_examiner(actions: tuple[str, ...] = LOST_STAR) -> tuple[Examiner, Record]:
    record = Record("star", resolve(STAR.options, {}), 0, actions, SEATS)
    steps = replay(STAR, dict(record.options), 0, actions).steps
    return Examiner(InlineAgent(), STAR, record, steps), record


def test_the_solved_game_is_reviewed_as_it_is_solved() -> None:
    examiner, _ = star_examiner()
    finish(examiner)
    worth = {"win": 1.0, "draw": 0.5, "loss": 0.0}
    states = [*(step.before for step in examiner._steps), examiner._steps[-1].after]
    verdicts = [position_verdict(state, table_of(state.fouls)).value for state in states]
    found = [value.worth.chances[ply % 2] for ply, value in enumerate(examiner.values) if value is not None]
    assert found == [worth[verdict] for verdict in verdicts]
    told = [(point.ply, point.seat, point.before, point.after) for point in examiner.points or ()]
    assert told == [(0, 0, 1.0, 0.0), (2, 0, 0.5, 0.0)]  # the second is of the first one's phase
    points = [explained(STAR, list(examiner._steps), examiner.values, point) for point in examiner.points or ()]
    assert [point.kind for point in points] == ["win_thrown", "lost"]
    assert all(STAR.rules.text(point.better.action) == examiner.values[point.point.ply].line[0] for point in points)


def test_quoridors_search_sees_that_a_wall_is_owed() -> None:
    """Seat 1 lets seat 0 arrive, though a wall would have stopped it."""
    actions = ("e2", "e8", "e3", "e7", "e4", "e6", "e5", "d6", "e6", "d5", "e7", "d4", "e8", "d3", "e9")
    record = Record("quoridor", resolve(QUORIDOR.options, {}), 0, actions)
    steps = replay(QUORIDOR, dict(record.options), 0, actions).steps
    examiner = finish(Examiner(InlineAgent(), QUORIDOR, record, steps))
    assert examiner.values[-1] is not None and examiner.values[-1].worth.chances == (1.0, 0.0)
    assert any(point.seat == 1 for point in examiner.points or ())
    assert all(point.before >= 0.15 for point in examiner.points or ())


def test_which_games_can_be_reviewed() -> None:
    assert {game for game, spec in GAMES.items() if can_review(spec)} == {"quoridor", "coffee", "star", "robots"}


# Kept


def test_what_was_found_survives_being_kept() -> None:
    examiner, _ = star_examiner()
    finish(examiner)
    text = review_to_json(examiner.values)
    assert review_from_json(text, len(LOST_STAR) + 1, 2) == examiner.values


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"version":3,"values":[null]}',
        '{"version":2,"values":[null,null]}',
        '{"version":2,"values":[[[0.5],null,1,""]]}',
        '{"version":2,"values":[[[0.5,7],null,1,""]]}',
        '{"version":2,"values":[[[0.5,"x"],null,1,""]]}',
        '{"version":2,"values":[[[0.5,0.5],"x",1,""]]}',
        '{"version":2,"values":[[[0.5,0.5],null,1,7]]}',
        '{"version":2,"values":[[[0.5,0.5],null,1]]}',
    ],
)
def test_a_damaged_review_is_none(text: str) -> None:
    with pytest.raises(RecordError):
        review_from_json(text, 1, 2)


@pytest.fixture
def store(tmp_path: Path):
    yield from opening(tmp_path / "store.sqlite3")


def test_the_desk_makes_a_review_once_and_keeps_it(store) -> None:
    _, record = star_examiner()
    asked: list[InlineAgent] = []

    def agent() -> InlineAgent:
        asked.append(InlineAgent())
        return asked[-1]

    kept = store()
    kept.finish(record)
    steps = replay(STAR, dict(record.options), 0, record.actions).steps
    desk = ReviewDesk(agent, kept)
    examiner = desk.examiner(STAR, record, steps)
    while not examiner.done:
        desk.tick()
    desk.tick()
    assert desk.examiner(STAR, record, steps) is examiner
    again = ReviewDesk(agent, store()).examiner(STAR, record, steps)
    assert again is not examiner and again.done
    assert (again.values, again.points) == (examiner.values, examiner.points)


def test_a_damaged_one_is_made_anew(store) -> None:
    _, record = star_examiner()
    kept = store()
    kept.finish(record)
    kept.keep_review(record, '{"version":2,"values":[null]}')
    steps = replay(STAR, dict(record.options), 0, record.actions).steps
    assert not ReviewDesk(InlineAgent, kept).examiner(STAR, record, steps).done


def test_nothing_is_kept_of_a_review_that_found_nothing(store) -> None:
    record = Record("quoridor", resolve(QUORIDOR.options, {}), 0, ACTIONS, SEATS)
    kept = store()
    kept.add(record)
    desk = ReviewDesk(lambda: Answering([None] * 14), kept)
    examiner = desk.examiner(QUORIDOR, record, replay(QUORIDOR, dict(record.options), 0, ACTIONS).steps)
    while not examiner.done:
        desk.tick()
    desk.tick()
    assert kept.review(record) is None


# The store


def finished(seed: int) -> Record:
    return Record("star", resolve(STAR.options, {}), seed, LOST_STAR, SEATS)


def test_a_review_goes_with_its_game(store) -> None:
    kept = store()
    first, second = kept.add(finished(1)), kept.add(finished(2))
    assert kept.keep_review(first.record, "one") and kept.keep_review(second.record, "two")
    kept = store()
    assert (kept.review(finished(1)), kept.review(finished(2))) == ("one", "two")
    kept.remove(first.id)
    kept = store()
    assert (kept.review(finished(1)), kept.review(finished(2))) == (None, "two")
    assert kept.add(finished(1)).id != second.id and kept.review(finished(1)) is None


def test_a_game_that_takes_the_number_of_another_one_has_no_review(store) -> None:
    kept = store()
    first = kept.add(finished(1))
    kept.keep_review(first.record, "one")
    kept.remove(first.id)
    assert kept.add(finished(2)).id == first.id
    assert store().review(finished(2)) is None


def test_the_same_actions_by_other_rules_are_another_game(store) -> None:
    kept = store()
    kept.add(finished(1))
    other = replace(finished(1), options={**finished(1).options, "fouls": "none"})
    assert not kept.keep_review(other, "other") and kept.review(finished(1)) is None


def test_of_a_game_that_is_not_on_the_shelf_nothing_is_kept(store) -> None:
    kept = store()
    assert not kept.keep_review(finished(1), "one") and kept.review(finished(1)) is None


def test_a_game_is_the_same_whoever_played_it_and_with_options_left_out(store) -> None:
    kept = store()
    game = kept.add(Record("star", {}, 5, LOST_STAR, SEATS))
    assert kept.keep_review(finished(5), "five") and kept.review(game.record) == "five"


def test_a_review_that_falls_off_the_shelf_with_its_game_is_gone(store) -> None:
    kept = store()
    kept.resize_shelf(20)
    kept.add(finished(0))
    kept.keep_review(finished(0), "zero")
    for seed in range(1, 21):
        kept.add(finished(seed))
    assert store().review(finished(0)) is None


def test_a_damaged_row_is_no_review(store, tmp_path: Path) -> None:
    import sqlite3

    kept = store()
    kept.add(finished(1))
    kept.keep_review(finished(1), "one")
    kept.close()
    with sqlite3.connect(tmp_path / "store.sqlite3") as database:
        database.execute("UPDATE reviews SET review = 'two'")
    kept = Store.open(tmp_path / "store.sqlite3")
    try:
        assert kept.review(finished(1)) is None and len(kept.archive()) == 1
    finally:
        kept.close()


def test_the_blunder_that_decided_is_among_the_turning_points() -> None:
    """Orange and Black gave the win away in turns; the last time was `e2v`, where `e2h` won."""
    text = "c3v b3d d5u e4v d4v b4u a5v b5d a4v c4h c5v e5h e3v d3u e2v b2*"
    actions = text.split()
    spec = GAMES["coffee"]
    options = resolve(spec.options, {})
    steps = replay(spec, options, 0, actions).steps
    examiner = Examiner(InlineAgent(), spec, Record("coffee", options, 0, tuple(actions), SEATS), steps)
    finish(examiner)
    assert examiner.points is not None and examiner.points[-1].ply == actions.index("e2v")
    value = examiner.values[actions.index("e2v")]
    assert value is not None and value.line[0] == "e2h"
