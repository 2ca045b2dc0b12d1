"""Answers jobs, in the child process or (for tests and tournaments) in the caller's.

In the child, a thread listens to the parent, and the main thread works on the latest job.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from game.agents.agent import Brain, Job, Limited, Planner, Reviewer, StopTest, Tell, Theorist, Thought, Valuer
from game.agents.compiling import brain_at_hand, prepared_brain
from game.core.record import record_from_json, replay
from game.core.rules import GameError
from game.core.spec import GameSpec
from game.registry import Find, evaluation_of, find

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


# Seconds without a job after which the child ends, to free its memory.
IDLE = 600.0
_log = logging.getLogger(__name__)


def think(
    job: Job,
    find: Find,
    stop: StopTest,
    brain_for: Callable[[GameSpec], Brain] = prepared_brain,
    send: Callable[[Thought], None] = lambda thought: None,
) -> Thought:
    """Return the answer to `job`. An exception becomes an answer with `error`, and its traceback is logged.

    Unfinished answers go to `send`.
    """
    started = time.perf_counter()

    def tell(at_least: int) -> None:
        send(_stamped(Thought("", unfinished=True, at_least=at_least), job, started))

    try:
        record = record_from_json(job.record, "job")
        spec = find(record.game)
        state = replay(spec, record.options, record.seed, record.actions).state
        thought = _answer(job, spec, brain_for(spec), state, stop, tell)
    except Exception as error:
        _log.exception("thinking failed")
        thought = Thought("", error=f"{type(error).__name__}: {error}", fault="crash")
    return _stamped(thought, job, started)


def _stamped(thought: Thought, job: Job, started: float) -> Thought:
    return replace(
        thought,
        seconds=time.perf_counter() - started,
        kind=job.kind,
        revision=job.revision,
        decision=job.decision,
        seat=job.seat,
    )


def _answer(job: Job, spec: GameSpec, brain: Brain, state: object, stop: StopTest, tell: Tell) -> Thought:
    """Return the brain's answer to a job. Raises GameError for a kind of job that the brain does not support."""
    if job.kind in ("move", "hint"):
        if job.nodes is not None:
            if not isinstance(brain, Limited):
                raise GameError("this game's method cannot be limited by nodes")
            return brain.choose_within(job.nodes, state, job.seat, job.level, job.agent_seed, job.seconds, stop)
        return brain.choose(state, job.seat, job.level, job.agent_seed, job.seconds, stop)
    if job.kind == "theory" and isinstance(brain, Theorist):
        return Thought("", theory=brain.theory(state, job.seconds))
    if job.kind == "plan" and isinstance(brain, Planner):
        return Thought("", plan=brain.plan(state, job.seat, job.level, job.agent_seed, stop))
    if job.kind == "review" and isinstance(brain, Reviewer):
        return brain.review(state, stop, tell)
    if job.kind == "value" and spec.study.evaluate and isinstance(brain, Valuer):
        line = brain.value(state, job.seat, job.effort, job.seconds, stop)
        if line is None:
            return Thought("", error="there was no time to value the position")
        return Thought("", depth=line.depth, pv=line.pv, evaluation=evaluation_of(spec, state, line))
    raise GameError(f"this game has no {job.kind}")


class InlineAgent:
    """An Agent in the caller's process: `poll` blocks until the answer is found."""

    def __init__(self, find: Find = find) -> None:
        self._find = find
        self._job: Job | None = None

    def warm(self) -> None:
        """Do nothing."""

    def request(self, job: Job) -> None:
        """Keep `job` for the next poll."""
        self._job = job

    def poll(self) -> Thought | None:
        """Compute the answer to the kept job now."""
        job, self._job = self._job, None
        return think(job, self._find, lambda: False) if job else None

    def cancel(self) -> None:
        """Forget the kept job."""
        self._job = None

    def close(self) -> None:
        """Do nothing."""
        self._job = None


class _JobSlot:
    """The latest job, and the flag that stops the present one."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._latest: tuple[int, Job] | None = None
        self._stop = threading.Event()

    def put(self, number: int, job: Job | None) -> None:
        """Replace the waiting and the present job."""
        with self._changed:
            self._stop.set()
            self._latest = None if job is None else (number, job)
            self._changed.notify()

    def take(self, seconds: float) -> tuple[int, Job, threading.Event] | None:
        """Wait for a job, at most `seconds`. The returned event is set when the job is replaced or cancelled."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._latest is not None, seconds) or self._latest is None:
                return None
            (number, job), self._latest = self._latest, None
            self._stop = threading.Event()
            return number, job, self._stop


def run(jobs: Connection, answers: Connection, find: Find, idle: float = IDLE) -> None:
    """Work until the parent closes its end of `jobs` or dies, or until there was no job for `idle` seconds.

    The parent sends (number, job), or (number, None) to cancel. The answer is (number, thought). Answers with
    unfinished thoughts may come before it.
    """
    slot = _JobSlot()
    threading.Thread(target=_listen, args=(jobs, slot), daemon=True).start()
    while (taken := slot.take(idle)) is not None:
        number, job, stop = taken
        thought = think(job, find, stop.is_set, brain_at_hand, partial(_send, answers, number))
        try:
            _send(answers, number, thought)
        except OSError:
            return


def _send(answers: Connection, number: int, thought: Thought) -> None:
    answers.send((number, thought))


def _listen(jobs: Connection, slot: _JobSlot) -> None:
    while True:
        try:
            number, job = jobs.recv()
        except (EOFError, OSError):
            os._exit(0)  # the main thread may be searching, but nobody reads its answer
        slot.put(number, job)
