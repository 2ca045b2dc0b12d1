"""What a person may set, as data: defaults, and how each value is kept in the store under a key of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

from game.store import Store
from scenes.kit.bindings import Bindings, bindings_from_json
from scenes.kit.renderer import CHOICES
from scenes.kit.strings import LANGUAGES

log = logging.getLogger(__name__)

PAUSES = (0.0, 0.5, 1.2, 2.0)  # seconds after each move that an AI shows
LONGEST_CHIPS = (0, 9, 7, 5)  # moves that a match's chip may need, 0 for any number
SCAN_PACES = (0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0)  # seconds that the light of one-button play stays on a thing
TEXT_SCALES = (1.0, 1.1, 1.2, 1.3, 1.4, 1.5)


@dataclass(frozen=True, slots=True)
class Preferences:
    """All settings. `language` "" is that of the machine, `display` counts from 0, volumes are 0..1."""

    language: str = ""
    fullscreen: bool = True
    display: int = 0
    renderer: str = "auto"
    effects: float = 0.7
    music: float = 0.35
    speech: bool = False
    always_confirm: bool = False
    danger_marks: bool = True
    demonstration_pause: float = 1.2
    longest_chip: int = 0
    phones: bool = False
    scan: bool = False
    scan_pace: float = 1.5
    scan_sound: bool = True
    text_scale: float = 1.0
    reduced_motion: bool = False
    bindings: Bindings = field(default_factory=Bindings)


NAMES = tuple(entry.name for entry in fields(Preferences))


def key(name: str) -> str:
    """The store's key for the field `name`."""
    if name == "phones":
        return "phones.open"  # the door has keys of its own
    return f"volume.{name}" if name in ("effects", "music") else name


def load(store: Store) -> Preferences:
    """What the store holds; a value that cannot be used is replaced by its default, with a line in the log."""
    found: dict[str, Any] = {}
    for name in NAMES:
        stored = store.get(key(name))
        if stored is None:
            continue
        try:
            found[name] = _READERS[name](stored)
        except ValueError as error:
            log.warning("the stored setting %s is not used: %s", key(name), error)
    return Preferences(**found)


def save(store: Store, before: Preferences, after: Preferences) -> None:
    """Keep what differs."""
    for name in NAMES:
        value = getattr(after, name)
        if value != getattr(before, name):
            store.set(key(name), value.to_json() if isinstance(value, Bindings) else value)


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def _number(low: float, high: float) -> Callable[[Any], float]:
    def read(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
            raise ValueError(f"{value!r} is not a number of {low} to {high}")
        return float(value)

    return read


def _one_of(choices: tuple[str, ...]) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in choices:
            raise ValueError(f"{value!r} is none of {', '.join(map(repr, choices))}")
        return value

    return read


def _longest_chip(value: Any) -> int:
    if type(value) is not int or value not in LONGEST_CHIPS:
        raise ValueError(f"{value!r} is none of {', '.join(map(str, LONGEST_CHIPS))}")
    return value


def _display(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is not a number of a display")
    return value


_READERS: dict[str, Callable[[Any], Any]] = {
    "language": _one_of(("", *LANGUAGES)),
    "fullscreen": _switch,
    "display": _display,
    "renderer": _one_of(CHOICES),
    "effects": _number(0.0, 1.0),
    "music": _number(0.0, 1.0),
    "speech": _switch,
    "always_confirm": _switch,
    "danger_marks": _switch,
    "demonstration_pause": _number(PAUSES[0], PAUSES[-1]),
    "longest_chip": _longest_chip,
    "phones": _switch,
    "scan": _switch,
    "scan_pace": _number(SCAN_PACES[0], SCAN_PACES[-1]),
    "scan_sound": _switch,
    "text_scale": _number(TEXT_SCALES[0], TEXT_SCALES[-1]),
    "reduced_motion": _switch,
    "bindings": bindings_from_json,
}
