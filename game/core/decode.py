"""Reads JSON values as instances of dataclasses, strictly by the annotations of their fields.

    decode(Seats, {"free": 2, "names": ["Aoi", 3]}) -> DecodeError at names[1]

A field may be a bool, an int, a float, a str or a subclass of it, a Literal, an Enum (by its names), another dataclass,
`X | None`, `tuple[X, ...]`, `tuple[X, Y]`, `list[X]`, `dict[str, X]`, or object. Annotated adds limits. The
`__post_init__` of a dataclass may check more. Values are not converted, except from int to float. A field without a
default is required; if it is missing, the message is the same as for null.
"""

from __future__ import annotations

import functools
import json
import math
import re
import reprlib
import sys
import types
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from itertools import repeat
from typing import Annotated, Any, Literal, NamedTuple, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from game.core.rules import GameError

T = TypeVar("T")
Fields = Literal["exact", "known", "any"]
"""How an object's fields are compared with those of its class.

"exact": it has exactly these fields. "known": it has no others, but fields with a default may be missing. "any": other
fields are ignored.
"""
_LONGEST_NAME = 40  # characters of a name that a message shows
_Read = Callable[[object], Any]
_COLLECTIONS: dict[object, Callable[[list[object]], object]] = {tuple: tuple, list: list}
# The deepest nesting that is read: deeper than any real data, and still within Python's recursion limit.
MAX_DEPTH = 100
# The most digits of a number, because the time to read it grows with the square of its length.
_MAX_DIGITS = 4_000


class DecodeError(GameError, ValueError):
    """A value does not fit its annotation. The message names the place.

    Callers that read games catch it as a GameError, callers that read settings as a ValueError.

    `path` has the names and indexes that lead to `value`; a missing value is None. `wanted` describes the expected
    value, or is "" if an object as a whole was refused. `reason` is the message without the place. `kind` is the
    expected type, None if the type is right.
    """

    def __init__(self, value: object, wanted: str = "", kind: type | None = None, reason: str = "") -> None:
        super().__init__(reason or wanted)
        self.path: list[str | int] = []
        self.value = value
        self.wanted = wanted
        self.kind = kind
        self.reason = reason or f"expected {wanted}, not {reprlib.repr(value)}"

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.path else self.reason

    @property
    def place(self) -> str:
        """Return the path as text: "seats[2].name", or "" for the whole value."""
        return "".join(map(_step, self.path)).removeprefix(".")

    @property
    def mismatch(self) -> str:
        """Return what was found and what was expected: "int, not str" if the types differ, otherwise "7, not 1..5"."""
        if self.kind is not None:
            return f"{type(self.value).__name__}, not {self.kind.__name__}"
        return f"{reprlib.repr(self.value)}, not {self.wanted}"


def _step(part: str | int) -> str:
    """Return a step of a path as text. Names that are not identifiers are quoted."""
    if isinstance(part, str) and part.isidentifier() and len(part) <= _LONGEST_NAME:
        return f".{part}"
    return f"[{part[:_LONGEST_NAME]!r}]" if isinstance(part, str) else f"[{part}]"


class Limit(Protocol):
    """A limit in an Annotated. `allows` tests a value of the right type; `wanted` describes the limit in words."""

    @property
    def wanted(self) -> str: ...

    def allows(self, value: Any) -> bool: ...


class MaxLength(NamedTuple):
    """A limit of length: at most `most` characters or entries."""

    most: int

    @property
    def wanted(self) -> str:
        return f"a length of {self.most} at most"

    def allows(self, value: Any) -> bool:
        return len(value) <= self.most


class Range(NamedTuple):
    """A number from `low` to `high`, both included. Without `high`, there is no upper limit."""

    low: float
    high: float = math.inf

    @property
    def wanted(self) -> str:
        return f"{self.low} or more" if self.high == math.inf else f"{self.low}..{self.high}"

    def allows(self, value: Any) -> bool:
        return bool(self.low <= value <= self.high)


class Pattern(NamedTuple):
    """A text that matches the regular expression `pattern` as a whole."""

    pattern: str

    @property
    def wanted(self) -> str:
        return f"a text of the form {self.pattern}"

    def allows(self, value: Any) -> bool:
        return re.fullmatch(self.pattern, value) is not None


def decode(kind: type[T], value: object, fields: Fields = "known") -> T:
    """Read the JSON `value` as an instance of `kind`, a dataclass or another annotation from the list above.

    Raises DecodeError for the first error.
    """
    hint: Any = kind
    found: T = _reader(hint, fields)(value)
    return found


def decode_or(kind: type[T], value: object, default: T) -> T:
    """Decode `value`, or return `default` if it does not fit."""
    try:
        return decode(kind, value)
    except DecodeError:
        return default


