"""Phones in a match: each sees the board from its own seat, and what it chooses is the screen's own selection."""

from __future__ import annotations

from typing import Any

from game.core.rules import Seat
from scenes.kit.intents import Device
from scenes.match.controller import MatchController
from scenes.match.hands import device_key
from scenes.table.board import Chosen
from scenes.table.phone_hand import HandPage, InHand, Place


class MatchPhone:
    """What the board has for phones, in one match."""

    def __init__(self, controller: MatchController) -> None:
        self.session = controller.session
        self.hands = controller.hands
        self.board = controller.board

    def page(self, device: Device) -> HandPage | None:
        """The game's own page for a phone, where it has one now."""
        return None if self.board.phone is None else self.board.phone.page(self._held(device))

    def pressed(self, device: Device, button: str, value: int) -> Chosen[Any, Any] | None:
        """Take a press of a button of that page; None where it is not possible."""
        held = self._held(device)
        if self.board.phone is None or not held.legal:
            return None
        return self._keep(self.board.phone.pressed(held, button, value))

    def tapped(self, device: Device, place: Place, cell: str) -> Chosen[Any, Any] | None:
        """Take a finger on the small board; None where it means nothing."""
        held = self._held(device)
        if self.board.phone is None or not held.legal:
            return None
        return self._keep(self.board.phone.tapped(held, place, cell))

    def _keep(self, chosen: Chosen[Any, Any] | None) -> Chosen[Any, Any] | None:
        if chosen is not None:
            self.hands.take(chosen)
        return chosen

    def _held(self, device: Device) -> InHand[Any, Any, Any]:
        seat, people = self._seat_of(device), self.hands.people
        legal = self.session.legal(seat) if seat is not None and seat in people else ()
        steps = self.session.steps
        last = steps[-1] if steps else None
        return InHand(self.session.state, seat, legal, self.hands.selection, last, self.session.clock)

    def _seat_of(self, device: Device) -> Seat | None:
        """Whose side a phone sees: its own, or the one that it plays for now in somebody's place; None for neither."""
        key = device_key(device)
        own = next((seat for seat, config in enumerate(self.session.seats) if config.device == key), None)
        people = self.hands.people
        if own is not None and (own in people or not self.hands.plays_now(device)):
            return own
        return next(iter(self.hands.actors(device).legal), None)
