"""What values a setting of the kiosk may take: read from a file or a screen with suspicion, and given back as written.

Each kind has `range`, the values it takes in English; `read`, which gives the value as the program holds it and raises
ValueError for any other; and `plain`, which gives it as TOML and JSON have it, so that `read(plain(value)) == value`.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from game.core.spec import LEVELS
from game.registry import GAMES

DAY = 24 * 60  # minutes
_TIME = re.compile(r"([01][0-9]|2[0-4]):([0-5][0-9])")
_WIDE_SPACE = "\u3000"  # no character that Python calls printable, but one that Japanese is written with


class Kind(Protocol):
    """The values that a setting may take."""

    @property
    def range(self) -> str:
        """They, in English."""

    def read(self, value: Any) -> Any:
        """The value as the program holds it. Raises ValueError."""

    def plain(self, value: Any) -> Any:
        """The value as TOML and JSON have it."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `low` to `high`; `unit` says of what."""

    low: int
    high: int
    unit: str = ""

    @property
    def range(self) -> str:
        return f"{self.low} to {self.high}{self.unit and ' '}{self.unit}"

    def read(self, value: Any) -> int:
        if type(value) is not int or not self.low <= value <= self.high:  # a bool is an int to isinstance
            raise ValueError(self.range)
        return value

    def plain(self, value: int) -> int:
        return value


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    range: str = "true or false"

    def read(self, value: Any) -> bool:
        if type(value) is not bool:
            raise ValueError(self.range)
        return value

    def plain(self, value: bool) -> bool:
        return value


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some words."""

    words: tuple[str, ...]

    @property
    def range(self) -> str:
        return _either(self.words)

    def read(self, value: Any) -> str:
        if type(value) is not str or value not in self.words:
            raise ValueError(self.range)
        return value

    def plain(self, value: str) -> str:
        return value


@dataclass(frozen=True, slots=True)
class Line:
    """A text of one line, of at most `longest` characters; it may be empty."""

    longest: int

    @property
    def range(self) -> str:
        return f"one line of at most {self.longest} characters, without control characters"

    def read(self, value: Any) -> str:
        if type(value) is not str or len(value) > self.longest:
            raise ValueError(self.range)
        if not all(char.isprintable() or char == _WIDE_SPACE for char in value):
            raise ValueError(self.range)
        return value.strip()

    def plain(self, value: str) -> str:
        return value


@dataclass(frozen=True, slots=True)
class NetworkAddress:
    """An address of IPv4, or ""."""

    range: str = 'an address such as "192.168.1.20", or ""'

    def read(self, value: Any) -> str:
        if type(value) is not str:
            raise ValueError(self.range)
        try:
            return str(ipaddress.IPv4Address(value)) if value else ""
        except ValueError:
            raise ValueError(self.range) from None

    def plain(self, value: str) -> str:
        return value


@dataclass(frozen=True, slots=True)
class GameList:
    """Some of the house's games, at least one; in the order given, each once."""

    @property
    def range(self) -> str:
        return f"a list of one or more of {_either(tuple(GAMES))}, each once"

    def read(self, value: Any) -> tuple[str, ...]:
        return _some_of(value, tuple(GAMES), str, self.range)

    def plain(self, value: tuple[str, ...]) -> list[str]:
        return list(value)


@dataclass(frozen=True, slots=True)
class LevelList:
    """Some of the AI's levels, at least one, in rising order."""

    range: str = f"a list of one or more of {LEVELS[0]} to {LEVELS[-1]}, each once"

    def read(self, value: Any) -> tuple[int, ...]:
        return tuple(sorted(_some_of(value, tuple(LEVELS), int, self.range)))

    def plain(self, value: tuple[int, ...]) -> list[int]:
        return list(value)


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time of the day, held as minutes since midnight."""

    range: str = 'a time from "00:00" to "23:59"'

    def read(self, value: Any) -> int:
        minutes = _minutes(value) if type(value) is str else None
        if minutes is None or minutes >= DAY:
            raise ValueError(self.range)
        return minutes

    def plain(self, value: int) -> str:
        return clock_text(value)


@dataclass(frozen=True, slots=True)
class Span:
    """When a day's opening begins and ends, in minutes since that day's midnight; `end` may lie in the next day.

    A span without length is a day that stays closed.
    """

    begin: int
    end: int

    def __str__(self) -> str:
        """As it is written in the file."""
        words = {CLOSED: "closed", ALWAYS: "always"}
        return words.get(self) or f"{clock_text(self.begin)}-{clock_text(self.end - DAY * (self.end > DAY))}"


CLOSED, ALWAYS = Span(0, 0), Span(0, DAY)


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening hours of a day: a Span."""

    range: str = '"always", "closed", or from one time to another such as "10:00-22:00" or "18:00-02:00"'

    def read(self, value: Any) -> Span:
        if isinstance(value, Span):  # as a screen may give it
            value = str(value)
        if type(value) is not str:
            raise ValueError(self.range)
        if value in ("always", "closed"):
            return ALWAYS if value == "always" else CLOSED
        first, dash, last = value.partition("-")
        begin, end = _minutes(first.strip()), _minutes(last.strip())
        if not dash or begin is None or end is None or begin in (end, DAY):
            raise ValueError(self.range)
        return Span(begin, end if end > begin else end + DAY)

    def plain(self, value: Span) -> str:
        return str(value)


def clock_text(minutes: int) -> str:
    """Minutes since midnight as "HH:MM"."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _minutes(text: str) -> int | None:
    """The minutes since midnight of "HH:MM", up to "24:00"; None where it is no such thing."""
    found = _TIME.fullmatch(text)
    minutes = int(found[1]) * 60 + int(found[2]) if found else DAY + 1
    return minutes if minutes <= DAY else None


def _some_of(value: Any, known: tuple[Any, ...], kind: type, range: str) -> tuple[Any, ...]:
    if type(value) not in (list, tuple) or not value or len(value) > len(known):
        raise ValueError(range)
    if not all(type(one) is kind and one in known for one in value) or len(set(value)) != len(value):
        raise ValueError(range)
    return tuple(value)


def _either(words: Sequence[str]) -> str:
    quoted = [f'"{word}"' for word in words]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}" if len(quoted) > 1 else quoted[0]
