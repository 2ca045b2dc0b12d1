"""Sessions as stories in session_stories.txt: what players, the clock and an agent do, and what follows from that.

No real time passes. Each story begins with a game, its options, who sits at it and what else it has: an agent that
answers when the story says so, a store.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.agents.agent import Job, PlannedAction, SeatPlan, Thought
from game.core.decode import read_json
from game.core.options import resolve
from game.core.record import CLOCK_SEAT, Record, SeatConfig
from game.core.rules import IllegalActionError, OptionError
from game.core.spec import Play
from game.registry import GAMES
from game.session.session import Session
from game.storage.store import Store
from tests.stores import TOYS
from tests.stories import Story, Teller, each_story


class ScriptedAgent:
    """Answers when the story says so; keeps what it was asked."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.answers: list[Thought] = []
        self.cancelled = 0

    def request(self, job: Job) -> None:
        self.jobs.append(job)

    def answer(self, action: str, job: Job, error: str = "") -> None:
        plan = SeatPlan((PlannedAction(0.0, action),)) if job.kind == "plan" else None
        self.answers.append(
            Thought(action, revision=job.revision, decision=job.decision, kind=job.kind, error=error, plan=plan)
        )

    def poll(self) -> Thought | None:
        return self.answers.pop(0) if self.answers else None

    def cancel(self) -> None:
        self.cancelled += 1

    def close(self) -> None:
        pass


class Planner(ScriptedAgent):
    """Plans what the story gives it for each seat, at once; else it has no idea."""

    def __init__(self) -> None:
        super().__init__()
        self.plans: dict[int, SeatPlan] = {}

    def request(self, job: Job) -> None:
        super().request(job)
        plan = self.plans.get(job.seat)
        error = "" if plan else "out of ideas"
        self.answers = [
            Thought("", plan=plan, error=error, kind=job.kind, revision=job.revision, decision=job.decision)
        ]

    def cancel(self) -> None:
        super().cancel()
        self.answers = []


