"""Sessions as stories in session_stories.txt: what players, the clock and an agent do, and what follows.

No real time passes. Each story begins with a game, its options, its seats and what else it has: an agent that answers
when the story says so, or a store.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from game.agents.agent import Job, PlannedAction, SeatPlan, Thought
from game.core.decode import read_json
from game.core.options import resolve
from game.core.record import CLOCK_SEAT, SeatConfig
from game.core.rules import IllegalActionError, OptionError, Outcome
from game.registry import GAMES
from game.session.session import Session
from game.storage.store import Store
from tests.stores import TOYS
from tests.stories import Story, Teller, each_story


class ScriptedAgent:
    """Answers when the story says so. Keeps the requests."""

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
    """Answers each request at once with the plan that the story gives for the seat, or with an error."""

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


def plan_of(text: str) -> SeatPlan:
    """Return the PLAN of a story."""
    actions, *more = text.split("; ")
    known = {"ways": "", "patience": "0"} | dict(part.split(" ", 1) for part in more)
    planned = []
    for entry in actions.split(", ") if actions != "nothing" else ():
        action, _, when = entry.partition(" at ")
        seconds, _, route = when.partition(" by ")
        planned.append(PlannedAction(float(seconds), action, tuple(filter(None, route.split(" and ")))))
    return SeatPlan(tuple(planned), tuple(filter(None, known["ways"].split(" and "))), float(known["patience"]))


class Sessions(Teller):
    """Tells of a session. SEATS of a game are "human", "ai" and "bot" (an outside engine). A step of a seat has its
    number in front: "0 plays: take 1". A step that makes others act says what they do: "1: take 2". A step that is
    refused says "refused: " and why."""

    refusals = (IllegalActionError, OptionError, ValueError)
    facts: ClassVar = {
        "clock": lambda s: s.session.clock and f"{s.session.clock.seconds:g}",  # the seconds on the clock
        "silence": lambda s: s.session.silence and f"{s.session.silence.seconds:g}",  # those of the bidding delay
        # all requests to the agent so far: "move 1, plan 0"
        "jobs": lambda s: [f"{job.kind} {job.seat} {job.engine}".strip() for job in s.agent.jobs],
        "record": lambda s: ", ".join(s.session.record().actions) or "nothing",  # all actions of the record
        "outcome": lambda s: s.session.outcome and ending(s.session.outcome),  # "0: last"
        # the legal actions of a seat
        "legal": lambda s, seat: ", ".join(map(s.spec.rules.text, s.session.legal(int(seat)))) or "nothing",
        # the seconds on the stored clock
        "saved": lambda s: (clock := s.store.saved_clock(s.spec.id)) and f"{clock.seconds:g}",
    }

    def __init__(self, path: Path, log: pytest.LogCaptureFixture) -> None:
        self.path = path
        self.log = log
        self.agent: Any = None
        self.store: Any = None
        self.spec = TOYS["nim"]
        self.session: Any = None

    def do_plays(self, seat: int, given: str = "") -> None:
        """ACTION or resign: Play ACTION for the seat in front, or let this seat resign."""
        if given == "resign":
            self.session.resign(seat)
        else:
            self.session.submit(seat, self.spec.rules.parse(given))

    def do_game(self, given: str = "") -> None:
        """GAME [JSON] of SEATS[, with WHAT …]: Begin a game with these options. WHAT is "an agent" (which the story
        answers for), "plans" (an agent with plans), "a store", "thought SECONDS" (the least that an AI thinks), "turns
        alone" (no seats act at the same time), or "free undo" (of one action at a time)."""
        front, _, back = given.partition(" of ")
        seats, *more = back.split(", with ")
        title, _, options = front.partition(" ")
        self.spec = {**TOYS, **GAMES}[title]
        min_think = 0.0
        for what in more:
            match what.split(" ", 1):
                case ["an", "agent"]:
                    self.agent = ScriptedAgent()
                case ["plans"]:
                    self.agent = Planner()
                case ["a", "store"]:
                    self.store = Store.open(self.path, {**TOYS, **GAMES})
                case ["thought", seconds]:
                    min_think = float(seconds)
                case ["turns", "alone"]:
                    self.spec = replace(self.spec, simultaneous=None)
                case ["free", "undo"]:
                    self.spec = replace(self.spec, undo="free")
                case _:
                    raise LookupError(what)
        kinds = {"human": SeatConfig("human"), "ai": SeatConfig("ai", 2), "bot": SeatConfig("ai", engine="bot")}
        people = [kinds[seat] for seat in seats.split()]
        given_options = {"players": len(people)} if any(one.name == "players" for one in self.spec.options) else {}
        found = resolve(self.spec.options, given_options | read_json(options or "{}"))
        seed = 4 if title == "robots" else 0
        self.session = Session(self.spec, found, seed, people, agent=self.agent, store=self.store, min_think=min_think)

    def do_agent(self, given: str = "") -> None:
        """answers ACTION [to job NUMBER], "fails: TEXT", or "plans for SEAT: PLAN": Let the agent answer its last
        request, or an earlier one (from 1), with ACTION or an error; or have a plan for SEAT ready. A PLAN is "ACTION
        at SECONDS [by MOVE and MOVE …], … [; ways MOVE and …] [; patience SECONDS]", or begins with "nothing"."""
        match given.split(" ", 1):
            case ["plans", rest]:
                seat, _, plan = rest.removeprefix("for ").partition(": ")
                self.agent.plans[int(seat)] = plan_of(plan)
            case ["fails:", error]:
                self.agent.answer("", self.agent.jobs[-1], error)
            case ["answers", answer]:
                action, _, number = answer.partition(" to job ")
                self.agent.answer(action, self.agent.jobs[int(number or len(self.agent.jobs)) - 1])
            case _:
                raise LookupError(given)

    def do_live(self, given: str = "") -> str:
        """SECONDS: Let this time pass in quarters of a second. Say what is done and, unless it is done at once, when:
        "0: bid 2 at 3"."""
        done = []
        for quarter in range(round(float(given) * 4) + 1):
            if quarter:
                self.session.advance(0.25)
            while step := self.session.tick(True):
                done.append(self.told([step]) + (f" at {quarter / 4:g}" if quarter else ""))
        return ", ".join(done)

    def do_resume(self, given: str = "") -> None:
        """[killed | times MILLISECONDS …]: Start the program again, and resume the stored game. Without a stored game,
        resume the present record: with "killed" without its result, with "times" with these times."""
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

    def do_tick(self, given: str = "") -> str:
        """[busy | hold]: Let a clock or an AI act once. "busy" says that animations run, "hold" that a person is
        entering an action."""
        step = self.session.tick(given != "busy", hold=given == "hold")
        return self.told([step] if step else [])

    def do_press(self, given: str = "") -> str:
        """undo, redo, pause, or "SECONDS s more": Undo or redo, and say what; save the clock and free the agent, as
        while the match is paused; or extend the clock, and check that the record stays the same."""
        before, revision = self.session.record(), self.session.revision
        match given.split():
            case ["undo" | "redo"]:
                is_possible = getattr(self.session, f"can_{given}")()
                steps = getattr(self.session, given)()
                assert is_possible is bool(steps) is (self.session.revision > revision)
                return self.told(steps)
            case ["pause"]:
                self.session.rest()
            case [seconds, "s", "more"]:
                self.session.extend_clock(float(seconds))
            case _:
                raise LookupError(given)
        assert self.session.record() == before, "a record does not tell of it"
        return ""

    def do_ask(self, given: str = "") -> str:
        """hint, theory, or review PLY: Ask for it, for a review of the position after PLY actions. A request for theory
        says "asked" or "not now"."""
        kind, *ply = given.split()
        answer = getattr(self.session.analysis, f"request_{kind}")(*map(int, ply))
        return "" if answer is None else "asked" if answer else "not now"

    def ask_taken(self, kind: str) -> str:
        """hint, theory or review: Take the answer. Return its kind and its action or error, or "nothing"."""
        thought = getattr(self.session.analysis, f"poll_{kind}")()
        return f"{thought.kind} {thought.action}{thought.error}".strip() if thought else "nothing"

    def ask_kept(self) -> str:
        """Return the actions of the stored game, "its beginning" or "nothing". Check that it is the present game."""
        record = self.store.unfinished(self.spec.id)
        assert record in (None, self.session.record())
        return "nothing" if record is None else ", ".join(record.actions) or "its beginning"

    def ask_shelf(self) -> str:
        """Return the actions of the games on the shelf, with " | " between games, or "empty". Check that a finished
        game is there."""
        assert self.session.outcome is None or self.session.record() in self.store.results()
        return " | ".join(", ".join(game.record.actions) or "no move" for game in self.store.archive()) or "empty"

    def told(self, steps: list[Any]) -> str:
        """Return steps in words: the seat or the clock, and the action."""
        names = ["clock" if step.seat == CLOCK_SEAT else str(step.seat) for step in steps]
        texts = [self.spec.rules.text(step.action) for step in steps]
        return ", ".join(f"{name}: {text}" for name, text in zip(names, texts, strict=True))


def ending(outcome: Outcome) -> str:
    """Return the winners and the reason: "0: last"."""
    return f"{' and '.join(map(str, outcome.winners)) or 'nobody'}: {outcome.reason}"


@pytest.fixture
def sessions(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Sessions]:
    found = Sessions(tmp_path / "store.sqlite3", caplog)
    yield found
    if found.store is not None:
        found.store.close()


@each_story(Path(__file__).with_name("session_stories.txt"))
def test_a_story(story: Story, sessions: Sessions) -> None:
    sessions.tell(story)
