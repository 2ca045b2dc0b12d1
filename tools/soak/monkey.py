"""Random input, as events in pygame's queue: hands, cables and the window system."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pygame

from scenes.kit.window.app import App
from tools.soak.virtual_pad import BUTTONS, NINTENDO, NO_NAME, PLAYSTATION, XBOX, VirtualPad

MOST_PADS = 4
KEYS = (
    *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT) * 6,
    *(pygame.K_RETURN, pygame.K_SPACE) * 6,
    *(pygame.K_ESCAPE, pygame.K_BACKSPACE, pygame.K_TAB, pygame.K_F1),
    *range(pygame.K_a, pygame.K_z + 1),
    *range(pygame.K_0, pygame.K_9 + 1),
    pygame.K_KP5,
)
MODIFIERS = (0, 0, 0, pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)

COMPOSED = ("に", "にほん", "日本", "", "e\u0301", "👩\u200d👧", "a" * 80, "\u202eabc", "\x07")
DROPPED = ("/etc/passwd", "", "no such file", "茶.json", "KISSATEN", "x" * 5000)


def post(kind: int, **fields: Any) -> None:
    """Post an event to pygame's queue."""
    pygame.event.post(pygame.event.Event(kind, **fields))


class Monkey:
    """Does one random thing at a time, and counts what it did by kind."""

    def __init__(self, app: App, chance: random.Random, sizes: list[tuple[int, int]]) -> None:
        """`sizes` are the window's possible sizes in pixels."""
        self.app = app
        self.chance = chance
        self.sizes = sizes
        self.done: Counter[str] = Counter()
        self.pads: list[VirtualPad] = []
        self._mouse = (0, 0)
        self._ways: list[tuple[Callable[[], None], float]] = [
            (self._key, 30),
            (self._click, 30),
            (self._wander, 12),
            (self._drag, 3),
            (self._wheel, 2),
            (self._finger, 8),
            (self._fingers, 1),
            (self._compose, 1),
            (self._drop, 0.2),
            (self._pad, 20),
            (self._plug, 0.3),
            (self._unplug, 0.25),
            (self._resize, 0.12),
            (self._full_screen, 0.02),
            (self._focus, 0.3),
            (self._expose, 0.2),
            (self._close, 0.05),
        ]

    def act(self) -> None:
        """Do one random thing."""
        ways, weights = zip(*self._ways, strict=True)
        way = self.chance.choices(ways, weights)[0]
        self.done[way.__name__.strip("_")] += 1
        way()

    def leave(self) -> None:
        """Unplug every pad."""
        while self.pads:
            self.pads.pop().detach()

    def _key(self) -> None:
        key, modifiers = self.chance.choice(KEYS), self.chance.choice(MODIFIERS)
        post(pygame.KEYDOWN, key=key, mod=modifiers, unicode="", scancode=0)
        # Otherwise the key stays held until it is pressed again.
        if self.chance.random() < 0.97:
            post(pygame.KEYUP, key=key, mod=modifiers, unicode="", scancode=0)

    def _point(self) -> tuple[int, int]:
        """Return a point: often on a widget, else anywhere, sometimes just outside the window."""
        width, height = self.app.window.size
        widgets = getattr(getattr(self.app.manager.top, "focus", None), "widgets", None)
        if widgets and self.chance.random() < 0.5:
            rect = self.chance.choice(widgets).rect
            return self.chance.randint(rect.left, rect.right), self.chance.randint(rect.top, rect.bottom)
        return self.chance.randint(-2, width + 1), self.chance.randint(-2, height + 1)

    def _move(self, point: tuple[int, int]) -> None:
        self._mouse = point
        post(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 0), touch=False)

    def _wander(self) -> None:
        self._move(self._point())

    def _click(self) -> None:
        self._move(self._point())
        button = self.chance.choice((1, 1, 1, 1, 1, 2, 3))
        post(pygame.MOUSEBUTTONDOWN, pos=self._mouse, button=button, touch=False)
        if self.chance.random() < 0.95:
            post(pygame.MOUSEBUTTONUP, pos=self._mouse, button=button, touch=False)

    def _drag(self) -> None:
        post(pygame.MOUSEBUTTONDOWN, pos=self._mouse, button=1, touch=False)
        for _ in range(self.chance.randint(1, 6)):
            self._move(self._point())
        post(pygame.MOUSEBUTTONUP, pos=self._mouse, button=1, touch=False)

    def _wheel(self) -> None:
        post(pygame.MOUSEWHEEL, x=0, y=self.chance.choice((-3, -1, 0, 1, 3)), flipped=False, touch=False)

    def _touch(self, kind: int, finger: int) -> None:
        width, height = self.app.window.size
        x, y = self._point()
        post(kind, touch_id=7, finger_id=finger, x=x / width, y=y / height, dx=0.0, dy=0.0)

    def _finger(self) -> None:
        finger = self.chance.randint(1, 3)
        self._touch(pygame.FINGERDOWN, finger)
        if self.chance.random() < 0.3:
            self._touch(pygame.FINGERMOTION, finger)
        if self.chance.random() < 0.95:
            self._touch(pygame.FINGERUP, finger)

    def _fingers(self) -> None:
        """Put down, move and lift several fingers in any order; some never lift."""
        fingers = range(4, 4 + self.chance.randint(2, 10))
        for kind in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
            share = 0.8 if kind == pygame.FINGERUP else 1.0
            for finger in self.chance.sample(fingers, round(share * len(fingers))):
                self._touch(kind, finger)

    def _compose(self) -> None:
        """Let an input method compose texts, and in most cases enter one."""
        for text in self.chance.sample(COMPOSED, 3):
            post(pygame.TEXTEDITING, text=text, start=0, length=len(text))
        if self.chance.random() < 0.7:
            post(pygame.TEXTEDITING, text="", start=0, length=0)
            post(pygame.TEXTINPUT, text=self.chance.choice(COMPOSED))

    def _drop(self) -> None:
        """Drop files or a text on the window."""
        kind, field = self.chance.choice(((pygame.DROPFILE, "file"), (pygame.DROPTEXT, "text")))
        post(pygame.DROPBEGIN)
        for _ in range(self.chance.randint(1, 3)):
            post(kind, **{field: self.chance.choice(DROPPED)})
        post(pygame.DROPCOMPLETE)

    def _pad(self) -> None:
        if not self.pads:
            self._plug()
            return
        pad = self.chance.choice(self.pads)
        if pad.mapped and self.chance.random() < 0.3:
            pad.axis(self.chance.randrange(6), self.chance.choice((-1.0, -0.4, 0.0, 0.0, 0.4, 1.0)))
            return
        button = self.chance.choice(list(BUTTONS)) if pad.mapped else self.chance.randrange(10)
        pad.press(button)
        if self.chance.random() < 0.97:
            pad.release(button)

    def _plug(self) -> None:
        if len(self.pads) < MOST_PADS:
            kind = self.chance.choice((XBOX, PLAYSTATION, NINTENDO, NO_NAME))
            self.pads.append(VirtualPad(kind, mapped=kind is not NO_NAME))

    def _unplug(self) -> None:
        if self.pads:
            self.pads.pop(self.chance.randrange(len(self.pads))).detach()

    def _resize(self) -> None:
        size = self.chance.choice(self.sizes)
        pygame.display.set_mode(size, pygame.RESIZABLE)
        post(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])

    def _full_screen(self) -> None:
        post(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode="", scancode=0)
        post(pygame.KEYUP, key=pygame.K_F11, mod=0, unicode="", scancode=0)

    def _focus(self) -> None:
        post(pygame.WINDOWFOCUSLOST)
        post(pygame.WINDOWFOCUSGAINED)

    def _expose(self) -> None:
        post(pygame.WINDOWEXPOSED)

    def _close(self) -> None:
        post(pygame.WINDOWCLOSE)
