"""The phone server in its own process: three files, a websocket for each phone, and limits.

It opens only the files of the page, talks to no process but the table's, and has no code of games. Errors of
connections are logged at most once a minute for each kind. The log has no text from outside.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gzip
import logging
import re
import socket as socket_module
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import segno
from aiohttp import WSCloseCode, WSMsgType, web

from game.phones.addresses import networks, rank
from game.phones.gate import HEAD, Gate, Limits
from game.phones.hub import PhoneHub
from game.phones.link import Link
from game.phones.messages import Alive, FromPhone, FromServer, Hello, JoinCode, Looked, Network, Open, Trouble
from game.phones.page import ASSETS, TYPES, files, pack
from game.phones.protocol import PHONE_BYTES, WireError, from_phone, from_table, text

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


MINUTE = 60.0  # seconds between two lines in the log about one kind of error
# Seconds between pings. If there is no answer in half of that time, the socket closes.
BEATS = 5.0
A_SECOND = 30  # the most messages from a phone in a second, pings and pongs among them
SHOWS = 0.1  # seconds between two snapshots
# The most messages and parts of files that may wait for a phone. A game's file has 170 parts, a film of 8 MB 180.
_WAITING = 400
_FAREWELL = 2.0  # seconds for sending the waiting messages when the socket closes
PORT = 47_810
_A_FILE = re.compile(r"\.\w")  # matches the paths of files
_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
_ANY = "0.0.0.0"
_PORTS = 20  # ports that are tried after the first one
_PATIENCE = 2.0  # seconds to wait for a port that the previous server may still use
ALIVE = 2.0  # seconds between signs of life
LOOK = 10.0  # seconds between two checks of the networks
MOST_UNSENT = 128_000  # the most unsent bytes for a phone in the system's buffer
_TICK = 0.25  # seconds between two ticks of the hub
_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "Kissaten",
}


class RareLog(logging.Handler):
    """Receives the log of aiohttp and the uncaught errors of tasks.

    `tell` gets at most one line a minute for each kind, which is an exception class. Only the class's name is logged,
    because the message may have text from outside.
    """

    def __init__(self, tell: Callable[[str], object], now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(logging.WARNING)
        self._tell = tell
        self._now = now
        self._logged: dict[str, float] = {}

    def logger(self) -> logging.Logger:
        """A logger with this handler only."""
        logger = logging.Logger("kissaten.phones")
        logger.addHandler(self)
        return logger

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.note(error)

    def left_in_task(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log an uncaught error. This is the event loop's handler."""
        self.note(context.get("exception"))

    def note(self, error: BaseException | None) -> None:
        """Log a connection's error, if its kind is due."""
        kind, now = type(error).__name__ if error is not None else "unknown", self._now()
        if now - self._logged.get(kind, -MINUTE) >= MINUTE:
            self._logged[kind] = now
            self._tell(f"INFO phones: a connection ended by an error ({kind}); more of them this minute are not told")


class ExcessError(Exception):
    """A phone sent too much, or a message that cannot be read. The text is the reason."""


class PhoneSocket:
    """A PhoneConnection over a websocket. `now` returns the time in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.web = web.WebSocketResponse(
            heartbeat=BEATS, max_msg_size=PHONE_BYTES, compress=False, timeout=_FAREWELL, autoping=False
        )
        self._now = now
        self._waiting: deque[str] = deque()
        self._files: deque[str] = deque()
        self._shown: str | None = None
        self._show_at = 0.0
        self._changed = asyncio.Event()
        self._reason: str | None = None  # why the socket closes
        self._room = float(A_SECOND)
        self._counted = now()

    def send(self, sent: str) -> None:
        """Send a message after all messages that wait."""
        if len(self._waiting) >= _WAITING:
            self.close("it does not listen")
        else:
            self._waiting.append(sent)
        self._changed.set()

    def give(self, sent: str) -> None:
        """Send a part of a file after everything else."""
        if len(self._files) >= _WAITING:
            self.close("it does not listen")
        else:
            self._files.append(sent)
        self._changed.set()

    def show(self, sent: str) -> None:
        """Send a snapshot. It replaces one that still waits."""
        self._shown = sent
        self._changed.set()

    def close(self, reason: str) -> None:
        """Send the waiting messages, then end."""
        self._reason = self._reason or reason
        self._changed.set()

    async def receive(self) -> FromPhone | None:
        """Answer pings, and return the next message; None at the end. Raises ExcessError."""
        while True:
            heard = await self.web.receive()
            if heard.type in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR):
                return None
            self._count()
            if heard.type is WSMsgType.PING:
                await self.web.pong(heard.data)
            elif heard.type is not WSMsgType.PONG:
                break
        if heard.type is not WSMsgType.TEXT:
            raise ExcessError("text alone is read here")
        try:
            return from_phone(heard.data)
        except WireError as error:
            raise ExcessError(str(error)) from None

    def _count(self) -> None:
        """Count a message, a ping or a pong. Raises ExcessError."""
        now = self._now()
        self._room = min(A_SECOND, self._room + (now - self._counted) * A_SECOND) - 1
        self._counted = now
        if self._room < 0:
            raise ExcessError("too many messages")

    async def write(self) -> None:
        """Send the queue, until the socket closes."""
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
        """Close the socket with a reason for the phone's browser."""
        shown = reason.encode()[:120].decode(errors="ignore")
        await self.web.close(code=WSCloseCode.POLICY_VIOLATION, message=shown.encode())


