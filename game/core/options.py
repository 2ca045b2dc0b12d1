"""The description of a game's options, for the setup screen, the command line and engine mode."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from game.core.decode import read_json
from game.core.kinds import Choice, ValueKind, Whole
from game.core.rules import OptionError, Options


class PerSeat(NamedTuple):
    """Marks a list with one whole number for each seat. An earlier option `players` gives the number of seats.

    `bounds` takes the options before this one and returns the least and the greatest number. It raises OptionError if
    those options allow no such list. `usual` returns the number of a seat without a handicap. `head_start` is the
    usual head start: a positive number is added to the favoured seat's number, a negative one to the numbers of all
    other seats. 0 means that the option gives no head start.
    """

    bounds: Callable[[Options], tuple[int, int]]
    usual: Callable[[Options], int]
    head_start: int = 0


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game.

    `default` is a value, or a function of the options before this one. `limit` is a function of those options, too: it
    returns an upper bound that is stricter than the kind's. `also` has allowed values that the kind does not have.
    `made_for` names earlier options. When one of them changes, this option returns to its default (see `amend`).

    Options of two forms are handicaps: a list with a number for each seat (`per_seat`; `kind` is the kind of each
    number), and a whole number that names a seat (`names_seat`). When players change seats, their handicaps follow them
    (see `game.core.handicaps`).
    """

    name: str
    kind: ValueKind
    default: Any
    limit: Callable[[Options], int] | None = None
    also: tuple[object, ...] = ()
    per_seat: PerSeat | None = None
    names_seat: bool = False
    made_for: tuple[str, ...] = ()

    @property
    def type(self) -> str:
        """The JSON type of a value, as in `ValueKind.type`."""
        return "list" if self.per_seat else self.kind.type

    @property
    def is_handicap(self) -> bool:
        """Whether the option makes seats unequal."""
        return self.per_seat is not None or self.names_seat

    def default_for(self, earlier: Options) -> object:
        """Return the default, given the values of the options before this one."""
        return self.default(earlier) if callable(self.default) else self.default

    def values(self, earlier: Options) -> Sequence[Any]:
        """Return every allowed value, given the options before this one; () if they cannot be listed."""
        if self.per_seat:
            return ()
        if self.limit:
            return range(self.kind.values[0], self.limit(earlier) + 1)
        return self.kind.values

    def check(self, value: Any, earlier: Options | None = None) -> Any:
        """Return `value` if it is allowed. Raises OptionError, which names the allowed values.

        `earlier` has the values of the options before this one. If `earlier` is None, only `kind` and `also` are
        applied.
        """
        if any(type(value) is type(other) and value == other for other in self.also):
            return value
        try:
            if self.per_seat:
                self._check_seats(self.per_seat, value, earlier)
            else:
                self.kind.read(value)
        except OptionError as error:
            raise OptionError(f"option {self.name!r}: {error}") from None
        except ValueError as error:
            is_other = type(value).__name__ != self.type
            others = "".join(f" or {json.dumps(other)}" for other in self.also) if is_other else ""
            raise OptionError(f"option {self.name!r}: {value!r} {error}{others}") from None
        if self.limit and earlier is not None and value > self.limit(earlier):
            given = ", ".join(f"{name}={earlier[name]}" for name in earlier)
            allowed = self.values(earlier)
            raise OptionError(f"option {self.name!r}: {value!r} is not in {allowed[0]}..{allowed[-1]} with {given}")
        return value

    def _check_seats(self, per_seat: PerSeat, numbers: object, earlier: Options | None) -> None:
        """Raise ValueError or OptionError unless there is an allowed number for each seat."""
        if type(numbers) is not list:
            raise ValueError("is not a list")
        kind = self.kind
        if earlier is not None:
            kind = Whole(*per_seat.bounds(earlier))
            if len(numbers) != earlier["players"]:
                raise OptionError(f"{numbers!r} is not one for each of {earlier['players']} seats")
        for seat, number in enumerate(numbers):
            try:
                kind.read(number)
            except ValueError as error:
                raise OptionError(f"{number!r} of seat {seat} {error}") from None

    def from_text(self, text: str) -> object:
        """Parse a `text` from the command line. Lists and dicts are JSON. Raises OptionError."""
        if self.type in ("list", "dict"):
            with contextlib.suppress(ValueError):  # if this is no JSON, the check below says what is wrong
                return self.check(read_json(text))
        return self.check(self.kind.parse(text))

    def describe(self) -> dict[str, object]:
        """Return the option as JSON values: name, type, choices or range, default.

        A list by seat also has `per`, which is "seat".
        """
        entry: dict[str, object] = {"name": self.name, "type": self.type}
        if isinstance(self.kind, Choice):
            entry["choices"] = list(self.kind.words)
        elif isinstance(self.kind, Whole):
            entry["range"] = [self.kind.low, self.kind.high]
        if self.per_seat:
            entry["per"] = "seat"
        if self.also:
            entry["also"] = list(self.also)
        entry["default"] = self.default_for({})
        return entry


def amend(specs: Sequence[Option], values: Options, changes: Options) -> dict[str, object]:
    """Apply `changes` to complete options. Other options that no longer fit return to their defaults.

    Raises OptionError for a change that is not allowed.
    """
    kept: dict[str, object] = {}
    for spec in specs:
        if spec.name in changes:
            kept[spec.name] = spec.check(changes[spec.name], kept)
            continue
        if any(kept[name] != values[name] for name in spec.made_for):
            kept[spec.name] = spec.default_for(kept)
            continue
        try:
            kept[spec.name] = spec.check(values[spec.name], kept)
        except OptionError:
            kept[spec.name] = spec.default_for(kept)
    return resolve(specs, {**changes, **kept})


def resolve(specs: Sequence[Option], given: Options) -> dict[str, Any]:
    """Return all options of a game: the given ones, checked, and the defaults of the others.

    Raises OptionError for an unknown name or a value that is not allowed.
    """
    known = {spec.name for spec in specs}
    for name in given:
        if name not in known:
            raise OptionError(f"unknown option {name!r} (known: {', '.join(sorted(known))})")
    values: dict[str, object] = {}
    for spec in specs:
        given_here = spec.name in given
        values[spec.name] = spec.check(given[spec.name], values) if given_here else spec.default_for(values)
    return values
