"""Settings as data: each Setting has a key, a default and the kind of values that it takes.

Options of games, preferences and the kiosk's settings are made of these. A kind checks every value that it reads.
`read(plain(value))` is always equal to `value`.
"""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeVar

_T = TypeVar("_T")
_Value = TypeVar("_Value", int, float)
_Word = str | int
_WIDE_SPACE = "\u3000"  # Python does not count it as printable, but Japanese uses it
_WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_SHORT = 20  # ranges up to this length have steps of 1
_LADDERS = {  # for each unit, pairs of a value and the size of steps up to it
    "seconds": ((60, 5), (180, 15), (600, 30), (3_600, 300), (86_400, 1_800)),
    "minutes": ((60, 5), (180, 15), (720, 60)),
    "games": ((100, 10), (500, 50), (2_000, 100)),
    "": ((100, 5),),
}
LANGUAGES: Final = ("en", "ja")


def next_language(language: str) -> str:
    """Return the language after `language`; after the last, the first."""
    return LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]


class ValueKind:
    """The values that a setting may take."""

    __slots__ = ()
    type: ClassVar[str] = "str"
    """The JSON type of a value: "bool", "int", "float", "str", "list" or "dict"."""

    @property
    def range(self) -> str:
        """The allowed values, described in English."""
        raise NotImplementedError

    @property
    def values(self) -> Sequence[Any]:
        """The values that a screen offers, in their order; () if they cannot be listed."""
        return ()

    @property
    def can_step(self) -> bool:
        """Whether the values have an order, so that one can step to the next."""
        return len(self.values) > 1

    def stepped(self, value: Any, direction: int) -> Any:
        """Return the value after `value` (direction 1) or before it (-1).

        Return `value` itself at an end, or if the values have no order.
        """
        return neighbour_value(self.values, value, direction)

    def read(self, value: object) -> Any:
        """Convert a stored value to the form that the program uses.

        Raises ValueError. Its text is the rest of a sentence about the value, such as "is not a whole number".
        """
        raise NotImplementedError

    def plain(self, value: Any) -> Any:
        """Convert the value for TOML and JSON."""
        return value

    def parse(self, text: str) -> object:
        """Turn text from the command line into a value for `read`. Text that cannot be parsed is returned as it is."""
        return text

    def text(self, value: Any) -> str:
        """Return the value as text for `parse`."""
        return str(self.plain(value))


@dataclass(frozen=True, slots=True)
class Flag(ValueKind):
    """True or false."""

    type: ClassVar[str] = "bool"

    @property
    def range(self) -> str:
        return "true or false"

    @property
    def values(self) -> Sequence[bool]:
        return (False, True)

    def read(self, value: object) -> bool:
        if type(value) is not bool:
            raise ValueError("is not true or false")
        return value

    def parse(self, text: str) -> object:
        return _WORDS.get(text.lower(), text)

    def text(self, value: bool) -> str:
        return str(value).lower()


@dataclass(frozen=True, slots=True)
class Whole(ValueKind):
    """A whole number from `low` to `high`, both included. `unit` is shown after it."""

    type: ClassVar[str] = "int"
    low: int
    high: int
    unit: str = ""

    @property
    def range(self) -> str:
        return f"{self.low} to {self.high}{self.unit and ' '}{self.unit}"

    @property
    def values(self) -> Sequence[int]:
        return range(self.low, self.high + 1)

    def read(self, value: object) -> int:
        if type(value) is not int:  # isinstance would take a bool as an int
            raise ValueError("is not a whole number")
        if not self.low <= value <= self.high:
            raise ValueError(f"is not in {self.low}..{self.high}")
        return value

    def parse(self, text: str) -> object:
        return _parsed(text, int)

    def ladder(self) -> list[int]:
        """Return the round values that a screen steps through, ascending."""
        if self.high - self.low <= _SHORT:
            return list(self.values)
        found, begin = {self.low, self.high}, 0
        for end, step in _LADDERS[self.unit]:
            found |= set(range(begin, end + 1, step))
            begin = end
        return sorted(value for value in found if self.low <= value <= self.high)

    def stepped(self, value: int, direction: int) -> int:
        """Return the next value of the ladder; `value` itself at the ends."""
        return _beyond(self.ladder(), value, direction)


