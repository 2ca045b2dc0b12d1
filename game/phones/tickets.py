"""Admission to the table: the code of the evening, the secrets of the phones, and their seats. Pure; time is given.

Of a secret only its SHA-256 is kept: with 128 random bits there is nothing to guess that a slower hash would guard.
Which seat yields while others wait: a device may have two. It is known by the secrets that it was given. Where an
address gets several within a minute of each other, they count as one device's. Behind a router all phones have one
address: to somebody elsewhere they are one device.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections import OrderedDict, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from hmac import compare_digest
from typing import Literal

from game.phones.messages import MOST_PHONES, MOST_WATCHING, Ticket

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that looks like another: no 0, 1, I, O
LENGTH = 8  # 40 bits
FREE_TRIES = 10  # wrong codes that an address may try without being slowed down
SLOW = 10.0  # seconds between the tries of one that was
ALL_TRIES = 1_000  # wrong codes of all addresses, after which there is another code
_ADDRESSES = 500  # that are remembered for their wrong codes

Refusal = Literal["wrong", "slow"]
MOST = 2  # seats of a device, and places to watch, while others wait
MINUTE = 60.0  # seconds from one secret to the next that count as one
WAIT = 15.0  # seconds for which somebody who was told that the table is full is taken to wait: the page asks every five


def new_code() -> str:
    """A code as it is shown: "K7Q4-2MVD"."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    return f"{letters[:4]}-{letters[4:]}"


def tidy(text: str) -> str:
    """A code as somebody typed it, in the form in which it is shown; other texts come out as no code at all."""
    plain = unicodedata.normalize("NFKC", text).upper()
    letters = "".join(char for char in plain if char.isascii() and char.isalnum())
    return f"{letters[:4]}-{letters[4:]}"


def digest(secret: str) -> str:
    """Return the hash that is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass
class _Tries:
    wrong: int = 0
    latest: float = 0.0


class Tickets:
    """The tickets of one evening. Raises ValueError for more of them than there are places."""

    def __init__(self, code: str = "", tickets: Iterable[Ticket] = (), next_phone: int = 1) -> None:
        self.code = code or new_code()
        self.free = MOST_PHONES  # seats that the table has left for phones
        self._tickets = {ticket.phone: ticket for ticket in tickets}
        self._next = max([next_phone, *(phone + 1 for phone in self._tickets)])
        self._tries: OrderedDict[str, _Tries] = OrderedDict()
        self._wrong = 0  # tries at this code
        if len(self.seated) > MOST_PHONES or len(self.watching) > MOST_WATCHING:
            raise ValueError("more tickets than places")

    @property
    def all(self) -> tuple[Ticket, ...]:
        """Everybody's tickets, in the order in which they came."""
        return tuple(self._tickets.values())

    @property
    def seated(self) -> tuple[int, ...]:
        """The phones that have a seat."""
        return tuple(phone for phone, ticket in self._tickets.items() if not ticket.watching)

    @property
    def watching(self) -> tuple[int, ...]:
        """The phones that watch."""
        return tuple(phone for phone, ticket in self._tickets.items() if ticket.watching)

    @property
    def seats(self) -> int:
        """Return how many phones may still sit down."""
        return max(0, min(self.free, MOST_PHONES - len(self.seated)))

    @property
    def places(self) -> int:
        """Return how many phones may still watch."""
        return MOST_WATCHING - len(self.watching)

    def returning(self, secret: str) -> Ticket | None:
        """Return the ticket of this secret. Every ticket is compared, so that the time tells nothing."""
        found = None
        looked_for = digest(secret)
        for ticket in self._tickets.values():
            if compare_digest(ticket.hash, looked_for):
                found = ticket
        return found

    def refusal(self, code: str, address: str, now: float) -> Refusal | None:
        """Return why a code is refused, None where it is right. `now` in seconds."""
        tries = self._tries.get(address)
        if tries is not None and tries.wrong >= FREE_TRIES:
            if now - tries.latest < SLOW:
                return "slow"
            tries.latest = now
        if not compare_digest(tidy(code).encode(), self.code.encode()):
            self._note_wrong(address, now)
            return "wrong"
        return None

    def has_room(self, watching: bool = False) -> bool:
        """Whether somebody may sit down, or watch."""
        return (self.places if watching else self.seats) > 0

    def give(self, watching: bool = False, device: int = 0) -> tuple[Ticket, str]:
        """A ticket and its secret for somebody for whom there is room, of a device that has others already."""
        secret = secrets.token_urlsafe(16)
        ticket = Ticket(self._next, digest(secret), watching, device)
        self._next += 1
        self._tickets[ticket.phone] = ticket
        if not watching:
            self.free -= 1  # until the table has counted again
        return ticket, secret

    def of(self, phone: int) -> Ticket | None:
        """A phone's ticket."""
        return self._tickets.get(phone)

    def kind(self, watching: bool) -> tuple[Ticket, ...]:
        """The tickets of those who watch, or of those who do not."""
        return tuple(ticket for ticket in self._tickets.values() if ticket.watching == watching)

    def sit(self, phone: int) -> Ticket | None:
        """The new ticket of one that has watched, None where no seat is free."""
        ticket = self._tickets.get(phone)
        if ticket is None or not ticket.watching or self.seats < 1:
            return None
        self.free -= 1
        self._tickets[phone] = replace(ticket, watching=False)
        return self._tickets[phone]

    def leave(self, phone: int) -> None:
        """Forget a phone."""
        self._tickets.pop(phone, None)

    def renew(self, everybody: bool = False) -> None:
        """A new code; with `everybody` all tickets end."""
        self.code = new_code()
        self._wrong = 0
        if everybody:
            self._tickets.clear()

    @property
    def next_phone(self) -> int:
        """The number of the next phone that joins."""
        return self._next

    def _note_wrong(self, address: str, now: float) -> None:
        tries = self._tries.setdefault(address, _Tries())
        tries.wrong += 1
        tries.latest = now
        self._tries.move_to_end(address)
        while len(self._tries) > _ADDRESSES:
            self._tries.popitem(last=False)
        self._wrong += 1
        if self._wrong >= ALL_TRIES:
            self.renew()


