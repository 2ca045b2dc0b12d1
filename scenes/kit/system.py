"""The operating system below the window: the fixed timestep, the clipboard, signals to end, standard error, memory.

- Real time goes into the clock, whole steps and an interpolation alpha come out.
- The clipboard need not be there.
- A service that stops, Ctrl+C, a terminal or a session that goes: these signals end the program.
- C libraries are kept quiet on the terminal, where their words would only puzzle.
- What a scene leaves behind in memory goes at once.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pygame

STEP = 1 / 120  # seconds of simulated time per tick
MAX_FRAME = 0.25  # a longer frame (a suspended machine) counts as this much
MAX_STEPS = 30
_STATUS = Path("/proc/self/statm")  # what Linux tells of this process's memory

log = logging.getLogger(__name__)


class FixedClock:
    """Accumulates frame times (see Fiedler, "Fix Your Timestep!")."""

    def __init__(self) -> None:
        self._rest = 0.0

    def advance(self, seconds: float) -> int:
        """The number of ticks that `seconds` of real time are worth now."""
        self._rest += min(max(seconds, 0.0), MAX_FRAME)
        steps = min(int(self._rest / STEP + 1e-9), MAX_STEPS)
        self._rest = max(0.0, self._rest - steps * STEP)
        return steps

    @property
    def alpha(self) -> float:
        """The share of the next tick that has already passed, 0..1."""
        return min(1.0, self._rest / STEP)


def put_on_clipboard(text: str) -> bool:
    """Replace the clipboard's content by `text`. Returns whether there is a clipboard that takes it."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, NotImplementedError) as error:  # NotImplementedError: a pygame without the module
        log.warning("the clipboard takes no text: %s", error)
        return False
    return True


def text_on_clipboard() -> str:
    """The text on the clipboard; "" where there is none."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, NotImplementedError) as error:
        log.warning("the clipboard gives no text: %s", error)
        return ""


@contextmanager
def signals_heard(numbers: Sequence[int]) -> Iterator[Callable[[], bool]]:
    """Keep the signals `numbers` from killing while it lasts: the function given tells whether one has come.

    Begin before pygame's display does, for SDL takes the signals that nobody has taken.
    """
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)

    before = {number: signal.signal(number, note) for number in numbers}
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def native_errors_hushed() -> Iterator[None]:
    """Drop the messages of C libraries on standard error: ALSA and SDL write at length of missing devices."""
    try:
        kept = os.dup(2)
    except OSError:  # no standard error, as in a windowed program on Windows
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def freeze_memory() -> None:
    """Call it once, when all is imported and nothing is on the stage yet.

    What exists now outlives every scene, so that collecting later looks only at what came after.
    """
    gc.collect()
    gc.freeze()


def collect_memory() -> None:
    """Free what no longer leads anywhere: a scene and its widgets hold one another, and their pictures with them."""
    gc.collect()


def resident_memory() -> int | None:
    """Bytes of this process in memory; None where the system does not tell."""
    try:
        return int(_STATUS.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None
