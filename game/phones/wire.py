"""Frozen dataclasses as JSON and back: what comes in is read field by field, by the annotations of the class.

A field is a str, int, float or bool, a Literal, one more such class, `X | None`, or a tuple of any of them; Annotated
adds a limit. Fields that have their default are left out. Anything else, from anywhere, is one WireError.
"""

from __future__ import annotations

import functools
import json
import re
import types
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from game.core.safe_json import read_json

T = TypeVar("T")
_Read = Callable[[Any], Any]


class WireError(ValueError):
    """What was heard is no message."""


@dataclass(frozen=True, slots=True)
class Most:
    """At most `count` characters or entries."""

    count: int

    def allows(self, value: Any) -> bool:
        return len(value) <= self.count


@dataclass(frozen=True, slots=True)
class Span:
    """A number from `low` to `high`."""

    low: float
    high: float

    def allows(self, value: Any) -> bool:
        return bool(self.low <= value <= self.high)


@dataclass(frozen=True, slots=True)
class Form:
    """A text of this form, a regular expression for the whole of it."""

    pattern: str

    def allows(self, value: Any) -> bool:
        return re.fullmatch(self.pattern, value) is not None


def plain(value: Any) -> Any:
    """`value`, an instance of such a class or of what its fields may be, as JSON values."""
    if is_dataclass(value):
        found = {}
        kind: Any = type(value)
        for name, default in _defaults(kind):
            part = getattr(value, name)
            if part is not default and part != default:
                found[name] = plain(part)
        return found
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    return value


def as_text(value: Any) -> str:
    """JSON values as the text that is sent."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def read_object(text: str | bytes) -> dict[str, Any]:
    """The JSON object that `text` holds. Raises WireError."""
    try:
        value = read_json(text if isinstance(text, str) else text.decode())
    except ValueError as error:
        raise WireError(f"no JSON: {error}") from None
    if not isinstance(value, dict):
        raise WireError("no object")
    return value


def read(kind: type[T], value: Any) -> T:
    """The instance of the class `kind` that the JSON values `value` describe. Raises WireError."""
    hint: Any = kind
    found: T = _reader(hint)(value)
    return found


@functools.cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, field.default) for field in fields(kind))


@functools.cache
def _reader(hint: Any) -> _Read:
    """What reads a value of the annotation `hint`."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _limited(_reader(parts[0]), parts[1:])
    if origin is Literal:
        return _one_of(parts)
    if origin is tuple:
        return _listed(_reader(parts[0]))
    if origin in (Union, types.UnionType):
        (inner,) = (part for part in parts if part is not types.NoneType)
        read_inner = _reader(inner)
        return lambda value: None if value is None else read_inner(value)
    if is_dataclass(hint):
        return _object(hint)
    return _PLAIN[hint]


def _limited(inner: _Read, limits: tuple[Any, ...]) -> _Read:
    def read_limited(value: Any) -> Any:
        found = inner(value)
        for limit in limits:
            if not limit.allows(found):
                raise WireError(f"{str(found)[:40]!r} is beyond {limit}")
        return found

    return read_limited


def _one_of(words: tuple[Any, ...]) -> _Read:
    def read_one(value: Any) -> Any:
        if not isinstance(value, str) or value not in words:
            raise WireError(f"{str(value)[:40]!r} is none of {words}")
        return value

    return read_one


def _listed(inner: _Read) -> _Read:
    def read_listed(value: Any) -> Any:
        if not isinstance(value, list):
            raise WireError("no list")
        return tuple([inner(part) for part in value])

    return read_listed


def _object(kind: Any) -> _Read:
    hints = get_type_hints(kind, include_extras=True)
    required = {field.name for field in fields(kind) if field.default is MISSING}
    readers: dict[str, _Read] = {}

    def read_fields(value: Any) -> Any:
        if not readers:  # later than the class, which may hold itself
            readers.update({field.name: _reader(hints[field.name]) for field in fields(kind)})
        if not isinstance(value, dict):
            raise WireError(f"no {kind.__name__}")
        if not required <= value.keys() <= readers.keys():
            raise WireError(f"the fields of a {kind.__name__} are others than {str(sorted(value))[:80]}")
        return kind(**{name: readers[name](part) for name, part in value.items()})

    return read_fields


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise WireError("no text")
    if any("\ud800" <= char <= "\udfff" for char in value):
        raise WireError("half of a character")  # which could not be sent on
    return value


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise WireError("no whole number")
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not -1e9 < value < 1e9:  # the finite ones; no float holds every int
        raise WireError("no number")
    return float(value)


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise WireError("neither true nor false")
    return value


_PLAIN: dict[Any, _Read] = {str: _text, int: _whole, float: _number, bool: _truth}