@dataclass(frozen=True, slots=True)
class Number(ValueKind):
    """A number from `low` to `high`, both included. A screen offers only the values in `offered`, if there are any."""

    type: ClassVar[str] = "float"
    low: float
    high: float
    offered: tuple[float, ...] = ()
    unit: str = ""

    @property
    def range(self) -> str:
        return f"{self.low:g} to {self.high:g}{self.unit and ' '}{self.unit}"

    @property
    def values(self) -> Sequence[float]:
        return self.offered

    def stepped(self, value: float, direction: int) -> float:
        """Return the next value offered; `value` itself at the ends."""
        return _beyond(self.offered, value, direction)

    def read(self, value: object) -> float:
        if type(value) is not int and type(value) is not float:
            raise ValueError("is not a number")
        if not self.low <= value <= self.high:
            raise ValueError(f"is not in {self.low:g}..{self.high:g}")
        return float(value)

    def parse(self, text: str) -> object:
        return _parsed(text, float)


@dataclass(frozen=True, slots=True)
class Choice(ValueKind):
    """One of several words or whole numbers."""

    words: tuple[_Word, ...]

    @property
    def type(self) -> str:  # type: ignore[override]  # each has its own
        return type(self.words[0]).__name__

    @property
    def range(self) -> str:
        return _either(self.words)

    @property
    def values(self) -> Sequence[Any]:
        return self.words

    def read(self, value: object) -> Any:
        if type(value) is not type(self.words[0]):
            raise ValueError(f"is not {'a whole number' if self.type == 'int' else 'a text'}")
        if value not in self.words:
            raise ValueError(f"is not one of {', '.join(map(str, self.words))}")
        return value

    def parse(self, text: str) -> object:
        return _parsed(text, type(self.words[0]))


@dataclass(frozen=True, slots=True)
class Several(ValueKind):
    """One or more of several words or whole numbers, each at most once. With `in_order`, their order is fixed."""

    type: ClassVar[str] = "list"
    words: tuple[_Word, ...]
    in_order: bool = False

    @property
    def range(self) -> str:
        one = f"{self.words[0]} to {self.words[-1]}" if self.in_order else _either(self.words)
        return f"a list of one or more of {one}, each once"

    @property
    def values(self) -> Sequence[Any]:
        return self.words

    @property
    def can_step(self) -> bool:
        return self.in_order

    def stepped(self, value: tuple[_Word, ...], direction: int) -> tuple[_Word, ...]:
        """Return the value with the next word added, or without its last word. At least one word stays."""
        if not self.in_order:
            return value
        if direction < 0:
            return value[:-1] or value
        return (*value, *self.words[self.words.index(value[-1]) + 1 :][:1])

    def arranged(self, value: tuple[_Word, ...]) -> tuple[_Word, ...]:
        """Return all words, those of `value` first unless the order is fixed."""
        return self.words if self.in_order else (*value, *(word for word in self.words if word not in value))

    def toggled(self, value: tuple[_Word, ...], word: _Word) -> tuple[_Word, ...]:
        """Return the value with `word` added or removed. At least one word stays."""
        if word in value:
            return tuple(other for other in value if other != word) or value
        return self.read((*value, word))

    def moved(self, value: tuple[_Word, ...], word: _Word, by: int) -> tuple[_Word, ...]:
        """Return the value with `word` moved by `by` places, but not beyond the ends."""
        if word not in value:
            return value
        at = value.index(word)
        rest = [other for other in value if other != word]
        rest.insert(max(0, at + by), word)
        return self.read(rest)

    def read(self, value: object) -> tuple[_Word, ...]:
        if not isinstance(value, list | tuple) or not 0 < len(value) <= len(self.words):
            raise ValueError(f"is not {self.range}")
        if not all(type(one) is type(self.words[0]) and one in self.words for one in value):
            raise ValueError(f"is not {self.range}")
        if len(set(value)) != len(value):
            raise ValueError("has something twice")
        return tuple(sorted(value, key=self.words.index)) if self.in_order else tuple(value)

    def plain(self, value: tuple[_Word, ...]) -> list[_Word]:
        return list(value)

    def parse(self, text: str) -> object:
        return [_parsed(word.strip(), type(self.words[0])) for word in text.split(",")]

    def text(self, value: tuple[_Word, ...]) -> str:
        return ",".join(map(str, value))


