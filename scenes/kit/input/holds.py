"""Held keys and buttons: repeats, the capture of a key to be bound, and one-button play.

Callers pass the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pygame

from scenes.kit.input.bindings import is_fullscreen_toggle
from scenes.kit.input.intents import Device, Kind

FIRST = 0.300  # seconds from the press to the first repeat
NEXT = 0.090  # seconds between repeats
HOLD = 0.8  # seconds of a hold that cancels a capture
HOLD_SECONDS = 5.0  # seconds of a hold that asks for one-button play, or ends it
_WHEEL = (4, 5)  # a mouse's wheel is also reported as these buttons


@dataclass(slots=True)
class _Beat:
    """The direction that repeats on a device, and when its next repeat is due, in seconds."""

    device: Device
    kind: Kind
    due: float


class Repeater:
    """Tracks held directions. On each device the newest one repeats."""

    def __init__(self) -> None:
        self._held: dict[str, list[tuple[str, Kind]]] = {}  # by device id, oldest first
        self._beats: dict[str, _Beat] = {}

    def press(self, device: Device, source: str, kind: Kind, now: float) -> None:
        """Hold a direction by `source` (a key, the d-pad, the stick) of a device."""
        self._held.setdefault(device.id, []).append((source, kind))
        self._beats[device.id] = _Beat(device, kind, now + FIRST)

    def release(self, device: Device, source: str, kind: Kind, now: float) -> None:
        """Release a direction. Then the newest one still held on the device repeats, after FIRST seconds."""
        held = self._held.get(device.id, [])
        if (source, kind) not in held:
            return
        held.remove((source, kind))
        if not held:
            del self._held[device.id], self._beats[device.id]
        elif self._beats[device.id].kind is not held[-1][1]:
            self._beats[device.id] = _Beat(device, held[-1][1], now + FIRST)

    def drop(self, device: Device) -> None:
        """Release everything that a device holds."""
        self._held.pop(device.id, None)
        self._beats.pop(device.id, None)

    def clear(self) -> None:
        """Release everything."""
        self._held.clear()
        self._beats.clear()

    def due(self, now: float) -> list[tuple[Device, Kind]]:
        """The repeats due at `now`: at most one per device, so a late frame makes no burst."""
        ready = [beat for beat in self._beats.values() if beat.due <= now]
        for beat in ready:
            beat.due += NEXT
            if beat.due <= now:
                beat.due = now + NEXT
        return [(beat.device, beat.kind) for beat in ready]


@dataclass(slots=True)
class Capture:
    """Captures the code of the next key or button of `device` that is pressed and released.

    `is_over` says that the capture has ended: with the code `code`, or cancelled if `code` is None.
    """

    device: Device
    code: int | None = None
    is_over: bool = False
    _down: int | None = None
    _since: float = 0.0

    def press(self, device: Device, code: int, now: float) -> None:
        """Take a key or button that went down at `now` (seconds). A press on another device cancels the capture."""
        if device != self.device:
            self.is_over = True
        elif self._down is None:
            self._down, self._since = code, now

    def release(self, device: Device, code: int) -> None:
        """Take a released key or button that was pressed during the capture."""
        if device == self.device and code == self._down:
            self.code, self.is_over = code, True

    def tick(self, now: float) -> None:
        """Cancel the capture once the key or button has been held for HOLD seconds."""
        if self._down is not None and not self.is_over and now - self._since >= HOLD:
            self.is_over = True


def edge_of(event: pygame.event.Event) -> tuple[tuple[Any, ...], bool] | None:
    """Return the key, button or finger of an event, and whether it went down; None for other events."""
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
    """Tracks presses and releases of all devices, by source. Times are seconds, never decreasing.

    A hold lasts from a press to the next press or release of anything. So a stuck key, or a release that is lost, makes
    one hold at most.
    """

    def __init__(self) -> None:
        self.hold: tuple[tuple[Any, ...], float] | None = None  # what is held, and since when
        self.alone = False  # whether one-button play is on: then all devices together are one switch
        self._reported = False  # whether the hold was reported

    def take(self, source: tuple[Any, ...], down: bool, now: float) -> None:
        """Note a press or release of `source`."""
        self._reported = False
        self.hold = (source, now) if down else None

    def due(self, now: float) -> tuple[Any, ...] | None:
        """Return the source held for HOLD_SECONDS, once for each hold."""
        if self.hold is None or self._reported or now - self.hold[1] < HOLD_SECONDS:
            return None
        self._reported = True
        return self.hold[0]

    def clear(self) -> None:
        """Forget the hold."""
        self.hold = None
