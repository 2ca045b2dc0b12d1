"""Limits of connections, before anything of HTTP is read: how many, from whom, and how long one may take to ask."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

AN_ADDRESS = 12  # connections at a time; more of them wait for those to end, as where many phones load the page at once
WAITING = 24  # of an address
ALL = 80
A_SECOND = 60  # new ones
IDLE = 5.0  # seconds for a request, and between two
HEAD = 16_384  # bytes of a request


class Limits:
    """Counts the connections of one server. `now` tells the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._open: Counter[str] = Counter()
        self._waiting: dict[str, list[Callable[[], None]]] = {}
        self._room = float(A_SECOND)  # new connections that may come at once
        self._counted = now()

    def admit(self, address: str, go_on: Callable[[], None]) -> bool:
        """Whether a connection from `address` may be had; one that may is to be released.

        `go_on` is called when it may be heard: at once, or when another one has ended.
        """
        now = self._now()
        self._room = min(A_SECOND, self._room + (now - self._counted) * A_SECOND)
        self._counted = now
        waiting = self._waiting.get(address, [])
        if self._room < 1 or len(waiting) >= WAITING or self._open.total() + self._queued() >= ALL:
            return False
        self._room -= 1
        if self._open[address] >= AN_ADDRESS:
            self._waiting[address] = [*waiting, go_on]
        else:
            self._open[address] += 1
            go_on()
        return True

    def release(self, address: str, go_on: Callable[[], None]) -> None:
        """A connection has ended, perhaps before it was heard; the next one of those that wait may go on."""
        waiting = self._waiting.get(address, [])
        if go_on in waiting:
            waiting.remove(go_on)
        elif waiting:
            waiting.pop(0)()
        else:
            self._open[address] -= 1
            if self._open[address] <= 0:
                del self._open[address]
        if not waiting:
            self._waiting.pop(address, None)

    def _queued(self) -> int:
        return sum(len(waiting) for waiting in self._waiting.values())


class Gate(asyncio.Protocol):
    """One connection on its way to `inner`, aiohttp's protocol: dropped where it exceeds a limit."""

    def __init__(self, inner: Any, limits: Limits) -> None:
        self._inner = inner
        self._limits = limits
        self._address: str | None = None
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._made = False  # whether aiohttp knows of it
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
        transport.pause_reading()
        if not self._limits.admit(address, self._go_on):
            transport.abort()
            return
        self._address = address
        self.rest()

    def _go_on(self) -> None:
        assert self._transport
        self._inner.connection_made(self._transport)
        self._made = True
        self._transport.resume_reading()
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
        if self._timer:
            self._heard += len(data)
            if self._heard > HEAD:
                self._drop()
                return
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """The other side says no more."""
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
            self._limits.release(self._address, self._go_on)
        if self._made:
            self._inner.connection_lost(error)

    def _drop(self) -> None:
        if self._transport:
            self._transport.abort()
