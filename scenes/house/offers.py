"""What this table offers: games, levels, engines, the last setup of each game, and the limits for visitors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from game.core.record import Record, SeatConfig, with_strength
from game.core.rules import LEVELS
from game.match_setup import (
    DEFAULT_LEVEL,
    MatchSetup,
    default_table,
    table_from_json,
    with_fitting_names,
    without_missing_engines,
)
from game.people.roster import seats_from_roster, without_gone_phones
from game.registry import GAMES
from game.storage.store import Store
from scenes.house.people import People
from scenes.kit.scene import Nav

if TYPE_CHECKING:
    from game.core.spec import GameSpec
    from game.outside.table_agent import Engines


@dataclass(frozen=True, slots=True)
class Visitors:
    """What the operator offers to visitors.

    These are the `games` (ids, in order) and the AI `levels`; whether visitors may change the language, start the phone
    server, and download films to a phone; and how the table is reset for new visitors.
    """

    start_over: Callable[[], Nav]
    games: tuple[str, ...] = tuple(GAMES)
    levels: tuple[int, ...] = tuple(LEVELS)
    may_change_language: bool = True
    may_open_phones: bool = False
    has_films: bool = True


class Offers:
    """The offers of one window."""

    def __init__(self, store: Store, people: People, open_engines: Callable[[], Engines] | None = None) -> None:
        """`open_engines` gives the external programs that may be started here; None for no programs."""
        self.store = store
        self.people = people
        self._open_engines = open_engines
        self.engine_notice = ""  # errors of the owner's engines file
        self.visitors: Visitors | None = None  # what visitors are offered, at an unattended table

    @cached_property
    def engines(self) -> Engines:
        """The external programs that may be started here."""
        from game.outside.table_agent import Engines

        return Engines() if self._open_engines is None else self._open_engines()

    @property
    def is_unattended(self) -> bool:
        """Whether this is an unattended table: visitors get no settings, no files, no free text and no way out."""
        return self.visitors is not None

    @property
    def has_phones(self) -> bool:
        """Whether the phone server can be started from the page where people sit down."""
        return self.visitors is None or self.visitors.may_open_phones

    @property
    def has_films(self) -> bool:
        """Whether a game's film can be downloaded to a phone."""
        return self.visitors is None or self.visitors.has_films

    @property
    def games(self) -> Mapping[str, GameSpec]:
        """The offered games, by id."""
        return GAMES if self.visitors is None else {game: GAMES[game] for game in self.visitors.games}

    @property
    def last_game(self) -> str:
        """The id of the game played last. If it is not offered, the id of the first offered game."""
        last = str(self.store.get("last_game", ""))
        return last if last in self.games else next(iter(self.games))

    @property
    def levels(self) -> Sequence[int]:
        """The AI levels offered, ascending."""
        return LEVELS if self.visitors is None else self.visitors.levels

    def level(self, wanted: int = DEFAULT_LEVEL) -> int:
        """The offered level nearest to `wanted`."""
        return min(self.levels, key=lambda level: abs(level - wanted))

    def fitting(self, seats: Sequence[SeatConfig]) -> tuple[SeatConfig, ...]:
        """The seats, with each AI at an offered level and under a name of that level."""
        low, high = self.levels[0], self.levels[-1]
        offered = tuple(
            with_strength(seat, float(min(max(seat.strength, low), high)))
            if seat.is_ai and seat.strength
            else replace(seat, level=self.level(seat.level))
            if seat.is_ai
            else seat
            for seat in seats
        )
        return with_fitting_names(offered)

    def engine_names(self, game: str) -> tuple[str, ...]:
        """The external engines offered for a game; none for visitors."""
        return () if self.is_unattended else self.engines.names(game)

    def take_engine_notice(self) -> str:
        """Return the errors of the owner's engines file at the first call, then "". For visitors, always return ""."""
        taken, self.engine_notice = self.engine_notice, ""
        return "" if self.is_unattended else taken

    def opened(self, game: str, seats: Sequence[SeatConfig]) -> tuple[SeatConfig, ...]:
        """The seats as they can be played: people for missing engines, and any device for phones that have left."""
        return without_gone_phones(without_missing_engines(seats, self.engine_names(game)), self.people.roster)

    def table(self, spec: GameSpec) -> MatchSetup:
        """The last setup of a game, with the seated people."""
        table = seats_from_roster(self._last_setup(spec), spec, self.people.roster)
        return replace(table, seats=self.fitting(self.opened(spec.id, table.seats)))

    def _last_setup(self, spec: GameSpec) -> MatchSetup:
        """The stored setup; the default if there is none or it cannot be used."""
        stored = self.store.read(f"setup.{spec.id}", partial(table_from_json, spec), None)
        return self._first_setup(spec) if stored is None else stored

    def _first_setup(self, spec: GameSpec) -> MatchSetup:
        """The initial setup.

        At an unattended table, each AI begins at its level. Later its strength follows the visitors' strength.
        """
        table = default_table(spec)
        if not self.is_unattended or not spec.strengths:
            return table
        seats = [with_strength(seat, float(seat.level)) if seat.is_ai else seat for seat in table.seats]
        return replace(table, seats=tuple(seats))

    def remember(self, table: MatchSetup) -> None:
        """Store a setup for the next game."""
        self.store.set(f"setup.{table.game}", table.to_json())

    def last_result(self, game: str) -> Record | None:
        """The record of the last finished match of `game`; None if the last 20 finished matches were of others."""
        return next((record for record in self.store.results(20) if record.game == game), None)
