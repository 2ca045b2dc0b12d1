"""The hub, told in stories, the gate, codes and secrets. There is no network."""

import asyncio
import json
import re
from contextlib import closing
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from game.phones import gate, tickets
from game.phones.hub import PhoneHub
from game.phones.messages import Beat, Hello, Open, PhoneMessage, Ticket
from game.phones.protocol import FOR_PHONE, PHONE, TABLE, to_phone
from game.phones.snapshot import Snapshot
from game.phones.tickets import ALL_TRIES, ALPHABET, Tickets, digest, new_code, tidy
from tests.phones.servers import SNAPSHOT
from tests.stories import Teller, each_story

pytestmark = pytest.mark.quick


class Line:
    """A connection that keeps what it is sent. `number` is the number of its phone; None if it was refused."""

    def __init__(self):
        self.said: list = []
        self.is_ended = False
        self.number = None

    def send(self, sent):
        self.said.append(to_phone(sent))

    show = give = send

    def close(self, reason):
        self.is_ended = True


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
        """[PHONE] MESSAGE, or PHONE page: Let the table send MESSAGE, to the server or a phone, or a page to PHONE."""
        whose, _, words = what.partition(" ")
        if whose.isdecimal():
            self.hub.take(PhoneMessage(int(whose), SNAPSHOT if words == "page" else message(FOR_PHONE, words)))
        else:
            self.hub.take(message(TABLE, what))

    # What they hear

    def to_table(self):
        """Return all messages to the table since the last such question."""
        said, self.said[:] = told(self.said), []
        return said

    def heard(self, line):
        """Return all messages to LINE but beats. "end" follows if the server has ended LINE."""
        heard = told(each for each in self.lines[line].said if not isinstance(each, Beat))
        return heard + ["end"] * self.lines[line].is_ended

    def seated(self):
        """Return the lines whose phones have seats. Of several lines of a phone only the last counts."""
        lines = {line.number: number for number, line in self.lines.items()}
        return sorted(lines[phone] for phone in self.hub.tickets.seated)

    facts: ClassVar = {
        "beats": lambda s, line: [each.seats for each in s.lines[line].said if isinstance(each, Beat)],  # free seats
        "heard": heard,
        "hears": lambda s, line: s.heard(line)[-1 - s.lines[line].is_ended :],  # the last of them, and "end"
        "seated": seated,
        # whether the code has changed since the server was opened
        "the_code_is_another": lambda s: s.hub.tickets.code != s.first_code,
        "to_table": to_table,
        "to_table_at_last": lambda s: told(s.said[-1:]),  # the last message, which stays to be asked for
    }


@each_story(Path(__file__).with_name("stories") / "hub.txt")
def test_the_story_of_the_hub_is_so(story):
    Hub().tell(story)


class Crowd:
    """Guests and the limits of connections, on a clock that the test moves. Guests have numbers from 1, and are silent
    until they are answered."""

    def __init__(self):
        self.now = 0.0
        self.limits = gate.Limits(lambda: self.now)
        self.guests: list[gate.Guest] = []
        self.here: list[int] = []
        self.dropped: list[int] = []

    def comes(self, count, address, answered=False, leaves=False):
        """Let so many guests come from `address`. Return how many get in."""
        before = len(self.here)
        for number in range(len(self.guests) + 1, len(self.guests) + 1 + count):
            guest = gate.Guest(address, lambda number=number: self.dropped.append(number))
            self.guests.append(guest)
            self.here += [number] * self.limits.admit(guest)
            if answered and number in self.here:
                guest.silent_since = None
            if leaves and number in self.here:
                self.limits.release(guest)
        return len(self.here) - before

    def come_from_many(self, addresses, count=1, **how):
        """Let `count` guests come from each of so many addresses."""
        return sum(self.comes(count, f"10.9.{i // 200}.{i % 200}", **how) for i in range(addresses))

    def inside(self, address=""):
        """Return how many guests from addresses that begin so got in and were not dropped."""
        return sum(self.guests[number - 1].address.startswith(address) for number in {*self.here} - {*self.dropped})


@pytest.fixture
def crowd():
    return Crowd()