class UnservedError(Exception):
    """The phone server cannot start. `trouble` is the reason."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.about)
        self.trouble = trouble


def serve(hears: Connection, sends: Connection) -> None:
    """Serve phones until the table's process closes its pipe, or sends a message that cannot be read."""
    asyncio.run(_serve(hears, sends))


async def _serve(hears: Connection, sends: Connection) -> None:
    loop = asyncio.get_running_loop()
    heard: asyncio.Queue[bytes | None] = asyncio.Queue()

    def hear(data: bytes | None) -> None:
        with contextlib.suppress(RuntimeError):  # the event loop may end before the pipe does
            loop.call_soon_threadsafe(heard.put_nowait, data)

    link = Link(hears, sends, hear)
    try:
        first = await heard.get()
        if first is None or not isinstance(opening := from_table(first), Open):
            return
        join_code = PhoneServer(opening, lambda message: link.put(text(message)))
        try:
            await join_code.open()
        except UnservedError as error:
            link.put(text(error.trouble))
            return
        beating = asyncio.create_task(join_code.beat())
        while (sent := await heard.get()) is not None:
            join_code.take(sent)
        beating.cancel()
        await join_code.close()
    except WireError:  # the error's text may have words that a person typed
        print("ERROR phones: the table's process says what is no message", file=sys.stderr, flush=True)
    finally:
        link.close()
        link.wait(1.0)


