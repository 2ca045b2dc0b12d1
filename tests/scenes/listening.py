"""What the tests of input share: short functions that drain `Devices` and plug in a pad."""

from __future__ import annotations

from scenes.kit.input.devices import Devices
from scenes.kit.input.intents import Intent, Kind, Signal
from tools.soak.virtual_pad import XBOX, VirtualPad

SIZE = (800, 600)  # of the window that the `devices` fixture opens


def intents(devices: Devices, now: float = 0.0) -> list[Intent]:
    """Return the presses since the last call. Signals are dropped."""
    return [item for item in devices.drain(now) if isinstance(item, Intent)]


def kinds(devices: Devices, now: float = 0.0) -> list[Kind]:
    """Return the kinds of these presses."""
    return [intent.kind for intent in intents(devices, now)]


def signals(devices: Devices, now: float = 0.0) -> list[Signal]:
    """Return the signals since the last call. Presses are dropped."""
    return [item for item in devices.drain(now) if isinstance(item, Signal)]


def plug(devices: Devices, identity: tuple[int, int] = XBOX, name: str = "Pad", mapped: bool = True) -> VirtualPad:
    """Plug in a virtual pad, and let `devices` notice it."""
    pad = VirtualPad(identity, name, mapped)
    devices.drain(0.0)
    return pad
