"""The hub and the gate by themselves, without any network."""

import asyncio
from typing import Any

from game.phones import gate, hub
from game.phones.hub import Hub
from game.phones.protocol import Beat, Hello, Left, Notice, Open, Press, Pressed, Welcome, to_phone


class Line:
    """Keeps what it is told."""

    def __init__(self):
        self.said: list = []
        self.reason = ""

    def send(self, sent):
        self.said.append(to_phone(sent))

    show = send

    def close(self, reason):
        self.reason = reason


class Clock:
    """A time of the test's own."""

    now = 0.0

    def __call__(self):
        return self.now


def opened():
    said: list = []
    clock = Clock()
    return Hub(Open(), said.append, clock), said, clock


def test_who_speaks_by_an_old_line_is_not_heard():
    there, said, _ = opened()
    old, new = Line(), Line()
    number = there.hello(old, Hello(there.tickets.code), "a")
    assert there.hello(new, Hello(secret=old.said[0].secret), "a") == number
    assert old.said[-1] == Notice("elsewhere") and old.reason
    there.hear(number, old, Press(1, 0, "up"))
    there.lost(number, old)
    there.tick()
    assert not [message for message in said if isinstance(message, Pressed)]
    there.hear(number, new, Press(2, 0, "up"))
    assert said[-1] == Pressed(number, Press(2, 0, "up"))


def test_a_second_hello_ends_the_line():
    there, said, _ = opened()
    line = Line()
    number = there.hello(line, Hello(there.tickets.code), "a")
    there.hear(number, line, Hello(there.tickets.code))
    assert line.reason and len(said) == 1


def test_one_that_watched_and_is_gone_leaves_its_place():
    there, said, clock = opened()
    watcher, sitter = Line(), Line()
    numbers = [
        there.hello(line, Hello(there.tickets.code, watching=line is watcher), "a") for line in (watcher, sitter)
    ]
    for number, line in zip(numbers, (watcher, sitter), strict=True):
        there.lost(number, line)
    clock.now = hub.WATCHER_GONE + 1
    there.tick()
    assert Left(numbers[0]) in said and Left(numbers[1]) not in said
    assert there.tickets.watching == () and there.tickets.seated == (numbers[1],)


def test_the_beat_tells_of_free_seats():
    there, _, clock = opened()
    line = Line()
    there.hello(line, Hello(there.tickets.code), "a")
    for second in range(12):
        clock.now = float(second)
        there.tick()
    assert [message for message in line.said if not isinstance(message, Welcome)] == [Beat(7), Beat(7)]


class Wire:
    """What a gate needs of a transport, and aiohttp's protocol behind it."""

    def __init__(self):
        self.heard = b""
        self.aborted = False

    def get_extra_info(self, name):
        return ("10.0.0.1", 1)

    def abort(self):
        self.aborted = True

    def data_received(self, data):
        self.heard += data

    def pause_reading(self):
        pass

    def resume_reading(self):
        pass

    def connection_made(self, transport):
        pass

    def connection_lost(self, error):
        pass


def test_a_head_that_goes_on_and_on_is_dropped(monkeypatch):
    monkeypatch.setattr(asyncio, "Transport", Wire)

    async def drip():
        wire: Any = Wire()
        at = gate.Gate(wire, gate.Limits(asyncio.get_running_loop().time))
        at.connection_made(wire)
        for _ in range(gate.HEAD // 16):
            at.data_received(b"X-Header: yyyy\r\n")
        assert not wire.aborted and len(wire.heard) == gate.HEAD // 16 * 16
        at.begin()  # the request was complete: its socket may say as much as it likes
        at.data_received(b"z" * gate.HEAD)
        assert not wire.aborted
        at.rest()
        at.data_received(b"z" * (gate.HEAD + 1))
        assert wire.aborted
        at.connection_lost(None)

    asyncio.run(drip())
