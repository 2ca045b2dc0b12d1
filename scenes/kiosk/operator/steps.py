"""By how much one press changes a number, a time, a list: the values that are likely to be wanted, within the range."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from game.core.kinds import ALWAYS, CLOSED, DAY, Opening, Span, clock_text
from game.core.spec import LEVELS

_Value = TypeVar("_Value")


def neighbour(values: Sequence[_Value], value: _Value, direction: int) -> _Value:
    """The value beside `value`; at the ends the same."""
    return values[max(0, min(len(values) - 1, values.index(value) + direction))]


def levels_stepped(levels: tuple[int, ...], direction: int) -> tuple[int, ...]:
    """With a stronger level besides, or without the strongest; never without any."""
    if direction < 0:
        return levels[:-1] or levels
    stronger = [level for level in LEVELS if level > levels[-1]]
    return (*levels, *stronger[:1])


def toggled(chosen: tuple[_Value, ...], value: _Value) -> tuple[_Value, ...]:
    """With `value` at the end, or without it; never without any."""
    if value not in chosen:
        return (*chosen, value)
    return tuple(other for other in chosen if other != value) or chosen


def moved(chosen: tuple[_Value, ...], value: _Value, by: int) -> tuple[_Value, ...]:
    """With `value` by so many places further; as far as there are any."""
    if value not in chosen:
        return chosen
    at = chosen.index(value)
    rest = [other for other in chosen if other != value]
    rest.insert(max(0, at + by), value)
    return tuple(rest)


# Times of the day, in minutes since midnight


def span_of(begin: int, end: int) -> Span | None:
    """The opening hours from one time of the day to another one; None where these are none."""
    try:
        found = Opening().read(f"{clock_text(begin)}-{clock_text(end)}")
    except ValueError:
        return None
    return found if found not in (ALWAYS, CLOSED) else None


def span_moved(span: Span, which: str, by: int) -> Span:
    """With its "begin" or "end" moved by so many minutes around the clock, past what would be no opening hours."""
    begin, end = span.begin, span.end % DAY
    for turn in range(1, DAY):
        shift = turn * by
        found = span_of((begin + shift) % DAY, end) if which == "begin" else span_of(begin, (end + shift) % DAY)
        if found is not None:
            return found
    return span
