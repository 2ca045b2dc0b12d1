"""Outside engines: programs that answer engine mode's requests (docs/engines.md). Each is a child process.

An engine cannot harm the caller: every fault becomes an OutsideError of one line. `OutsidePlayer` asks an engine for a
seat's turn or plan, and reads the answers.
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
from game.outside.dialects import ASK_SECONDS, DIALECTS, OWN, PROTOCOLS, protocol_of
from game.platforms.processes import bound_command, end_bound, program_words, start_group
from game.platforms.program import callers_folder, place
from game.registry import Find, load_questions

LEVEL = 5  # the level in requests to engines
LATE = 1.0  # seconds after the time limit in which an answer still counts
LAST = 2.0  # further seconds after which a silent engine is killed
START = 120.0  # seconds for the first answer, because a program may have to compile itself before
MAX_LINE = 1_000_000  # the most bytes of an answer
# The most lines that wait to be read. If an engine writes more, it must wait.
_WAITING = 16
_FAREWELL = 1.0  # seconds in which an engine can end by itself
MOST_TEXT = 200  # the most characters of an action
OTHER_SEED = 0x6B69  # combined with a game's seed, gives the seed of a game that is not played
MOST_STARTS = 3  # the most starts of an engine in one match without an answer between them
NO_ROUTE: Mapping[str, object] = {"moves": None}


class OutsideError(Exception):
    """A fault of an engine, in one printable line. `reason` is its kind in one word."""

    def __init__(self, name: str, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(printable(f"{name}: {message}"))


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """An engine's name, the words of the command that starts it, and its protocol ("" if that must be found out)."""

    name: str
    words: tuple[str, ...]
    protocol: str = ""

    @property
    def seat_name(self) -> str:
        """The engine's name in lists of seats and in records."""
        return f"{ENGINE}{self.name}"


def engine_command(text: str, protocol: str = "") -> EngineCommand:
    """Read "NAME=COMMAND". The program must exist. Raises OptionError."""
    if protocol and protocol not in PROTOCOLS:
        raise OptionError(f"protocol {protocol!r} is unknown (known: {', '.join(PROTOCOLS)})")
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
    if words and Path(words[0]).name != words[0]:  # a path, not a name to search for
        words[0] = place(words[0])
    if not words or shutil.which(words[0]) is None:
        raise OptionError(f"engine {name}: there is no program {words[0] if words else ''!r}")
    return EngineCommand(name, tuple(words), protocol)


