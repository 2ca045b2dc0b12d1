"""Shared parts of rules in which one seat acts after the other and no clock runs."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

from game.core.rules import IllegalActionError, Seat, Timer


def timer(state: object) -> Timer | None:
    """Return None: there is no clock."""
    return None


class CountsPlies(Protocol):
    """A position that knows how many actions led there."""

    @property
    def ply(self) -> int:
        """The number of actions so far."""


def decision(state: CountsPlies) -> Hashable:
    """The ply: every position in a game is decided once."""
    return state.ply


def check_turn(actors: Sequence[Seat], seat: Seat) -> None:
    """Raise IllegalActionError with the reason unless it is the turn of `seat`, where `actors` may act."""
    if not actors:
        raise IllegalActionError("the game is over")
    if seat not in actors:
        raise IllegalActionError(f"it is seat {actors[0]}'s turn, not seat {seat}'s")
