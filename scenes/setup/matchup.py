"""The matchup of a table, set for all seats at once: who has the first move, and against whom: people or the AI."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from game.core.device_id import ANY
from game.core.handicaps import beginner
from game.core.record import SeatConfig
from game.core.spec import GameSpec
from game.match_setup import BEGINS, MatchSetup
from scenes.services import Services

FirstMove: TypeAlias = str
"""Who has it: one of BEGINS, or SECOND where a game has a handicap that names the seat."""
SECOND = "second"
MIXED, PEOPLE, AGAINST_AI = range(-1, 2)


def first_moves(spec: GameSpec) -> tuple[FirstMove, ...]:
    """Return the ways to begin that a game offers."""
    named = any(option.names_seat for option in spec.options)
    return (BEGINS[0], SECOND, *BEGINS[1:]) if named else BEGINS


def first_move(spec: GameSpec, table: MatchSetup) -> FirstMove:
    """Return the way to begin that is set."""
    return SECOND if beginner(spec.options, table.options) else table.begins


def with_first_move(spec: GameSpec, table: MatchSetup, chosen: FirstMove) -> MatchSetup:
    """The table set to that; by any but SECOND nobody is given the first move."""
    begins = next((usual for usual in BEGINS if usual == chosen), BEGINS[0])
    names = {option.name: int(chosen == SECOND) for option in spec.options if option.names_seat}
    return replace(table, begins=begins).with_options(spec, names)


def opponents_of(seats: Sequence[SeatConfig]) -> int:
    """PEOPLE where nobody else plays, AGAINST_AI where one seat is a person's, else MIXED."""
    people = sum(not seat.is_ai for seat in seats)
    if people == len(seats):
        return PEOPLE
    return AGAINST_AI if people == 1 else MIXED


class Opponents:
    """Sets all seats at once, and remembers which AIs sat there."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._rivals: dict[int, SeatConfig] = {}

    def seats(self, seats: Sequence[SeatConfig], wanted: int) -> tuple[SeatConfig, ...]:
        """The seats with the opponents that are wanted; the person against the AI is the first one at the table."""
        self._rivals |= {index: seat for index, seat in enumerate(seats) if seat.is_ai}
        if wanted == PEOPLE:
            return tuple(_person(seat) for seat in seats)
        host = next((index for index, seat in enumerate(seats) if not seat.is_ai), 0)
        return tuple(_person(seat) if i == host else self._rival(i, seat) for i, seat in enumerate(seats))

    def _rival(self, index: int, seat: SeatConfig) -> SeatConfig:
        known = self._rivals.get(index)
        if known is None:
            return replace(seat, kind="ai", level=self._services.offers.level(), device=ANY, engine="")
        return replace(seat, kind="ai", level=known.level, device=ANY, engine=known.engine)


def _person(seat: SeatConfig) -> SeatConfig:
    return replace(seat, kind="human", level=0, engine="") if seat.is_ai else seat
