"""Routes as JSON values, for the log of a crash: with the game, without the names that people have typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from game.core.record import Record, SeatConfig, read_seats, record_from_json, seat_to_json
from game.registry import find
from game.table import Table, table_from_json
from scenes import routes
from scenes.kit.scene import Pop, Push, Quit, Route, Switch

_TAG = "is"
_ROUTES = [found for found in vars(routes).values() if isinstance(found, type) and issubclass(found, Route)]
_KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in (*_ROUTES, Switch, Push, Pop, Quit)}


class UnwritableError(ValueError):
    """A value that has no text, such as a function that makes a scene."""


def nameless(seat: SeatConfig) -> SeatConfig:
    """The seat without a name that somebody has typed."""
    return seat if not seat.name or seat.name.startswith("@") else replace(seat, name="*")


def record_text(record: Record) -> str:
    """The record as JSON text, without the names that people have typed."""
    return replace(record, seats=tuple(map(nameless, record.seats))).to_json()


def to_json(value: Any) -> Any:
    """A route, or what one holds, as JSON values. Raises UnwritableError."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Record):
        return {_TAG: "Record", "text": record_text(value)}
    if isinstance(value, Table):
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
    """What `to_json` was given. Raises GameError where the game does not know it, KeyError for other values."""
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
