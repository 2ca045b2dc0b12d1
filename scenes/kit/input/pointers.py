"""Mouse and fingers as intents with a point in pixels."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass

import pygame

from scenes.kit.input.intents import MOUSE, TOUCH, Device, Intent, Kind, Point

JITTER = 4  # pixels that the mouse has to move to become the device in use
# A pressed finger without an event for this time counts as lifted when the next finger goes down.
LOST_SECONDS = 20.0
TREMBLE = 1 / 50  # share of the window's shorter side; a finger that slides less is a tap
_LEFT, _RIGHT = 1, 3


def prepare_environment() -> None:
    """Stop SDL from reporting touches as mouse events, and the mouse as touches."""
    os.environ["SDL_TOUCH_MOUSE_EVENTS"] = "0"
    os.environ["SDL_MOUSE_TOUCH_EVENTS"] = "0"


EVENTS = frozenset(
    {
        pygame.MOUSEMOTION,
        pygame.MOUSEBUTTONDOWN,
        pygame.MOUSEBUTTONUP,
        pygame.MOUSEWHEEL,
        pygame.FINGERDOWN,
        pygame.FINGERMOTION,
        pygame.FINGERUP,
    }
)


@dataclass(slots=True)
class _Finger:
    """A pressed finger."""

    number: int  # the lowest free number when it went down
    landed: Point | None  # where it went down; None once it cannot be a tap
    heard: float  # time of its last event, in seconds


class Pointers:
    """The mouse and the fingers, each from press to release; the first finger is number 0."""

    def __init__(self, size: tuple[int, int]) -> None:
        """`size` is the window's size in pixels. SDL reports the places of fingers as shares of it."""
        self.size = size
        self._mouse: Point = (0, 0)
        self._held = False  # whether the left button is down
        self._anchor: Point | None = None  # where the mouse rested last
        self._fingers: dict[tuple[int, int], _Finger] = {}  # pressed fingers, by touch and finger id

    def cancel(self) -> None:
        """End open presses without a RELEASE."""
        self._held = False
        self._fingers.clear()

    def resize(self, size: tuple[int, int]) -> None:
        """Take the window's new size.

        A change of the window makes the mouse seem to move, so the mouse counts as resting.
        """
        self.size = size
        self._anchor = None

    def intent(self, event: pygame.event.Event, current: Device, now: float) -> Intent | None:
        """Return the meaning of a mouse or finger event at `now` (seconds); `current` is the device in use."""
        if event.type in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
            return self._touch(event, now)
        if getattr(event, "touch", False):
            return None
        if event.type == pygame.MOUSEMOTION:
            return self._motion(event, current)
        self._anchor = None
        if event.type == pygame.MOUSEWHEEL:
            return Intent(Kind.TURN, MOUSE, self._mouse, 1 if event.y > 0 else -1) if event.y else None
        self._mouse = event.pos
        if event.type == pygame.MOUSEBUTTONDOWN:
            if event.button == _LEFT:
                self._held = True
                return Intent(Kind.PRESS, MOUSE, self._mouse)
            return Intent(Kind.TURN, MOUSE, self._mouse, 1) if event.button == _RIGHT else None
        if event.button == _LEFT and self._held:
            self._held = False
            return Intent(Kind.RELEASE, MOUSE, self._mouse)
        return None

    def _motion(self, event: pygame.event.Event, current: Device) -> Intent | None:
        self._mouse = event.pos
        if self._held:
            return Intent(Kind.DRAG, MOUSE, self._mouse)
        if current != MOUSE:
            if self._anchor is None:
                self._anchor = self._mouse
            dx, dy = self._mouse[0] - self._anchor[0], self._mouse[1] - self._anchor[1]
            if dx * dx + dy * dy < JITTER * JITTER:
                return None
        self._anchor = None
        return Intent(Kind.HOVER, MOUSE, self._mouse)

    def _touch(self, event: pygame.event.Event, now: float) -> Intent | None:
        key = (event.touch_id, event.finger_id)
        width, height = self.size
        point = min(max(int(event.x * width), 0), width - 1), min(max(int(event.y * height), 0), height - 1)
        if event.type == pygame.FINGERDOWN:
            self._fingers = {other: it for other, it in self._fingers.items() if now - it.heard < LOST_SECONDS}
            taken = {finger.number for other, finger in self._fingers.items() if other != key}
            number = next(free for free in range(len(taken) + 1) if free not in taken)
            self._fingers[key] = _Finger(number, point, now)
            return Intent(Kind.PRESS, TOUCH, point, finger=number)
        if key not in self._fingers:
            return None
        finger = self._fingers[key]
        finger.heard = now
        if event.type == pygame.FINGERMOTION:
            if finger.landed is not None and math.dist(finger.landed, point) <= TREMBLE * min(self.size):
                return None
            finger.landed = None
            return Intent(Kind.DRAG, TOUCH, point, finger=finger.number)
        del self._fingers[key]
        return Intent(Kind.RELEASE, TOUCH, point, finger=finger.number)
