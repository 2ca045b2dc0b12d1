"""Waiting for the next key or button of one device, to bind it; meanwhile nothing is a press."""

from __future__ import annotations

from dataclasses import dataclass

from scenes.kit.intents import Device

HOLD = 0.8  # seconds after which a key or button held down gives the capture up


@dataclass(slots=True)
class Capture:
    """Takes the codes of `device` until one was pushed and let go (`code`), or until it was given up (`over`)."""

    device: Device
    code: int | None = None
    over: bool = False
    _down: int | None = None
    _since: float = 0.0

    def press(self, device: Device, code: int, now: float) -> None:
        """A key or button went down at `now` seconds; one of another device gives up."""
        if device != self.device:
            self.over = True
        elif self._down is None:
            self._down, self._since = code, now

    def release(self, device: Device, code: int) -> None:
        """It went up: that is the one, if it went down during the capture."""
        if device == self.device and code == self._down:
            self.code, self.over = code, True

    def tick(self, now: float) -> None:
        """Give up where something is held too long."""
        if self._down is not None and not self.over and now - self._since >= HOLD:
            self.over = True