class PhoneServer:
    """The phone server of one evening. `say` sends to the table's process.

    `look` returns this machine's networks. If a port is taken, the server waits up to `patience` seconds for it.
    """

    def __init__(
        self,
        opening: Open,
        say: Callable[[FromServer], None],
        *,
        assets: Path = ASSETS,
        limits: Limits | None = None,
        look: Callable[[], list[Network]] = networks,
        patience: float = _PATIENCE,
    ) -> None:
        self._opening = opening
        self._say = say
        self._look = look
        self._patience = patience
        self.hub = PhoneHub(opening, say, time.monotonic)
        self.address = ""
        self.port = 0
        self._networks: list[Network] = []
        self._rank = 0  # rank of the network at the start, if it was chosen automatically
        self._is_known = False  # whether the address has been seen among this machine's networks
        self._is_lost = False  # whether the address is gone now
        self._hosts: frozenset[str] = frozenset()
        self._files = {name: pack(content) for name, content in files(assets).items()}
        self._limits = limits or Limits(time.monotonic)
        self._server: asyncio.Server | None = None
        self._log = RareLog(lambda line: print(line, file=sys.stderr, flush=True))
        self._http = web.Server(
            self._answer,
            logger=self._log.logger(),
            access_log=None,
            keepalive_timeout=self._limits.idle,
            max_line_size=HEAD,  # browsers also send cookies of other services on this host, so a header may be long
            max_field_size=HEAD,
            lingering_time=0.0,
        )
        self._looked = False

    async def open(self) -> None:
        """Listen at the chosen address, or at the best one. Raises UnservedError."""
        asyncio.get_running_loop().set_exception_handler(self._log.left_in_task)
        self._networks = self._look()
        bind = self._opening.bind
        if not bind and not self._networks:
            raise UnservedError(Trouble("network"))
        self._rank = rank(self._networks[0]) if self._networks else 0
        self.address = bind or self._networks[0].address
        self._server = await self._listen()
        self.port = self._server.sockets[0].getsockname()[1]
        self._is_known = self.address in _addresses(self._networks)
        self._is_lost = False
        self._name()
        self._tell()

    def _name(self) -> None:
        """Set the accepted host addresses. A server at all of this machine's addresses accepts all of them."""
        shown = [self.address]
        if self._opening.bind == _ANY:
            shown = [network.address for network in self._networks] + ["127.0.0.1", "localhost"]
            self.address = shown[0]
        self._hosts = frozenset(f"{host}:{self.port}" for host in shown)

    def take(self, sent: bytes) -> None:
        """Handle a message from the table's process. Raises WireError."""
        if self.hub.take(from_table(sent)):
            self._tell()

    async def beat(self, tick: float = _TICK, look: float = LOOK) -> None:
        """Run the hub's timer every `tick` seconds, and check the networks every `look` seconds."""
        code = self.hub.tickets.code
        beaten, looked = 0.0, time.monotonic()
        while True:
            await asyncio.sleep(tick)
            self.hub.tick()
            if time.monotonic() - looked >= look:
                looked = time.monotonic()
                await self._follow()
            if time.monotonic() - beaten >= ALIVE:
                beaten = time.monotonic()
                self._say(Alive())
            if code != self.hub.tickets.code:  # too many wrong codes have changed it
                code = self.hub.tickets.code
                self._tell()

    async def _follow(self) -> None:
        """If the network changed and an automatically chosen address is gone, move to the best address.

        The server never moves to a worse kind of network. If Wi-Fi is lost for a moment, for example, it must
        not move to the network of this machine's containers, which phones cannot reach. If the server stays at a lost
        address, the table gets a message.
        """
        found = self._look()
        if self._opening.bind == _ANY:
            if found and found != self._networks:
                self._networks = found
                self._name()
                self._tell()
            return
        is_lost = self._is_known and self.address not in _addresses(found)
        if is_lost and not self._opening.bind and found and rank(found[0]) <= self._rank and await self._move():
            return
        if is_lost != self._is_lost or (is_lost and found != self._networks):
            self._is_lost, self._networks = is_lost, found
            self._tell()

    async def _move(self) -> bool:
        """Listen at the best address in place of the lost one. Returns False if that cannot be done yet."""
        server, before = self._server, (self.address, self._rank)
        try:
            await self.open()
        except UnservedError:  # for example, the new address has just gone, too
            self.address, self._rank = before
            return False
        if server:
            server.close()
        return True

    async def close(self) -> None:
        """Tell all phones, and close every connection."""
        self.hub.close()
        if self._server:
            self._server.close()
        await asyncio.sleep(0.05)  # for the last messages to be sent
        await self._http.shutdown(0.5)

    async def _listen(self) -> asyncio.Server:
        loop = asyncio.get_running_loop()
        wanted = self._opening.port or PORT
        until = time.monotonic() + self._patience
        ports = [wanted, *(PORT + i for i in range(_PORTS)), 0]
        while True:
            try:
                return await loop.create_server(self._gate, self.address, ports[0], backlog=64)
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    about = Trouble("port" if error.errno == errno.EACCES else "address", str(error)[:200])
                    raise UnservedError(about) from None
                if ports[0] != wanted or time.monotonic() > until:
                    del ports[0]
                    if not ports:
                        raise UnservedError(Trouble("port", str(error)[:200])) from None
                else:
                    await asyncio.sleep(0.1)

    def _gate(self) -> Gate:
        return Gate(self._http(), self._limits)

    def _tell(self) -> None:
        code = self.hub.tickets.code
        url = f"http://{self.address}:{self.port}/{code}"
        self._say(
            JoinCode(self.address, self.port, code, url, matrix_of(url), tuple(self._networks[:40]), self._is_lost)
        )

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        gate = request.transport.get_protocol() if request.transport else None
        if not isinstance(gate, Gate):
            raise ConnectionResetError("it is gone already")
        gate.begin()
        try:
            return await self._route(request, gate)
        finally:
            gate.rest()

    async def _route(self, request: web.BaseRequest, gate: Gate) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        if request.host not in self._hosts or (origin is not None and origin != f"http://{request.host}"):
            return self._refusal(403)
        if request.method != "GET":
            return self._refusal(405)
        if request.body_exists:
            return self._refusal(400)
        path = request.path_qs.lower()
        if path == "/socket":
            return await self._talk(request, gate) if origin is not None else self._refusal(403)
        if path in ("/phone.css", "/phone.js"):
            return self._file(path[1:], request)
        if not _A_FILE.search(request.path.lower()):  # messengers may add to the path; the page finds the code in it
            if not self._looked:
                self._looked = True
                self._say(Looked())
            return self._file("index.html", request)
        return self._refusal(404)

    def _file(self, name: str, request: web.BaseRequest) -> web.Response:
        policy = (
            f"default-src 'self'; connect-src 'self' ws://{request.host}; img-src 'self'; frame-ancestors 'none'; "
            "base-uri 'none'; form-action 'none'; object-src 'none'"
        )
        headers = {**_SAFE, "Content-Type": TYPES[name], "Content-Security-Policy": policy}
        body = self._files[name]
        if _GZIP.search(request.headers.get("Accept-Encoding", "")):
            headers["Content-Encoding"] = "gzip"
        else:
            body = gzip.decompress(body)
        response = web.Response(body=body, headers=headers)
        response.force_close()  # otherwise phones behind one address would reach its limit
        return response

    def _refusal(self, status: int) -> web.Response:
        response = web.Response(status=status, headers=_SAFE)
        response.force_close()
        return response

    async def _talk(self, request: web.BaseRequest, gate: Gate) -> web.StreamResponse:
        socket = PhoneSocket(time.monotonic)
        if not socket.web.can_prepare(request) or not gate.upgrade():
            return self._refusal(400)
        phone: int | None = None
        writing: asyncio.Task[None] | None = None
        try:
            phone = await self._greet(socket, request, gate)
            if phone is not None:
                gate.settle()
            writing = asyncio.create_task(socket.write())
            while phone is not None and (message := await socket.receive()) is not None:
                self.hub.hear(phone, socket, message)
        except ExcessError as error:
            await socket.end(str(error))
        finally:
            if phone is not None:
                self.hub.lost(phone, socket)
            if writing is not None:
                await _ended(writing, phone is None)
        return socket.web

    async def _greet(self, socket: PhoneSocket, request: web.BaseRequest, gate: Gate) -> int | None:
        """Read a phone's hello, and return its number; None if it is refused. Raises ExcessError."""
        try:
            await socket.web.prepare(request)
            _keep_short(request)
            hello = await asyncio.wait_for(socket.receive(), self._limits.idle)
        except asyncio.TimeoutError:
            raise ExcessError("no hello") from None
        if hello is None:
            return None
        if not isinstance(hello, Hello):
            raise ExcessError("a hello is to come first")
        return self.hub.hello(socket, hello, gate.address)


def _keep_short(request: web.BaseRequest) -> None:
    """Limit the system's buffer for a phone. In a large one, a film would delay pings and pages."""
    option, sent_by = getattr(socket_module, "TCP_NOTSENT_LOWAT", None), request.get_extra_info("socket")
    if option is not None and sent_by is not None:
        sent_by.setsockopt(socket_module.IPPROTO_TCP, option, MOST_UNSENT)


def _addresses(found: Iterable[Network]) -> set[str]:
    return {network.address for network in found}


def matrix_of(url: str) -> tuple[str, ...]:
    """Return the QR code of an address, as rows of "0" and "1".

    The address is in capitals, which need fewer modules; capitals and small letters are equal in its path. A long
    address has less error correction, so that its modules are as large as those of a short one.
    """
    made = [segno.make(url.upper(), error=level, micro=False, boost_error=False).matrix for level in ("m", "l")]
    return tuple("".join(str(int(module)) for module in row) for row in min(made, key=len))


async def _ended(writing: asyncio.Task[None], refused: bool) -> None:
    """Wait until the writer has ended. A refused phone first gets everything in its queue."""
    if not refused:
        writing.cancel()
    with contextlib.suppress(asyncio.CancelledError, ConnectionError):
        await writing
