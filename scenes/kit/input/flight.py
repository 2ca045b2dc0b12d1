"""A log of the latest presses, for replaying a failure. Each "leg" of it begins at a place that a replay can open."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from scenes.kit.input.intents import Intent, Kind, Signal

MOST = 200  # entries kept
Entry = dict[str, Any]  # JSON values; "tick" is the number of ticks since the program's start
HIDDEN = "*"  # replaces what may be personal text


@dataclass(slots=True)
class FlightLeg:
    """The presses since `place` (as JSON values; None if no route leads there)."""

    tick: int
    place: object
    entries: deque[Entry] = field(default_factory=lambda: deque(maxlen=MOST))
    is_whole: bool = True  # False if its first entries were dropped


class Flight:
    """The present leg and the previous one, each with at most MOST entries. A replay can start with either leg."""

    def __init__(self) -> None:
        self.ticks = 0
        self.legs: deque[FlightLeg] = deque([FlightLeg(0, None)], maxlen=2)

    def begin(self, place: object) -> None:
        """Start over at a place that depends on nothing earlier."""
        self.legs.clear()
        self.legs.append(FlightLeg(self.ticks, place))

    @property
    def wants_place(self) -> bool:
        """Whether the present leg is so long that a new leg should begin at the next known place."""
        return len(self.legs[-1].entries) >= MOST // 2

    def go_on(self, place: object) -> None:
        """Start a new leg at a place that hardly depends on earlier presses.

        The present leg becomes the previous one.
        """
        self.legs.append(FlightLeg(self.ticks, place))

    def note(self, entry: Entry) -> None:
        """Log an event at the present tick."""
        leg = self.legs[-1]
        leg.is_whole = leg.is_whole and len(leg.entries) < MOST
        leg.entries.append({"tick": self.ticks, **entry})


def entry_of(item: Intent | Signal, private: bool) -> Entry:
    """An item as JSON values; `private` hides typed text."""
    if isinstance(item, Signal):
        code = HIDDEN if private and item.code is not None else item.code
        return {"signal": item.kind.name, "size": item.size, "code": code, **_device(item)}
    key: int | str = HIDDEN if private and item.key else item.key
    value: int | str = HIDDEN if private and item.kind is Kind.DIGIT else item.value
    return {
        "intent": item.kind.name,
        "point": item.point,
        "value": value,
        "repeat": item.repeat,
        "key": key,
        **_device(item),
    }


def _device(item: Intent | Signal) -> Entry:
    device = item.device
    return {} if device is None else {"device": [device.id, device.family, device.number]}
