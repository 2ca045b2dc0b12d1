"""Engines from outside: programs that answer engine mode's own lines (docs/engines.md), each a process of ours.

Nothing that one does harms the caller: whatever is wrong becomes an OutsideError of one line.
`OutsidePlayer` asks one for a seat's turn or plan, and reads its answers for the session.
"""

from __future__ import annotations

import contextlib
import io
import json
import queue
import shutil
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from game.agents.agent import Job, SeatPlan, Thought
from game.core.decode import read_json
from game.core.options import resolve
from game.core.plain_text import printable
from game.core.record import (
    ENGINE,
    LONGEST_ENGINE,
    Record,
    action_text,
    is_engine_name,
    parse_action,
    record_from_json,
    replay,
)
from game.core.rules import GameError, OptionError
from game.core.spec import GameSpec
from game.platforms.processes import bound_command, end_bound, program_words, start_group
from game.platforms.program import callers_folder, place
from game.registry import Find, load_questions

LEVEL = 5  # what every engine is asked to play at
LATE = 1.0  # seconds after its time within which an answer counts
LAST = 2.0  # seconds more after which a silent engine is ended
START = 120.0  # seconds for the first answer: a program may have to compile itself
MAX_LINE = 1_000_000  # bytes of an answer
_WAITING = 16  # lines that may wait to be looked at; who writes more unasked is heard no longer
_FAREWELL = 1.0  # seconds that an engine gets to end by itself
MOST_TEXT = 200  # characters of an action
OTHER_SEED = 0x6B69  # makes of a game's seed that of a game that is not played
MOST_STARTS = 3  # of an engine that ends each time before it has answered a question of the match
NO_ROUTE: Mapping[str, object] = {"moves": None}


