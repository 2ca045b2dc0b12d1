"""Limits of connections, before anything of HTTP is read: how many, from whom, and how long one may take to ask."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

AN_ADDRESS = 12  # connections at a time
ALL = 80
A_SECOND = 60  # new ones
IDLE = 5.0  # seconds for a request, and between two
HEAD = 16_384  # bytes of a request


class Limits:
    """Counts the connections of one server. `now` tells the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._open: Counter[str] = Counter()
        self._room = float(A_SECOND)  # new connections that may come at once
        self._counted = now()

    def admit(self, address: str) -> bool:
        """Whether a connection from `address` may be had; one that may is to be released."""
        now = self._now()
        self._room = min(A_SECOND, self._room + (now - self._counted) * A_SECOND)
        self._counted = now
        if self._room < 1 or self._open[address] >= AN_ADDRESS or self._open.total() >= ALL:
            return False
        self._room -= 1
        self._open[address] += 1
        return True

    def release(self, address: str) -> None:
        """A connection has ended."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


class Gate(asyncio.Protocol):
    """One connection on its way to `inner`, aiohttp's protocol: dropped where it exceeds a limit."""

    def __init__(self, inner: Any, limits: Limits) -> None:
        self._inner = inner
        self._limits = limits
        self._address: str | None = None
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._heard = 0  # bytes that belong to no request yet

    @property
    def address(self) -> str:
        """Where it comes from."""
        return self._address or ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let it in, or drop it."""
        assert isinstance(transport, asyncio.Transport)
        address = str((transport.get_extra_info("peername") or ("",))[0])
        self._transport = transport
        if not self._limits.admit(address):
            transport.abort()
            return
        self._address = address
        self._inner.connection_made(transport)
        self.rest()

    def begin(self) -> None:
        """A request has been heard in full: it may take as long as its answer does."""
        self._heard = 0
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def rest(self) -> None:
        """It is answered: the next one is to come soon."""
        self.begin()
        self._timer = asyncio.get_running_loop().call_later(IDLE, self._drop)

    def data_received(self, data: bytes) -> None:
        """Hand on what has come, unless it is too much."""
        if self._address is None:
            return
        if self._timer:
            self._heard += len(data)
            if self._heard > HEAD:
                self._drop()
                return
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """The other side says no more."""
        if self._address is None:
            return None
        ended: bool | None = self._inner.eof_received()
        return ended

    def pause_writing(self) -> None:
        """Too much waits to be written."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """There is room again."""
        self._inner.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        """It has ended."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._address is not None:
            self._limits.release(self._address)
            self._inner.connection_lost(error)

    def _drop(self) -> None:
        if self._transport:
            self._transport.abort()
