"""Speech: the system's own speaker reads the screen aloud, in a child process for each text, one at a time.

The child may be missing, fail, hang or be killed from outside: its text is lost then, and nothing else.
"""

from __future__ import annotations

import logging
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Protocol

log = logging.getLogger(__name__)

MOST_WAITING = 3
LONGEST = 1500  # characters of a text; the rest is left out
AGAIN_SECONDS = 1.0  # in which the same text is not said again
HANG_SECONDS = 10.0  # that a child may need besides the time that its text takes
SECONDS_PER_LETTER = 0.3  # of a slow voice, in a language that writes syllables
ENDS = ".!?:;…。！？："  # after which a voice rests by itself
WIDE = "\u3000"  # from here on characters are those of Japanese, whose stop is another one
ENDING_SECONDS = 0.5  # given to a killed child when the program ends


class Program(Protocol):
    """A speaker that is installed."""

    @property
    def name(self) -> str:
        """The name by which a person knows it."""
        ...

    @property
    def flags(self) -> int:
        """The flags with which Windows starts the child, 0 elsewhere."""
        ...

    def command(self, text: str, language: str) -> tuple[tuple[str, ...], bool]:
        """The command that says `text` ("en", "ja"), and whether it reads the text from standard input."""
        ...


class SpeakerProcess(Protocol):
    """The part of a process that a speaker needs."""

    def poll(self) -> int | None:
        """The status with which it ended; None while it runs."""
        ...

    def kill(self) -> None:
        """End it at once."""
        ...

    def wait(self, _timeout: float | None = None, /) -> int:
        """Wait for the end."""
        ...


Launch = Callable[[tuple[str, ...], str | None, int], SpeakerProcess]


def launch_speaker(arguments: tuple[str, ...], text: str | None, flags: int) -> SpeakerProcess:
    """A child that runs `arguments`, with `text` to read if there is one. Raises OSError.

    The child reads a file without a name, not a pipe: a pipe that nobody empties would hold up the writer.
    """
    source: IO[bytes] | int = subprocess.DEVNULL
    if text is not None:
        source = tempfile.TemporaryFile()  # noqa: SIM115 - closed below, as soon as the child has it
        source.write(text.encode())
        source.seek(0)
    try:
        nowhere = subprocess.DEVNULL
        return subprocess.Popen(arguments, stdin=source, stdout=nowhere, stderr=nowhere, creationflags=flags)
    finally:
        if not isinstance(source, int):
            source.close()


@dataclass(frozen=True, slots=True)
class Utterance:
    """A text that waits. `is_passing`: the next such one takes its place."""

    text: str
    language: str
    is_urgent: bool
    is_passing: bool


class Speaker:
    """Says texts one after the other; without a program, or while not `is_enabled`, it says nothing.

    Nothing here waits: `tick` looks once whether the child has ended.
    """

    def __init__(self, program: Program | None = None, launch: Launch = launch_speaker) -> None:
        self.program = program
        self._launch = launch
        self._enabled = False
        self._waiting: list[Utterance] = []
        self._child: SpeakerProcess | None = None
        self._saying: Utterance | None = None
        self._dying: list[SpeakerProcess] = []  # killed, and not gone yet
        self._left = 0.0  # seconds until the child counts as hanging
        self._now = 0.0
        self._last: tuple[str, float] | None = None
        self._logged: set[str] = set()

    @property
    def is_enabled(self) -> bool:
        """Whether anything is said."""
        return self._enabled and self.program is not None

    @is_enabled.setter
    def is_enabled(self, on: bool) -> None:
        self._enabled = on
        if not on:
            self.stop_all()

    @property
    def is_speaking(self) -> bool:
        """Whether something is being said."""
        return self._saying is not None

    @property
    def is_urgent(self) -> bool:
        """Whether something important is being said, or is about to be."""
        urgent = self._saying is not None and self._saying.is_urgent
        return self.is_enabled and (urgent or any(utterance.is_urgent for utterance in self._waiting))

    def say(self, text: str, language: str, urgent: bool = False, passing: bool = False) -> None:
        """Say `text` after the present one.

        `urgent`: at once, in place of all that is less important. `passing` texts tell where somebody is right now:
        a newer one takes the place of an older one, even while that is being said.
        """
        text = " ".join(text.split())[:LONGEST]
        if not self.is_enabled or not text:
            return
        if self._last is not None and self._last[0] == text and self._now - self._last[1] < AGAIN_SECONDS:
            return
        self._last = text, self._now
        utterance = Utterance(text, language, urgent, passing)
        self._waiting = [other for other in self._waiting if not _gives_way(other, utterance)]
        if self._saying is not None and _gives_way(self._saying, utterance):
            self._stop()
        self._waiting.append(utterance)
        while len(self._waiting) > MOST_WAITING:
            self._waiting.remove(next((other for other in self._waiting if not other.is_urgent), self._waiting[0]))

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass: see whether the child has ended, and begin with the next text."""
        self._now += dt
        self._dying = [child for child in self._dying if child.poll() is None]
        if self._child is not None:
            status = self._child.poll()
            self._left -= dt
            if status is None and self._left > 0:
                return
            if status is None:
                self._note("hangs")
                self._stop()
            elif status != 0:
                self._note(f"ended with status {status}")
            self._child = self._saying = None
        if self._waiting:
            self._begin(self._waiting.pop(0))

    def _begin(self, utterance: Utterance) -> None:
        if self.program is None:
            return
        arguments, by_input = self.program.command(utterance.text, utterance.language)
        try:
            self._child = self._launch(arguments, utterance.text if by_input else None, self.program.flags)
        except (OSError, ValueError) as error:  # ValueError: a character that no command line can hold
            self._note(str(error))
            return
        self._saying = utterance
        self._left = HANG_SECONDS + SECONDS_PER_LETTER * len(utterance.text)

    def _stop(self) -> None:
        """Kill the child; it is looked after until it is gone."""
        if self._child is not None:
            with suppress(OSError):  # it has ended by itself
                self._child.kill()
            self._dying.append(self._child)
        self._child = self._saying = None

    def _note(self, trouble: str) -> None:
        """Say once in the log what went wrong."""
        if trouble not in self._logged and self.program is not None:
            self._logged.add(trouble)
            log.warning("%s: %s", self.program.name, trouble)

    def stop_all(self) -> None:
        """Say no more."""
        self._waiting.clear()
        self._last = None
        self._stop()

    def close(self) -> None:
        """End the child."""
        self.stop_all()
        for child in self._dying:
            with suppress(subprocess.TimeoutExpired):  # the system keeps it: it can do no harm
                child.wait(ENDING_SECONDS)
        self._dying.clear()


def sentences(*texts: str) -> str:
    """Texts one after the other, each ended by a stop so that a voice rests there; those that are empty are left out.

    A line break is a rest as well.
    """
    lines = [line.strip() for text in texts for line in text.splitlines() if line.strip()]
    return " ".join(line if line[-1] in ENDS else line + (".", "。")[line[-1] >= WIDE] for line in lines)


def _gives_way(older: Utterance, newer: Utterance) -> bool:
    """Whether a text is not worth being said any more, once there is a newer one."""
    return (newer.is_urgent and not older.is_urgent) or (newer.is_passing and older.is_passing)
