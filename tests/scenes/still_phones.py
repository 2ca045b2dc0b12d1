"""A stand-in for the phone server, without a network. Tests tell it what phones do; it keeps what they are shown."""

from __future__ import annotations

import math

from game.phones.messages import JoinCode, PhoneMessage, Press, Tap
from game.phones.process import MOST_RECORD, KeptServer
from game.phones.snapshot import Snapshot
from tools.soak.phones import ADDRESS as ADDRESS
from tools.soak.phones import CODE as CODE
from tools.soak.phones import MATRIX as MATRIX
from tools.soak.phones import PORT, NearbyPhones

REACH = 30 / 390  # the greatest distance from a finger to a lit cell


class StillPhones(NearbyPhones):
    """Keeps what phones are told. A phone can only do what its page would allow; otherwise the test fails."""

    def __init__(self, kept: KeptServer | None = None) -> None:
        super().__init__(kept)
        self.refused: list[object] = []
        self.dismissed: list[tuple[int, bool]] = []
        self.opened: list[str] = []  # the addresses
        self.renewed = 0  # how often the code was renewed
        self.fails = False
        self.most = MOST_RECORD
        self.told_fast: list[tuple[int, float]] = []  # phones that press too fast, and for how long they are ignored
        self.given: list[tuple[int, str, str | bytes]] = []  # files: phone, name and content

    def open(self, bind: str = "") -> None:
        if self.state in ("open", "opening") and bind == self._bind:
            return
        self._bind = bind
        self.opened.append(bind)
        self.state = "failed" if self.fails else "open"
        if not self.fails:
            self._invite()

    def _invite(self) -> None:
        code = CODE if not self.renewed else f"{self.renewed:04d}-{self.renewed:04d}"
        address = self._bind or ADDRESS
        self.join_code = JoinCode(address, PORT, code, f"http://{address}:{PORT}/{code}", MATRIX)

    def renew(self, everybody: bool = False) -> None:
        super().renew(everybody)
        self.renewed += 1
        if self.state == "open":
            self._invite()

    def close(self) -> None:
        self.state, self.join_code = "closed", None

    def end(self) -> None:
        self.close()

    def show(self, phone: int, snapshot: Snapshot) -> None:
        self.known[phone].shown = snapshot

    def refuse(self, phone: int, made: Press | Tap) -> None:
        self.refused.append((phone, made))

    def mute(self, phone: int, seconds: float) -> None:
        self.told_fast.append((phone, seconds))

    def dismiss(self, phone: int, full: bool = False) -> None:
        self.known.pop(phone, None)
        self.dismissed.append((phone, full))

    def give(self, phone: int, name: str, content: str | bytes) -> None:
        if len(content) > self.most:
            raise ValueError(name)
        self.given.append((phone, name, content))

    # What phones do

    def press(self, phone: int, button: str, value: int = 0, repeat: bool = False) -> None:
        """Press a button, an axis or a robot that the phone shows."""
        shown = self.shown(phone)
        robots = () if shown.steer is None else shown.steer.robots
        shut = {each.id for each in shown.buttons if not each.enabled} | {
            each.id for each in shown.axes if not each.enabled
        }
        pressable = {*(each.id for each in shown.buttons), *(each.id for each in shown.axes)} - shut
        pressable |= {robot.id for robot in robots if robot.enabled}
        assert button in pressable, (button, pressable)
        self.events.append(PhoneMessage(phone, Press(1, shown.decision, button, value, repeat)))

    def answer(self, phone: int, label: str) -> None:
        """Press the button with this label."""
        named = next((each for each in self.shown(phone).buttons if each.label == label), None)
        assert named is not None, (label, self.shown(phone).buttons)
        self.press(phone, named.id)

    def tap(self, phone: int, x: float, y: float, decision: int | None = None) -> None:
        """Tap the small board as the page and the server do; for an earlier `decision` if one is given."""
        shown = self.shown(phone)
        board = shown.board
        assert board is not None
        near = [cell for cell in board.cells if cell.mark == "lit" and math.dist((x, y), (cell.x, cell.y)) <= REACH]
        cell = min(near, key=lambda cell: math.dist((x, y), (cell.x, cell.y))).id if near else ""
        assert cell or board.anywhere or decision is not None, "the page does not say it"
        tap = Tap(1, shown.decision if decision is None else decision, x, y, cell)
        if self._is_due(phone, tap):
            self.events.append(PhoneMessage(phone, tap))

    def shown(self, phone: int) -> Snapshot:
        """Return what a phone shows."""
        found = self.known[phone].shown
        assert found is not None
        return found
