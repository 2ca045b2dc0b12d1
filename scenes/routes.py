"""Routes as data, and as JSON for crash logs; `routing.py` maps them to scenes. Games are named by their ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from game.core.record import Record, SeatConfig, read_seats, record_from_json, seat_to_json
from game.core.rules import Options
from game.match_setup import MatchSetup, table_from_json
from game.registry import find
from scenes.kit.scene import Nav, Pop, Push, Quit, Route, Scene, Switch


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
    """The page on which people lay out the board of a new game; pops with the changed setup, or with None."""

    table: MatchSetup


@dataclass(frozen=True, slots=True)
class ToMatch(Route):
    """A new game with the setup of `table`, which is remembered.

    The demonstration comes first if several people play and it is new to one of them.
    """

    table: MatchSetup


@dataclass(frozen=True, slots=True)
class ToGame(Route):
    """A new game with complete options and `seats` in playing order; None as `seed` stands for a random one.

    With `shows_first`, the demonstration comes first if several people play and it is new to one of them.
    """

    game: str
    options: Options
    seats: tuple[SeatConfig, ...]
    seed: int | None = None
    shows_first: bool = False


@dataclass(frozen=True, slots=True)
class ToMenu(Route):
    """The menu. If a game is `wanted`, the menu first asks about an unfinished match in it. Then that game starts.

    `game` is the id of the game just left, "" for none.
    """

    wanted: ToGame | None = None
    game: str = ""


class ToRematch(_OfRecord):
    """Another game with the setup of a record.

    If the stored setup still equals the record's, the stored setup decides who begins.
    """


class ToResume(_OfRecord):
    """An unfinished game, where it was left."""


class ToBranch(_OfRecord):
    """A new game from the end of a record; an unfinished game of the same kind moves to the stored games."""


@dataclass(frozen=True, slots=True)
class ToReplay(_OfRecord):
    """The replay of a record, from the position after `ply` actions.

    Back leads to `leave`, or to the scene below if `leave` is None.
    """

    ply: int = 0
    leave: Nav | None = None


@dataclass(frozen=True, slots=True)
class ToReview(_OfRecord):
    """The turning points of a record, or its replay if the game has no evaluation.

    Back leads to the same place as in ToReplay.
    """

    leave: Nav | None = None


class ToSample(_OfGame):
    """The replay of the annotated sample game from a game's lessons."""


class ToRules(_OfGame):
    """The rules card of a game, over the current scene."""


@dataclass(frozen=True, slots=True)
class ToExercises(Route):
    """A game's exercises. They begin with the one whose key is `first`; if that is "", with the first unsolved one."""

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
    """The records, at the page of `game` ("" for the game played last). Pops with a ToSetup to play a game, or None."""


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


# As JSON

_TAG = "is"
_ROUTES = [found for found in list(globals().values()) if isinstance(found, type) and issubclass(found, Route)]
_KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in (*_ROUTES, Switch, Push, Pop, Quit)}


class UnwritableError(ValueError):
    """A value that JSON cannot express, such as a function that makes a scene."""


def nameless(seat: SeatConfig) -> SeatConfig:
    """Return the seat without a typed name."""
    return seat if not seat.name or seat.name.startswith("@") else replace(seat, name="*")


def record_text(record: Record) -> str:
    """Return the record as JSON text, without typed names."""
    return replace(record, seats=tuple(map(nameless, record.seats))).to_json()


def to_json(value: Any) -> Any:
    """Return a route, or a part of one, as JSON values. Raises UnwritableError."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Record):
        return {_TAG: "Record", "text": record_text(value)}
    if isinstance(value, MatchSetup):
        bare = replace(value, seats=tuple(map(nameless, value.seats)))
        return {_TAG: "Table", "game": value.game, "seed": value.seed, "table": bare.to_json()}
    if isinstance(value, SeatConfig):
        return {_TAG: "Seat", "seat": seat_to_json(nameless(value))}
    if type(value).__name__ in _KINDS and is_dataclass(value):
        return {_TAG: type(value).__name__} | {part.name: to_json(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_json(entry) for key, entry in value.items()}
    if isinstance(value, (tuple, list)):
        return [to_json(entry) for entry in value]
    raise UnwritableError(f"{type(value).__name__} has no text")


def from_json(value: Any) -> Any:
    """Return the value that `to_json` wrote.

    Raises GameError for a value that its game refuses, KeyError for an unknown tag or a missing field.
    """
    if isinstance(value, list):
        return tuple(from_json(entry) for entry in value)
    if not isinstance(value, dict):
        return value
    tag = value.get(_TAG)
    if tag is None:
        return {key: from_json(entry) for key, entry in value.items()}
    if tag == "Record":
        return record_from_json(value["text"], "record")
    if tag == "Seat":
        return read_seats([value["seat"]], "seat")[0]
    if tag == "Table":
        return replace(table_from_json(find(value["game"]), value["table"]), seed=value["seed"])
    return _KINDS[tag](**{key: from_json(entry) for key, entry in value.items() if key != _TAG})


def route_to(scenes: Sequence[Scene], destination: object) -> Any:
    """Return a route to these scenes, as JSON values; None if there is none."""
    record = record_of(scenes)
    if record is not None:
        return to_json(ToResume(record))
    try:
        return to_json(destination)
    except UnwritableError:
        return to_json(ToMenu()) if type(scenes[0]).__name__ == "MenuScene" else None


def record_of(scenes: Sequence[Scene]) -> Record | None:
    """Return the record of the match in one of these scenes."""
    sessions = (getattr(scene, "session", None) for scene in scenes)
    session = next((found for found in sessions if found is not None), None)
    return None if session is None else session.record()
