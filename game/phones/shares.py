"""The choice of the seat that yields while others wait: a device may have two. Pure; time is given.

A device is known by the secrets that it was given. Where an address gets several within a minute of each other, they
count as one device's. Behind a router all phones have one address: to somebody elsewhere they are one device.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from game.phones.messages import Ticket

MOST = 2  # seats of a device, and places to watch, while others wait
MINUTE = 60.0  # seconds from one secret to the next that count as one
WAIT = 15.0  # seconds for which somebody who was told that the table is full is taken to wait: the page asks every five


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
