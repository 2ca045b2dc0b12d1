"""The operator's PIN: asked for, or set for the first time by typing it twice."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Protocol

import pygame

from scenes.kiosk.keypad import MIDDLE, keypad
from scenes.kiosk.waiting_scene import clock_text
from scenes.kit import svg, theme
from scenes.kit.canvas import Canvas
from scenes.kit.focus_scene import FocusScene
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import GlyphBar, Prompt
from scenes.kit.glyphs import ARROWS
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.paint import Sprite
from scenes.kit.scene import Nav, Pop
from scenes.services import Services

LEAST, MOST = 6, 12
TRIES = 5
QUIET_SECONDS = 20.0  # without a press: back to the table
SHAKE_SECONDS = 0.24
SHAKES = (12, -8, 4)  # design pixels
EYEBROW = Style(theme.HELPER, theme.EYEBROW, bold=True, spacing=4)
TITLE = Style(72, theme.IVORY, bold=True)
HELPER = Style(theme.LIST, theme.MUTED)
LEFT = Style(44, theme.IVORY, bold=True)
WARN = Style(theme.HELPER, "#FFB48C")
TIME = Style(80, theme.IVORY, bold=True)
_WINDOW = {Shape.WIDE: (96, 288, 752, 184), Shape.CLASSIC: (72, 288, 600, 184), Shape.TALL: (54, 288, 972, 184)}
_BAR = {Shape.WIDE: (54, 956, 1812, 80), Shape.CLASSIC: (54, 956, 1332, 80), Shape.TALL: (54, 1760, 972, 128)}


class Lock(Protocol):
    """What knows the PIN."""

    @property
    def is_set(self) -> bool:
        """Whether there is one."""

    def set(self, pin: str) -> None:
        """Take a PIN of LEAST to MOST digits. Raises OSError where it cannot be kept."""

    def check(self, pin: str) -> bool:
        """Whether this is it; a wrong one counts as a try."""

    @property
    def tries_left(self) -> int:
        """How many wrong tries are left before a wait."""

    @property
    def wait(self) -> float:
        """Seconds for which no try is taken."""


class PinScene(FocusScene):
    """Asks for the PIN, or, where there is none, for a new one twice; goes on with `opened`. Pops when given up.

    Digits are never shown. While there is no PIN there is no way back: the table is not open to visitors.
    """

    def __init__(self, services: Services, lock: Lock, opened: Callable[[], Nav]) -> None:
        super().__init__(services.stage)
        self.lock = lock
        self._opened = opened
        self._typed = ""
        self._first = ""  # what was typed the first time, while a new PIN is set
        self._note = ""
        self._setting = not lock.is_set
        self._quiet = 0.0
        self._shake = 0.0
        self._wait = 0.0
        self._look()

    def enter(self) -> None:
        self.resized()
        self.stage.audio.play("open")

    def resized(self) -> None:
        at = self.focus.widgets.index(self.focus.current) if self.focus.current in self.focus.widgets else MIDDLE
        label = self.stage.t("kiosk.pin.set" if self._setting else "kiosk.pin.open")
        widgets, self._done = keypad(self.stage, self._type, self._delete, label, self._confirm)
        self.focus.set(widgets, widgets[at])
        self.bar = GlyphBar(self.stage, self.stage.metrics.rect(*_BAR[self.stage.metrics.shape]))
        t = self.stage.t
        back = [] if self._setting else [Prompt(Kind.BACK, t("kiosk.pin.back"))]
        self.bar.set([Prompt(ARROWS, t("glyph.choose"), ""), Prompt(Kind.SECONDARY, t("kiosk.pin.delete"), ""), *back])
        self._follow()

    @property
    def spoken_title(self) -> str:
        return f"{self._title()}\n{self._note}".rstrip()

    @property
    def takes_text(self) -> bool:
        return True  # no log repeats what is typed here

    def _title(self) -> str:
        if not self._setting:
            return self.stage.t("kiosk.pin.enter")
        return self.stage.t("kiosk.pin.again" if self._first else "kiosk.pin.new")

    # What is typed

    def _type(self, digit: str) -> Nav | None:
        if len(self._typed) < MOST and self._wait <= 0:
            self._typed += digit
            self._note = ""
        self._follow()
        return None

    def _delete(self) -> Nav | None:
        self._typed = self._typed[:-1]
        self._follow()
        return None

    def _follow(self) -> None:
        """The last key can be pressed once there are enough digits."""
        self._done.enabled = len(self._typed) >= LEAST and self._wait <= 0

    def _confirm(self) -> Nav | None:
        if len(self._typed) < LEAST or self._wait > 0:
            return None
        typed, self._typed = self._typed, ""
        nav = self._set(typed) if self._setting else self._try(typed)
        self._look()
        self.resized()
        return nav

    def _set(self, typed: str) -> Nav | None:
        """Take a new PIN once it has been typed twice."""
        if not self._first:
            self._first = typed
            return None
        first, self._first = self._first, ""
        if first != typed:
            self._refuse("kiosk.pin.differ")
            return None
        try:
            self.lock.set(typed)
        except OSError as error:
            self._note = self.stage.t("kiosk.pin.unkept", detail=error.strerror or str(error))
            return None
        return self._opened()

    def _try(self, typed: str) -> Nav | None:
        if self.lock.check(typed):
            return self._opened()
        self._refuse("kiosk.pin.wrong")
        return None

    def _refuse(self, note: str) -> None:
        self._note = self.stage.t(note)
        self._shake = SHAKE_SECONDS
        self.stage.audio.play("barred")
        self.stage.say(self._note, urgent=True)

    def _look(self) -> None:
        """Ask how long no try is taken."""
        self._wait = 0.0 if self._setting else self.lock.wait

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is not Kind.HOVER:
            self._quiet = 0.0
        meant = self.bar.translate(intent) or intent
        if meant.kind is Kind.DIGIT:
            return self._type(str(meant.value))
        if meant.kind in (Kind.SECONDARY, Kind.UNDO):
            return self._delete()
        if meant.kind is Kind.BACK:
            return None if self._setting else Pop()
        if meant.kind is Kind.CONFIRM and meant.key and self._done.enabled:
            return self._confirm()  # Enter, on a keyboard, is for what was typed
        return self.focus.intent(meant)[1]

    # Time and drawing

    def tick(self, dt: float) -> Nav | None:
        self._quiet += dt
        self._shake = max(0.0, self._shake - dt)
        if self._wait > 0:
            self._wait -= dt
            if self._wait <= 0:
                self._look()  # the file knows best
                self.resized()
        if self._quiet >= QUIET_SECONDS and not self._setting:
            return Pop()
        return super().tick(dt)

    @property
    def lively(self) -> bool:
        return super().lively or self._shake > 0 or self._wait > 0

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        canvas.blit(stage.table, (0, 0))
        stage.put(canvas, stage.paint.veil(stage.metrics.size, 0.3, "#0B0A0A"), (0, 0))
        px = stage.metrics.px
        window = stage.metrics.rect(*_WINDOW[stage.metrics.shape])
        left, room = window.left, window.width
        eyebrow = stage.t("kiosk.operator").upper()
        stage.text(canvas, eyebrow, (left, window.top - px(200)), stage.capped(EYEBROW, 1.0))
        title, note = self._title(), stage.t("kiosk.pin.note", least=LEAST, most=MOST)
        stage.text(canvas, title, (left, window.top - px(104)), stage.shrunk(title, TITLE, room), width=room)
        small = stage.shrunk(note, stage.capped(HELPER, 1.0), room, 24)
        stage.text(canvas, note, (left, window.top - px(48)), small, width=room)
        if self._wait > 0:
            self._draw_locked(canvas, window)
        else:
            self._draw_sockets(canvas, window)
        self._draw_tries(canvas, window)
        self.focus.draw(canvas)
        self.bar.draw(canvas)

    def _draw_sockets(self, canvas: Canvas, window: pygame.Rect) -> None:
        """A brass bead for each digit, and where the next one goes; never a figure."""
        stage, px = self.stage, self.stage.metrics.px
        if self._shake > 0 and not stage.look.reduced_motion:
            step = min(len(SHAKES) - 1, int((1 - self._shake / SHAKE_SECONDS) * len(SHAKES)))
            window = window.move(px(abs(SHAKES[step])) * (1 if SHAKES[step] > 0 else -1), 0)
        stage.put(canvas, stage.paint.panel("lacquer", window.size), window.topleft)
        count = max(LEAST, min(MOST, len(self._typed) + (len(self._typed) < MOST)))
        pitch = min(px(116), (window.width - px(56)) // count)
        width, height = pitch * 100 // 116, px(128)
        left = window.left + px(28)
        for index in range(count):
            socket = pygame.Rect(left + index * pitch, window.centery - height // 2, width, height)
            stage.put(canvas, stage.paint.well(socket.size, 14), socket.topleft)
            if index < len(self._typed):
                side = min(px(50), width * 4 // 5)
                bead = stage.paint.once(("pin bead", side), partial(_bead, side))
                stage.put(canvas, bead, (socket.centerx - side // 2, socket.centery - side // 2))
            elif index == len(self._typed):
                bar = pygame.Rect(0, 0, width * 48 // 100, px(6))
                bar.midbottom = (socket.centerx, socket.bottom - px(20))
                stage.put(canvas, stage.paint.veil(bar.size, 1.0, "#F0CB73"), bar.topleft)

    def _draw_locked(self, canvas: Canvas, window: pygame.Rect) -> None:
        """How long no try is taken."""
        stage, px = self.stage, self.stage.metrics.px
        stage.put(canvas, stage.paint.panel("lacquer", window.size), window.topleft)
        side = window.height * 136 // 184
        lock = stage.paint.once(("pin lock", side), lambda: Sprite(_lock(side)))
        stage.put(canvas, lock, (window.left + px(36), window.centery - side // 2))
        left = window.left + px(60) + side
        stage.text(canvas, clock_text(math.ceil(self._wait)), (left, window.centery + px(4)), stage.capped(TIME, 1.0))
        note, room = stage.t("kiosk.pin.locked"), window.right - px(24) - left
        small = stage.shrunk(note, stage.capped(HELPER, 1.0), room, 24)
        stage.text(canvas, note, (left, window.centery + px(56)), small, width=room)

    def _draw_tries(self, canvas: Canvas, window: pygame.Rect) -> None:
        """How many tries are left, in words and as beads, and what was wrong."""
        stage, px = self.stage, self.stage.metrics.px
        baseline = window.bottom + px(80)
        if not self._setting:
            left = self.lock.tries_left
            text = stage.t("kiosk.pin.left", count=left)
            style = stage.shrunk(text, stage.capped(LEFT, 1.0), window.width // 2, 28)
            place = stage.text(canvas, text, (window.left, baseline), style)
            for index in range(TRIES):
                kept = index < left
                bead = stage.paint.once(("pin try", kept), partial(_try_bead, px(34), kept))
                stage.put(canvas, bead, (place.right + px(40) + index * px(56), baseline - px(32)))
        if self._note:
            lines, small = stage.fitted(self._note, stage.capped(WARN, 1.0), window.width, px(96))
            stage.paragraph(canvas, lines, (window.left, baseline + px(52)), small)


def _bead(side: int) -> Sprite:
    shade = svg.radial("b", (("0", "#FFF3CC"), (".5", "#DDB968"), ("1", "#8A6427")), (40, 36), 60)
    body = f'<defs>{shade}</defs><circle cx="50" cy="50" r="49" fill="url(#b)"/>'
    return Sprite(svg.render(body, side, side, (100, 100)))


def _try_bead(side: int, kept: bool) -> Sprite:
    """An enamel bead, or a dark one with a cross."""
    if kept:
        body = '<circle cx="50" cy="50" r="47" fill="#F6EFDD" stroke="#B98F45" stroke-width="5"/>'
    else:
        body = '<circle cx="50" cy="50" r="47" fill="#0D0D0F"/>'
        body += '<path d="M32 32L68 68M68 32L32 68" stroke="#FF9A6B" stroke-width="10" stroke-linecap="round"/>'
    return Sprite(svg.render(body, side, side, (100, 100)))


def _lock(side: int) -> pygame.Surface:
    body = '<circle cx="68" cy="68" r="66" fill="#141216" stroke="#B98F45" stroke-width="4"/>'
    body += '<path d="M50 66V50a18 18 0 0 1 36 0v16" fill="none" stroke="#F0CB73" stroke-width="9"/>'
    body += '<rect x="42" y="62" width="52" height="42" rx="6" fill="#F0CB73"/>'
    body += '<circle cx="68" cy="80" r="6" fill="#2A1E16"/><rect x="65.5" y="80" width="5" height="13" fill="#2A1E16"/>'
    return svg.render(body, side, side, (136, 136))
