"""How many phones come in while others try to keep everybody out, from ten addresses of this machine.

Run with: pytest tests/benchmarks/test_phones_server_benchmark.py -m benchmark -n 0 -s.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable

import aiohttp
import pytest

from game.phones.messages import Hello, Welcome
from tests.phones.servers import LoopbackServer, Phone

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(300)]
TRIES = 20
SECONDS = 3.0  # in which a phone should be in
OTHERS = [f"127.0.1.{i}" for i in range(1, 11)]


async def connect(loopback: LoopbackServer, address: str, sent: bytes) -> None:
    """A connection that says something and then nothing, until it is ended."""
    with contextlib.suppress(OSError):
        reader, writer = await asyncio.open_connection("127.0.0.1", loopback.server.port, local_addr=(address, 0))
        writer.write(sent)
        await reader.read()
        writer.close()


async def silent(loopback: LoopbackServer, number: int) -> None:
    """Six sockets that never say who they are, opened again when they are ended."""
    head = f"GET /socket HTTP/1.1\r\nHost: {loopback.host}\r\nOrigin: {loopback.origin}\r\nUpgrade: websocket\r\n"
    head += "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    while True:
        await connect(loopback, OTHERS[0], head.encode())
        await asyncio.sleep(0.01)


async def flood(loopback: LoopbackServer, number: int) -> None:
    """146 connections a second."""
    while True:
        hasty = asyncio.create_task(connect(loopback, OTHERS[0], b"GET / HTTP/1.1\r\n"))
        await asyncio.sleep(1 / 146)
        hasty.cancel()


async def slow(loopback: LoopbackServer, number: int) -> None:
    """200 requests that never end, from ten addresses."""
    while True:
        await connect(loopback, OTHERS[number % len(OTHERS)], b"GET / HTTP/1.1\r\n")
        await asyncio.sleep(0.05)


async def comes_in(loopback: LoopbackServer, **hello: str) -> tuple[str | None, float]:
    """The secret of a phone from an address of its own that tried for three seconds, and the time that it took."""
    begin = time.monotonic()
    while time.monotonic() - begin < SECONDS:
        with contextlib.suppress(aiohttp.ClientError, asyncio.TimeoutError, OSError):
            phone = Phone(await loopback.socket())
            await phone.say(Hello(**{"code": loopback.code, **hello}))
            welcome = await phone.hear(SECONDS)
            await phone.close()
            if isinstance(welcome, Welcome):
                return welcome.secret or hello.get("secret"), time.monotonic() - begin
        await asyncio.sleep(0.1)
    return None, SECONDS


@pytest.mark.parametrize(("attack", "at_once"), [(silent, 6), (flood, 1), (slow, 200)], ids=["silent", "flood", "slow"])
def test_phones_come_in_during_an_attack(
    attack: Callable[[LoopbackServer, int], Awaitable[None]], at_once: int
) -> None:
    async def measure() -> tuple[list[float], list[float]]:
        async with LoopbackServer() as loopback:
            seated, _ = await comes_in(loopback)
            attackers = [asyncio.ensure_future(attack(loopback, number)) for number in range(at_once)]
            await asyncio.sleep(2.0)
            new, back = [], []
            for _ in range(TRIES):
                secret, seconds = await comes_in(loopback)
                new += [seconds] if secret else []
                if secret:  # its seat is for the next one
                    loopback.server.hub.tickets.leave(loopback.server.hub.tickets.next_phone - 1)
                    loopback.server.hub.tickets.free = 8
                secret, seconds = await comes_in(loopback, code="", secret=seated or "")
                back += [seconds] if secret else []
            for attacker in attackers:
                attacker.cancel()
            await asyncio.gather(*attackers, return_exceptions=True)
            return new, back

    new, back = asyncio.run(measure())
    slowest = max(new + back, default=SECONDS)
    print(f"\n{attack.__name__}: {len(new)} of {TRIES} new, {len(back)} of {TRIES} back, {slowest:.2f} s at most")
    assert len(new) >= 19 and len(back) == TRIES
