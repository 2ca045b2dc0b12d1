"""Routes as data. `app.py` alone knows where a route leads; games are named by their ids."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.record import Record, SeatConfig
from game.core.rules import Options
from game.match_setup import MatchSetup
from scenes.kit.scene import Nav, Route


@dataclass(frozen=True, slots=True)
class _OfGame(Route):
    game: str


@dataclass(frozen=True, slots=True)
class _OfAnyGame(Route):
    game: str = ""


@dataclass(frozen=True, slots=True)
class _OfRecord(Route):
    record: Record


class ToSetup(_OfGame):
    """The setup of a game."""


@dataclass(frozen=True, slots=True)
class ToArrange(Route):
    """The route to the scene that lays out the board of a new game; it pops with the table."""

    table: MatchSetup


@dataclass(frozen=True, slots=True)
class ToMatch(Route):
    """A new game at a table that was set; the setup is remembered.

    Where several people play a game that was never shown here, its demonstration comes first.
    """

    table: MatchSetup


@dataclass(frozen=True, slots=True)
class ToGame(Route):
    """A new game with complete options and these seats in playing order; without a seed, one by chance.

    `shows_first`: its demonstration comes first where several people play and it is new to one of them.
    """

    game: str
    options: Options
    seats: tuple[SeatConfig, ...]
    seed: int | None = None
    shows_first: bool = False


@dataclass(frozen=True, slots=True)
class ToMenu(Route):
    """The menu; `wanted` begins once it has been asked what becomes of an unfinished game of the same title.

    `game` is the id of the one that somebody comes back from, "" for none.
    """

    wanted: ToGame | None = None
    game: str = ""


class ToRematch(_OfRecord):
    """Another game with the setup of a record; where that is not the stored one, the seats stay."""


class ToResume(_OfRecord):
    """An unfinished game, where it was left."""


class ToBranch(_OfRecord):
    """A new game that goes on from the end of a record; an unfinished one of its title goes to the shelf."""


@dataclass(frozen=True, slots=True)
class ToReplay(_OfRecord):
    """The replay of a record, from the position after `ply` actions; back leads to `leave`, else below."""

    ply: int = 0
    leave: Nav | None = None


@dataclass(frozen=True, slots=True)
class ToReview(_OfRecord):
    """The turning points of a record, or its replay where the game's positions cannot be valued; back as there."""

    leave: Nav | None = None


class ToSample(_OfGame):
    """The replay of the sample game that a game's lessons have, with its notes."""


class ToRules(_OfGame):
    """The rules card of a game, over whatever lies below."""


class ToExercises(_OfGame):
    """A game's exercises, from the first that is not solved."""


@dataclass(frozen=True, slots=True)
class ToDemonstration(Route):
    """A game's demonstration; at its end, or at a press, it goes on with `then`."""

    game: str
    then: Nav


class ToArchive(Route):
    """The finished games."""

    closed_to_phones = True


class ToRecords(_OfAnyGame):
    """The records of the house, at the page of `game` ("": the one played last).

    Pops, with ToSetup where one wants to play.
    """


class ToJoin(_OfAnyGame):
    """The route to the page where people sit down; it pops, or leads on to the setup of `game`."""


class ToPhones(_OfAnyGame):
    """The phone server: the code that leads to the table; it pops, or leads on to the setup of `game`."""


class ToCup(Route):
    """The cup that is under way, or a new one of those who have sat down."""


@dataclass(frozen=True, slots=True)
class ToToday(Route):
    """The puzzles of a day (ISO date, "" for today); over them the puzzles to `practice` of a game, "" for none."""

    day: str = ""
    practice: str = ""


class ToNames(Route):
    """The names that people have given themselves, to be changed, merged or forgotten; pops."""

    closed_to_phones = True


class ToSettings(Route):
    """The settings."""

    closed_to_phones = True
