"""Statistics of the house: the results of all players' games, counted as they end and kept permanently.

They stay when stored games are dropped. A game counts once, even if its record is imported later. The export is CSV
(RFC 4180). No cell in it is a formula.
"""

from __future__ import annotations

import csv
import io
import logging
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from game.core.record import Record
from game.core.rules import RecordError, Seat
from game.core.spec import LEVELS, GameSpec
from game.match_setup import has_own_name
from game.records.validation import fitting, play_through
from game.storage.figures import (
    HOUSE,
    Figures,
    Key,
    drop_counted,
    drop_figures,
    for_owners,
    identifier,
    put_counted,
    put_figures,
    shares,
    together,
)
from game.storage.profiles import Entry, Profile, Profiles, RemovedProfile
from game.storage.rows import Statement

MOST_RANKED = 10
MOST_COUNTED = 50_000  # the most identifiers of counted games to remember
ORDERS = ("won", "best", "share", "points")  # figures by which people are ranked
HEADER = (
    *("name", "game", "played", "won", "drawn", "streak", "best_streak", "points"),
    *(f"fastest_{level}" for level in LEVELS),
)
# What may begin a formula in a cell, also in full width. Many spreadsheets begin a new cell at a semicolon.
_FORMULA = re.compile("(^|[;|\t])(?=[ \"']*[=+@\t\r\n＝＋－＠-])")
_SOURCE = "finished game"
_log = logging.getLogger(__name__)


class Statistics:
    """All players' figures, in memory. Methods that change them return statements for the store.

    `games` has the specs for checking records.
    """

    def __init__(self, figures: Mapping[Key, Figures], counted: Collection[str], games: Mapping[str, GameSpec]) -> None:
        self._figures = dict(figures)
        self._counted = set(counted)
        self._games = games
        self._last: Record | None = None  # the last counted game; None also after a change of profiles
        self._before = self._figures  # the figures before the last counted game

    def of(self, profile: int, game: str) -> Figures:
        """Return the figures of a profile (or HOUSE) in one game; all 0 if no game was counted."""
        return self._figures.get((profile, game), Figures())

    def figures(self) -> dict[Key, Figures]:
        """All figures by profile and game."""
        return dict(self._figures)

    def counted(self) -> frozenset[str]:
        """The identifiers of the counted games."""
        return frozenset(self._counted)

    def count(self, record: Record, find: Callable[[str], Profile | None]) -> list[Statement]:
        """Count a finished game for the profiles that `find` returns for the seats' names, and for the house.

        Games counted before, unfinished or unplayable games, and games with one seat or without a person are ignored.
        If the end of the last counted game was taken back, its new end replaces the old one.
        """
        if record.result is None or len(record.seats) < 2 or all(seat.is_ai for seat in record.seats):
            return []
        try:
            id = self._identifier(record)
            is_retaken = self._last is not None and record.retakes(self._last)
            if id in self._counted and not is_retaken:
                return []
            played, replay = play_through(record, self._games, _SOURCE)
        except RecordError as error:
            _log.warning("a game is not counted: %s", error)
            return []
        self._counted.add(id)
        known = dict(self._figures)
        self._before = self._before if is_retaken else known
        self._figures, self._last = dict(self._before), record
        self._add(played, shares(self._games[played.game], played, replay), find)
        changed = [key for key in known | self._figures if self.of(*key) != known.get(key)]
        return [put_counted(id), *(put_figures(key, self.of(*key)) for key in changed)]

    def pass_over(self, record: Record) -> list[Statement]:
        """Mark an imported game as counted, so that `count` ignores it.

        Raises RecordError if the record does not fit its game.
        """
        id = self._identifier(record)
        if id in self._counted:
            return []
        self._counted.add(id)
        return [put_counted(id)]

    def thin(self, kept: Callable[[], Iterable[Record]]) -> list[Statement]:
        """If more than MOST_COUNTED counted games are remembered, forget all but those that `kept` returns.

        The others can be forgotten, because only a stored game could be counted a second time.
        """
        if len(self._counted) <= MOST_COUNTED:
            return []
        known = {self._identifier(record) for record in kept()}
        gone, self._counted = self._counted - known, self._counted & known
        return [drop_counted(id) for id in sorted(gone)]

    def follow(self, entries: Sequence[Entry]) -> list[Statement]:
        """Move the figures of removed profiles to their heirs, or drop them if there is no heir.

        The house's own figures stay.
        """
        changes: list[Statement] = []
        for gone in entries:
            if isinstance(gone, RemovedProfile):
                owners = {profile: profile for profile, _ in self._figures}
                owners[gone.id] = gone.heir
                self._last = None
                self._figures = for_owners(self._figures, owners)
                changes.append(drop_figures(gone.id))
                heirs = [key for key in self._figures if key[0] == gone.heir != HOUSE]
                changes += [put_figures(key, self._figures[key]) for key in heirs]
        return changes

    def _identifier(self, record: Record) -> str:
        """Return a game's identifier (see `identifier`). Raises RecordError if the record does not fit its game."""
        record = fitting(record, self._games, _SOURCE)
        return identifier(self._games[record.game], record)

    def _add(self, record: Record, added: Mapping[Seat, Figures], find: Callable[[str], Profile | None]) -> None:
        """Add a game's figures by seat."""
        gained: dict[int, Figures] = {}
        for seat, share in added.items():
            name = record.seats[seat].name
            profile = find(name) if has_own_name(name) else None
            for owner in {HOUSE, profile.id if profile else HOUSE}:
                gained[owner] = together(gained[owner], share) if owner in gained else share
        house = self.of(HOUSE, record.game).plus(gained.pop(HOUSE))
        for owner, share in gained.items():
            figures = self.of(owner, record.game).after(share)
            self._figures[owner, record.game] = figures
            house = replace(house, best=max(house.best, figures.best))
        self._figures[HOUSE, record.game] = house