class OutsideEngine:
    """One engine, asked one question at a time. It starts at the first question, and again if it has ended.

    Its standard error is discarded. The first answer may take `start` seconds. Later ones may come `late` seconds after
    their time limit. An engine that is silent for `last` more seconds is killed.
    """

    def __init__(self, command: EngineCommand, *, start: float = START, late: float = LATE, last: float = LAST) -> None:
        self.command = command
        self._late_seconds, self._last = late, last
        self._protocol = command.protocol  # "" until it is known
        self._dialect = DIALECTS[self._protocol]() if self._protocol in DIALECTS else None
        self._start_patience = start
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue(_WAITING)
        self._held: bytes | None = None  # a line that has come and is not read yet
        self._writer: threading.Thread | None = None  # the thread that sends the latest request
        self._number = 0  # the number of the latest request
        self._interrupted = False

    @property
    def pid(self) -> int | None:
        """The process id; None without a process."""
        return self._process.pid if self._process else None

    @property
    def protocol(self) -> str:
        """The engine's protocol if it is another program's; "" for the own one, and until it is known."""
        return self._protocol if self._dialect else ""

    def warm(self, request: Mapping[str, object], *, others: bool = False) -> None:
        """Start the engine if needed, and wait for any answer to `request`. Raises OutsideError.

        If `others` is true, the engine may have another protocol. If the protocol is unknown and the engine does not
        answer `request` soon, a second process of it is asked `uci`.
        """
        if self._process is not None:
            return
        self.start()
        if self._dialect:
            self._dialect.greet(self, self._start_patience)
            return
        asked = self._send(request, 0.0)
        try:
            if others and not self._protocol:
                self._find_protocol()
            if not self._dialect:
                self._receive(asked, self._start_patience, 0.0)
        except OutsideError:
            if not others or self._protocol:
                raise
            self._ask_another()
            if not self._dialect:
                raise
        if self._dialect:
            self._kill()
            self.warm(request)

    def _find_protocol(self) -> None:
        """Wait a little for the first answer. If there is none, use a second process to find out the protocol."""
        try:
            self._held = self._lines.get(timeout=min(ASK_SECONDS, self._start_patience))
        except queue.Empty:
            self._ask_another()

    def _ask_another(self) -> None:
        """Start a second process of the engine to find out its protocol. Done only once."""
        other = OutsideEngine(self.command)
        self._protocol = OWN
        with contextlib.suppress(OutsideError):
            other.start()
            self._protocol = protocol_of(other)
        other.close()
        self._dialect = DIALECTS[self._protocol]() if self._protocol in DIALECTS else None

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
        """Return the engine's action for `seat` after `record`, in notation and unchecked. Raises OutsideError.

        The request has the `legal` actions, if given, and the limit of `nodes`.
        """
        if self._dialect:
            self.warm({})
            asked = time.monotonic()
            text = self._dialect.choose(self, record, seconds, nodes, seconds + self._late_seconds + self._last)
            if (taken := time.monotonic() - asked) > seconds + self._late_seconds:
                raise self._late(taken, seconds + self._late_seconds)
            return text
        why = {"legal": list(legal)} if legal else {}
        limit = {} if nodes is None else {"nodes": nodes}
        request = {**position_request(record), "seat": seat, "agent_seed": agent_seed, **why, **limit}
        action = self.ask(request, seconds).get("action")
        if not isinstance(action, str):
            raise self._error("garbage", f"an answer without an action: {action!r}")
        return action

    def ask(self, request: Mapping[str, object], seconds: float) -> dict[str, object]:
        """Return the engine's answer to `request`, to which `level` and `seconds` are added.

        An answer that is too late is ignored. Raises OutsideError, also if the answer has an error.
        """
        if self._dialect:
            raise self._error("refusal", f"it speaks {self._protocol}, which has no such question")
        if self._process is None:
            self.start()
        answer = self.exchange(request, seconds, seconds + self._late_seconds, self._last)
        if answer.get("ok") is not True:
            why = answer.get("message", answer.get("error", "no reason is given"))
            raise self._error("refusal", f"it refuses to answer: {why}")
        return answer

    def interrupt(self) -> None:
        """End the engine permanently, from another thread. Its present question fails soon. Call `close` afterwards."""
        self._interrupted = True
        if process := self._process:
            end_bound(process, _FAREWELL)

    def retire(self) -> None:
        """Close the engine permanently. Further questions fail."""
        self._interrupted = True
        self.close()

    def close(self) -> None:
        """End the engine and its child processes."""
        process, self._process = self._process, None
        if process is None:
            return
        # The writer must end first: after the close, another engine may get the same file descriptor.
        if (writer := self._writer) is not None:
            writer.join(_FAREWELL)
            if writer.is_alive():  # alive only if the engine does not read
                end_bound(process, _FAREWELL)
                writer.join(_FAREWELL)
        assert process.stdin
        process.stdin.close()  # closing its input asks the engine to end
        with contextlib.suppress(subprocess.TimeoutExpired):  # if it does not end, it is killed below
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
                bufsize=0,  # a buffer could not be closed while a thread writes to it
            )
        except OSError as error:
            raise self._error("crash", f"it cannot be started: {error.strerror}") from error
        self._process = process
        if self._interrupted:  # another thread has set it since the check above
            end_bound(process, _FAREWELL)
        self._lines, self._held = queue.Queue(_WAITING), None
        threading.Thread(target=_read, args=(process, self._lines), name=self.command.name, daemon=True).start()

    def exchange(self, request: Mapping[str, object], seconds: float, limit: float, last: float) -> dict[str, object]:
        """Send a request and return the answer, if it comes within `limit` seconds.

        After `last` more seconds the engine is killed. Raises OutsideError.
        """
        return self._receive(self._send(request, seconds), limit, last)

    def _send(self, request: Mapping[str, object], seconds: float) -> float:
        """Send a request. Returns the time at which it was sent. Raises OutsideError."""
        self._number += 1
        asked = time.monotonic()
        self.tell(json.dumps({"id": self._number, **request, "level": LEVEL, "seconds": seconds}))
        return asked

    def _receive(self, asked: float, limit: float, last: float) -> dict[str, object]:
        """Return the answer to the request sent at the time `asked`; see `exchange`. Raises OutsideError."""
        while True:
            line = self._next_line(asked + limit + last, limit + last)
            taken = time.monotonic() - asked
            answer = self._read_answer(line)
            if answer is not None:
                break
        if taken > limit:
            raise self._late(taken, limit)
        return answer

    def tell(self, text: str) -> None:
        """Send `text`, which has one or more lines. Raises OutsideError."""
        process = self._process
        if process is None:
            raise self._error("crash", "it has ended: another thread has closed it")
        # Write in a thread, because an engine that does not read would block the writer.
        writer = threading.Thread(target=_write, args=(process, f"{text}\n".encode()), name="ask", daemon=True)
        if (before := self._writer) is not None:
            before.join(_FAREWELL)  # keeps the lines in order
        writer.start()
        # Set only now that the writer runs, because a thread that closes the engine waits for the writer.
        self._writer = writer

    def hear(self, until: float, limit: float, needed: bool = True) -> str:
        """Return the next line of an engine with another protocol (see `dialects.EngineLine`). Raises OutsideError."""
        line = self._next_line(until, limit, needed)
        if needed and not line:
            raise self._ended()
        return " ".join(line.decode("utf-8-sig", errors="replace").lower().split())

    def _next_line(self, until: float, limit: float, needed: bool = True) -> bytes:
        """Return the next line; b"" at the end of the output. If none comes but one is `needed`, end the engine."""
        if (held := self._held) is not None:
            self._held = None
            return held
        # An engine may write without end, so the time counts even if there are lines.
        if (left := until - time.monotonic()) > 0:
            with contextlib.suppress(queue.Empty):
                return self._lines.get(timeout=left)
        if not needed:
            return b""
        self._kill()
        raise self._error("late", f"no answer within {limit:g} s: it was ended")

    def _late(self, taken: float, limit: float) -> OutsideError:
        return self._error("late", f"an answer after {taken:.1f} s, which is later than {limit:g} s")

    def _ended(self) -> OutsideError:
        """Return the fault of an engine that has ended by itself."""
        status = "" if self._process is None else _status(self._process)
        self._kill()
        return self._error("crash", f"it has ended ({status})")

    def _read_answer(self, line: bytes) -> dict[str, Any] | None:
        """Read the answer in `line`; None if it answers an earlier request. Raises OutsideError."""
        if not line:
            raise self._ended()
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
            self._kill()  # the next output could be the rest of this line
            shown = repr(line[:40].decode(errors="replace"))
            raise self._error("garbage", f"{shown} is no answer: {error}") from None
        return answer if number == self._number else None

    def fail(self, reason: str, message: str) -> OutsideError:
        """End the engine, because its next lines could mean anything. Returns the error to raise."""
        self._kill()
        return self._error(reason, message)

    def _error(self, reason: str, message: str) -> OutsideError:
        return OutsideError(self.command.name, reason, message)


