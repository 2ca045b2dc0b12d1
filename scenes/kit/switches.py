"""Every key, button, click and tap as one switch: what is down, and since when."""

from __future__ import annotations

from typing import Any

import pygame

from scenes.kit.keyboard import is_fullscreen_toggle

HOLD_SECONDS = 5.0  # after which something held down asks for one-button play, or to leave it
_WHEEL = (4, 5)  # notches of a mouse's wheel come as buttons as well


def edge_of(event: pygame.event.Event) -> tuple[tuple[Any, ...], bool] | None:
    """What an event of keyboard, mouse or finger pushes or lets go, and whether it goes down; None for all others."""
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
        self._told = False  # whether the hold has been reported

    def take(self, source: tuple[Any, ...], down: bool, now: float) -> None:
        """Note that `source` went down or up."""
        self._told = False
        self.hold = (source, now) if down else None

    def due(self, now: float) -> tuple[Any, ...] | None:
        """What has been held for HOLD_SECONDS, once for each hold."""
        if self.hold is None or self._told or now - self.hold[1] < HOLD_SECONDS:
            return None
        self._told = True
        return self.hold[0]

    def clear(self) -> None:
        """Take nothing for held."""
        self.hold = None