@dataclass(frozen=True, slots=True)
class RankedProfile:
    """A profile in a game's ranking."""

    profile: Profile
    figures: Figures


@dataclass(frozen=True, slots=True)
class Fastest:
    """The house's fastest win over an AI level, in the winner's moves.

    `holders` are the profiles with such a win. There are none if the winner had no name or was deleted.
    """

    moves: int
    holders: tuple[Profile, ...]


@dataclass(frozen=True, slots=True)
class HouseRecords:
    """The records of a game: at most MOST_RANKED profiles, the best first, and the fastest win over each level.

    `house` has the figures of all people together. `longest` are the profiles with the best streak; () if they were
    deleted.
    """

    ranked: tuple[RankedProfile, ...]
    fastest: Mapping[int, Fastest]
    house: Figures
    longest: tuple[Profile, ...] = ()


def house_records(statistics: Statistics, profiles: Profiles, game: str, order: str = ORDERS[0]) -> HouseRecords:
    """Return the records of one game.

    Profiles are ranked by `order` (one of ORDERS), then wins, share of wins, longest streak, and age of the profile.
    """
    present = sorted(profiles.all(), key=lambda profile: profile.id)
    found = [RankedProfile(profile, statistics.of(profile.id, game)) for profile in present]
    found = [one for one in found if one.figures.played]
    ranked = sorted(found, key=lambda one: _rank(one.figures, order))
    house = statistics.of(HOUSE, game)
    fastest = {}
    for place, level in enumerate(LEVELS):
        least = min(filter(None, (of.fastest[place] for of in (house, *(one.figures for one in found)))), default=0)
        if least:
            holders = tuple(one.profile for one in found if one.figures.fastest[place] == least)
            fastest[level] = Fastest(least, holders)
    longest = tuple(one.profile for one in found if one.figures.best == house.best > 0)
    return HouseRecords(tuple(ranked[:MOST_RANKED]), fastest, house, longest)


def _rank(figures: Figures, order: str) -> tuple[float, ...]:
    """Return a key for sorting. Better figures have a smaller key."""
    figure: float = getattr(figures, order)
    return -figure, -figures.won, -figures.share, -figures.best


def csv_text(statistics: Statistics, profiles: Profiles, house: str) -> str:
    """Return the HEADER and a row for each profile and game played, sorted by name and game.

    The last rows are of all people together, under the name `house`. Lines end in CR LF. The cell of a level that was
    never beaten is empty.
    """
    names = {profile.id: profile.name for profile in profiles.all()}
    known = [key for key in statistics.figures() if key[0] == HOUSE or key[0] in names]
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(HEADER)
    for owner, game in sorted(known, key=lambda key: (key[0] == HOUSE, names.get(key[0], ""), key)):
        of = statistics.of(owner, game)
        numbers = (of.played, of.won, of.drawn, of.streak, of.best, of.points)
        fastest = (moves or "" for moves in of.fastest)
        writer.writerow((cell(names.get(owner, house)), cell(game), *numbers, *fastest))
    return text.getvalue()


def cell(text: str) -> str:
    """Return the text as a cell. An apostrophe keeps a spreadsheet from taking it for a formula."""
    return _FORMULA.sub(r"\1'", text)
