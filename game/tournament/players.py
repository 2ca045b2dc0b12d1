"""Who thinks in a tournament's game: AI levels in this process, engines from outside in theirs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.agents.agent import Job, Thought
from game.agents.inline import Find, InlineAgent
from game.core.options import resolve
from game.core.record import Record, action_text, parse_action, record_from_json, replay
from game.core.rules import GameError
from game.outside import EngineCommand, OutsideEngine, OutsideError

ENGINE_SECONDS = 1.0  # for a move, where no time was given
NODES_SECONDS = 60.0  # the same where nodes were
_running: dict[EngineCommand, OutsideEngine] = {}  # of this process, from game to game


class ForfeitError(Exception):
    """The engine on `seat` has lost the game by a fault: the message is one line, `reason` one word."""

    def __init__(self, seat: int, reason: str, message: str) -> None:
        self.seat = seat
        self.reason = reason
        super().__init__(message)


class SeatedAgent(InlineAgent):
    """An Agent for one game: the engine of each seat in `engines`, the AI level itself where there is None.

    `seconds` is the time for a move, None for what each takes by itself, and `nodes` what may be searched for it. A
    fault of an engine is raised by `poll` as a ForfeitError.
    """

    def __init__(
        self, find: Find, engines: Sequence[EngineCommand | None], seconds: float | None, nodes: int | None = None
    ) -> None:
        super().__init__(find)
        self._engines = [None if engine is None else _engine(engine) for engine in engines]
        self._seconds = seconds
        self._nodes = nodes

    def prepare(self, record: Record) -> None:
        """Have the engines started, so that no move is charged with it; `record` is the game so far."""
        for seat, engine in enumerate(self._engines):
            if engine is not None:
                with _forfeits(seat):
                    engine.warm_up(record)

    def request(self, job: Job) -> None:
        """Keep `job`, with the limits that it has, for the next poll."""
        seconds = job.seconds if self._seconds is None else self._seconds
        super().request(replace(job, seconds=seconds, nodes=self._nodes))

    def poll(self) -> Thought | None:
        """The answer to the job kept, thought out now."""
        engine = self._engines[self._job.seat] if self._job else None
        if self._job is None or engine is None:
            return super().poll()
        job, self._job = self._job, None
        return replace(self._ask(engine, job), kind=job.kind, revision=job.revision, decision=job.decision)

    def _ask(self, engine: OutsideEngine, job: Job) -> Thought:
        """A legal action of the engine, as a Thought."""
        record = record_from_json(job.record)
        spec = self._find(record.game)
        state = replay(spec, resolve(spec.options, record.options), record.seed, record.actions).state
        seconds = job.seconds
        if seconds is None:
            seconds = ENGINE_SECONDS if job.nodes is None else NODES_SECONDS
        legal = [action_text(spec, job.seat, action) for action in spec.rules.legal(state, job.seat)]
        with _forfeits(job.seat):
            text = engine.choose(record, job.seat, seconds, job.agent_seed, legal=legal, nodes=job.nodes)
            try:
                seat, action = parse_action(spec, state, text)
                if seat != job.seat:
                    raise GameError("that is another seat's")
                spec.rules.apply(state, seat, action)
            except GameError as error:
                raise OutsideError(engine.command.name, "illegal", f"{text!r}: {error}") from error
        return Thought(spec.rules.text(action))


def close_engines() -> None:
    """End the engines of this process."""
    while _running:
        _running.popitem()[1].close()


def _engine(command: EngineCommand) -> OutsideEngine:
    """The engine of a command, one for all games of this process."""
    return _running.setdefault(command, OutsideEngine(command))


@contextlib.contextmanager
def _forfeits(seat: int) -> Iterator[None]:
    """A fault of an engine loses the game for `seat`."""
    try:
        yield
    except OutsideError as error:
        raise ForfeitError(seat, error.reason, str(error)) from error
