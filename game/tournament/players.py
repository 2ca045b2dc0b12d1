"""The players of a tournament's game: AI levels in this process, engines from outside in theirs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.agents.agent import Job, SeatPlan, Thought
from game.agents.inline import InlineAgent
from game.core.record import Record
from game.outside.engine import EngineCommand, OutsideEngine, OutsideError
from game.outside.player import OutsidePlayer, stamp
from game.registry import Find

ENGINE_SECONDS = 1.0  # for a move, where no time was given
NODES_SECONDS = 60.0  # the same where nodes were
_running: dict[EngineCommand, OutsidePlayer] = {}  # of this process, from game to game
_endings = 0  # how often all of them were ended


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