class Shares:
    """The known addresses of the phones of one evening."""

    def __init__(self) -> None:
        self._places: dict[int, str] = {}  # by phone: the address that it came from last
        self._given: dict[str, tuple[float, int]] = {}  # by address: when it got a secret last, and its device
        self._waiting: dict[tuple[str, int], float] = {}  # who has been told that there is no room, and when

    def device(self, address: str, now: float) -> int:
        """The device that somebody new at an address is taken for, 0 for one that has nothing yet."""
        given, device = self._given.get(address, (-MINUTE, 0))
        return device if now - given < MINUTE else 0

    def gave(self, ticket: Ticket, address: str, now: float) -> None:
        """A phone at an address was given a secret."""
        self._given[address] = now, device_of(ticket)
        self._waiting.pop((address, 0), None)
        self.came(ticket.phone, address)

    def came(self, phone: int, address: str) -> None:
        """A phone is at an address."""
        self._places[phone] = address

    def left(self, phone: int) -> None:
        """A phone has no ticket any more."""
        self._places.pop(phone, None)

    def address(self, phone: int) -> str:
        """Return a phone's last address, "" where it is unknown since the server began."""
        return self._places.get(phone, "")

    def waits(self, address: str, device: int, now: float) -> None:
        """Note that there is no room for a person who has the code."""
        self._waiting = {who: since for who, since in self._waiting.items() if now - since < WAIT}
        self._waiting[address, device] = now

    def must_yield(self, tickets: Sequence[Ticket], address: str, device: int, now: float) -> bool:
        """Whether a device has its share of these tickets already, and others wait."""
        others = any(who != (address, device) and now - since < WAIT for who, since in self._waiting.items())
        return others and self._count(tickets, device) >= MOST

    def surplus(
        self, tickets: Sequence[Ticket], address: str, device: int, kept: Collection[int], gone: Collection[int]
    ) -> int | None:
        """The phone of these tickets that yields to somebody: of the device that has most, beyond its share.

        One that is `gone` goes first, then the one that came last; none that is to be `kept`.
        """
        if self._count(tickets, device) >= MOST:
            return None
        groups: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        for ticket in tickets:
            place = self.address(ticket.phone)
            if device_of(ticket) != device:
                groups[("", device_of(ticket)) if place in ("", address) else (place, 0)].append(ticket.phone)
        for phones in sorted(groups.values(), key=len, reverse=True):
            free = [phone for phone in phones if phone not in kept]
            if len(phones) > MOST and free:
                return max(free, key=lambda phone: (phone in gone, phone))
        return None

    @staticmethod
    def _count(tickets: Sequence[Ticket], device: int) -> int:
        return sum(device_of(ticket) == device for ticket in tickets)


def device_of(ticket: Ticket) -> int:
    """The device of a phone: the first of those whose secrets count as one."""
    return ticket.device or ticket.phone
