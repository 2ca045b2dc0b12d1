"""Keys, mouse and fingers for tests, as events in pygame's queue."""

from __future__ import annotations

import pygame

from tools.soak.hand import key_down as key_down
from tools.soak.hand import key_up as key_up
from tools.soak.monkey import post as post


def key_of(name: str) -> tuple[int, int]:
    """Return a key, and the modifiers held with it, by pygame's names: f, ESCAPE, LALT+RETURN."""
    *held, key = name.split("+")
    return getattr(pygame, f"K_{key}"), sum(getattr(pygame, f"KMOD_{each}") for each in held)


def tap_key(key: int, modifiers: int = 0) -> None:
    """Press and release a key."""
    key_down(key, modifiers)
    key_up(key, modifiers)


def move_mouse(point: tuple[int, int]) -> None:
    """Move the mouse to `point`, in pixels."""
    post(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 0), touch=False)


def mouse_down(point: tuple[int, int], button: int = 1) -> None:
    """Press a mouse button: 1 left, 3 right."""
    post(pygame.MOUSEBUTTONDOWN, pos=point, button=button, touch=False)


def mouse_up(point: tuple[int, int], button: int = 1) -> None:
    """Release a mouse button."""
    post(pygame.MOUSEBUTTONUP, pos=point, button=button, touch=False)


def click(point: tuple[int, int], button: int = 1) -> None:
    """Move the mouse to `point` and click."""
    move_mouse(point)
    mouse_down(point, button)
    mouse_up(point, button)


def wheel(notches: int) -> None:
    """Turn the mouse wheel. Above 0 is away from the hand."""
    post(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False, touch=False)


def finger(kind: int, point: tuple[float, float], finger_id: int = 1) -> None:
    """Post FINGERDOWN, FINGERMOTION or FINGERUP at `point`, each 0..1 of the window."""
    x, y = point
    post(kind, touch_id=7, finger_id=finger_id, x=x, y=y, dx=0.0, dy=0.0)


def touch(point: tuple[int, int], window_size: tuple[int, int], finger_id: int = 1) -> None:
    """Tap with a finger at `point`, in pixels of a window of `window_size`."""
    part = ((point[0] + 0.5) / window_size[0], (point[1] + 0.5) / window_size[1])
    finger(pygame.FINGERDOWN, part, finger_id)
    finger(pygame.FINGERUP, part, finger_id)
