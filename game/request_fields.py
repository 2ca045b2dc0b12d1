"""The fields of a request of engine mode: each is what it must be, or the request has an error that says so."""

from __future__ import annotations

import reprlib
from typing import Any

from game.core.record import MAX_PLIES

_LONGEST = 1e6  # seconds; more would only overflow somewhere

MOST_NODES = 10**12  # more would take days


class RequestError(Exception):
    """A request that cannot be answered: the code, the message, and `ply` where an action is to blame."""

    def __init__(self, code: str, message: str, **more: object) -> None:
        super().__init__(message)
        self.fields = {"error": code, "message": message, **more}


def read_actions(request: dict[str, object]) -> list[str]:
    """The texts of `actions`, [] where there are none."""
    actions = request.get("actions", [])
    if not isinstance(actions, list):
        raise RequestError("bad_action", f"'actions' is {short(actions)}, not a list", ply=0)
    if len(actions) > MAX_PLIES:
        raise RequestError("bad_action", f"a position of more than {MAX_PLIES} actions", ply=MAX_PLIES)
    for ply, text in enumerate(actions):
        if not isinstance(text, str):
            raise RequestError("bad_action", f"action {ply} is {short(text)}, not a text", ply=ply)
    return actions


def read_whole(
    request: dict[str, object], name: str, default: int | None = None, low: int | None = None, high: int = 0
) -> int:
    """The whole number `name`, from `low` to `high` where `low` is given."""
    value = request.get(name, default)
    if type(value) is not int:
        raise RequestError("bad_options", f"{name!r} is {short(value)}, not a whole number")
    if low is not None and not low <= value <= high:
        raise RequestError("bad_options", f"{name!r} is {short(value)}, not in {low}..{high}")
    return value


def read_seconds(request: dict[str, Any], default: float | None) -> float | None:
    """The number `seconds`, `default` where it is missing; null is no limit."""
    value = request.get("seconds", default)
    if value is not None and (type(value) not in (int, float) or value < 0):
        raise RequestError("bad_options", f"'seconds' is {short(value)}, not a number from 0 up")
    return None if value is None else float(min(value, _LONGEST))


def read_nodes(request: dict[str, object]) -> int | None:
    """The whole number `nodes`, from 1 up; None where it is missing or null."""
    if request.get("nodes") is None:
        return None
    return read_whole(request, "nodes", low=1, high=MOST_NODES)


def short(value: object) -> str:
    """`value` as a message can show it."""
    return reprlib.repr(value)
