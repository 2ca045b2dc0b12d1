"""Limits for connections, before any HTTP is read: their number, and the time for a request.

Each address has limits of its own, so that it cannot keep others out. A new connection may replace a silent one, so
that idle connections cannot fill the server.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

REFUSED = b"\x70\x80"  # a frame with reserved bits: aiohttp closes the connection with 1002, a protocol error
_MASKED, _LENGTH = 0x80, 0x7F  # parts of the second byte of a frame
# The number of length bytes that follow, if the length has one of these values.
_MORE = {126: 2, 127: 8}
_MASK = 4  # bytes of a frame's mask
AN_ADDRESS = 40  # the most connections of one address at a time; phones that have a ticket do not count
ALL = 240  # the most connections of all addresses at a time; phones that have a ticket do not count
# The most new connections of an address in a second. Eight phones behind one router may join at once: each loads three
# files and opens a socket.
A_SECOND = 40
SILENCE = 1.0  # seconds after which a silent connection may be dropped for a new one of any address
IDLE = 5.0  # seconds for a request, and between requests
HEAD = 16_384  # the most bytes of a request
_END = b"\r\n\r\n"  # the end of a request without a body
_ADDRESSES = 500  # the most addresses for which new connections are counted


class FrameReader:
    """Checks the websocket frames in a stream of bytes, because aiohttp accepts frames without a mask.

    A server must close the connection if a client's frame has no mask (RFC 6455, 5.1).
    """

    def __init__(self) -> None:
        self._held = b""  # the beginning of a frame whose length is incomplete
        self._rest = 0  # bytes of the present frame that have not come yet
        self._is_refused = False

    def checked(self, data: bytes) -> bytes:
        """Return the data that can be checked now. At a frame without a mask, the data ends with REFUSED."""
        data, self._held = self._held + data, b""
        at, end = 0, len(data)  # `data` is not cut at each frame, because one chunk may have thousands of small ones
        while at < end and not self._is_refused:
            if self._rest:
                passed = min(self._rest, end - at)
                at, self._rest = at + passed, self._rest - passed
                continue
            if end - at >= 2 and not data[at + 1] & _MASKED:
                self._is_refused = True
                return data[:at] + REFUSED
            head = 2 + (_MORE.get(data[at + 1] & _LENGTH, 0) if end - at >= 2 else 0)
            if end - at < head:
                self._held = data[at:]
                break
            length = data[at + 1] & _LENGTH if head == 2 else int.from_bytes(data[at + 2 : at + head], "big")
            self._rest = head + _MASK + length
        return data[:at]


@dataclass(eq=False, slots=True)
class Guest:
    """A connection counted by `Limits`. `drop` ends it."""

    address: str
    drop: Callable[[], None]
    silent_since: float | None = None  # None while the server answers a request


class Limits:
    """Counts the connections of one server. `now` returns the time in seconds.

    A request, and the silence between two, may last `idle` seconds. An address may begin `a_second` connections in a
    second.
    """

    def __init__(self, now: Callable[[], float], idle: float = IDLE, a_second: int = A_SECOND) -> None:
        self.now = now
        self.idle = idle
        self._a_second = a_second
        self._guests: list[Guest] = []  # in order of arrival
        # for each address, how many connections it could still begin, and when that was counted
        self._rooms: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def admit(self, guest: Guest) -> bool:
        """Return whether a connection is admitted. If it is, call `release` later.

        If there are too many connections, of this address or in all, a silent one is dropped for the new one.
        """
        if not self._has_room(guest.address):
            return False
        own = [each for each in self._guests if each.address == guest.address]
        if len(own) >= AN_ADDRESS and not self._drop_one_of(own):
            return False
        if len(self._guests) >= ALL and not self._drop_one_of(self._guests):
            return False
        guest.silent_since = self.now()
        self._guests.append(guest)
        return True

    def release(self, guest: Guest) -> None:
        """Stop counting a connection that has ended, or that is the socket of a phone with a ticket.

        (The number of tickets is limited elsewhere.)
        """
        if guest in self._guests:
            self._guests.remove(guest)

    def _drop_one_of(self, guests: list[Guest]) -> bool:
        """Drop the connection that has been silent longest. Return False if none is silent.

        If even that one has been silent for less than SILENCE, drop another silent connection instead: one whose
        address has the most connections.
        """
        silent = {guest: guest.silent_since for guest in guests if guest.silent_since is not None}
        if not silent:
            return False
        dropped = min(silent, key=lambda guest: silent[guest])
        if self.now() - silent[dropped] < SILENCE:
            count = Counter(guest.address for guest in guests)
            dropped = max(silent, key=lambda guest: count[guest.address])
        self.release(dropped)
        dropped.drop()
        return True

    def _has_room(self, address: str) -> bool:
        """Whether an address may begin another connection now."""
        now = self.now()
        room, counted = self._rooms.pop(address, (float(self._a_second), now))
        room = min(self._a_second, room + (now - counted) * self._a_second)
        self._rooms[address] = (room - 1 if room >= 1 else room), now
        while len(self._rooms) > _ADDRESSES:
            self._rooms.popitem(last=False)
        return room >= 1


class Gate(asyncio.Protocol):
    """One connection. Its data goes to `inner`, aiohttp's protocol. Beyond a limit, the connection is dropped."""

    def __init__(self, inner: asyncio.Protocol, limits: Limits) -> None:
        self._inner = inner
        self._limits = limits
        self._guest: Guest | None = None
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._heard = 0  # bytes of an incomplete request
        self._end = b""  # the last bytes of the request
        self._frames: FrameReader | None = None  # set once the connection is a websocket

    @property
    def address(self) -> str:
        """The peer's address."""
        return self._guest.address if self._guest else ""

    def settle(self) -> None:
        """Mark this as the socket of a phone with a ticket. The connection no longer counts here."""
        if self._guest:
            self._limits.release(self._guest)

    def upgrade(self) -> bool:
        """Switch to websocket frames. Return False if data came before the request was answered.

        The connection counts as silent until `settle` is called.
        """
        if self._end != _END:
            return False
        self._frames = FrameReader()
        self._fall_silent()
        return True

    def drop(self) -> None:
        """End the connection at once."""
        if self._transport:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit the connection, or drop it."""
        assert isinstance(transport, asyncio.Transport)
        address = str((transport.get_extra_info("peername") or ("",))[0])
        self._transport = transport
        guest = Guest(address, self.drop)
        if not self._limits.admit(guest):
            transport.abort()
            return
        self._guest = guest
        self._inner.connection_made(transport)
        self.rest()

    def begin(self) -> None:
        """Mark a request as complete. Its answer has no time limit."""
        self._heard = 0
        self._stop_timer()
        if self._guest:
            self._guest.silent_since = None

    def rest(self) -> None:
        """Mark the request as answered. The next one must come soon."""
        self.begin()
        self._fall_silent()
        self._timer = asyncio.get_running_loop().call_later(self._limits.idle, self.drop)

    def _fall_silent(self) -> None:
        if self._guest:
            self._guest.silent_since = self._limits.now()

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def data_received(self, data: bytes) -> None:
        """Pass data on, within the limit."""
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
        """Pass on the end of the input."""
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        """Pass on that the output is full."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the output has room."""
        self._inner.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        """Release the connection."""
        self._stop_timer()
        if self._guest is not None:
            self._limits.release(self._guest)
            self._inner.connection_lost(error)
