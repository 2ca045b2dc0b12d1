"""Protects against clocks set beyond Python's range, which ends in April 2262 (nanoseconds in 63 bits).

Beyond it, `time.time` raises an error, also when logging or a package calls it. `datetime.now` raises none: it stays at
the last moment of the range.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

LATEST = (2**63 - 1) // 10**9  # seconds since 1970
N = TypeVar("N", int, float)


def bound() -> None:
    """Patch `time.time` and `time.time_ns` to stay at the last moment of the range, too.

    Call this once and early: modules that have imported the functions before keep the old ones.
    """
    if not hasattr(time.time, "bounded"):
        time.time = _bounded(time.time, float(LATEST))
        time.time_ns = _bounded(time.time_ns, LATEST * 10**9)


def is_beyond() -> bool:
    """Whether the clock is beyond the range and must be set."""
    return time.time() >= LATEST


def _bounded(read: Callable[[], N], latest: N) -> Callable[[], N]:
    def bounded() -> N:
        try:
            return read()
        except OverflowError:
            return latest

    bounded.bounded = True  # type: ignore[attr-defined]
    return bounded
