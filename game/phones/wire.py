"""Frozen dataclasses as JSON and back: what comes in is read by the annotations of the class (see `core.decode`).

Fields that have their default are left out. Anything else, from anywhere, is one WireError.
"""

from __future__ import annotations

import functools
import json
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from game.core.decode import DecodeError, decode
from game.core.safe_json import read_json

T = TypeVar("T")


class WireError(ValueError):
    """The text or its values are no message."""


def to_json(value: object) -> Any:
    """`value`, an instance of such a class or of what its fields may be, as JSON values."""
    if is_dataclass(value):
        found = {}
        kind: object = type(value)
        for name, default in _defaults(kind):
            part = getattr(value, name)
            if part is not default and part != default:
                found[name] = to_json(part)
        return found
    if isinstance(value, tuple):
        return [to_json(part) for part in value]
    return str(value) if isinstance(value, str) else value  # of a text that knows more, the text alone


def as_text(value: object) -> str:
    """JSON values as the text that is sent."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def read_object(text: str | bytes) -> dict[str, object]:
    """The JSON object that `text` holds. Raises WireError, also for half of a character, which could not be sent on."""
    try:
        value = read_json(text if isinstance(text, str) else text.decode())
        as_text(value).encode()
    except ValueError as error:
        raise WireError(f"no JSON: {error}") from None
    if not isinstance(value, dict):
        raise WireError("no object")
    return value


def read(kind: type[T], value: object) -> T:
    """The instance of the class `kind` that the JSON values `value` describe. Raises WireError."""
    try:
        return decode(kind, value)
    except DecodeError as error:
        raise WireError(str(error)) from None


@functools.cache
def _defaults(kind: Any) -> tuple[tuple[str, object], ...]:
    return tuple((field.name, field.default) for field in fields(kind))
