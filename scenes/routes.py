"""Routes as data; `routing.py` maps them to scenes. Games are named by their ids."""

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
    """The page that lays out the board of a new game; pops with the table."""

    table: MatchSetup


@dataclass(frozen=True, slots=True)
class ToMatch(Route):
    """A new game with the setup of `table`, which is remembered.

    The demonstration comes first where several people play and the game was never shown here.
    """

    table: MatchSetup


@dataclass(frozen=True, slots=True)
class ToGame(Route):
    """A new game with complete options and `seats` in playing order; without a seed, a random one.

    `shows_first`: the demonstration comes first where several people play and it is new to one of them.
    """

    game: str
    options: Options
    seats: tuple[SeatConfig, ...]
    seed: int | None = None
    shows_first: bool = False


@dataclass(frozen=True, slots=True)
class ToMenu(Route):
    """The menu, or `wanted` after the menu has asked what becomes of an unfinished game of the same title.

    `game` is the id of the game just left, "" for none.
    """

    wanted: ToGame | None = None
    game: str = ""


class ToRematch(_OfRecord):
    """Another game with the setup of a record; if that is not the stored setup, the seats stay."""


class ToResume(_OfRecord):
    """An unfinished game, where it was left."""


class ToBranch(_OfRecord):
    """A new game from the end of a record; an unfinished game of its title goes to the shelf."""


@dataclass(frozen=True, slots=True)
class ToReplay(_OfRecord):
    """The replay of a record, from the position after `ply` actions; back leads to `leave`, else to the scene below."""

    ply: int = 0
    leave: Nav | None = None


@dataclass(frozen=True, slots=True)
class ToReview(_OfRecord):
    """The turning points of a record, or its replay if the game has no evaluation; back leads as in ToReplay."""

    leave: Nav | None = None


class ToSample(_OfGame):
    """The replay of the annotated sample game from a game's lessons."""


class ToRules(_OfGame):
    """The rules card of a game, over the current scene."""


@dataclass(frozen=True, slots=True)
class ToExercises(Route):
    """A game's exercises, from the one with the key `first`, else from the first unsolved one."""

    game: str
    first: str = ""


@dataclass(frozen=True, slots=True)
class ToDemonstration(Route):
    """A game's demonstration; at its end or at a press, `then` follows."""

    game: str
    then: Nav


class ToArchive(Route):
    """The finished games."""

    closed_to_phones = True


class ToRecords(_OfAnyGame):
    """The records, at the page of `game` ("": the last one played). Pops, with ToSetup to play a game."""


class ToJoin(_OfAnyGame):
    """The page where people sit down; pops, or leads on to the setup of `game`."""


class ToPhones(_OfAnyGame):
    """The code with which phones join; pops, or leads on to the setup of `game`."""


class ToCup(Route):
    """The current cup, or a new one for the seated people."""


@dataclass(frozen=True, slots=True)
class ToToday(Route):
    """The puzzles of a day (ISO date, "" for today), with the practice puzzles of a game (`practice`) on top."""

    day: str = ""
    practice: str = ""


class ToNames(Route):
    """The page that renames, merges or deletes people's names; pops."""

    closed_to_phones = True


class ToSettings(Route):
    closed_to_phones = True
