"""What a table says on standard error, line by line: its last complaint, and why it has ended, where it said so."""

from __future__ import annotations

import time
from collections.abc import Callable

FRESH = 5.0  # seconds before its end in which a table says why it ends; what it said before tells nothing
_NO_ERROR = ("INFO ", "DEBUG ")
_NO_REASON = (*_NO_ERROR, "WARNING ")
_FATAL = "Fatal Python error"  # the traces of all threads follow
_TRACE = "Traceback (most recent call last):"


class LastWords:
    """`error` is the last complaint, whenever it was. `now` tells the time in seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.error = ""
        self._now = now
        self._in_trace = False
        self._sure = self._other = ("", float("-inf"))  # what Python itself said of an end, and anything else; when

    def hear(self, line: str) -> None:
        """One more line, without its end."""
        if not line.startswith(_NO_ERROR) and not self.error.startswith(_FATAL):
            self.error = line
        if line.startswith((_FATAL, _TRACE)) or (self._in_trace and not line.startswith(" ")):
            self._sure = (line, self._now())
            self._in_trace = line == _TRACE
        elif not line.startswith((" ", *_NO_REASON)):
            self._other = (line, self._now())

    def reason(self, status: int) -> str:
        """Why it has ended with this status, in its own words; "" where a signal came of which it knew nothing, or
        where nothing was said just before."""
        for line, at in (self._sure, self._other):
            if line and self._now() - at <= FRESH:
                return line if status > 0 or line.startswith(_FATAL) else ""
        return ""
