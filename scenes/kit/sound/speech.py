"""Speech: the system's own speaker reads the screen aloud, in a child process for each text, one at a time.

The child may be missing, fail, hang or be killed; only its text is lost.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import IO, NamedTuple, Protocol

log = logging.getLogger(__name__)

MOST_WAITING = 3
LONGEST = 1500  # characters of a text; further ones are not spoken
# A text that is repeated within this time is not spoken again.
AGAIN_SECONDS = 1.0
HANG_SECONDS = 10.0  # a child that runs this much longer than its text allows counts as hanging
SECONDS_PER_LETTER = 0.3  # allowed for a text: enough for a slow voice and syllabic characters
ENDS = ".!?:;…。！？："  # characters after which a voice pauses
# From this code point upwards, text is Japanese, whose full stop is a different character.
WIDE = "\u3000"
ENDING_SECONDS = 0.5  # seconds of waiting for a killed child when the program ends


class Program(Protocol):
    """A program that speaks, installed on this machine."""

    @property
    def name(self) -> str:
        """The name shown to people."""
        ...

    @property
    def flags(self) -> int:
        """The creation flags for the child on Windows, 0 elsewhere."""
        ...

    def command(self, text: str, language: str) -> tuple[tuple[str, ...], bool]:
        """The command that speaks `text` in a `language` ("en", "ja"), and whether it reads the text from its input."""
        ...


class SpeakerProcess(Protocol):
    """The part of a process that this module uses."""

    def poll(self) -> int | None:
        """The exit status; None while it runs."""
        ...

    def kill(self) -> None: ...

    def wait(self, _timeout: float | None = None, /) -> int: ...


Launch = Callable[[tuple[str, ...], str | None, int], SpeakerProcess]


def launch_speaker(arguments: tuple[str, ...], text: str | None, flags: int) -> SpeakerProcess:
    """A child that runs `arguments`, with `text` as its input if given. Raises OSError.

    The input is an unnamed file: a pipe would block if the child did not read it.
    """
    import subprocess
    import tempfile

    source: IO[bytes] | int = subprocess.DEVNULL
    if text is not None:
        source = tempfile.TemporaryFile()  # noqa: SIM115 - closed below, once the child has it
        source.write(text.encode())
        source.seek(0)
    try:
        nowhere = subprocess.DEVNULL
        return subprocess.Popen(arguments, stdin=source, stdout=nowhere, stderr=nowhere, creationflags=flags)
    finally:
        if not isinstance(source, int):
            source.close()


class Utterance(NamedTuple):
    """A queued text. If it `is_passing`, the next passing text replaces it."""

    text: str
    language: str
    is_urgent: bool
    is_passing: bool


class Speaker:
    """Speaks texts one after the other; silent without a program or while not `is_enabled`.

    Nothing here blocks: `tick` polls the child.
    """

    def __init__(self, program: Program | None = None, launch: Launch = launch_speaker) -> None:
        self.program = program
        self._launch = launch
        self._enabled = False
        self._waiting: list[Utterance] = []
        self._child: SpeakerProcess | None = None
        self._saying: Utterance | None = None
        self._dying: list[SpeakerProcess] = []  # children that were killed and have not ended yet
        self._left = 0.0  # seconds after which the child counts as hanging
        self._now = 0.0
        self._last: tuple[str, float] | None = None
        self._logged: set[str] = set()

    @property
    def is_enabled(self) -> bool:
        """Whether texts are spoken."""
        return self._enabled and self.program is not None

    @is_enabled.setter
    def is_enabled(self, on: bool) -> None:
        self._enabled = on
        if not on:
            self.stop_all()

    @property
    def is_speaking(self) -> bool:
        """Whether a text is being spoken."""
        return self._saying is not None

    @property
    def is_urgent(self) -> bool:
        """Whether an important text is spoken or queued."""
        urgent = self._saying is not None and self._saying.is_urgent
        return self.is_enabled and (urgent or any(utterance.is_urgent for utterance in self._waiting))

    def say(self, text: str, language: str, urgent: bool = False, passing: bool = False) -> None:
        """Speak `text` after the present one.

        An `urgent` text is spoken at once; all less important texts are dropped. A `passing` text says where the
        selection is now: it replaces an older passing text, even one that is being spoken.
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
        """Let `dt` seconds pass: check the child, and start the next text."""
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
        except (OSError, ValueError) as error:  # a ValueError means a character that a command line cannot have
            self._note(str(error))
            return
        self._saying = utterance
        self._left = HANG_SECONDS + SECONDS_PER_LETTER * len(utterance.text)

    def _stop(self) -> None:
        """Kill the child; `tick` polls it until it has ended."""
        if self._child is not None:
            with suppress(OSError):  # the child has already ended
                self._child.kill()
            self._dying.append(self._child)
        self._child = self._saying = None

    def _note(self, trouble: str) -> None:
        """Log `trouble`, unless the same trouble was logged before."""
        if trouble not in self._logged and self.program is not None:
            self._logged.add(trouble)
            log.warning("%s: %s", self.program.name, trouble)

    def stop_all(self) -> None:
        """Drop all texts and stop."""
        self._waiting.clear()
        self._last = None
        self._stop()

    def close(self) -> None:
        self.stop_all()
        for child in self._dying:
            import subprocess

            with suppress(subprocess.TimeoutExpired):  # the system has not ended it yet, which does no harm
                child.wait(ENDING_SECONDS)
        self._dying.clear()


def sentences(*texts: str) -> str:
    """The texts joined, each ended by a stop so that a voice pauses; empty ones are dropped.

    A line break also becomes a stop.
    """
    lines = [line.strip() for text in texts for line in text.splitlines() if line.strip()]
    return " ".join(line if line[-1] in ENDS else line + (".", "。")[line[-1] >= WIDE] for line in lines)


def _gives_way(older: Utterance, newer: Utterance) -> bool:
    """Whether a newer text makes an older one obsolete."""
    return (newer.is_urgent and not older.is_urgent) or (newer.is_passing and older.is_passing)