@dataclass(frozen=True, slots=True)
class Line(ValueKind):
    """A text of one line, of at most `longest` characters. It may be empty."""

    longest: int

    @property
    def range(self) -> str:
        return f"one line of at most {self.longest} characters, without control characters"

    def read(self, value: object) -> str:
        if type(value) is not str or len(value) > self.longest:
            raise ValueError(f"is not {self.range}")
        if not all(char.isprintable() or char == _WIDE_SPACE for char in value):
            raise ValueError(f"is not {self.range}")
        return value.strip()


@dataclass(frozen=True, slots=True)
class NetworkAddress(ValueKind):
    """An IPv4 address, or ""."""

    @property
    def range(self) -> str:
        return 'an address such as "192.168.1.20", or ""'

    def read(self, value: object) -> str:
        if type(value) is not str:
            raise ValueError(f"is not {self.range}")
        try:
            return str(ipaddress.IPv4Address(value)) if value else ""
        except ValueError:
            raise ValueError(f"is not {self.range}") from None


@dataclass(frozen=True, slots=True)
class Structure(ValueKind):
    """A JSON "list" or "dict" of a certain form. `inspect` raises ValueError for any other form."""

    shape: str
    inspect: Callable[[object], object]

    @property
    def type(self) -> str:  # type: ignore[override]  # each has its own
        return self.shape

    @property
    def range(self) -> str:
        return "a list" if self.shape == "list" else "an object"

    def read(self, value: object) -> Any:
        if type(value).__name__ != self.shape:
            raise ValueError(f"is not {self.range}")
        self.inspect(value)
        return value

    def parse(self, text: str) -> object:
        return _parsed(text, json.loads)

    def text(self, value: object) -> str:
        return json.dumps(value)


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its key in the store, its kind of values, and its default in the form that the program uses.

    `about` explains it in one or two plain English sentences, if the words on the screen do not.
    """

    key: str
    kind: ValueKind
    default: Any
    about: str = ""

    def read(self, value: object) -> Any:
        """Return a stored value in the form that the program uses.

        Raises ValueError, which names the key, the value and the allowed values.
        """
        try:
            return self.kind.read(value)
        except ValueError:
            raise ValueError(f"{self.key}: {value!r} is not allowed. Allowed: {self.kind.range}") from None


def neighbour_value(values: Sequence[_T], value: _T, direction: int) -> _T:
    """Return the entry of `values` beside `value`. At the ends, and for values that are not in the list, return
    `value`.
    """
    if value not in values:
        return value
    return values[max(0, min(len(values) - 1, values.index(value) + direction))]


def next_value(values: Sequence[_T], value: _T) -> _T:
    """Return the entry of `values` after `value`; after the last, the first. Return `value` if `values` lack it."""
    if value not in values:
        return value
    return values[(values.index(value) + 1) % len(values)]


def _beyond(values: Sequence[_Value], value: _Value, direction: int) -> _Value:
    """Return the nearest entry of ascending `values` above `value` (direction 1) or below it (-1).

    Return `value` itself if there is none.
    """
    beyond = [other for other in values if (other - value) * direction > 0]
    return min(beyond, key=lambda other: abs(other - value), default=value)


def _parsed(text: str, parse: Callable[[str], object]) -> object:
    """Return the parsed text. Text that cannot be parsed is returned as it is, and `read` will refuse it."""
    try:
        return parse(text)
    except ValueError:
        return text


def _either(words: Sequence[object]) -> str:
    quoted = [f'"{word}"' if isinstance(word, str) else str(word) for word in words]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}" if len(quoted) > 1 else quoted[0]


class SettingValues:
    """The values of settings. They begin as the defaults; this class keeps changes for this run only."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}

    def __getitem__(self, setting: Setting) -> Any:
        if setting.key not in self._values:
            self._values[setting.key] = self.first(setting)
        return self._values[setting.key]

    def first(self, setting: Setting) -> Any:
        """Return the value of a setting that has not been set in this run."""
        return setting.default

    def set(self, setting: Setting, value: Any, keep: bool = True) -> None:
        """Set a value at once. With `keep`, a subclass may store it for later runs."""
        self._values[setting.key] = value