@functools.cache
def _reader(hint: Any, known: Fields) -> _Read:
    """Return the function that reads a value of the annotation `hint`."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _limited(_reader(parts[0], known), parts[1:])
    if origin is Literal:
        return _one_of(parts)
    if is_dataclass(hint):
        return _object(hint, known)
    if origin is None and hint not in _PLAIN and issubclass(hint, str):
        return lambda value: value if type(value) is hint else hint(_PLAIN[str](value))
    if origin is None:
        return _PLAIN.get(hint) or _named(hint)
    inner = [_reader(part, known) for part in parts if part not in (types.NoneType, ...)]
    if origin in (Union, types.UnionType):
        (read_inner,) = inner
        return lambda value: None if value is None else read_inner(value)
    if origin is dict:
        return _mapped(*inner)
    if origin is tuple and ... not in parts:
        return _fixed(inner)
    return _listed(_COLLECTIONS[origin], inner[0])


def _limited(inner: _Read, limits: Iterable[Limit]) -> _Read:
    def read_limited(value: object) -> object:
        found = inner(value)
        for limit in limits:
            if not limit.allows(found):
                raise DecodeError(value, limit.wanted)
        return found

    return read_limited


def _one_of(words: tuple[object, ...]) -> _Read:
    def read_one(value: object) -> object:
        if not any(type(value) is type(word) and value == word for word in words):
            raise DecodeError(value, " or ".join(map(repr, words)))
        return value

    return read_one


def _named(kind: type[Enum]) -> _Read:
    read_name = _one_of(tuple(kind.__members__))
    return lambda value: kind[read_name(value)]


def _listed(make: Callable[[list[object]], object], inner: _Read) -> _Read:
    return lambda value: make(_parts(_list(value), repeat(inner)))


def _fixed(inner: Sequence[_Read]) -> _Read:
    def read_fixed(value: object) -> object:
        values = _list(value)
        if len(values) != len(inner):
            raise DecodeError(value, f"a list of {len(inner)}")
        return tuple(_parts(values, inner))

    return read_fixed


def _parts(values: Sequence[object], readers: Iterable[_Read]) -> list[object]:
    found: list[object] = []
    try:
        for value, read in zip(values, readers, strict=False):  # `readers` may repeat one reader endlessly
            found.append(read(value))
    except DecodeError as error:
        error.path.insert(0, len(found))
        raise
    return found


def _mapped(read_name: _Read, inner: _Read) -> _Read:
    def read_mapped(value: object) -> object:
        return {_at(name, read_name, name): _at(name, inner, part) for name, part in _table(value).items()}

    return read_mapped


def _object(kind: Any, known: Fields) -> _Read:
    hints = get_type_hints(kind, include_extras=True)
    own = [field.name for field in fields(kind)]
    required = {field.name for field in fields(kind) if field.default is field.default_factory is MISSING}
    readers: dict[str, _Read] = {}

    def read_object(value: object) -> object:
        if not readers:  # filled at the first call, because a class may contain itself
            readers.update({name: _reader(hints[name], known) for name in own})
        if known == "exact" and (type(value) is not dict or value.keys() != readers.keys()):
            raise DecodeError(value, f"an object of {', '.join(own)}")
        table = _table(value)
        others = [name for name in table if name not in readers]
        if others and known != "any":
            raise DecodeError(value, reason=f"there is no field {others[0][:_LONGEST_NAME]!r}")
        parts = {name: _at(name, readers[name], table.get(name)) for name in own if name in table or name in required}
        if not required <= table.keys():  # a missing field that allows None raised no error above
            raise DecodeError(value, reason=f"{min(required - table.keys())} is missing")
        try:
            return kind(**parts)
        except (GameError, ValueError) as error:
            raise DecodeError(value, reason=str(error)) from error

    return read_object


def _at(name: str, read: _Read, value: object) -> object:
    try:
        return read(value)
    except DecodeError as error:
        error.path.insert(0, name)
        raise


def _typed(wanted: str, *kinds: type) -> _Read:
    def read_typed(value: object) -> object:
        if type(value) not in kinds:  # isinstance would take a bool as an int
            raise DecodeError(value, wanted, kinds[0])
        return value

    return read_typed


def _number(value: object) -> float:
    # NaN and ints greater than any float fail this comparison.
    if (type(value) is not int and type(value) is not float) or not abs(value) <= sys.float_info.max:
        raise DecodeError(value, "a number")
    return float(value)


_PLAIN: dict[object, _Read] = {
    bool: _typed("true or false", bool),
    int: _typed("a whole number", int),
    float: _number,
    str: _typed("a text", str),
    object: lambda value: value,
}
_table = _typed("an object", dict)
_list = _typed("a list", list, tuple)  # `asdict` keeps tuples as tuples


def read_json(text: str) -> Any:
    """Parse `text` as JSON.

    Raises json.JSONDecodeError, with the place, if the text is not JSON. Raises a plain ValueError for NaN, infinity,
    numbers greater than any float, and values nested deeper than MAX_DEPTH.
    """
    try:
        value = json.loads(text, parse_constant=_refuse, parse_float=_finite, parse_int=_whole)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    _check_depth(value)
    return value


def write_json(value: object) -> bytes:
    """Return `value` as JSON on one line without spaces. Texts may have lone surrogates."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _check_depth(value: object) -> None:
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [part for whole in level for part in _parts_of(whole) if isinstance(part, (list, dict))]
        if not level:
            return
    raise ValueError("nested too deeply")


def _parts_of(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _refuse(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _finite(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _refuse(text[:20])


def _whole(text: str) -> int:
    if len(text) > _MAX_DIGITS:
        raise ValueError(f"a number of {len(text)} digits")
    return int(text)
