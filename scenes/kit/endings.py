"""What the system sends to end the program: a service that stops, Ctrl+C, a terminal or a session that goes."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # those that the system at hand has


@contextmanager
def listening() -> Iterator[Callable[[], bool]]:
    """While it lasts none of these signals kills: the function given tells whether one has come.

    Begin before pygame's display does, for SDL takes the signals that nobody has taken.
    """
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)

    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    before = {number: signal.signal(number, note) for number in numbers}
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
