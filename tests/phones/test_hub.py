"""The hub, told in stories, and the gate. There is no network."""

import asyncio
import json
import re
from contextlib import closing
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from game.phones import gate
from game.phones.hub import PhoneHub
from game.phones.messages import Beat, Hello, Open, PhoneMessage
from game.phones.protocol import FOR_PHONE, PHONE, TABLE, to_phone
from game.phones.snapshot import Snapshot
from tests.phones.servers import SNAPSHOT
from tests.stories import Teller, each_story

pytestmark = pytest.mark.quick


class Line:
    """A connection that keeps what it is sent. `number` is the number of its phone; None if it was refused."""

    def __init__(self):
        self.said: list = []
        self.reason = ""
        self.number = None

    def send(self, sent):
        self.said.append(to_phone(sent))

    show = give = send

    def close(self, reason):
        self.reason = reason


def words_of(message):
    """Return a message as stories write it: the fields that it always has, then by name those that differ from their
    defaults. Hashes, secrets of the usual length and snapshots are left out."""
    found = []
    for field in fields(message):
        value = getattr(message, field.name)
        told = value if isinstance(value, str) and " " not in value else json.dumps(value, default=words_of)
        if is_dataclass(value):
            found += [] if isinstance(value, Snapshot) else [words_of(value)]
        elif field.name == "hash" or (field.name == "secret" and len(value) == 22) or value == field.default:
            continue
        else:
            found.append(told if field.default is MISSING else f"{field.name}={told}")
    return " ".join(found)


def told(messages):
    """Return messages as stories write them. A message of one phone has its number in front."""
    inner = [(f"{each.phone} ", each.message) if isinstance(each, PhoneMessage) else ("", each) for each in messages]
    return [f"{whose}{type(each).__name__.lower()} {words_of(each)}".strip() for whose, each in inner]


def values_of(words):
    """Return the values in some words, those with a name apart."""
    given, named = list[Any](), dict[str, Any]()
    for word in re.findall(r'"[^"]*"|\S+', words):
        *name, value = word.split("=", 1)
        try:
            read = json.loads(value)
        except ValueError:
            read = value
        named |= {name[0]: tuple(read) if isinstance(read, list) else read} if name else {}
        given += [] if name else [read]
    return given, named


def message(kinds, what):
    """Return a message of one of these kinds."""
    kind, _, words = what.partition(" ")
    given, named = values_of(words)
    return kinds[kind](*given, **named)


class Hub(Teller):
    """Tells of the phones' hub: of LINES, the connections of phones, and of the table's process. The number of a LINE
    stands in front of its steps: "1 joins". A MESSAGE is "KIND VALUE … NAME=VALUE …": "press 2 0 up". In a list,
    messages have commas between them. Each hello takes a second."""

    def __init__(self):
        self.now = 0.0
        self.lines: dict[int, Line] = {}
        self.do_opened()

    def do_opened(self, how=""):
        """[NAME=VALUE …] or again: Open the phone server with these fields of the message Open: "seats=2". Or open
        another server with the tickets and the code that the table has kept."""
        opening = Open(**values_of(how)[1]) if how != "again" else self.kept()
        self.said: list = []
        self.hub = PhoneHub(opening, self.said.append, lambda: self.now)
        if how != "again":
            self.first_code = self.hub.tickets.code

    def kept(self):
        """Return what the table would open the next server with."""
        tickets = self.hub.tickets
        return Open(tickets=tickets.all, code=tickets.code, next_phone=tickets.next_phone)

    def do_wait(self, seconds):
        """SECONDS: Let this time pass, then let the hub do what is due."""
        self.now += float(seconds)
        self.hub.tick()

    # What phones and the table say

    def do_joins(self, line, how=""):
        """[address=A] [secret=LINE] [code=before | code=typed] [watching=true]: Let LINE say hello: from an address,
        with the secret of an earlier LINE, with the first code, or with the code in lower case as people type it."""
        named = {"code": self.hub.tickets.code, "address": "a", **values_of(how)[1]}
        codes = {"before": self.first_code, "typed": self.hub.tickets.code.lower().replace("-", " ")}
        named["code"] = codes.get(named["code"], named["code"])
        if "secret" in named:
            named["secret"] = self.lines[named["secret"]].said[0].secret
        address = named.pop("address")
        self.lines[line] = Line()
        self.lines[line].number = self.hub.hello(self.lines[line], Hello(**named), address)
        self.now += 1.0

    def do_says(self, line, what):
        """MESSAGE: Let LINE send MESSAGE."""
        self.hub.hear(self.lines[line].number, self.lines[line], message(PHONE, what))

    def do_goes(self, line):
        """End the connection of LINE."""
        self.hub.lost(self.lines[line].number, self.lines[line])

    def do_table_says(self, what):
        """[PHONE] MESSAGE, PHONE page, or closes: Let the table send MESSAGE to the server or to one phone, send a page
        to PHONE, or stop the server."""
        whose, _, words = what.partition(" ")
        if what == "closes":
            self.hub.close()
        elif whose.isdecimal():
            self.hub.take(PhoneMessage(int(whose), SNAPSHOT if words == "page" else message(FOR_PHONE, words)))
        else:
            self.hub.take(message(TABLE, what))

    # What they hear

    def to_table(self):
        """Return all messages to the table since the last such question."""
        said, self.said[:] = told(self.said), []
        return said

    def seated(self):
        """Return the lines whose phones have seats. Of several lines of a phone only the last counts."""
        lines = {line.number: number for number, line in self.lines.items()}
        return sorted(lines[phone] for phone in self.hub.tickets.seated)

    facts: ClassVar = {
        "beats": lambda s, line: [each.seats for each in s.lines[line].said if isinstance(each, Beat)],  # free seats
        # all messages to LINE; beats do not count
        "heard": lambda s, line: told(each for each in s.lines[line].said if not isinstance(each, Beat)),
        "hears": lambda s, line: s.fact(f"{line} heard")[-1],  # the last of them
        "is_ended": lambda s, line: s.lines[line].reason != "",  # whether the server has ended LINE
        "seated": seated,
        # whether the code has changed since the server was opened
        "the_code_is_another": lambda s: s.hub.tickets.code != s.first_code,
        "to_table": to_table,
        "to_table_at_last": lambda s: told(s.said[-1:]),  # the last message, which stays to be asked for
    }


