"""Admission to the table: the evening's code, the phones' secrets, and their seats.

This module reads no clock; callers pass the time. Only the SHA-256 of a secret is kept. A slower hash is not
needed, because a secret has 128 random bits.

While others wait, a device may keep only two seats. If one address gets several secrets within a minute, they count as
one device's. Phones behind one router share an address, so they may count as one device.
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

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without signs that look alike (0, 1, I, O)
LENGTH = 8  # characters of a code; they hold 40 bits in all
FREE_TRIES = 10  # wrong codes of an address before its tries are slowed down
SLOW = 10.0  # seconds between tries of a slowed address
ALL_TRIES = 1_000  # wrong codes of all addresses before the code changes
_ADDRESSES = 500  # the most addresses for which wrong codes are counted

Refusal = Literal["wrong", "slow"]
MOST = 2  # the most seats of a device while others wait, and also the most places to watch
MINUTE = 60.0  # seconds within which an address's secrets count as one device's
# Seconds for which a phone counts as waiting after "full". Its page asks every five seconds.
WAIT = 15.0


def new_code() -> str:
    """Return a new code in its displayed form: "K7Q4-2MVD"."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    return f"{letters[:4]}-{letters[4:]}"


def tidy(text: str) -> str:
    """Bring a typed code into its displayed form. For any other text, the result is not a valid code."""
    plain = unicodedata.normalize("NFKC", text).upper()
    letters = "".join(char for char in plain if char.isascii() and char.isalnum())
    return f"{letters[:4]}-{letters[4:]}"


def digest(secret: str) -> str:
    """Return the hash of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass
class _Tries:
    wrong: int = 0
    latest: float = 0.0


class Tickets:
    """The tickets of one evening. Raises ValueError if there are more tickets than places."""

    def __init__(self, code: str = "", tickets: Iterable[Ticket] = (), next_phone: int = 1) -> None:
        self.code = code or new_code()
        self.free = MOST_PHONES  # the table's free seats for phones
        self._tickets = {ticket.phone: ticket for ticket in tickets}
        self._next = max([next_phone, *(phone + 1 for phone in self._tickets)])
        self._tries: OrderedDict[str, _Tries] = OrderedDict()
        self._wrong = 0  # the number of wrong tries with this code
        if len(self.seated) > MOST_PHONES or len(self.watching) > MOST_WATCHING:
            raise ValueError("more tickets than places")

    @property
    def all(self) -> tuple[Ticket, ...]:
        """All tickets, in order of arrival."""
        return tuple(self._tickets.values())

    @property
    def seated(self) -> tuple[int, ...]:
        """The phones with a seat."""
        return tuple(phone for phone, ticket in self._tickets.items() if not ticket.watching)

    @property
    def watching(self) -> tuple[int, ...]:
        """The phones that watch."""
        return tuple(phone for phone, ticket in self._tickets.items() if ticket.watching)

    @property
    def seats(self) -> int:
        """Return the number of phones that may still sit down."""
        return max(0, min(self.free, MOST_PHONES - len(self.seated)))

    @property
    def places(self) -> int:
        """Return the number of phones that may still watch."""
        return MOST_WATCHING - len(self.watching)

    def returning(self, secret: str) -> Ticket | None:
        """Return the ticket of this secret; None if there is none. All tickets are compared, in constant time."""
        found = None
        looked_for = digest(secret)
        for ticket in self._tickets.values():
            if compare_digest(ticket.hash, looked_for):
                found = ticket
        return found

    def refusal(self, code: str, address: str, now: float) -> Refusal | None:
        """Return why a code is refused; None if it is right. `now` is in seconds."""
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
        """Whether a phone may sit down, or watch."""
        return (self.places if watching else self.seats) > 0

    def give(self, watching: bool = False, device: int = 0) -> tuple[Ticket, str]:
        """Return a new ticket and its secret. There must be room. `device` is the number of the device's first
        phone, 0 for a new device.
        """
        secret = secrets.token_urlsafe(16)
        ticket = Ticket(self._next, digest(secret), watching, device)
        self._next += 1
        self._tickets[ticket.phone] = ticket
        if not watching:
            self.free -= 1  # holds until the table sends its own count
        return ticket, secret

    def of(self, phone: int) -> Ticket | None:
        """Return a phone's ticket; None if it has none."""
        return self._tickets.get(phone)

    def kind(self, watching: bool) -> tuple[Ticket, ...]:
        """Return the tickets of the phones that watch, or of the phones that have a seat."""
        return tuple(ticket for ticket in self._tickets.values() if ticket.watching == watching)

    def sit(self, phone: int) -> Ticket | None:
        """Give a watching phone a seat, and return its new ticket; None if no seat is free."""
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
        """Make a new code. With `everybody`, all tickets end."""
        self.code = new_code()
        self._wrong = 0
        if everybody:
            self._tickets.clear()

    @property
    def next_phone(self) -> int:
        """The next phone's number."""
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
    """The addresses of the evening's phones, and the devices that wait for a place (see the module's text)."""

    def __init__(self) -> None:
        self._places: dict[int, str] = {}  # each phone's last address
        # for each address, the time at which it last got a secret, and the device that got the secret
        self._given: dict[str, tuple[float, int]] = {}
        self._waiting: dict[tuple[str, int], float] = {}  # when each address and device was last told "full"

    def device(self, address: str, now: float) -> int:
        """Return the device of a new phone at an address, 0 for a new device."""
        given, device = self._given.get(address, (-MINUTE, 0))
        return device if now - given < MINUTE else 0

    def gave(self, ticket: Ticket, address: str, now: float) -> None:
        """Record that a phone at an address got a secret."""
        self._given[address] = now, device_of(ticket)
        self._waiting.pop((address, 0), None)
        self.came(ticket.phone, address)

    def came(self, phone: int, address: str) -> None:
        """Record a phone's address."""
        self._places[phone] = address

    def left(self, phone: int) -> None:
        """Forget the address of a phone that has no ticket any more."""
        self._places.pop(phone, None)

    def address(self, phone: int) -> str:
        """Return a phone's last address; "" if it is not known since the server started."""
        return self._places.get(phone, "")

    def waits(self, address: str, device: int, now: float) -> None:
        """Record that there was no room for a device that had the code."""
        self._waiting = {who: since for who, since in self._waiting.items() if now - since < WAIT}
        self._waiting[address, device] = now

    def must_yield(self, tickets: Sequence[Ticket], address: str, device: int, now: float) -> bool:
        """Return whether other devices wait and this device already has its share of `tickets`."""
        others = any(who != (address, device) and now - since < WAIT for who, since in self._waiting.items())
        return others and self._count(tickets, device) >= MOST

    def surplus(
        self, tickets: Sequence[Ticket], address: str, device: int, kept: Collection[int], gone: Collection[int]
    ) -> int | None:
        """Return the phone that must give its place to `device`; None if there is none.

        The phone is one of another device with more than its share: the device with the most tickets. A phone in
        `kept` never loses its ticket. Phones in `gone` lose theirs before others, and later phones before earlier ones.
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
    """Return the device of a phone: the number of its first phone."""
    return ticket.device or ticket.phone
