"""The call for the operator: the upper left corner, a key, or a pad's Start and Back, held for long."""

from __future__ import annotations

import pygame

from scenes.kit.input.holds import HOLD_SECONDS
from scenes.kit.input.intents import Intent, Kind, Point, Signal, SignalKind
from scenes.kit.stage import Stage

KEY = pygame.K_F10
CORNER = 120  # design pixels


class OperatorCall:
    """Hears everything that comes in; `was_called` says once that the operator is called."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._called = False
        self._corner: Point | None = None  # where a pointer went down last, until it goes up
        self._both = 0.0  # seconds for which a pad has held Start and Back

    def hears(self, item: Intent | Signal) -> bool:
        """Whether `item` is for the scenes: the end of a long hold that calls the operator is not."""
        if isinstance(item, Intent):
            if item.kind in (Kind.PRESS, Kind.RELEASE):
                self._corner = item.point if item.kind is Kind.PRESS else None
            return True
        if item.kind is SignalKind.SWITCH_HELD and (item.code == KEY or self._in_corner() or self._both > 0):
            self._called = self._called or self._both == 0  # a pad's two buttons are counted by themselves
            return False
        return True

    def _in_corner(self) -> bool:
        """Whether a pointer is down in the upper left corner."""
        side = self._stage.metrics.px(CORNER)
        return self._corner is not None and max(self._corner) <= side

    def tick(self, dt: float) -> None:
        """Count for how long a pad has held both buttons."""
        devices = self._stage.devices
        held = any(devices.is_down(pad, Kind.PAUSE) and devices.is_down(pad, Kind.RULES) for pad in devices.pads())
        before, self._both = self._both, self._both + dt if held else 0.0
        self._called = self._called or before < HOLD_SECONDS <= self._both

    def was_called(self) -> bool:
        """Whether the operator has been called since this was last asked."""
        called, self._called = self._called, False
        if called:
            self._corner = None
        return called