@each_story(Path(__file__).with_name("stories") / "hub.txt")
def test_the_story_of_the_hub_is_so(story):
    Hub().tell(story)


class Crowd(Teller):
    """Tells of guests and the limits of connections, on a clock that the story moves.

    Guests have numbers in the order in which they come. A guest is silent until it is answered.
    """

    def inside(self, address=""):
        """Return the number of guests from addresses that begin so, who got in and were not dropped."""
        return sum(self.guests[number - 1].address.startswith(address) for number in {*self.here} - {*self.dropped})

    facts: ClassVar = {"dropped": lambda s: s.dropped, "here": inside}  # [ADDRESS]

    def __init__(self):
        self.now = 0.0
        self.limits = gate.Limits(lambda: self.now)
        self.guests: list[gate.Guest] = []
        self.here: list[int] = []
        self.dropped: list[int] = []

    def comes(self, address):
        """Let a guest come from `address`. Return whether it gets in."""
        number = len(self.guests) + 1
        self.guests.append(gate.Guest(address, lambda: self.dropped.append(number)))
        is_admitted = self.limits.admit(self.guests[-1])
        self.here += [number] * is_admitted
        return is_admitted

    def do_come(self, what):
        """COUNT at ADDRESS [, answered], or COUNT at each of NUMBER: Let COUNT guests come from each address.

        Say how many get in. With "answered", none of them is silent.
        """
        (count, where), answered = what.removesuffix(", answered").split(" at "), what.endswith(", answered")
        others = int(where.removeprefix("each of ")) if where.startswith("each of ") else 0
        before = len(self.here)
        for address in [f"10.9.{i // 200}.{i % 200}" for i in range(others)] or [where]:
            for _ in range(int(count)):
                if self.comes(address) and answered:
                    self.guests[-1].silent_since = None
        return str(len(self.here) - before)

    def do_visit(self, what):
        """COUNT at ADDRESS: Let COUNT guests come, each of which leaves at once. Say how many get in."""
        count, address = what.split(" at ")
        admitted = 0
        for _ in range(int(count)):
            if self.comes(address):
                admitted += 1
                self.limits.release(self.guests[-1])
        return str(admitted)

    def do_wait(self, seconds):
        """SECONDS: Let this time pass."""
        self.now += float(seconds)

    def do_asks(self, number):
        """Let this guest be silent from now on."""
        self.guests[number - 1].silent_since = self.now

    def do_sits(self, number):
        """Release this guest: it has a ticket from now on, or its connection ends."""
        self.limits.release(self.guests[number - 1])


@each_story(Path(__file__).with_name("stories") / "gate.txt")
def test_the_story_of_the_gate_is_so(story):
    Crowd().tell(story)


class Wire(asyncio.Transport):
    """What a gate needs of a transport and of aiohttp's protocol."""

    def __init__(self):
        super().__init__()
        self.heard = b""
        self.aborted = False

    def get_extra_info(self, name, default=None):
        return ("10.0.0.1", 1)

    def abort(self):
        self.aborted = True

    def data_received(self, data):
        self.heard += data

    def connection_made(self, transport):
        pass

    def connection_lost(self, error):
        pass


class Clock(asyncio.SelectorEventLoop):
    """An event loop on a clock that only the test moves."""

    moment = 0.0

    def time(self):
        return self.moment

    async def passes(self, seconds):
        """Let time pass, and what is due happen."""
        self.moment += seconds
        for _ in range(2):  # in the first turn what is due is found
            await asyncio.sleep(0)


def test_a_request_has_five_seconds_and_its_answer_any_time():
    async def pass_by():
        clock: Any = asyncio.get_running_loop()
        wire: Any = Wire()
        at = gate.Gate(wire, gate.Limits(clock.time))
        at.connection_made(wire)
        await clock.passes(4.9)
        at.begin()
        await clock.passes(3_600.0)
        assert not wire.aborted, "the answer takes an hour"
        at.rest()
        for _ in range(49):
            await clock.passes(0.1)
            at.data_received(b"X-Header: yyyy\r\n")
            assert not wire.aborted
        await clock.passes(0.2)
        assert wire.aborted, "the next request never ends"
        at.connection_lost(None)

    with closing(Clock()) as loop:
        loop.run_until_complete(pass_by())


def test_a_head_that_goes_on_and_on_is_dropped():
    async def drip():
        wire: Any = Wire()
        at = gate.Gate(wire, gate.Limits(asyncio.get_running_loop().time))
        at.connection_made(wire)
        for _ in range(gate.HEAD // 16):
            at.data_received(b"X-Header: yyyy\r\n")
        assert not wire.aborted and len(wire.heard) == gate.HEAD // 16 * 16
        at.begin()  # the request is complete, and its socket may now send any amount
        at.data_received(b"z" * gate.HEAD)
        assert not wire.aborted
        at.rest()
        at.data_received(b"z" * (gate.HEAD + 1))
        assert wire.aborted
        at.connection_lost(None)

    asyncio.run(drip())
