"""Limits of connections, before anything of HTTP is read: how many, from whom, and how long one may take to ask.

Every limit is a share of an address, so that nobody who fills theirs keeps others out.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from game.phones.frames import FrameReader

AN_ADDRESS = 12  # connections at a time; more of them wait for those to end, as where many phones load the page at once
WAITING = 24  # of an address
ALL = 240  # connections that are not a phone's socket; then who has most gives way to who has fewer
A_SECOND = 40  # new ones of an address: eight phones behind one router load three files each, and talk
IDLE = 5.0  # seconds for a request, and between two
HEAD = 16_384  # bytes of a request
_END = b"\r\n\r\n"  # of a request without a body
_ADDRESSES = 500  # whose new connections are counted


@dataclass(eq=False, slots=True)
class Guest:
    """A connection as `Limits` has it: `go_on` lets it be heard, `drop` ends it."""

    address: str
    go_on: Callable[[], None]
    drop: Callable[[], None]


@dataclass(slots=True)
class _Address:
    """The connections of an address, in the order in which they came."""

    heard: list[Guest] = field(default_factory=list)
    waiting: list[Guest] = field(default_factory=list)

    @property
    def all(self) -> list[Guest]:
        return [*self.heard, *self.waiting]


class Limits:
    """Counts the connections of one server. `now` tells the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._addresses: dict[str, _Address] = {}
        self._rooms: OrderedDict[str, tuple[float, float]] = OrderedDict()  # new ones that may come, counted when

    def admit(self, guest: Guest) -> bool:
        """Whether a connection may be had; one that may is to be released.

        It goes on when it may be heard: at once, or when another one of its address has ended. Where there are too many
        in all, the oldest of the address that has most is dropped, unless that is the guest's own.
        """
        if not self._has_room(guest.address):
            return False
        own = self._addresses.get(guest.address, _Address())
        if len(own.waiting) >= WAITING:
            return False
        if sum(len(each.all) for each in self._addresses.values()) >= ALL:
            most = max(self._addresses.values(), key=lambda each: len(each.all))
            if len(most.all) <= len(own.all) + 1:
                return False
            oldest = most.heard[0]
            self.release(oldest)
            oldest.drop()
        self._addresses[guest.address] = own
        if len(own.heard) >= AN_ADDRESS:
            own.waiting.append(guest)
        else:
            own.heard.append(guest)
            guest.go_on()
        return True

    def release(self, guest: Guest) -> None:
        """A connection has ended, perhaps before it was heard, or counts no more: it is the socket of a phone with a
        ticket, of which the tickets let in only so many. The next one of its address that waits may go on."""
        own = self._addresses.get(guest.address)
        if own is None:
            return
        if guest in own.waiting:
            own.waiting.remove(guest)
        elif guest in own.heard:
            own.heard.remove(guest)
            if own.waiting:
                own.heard.append(own.waiting.pop(0))
                own.heard[-1].go_on()
        if not own.heard:
            del self._addresses[guest.address]

    def _has_room(self, address: str) -> bool:
        """Whether an address has not begun too many connections of late."""
        now = self._now()
        room, counted = self._rooms.pop(address, (float(A_SECOND), now))
        room = min(A_SECOND, room + (now - counted) * A_SECOND)
        self._rooms[address] = (room - 1 if room >= 1 else room), now
        while len(self._rooms) > _ADDRESSES:
            self._rooms.popitem(last=False)
        return room >= 1


class Gate(asyncio.Protocol):
    """One connection on its way to `inner`, aiohttp's protocol: dropped where it exceeds a limit."""

    def __init__(self, inner: Any, limits: Limits) -> None:
        self._inner = inner
        self._limits = limits
        self._guest: Guest | None = None
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._made = False  # whether aiohttp knows of it
        self._heard = 0  # bytes that belong to no request yet
        self._end = b""  # the last bytes of the request
        self._frames: FrameReader | None = None  # once it is a websocket

    @property
    def address(self) -> str:
        """The address of the other side."""
        return self._guest.address if self._guest else ""

    def settle(self) -> None:
        """Note that this is the socket of a phone with a ticket: it takes no other's place any more."""
        if self._guest:
            self._limits.release(self._guest)

    def upgrade(self) -> bool:
        """Read frames of a websocket from now on. Returns False where some came before the request was answered."""
        if self._end != _END:
            return False
        self._frames = FrameReader()
        return True

    def drop(self) -> None:
        """End it at once."""
        if self._transport:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let it in, or drop it."""
        assert isinstance(transport, asyncio.Transport)
        address = str((transport.get_extra_info("peername") or ("",))[0])
        self._transport = transport
        transport.pause_reading()
        self._guest = Guest(address, self._go_on, self.drop)
        if not self._limits.admit(self._guest):
            self._guest = None
            transport.abort()
            return
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
        """Note that the request is answered: the next one is to come soon."""
        self.begin()
        self._timer = asyncio.get_running_loop().call_later(IDLE, self.drop)

    def data_received(self, data: bytes) -> None:
        """Hand on what has come, unless it is too much."""
        if self._timer:
            self._heard += len(data)
            if self._heard > HEAD:
                self.drop()
                return
        if self._frames is None:
            self._end = (self._end + data)[-len(_END) :]
        elif not (data := self._frames.checked(data)):
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
        """Go on writing: there is room again."""
        self._inner.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        """Note that the connection has ended."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._guest is not None:
            self._limits.release(self._guest)
        if self._made:
            self._inner.connection_lost(error)
