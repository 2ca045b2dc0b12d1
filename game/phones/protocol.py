"""Converts the messages of `messages.py`, frozen dataclasses, to JSON text and back.

A message is one JSON object. Its "kind" is the name of its class in small letters. Each direction has its own kinds:
from a phone (PHONE), to a phone (PAGE), from the server to the table's process (SERVER, or DONE in an envelope), and
back (TABLE, or FOR_PHONE in an envelope). Fields with their default value are left out. Input is read by the
annotations of the class (see `core.decode`). Input that does not fit them raises WireError.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, TypeVar, get_args

from game.core.decode import DecodeError, decode, read_json
from game.phones.messages import (
    Done,
    ForPhone,
    FromPhone,
    FromServer,
    FromTable,
    News,
    Order,
    Phone,
    PhoneMessage,
    Shown,
    ToPhone,
)
from game.phones.snapshot import BYTES, Snapshot

V = TypeVar("V")
T = TypeVar("T")
K = TypeVar("K")
PHONE_BYTES = 4_000  # the most bytes of a message from a phone
PIPE_BYTES = 64_000  # the most bytes of a message between the processes


class WireError(ValueError):
    """A text that is not a message."""


def to_json(value: object) -> Any:
    """Convert `value`, a message or a field of a message, to JSON values."""
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
    return str(value) if isinstance(value, str) else value  # a subclass of str becomes a plain str


def as_text(value: object) -> str:
    """Write JSON values as text for sending."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def read_object(text: str | bytes) -> dict[str, object]:
    """Read a JSON object. Raises WireError, also for lone surrogates, because these could not be sent on."""
    try:
        value = read_json(text if isinstance(text, str) else text.decode())
        as_text(value).encode()
    except ValueError as error:
        raise WireError(f"no JSON: {error}") from None
    if not isinstance(value, dict):
        raise WireError("no object")
    return value


def read(kind: type[V], value: object) -> V:
    """Read JSON values as an instance of the class `kind`. Raises WireError."""
    try:
        return decode(kind, value)
    except DecodeError as error:
        raise WireError(str(error)) from None


@functools.cache
def _defaults(kind: Any) -> tuple[tuple[str, object], ...]:
    return tuple((field.name, field.default) for field in fields(kind))


def _by_kind(union: object) -> dict[str, type[Any]]:
    return {kind.__name__.lower(): kind for kind in get_args(union)}


PHONE: dict[str, type[FromPhone]] = _by_kind(FromPhone)
PAGE: dict[str, type[ToPhone]] = _by_kind(ToPhone)
DONE: dict[str, type[Done]] = _by_kind(Done)
SERVER: dict[str, type[News]] = _by_kind(News)
FOR_PHONE: dict[str, type[ForPhone]] = _by_kind(ForPhone)
TABLE: dict[str, type[Order]] = _by_kind(Order)


def text(message: FromPhone | ToPhone | FromServer | FromTable) -> str:
    """Return a message as text. Raises WireError if a snapshot is too large."""
    sent = as_text(_with_kind(message))
    shows = isinstance(message, Shown) or (isinstance(message, PhoneMessage) and isinstance(message.message, Snapshot))
    if shows and len(sent.encode()) > BYTES:
        raise WireError(f"a snapshot of {len(sent.encode())} bytes, more than {BYTES}")
    return sent


def from_phone(sent: str | bytes) -> FromPhone:
    """Read a message from a phone. Raises WireError."""
    return _of_kind(_object(sent, PHONE_BYTES), PHONE)


def from_server(sent: str | bytes) -> FromServer:
    """Read a message from the server to the table's process. Raises WireError."""
    return _from_process(sent, SERVER, DONE)


def from_table(sent: str | bytes) -> FromTable:
    """Read a message from the table's process to the server. Raises WireError."""
    return _from_process(sent, TABLE, FOR_PHONE)


def to_phone(sent: str | bytes) -> ToPhone:
    """Read a message from the server to a phone, for tests and simulated phones. Raises WireError."""
    return _of_kind(_object(sent, PIPE_BYTES), PAGE)


def _with_kind(message: object) -> dict[str, object]:
    fields = to_json(message)
    if isinstance(message, PhoneMessage):
        return {"kind": "of", **fields, "message": _with_kind(message.message)}
    return {"kind": type(message).__name__.lower(), **fields}


@dataclass(frozen=True, slots=True)
class _Unread:
    """A PhoneMessage whose message is not decoded yet."""

    phone: Phone
    message: dict[str, object]


def _from_process(sent: str | bytes, kinds: dict[str, type[K]], within: dict[str, type[T]]) -> K | PhoneMessage[T]:
    """Read one of `kinds`, or a PhoneMessage with one of `within`."""
    value = _object(sent, PIPE_BYTES)
    if value.get("kind") != "of":
        return _of_kind(value, kinds)
    del value["kind"]
    envelope = read(_Unread, value)
    return PhoneMessage(envelope.phone, _of_kind(envelope.message, within))


def _object(sent: str | bytes, most: int) -> dict[str, object]:
    if len(sent) > most or (isinstance(sent, str) and len(sent.encode(errors="replace")) > most):
        raise WireError(f"more than {most} bytes")
    return read_object(sent)


def _of_kind(value: dict[str, object], kinds: dict[str, type[T]]) -> T:
    kind = value.pop("kind", None)
    if not isinstance(kind, str) or kind not in kinds:
        raise WireError(f"no kind of message: {str(kind)[:40]!r}")
    return read(kinds[kind], value)
