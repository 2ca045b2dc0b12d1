"""The kiosk's settings as data: tables of a TOML file, each key with the values it takes and its default.

`KEYS` has every setting by its dotted key. Nothing here reads a file; see `config_file.py`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, get_type_hints

from game.core.kinds import (
    ALWAYS,
    Choice,
    Flag,
    Kind,
    Line,
    NetworkAddress,
    Opening,
    Setting,
    Several,
    Span,
    TimeOfDay,
    Whole,
)
from game.core.spec import LEVELS
from game.registry import GAMES
from game.shelf import LEAST_SIZE, MOST_SIZE, SIZE

LONGEST_TEXT = 80  # characters of the operator's own text
_LONGEST_PATH = 1_000
_SECONDS = "seconds"
PHONES = ("off", "join", "always")


def _set(kind: Kind, default: Any = dataclasses.MISSING, factory: Callable[[], Any] | None = None) -> Any:
    if factory is not None:
        return field(default_factory=factory, metadata={"kind": kind})
    return field(default=default, metadata={"kind": kind})


_OPENING = {"kind": Opening()}


@dataclass(frozen=True, slots=True)
class Display:
    """Which display, from 0, and in which language it speaks: "en", "ja", or "both" with a flag to change by."""

    number: int = _set(Whole(0, 15), 0)
    language: str = _set(Choice(("en", "ja", "both")), "both")


@dataclass(frozen=True, slots=True)
class Games:
    """The games that visitors see, in this order, and the AI levels they may choose."""

    shown: tuple[str, ...] = _set(Several(tuple(GAMES)), factory=lambda: tuple(GAMES))
    levels: tuple[int, ...] = _set(Several(LEVELS, in_order=True), LEVELS)


@dataclass(frozen=True, slots=True)
class Idle:
    """Seconds without a press until something happens: see docs/kiosk.toml."""

    menu: int = _set(Whole(10, 600, _SECONDS), 45)
    turn: int = _set(Whole(15, 1_800, _SECONDS), 90)
    thinking: int = _set(Whole(15, 3_600, _SECONDS), 180)
    question: int = _set(Whole(5, 60, _SECONDS), 15)
    offer: int = _set(Whole(10, 1_800, _SECONDS), 120)
    dim: int = _set(Whole(60, 86_400, _SECONDS), 3_600)


@dataclass(frozen=True, slots=True)
class Table:
    """Minutes that the same people may have the table, 0 for any number; when phones may sit down at it.

    `grace` is for how many minutes a game may go on that is being played at closing time.

    `phones` is "off", "join" (once somebody opens the door for them) or "always"; `phones_bind` the address of this
    machine at which they come, "" for the one that others reach it by best.
    """

    limit: int = _set(Whole(0, 720, "minutes"), 0)
    grace: int = _set(Whole(0, 60, "minutes"), 10)
    phones: str = _set(Choice(PHONES), "off")
    phones_bind: str = _set(NetworkAddress(), "")


@dataclass(frozen=True, slots=True)
class Sound:
    """Three volumes, in per cent, each from a time of the day (minutes since midnight) until the next one's."""

    first_from: int = _set(TimeOfDay(), 8 * 60)
    first: int = _set(Whole(0, 100), 35)
    second_from: int = _set(TimeOfDay(), 12 * 60)
    second: int = _set(Whole(0, 100), 60)
    third_from: int = _set(TimeOfDay(), 18 * 60)
    third: int = _set(Whole(0, 100), 45)


@dataclass(frozen=True, slots=True)
class Hours:
    """When the table is open, by the day on which it opens."""

    monday: Span = field(default=ALWAYS, metadata=_OPENING)
    tuesday: Span = field(default=ALWAYS, metadata=_OPENING)
    wednesday: Span = field(default=ALWAYS, metadata=_OPENING)
    thursday: Span = field(default=ALWAYS, metadata=_OPENING)
    friday: Span = field(default=ALWAYS, metadata=_OPENING)
    saturday: Span = field(default=ALWAYS, metadata=_OPENING)
    sunday: Span = field(default=ALWAYS, metadata=_OPENING)

    def week(self) -> tuple[Span, ...]:
        """The days from Monday on."""
        return tuple(getattr(self, day.name) for day in fields(self))


@dataclass(frozen=True, slots=True)
class Attract:
    """What is shown while nobody plays: seconds for each move, the operator's text, and whether other cards are."""

    pace: int = _set(Whole(2, 8, _SECONDS), 4)
    text: str = _set(Line(LONGEST_TEXT), "")
    cards: bool = _set(Flag(), True)


@dataclass(frozen=True, slots=True)
class ShelfSize:
    """How many games are kept on the shelf."""

    size: int = _set(Whole(LEAST_SIZE, MOST_SIZE, "games"), SIZE)


@dataclass(frozen=True, slots=True)
class Export:
    """The folder for exports; "" for the one where games go as files (`game.paths.export_dir`)."""

    folder: str = _set(Line(_LONGEST_PATH), "")


@dataclass(frozen=True, slots=True)
class Config:
    """All settings of the kiosk."""

    display: Display = field(default_factory=Display)
    games: Games = field(default_factory=Games)
    idle: Idle = field(default_factory=Idle)
    table: Table = field(default_factory=Table)
    sound: Sound = field(default_factory=Sound)
    hours: Hours = field(default_factory=Hours)
    attract: Attract = field(default_factory=Attract)
    shelf: ShelfSize = field(default_factory=ShelfSize)
    export: Export = field(default_factory=Export)

    def value(self, key: str) -> Any:
        """The value under a dotted key, as the program holds it. Raises KeyError."""
        table, name = parted(key)
        return getattr(getattr(self, table), name)

    def plain(self, key: str) -> Any:
        """The value under a dotted key, as TOML and JSON have it. Raises KeyError."""
        return KEYS[key].kind.plain(self.value(key))

    def changed(self, values: Mapping[str, Any]) -> Config:
        """With other values by dotted key, as TOML and JSON have them (a time as "HH:MM"); a Span may be one too.

        Raises KeyError, and ValueError.
        """
        found = self
        for key, value in values.items():
            table, name = parted(key)
            changed = replace(getattr(found, table), **{name: KEYS[key].read(value)})
            found = replace(found, **{table: changed})
        return found


def parted(key: str) -> tuple[str, str]:
    """The table of a dotted key, and its name there."""
    table, _, name = key.partition(".")
    return table, name


def _settings() -> Iterator[Setting]:
    usual = Config()
    for table, kind in get_type_hints(Config).items():
        for one in fields(kind):
            yield Setting(f"{table}.{one.name}", one.metadata["kind"], getattr(getattr(usual, table), one.name))


KEYS: Mapping[str, Setting] = {setting.key: setting for setting in _settings()}
"""Every setting by its dotted key, in the order of the file."""
TABLES = tuple(get_type_hints(Config))
