"""Which seats of a match a phone plays for: its person's, and another one only where table and phone both say so.

Who sits there by which phone stands on the seat (`SeatConfig.device`), and so on its card at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.record import SeatConfig
from game.core.rules import Seat
from game.roster import stands_in
from game.session import Session
from scenes.kit.intents import Device
from scenes.services import Services

CLAIM = "play_for"  # the button by which a phone says that it plays for somebody who has no device


def device_key(device: Device) -> str:
    """What a seat remembers of a device: "pad1" for the first pad, "table" for keyboard, mouse and touch."""
    return f"pad{device.number}" if device.is_pad else "table"


class PhoneSeats:
    """The seats of one match, as phones have them."""

    def __init__(self, services: Services, session: Session) -> None:
        self._services = services
        self._session = session

    def of(self, device: Device) -> tuple[Seat, ...]:
        """The seats that a phone plays for: those that are bound to it, and its person's own."""
        return tuple(
            seat
            for seat, config in enumerate(self._session.seats)
            if not config.is_ai and (config.device == device_key(device) or self._is_own(seat, config, device))
        )

    def offered(self, device: Device, people: Sequence[Seat]) -> Seat | None:
        """Whose seat a phone may take, of the `people` to act: one that has no device, and no other phone's person.

        Where all act at once, a phone serves one seat alone.
        """
        if self._session.spec.simultaneous and self.of(device):
            return None
        roster, seats = self._services.roster, self._session.seats
        if all(chair.device != device_key(device) for chair in roster.chairs):
            return None  # it only watches
        phones = [pad for pad in self._services.stage.devices.pads() if pad.is_phone and pad != device]
        taken = {seat for pad in phones for seat in self.of(pad)}
        free = [seat for seat in people if not seats[seat].device and seat not in taken]
        return next((seat for seat in free if seat not in self.of(device)), None)

    def bind(self, device: Device) -> bool:
        """A phone plays: its person's seat is its own from now on. Whether that is new."""
        key = device_key(device)
        new = [seat for seat in self.of(device) if self._session.seats[seat].device != key]
        for seat in new:
            self.claim(device, seat)
        return bool(new)

    def claim(self, device: Device, seat: Seat) -> None:
        """Let a phone play for a seat from now on."""
        self._session.reseat(seat, replace(self._session.seats[seat], device=device_key(device)))

    def stands_in(self, seat: Seat) -> bool:
        """Whether a seat is played by the phone of another person."""
        return stands_in(self._services.roster, self._session.seats[seat])

    def _is_own(self, seat: Seat, config: SeatConfig, device: Device) -> bool:
        """Whether a seat is that of a phone's person, by the colour and shape that both screens show.

        Not where somebody has left it in mid-game, nor where its person plays by something else.
        """
        roster = self._services.roster
        chair = roster.chair(config.identity)
        if chair is None or chair.device != device_key(device):
            return False
        if any(change.seat == seat for change in self._session.changes):
            return False
        return not config.device or stands_in(roster, config)
