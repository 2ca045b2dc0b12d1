"""Held keys and buttons, on a clock given from outside: a direction repeats, a key is bound, anything is one switch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pygame

from scenes.kit.input.bindings import is_fullscreen_toggle
from scenes.kit.input.intents import Device, Kind

FIRST = 0.300  # seconds from the press to the first repeat
NEXT = 0.090  # seconds between repeats
HOLD = 0.8  # seconds after which a key or button held down gives the capture up
HOLD_SECONDS = 5.0  # after which something held down asks for one-button play, or to leave it
_WHEEL = (4, 5)  # notches of a mouse's wheel come as buttons as well


@dataclass(slots=True)
class _Beat:
    """The direction of one device that repeats now, and the time in seconds when it is next due."""

    device: Device
    kind: Kind
    due: float


class Repeater:
    """Remembers which directions are held. The newest of each device repeats; devices do not disturb each other."""

    def __init__(self) -> None:
        self._held: dict[str, list[tuple[str, Kind]]] = {}  # by device id, oldest first
        self._beats: dict[str, _Beat] = {}

    def press(self, device: Device, source: str, kind: Kind, now: float) -> None:
        """Note that `source` (a key, the d-pad, the stick) of a device began to hold a direction."""
        self._held.setdefault(device.id, []).append((source, kind))
        self._beats[device.id] = _Beat(device, kind, now + FIRST)

    def release(self, device: Device, source: str, kind: Kind, now: float) -> None:
        """Let go of a direction. One still held by the same device takes over after the first pause."""
        held = self._held.get(device.id, [])
        if (source, kind) not in held:
            return
        held.remove((source, kind))
        if not held:
            del self._held[device.id], self._beats[device.id]
        elif self._beats[device.id].kind is not held[-1][1]:
            self._beats[device.id] = _Beat(device, held[-1][1], now + FIRST)

    def drop(self, device: Device) -> None:
        """Forget everything that a device holds."""
        self._held.pop(device.id, None)
        self._beats.pop(device.id, None)

    def clear(self) -> None:
        """Forget everything that is held."""
        self._held.clear()
        self._beats.clear()

    def due(self, now: float) -> list[tuple[Device, Kind]]:
        """The repeats due at `now`: at most one a device, so that a late frame never makes a burst."""
        ready = [beat for beat in self._beats.values() if beat.due <= now]
        for beat in ready:
            beat.due += NEXT
            if beat.due <= now:
                beat.due = now + NEXT
        return [(beat.device, beat.kind) for beat in ready]


@dataclass(slots=True)
class Capture:
    """Takes the codes of `device` until one was pushed and let go (`code`), or until it was given up (`is_over`)."""

    device: Device
    code: int | None = None
    is_over: bool = False
    _down: int | None = None
    _since: float = 0.0

    def press(self, device: Device, code: int, now: float) -> None:
        """A key or button went down at `now` seconds; one of another device gives up."""
        if device != self.device:
            self.is_over = True
        elif self._down is None:
            self._down, self._since = code, now

    def release(self, device: Device, code: int) -> None:
        """Take the key or button that went up, if it went down during the capture."""
        if device == self.device and code == self._down:
            self.code, self.is_over = code, True

    def tick(self, now: float) -> None:
        """Give up where something is held too long."""
        if self._down is not None and not self.is_over and now - self._since >= HOLD:
            self.is_over = True


def edge_of(event: pygame.event.Event) -> tuple[tuple[Any, ...], bool] | None:
    """Return the key, button or finger that an event moves, and whether it goes down; None for all other events."""
    if event.type in (pygame.KEYDOWN, pygame.KEYUP):
        toggles = is_fullscreen_toggle(event.key, event.mod)
        return None if toggles else (("key", event.key), event.type == pygame.KEYDOWN)
    if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        is_none = event.button in _WHEEL or getattr(event, "touch", False)
        return None if is_none else (("mouse", event.button), event.type == pygame.MOUSEBUTTONDOWN)
    if event.type in (pygame.FINGERDOWN, pygame.FINGERUP):
        return ("finger", event.touch_id, event.finger_id), event.type == pygame.FINGERDOWN
    return None


class Switches:
    """Follows what goes down and up on all devices, by source. Times are seconds, never decreasing.

    A hold is the last thing that went down, as long as nothing else goes down or up; so a key that is stuck, or whose
    release was lost, is one hold at the most.
    """

    def __init__(self) -> None:
        self.hold: tuple[tuple[Any, ...], float] | None = None  # what is held, and since when
        self.alone = False  # whether all that can be pressed is one switch
        self._told = False  # whether the hold has been reported

    def take(self, source: tuple[Any, ...], down: bool, now: float) -> None:
        """Note that `source` went down or up."""
        self._told = False
        self.hold = (source, now) if down else None

    def due(self, now: float) -> tuple[Any, ...] | None:
        """Return the switches held for HOLD_SECONDS, once for each hold."""
        if self.hold is None or self._told or now - self.hold[1] < HOLD_SECONDS:
            return None
        self._told = True
        return self.hold[0]

    def clear(self) -> None:
        """Take nothing for held."""
        self.hold = None
