"""Examiners of games, and an agent for them that says what a table has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.agents.agent import Agent, Job, Thought
from game.agents.worker import InlineAgent
from game.core.record import Record, replay
from game.core.review import duel
from game.core.rules import Step
from game.registry import find
from game.review.reviewer import DEEP_EFFORT, GameReviewer
from tests import make

ACTIONS = ("e2", "e8", "e3", "e7", "e4", "e6", "d3h", "a7h", "a1v", "e7", "e5", "e8", "e6")


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
        evaluation = None if chance is None else duel(0, chance)
        return Thought("", pv=("h1h",), evaluation=evaluation, revision=job.revision, kind=job.kind)

    def cancel(self) -> None:
        self.cancelled += 1
        self._waiting = None

    def close(self) -> None:
        pass


def steps_of(record: Record) -> list[Step[Any, Any, Any]]:
    """The steps of a game."""
    return replay(find(record.game), dict(record.options), record.seed, record.actions).steps


def reviewer_of(record: Record, agent: Agent | None = None) -> GameReviewer:
    """Who goes through a game, asking an agent of this process or another one."""
    return GameReviewer(agent or InlineAgent(), find(record.game), record, steps_of(record))


def quoridor(agent: Answering) -> GameReviewer:
    """The reviewer of a game of thirteen actions."""
    return reviewer_of(make.record("quoridor", make.AOI, make.REN, actions=ACTIONS), agent)


def finish(reviewer: GameReviewer) -> GameReviewer:
    """The reviewer once it has gone through the game."""
    for _ in range(2000):
        reviewer.tick()
        if reviewer.done:
            return reviewer
    raise AssertionError("it goes on for ever")
