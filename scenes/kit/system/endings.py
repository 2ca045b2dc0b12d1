"""The system's signals to end the program: a service that stops, Ctrl+C, a terminal or a session that goes."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType


@contextmanager
def listen(numbers: Sequence[int]) -> Iterator[Callable[[], bool]]:
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
