"""Limits of connections, before anything of HTTP is read: how many, from whom, and how long one may take to ask.

Every limit is a share of an address, so that nobody who fills theirs keeps others out. Who says nothing gives way to
whoever comes, so that nobody fills anything by silence.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

REFUSED = b"\x70\x80"  # a frame with reserved bits: whoever reads it closes with 1002, a protocol error
_MASKED, _LENGTH = 0x80, 0x7F  # in the second byte of a frame
_MORE = {126: 2, 127: 8}  # bytes of a longer length, by what stands in its place
_MASK = 4  # bytes
AN_ADDRESS = 40  # connections at a time that are not a phone's socket
ALL = 240  # of all addresses
A_SECOND = 40  # new ones of an address: eight phones behind one router load three files each, and talk
SILENCE = 1.0  # seconds after which who has not asked anything gives way before all others
IDLE = 5.0  # seconds for a request, and between two
HEAD = 16_384  # bytes of a request
_END = b"\r\n\r\n"  # of a request without a body
_ADDRESSES = 500  # whose new connections are counted


class FrameReader:
    """Follows the frames in a stream of bytes, from the first one on, for it checks what aiohttp reads without a look.

    RFC 6455, 5.1: a server closes the connection where a client's frame has no mask.
    """

    def __init__(self) -> None:
        self._held = b""  # the beginning of a frame whose length has not come in full
        self._rest = 0  # bytes of a frame that are still to be read
        self._is_refused = False

    def checked(self, data: bytes) -> bytes:
        """Return the same bytes, but REFUSED, and no more, in place of the first frame without a mask."""
        data, self._held = self._held + data, b""
        read: list[bytes] = []
        while data and not self._is_refused:
            if self._rest:
                read.append(data[: self._rest])
                data = data[self._rest :]
                self._rest -= len(read[-1])
                continue
            if len(data) >= 2 and not data[1] & _MASKED:
                self._is_refused = True
                read.append(REFUSED)
                break
            head = 2 + (_MORE.get(data[1] & _LENGTH, 0) if len(data) >= 2 else 0)
            if len(data) < head:
                self._held = data
                break
            length = data[1] & _LENGTH if head == 2 else int.from_bytes(data[2:head], "big")
            self._rest = head + _MASK + length
        return b"".join(read)


@dataclass(eq=False, slots=True)
class Guest:
    """A connection as `Limits` has it: `drop` ends it."""

    address: str
    drop: Callable[[], None]
    silent_since: float | None = None  # None while it is being answered


class Limits:
    """Counts the connections of one server. `now` tells the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self._guests: list[Guest] = []  # in the order in which they came
        self._rooms: OrderedDict[str, tuple[float, float]] = OrderedDict()  # new ones that may come, counted when

    def admit(self, guest: Guest) -> bool:
        """Whether a connection may be had; one that may is to be released.

        Where there are too many, of its address or in all, a silent one is dropped for it.
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
        """A connection has ended, or counts no more: it is the socket of a phone with a ticket, of which the tickets
        let in only so many."""
        if guest in self._guests:
            self._guests.remove(guest)

    def _drop_one_of(self, guests: list[Guest]) -> bool:
        """Drop the one that has been silent longest, whoever it is; where all have only just come, one of the address
        that has most. Returns False where none is silent."""
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
        """Whether an address has not begun too many connections of late."""
        now = self.now()
        room, counted = self._rooms.pop(address, (float(A_SECOND), now))
        room = min(A_SECOND, room + (now - counted) * A_SECOND)
        self._rooms[address] = (room - 1 if room >= 1 else room), now
        while len(self._rooms) > _ADDRESSES:
            self._rooms.popitem(last=False)
        return room >= 1


class Gate(asyncio.Protocol):
    """One connection on its way to `inner`, aiohttp's protocol: dropped where it exceeds a limit."""

    def __init__(self, inner: asyncio.Protocol, limits: Limits) -> None:
        self._inner = inner
        self._limits = limits
        self._guest: Guest | None = None
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
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
        """Read frames of a websocket from now on. Returns False where some came before the request was answered.

        Until it is settled it is silent, whatever it says.
        """
        if self._end != _END:
            return False
        self._frames = FrameReader()
        self._fall_silent()
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
        guest = Guest(address, self.drop)
        if not self._limits.admit(guest):
            transport.abort()
            return
        self._guest = guest
        self._inner.connection_made(transport)
        self.rest()

    def begin(self) -> None:
        """A request has been heard in full: it may take as long as its answer does."""
        self._heard = 0
        self._stop_timer()
        if self._guest:
            self._guest.silent_since = None

    def rest(self) -> None:
        """Note that the request is answered: the next one is to come soon."""
        self.begin()
        self._fall_silent()
        self._timer = asyncio.get_running_loop().call_later(IDLE, self.drop)

    def _fall_silent(self) -> None:
        if self._guest:
            self._guest.silent_since = self._limits.now()

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

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
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        """Too much waits to be written."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Go on writing: there is room again."""
        self._inner.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        """Note that the connection has ended."""
        self._stop_timer()
        if self._guest is not None:
            self._limits.release(self._guest)
            self._inner.connection_lost(error)
