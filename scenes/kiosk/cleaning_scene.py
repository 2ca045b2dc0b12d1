"""A minute in which the screen can be wiped: it is dark, and no touch does anything."""

from __future__ import annotations

import math

import pygame

from scenes.kiosk import ring
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from scenes.kit.input.signals import Signal, SignalKind
from scenes.kit.layout import Shape, cell, column, places
from scenes.kit.scene import Nav, Pop, Scene
from scenes.kit.sound.speech import sentences
from scenes.kit.widgets.page import MARGIN
from scenes.services import Services

TICKING = 5  # the last seconds are heard
HOLD_SECONDS = 1.0  # for which a pad's Start and Back are held
ENDING_KEYS = frozenset({pygame.K_ESCAPE, pygame.K_F10})
TITLE = Style(96, "#A8947A", bold=True)
NOTE = Style(theme.HELPER, "#7D6E5C")
LINES = ("cleaning.note", "cleaning.end")


class CleaningScene(Scene):
    """Pops after its time, or when Esc, F10 or a pad's Start and Back together end it before."""

    is_animated = True

    def __init__(self, services: Services, seconds: float = 60.0) -> None:
        super().__init__(services.stage)
        self.seconds = seconds
        self.left = seconds
        self._both = 0.0  # seconds for which a pad has held Start and Back

    def enter(self) -> None:
        self.resized()
        self.stage.devices.watch_keys(True)  # else F10 would mean nothing, and letters something

    def resized(self) -> None:
        shape = self.stage.metrics.shape
        above, below, line = (437, 506, 84) if shape is Shape.TALL else (113, 148, 60)
        face = column(cell("ring"), pad=(0, 60, 0, 0))
        lines = [cell("line", line)] * len(LINES)
        pad = (MARGIN[shape], above, MARGIN[shape], below)
        self.places = places(self.stage.metrics, column(cell("title", 96), face, *lines, gap=16, pad=pad))

    def leave(self) -> None:
        self.stage.devices.watch_keys(False)

    def pause(self) -> None:
        self.stage.devices.watch_keys(False)

    def resume(self, result: object) -> Nav | None:
        self.stage.devices.watch_keys(True)
        return None

    def intent(self, intent: Intent) -> Nav | None:
        return Pop() if intent.kind is Kind.BACK and intent.device == KEYBOARD else None

    def signal(self, signal: Signal) -> Nav | None:
        return Pop() if signal.kind is SignalKind.KEY_DOWN and signal.code in ENDING_KEYS else None

    def tick(self, dt: float) -> Nav | None:
        before, self.left = self.left, self.left - dt
        devices = self.stage.devices
        held = any(devices.is_down(pad, Kind.PAUSE) and devices.is_down(pad, Kind.RULES) for pad in devices.pads())
        self._both = self._both + dt if held else 0.0
        if self.left <= 0 or self._both >= HOLD_SECONDS:
            return Pop()
        if math.ceil(before) != math.ceil(self.left) <= TICKING:
            self.stage.audio.play("tick")
        return None

    @property
    def spoken(self) -> str:
        return sentences(*(self.stage.t(text) for text in ("cleaning.title", *LINES)))

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        stage.blit(canvas, stage.paint.veil(stage.metrics.size, 1.0, "#080706"), (0, 0))
        stage.label(canvas, stage.t("cleaning.title"), self.places["title"], TITLE, "centre")
        face = self.places["ring"]
        ring.draw(stage, canvas, face.center, face.height * 2 // 5, self.left, self.seconds, late=TICKING, dark=True)
        for key, place in zip(LINES, self.places.all("line"), strict=True):
            stage.label(canvas, stage.t(key), place, NOTE, "centre", lines=2, top=True)