def position_request(record: Record) -> dict[str, object]:
    """Return the fields of a `choose` request for the position after `record`."""
    return {
        "cmd": "choose",
        "game": record.game,
        "options": record.options,
        "seed": record.seed,
        "actions": list(record.actions),
    }


def _status(process: subprocess.Popen[bytes]) -> str:
    """Describe how a process that closed its output has ended."""
    try:
        return f"status {process.wait(_FAREWELL)}"
    except subprocess.TimeoutExpired:
        return "it closed its output"


def _write(process: subprocess.Popen[bytes], line: bytes) -> None:
    """Write `line`. If that fails, the engine's output will show the reason."""
    assert process.stdin
    with contextlib.suppress(OSError, ValueError):  # the process has ended
        process.stdin.write(line)


def _read(process: subprocess.Popen[bytes], lines: queue.Queue[bytes]) -> None:
    """Queue each line, and b"" at the end. A line longer than MAX_LINE is cut off, and is the last one.

    UCI's `info` lines are left out, except `info string`, which may explain a fault.
    """
    assert isinstance(process.stdout, io.FileIO)
    with io.BufferedReader(process.stdout) as output, contextlib.suppress(queue.Full):
        line = b"\n"
        while line and len(line) <= MAX_LINE:
            line = output.readline(MAX_LINE + 1)
            if line[:5].lower() != b"info " or line[5:11].lower() == b"string":  # UCI has many of these lines
                _put(process, lines, line)


