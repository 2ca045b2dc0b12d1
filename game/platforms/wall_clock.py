"""The clock on the wall where it has gone beyond what Python can count: nanoseconds in 63 bits, until April 2262.

There `time.time` raises, in logging and in packages that nobody would ask; `datetime.now` stays at the last moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

LATEST = (2**63 - 1) // 10**9  # seconds since 1970
N = TypeVar("N", int, float)


def bound() -> None:
    """From now on let `time.time` and `time.time_ns` stay at that moment, too, whatever the clock says. Once is enough;
    what took them by name before keeps the old ones.
    """
    if not hasattr(time.time, "bounded"):
        time.time = _bounded(time.time, float(LATEST))
        time.time_ns = _bounded(time.time_ns, LATEST * 10**9)


def is_beyond() -> bool:
    """Whether the clock is there, and has to be set."""
    return time.time() >= LATEST


def _bounded(read: Callable[[], N], latest: N) -> Callable[[], N]:
    def bounded() -> N:
        try:
            return read()
        except OverflowError:
            return latest

    bounded.bounded = True  # type: ignore[attr-defined]
    return bounded
