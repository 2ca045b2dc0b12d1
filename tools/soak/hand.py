"""One person's hand on one device, as events in pygame's queue."""

from __future__ import annotations

import random
from typing import Literal

import pygame

from scenes.kit.input.intents import Kind
from scenes.kit.widgets.focus import Focus
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.kit.widgets.widget import Widget
from scenes.kit.window.app import App
from tools.soak.monkey import post
from tools.soak.virtual_pad import XBOX, VirtualPad

Family = Literal["keyboard", "mouse", "touch", "pad"]
FAMILIES: tuple[Family, ...] = ("keyboard", "mouse", "touch", "pad")
KEYS = {
    Kind.UP: pygame.K_UP,
    Kind.DOWN: pygame.K_DOWN,
    Kind.LEFT: pygame.K_LEFT,
    Kind.RIGHT: pygame.K_RIGHT,
    Kind.CONFIRM: pygame.K_RETURN,
    Kind.BACK: pygame.K_ESCAPE,
    Kind.SECONDARY: pygame.K_x,
    Kind.HINT: pygame.K_h,
    Kind.PAUSE: pygame.K_p,
    Kind.PREVIOUS: pygame.K_q,
    Kind.NEXT: pygame.K_e,
    Kind.UNDO: pygame.K_u,
    Kind.THEORY: pygame.K_t,
    Kind.RULES: pygame.K_F1,
    Kind.WHERE: pygame.K_F2,
}
BUTTONS = {
    Kind.UP: "up",
    Kind.DOWN: "down",
    Kind.LEFT: "left",
    Kind.RIGHT: "right",
    Kind.CONFIRM: "a",
    Kind.BACK: "b",
    Kind.SECONDARY: "x",
    Kind.HINT: "y",
    Kind.PAUSE: "start",
    Kind.PREVIOUS: "lb",
    Kind.NEXT: "rb",
    Kind.THEORY: "rs",
    Kind.WHERE: "ls",
    Kind.RULES: "view",
}
# The ids that SDL gives a finger and the touch screen.
FINGER, SCREEN = 1, 7


def focus_of(app: App) -> Focus | None:
    """Return the widget focus of the scene on top, if it has one."""
    focus = getattr(app.manager.top, "focus", None)
    return focus if isinstance(focus, Focus) else None


def key_down(key: int, modifiers: int = 0) -> None:
    """Press a key."""
    post(pygame.KEYDOWN, key=key, mod=modifiers, unicode="", scancode=0)


def key_up(key: int, modifiers: int = 0) -> None:
    """Release a key."""
    post(pygame.KEYUP, key=key, mod=modifiers, unicode="", scancode=0)


class Hand:
    """Presses what is on the screen. Its pad, if any, is plugged in until `away`."""

    def __init__(self, app: App, chance: random.Random, family: Family) -> None:
        self.app = app
        self.chance = chance
        self.family = family
        self.pad = VirtualPad(XBOX) if family == "pad" else None

    def away(self) -> None:
        """Leave; unplug the pad."""
        if self.pad is not None:
            self.pad.detach()
            self.pad = None

    @property
    def points(self) -> bool:
        """Return whether the device points at places."""
        return self.family in ("mouse", "touch")

    def order(self, kind: Kind) -> None:
        """Press the button (pad), the prompt in the bar (pointer) or the key that stands for `kind`."""
        bar = getattr(self.app.manager.top, "bar", None)
        if self.points and isinstance(bar, GlyphBar):
            place = next((place.rect for place in bar.places() if place.prompt.kind is kind), None)
            if place is not None:
                self.point(place.center)
                return
        if self.pad is not None:
            self.pad.tap(BUTTONS[kind])
            return
        self.tap_key(KEYS[kind])

    def tap_key(self, key: int, modifiers: int = 0) -> None:
        """Press and release a key."""
        key_down(key, modifiers)
        key_up(key, modifiers)

    def point(self, place: tuple[int, int]) -> None:
        """Click or tap at a place, in pixels."""
        if self.family == "touch":
            width, height = self.app.window.size
            x, y = (place[0] + 0.5) / width, (place[1] + 0.5) / height
            for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
                post(kind, touch_id=SCREEN, finger_id=FINGER, x=x, y=y, dx=0.0, dy=0.0)
            return
        self.move(place)
        post(pygame.MOUSEBUTTONDOWN, pos=place, button=1, touch=False)
        post(pygame.MOUSEBUTTONUP, pos=place, button=1, touch=False)

    def move(self, place: tuple[int, int]) -> None:
        """Move the mouse."""
        post(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0), touch=False)

    def press(self, widget: Widget) -> None:
        """Press a widget of the scene on top."""
        focus = focus_of(self.app)
        if self.points or focus is None:
            self.point(widget.rect.center)
        else:
            focus.focus(widget)
            self.order(Kind.CONFIRM)

    def press_any(self) -> None:
        """Press something at random."""
        if self.points:
            width, height = self.app.window.size
            self.point((self.chance.randrange(width // 4, width), self.chance.randrange(height // 4, height)))
        elif self.pad is not None:
            self.pad.tap(self.chance.choice(("a", "b", "x", "up")))
        else:
            self.tap_key(self.chance.choice((pygame.K_SPACE, pygame.K_j, pygame.K_LEFT)))
