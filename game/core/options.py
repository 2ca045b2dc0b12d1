"""One option spec feeds the setup screen, the command line and the engine mode."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from game.core.rules import OptionError

OptionType = Literal["int", "bool", "str", "list", "dict"]
_TRUE = {"true", "yes", "on", "1"}
_FALSE = {"false", "no", "off", "0"}


@dataclass(frozen=True, slots=True)
class PerSeat:
    """That a list has one whole number for each of the seats, which the option `players` before it counts.

    Given the options before it, `bounds` has the least and the greatest number, or raises OptionError where the list
    means nothing; `usual` is the number of a seat without a handicap.
    """

    bounds: Callable[[Mapping[str, Any]], tuple[int, int]]
    usual: Callable[[Mapping[str, Any]], int]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game.

    Either `choices` lists the values or `minimum`/`maximum` bound an int (both ends included).
    `default` is a value or, where it depends on options that stand before it, a function of those; `limit` is
    such a function too, for a maximum that is lower than `maximum` with some of them. `also` are values that are
    allowed whatever type, choices and range say. `inspect` raises OptionError where what is in a list or a dict will
    not do.

    Two kinds are handicaps between unequal people: a list with a number for each seat (`per_seat`; `minimum` and
    `maximum` then bound its numbers), and an int that names a seat (`names_seat`). They follow their people wherever
    the seats change (see `core.handicaps`).
    """

    name: str
    type: OptionType
    default: Any
    choices: tuple[Any, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    limit: Callable[[Mapping[str, Any]], int] | None = None
    also: tuple[Any, ...] = ()
    inspect: Callable[[Any], None] | None = None
    per_seat: PerSeat | None = None
    names_seat: bool = False

    @property
    def is_handicap(self) -> bool:
        """Whether it makes seats unequal."""
        return self.per_seat is not None or self.names_seat

    def default_for(self, earlier: Mapping[str, Any]) -> Any:
        """The default, given the values of the options that stand before this one."""
        return self.default(earlier) if callable(self.default) else self.default

    def values(self, earlier: Mapping[str, Any]) -> Sequence[Any]:
        """Every allowed value, given the options before this one; () where they cannot be listed."""
        if self.type == "bool":
            return (False, True)
        if self.choices or self.minimum is None or self.maximum is None or self.per_seat:
            return self.choices
        return range(self.minimum, (self.limit(earlier) if self.limit else self.maximum) + 1)

    def check(self, value: Any, earlier: Mapping[str, Any] | None = None) -> Any:
        """`value` if it is allowed. Raises OptionError that says what would be.

        Without `earlier`, the values of the options before this one, no `limit` that they set is applied.
        """
        if any(type(value) is type(other) and value == other for other in self.also):
            return value
        if type(value).__name__ != self.type:  # isinstance would take a bool for an int
            others = "".join(f" or {json.dumps(other)}" for other in self.also)
            raise OptionError(f"option {self.name!r}: {value!r} is not {_article(self.type)}{others}")
        if self.choices and value not in self.choices:
            allowed = ", ".join(str(choice) for choice in self.choices)
            raise OptionError(f"option {self.name!r}: {value!r} is not one of {allowed}")
        if self.per_seat:
            return self._check_seats(value, earlier)
        low, high = self.minimum, self.maximum
        if (low is not None and value < low) or (high is not None and value > high):
            raise OptionError(f"option {self.name!r}: {value!r} is not in {low}..{high}")
        if self.limit and earlier is not None and value > self.limit(earlier):
            given = ", ".join(f"{name}={earlier[name]}" for name in earlier)
            raise OptionError(f"option {self.name!r}: {value!r} is not in {low}..{self.limit(earlier)} with {given}")
        if self.inspect:
            try:
                self.inspect(value)
            except OptionError as error:
                raise OptionError(f"option {self.name!r}: {error}") from None
        return value

    def _check_seats(self, numbers: list[Any], earlier: Mapping[str, Any] | None) -> list[int]:
        """`numbers` if they will do, one for each seat."""
        assert self.per_seat is not None
        low, high = self.minimum, self.maximum
        if earlier is not None:
            try:
                low, high = self.per_seat.bounds(earlier)
            except OptionError as error:
                raise OptionError(f"option {self.name!r}: {error}") from None
            if len(numbers) != earlier["players"]:
                raise OptionError(
                    f"option {self.name!r}: {numbers!r} is not one for each of {earlier['players']} seats"
                )
        for seat, number in enumerate(numbers):
            if type(number) is not int:
                raise OptionError(f"option {self.name!r}: {number!r} of seat {seat} is not a whole number")
            if (low is not None and number < low) or (high is not None and number > high):
                raise OptionError(f"option {self.name!r}: {number} of seat {seat} is not in {low}..{high}")
        return numbers

    def from_text(self, text: str) -> Any:
        """The value that `text` (from a command line) stands for; lists and dicts are JSON. Raises OptionError."""
        if self.type == "bool" and text.lower() in _TRUE | _FALSE:
            return self.check(text.lower() in _TRUE)
        if self.type in ("int", "list", "dict"):
            with contextlib.suppress(ValueError):  # the check below says what is wrong with the text
                return self.check(int(text) if self.type == "int" else json.loads(text))
        return self.check(text)

    def describe(self) -> dict[str, Any]:
        """The option as JSON values: name, type, choices or range, default; `per` "seat" for a number for each."""
        entry: dict[str, Any] = {"name": self.name, "type": self.type}
        if self.choices:
            entry["choices"] = list(self.choices)
        elif self.minimum is not None or self.maximum is not None:
            entry["range"] = [self.minimum, self.maximum]
        if self.per_seat:
            entry["per"] = "seat"
        if self.also:
            entry["also"] = list(self.also)
        entry["default"] = self.default_for({})
        return entry


def amended(specs: Sequence[Option], values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Complete options with some of them changed; what does not fit the changes any more takes its default.

    Raises OptionError for a change that is not allowed itself.
    """
    kept: dict[str, Any] = {}
    for spec in specs:
        if spec.name in changes:
            kept[spec.name] = spec.check(changes[spec.name], kept)
            continue
        try:
            kept[spec.name] = spec.check(values[spec.name], kept)
        except OptionError:
            kept[spec.name] = spec.default_for(kept)
    return resolve(specs, {**changes, **kept})


def _article(kind: OptionType) -> str:
    names = {"int": "a whole number", "bool": "true or false", "str": "a text", "list": "a list", "dict": "an object"}
    return names[kind]


def resolve(specs: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a game: the given ones checked, the missing ones at their defaults.

    Raises OptionError for an unknown name or a bad value.
    """
    known = {spec.name for spec in specs}
    for name in given:
        if name not in known:
            raise OptionError(f"unknown option {name!r} (known: {', '.join(sorted(known))})")
    values: dict[str, Any] = {}
    for spec in specs:
        given_here = spec.name in given
        values[spec.name] = spec.check(given[spec.name], values) if given_here else spec.default_for(values)
    return values