class OutsideError(Exception):
    """A fault of an engine, in one printable line; `reason` is one word of it."""

    def __init__(self, name: str, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(printable(f"{name}: {message}"))


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """A name, and the words of the command that starts the engine."""

    name: str
    words: tuple[str, ...]

    @property
    def seat_name(self) -> str:
        """The name of the engine in a list of seats, and in a record's seat."""
        return f"{ENGINE}{self.name}"


def engine_command(text: str) -> EngineCommand:
    """The engine of "NAME=COMMAND", whose program must be there. Raises OptionError."""
    name, equals, command = text.partition("=")
    if not equals or not is_engine_name(name):
        limits = f"ASCII letters, digits and _, no digit first, {LONGEST_ENGINE} at most"
        raise OptionError(f"engine {text!r} is not like NAME=COMMAND, with a NAME of {limits}")
    try:
        if "\0" in command:
            raise ValueError("it holds a character that no program can be given")
        words = program_words(command)
    except ValueError as error:
        raise OptionError(f"engine {name}: {command!r} is no command: {error}") from None
    if words and Path(words[0]).name != words[0]:  # no name that is looked for, but a place
        words[0] = place(words[0])
    if not words or shutil.which(words[0]) is None:
        raise OptionError(f"engine {name}: there is no program {words[0] if words else ''!r}")
    return EngineCommand(name, tuple(words))


class OutsideEngine:
    """One running engine, asked one thing at a time; it is started when it is first asked, and anew after its end.

    What it writes to standard error is thrown away.
    """

    def __init__(self, command: EngineCommand, *, start: float = START) -> None:
        self.command = command
        self._start_patience = start
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue(_WAITING)
        self._writer: threading.Thread | None = None  # of the latest request
        self._number = 0  # of that
        self._interrupted = False

    @property
    def pid(self) -> int | None:
        """The process's number, None while there is none."""
        return self._process.pid if self._process else None

    def warm(self, request: Mapping[str, object]) -> None:
        """Start it where it does not run, and wait for an answer to `request`, whatever it is. Raises OutsideError."""
        if self._process is None:
            self.start()
            self.exchange(request, 0.0, self._start_patience, 0.0)

    def choose(
        self,
        record: Record,
        seat: int,
        seconds: float,
        agent_seed: int,
        *,
        legal: Sequence[str] = (),
        nodes: int | None = None,
    ) -> str:
        """Return the engine's action for `seat` after `record`, in notation and not checked yet. Raises OutsideError.

        It is told the actions that are `legal`, where there are any, and what to search at most, in `nodes`.
        """
        why = {"legal": list(legal)} if legal else {}
        limit = {} if nodes is None else {"nodes": nodes}
        request = {**position_request(record), "seat": seat, "agent_seed": agent_seed, **why, **limit}
        action = self.ask(request, seconds).get("action")
        if not isinstance(action, str):
            raise self._error("garbage", f"an answer without an action: {action!r}")
        return action

    def ask(self, request: Mapping[str, object], seconds: float) -> dict[str, object]:
        """Return the engine's answer, which must be one without an error, to `request` with `level` and `seconds`.

        One that is later than `seconds` and LATE is none; after LAST more the process is ended. Raises OutsideError.
        """
        if self._process is None:
            self.start()
        answer = self.exchange(request, seconds, seconds + LATE, LAST)
        if answer.get("ok") is not True:
            why = answer.get("message", answer.get("error", "no reason is given"))
            raise self._error("refusal", f"it refuses to answer: {why}")
        return answer

    def interrupt(self) -> None:
        """End it for good from another thread: what it is being asked fails soon. `close` is still to be called."""
        self._interrupted = True
        if process := self._process:
            end_bound(process, _FAREWELL)

    def retire(self) -> None:
        """Close the engine for good. A thread that still asks it finds it gone."""
        self._interrupted = True
        self.close()

    def close(self) -> None:
        """End it, and whatever it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        # Whoever still writes must have ended: once closed, the descriptor may be that of the next engine.
        if (writer := self._writer) is not None:
            writer.join(_FAREWELL)
            if writer.is_alive():  # for it does not read
                end_bound(process, _FAREWELL)
                writer.join(_FAREWELL)
        assert process.stdin
        process.stdin.close()  # which asks it to
        with contextlib.suppress(subprocess.TimeoutExpired):  # it has had its time
            process.wait(_FAREWELL)
        end_bound(process, _FAREWELL)
        process.wait()

    def _kill(self) -> None:
        if self._process:
            end_bound(self._process, _FAREWELL)
            self.close()

    def start(self) -> None:
        if self._interrupted:
            raise self._error("crash", "it has ended for good")
        try:
            process = start_group(
                bound_command(self.command.words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=callers_folder(),
                bufsize=0,  # a buffer could not be closed while a thread waits to write from it
            )
        except OSError as error:
            raise self._error("crash", f"it cannot be started: {error.strerror}") from error
        self._process = process
        if self._interrupted:  # meanwhile
            end_bound(process, _FAREWELL)
        self._lines = queue.Queue(_WAITING)
        threading.Thread(target=_read, args=(process, self._lines), name=self.command.name, daemon=True).start()

    def exchange(self, request: Mapping[str, object], seconds: float, limit: float, last: float) -> dict[str, object]:
        """The answer, which is to come within `limit`; where there is none `last` seconds later, the engine is ended.

        Raises OutsideError.
        """
        process = self._process
        if process is None:
            raise self._error("crash", "it has ended: another thread has closed it")
        self._number += 1
        timed = {"id": self._number, **request, "level": LEVEL, "seconds": seconds}
        asked = time.monotonic()
        # A thread, since an engine that does not read would hold the writer up.
        line = json.dumps(timed).encode() + b"\n"
        writer = threading.Thread(target=_write, args=(process, line), name="ask", daemon=True)
        writer.start()
        self._writer = writer  # once it runs: another thread may close the engine, and waits for it
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, asked + limit + last - time.monotonic()))
            except queue.Empty:
                self._kill()
                raise self._error("late", f"no answer within {limit + last:g} s: it was ended") from None
            taken = time.monotonic() - asked
            answer = self._read_answer(process, line)
            if answer is not None:
                break
        if taken > limit:
            raise self._error("late", f"an answer after {taken:.1f} s, which is later than {limit:g} s")
        return answer

    def _read_answer(self, process: subprocess.Popen[bytes], line: bytes) -> dict[str, Any] | None:
        """The answer in `line`, None where that is one to an earlier request. Raises OutsideError."""
        if not line:
            status = _status(process)
            self._kill()
            raise self._error("crash", f"it has ended ({status})")
        try:
            if len(line) > MAX_LINE:
                raise ValueError(f"more than {MAX_LINE} bytes")
            answer = read_json(line.decode("utf-8-sig"))
            number: Any = answer.get("id") if isinstance(answer, dict) else None
            if type(number) not in (int, float) or number % 1:  # some languages write 1 as 1.0
                raise ValueError("not an object with the request's id")
            if not 0 < number <= self._number:
                raise ValueError(f"the answer to another request, {number}")
        except ValueError as error:
            self._kill()  # what it says next could be the rest of this
            shown = repr(line[:40].decode(errors="replace"))
            raise self._error("garbage", f"{shown} is no answer: {error}") from None
        return answer if number == self._number else None

    def _error(self, reason: str, message: str) -> OutsideError:
        return OutsideError(self.command.name, reason, message)


def position_request(record: Record) -> dict[str, object]:
    """The fields of a request to choose in the position that `record` leads to."""
    return {
        "cmd": "choose",
        "game": record.game,
        "options": record.options,
        "seed": record.seed,
        "actions": list(record.actions),
    }


def _status(process: subprocess.Popen[bytes]) -> str:
    """How a process has ended that has closed its output."""
    try:
        return f"status {process.wait(_FAREWELL)}"
    except subprocess.TimeoutExpired:
        return "it closed its output"


def _write(process: subprocess.Popen[bytes], line: bytes) -> None:
    """Write `line`; where that is not possible any more, its output says why."""
    assert process.stdin
    with contextlib.suppress(OSError, ValueError):  # it has ended, or has been ended meanwhile
        process.stdin.write(line)


def _read(process: subprocess.Popen[bytes], lines: queue.Queue[bytes]) -> None:
    """Hand on each line, cut off after MAX_LINE bytes and one, and b"" at the end."""
    assert isinstance(process.stdout, io.FileIO)
    with io.BufferedReader(process.stdout) as output, contextlib.suppress(queue.Full):
        line = b"\n"
        while line and len(line) <= MAX_LINE:
            line = output.readline(MAX_LINE + 1)
            lines.put_nowait(line)


def stamp(thought: Thought, job: Job) -> Thought:
    """The thought as the answer to `job`."""
    return replace(thought, kind=job.kind, revision=job.revision, decision=job.decision, seat=job.seat)


def another_start(spec: GameSpec, record: Record) -> Record:
    """The start of a game that `record` is none of: it shows another position, by its seed or else by one option.

    The number of players stays. A game that has one position to start from, whatever its seed and options, gives that.
    """
    options = resolve(spec.options, record.options)
    played, seats = _shown(spec, options, record.seed), spec.seat_count(options)
    others = [
        {**record.options, option.name: [value] * seats if option.per_seat else value}
        for option in spec.options
        if option.name != "players"
        for value in (option.kind.values if option.per_seat else option.values(options))
        if value != options[option.name]
    ]
    seed = record.seed ^ OTHER_SEED
    for given in (record.options, *others):
        with contextlib.suppress(OptionError):  # the others leave some values no room
            if _shown(spec, resolve(spec.options, given), seed) != played:
                return replace(record, options=resolve(spec.options, given), seed=seed, actions=())
    return replace(record, seed=seed, actions=())


def _shown(spec: GameSpec, options: dict[str, object], seed: int) -> tuple[str, object]:
    """What anybody can see of a game's start."""
    state = spec.rules.start(options, seed)
    return spec.rules.picture(state), spec.rules.details(state)


class OutsidePlayer:
    """One engine, which answers an Agent's jobs as long as it takes. A question that comes again is not asked again."""

    def __init__(self, engine: OutsideEngine, find: Find) -> None:
        self.engine = engine
        self._find = find
        self._fruitless = 0  # starts since it has answered a question of the match
        # The last question, its answer and the seconds that it took.
        self._known: tuple[dict[str, object], Mapping[str, object], float] | None = None

    def begin_match(self) -> None:
        """Begin another match, in which the engine may be started as often again."""
        self._fruitless = 0

    def warm_up(self, record: Record) -> None:
        """Start it where it does not run, and let it get ready for games like `record`. Raises OutsideError.

        It is asked about the start of a game that is not played; see `another_start`.
        """
        if self.engine.pid is not None:
            return
        if self._fruitless >= MOST_STARTS:
            why = f"it has ended {MOST_STARTS} times before it had answered, and is not started again in this match"
            raise OutsideError(self.engine.command.name, "crash", why)
        self._fruitless += 1
        spec, other = self._find(record.game), another_start(self._find(record.game), record)
        state = self._position(other)[1]
        self.engine.warm(load_questions(spec).question(state) if spec.simultaneous else position_request(other))

    def think(self, job: Job, seconds: float) -> Thought:
        """A legal action of the engine's, or what it means to do at this decision. Raises OutsideError."""
        record = record_from_json(job.record, "job")
        spec, state = self._position(record)
        if job.kind == "plan":
            thought = Thought("", plan=self._plan(spec, state, record, job, seconds))
        else:
            thought = Thought(self._move(spec, state, record, job, seconds))
        return stamp(thought, job)

    def _move(self, spec: GameSpec, state: object, record: Record, job: Job, seconds: float) -> str:
        self.warm_up(record)
        legal = [action_text(spec, job.seat, action) for action in spec.rules.legal(state, job.seat)]
        text = self.engine.choose(record, job.seat, seconds, job.agent_seed, legal=legal, nodes=job.nodes)
        self._fruitless = 0
        shown = repr(text[:MOST_TEXT])
        try:
            if len(text) > MOST_TEXT:
                raise GameError("no action is so long")
            seat, action = parse_action(spec, state, text)
            if seat != job.seat:
                raise GameError("that is another seat's")
            spec.rules.apply(state, seat, action)
        except GameError as error:
            raise OutsideError(self.engine.command.name, "illegal", f"{shown}: {error}") from error
        return spec.rules.text(action)

    def _plan(self, spec: GameSpec, state: object, record: Record, job: Job, seconds: float) -> SeatPlan:
        questions = load_questions(spec)
        question = questions.question(state)
        if self._known is None or self._known[0] != question:
            self._known = question, NO_ROUTE, 0.0  # what stays where it fails
            self.warm_up(record)
            begun = time.monotonic()  # its start is none of its thinking
            answer = self.engine.ask(question, seconds)
            self._known = question, answer, time.monotonic() - begun
            self._fruitless = 0
        try:
            return questions.plan(state, job.seat, *self._known[1:])
        except GameError as error:
            self._known = question, NO_ROUTE, 0.0
            raise OutsideError(self.engine.command.name, "illegal", str(error)) from error

    def _position(self, record: Record) -> tuple[GameSpec, object]:
        spec = self._find(record.game)
        return spec, replay(spec, resolve(spec.options, record.options), record.seed, record.actions).state
