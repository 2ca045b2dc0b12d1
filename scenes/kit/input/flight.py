"""A log of the latest presses between known places, so that a failure can be played again."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from scenes.kit.input.intents import Intent, Kind, Signal

MOST = 200  # entries that are remembered
Entry = dict[str, Any]  # JSON values; "tick" says after how many ticks of the program it came
HIDDEN = "*"  # in place of what may be somebody's text


@dataclass(slots=True)
class FlightLeg:
    """The presses since the program was at a place (JSON values, None where no route leads there)."""

    tick: int
    place: object
    entries: deque[Entry] = field(default_factory=lambda: deque(maxlen=MOST))
    is_whole: bool = True  # False: the first entries have been forgotten


class Flight:
    """The present leg and the one before: MOST entries at the most, from which the last ones can be played again."""

    def __init__(self) -> None:
        self.ticks = 0
        self.legs: deque[FlightLeg] = deque([FlightLeg(0, None)], maxlen=2)

    def begin(self, place: object) -> None:
        """Start over from a place, for it shows what it shows by itself alone."""
        self.legs.clear()
        self.legs.append(FlightLeg(self.ticks, place))

    @property
    def wants_place(self) -> bool:
        """Whether the present leg is long enough for another to begin, as soon as a place can be told."""
        return len(self.legs[-1].entries) >= MOST // 2

    def go_on(self, place: object) -> None:
        """Begin another leg at a place that is nearly as it would be by itself alone."""
        self.legs.append(FlightLeg(self.ticks, place))

    def note(self, entry: Entry) -> None:
        """Remember something that happened now."""
        leg = self.legs[-1]
        leg.is_whole = leg.is_whole and len(leg.entries) < MOST
        leg.entries.append({"tick": self.ticks, **entry})


def entry_of(item: Intent | Signal, private: bool) -> Entry:
    """An item as JSON values; where it is `private`, what was typed is hidden."""
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
