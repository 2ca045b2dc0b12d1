"""JSON that may come from anywhere: a file, a line, a row of the store."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any

MAX_DEPTH = 100  # nobody's data is nested deeper, and whatever walks through it has Python's recursion limit
_MAX_DIGITS = 4_000  # the time that Python takes for a number grows with the square of its length


def read_json(text: str) -> Any:
    """The value that `text` holds.

    Raises ValueError: json.JSONDecodeError, with the place, for text that is not JSON; a plain one for NaN and
    infinity, for numbers that no float reaches and for values nested deeper than MAX_DEPTH.
    """
    try:
        value = json.loads(text, parse_constant=_refuse, parse_float=_finite, parse_int=_whole)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    _check_depth(value)
    return value


def write_json(value: object) -> bytes:
    """`value` as JSON on one line without spaces. Texts may hold surrogates that stand for nothing."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _check_depth(value: object) -> None:
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [part for whole in level for part in _parts(whole) if isinstance(part, (list, dict))]
        if not level:
            return
    raise ValueError("nested too deeply")


def _parts(value: object) -> Iterable[object]:
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
