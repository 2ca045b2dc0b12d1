"""What a game's board gives a phone beyond a ring of directions: a hand of its own, and what its buttons mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from game.core.rules import Seat, Timer
from game.phones.snapshot import Button, Clock, Dial

S = TypeVar("S", contravariant=True)
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class HandPage:
    """The page of one seat: a dial to choose a number with, its buttons, and the clock that runs."""

    buttons: tuple[Button, ...]
    dial: Dial
    clock: Clock | None = None


class PhoneHand(Protocol[S, A]):
    """A board's part for phones. Nothing that others must not know is in a page but what `seat` has declared."""

    def page(self, state: S, seat: Seat, legal: Sequence[A], clock: Timer | None) -> HandPage | None:
        """The page of a seat that may act now; None where a ring of directions serves."""

    def action(self, legal: Sequence[A], button: str, value: int) -> A | None:
        """What a button of that page means, with the number on the dial; None where that is not possible."""
