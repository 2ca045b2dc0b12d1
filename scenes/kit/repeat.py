"""Repeats of held directions, on a clock given from outside: the same for keys, d-pads, hats and sticks."""

from __future__ import annotations

from dataclasses import dataclass

from scenes.kit.intents import Device, Kind

FIRST = 0.300  # seconds from the press to the first repeat
NEXT = 0.090  # seconds between repeats


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