class Sessions(Teller):
    """A session as its story goes on."""

    refusals = (IllegalActionError, OptionError, ValueError)

    def __init__(self, path: Path, log: pytest.LogCaptureFixture) -> None:
        self.path = path
        self.log = log
        self.agent: Any = None
        self.store: Store | None = None
        self.spec = TOYS["nim"]
        self.session: Any = None
        self.before: Record | None = None

    def do_plays(self, seat: int, action: str) -> str:
        """Somebody at a seat acts."""
        before = self.session.state, self.session.revision, self.session.record()
        try:
            self.session.submit(seat, self.spec.rules.parse(action))
        except IllegalActionError as error:
            assert (self.session.state, self.session.revision, self.session.record()) == before
            return f"refused: {error}"
        return ""

    def do_game(self, given: str = "") -> None:
        """GAME {OPTIONS} of SEATS, with WHAT"""
        front, _, back = given.partition(" of ")
        seats, *more = back.split(", with ")
        title, _, options = front.partition(" ")
        self.spec = {**TOYS, **GAMES}[title]
        for what in more:
            if what == "an agent":
                self.agent = ScriptedAgent()
            elif what == "plans":
                self.agent = Planner()
            elif what == "a store":
                self.store = Store.open(self.path, {**TOYS, **GAMES})
            elif what == "turns alone":
                self.spec = replace(self.spec, simultaneous=None)
            elif what.startswith("plain "):
                plain = self.spec.rules.parse(what.removeprefix("plain "))
                self.spec = replace(self.spec, play=Play(fallback=lambda state, seat, action=plain: action))
            else:
                assert what.startswith("undo "), what
                policy: Any = what.removeprefix("undo ")
                self.spec = replace(self.spec, undo=policy)
        kinds = {"human": SeatConfig("human"), "ai": SeatConfig("ai", 2), "bot": SeatConfig("ai", engine="bot")}
        people = [kinds[seat] for seat in seats.split()]
        given_options = {"players": len(people)} if any(one.name == "players" for one in self.spec.options) else {}
        found = resolve(self.spec.options, given_options | read_json(options or "{}"))
        seed = 4 if title == "robots" else 0
        self.session = Session(self.spec, found, seed, people, agent=self.agent, store=self.store, min_think=0)

    def do_think(self, given: str = "") -> None:
        """An AI takes so many seconds at least."""
        seats, options, seed = self.session.seats, self.session.options, self.session.seed
        self.session = Session(
            self.spec, options, seed, seats, agent=self.agent, store=self.store, min_think=float(given)
        )

    def do_plan(self, given: str = "") -> None:
        """SEAT: ACTION at SECONDS by ROUTE, ...; ways ROUTE; patience SECONDS"""
        seat, _, rest = given.partition(" has ")
        actions, *more = rest.split("; ")
        known = dict(part.split(" ", 1) for part in more)
        planned = []
        for entry in actions.split(", ") if actions != "nothing" else ():
            action, _, when = entry.partition(" at ")
            seconds, _, route = when.partition(" by ")
            planned.append(PlannedAction(float(seconds), action, tuple(route.split(" and ")) if route else ()))
        ways = tuple(known["ways"].split(" and ")) if "ways" in known else ()
        patience = {"patience": float(known["patience"])} if "patience" in known else {}
        self.agent.plans[int(seat)] = SeatPlan(tuple(planned), ways, **patience)

    def do_live(self, given: str = "") -> str:
        """Time passes in quarters of a second; what is done meanwhile, and when."""
        done = []
        for quarter in range(round(float(given) * 4)):
            while step := self.session.tick(True):
                done.append(f"{self.told([step])} at {quarter / 4:g}")
            self.session.advance(0.25)
        return ", ".join(done) or "nothing"

    def do_resume(self, given: str = "") -> None:
        """The program starts again, and goes on with what was kept, or where that is nothing with the record: of one
        that was "killed" without its result, or with the times that are given."""
        self.session.close()
        record = self.store.unfinished(self.spec.id) if self.store else None
        was = self.session
        known = record or was.record()
        if given == "killed":
            known = replace(known, result=None)
        elif given:
            known = replace(known, times=tuple(map(int, given.split()[1:])))
        self.session = Session.resume(self.spec, known, agent=self.agent, store=self.store)
        assert (self.session.state, self.session.outcome) == (was.state, was.outcome)

    # Time

    def do_advance(self, given: str = "") -> None:
        self.session.advance(float(given))

    def do_tick(self, given: str = "") -> str:
        step = self.session.tick(given != "busy", hold=given == "hold")
        return self.told([step] if step else [])

    def do_run(self, given: str = "") -> str:
        steps = []
        for _ in range(int(given)):
            self.session.advance(1.0)
            steps.append(self.session.tick(True))
        return self.told([step for step in steps if step])

    def do_extend(self, given: str = "") -> None:
        before = self.session.record()
        self.session.extend_clock(float(given))
        assert self.session.record() == before, "a record does not tell of it"

    def ask_clock(self) -> str:
        clock = self.session.clock
        return f"{clock.seconds:g}" if clock else "none"

    def ask_silence(self) -> str:
        return f"{self.session.silence.seconds:g}" if self.session.silence else "none"

    # Players

    def do_undo(self) -> str:
        revision, can_undo = self.session.revision, self.session.can_undo()
        taken = self.session.undo()
        assert can_undo is bool(taken) is (self.session.revision > revision)
        return self.told(taken)

    def do_redo(self) -> str:
        can_redo = self.session.can_redo()
        steps = self.session.redo()
        assert can_redo is bool(steps)
        return self.told(steps)

    def do_resign(self, given: str = "") -> None:
        self.session.resign(int(given))

    def do_note(self) -> None:
        self.before = self.session.record()

    def do_same(self) -> None:
        assert self.session.record() == self.before

    # The agent

    def ask_jobs(self) -> str:
        return ", ".join(f"{job.kind} {job.seat} {job.engine}".strip() for job in self.agent.jobs)

    def do_answer(self, given: str = "") -> None:
        action, _, number = given.partition(" to job ")
        self.agent.answer(action, self.agent.jobs[int(number or len(self.agent.jobs)) - 1])

    def do_fails(self, given: str = "") -> None:
        self.agent.answer("", self.agent.jobs[-1], given)

    def ask_cancelled(self) -> str:
        return str(self.agent.cancelled)

    def ask_thinking(self) -> str:
        return str(self.session.thinking_seat)

    def do_ask(self, given: str = "") -> str:
        answer = getattr(self.session.analysis, f"request_{given}")()
        return "" if answer is None else "asked" if answer else "not now"

    def do_review(self, given: str = "") -> None:
        self.session.analysis.request_review(int(given))

    def do_hand(self, given: str = "") -> None:
        """SEAT to KIND"""
        seat = int(given.split()[0])
        self.session.seats = (*self.session.seats[:seat], SeatConfig("ai", 5), *self.session.seats[seat + 1 :])
        self.session._see_people()

    def do_poll(self, given: str = "") -> str:
        thought = getattr(self.session.analysis, f"poll_{given}")()
        return f"{thought.kind} {thought.action}{thought.error}".strip() if thought else "nothing"

    def do_drop(self) -> None:
        self.session.analysis.cancel()

    def do_rest(self) -> None:
        self.session.rest()

    def do_close(self) -> None:
        self.session.close()

    # What is there

    def ask_record(self) -> str:
        return ", ".join(self.session.record().actions) or "nothing"

    def ask_times(self) -> str:
        return " ".join(map(str, self.session.record().times))

    def ask_outcome(self) -> str:
        found = self.session.outcome
        return f"{' and '.join(map(str, found.winners)) or 'nobody'}: {found.reason}" if found else "none"

    def ask_actors(self) -> str:
        return " ".join(map(str, self.session.actors())) or "nobody"

    def ask_legal(self, given: str = "") -> str:
        return ", ".join(map(self.spec.rules.text, self.session.legal(int(given)))) or "nothing"

    def ask_seats(self) -> str:
        return ", ".join(f"{seat.kind} {seat.level or ''}".strip() for seat in self.session.seats)

    def ask_state(self, given: str = "") -> str:
        state = self.session.state
        return " ".join(str(getattr(state, word)) for word in given.split())

    # The store

    def ask_kept(self) -> str:
        assert self.store is not None
        record = self.store.unfinished(self.spec.id)
        if record is None:
            return "nothing"
        assert (record.actions, record.times, record.seats) == (
            self.session.record().actions,
            self.session.record().times,
            self.session.record().seats,
        )
        return ", ".join(record.actions) or "its beginning"

    def ask_saved(self) -> str:
        assert self.store is not None
        clock = self.store.saved_clock(self.spec.id)
        return f"{clock.seconds:g}" if clock else "none"

    def ask_shelf(self) -> str:
        assert self.store is not None and (
            self.session.outcome is None or self.session.record() in self.store.results()
        )
        return " | ".join(", ".join(game.record.actions) or "no move" for game in self.store.archive()) or "empty"

    def do_discard(self) -> None:
        assert self.store is not None
        self.store.discard(self.spec.id)

    def do_clear(self) -> None:
        """The shelf."""
        assert self.store is not None
        for game in self.store.archive():
            self.store.remove(game.id)

    def ask_logged(self) -> str:
        return self.log.text

    def told(self, steps: list[Any]) -> str:
        """Steps in words: each seat, or the clock, with its action."""
        names = ["clock" if step.seat == CLOCK_SEAT else str(step.seat) for step in steps]
        texts = [self.spec.rules.text(step.action) for step in steps]
        return ", ".join(f"{name}: {text}" for name, text in zip(names, texts, strict=True)) or "nothing"


@pytest.fixture
def sessions(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Sessions]:
    found = Sessions(tmp_path / "store.sqlite3", caplog)
    yield found
    if found.store is not None:
        found.store.close()


@each_story(Path(__file__).with_name("session_stories.txt"))
def test_a_story(story: Story, sessions: Sessions) -> None:
    sessions.tell(story)
