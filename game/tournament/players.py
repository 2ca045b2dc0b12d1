"""The players of a tournament's game: AI levels in this process, engines from outside in theirs.

A game is played in a process of this machine or a cluster: any `concurrent.futures.Executor` does that can call a
function of this program with arguments that it pickles.
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

ENGINE_SECONDS = 1.0  # for a move, where no time was given
NODES_SECONDS = 60.0  # the same where nodes were
_running: dict[EngineCommand, OutsidePlayer] = {}  # of this process, from game to game
_endings = 0  # how often all of them were ended
DASK = "dask://"
PATIENCE = 10.0  # seconds in which a cluster is to answer
FAREWELL = 1.0  # seconds in which processes end that may have engines; all is over within two


class ForfeitError(Exception):
    """The engine on `seat` has lost the game by a fault: the message is one line, `reason` one word."""

    def __init__(self, seat: int, reason: str, message: str) -> None:
        self.seat = seat
        self.reason = reason
        super().__init__(message)


class SeatedAgent(InlineAgent):
    """An Agent for one game: the engine of each seat in `engines`, the AI level itself where there is None.

    `seconds` is the time for a move, None for what each takes by itself, and `nodes` what may be searched for it. A
    fault of an engine is raised by `poll` as a ForfeitError; a plan that cannot be carried out is none.
    """

    def __init__(
        self, find: Find, engines: Sequence[EngineCommand | None], seconds: float | None, nodes: int | None = None
    ) -> None:
        super().__init__(find)
        self._engines = [None if engine is None else _player(engine, find) for engine in engines]
        self._seconds = seconds
        self._nodes = nodes
        self._waiting: list[Job] = []  # of engines

    def prepare(self, record: Record) -> None:
        """Have the engines started, so that no move is charged with it; `record` is the game so far."""
        for seat, engine in enumerate(self._engines):
            if engine is not None:
                engine.begin_match()
                with _forfeits(seat):
                    engine.warm_up(record)

    def request(self, job: Job) -> None:
        """Keep `job`, with the limits that it has, for a later poll."""
        seconds = job.seconds if self._seconds is None else self._seconds
        job = replace(job, seconds=seconds, nodes=self._nodes)
        if self._engines[job.seat] is None:
            super().request(job)
        else:
            self._waiting.append(job)

    def poll(self) -> Thought | None:
        """The answer to a job kept, thought out now."""
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
        """Forget the jobs kept."""
        super().cancel()
        self._waiting.clear()


def endings() -> int:
    """Return how often `close_engines` was called in this process: a game that has waited over one is wanted no
    more.
    """
    return _endings


def close_engines() -> None:
    """End the engines of this process."""
    global _endings
    _endings += 1
    while _running:
        _running.popitem()[1].engine.retire()


def kill_engines() -> None:
    """End the engines of this process and what they have started, at once."""
    for player in _running.values():
        player.engine.interrupt()


def _player(command: EngineCommand, find: Find) -> OutsidePlayer:
    """The engine of a command, one for all games of this process."""
    return _running.setdefault(command, OutsidePlayer(OutsideEngine(command), find))


@contextlib.contextmanager
def _forfeits(seat: int) -> Iterator[None]:
    """A fault of an engine loses the game for `seat`."""
    try:
        yield
    except OutsideError as error:
        raise ForfeitError(seat, error.reason, str(error)) from error


@contextlib.contextmanager
def processes(jobs: int, *, engines: bool = False) -> Iterator[Executor]:
    """So many processes of this machine, which end with the context at the latest; `engines`: they may start some."""
    others = multiprocessing.active_children()
    track_resources()
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_settle_in, initargs=(engines, callers_folder()))
    try:
        yield pool
    finally:
        children = [child for child in multiprocessing.active_children() if child not in others]
        for child in children:
            child.terminate()  # nobody waits for the games under way
        if engines:
            _kill_late(children)
        pool.shutdown(cancel_futures=True)  # its thread must have ended when Python does, or it writes to closed pipes


@contextlib.contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of the dask scheduler at an address like "dask://HOST:PORT".

    A game whose worker is lost is played again by another. Raises OptionError where there is no such cluster.
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
            client.run(close_engines)  # which would wait on the workers for their next game
        client.close()


def _try(client: Any, address: str) -> None:
    """Have one thing done by a `distributed.Client`. Raises OptionError where the program is not to be had there."""
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
    """Return the exceptions that tell that the executors are gone for good."""
    errors: tuple[type[Exception], ...] = (BrokenExecutor, CancelledError)
    if "distributed" in sys.modules:
        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        errors += (KilledWorker, CommClosedError)
    return errors


def _settle_in(engines: bool, caller: Path | None) -> None:
    """Leave interrupts to the parent, and end with it: its own end leaves a pool waiting for work.

    Engines start in the folder `caller`, as they do in the parent.
    """
    end_with_parent()
    take_over(caller)
    leave_interrupts()
    if engines:  # else the end need not wait until a search comes back to Python
        signal.signal(signal.SIGTERM, _end)


def _kill_late(children: Sequence[BaseProcess]) -> None:
    """End those that have not done so soon after they were asked to: a search comes back to Python late."""
    until, left = time.monotonic() + FAREWELL, [child.sentinel for child in children]
    while left and (wait := until - time.monotonic()) > 0:
        for sentinel in connection.wait(left, wait):
            left.remove(cast("int", sentinel))
    for child in children:
        if child.sentinel in left:
            child.kill()


def _end(*_: object) -> None:
    """End, and with it what the engines have started, which the system would leave."""
    kill_engines()
    os._exit(1)
