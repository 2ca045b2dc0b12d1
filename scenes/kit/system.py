"""The operating system below the window: fixed timestep, clipboard, signals, standard error, memory.

- The clock turns real time into ticks and an interpolation alpha.
- The clipboard may be missing.
- Signals (a stopping service, Ctrl+C, a closing terminal or session) end the program.
- C libraries stay quiet on the terminal, where their messages would only puzzle people.
- `collect_memory` frees the memory of ended scenes, which Python alone would do late.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

import pygame

STEP = 1 / 120  # seconds of simulated time per tick
MAX_FRAME = 0.25  # seconds; a longer frame, such as the first one after a suspend, counts as this long
MAX_STEPS = 30
MEMORY_ADVICE = "a match wants 250: end other programs, or set a lower resolution (doctor proposes one)"

log = logging.getLogger(__name__)


class FixedClock:
    """Accumulates frame times (see Fiedler, "Fix Your Timestep!")."""

    def __init__(self) -> None:
        self._rest = 0.0

    def advance(self, seconds: float) -> int:
        """The number of ticks that are due after `seconds` more of real time."""
        self._rest += min(max(seconds, 0.0), MAX_FRAME)
        steps = min(int(self._rest / STEP + 1e-9), MAX_STEPS)
        self._rest = max(0.0, self._rest - steps * STEP)
        return steps

    @property
    def alpha(self) -> float:
        """The passed share of the next tick, 0..1."""
        return min(1.0, self._rest / STEP)


def put_on_clipboard(text: str) -> bool:
    """Replace the clipboard's content with `text`. Returns False if there is no clipboard."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, NotImplementedError) as error:  # pygame raises NotImplementedError if it lacks the module
        log.warning("the clipboard takes no text: %s", error)
        return False
    return True


def text_on_clipboard() -> str:
    """The text on the clipboard; "" if there is none."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, NotImplementedError) as error:
        log.warning("the clipboard gives no text: %s", error)
        return ""


@contextmanager
def signals_heard(numbers: Sequence[int]) -> Iterator[Callable[[], bool]]:
    """Inside the block, the signals `numbers` do not end the program.

    The block gets a function that says whether such a signal has come. Enter the block before pygame's display opens,
    because SDL takes signals without a handler.
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
    """Drop the messages of C libraries on standard error: ALSA and SDL write at length about missing devices."""
    try:
        kept = os.dup(2)
    except OSError:  # there is no standard error, as in a windowed program on Windows
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
    """Exclude all present objects from later collections; call it once, after the imports."""
    gc.collect()
    gc.freeze()


def collect_memory() -> None:
    """Free unreachable objects. Without this an ended scene stays, since it and its widgets refer to each other."""
    gc.collect()
