"""The players of a tournament's game: AI levels in this process, outside engines in their own.

Games run on this machine or on a cluster, by a `concurrent.futures.Executor` that can call this program's functions
with pickled arguments.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import re
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, cast

from game.agents.agent import Job, SeatPlan, Thought
from game.agents.worker import InlineAgent
from game.core.record import Record
from game.core.rules import OptionError
from game.outside.engine import EngineCommand, OutsideEngine, OutsideError, OutsidePlayer, stamp
from game.platforms.processes import end_with_parent, leave_interrupts, track_resources
from game.platforms.program import callers_folder, take_over
from game.registry import Find

# Seconds for each move of an engine if the tournament sets no other time.
ENGINE_SECONDS = 1.0
# Seconds for each move of an engine if the tournament limits the nodes and sets no time.
NODES_SECONDS = 60.0
# Engines keep running from game to game.
_running: dict[EngineCommand, OutsidePlayer] = {}
_endings = 0  # how often `close_engines` was called
DASK = "dask://"
# Seconds to wait for a cluster's answer.
PATIENCE = 10.0
# Seconds in which processes with engines can end by themselves. Afterwards they are killed.
FAREWELL = 1.0


class ForfeitError(Exception):
    """The engine on `seat` lost by a fault. The message is one line, `reason` one word."""

    def __init__(self, seat: int, reason: str, message: str) -> None:
        self.seat = seat
        self.reason = reason
        super().__init__(message)


class SeatedAgent(InlineAgent):
    """An Agent for one game. `engines` has each seat's engine, None for an AI level.

    `seconds` is the time for a move (None: each player's own), and `nodes` limits its search. `poll` raises
    ForfeitError if an engine has a fault. An illegal plan is no fault: the seat gets an empty plan.
    """

    def __init__(
        self, find: Find, engines: Sequence[EngineCommand | None], seconds: float | None, nodes: int | None = None
    ) -> None:
        super().__init__(find)
        self._engines = [None if engine is None else _player(engine, find) for engine in engines]
        self._seconds = seconds
        self._nodes = nodes
        # Jobs that engines must answer.
        self._waiting: list[Job] = []

    def prepare(self, record: Record) -> None:
        """Start the engines now, so that this takes no time from their first moves. `record` is the game so far."""
        for seat, engine in enumerate(self._engines):
            if engine is not None:
                engine.begin_match()
                with _forfeits(seat):
                    engine.warm_up(record)

    def request(self, job: Job) -> None:
        """Keep `job`, with its limits, for a later poll."""
        seconds = job.seconds if self._seconds is None else self._seconds
        job = replace(job, seconds=seconds, nodes=self._nodes)
        if self._engines[job.seat] is None:
            super().request(job)
        else:
            self._waiting.append(job)

    def poll(self) -> Thought | None:
        """Compute the answer to a kept job now."""
        if not self._waiting:
            return super().poll()
        job = self._waiting.pop(0)
        engine = self._engines[job.seat]
        assert engine
        seconds = job.seconds
        if seconds is None:
            seconds = ENGINE_SECONDS if job.nodes is None else NODES_SECONDS
        with _forfeits(job.seat):
            try:
                return engine.think(job, seconds)
            except OutsideError as error:
                if job.kind != "plan" or error.reason != "illegal":
                    raise
        return stamp(Thought("", plan=SeatPlan()), job)

    def cancel(self) -> None:
        """Forget the jobs that were kept."""
        super().cancel()
        self._waiting.clear()


def endings() -> int:
    """Return how often `close_engines` was called in this process.

    A game that waited for its turn during a call must not begin afterwards.
    """
    return _endings


def close_engines() -> None:
    """End the engines of this process."""
    global _endings
    _endings += 1
    while _running:
        _running.popitem()[1].engine.retire()


def kill_engines() -> None:
    """Kill the engines of this process and their children."""
    for player in _running.values():
        player.engine.interrupt()


def _player(command: EngineCommand, find: Find) -> OutsidePlayer:
    """Return this process's player for a command. All games share it."""
    return _running.setdefault(command, OutsidePlayer(OutsideEngine(command), find))


@contextlib.contextmanager
def _forfeits(seat: int) -> Iterator[None]:
    """A context in which an engine's fault becomes the loss of `seat`."""
    try:
        yield
    except OutsideError as error:
        raise ForfeitError(seat, error.reason, str(error)) from error


@contextlib.contextmanager
def processes(jobs: int, *, engines: bool = False) -> Iterator[Executor]:
    """A context with an executor of `jobs` local processes. If `engines` is true, they may start engines."""
    others = multiprocessing.active_children()
    track_resources()
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_settle_in, initargs=(engines, callers_folder()))
    try:
        yield pool
    finally:
        children = [child for child in multiprocessing.active_children() if child not in others]
        for child in children:
            # Unfinished games are dropped.
            child.terminate()
        if engines:
            _kill_late(children)
        # The executor's thread must end before Python does. Otherwise it writes to closed pipes.
        pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """A context with the workers of the dask scheduler at an address like "dask://HOST:PORT".

    If a worker is lost, another worker plays that game again. Raises OptionError if there is no such cluster.
    """
    if not re.fullmatch(rf"{DASK}.+:\d{{1,5}}", address):
        raise OptionError(f"executor {address!r} is not like {DASK}HOST:PORT")
    try:
        from distributed import Client
    except ImportError:
        raise OptionError("an executor needs dask: python -m pip install distributed") from None
    try:
        client = Client(f"tcp://{address.removeprefix(DASK)}", timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise OptionError(f"executor {address}: nobody answers ({type(error).__name__})") from error
    try:
        _try(client, address)
        yield client.get_executor()
    finally:
        with contextlib.suppress(*lost(), OSError, TimeoutError):
            # Otherwise the engines would keep running on the workers.
            client.run(close_engines)
        client.close()


def _try(client: Any, address: str) -> None:
    """Test a `distributed.Client` with one task. Raises OptionError if its cluster does not have the program."""
    if not client.scheduler_info()["workers"]:
        print(f"executor {address}: waiting for workers", file=sys.stderr)
    errors: tuple[type[Exception], ...] = (RuntimeError, ImportError, *lost())
    try:
        client.submit(endings, pure=False).result()
    except errors as error:
        reason = str(error).splitlines() or [type(error).__name__]
        raise OptionError(
            f"executor {address}: scheduler and workers must be started in a copy of this program ({reason[0]})"
        ) from error


def lost() -> tuple[type[Exception], ...]:
    """Return the exceptions that mean a lost executor."""
    errors: tuple[type[Exception], ...] = (BrokenExecutor, CancelledError)
    if "distributed" in sys.modules:
        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        errors += (KilledWorker, CommClosedError)
    return errors


def _settle_in(engines: bool, caller: Path | None) -> None:
    """Ignore interrupts, which the parent handles, and end when the parent ends. Engines start in the folder `caller`.

    If a process of a pool did not end with its parent, it would wait for work for ever.
    """
    end_with_parent()
    take_over(caller)
    leave_interrupts()
    # Without engines, the process may end in the middle of a search.
    if engines:
        signal.signal(signal.SIGTERM, _end)


def _kill_late(children: Sequence[BaseProcess]) -> None:
    """Kill the processes that do not end soon after they were asked to. A long search may keep them from ending."""
    until, left = time.monotonic() + FAREWELL, [child.sentinel for child in children]
    while left and (wait := until - time.monotonic()) > 0:
        for sentinel in connection.wait(left, wait):
            left.remove(cast("int", sentinel))
    for child in children:
        if child.sentinel in left:
            child.kill()


def _end(*_: object) -> None:
    """Kill the engines and their child processes, which would keep running, and end this process."""
    kill_engines()
    os._exit(1)
