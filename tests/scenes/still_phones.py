"""A door for phones without a server: what phones do is told to it, and what they are shown is kept."""

from __future__ import annotations

import math

from game.phones.process import Event, Kept, Known, Phones
from game.phones.protocol import Asleep, Awake, Door, Joined, Left, Named, Press, Pressed, Tap, Tapped, Ticket
from game.phones.snapshot import Snapshot

CODE = "K7Q4-2MVD"
ADDRESS = "192.168.1.20"
MATRIX = tuple("".join("10"[(x * y + x + y) % 3 % 2] for x in range(25)) for y in range(25))  # as dense as a code
REACH = 30 / 390  # from a finger to a lit cell


class StillPhones(Phones):
    """Phones whose door opens at once; `do` is what one of them does."""

    def __init__(self, kept: Kept | None = None) -> None:
        super().__init__(kept, now=lambda: 0.0)
        self.events: list[Event] = []
        self.refused: list[object] = []
        self.dismissed: list[tuple[int, bool]] = []

    def open(self, bind: str = "") -> None:
        self.state = "open"
        self.door = Door(ADDRESS, 47810, CODE, f"http://{ADDRESS}:47810/j/{CODE}", MATRIX)

    def close(self) -> None:
        self.state, self.door = "closed", None

    def end(self) -> None:
        self.close()

    def poll(self) -> list[Event]:
        said, self.events = self.events, []
        return said

    def show(self, phone: int, snapshot: Snapshot) -> None:
        self.known[phone].shown = snapshot

    def refuse(self, press: object) -> None:
        self.refused.append(press)

    def dismiss(self, phone: int, full: bool = False) -> None:
        self.known.pop(phone, None)
        self.dismissed.append((phone, full))

    # What phones do

    def join(self, phone: int, watching: bool = False) -> None:
        self.known[phone] = Known(phone, "en", watching)
        self.events.append(Joined(Ticket(phone, f"{phone:064x}", watching), "en"))

    def press(self, phone: int, button: str, value: int = 0, repeat: bool = False) -> None:
        """Press a button, an axis or a robot that the phone shows."""
        shown = self.shown(phone)
        robots = () if shown.steer is None else shown.steer.robots
        pressable = [each.id for each in (*shown.buttons, *shown.axes, *robots) if each.enabled]
        assert button in pressable, (button, pressable)
        self.events.append(Pressed(phone, Press(1, shown.decision, button, value, repeat)))

    def tap(self, phone: int, x: float, y: float, decision: int | None = None) -> None:
        """Put a finger on the small board, for an earlier decision where one is given; as the page and the door do."""
        shown = self.shown(phone)
        board = shown.board
        assert board is not None
        near = [cell for cell in board.cells if cell.mark == "lit" and math.dist((x, y), (cell.x, cell.y)) <= REACH]
        cell = min(near, key=lambda cell: math.dist((x, y), (cell.x, cell.y))).id if near else ""
        assert cell or board.anywhere or decision is not None, "the page does not say it"
        event = Tapped(phone, Tap(1, shown.decision if decision is None else decision, x, y, cell))
        events: list[Event] = []
        self._judge(event, events)
        self.events += events

    def sleep(self, phone: int) -> None:
        self.known[phone].awake = False
        self.events.append(Asleep(phone))

    def wake(self, phone: int) -> None:
        self.known[phone].awake = True
        self.events.append(Awake(phone))

    def leave(self, phone: int) -> None:
        del self.known[phone]
        self.events.append(Left(phone))

    def rename(self, phone: int, name: str) -> None:
        self.events.append(Named(phone, name))

    def shown(self, phone: int) -> Snapshot:
        """What a phone shows."""
        found = self.known[phone].shown
        assert found is not None
        return found
