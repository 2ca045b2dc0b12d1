"""The hub and the gate by themselves, without any network."""

import asyncio
from typing import Any

from game.phones import gate, hub
from game.phones.hub import Hub
from game.phones.protocol import (
    MOST_PHONES,
    Beat,
    Hello,
    Joined,
    Leave,
    Left,
    Notice,
    Open,
    Press,
    Pressed,
    Seats,
    Sit,
    Welcome,
    to_phone,
)
from game.phones.shares import MINUTE, MOST, WAIT


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


# Shares


def joined(there, address, **hello):
    """The number of a phone at an address, None where it was refused, and its line."""
    line = Line()
    return there.hello(line, Hello(there.tickets.code, **hello), address), line


def crowd(there, clock, address="a", apart=1.0, count=MOST_PHONES):
    """As many phones of one address, one after the other."""
    found = []
    for _ in range(count):
        found.append(joined(there, address))
        clock.now += apart
    return found


def test_who_took_all_seats_keeps_two_of_them_while_others_wait():
    there, said, clock = opened()
    greedy = crowd(there, clock)
    there.take(Seats(0))
    assert len(there.tickets.seated) == MOST_PHONES
    others = [joined(there, f"b{index}") for index in range(MOST_PHONES - MOST)]
    assert all(number is not None for number, _ in others)
    assert [line.said[-1].about for _, line in greedy if line.reason] == ["gone"] * len(others)
    assert sum(not line.reason for _, line in greedy) == MOST
    events = [type(message) for message in said[MOST_PHONES:]]
    assert events == [Left, Joined] * len(others), "the table has a chair again before somebody sits down"
    assert joined(there, "c")[0] is None, "now everybody has a share"


def test_sockets_that_were_closed_yield_first():
    there, _, clock = opened()
    greedy = crowd(there, clock)
    there.take(Seats(0))
    gone = greedy[3]
    there.lost(*gone)
    joined(there, "b")
    assert gone[0] not in there.tickets.seated and len(there.tickets.seated) == MOST_PHONES


def test_a_device_with_its_share_takes_no_seat_that_somebody_waits_for():
    there, _, clock = opened()
    greedy = crowd(there, clock)
    there.take(Seats(0, tuple(number for number, _ in greedy)))  # they play: nobody is sent away
    number, line = joined(there, "b")
    assert number is None and line.said[-1] == Notice("full", 0, 8, 0)
    there.hear(greedy[0][0], greedy[0][1], Leave())
    there.take(Seats(1))
    assert joined(there, "a")[0] is None and joined(there, "a", asking=True)[1].said[-1].seats == 0
    assert joined(there, "b", asking=True)[1].said[-1].seats == 1
    assert joined(there, "b")[0] is not None


def test_nobody_waits_for_ever():
    there, _, clock = opened()
    greedy = crowd(there, clock)
    there.take(Seats(0, tuple(number for number, _ in greedy)))
    assert joined(there, "b")[0] is None
    there.hear(*greedy[0], Leave())
    there.take(Seats(1))
    clock.now += WAIT
    assert joined(there, "a")[0] is not None


def test_behind_one_router_those_who_came_within_a_minute_are_one():
    there, _, clock = opened()
    friends = crowd(there, clock, apart=MINUTE, count=5)  # each one a device
    greedy = crowd(there, clock, count=3)
    there.take(Seats(0))
    assert joined(there, "a")[0] is None, "it may be one more of the same device"
    clock.now += MINUTE
    number, _ = joined(there, "a")
    assert number is not None and greedy[-1][0] not in there.tickets.seated
    assert all(friend in there.tickets.seated for friend, _ in friends)


def test_who_plays_yields_to_nobody_until_gone_for_a_minute():
    there, _, clock = opened()
    playing = crowd(there, clock)
    there.take(Seats(0, tuple(number for number, _ in playing)))
    there.lost(*playing[0])
    assert joined(there, "b")[0] is None
    clock.now += MINUTE
    assert joined(there, "b")[0] is not None and playing[0][0] not in there.tickets.seated


def test_shares_outlast_the_server():
    there, _, clock = opened()
    crowd(there, clock)
    told: list = []
    again = Hub(Open(tickets=there.tickets.all, code=there.tickets.code, seats=0), told.append, clock)
    assert joined(again, "b")[0] is not None and len(again.tickets.seated) == MOST_PHONES


def test_who_watches_is_offered_a_seat_that_a_device_has_too_much_and_places_to_watch_are_shared_too():
    there, _, clock = opened()
    crowd(there, clock)
    there.take(Seats(0))
    watcher, line = joined(there, "b", watching=True)
    clock.now += hub.BEAT
    there.tick()
    assert line.said[-1] == Beat(1)
    there.hear(watcher, line, Sit())
    assert watcher in there.tickets.seated
    for _ in range(MOST_PHONES):
        joined(there, "a", watching=True)
    assert joined(there, "c", watching=True)[0] is not None


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
