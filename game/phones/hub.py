"""Links the phones' connections to the table: identities, snapshots, sleeping phones. It has no network code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from game.match_setup import clean_name
from game.phones.messages import (
    Asleep,
    Awake,
    Beat,
    Dismiss,
    Fetch,
    File,
    FromPhone,
    FromServer,
    FromTable,
    Hello,
    Joined,
    Leave,
    Named,
    Notice,
    Open,
    PhoneMessage,
    Prefer,
    Press,
    Rename,
    Renew,
    Seats,
    Shown,
    Sit,
    Tap,
    ToPhone,
    Welcome,
)
from game.phones.protocol import text
from game.phones.snapshot import Snapshot
from game.phones.tickets import SLOW, Shares, Tickets, device_of

# Seconds that a phone may be gone before it counts as asleep: its page may only be reloading.
NAP = 1.0
WATCHER_GONE = 60.0  # seconds after which a watcher who has gone loses the place
BEAT = 5.0  # seconds between two beats
About = Literal["full", "wrong", "slow", "gone", "over"]  # why a connection ends


class PhoneConnection(Protocol):
    """A socket as the hub uses it."""

    def send(self, sent: str) -> None:
        """Send a message after all messages that wait."""

    def show(self, sent: str) -> None:
        """Send a snapshot. It replaces one that still waits."""

    def give(self, sent: str) -> None:
        """Send a part of a file after everything else."""

    def close(self, reason: str) -> None:
        """Send the waiting messages, and end."""


@dataclass
class _Phone:
    line: PhoneConnection | None = None
    shown: Snapshot | None = None
    number: int = 0  # number of the latest snapshot
    gone: float | None = None  # when the connection was lost
    asleep: bool = True  # whether the table was last told that the phone sleeps


class PhoneHub:
    """The phones of one evening. `say` sends to the table's process. `now` returns the time in seconds."""

    def __init__(self, opening: Open, say: Callable[[FromServer], None], now: Callable[[], float]) -> None:
        self.tickets = Tickets(opening.code, opening.tickets, opening.next_phone)
        self.tickets.free = opening.seats
        self._shares = Shares()
        self._playing: frozenset[int] = frozenset()  # phones in an unfinished game
        self._say = say
        self._now = now
        self._phones = {ticket.phone: _Phone() for ticket in self.tickets.all}
        self._beaten = now()

    def hello(self, line: PhoneConnection, hello: Hello, address: str) -> int | None:
        """Admit a phone by its secret or the code, and return its number.

        None means that the phone was refused. Its connection then ends.
        """
        ticket = self.tickets.returning(hello.secret) if hello.secret else None
        if ticket is not None and not hello.asking:
            self._shares.came(ticket.phone, address)
            self._return(ticket.phone, line)
            line.send(text(Welcome(watching=ticket.watching)))
            self._show(self._phones[ticket.phone])
            return ticket.phone
        if hello.secret and not hello.code:
            self._refuse(line, "gone")
            return None
        now = self._now()
        device = self._shares.device(address, now)
        refusal = self.tickets.refusal(hello.code, address, now)
        if refusal is not None:
            is_over = refusal == "wrong" and bool(hello.secret)  # its seat was given under the previous code
            self._refuse(line, "over" if is_over else refusal)
            return None
        if hello.asking or not self._make_room(address, device, hello.watching):
            self._shares.waits(address, device, now)
            self._refuse(line, "full", self._seats_for(address, device))
            return None
        ticket, secret = self.tickets.give(hello.watching, device)
        self._shares.gave(ticket, address, now)
        self._phones[ticket.phone] = _Phone(line, asleep=False)
        line.send(text(Welcome(secret, ticket.watching)))
        self._say(Joined(ticket))
        return ticket.phone

    def hear(self, number: int, line: PhoneConnection, message: FromPhone) -> None:
        """Handle a phone's message after its hello."""
        phone = self._phones.get(number)
        if phone is None or phone.line is not line:
            return  # the phone lost its seat, or now uses another socket
        if isinstance(message, (Press, Tap, Prefer)):
            self._say(PhoneMessage(number, message))
        elif isinstance(message, Rename):
            self._say(PhoneMessage(number, Named(clean_name(message.name))))
        elif isinstance(message, Fetch):
            if number in self.tickets.seated:
                self._say(PhoneMessage(number, message))
        elif isinstance(message, Leave):
            self._end(number, "gone")
            self._say(PhoneMessage(number, message))
        elif isinstance(message, Sit):
            self._sit(number, line)
        else:
            line.close("one hello is enough")

    def lost(self, number: int, line: PhoneConnection) -> None:
        """Handle the end of a phone's connection."""
        phone = self._phones.get(number)
        if phone is not None and phone.line is line:
            phone.line, phone.gone = None, self._now()

    def tick(self) -> None:
        """Update sleeping phones and watchers, and send the beat. Call this several times a second."""
        now = self._now()
        for number, phone in tuple(self._phones.items()):
            if phone.gone is None:
                continue
            if number in self.tickets.watching and now - phone.gone > WATCHER_GONE:
                self._end(number, "gone")
                self._say(PhoneMessage(number, Leave()))
            elif not phone.asleep and now - phone.gone > NAP:
                phone.asleep = True
                self._say(Asleep(number))
        if now - self._beaten >= BEAT:
            self._beaten = now
            for number, phone in self._phones.items():
                ticket = self.tickets.of(number)
                if ticket is not None:
                    self._send(phone, Beat(self._seats_for(self._shares.address(number), device_of(ticket))))

    def take(self, message: FromTable) -> bool:
        """Handle a message from the table. Returns whether the join code has changed."""
        if isinstance(message, Seats):
            self.tickets.free, self._playing = message.free, frozenset(message.play)
        elif isinstance(message, Renew):
            return self._renew(message.everybody)
        elif isinstance(message, Dismiss):
            self._end(message.phone, "full" if message.full else "gone")
        elif not isinstance(message, Open) and (phone := self._phones.get(message.phone)) is not None:
            if isinstance(message.message, Snapshot):
                phone.shown = message.message
                phone.number += 1
                self._show(phone)
            elif isinstance(message.message, File):
                if phone.line is not None:
                    phone.line.give(text(message.message))
            else:
                self._send(phone, message.message)
        return False

    def close(self) -> None:
        """Tell all phones that the server stops."""
        for phone in self._phones.values():
            self._send(phone, Notice("closed"))
            if phone.line:
                phone.line.close("the server has stopped")

    def _sit(self, number: int, line: PhoneConnection) -> None:
        """Give a watching phone a seat, if there is one."""
        ticket = self.tickets.of(number)
        if ticket is None or not ticket.watching:
            return
        if not self._make_room(self._shares.address(number), device_of(ticket), watching=False):
            return
        seated = self.tickets.sit(number)
        if seated is not None:
            line.send(text(Welcome()))
            self._say(Joined(seated))

    def _return(self, number: int, line: PhoneConnection) -> None:
        phone = self._phones[number]
        if phone.line is not None:
            phone.line.send(text(Notice("elsewhere")))
            phone.line.close("the seat is on another page")
        phone.line, phone.gone = line, None
        if phone.asleep:
            phone.asleep = False
            self._say(Awake(number))

    def _renew(self, everybody: bool) -> bool:
        if everybody:
            for number in tuple(self._phones):
                self._end(number, "over")
        self.tickets.renew()
        return True

    # Shares

    def _seats_for(self, address: str, device: int) -> int:
        """Return the number of seats for a device at an address."""
        tickets = self.tickets.kind(watching=False)
        if self._shares.must_yield(tickets, address, device, self._now()):
            return 0
        return self.tickets.seats or int(self._yielding(address, device, False) is not None)

    def _make_room(self, address: str, device: int, watching: bool) -> bool:
        """Return whether there is a place for a device: a free one, or one taken from a device with more than its
        share.
        """
        if self._shares.must_yield(self.tickets.kind(watching), address, device, self._now()):
            return False
        if self.tickets.has_room(watching):
            return True
        phone = self._yielding(address, device, watching)
        if phone is None:
            return False
        self._end(phone, "gone")
        self._say(PhoneMessage(phone, Leave()))
        self.tickets.free += int(not watching)  # until the table sends its own count
        return self.tickets.has_room(watching)

    def _yielding(self, address: str, device: int, watching: bool) -> int | None:
        gone = {number for number, phone in self._phones.items() if phone.gone is not None}
        lost = {number for number in gone if self._now() - (self._phones[number].gone or 0.0) >= WATCHER_GONE}
        kept = self._playing - lost
        return self._shares.surplus(self.tickets.kind(watching), address, device, kept, gone)

    def _end(self, number: int, about: About) -> None:
        phone = self._phones.pop(number, None)
        self.tickets.leave(number)
        self._shares.left(number)
        if phone is not None and phone.line is not None:
            self._refuse(phone.line, about)

    def _refuse(self, line: PhoneConnection, about: About, seats: int | None = None) -> None:
        tickets = self.tickets
        counts = Notice(about, len(tickets.watching), tickets.places, tickets.seats if seats is None else seats)
        line.send(text(replace(counts, wait=int(SLOW)) if about == "slow" else counts))
        line.close(about)

    def _show(self, phone: _Phone) -> None:
        if phone.line is not None and phone.shown is not None:
            phone.line.show(text(Shown(phone.number, phone.shown)))

    def _send(self, phone: _Phone, message: ToPhone) -> None:
        if phone.line is not None:
            phone.line.send(text(message))
