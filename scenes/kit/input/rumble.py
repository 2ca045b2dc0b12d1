"""Rumble: short pulses that a pad's holder feels, by name, as strong as is set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scenes.kit.input.devices import Devices
from scenes.kit.input.intents import Device

STRENGTHS: Mapping[str, float] = {"off": 0.0, "soft": 0.4, "strong": 1.0}
"""What can be set, and the share of a pulse that is felt."""


@dataclass(frozen=True, slots=True)
class Pulse:
    """The shaking of a pad: its slow heavy motor and its fast light one (0..1 each), and the seconds that it lasts."""

    low: float
    high: float
    seconds: float


PULSES: Mapping[str, Pulse] = {
    "turn": Pulse(0.0, 0.7, 0.12),
    "wall": Pulse(0.8, 0.2, 0.10),
    "stop": Pulse(0.5, 0.0, 0.08),
    "bounce": Pulse(0.0, 0.5, 0.05),
    "chip": Pulse(0.6, 0.6, 0.25),
    "clock": Pulse(0.3, 0.3, 0.06),
}


class Rumble:
    """The pads of a table; one without motors, and a phone, is passed over."""

    def __init__(self, devices: Devices) -> None:
        self._devices = devices
        self.strength = STRENGTHS["off"]

    def pulse(self, pads: Iterable[Device], name: str) -> None:
        """Send the pulse `name`, one of PULSES, to the pads among these devices; phones get none."""
        if self.strength <= 0:
            return
        pulse = PULSES[name]
        for pad in pads:
            if pad.is_pad and not pad.is_phone:
                self._devices.shake(pad, self.strength * pulse.low, self.strength * pulse.high, pulse.seconds)
