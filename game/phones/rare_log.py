"""Errors between the server and its phones, logged once a minute for each kind, and never in others' words."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

MINUTE = 60.0  # seconds in which a kind is told once


class RareLog(logging.Handler):
    """Takes what the server's library logs, and what it leaves in tasks; `tell` gets a line for each kind and minute.

    A kind is a class of errors. Nothing but its name is told: the rest may be what somebody sent.
    """

    def __init__(self, tell: Callable[[str], object], now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(logging.WARNING)
        self._tell = tell
        self._now = now
        self._told: dict[str, float] = {}

    def logger(self) -> logging.Logger:
        """A logger that hands everything to this one alone."""
        logger = logging.Logger("kissaten.phones")
        logger.addHandler(self)
        return logger

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.note(error)

    def left_in_task(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """The event loop's handler of errors that nobody waits for."""
        self.note(context.get("exception"))

    def note(self, error: BaseException | None) -> None:
        """An error of a connection."""
        kind, now = type(error).__name__ if error is not None else "unknown", self._now()
        if now - self._told.get(kind, -MINUTE) >= MINUTE:
            self._told[kind] = now
            self._tell(f"INFO phones: a connection ended by an error ({kind}); more of them this minute are not told")