def _put(process: subprocess.Popen[bytes], lines: queue.Queue[bytes], line: bytes) -> None:
    """Queue `line` as soon as there is room. Raises queue.Full if there is none and the process has ended."""
    while True:
        try:
            return lines.put(line, timeout=_FAREWELL)
        except queue.Full:
            if process.poll() is not None:
                raise


def stamp(thought: Thought, job: Job) -> Thought:
    """Return the thought with the job's `kind`, `revision`, `decision` and `seat`."""
    return replace(thought, kind=job.kind, revision=job.revision, decision=job.decision, seat=job.seat)


def another_start(spec: GameSpec, record: Record) -> Record:
    """Return the start of a game whose first position differs from the first position of `record`.

    The game has another seed, and if that is not enough, another value of one option. The number of players is the
    same. If the game has only one first position, the result begins with it, too.
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
        with contextlib.suppress(OptionError):  # for a value that does not fit the other options
            if _shown(spec, resolve(spec.options, given), seed) != played:
                return replace(record, options=resolve(spec.options, given), seed=seed, actions=())
    return replace(record, seed=seed, actions=())


def _shown(spec: GameSpec, options: dict[str, object], seed: int) -> tuple[str, object]:
    """Return the visible parts of a game's start."""
    state = spec.rules.start(options, seed)
    return spec.rules.picture(state), spec.rules.details(state)


class OutsidePlayer:
    """Asks one engine to answer an Agent's jobs. Each call waits for the answer.

    If several seats need plans from the same question, the question is asked only once.
    """

    def __init__(self, engine: OutsideEngine, find: Find) -> None:
        self.engine = engine
        self._find = find
        self._fruitless = 0  # starts of the engine in this match since its last answer
        # The last question, its answer, and the seconds until the answer came.
        self._known: tuple[dict[str, object], Mapping[str, object], float] | None = None

    def begin_match(self) -> None:
        """Begin another match. Starts are counted from 0 again."""
        self._fruitless = 0

    def warm_up(self, record: Record) -> None:
        """Start the engine if needed, and let it prepare for games like `record`. Raises OutsideError.

        The engine is asked about the start of another game (see `another_start`).
        """
        if self.engine.pid is not None:
            return
        if self._fruitless >= MOST_STARTS:
            why = f"it has ended {MOST_STARTS} times before it had answered, and is not started again in this match"
            raise OutsideError(self.engine.command.name, "crash", why)
        self._fruitless += 1
        spec, other = self._find(record.game), another_start(self._find(record.game), record)
        state = self._position(other)[1]
        question = load_questions(spec).question(state) if spec.simultaneous else position_request(other)
        self.engine.warm(question, others=bool(spec.protocols))

    def think(self, job: Job, seconds: float) -> Thought:
        """Return the engine's legal action, or its plan for this decision. Raises OutsideError."""
        record = record_from_json(job.record, "job")
        spec, state = self._position(record)
        if job.kind == "plan":
            thought = Thought("", plan=self._plan(spec, state, record, job, seconds))
        else:
            thought = Thought(self._move(spec, state, record, job, seconds))
        return stamp(thought, job)

    def _move(self, spec: GameSpec, state: object, record: Record, job: Job, seconds: float) -> str:
        self.warm_up(record)
        self._check_protocol(spec, record)
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

    def _check_protocol(self, spec: GameSpec, record: Record) -> None:
        """Raise OutsideError if the engine's protocol cannot express the game."""
        protocol = self.engine.protocol
        if protocol and (protocol not in spec.protocols or record.options != resolve(spec.options, {})):
            what = "with these options" if protocol in spec.protocols else f"of {spec.id}"
            raise OutsideError(self.engine.command.name, "refusal", f"{protocol} has no games {what}")

    def _plan(self, spec: GameSpec, state: object, record: Record, job: Job, seconds: float) -> SeatPlan:
        questions = load_questions(spec)
        question = questions.question(state)
        if self._known is None or self._known[0] != question:
            self._known = question, NO_ROUTE, 0.0  # stays so if the engine does not answer
            self.warm_up(record)
            begun = time.monotonic()  # the time of the engine's start does not count
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
