"""One phone's websocket: what it may say in a second, and what waits to be sent to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from aiohttp import WSCloseCode, WSMsgType, web

from game.phones.messages import FromPhone
from game.phones.protocol import PHONE_BYTES, from_phone
from game.phones.wire import WireError

BEATS = 5.0  # seconds between pings; without an answer for half of that the socket ends
A_SECOND = 30  # messages of a phone
SHOWS = 0.1  # seconds between two snapshots
_WAITING = 400  # messages that may wait for a phone, and parts of files: a game's has 170, a film of 8 MB 180
_FAREWELL = 2.0  # seconds for what waits when the socket is to end


class ExcessError(Exception):
    """A phone has sent more than it may, or an unreadable message; the text is the reason."""


class PhoneSocket:
    """A hub's PhoneConnection over a websocket. `now` tells the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.web = web.WebSocketResponse(heartbeat=BEATS, max_msg_size=PHONE_BYTES, compress=False, timeout=_FAREWELL)
        self._now = now
        self._waiting: deque[str] = deque()
        self._files: deque[str] = deque()
        self._shown: str | None = None
        self._show_at = 0.0
        self._changed = asyncio.Event()
        self._reason: str | None = None  # for which it is to end
        self._room = float(A_SECOND)
        self._counted = now()

    def send(self, sent: str) -> None:
        """Send a message after all others."""
        if len(self._waiting) >= _WAITING:
            self.close("it does not listen")
        else:
            self._waiting.append(sent)
        self._changed.set()

    def give(self, sent: str) -> None:
        """Send a part of a file, when nothing else waits."""
        if len(self._files) >= _WAITING:
            self.close("it does not listen")
        else:
            self._files.append(sent)
        self._changed.set()

    def show(self, sent: str) -> None:
        """Send a snapshot, in place of one that waits still."""
        self._shown = sent
        self._changed.set()

    def close(self, reason: str) -> None:
        """Send what waits, and end."""
        self._reason = self._reason or reason
        self._changed.set()

    async def receive(self) -> FromPhone | None:
        """The next message, None at the end. Raises ExcessError."""
        heard = await self.web.receive()
        if heard.type in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR):
            return None
        if heard.type is not WSMsgType.TEXT:
            raise ExcessError("text alone is read here")
        now = self._now()
        self._room = min(A_SECOND, self._room + (now - self._counted) * A_SECOND) - 1
        self._counted = now
        if self._room < 0:
            raise ExcessError("too many messages")
        try:
            return from_phone(heard.data)
        except WireError as error:
            raise ExcessError(str(error)) from None

    async def write(self) -> None:
        """Send what there is to send, until the socket ends."""
        while not self.web.closed:
            while self._waiting:
                await self.web.send_str(self._waiting.popleft())
            if self._reason is not None:
                await self.end(self._reason)
                return
            delay = self._show_at - self._now()
            if self._shown is not None and delay <= 0:
                sent, self._shown = self._shown, None
                self._show_at = self._now() + SHOWS
                await self.web.send_str(sent)
                continue
            if self._files:
                await self.web.send_str(self._files.popleft())
                continue
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), None if self._shown is None else delay)
            except asyncio.TimeoutError:
                continue

    async def end(self, reason: str) -> None:
        """Close it, with a reason that the phone's browser can tell."""
        shown = reason.encode()[:120].decode(errors="ignore")
        await self.web.close(code=WSCloseCode.POLICY_VIOLATION, message=shown.encode())
