"""A phone server in the test's own process, and phones without a browser."""

import asyncio
import contextlib
import time

import aiohttp

from game.phones import protocol
from game.phones.messages import Beat, Hello, Open, PhoneMessage
from game.phones.protocol import to_phone
from game.phones.server import PhoneServer
from game.phones.snapshot import PhoneButton, PhonePerson, Snapshot
from tests.stores import PATIENCE

SNAPSHOT = Snapshot(
    "pad", "en", PhonePerson("star", "Kai"), 1, sentence="Your turn", buttons=(PhoneButton("confirm", "Move"),)
)


class LoopbackServer:
    """A running server at the loopback address; what the server says to the table is in `said`."""

    def __init__(self, opening=None, beat=(), **settings):
        self.said: list = []
        self.server = PhoneServer(opening or Open("127.0.0.1", 0), self.said.append, **settings)
        self.beat = beat  # how often it ticks and looks
        self.session = None

    async def __aenter__(self):
        await self.server.open()
        self.host = f"{self.server.address}:{self.server.port}"
        self.origin = f"http://{self.host}"
        self.session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        self._beating = asyncio.create_task(self.server.beat(*self.beat))
        return self

    async def __aexit__(self, *error):
        self._beating.cancel()
        await self.session.close()
        await self.server.close()

    @property
    def code(self):
        return self.server.hub.tickets.code

    def tell(self, message):
        self.server.take(protocol.text(message).encode())

    def show(self, phone, snapshot=SNAPSHOT):
        self.tell(PhoneMessage(phone, snapshot))

    def heard(self, kind):
        return [
            each for each in self.said if isinstance(each.message if isinstance(each, PhoneMessage) else each, kind)
        ]

    async def socket(self, **headers):
        return await self.session.ws_connect(self.origin + "/socket", headers={"Origin": self.origin, **headers})

    async def join(self, **hello):
        """A phone that has said hello, and the server's first word to it."""
        phone = Phone(await self.socket())
        await phone.say(Hello(**{"code": self.code, **hello}))
        return phone, await phone.hear()

    async def get(self, path, method="GET", **options):
        async with self.session.request(method, self.origin + path, **options) as response:
            return response.status, response.headers, await response.read()


class Phone:
    """A socket that speaks the protocol."""

    def __init__(self, socket):
        self.socket = socket

    async def say(self, message):
        await self.socket.send_str(protocol.text(message))

    async def hear(self, seconds=PATIENCE):
        """The next message but beats; None where the socket has ended."""
        while True:
            heard = await self.socket.receive(timeout=seconds)
            if heard.type is not aiohttp.WSMsgType.TEXT:
                return None
            message = to_phone(heard.data)
            if not isinstance(message, Beat):
                return message

    async def ended(self):
        """How the socket ends: what was said last, and the close code."""
        last = None
        while (message := await self.hear()) is not None:
            last = message
        return last, self.socket.close_code

    async def close(self):
        await self.socket.close()


async def raw(loopback, sent=b"", address="127.0.0.1"):
    """Open a connection of which the test writes every byte."""
    reader, writer = await asyncio.open_connection("127.0.0.1", loopback.server.port, local_addr=(address, 0))
    writer.write(sent)
    return reader, writer


async def answer_of(connection):
    """What is said until it ends."""
    with contextlib.suppress(ConnectionError):
        return await asyncio.wait_for(connection[0].read(), PATIENCE)
    return b""


def request(loopback, path="/", more=""):
    return f"GET {path} HTTP/1.1\r\nHost: {loopback.host}\r\n{more}\r\n".encode()


def upgrade(loopback):
    """Return the request for a websocket."""
    more = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    more += f"Origin: {loopback.origin}\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    return request(loopback, "/socket", more)


async def until(condition, seconds=PATIENCE):
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)