class TestGate:
    """40 connections of an address and 240 of all, 40 new ones of an address in a second. Who has been silent for a
    second gives way."""

    def test_an_address_begins_so_many_connections_a_second_and_another_one_pays_for_none_of_them(self, crowd):
        assert crowd.comes(146, "10.0.0.1", leaves=True) == 40
        assert crowd.comes(1, "10.0.0.2", leaves=True) == 1
        crowd.now += 0.5
        assert crowd.comes(146, "10.0.0.1", leaves=True) == 20

    def test_where_all_have_only_just_come_one_of_who_has_most_gives_way_and_nobody_has_more_than_a_share(self, crowd):
        assert crowd.comes(1, "10.0.2.1") == 1
        assert crowd.come_from_many(10, 30) == 300
        assert (crowd.inside(), crowd.inside("10.0.2.1")) == (240, 1)
        assert crowd.comes(1, "10.0.2.1") == 1
        assert (crowd.inside(), crowd.inside("10.0.2.1")) == (240, 2)
        assert crowd.comes(38, "10.0.2.1") == 38
        assert crowd.inside("10.0.2.1") < 31

    def test_who_is_silent_gives_way_first_the_address_with_most_has_only_just_come(self, crowd):
        assert crowd.come_from_many(220) == 220
        crowd.now += 1
        assert crowd.comes(20, "10.1.0.1") == 20
        assert crowd.comes(1, "10.1.0.1") == crowd.comes(1, "10.1.0.2") == 1
        assert crowd.dropped == [1, 2]
        crowd.guests[2].silent_since = crowd.now  # it has asked something in between
        assert crowd.comes(1, "10.1.0.3") == 1
        assert crowd.dropped == [1, 2, 4]

    def test_who_is_silent_gives_way_to_its_own_address(self, crowd):
        assert crowd.comes(40, "10.0.0.1") == 40
        crowd.now += 0.1
        assert crowd.comes(1, "10.0.0.1") == 1
        assert crowd.dropped == [1]

    def test_who_is_being_answered_gives_way_to_nobody(self, crowd):
        assert crowd.comes(40, "10.0.0.1", answered=True) == 40
        crowd.now += 1
        assert crowd.comes(1, "10.0.0.1") == 0
        assert crowd.come_from_many(200, answered=True) == 200
        assert crowd.comes(1, "10.0.0.2") == 0
        assert crowd.dropped == []

    def test_the_socket_of_a_phone_with_a_ticket_counts_no_more_and_is_never_dropped(self, crowd):
        assert crowd.comes(8, "10.0.0.1") == 8
        for guest in crowd.guests:
            crowd.limits.release(guest)
        crowd.now += 10
        assert crowd.come_from_many(10, 36) == 360
        assert crowd.dropped and crowd.inside("10.0.0.1") == 8
        crowd.limits.release(crowd.guests[0])  # it ends at last
        assert crowd.comes(40, "10.0.0.1") == 40


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


# Codes and secrets


def joined(known: Tickets, address: str = "a", now: float = 0.0, watching: bool = False) -> Any:
    """A ticket and its secret for one who has the code."""
    return join(known, known.code, address, now, watching)


def join(known: Tickets, code: str, address: str, now: float, watching: bool = False) -> Any:
    """As the hub lets somebody in, where no other device is there."""
    refusal = known.refusal(code, address, now)
    return refusal or (known.give(watching) if known.has_room(watching) else "full")


def test_codes_have_forty_bits_and_no_letters_that_look_alike():
    assert len(set(ALPHABET)) == 32 and not set(ALPHABET) & set("01IO")
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert set("".join(codes)) == {*ALPHABET, "-"}
    assert all(tidy(code.lower()) == code for code in codes)


@pytest.mark.parametrize(
    "typed", ["k7q42mvd", " K7Q4 - 2MVD.", "K7Q4–2MVD", "「K7Q4-2MVD」", "Ｋ７Ｑ４ー２ＭＶＤ", "Ｋ７Ｑ４－２ｍｖｄ"]
)
def test_a_code_is_known_however_it_is_typed(typed: str) -> None:
    assert tidy(typed) == "K7Q4-2MVD"


def test_a_secret_has_128_bits_and_only_its_hash_is_kept():
    known = Tickets()
    secrets = [joined(known)[1] for _ in range(8)]
    assert len(set(secrets)) == 8
    assert all(len(secret) == 22 for secret in secrets)  # of six bits each
    assert [ticket.hash for ticket in known.all] == [digest(secret) for secret in secrets]
    assert [known.returning(secret).phone for secret in secrets] == list(range(1, 9))
    assert known.returning("") is None and known.returning(known.all[0].hash) is None


def test_secrets_and_codes_are_compared_in_constant_time(monkeypatch):
    compared = []
    monkeypatch.setattr(tickets, "compare_digest", lambda a, b: compared.append((a, b)) or a == b)
    known = Tickets()
    first, *_ = [joined(known)[1] for _ in range(3)]
    for secret in (first, "none of them"):
        del compared[:]
        known.returning(secret)
        assert len(compared) == 3  # all of them, whichever fits
    join(known, "AAAA-AAAA", "a", 0.0)
    assert len(compared) == 4


def test_a_thousand_wrong_tries_change_the_code():
    known = Tickets()
    code = known.code
    for count in range(ALL_TRIES - 1):
        join(known, "AAAA-AAAA", f"10.0.{count // 200}.{count % 200}", 0.0)
    assert known.code == code
    assert join(known, "AAAA-AAAA", "c", 0.0) == "wrong"
    assert known.code != code
    assert join(known, code, "d", 0.0) == "wrong"


def test_too_many_tickets_are_refused():
    with pytest.raises(ValueError, match="places"):
        Tickets(tickets=[Ticket(number, "0" * 64) for number in range(1, 10)])


def test_who_does_not_watch_is_given_no_other_seat():
    known = Tickets()
    watcher, _ = joined(known, watching=True)
    assert known.sit(watcher.phone) == Ticket(watcher.phone, watcher.hash)
    assert known.sit(watcher.phone) is None and known.sit(99) is None
