"""Phones without server or network: they scan, press, sleep and leave, all in this process."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import get_args

from game.phones.messages import Asleep, Awake, Fetch, JoinCode, Joined, Leave, Named, PhoneMessage, Press, Tap, Ticket
from game.phones.process import Event, KeptServer, Phones
from game.phones.snapshot import Language, Snapshot

ADDRESS, PORT, CODE = "192.168.1.20", 47_810, "K7Q4-2MVD"
MATRIX = tuple("".join("10"[(x * y + x + y) % 3 % 2] for x in range(25)) for y in range(25))  # as dense as a QR code
PRESSES = 0.9  # share of presses; the rest is sleeping, waking, and asking for a name or the game


class NearbyPhones(Phones):
    """A phone server that starts at once. Its methods let a phone do something; `act` lets it do a random thing."""

    def __init__(self, kept: KeptServer | None = None, now: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(kept, now=now)
        self.events: list[Event] = []
        self.presses = 0  # how many were made, whether the table takes them or not

    def _start(self) -> None:
        self.state, self.trouble = "open", None
        self.join_code = JoinCode(ADDRESS, PORT, CODE, f"http://{ADDRESS}:{PORT}/{CODE}", MATRIX)

    def poll(self) -> list[Event]:
        said, self.events = self.events, []
        return said

    # What phones do

    def join(self, phone: int, watching: bool = False) -> None:
        """Join by the code."""
        joined = Joined(Ticket(phone, f"{phone:064x}", watching))
        self._admit(joined)
        self.events.append(joined)

    def sleep(self, phone: int) -> None:
        """Go to sleep."""
        self.known[phone].awake = False
        self.events.append(Asleep(phone))

    def wake(self, phone: int) -> None:
        """Wake up."""
        self.known[phone].awake = True
        self.events.append(Awake(phone))

    def leave(self, phone: int) -> None:
        """Leave the table."""
        del self.known[phone]
        self.events.append(PhoneMessage(phone, Leave()))

    def fetch(self, phone: int) -> None:
        """Request the game as a file."""
        self.events.append(PhoneMessage(phone, Fetch()))

    def prefer(self, phone: int, language: Language) -> None:
        """Choose a language."""
        self.known[phone].language = language

    def rename(self, phone: int, name: str) -> None:
        """Choose a name."""
        self.events.append(PhoneMessage(phone, Named(name)))

    # By chance

    def scan(self) -> int | None:
        """Let a new phone join; return its number, or None if the server is closed or all chairs are taken."""
        if self.state != "open" or self._free == 0:
            return None
        number = self.kept.next_phone
        self.join(number)
        return number

    def page(self, phone: int) -> Snapshot | None:
        """Return the page that a phone shows, or None."""
        known = self.known.get(phone)
        return None if known is None else known.shown

    def act(self, phone: int, chance: random.Random) -> None:
        """Do a random thing with a seated phone."""
        shown = self.page(phone)
        if not self.known[phone].awake:
            self.wake(phone)
        elif shown is not None and chance.random() < PRESSES:
            self._press(phone, shown, chance)
        elif shown is not None and shown.names and chance.random() < 0.3:
            self.rename(phone, chance.choice(shown.names))
        elif shown is not None and shown.record:
            self.fetch(phone)
        elif chance.random() < 0.3:
            self.prefer(phone, chance.choice(get_args(Language)))
        else:
            self.sleep(phone)

    def _press(self, phone: int, shown: Snapshot, chance: random.Random) -> None:
        event: PhoneMessage[Press | Tap]
        if shown.board is not None and chance.random() < 0.5:
            cell = chance.choice([*(cell for cell in shown.board.cells if cell.mark == "lit"), None])
            place = (chance.random(), chance.random()) if cell is None else (cell.x, cell.y)
            event = PhoneMessage(phone, Tap(1, shown.decision, *place, cell.id if cell else ""))
        else:
            ids = [button.id for button in shown.buttons if button.enabled]
            ids += [axis.id for axis in shown.axes if axis.enabled]
            ids += [robot.id for robot in (shown.steer.robots if shown.steer else ()) if robot.enabled]
            if not ids:
                return
            value = 0 if shown.dial is None else chance.randint(shown.dial.least, shown.dial.most)
            event = PhoneMessage(phone, Press(1, shown.decision, chance.choice(ids), value))
        self.presses += 1
        if self._is_due(phone, event.message):
            self.events.append(event)
