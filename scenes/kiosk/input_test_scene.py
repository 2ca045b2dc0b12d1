"""The test of the input: every device that is there, and what is pressed on it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from scenes.kiosk.display_test_scene import works_dialog
from scenes.kiosk.pad_picture import PadPicture
from scenes.kit import svg, theme
from scenes.kit.canvas import Canvas
from scenes.kit.devices import Signal, SignalKind
from scenes.kit.fonts import Style
from scenes.kit.heading import draw_heading
from scenes.kit.intents import DIRECTIONS, KEYBOARD, Device, Intent, Kind, Point
from scenes.kit.key_caps import draw_cap
from scenes.kit.keyboard import face
from scenes.kit.layout import Shape
from scenes.kit.paint import Sprite
from scenes.kit.scene import Item, Nav, Pop, Push, Scene, Stop
from scenes.kit.speech import sentences
from scenes.kit.widgets import Button, Touch
from scenes.services import Services

HOLD_SECONDS = 2.0  # for which a pad's button or Done is held
TWICE_SECONDS = 1.5  # within which Esc is pressed again
TRAIL_SECONDS = 1.5
SHOWN_KEYS = 4
MOST_PADS = 8
LABEL = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
NOTE = Style(theme.HELPER, theme.MUTED)
NAME = Style(theme.CAPTION, theme.IVORY, bold=True)
Box = tuple[float, float, float, float]
PAD = 28  # inside a card
GAP = 24


@dataclass(frozen=True, slots=True)
class Places:
    """Design pixels: the cards of keyboard and pointers, the pads' part, how it is ended, Done."""

    keys: Box
    pointers: Box
    pads: Box
    note: Box
    done: Box


_PLACES = {
    Shape.WIDE: Places(
        (96, 192, 852, 224), (972, 192, 852, 224), (96, 440, 1728, 472), (96, 936, 1300, 90), (1440, 936, 384, 90)
    ),
    Shape.CLASSIC: Places(
        (72, 192, 636, 224), (732, 192, 636, 224), (72, 440, 1296, 472), (72, 936, 888, 90), (984, 936, 384, 90)
    ),
    Shape.TALL: Places(
        (54, 200, 972, 224), (54, 448, 972, 224), (54, 696, 972, 944), (54, 1656, 972, 84), (54, 1756, 972, 110)
    ),
}


class InputTestScene(Scene):
    """Shows every press and does nothing else, until a button is held, Esc pressed twice or Done held.

    Pops with True where the operator then says that all works, False where it does not, None where that is not said.
    """

    many_fingers = True

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage)
        self.time = 0.0
        self.pads: dict[Device, PadPicture] = {}
        self.keys: deque[int] = deque(maxlen=SHOWN_KEYS)  # the latest first
        self.held: set[int] = set()  # keys
        self.fingers: dict[int, Point] = {}  # pointers that are down
        self.trail: deque[tuple[float, Point]] = deque(maxlen=160)
        self.last: Intent | None = None  # of mouse or finger
        self._ending = 0.0  # seconds for which something has been held
        self._on_done: set[int] = set()  # fingers that went down on Done
        self._escaped = -TWICE_SECONDS  # when Esc was pressed

    def enter(self) -> None:
        self.stage.devices.watch_keys(True)
        self.resized()

    def leave(self) -> None:
        self.stage.devices.watch_keys(False)

    def pause(self) -> None:
        self.stage.devices.watch_keys(False)

    def resume(self, result: object) -> Nav | None:
        return Pop(result)

    def resized(self) -> None:
        self.places = _PLACES[self.stage.metrics.shape]
        self.done = Button(self.stage.metrics.rect(*self.places.done), self.stage.t("test.done"), self._ask, size=40)

    def _ask(self) -> Nav:
        return Push(partial(works_dialog, self.stage))

    # Presses and time

    def scan(self) -> Sequence[Item]:
        return (Stop("done", self.done.label, self._ask, (self.done.rect,)),)

    def intent(self, intent: Intent) -> Nav | None:
        if intent.point is not None:
            self._point(intent, intent.point)
        elif intent.device.is_pad:
            if intent.kind not in DIRECTIONS and intent.device in self.pads:  # however short the press was
                profile = self.stage.devices.profile(intent.device)
                self.pads[intent.device].tried.update(self.stage.devices.bindings.codes(profile, intent.kind))
        elif intent.kind is Kind.BACK and intent.device == KEYBOARD:  # the one key that comes as a press
            if self.time - self._escaped <= TWICE_SECONDS:
                return self._ask()
            self._escaped = self.time
            self._note_key(pygame.K_ESCAPE)
        return None

    def _point(self, intent: Intent, point: Point) -> None:
        self.last = intent
        self.trail.append((self.time, point))
        if intent.kind is Kind.PRESS:
            self.fingers[intent.finger] = point
            if self.done.rect.collidepoint(point):
                self._on_done.add(intent.finger)
        elif intent.kind is Kind.RELEASE:
            self.fingers.pop(intent.finger, None)
            self._on_done.discard(intent.finger)
        elif intent.kind is Kind.DRAG:
            self.fingers[intent.finger] = point
            if not self.done.rect.collidepoint(point):
                self._on_done.discard(intent.finger)

    def _note_key(self, code: int) -> None:
        if code in self.keys:
            self.keys.remove(code)
        self.keys.appendleft(code)

    def signal(self, signal: Signal) -> Nav | None:
        if signal.kind is SignalKind.KEY_DOWN and signal.code is not None:
            self._note_key(signal.code)
            self.held.add(signal.code)
        elif signal.kind is SignalKind.KEY_UP and signal.code is not None:
            self.held.discard(signal.code)
        elif signal.kind is SignalKind.FOCUS_LOST:
            self.held.clear()
            self.fingers.clear()
            self._on_done.clear()
        return None

    def tick(self, dt: float) -> Nav | None:
        self.time += dt
        devices = self.stage.devices
        present = devices.pads()[:MOST_PADS]
        self.pads = {pad: self.pads.get(pad, PadPicture()) for pad in present}
        for pad, picture in self.pads.items():
            picture.take(devices.pad_state(pad))
        held = any(devices.is_down(pad, kind) for pad in devices.pads() for kind in (Kind.BACK, Kind.PAUSE))
        self._ending = self._ending + dt if held or self._on_done else 0.0
        return self._ask() if self._ending >= HOLD_SECONDS else None

    @property
    def lively(self) -> bool:
        return True

    @property
    def spoken(self) -> str:
        return sentences(self.stage.t("test.input"), self.stage.t("test.input_end"))

    # Drawing

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        canvas.blit(stage.table, (0, 0))
        stage.put(canvas, stage.paint.veil(stage.metrics.size, 0.42, "#0B0A0A"), (0, 0))
        draw_heading(stage, canvas, stage.t("kiosk.operator"), stage.t("test.input"))
        self._draw_keys(canvas)
        self._draw_pointers(canvas)
        self._draw_pads(canvas)
        place = stage.metrics.rect(*self.places.note)
        lines, style = stage.fitted(stage.t("test.input_end"), stage.capped(NOTE, 1.0), place.width, place.height)
        step = stage.fonts.line_height(style)
        top = place.centery - step * len(lines) // 2
        stage.paragraph(canvas, lines, (place.left, top + stage.fonts.ascent(style)), style)
        self.done.draw(stage, canvas, Touch(pressed=bool(self._on_done)))
        if self._ending > 0:
            width = round(self.done.rect.width * min(1.0, self._ending / HOLD_SECONDS))
            bar = pygame.Rect(self.done.rect.left, self.done.rect.bottom - stage.metrics.px(8), width, 1)
            stage.put(canvas, stage.paint.veil((max(1, width), stage.metrics.px(8)), 1.0, theme.EYEBROW), bar.topleft)
        self._draw_trail(canvas)

    def _card(self, canvas: Canvas, box: Box, label: str) -> pygame.Rect:
        """A panel with its label; gives what is left inside it."""
        stage, px = self.stage, self.stage.metrics.px
        place = stage.metrics.rect(*box)
        stage.put(canvas, stage.paint.panel("lacquer", place.size), place.topleft)
        style = stage.shrunk(label, stage.capped(LABEL, 1.0), place.width - 2 * px(PAD), 22)
        stage.text(canvas, label, (place.left + px(PAD), place.top + px(48)), style)
        return pygame.Rect(
            place.left + px(PAD), place.top + px(72), place.width - 2 * px(PAD), place.height - px(72 + PAD)
        )

    def _draw_keys(self, canvas: Canvas) -> None:
        """The latest keys, the last one first and named."""
        stage, px = self.stage, self.stage.metrics.px
        inside = self._card(canvas, self.places.keys, stage.t("device.keyboard").upper())
        if not self.keys:
            style = stage.capped(NOTE, 1.0)
            stage.text(canvas, stage.t("test.press_key"), (inside.left, inside.centery + px(11)), style)
            return
        width = (inside.width - px(16) * (SHOWN_KEYS - 1)) // SHOWN_KEYS
        for index, code in enumerate(self.keys):
            key = pygame.Rect(inside.left + index * (width + px(16)), inside.top, width, min(inside.height, px(112)))
            down = code in self.held or (
                code == pygame.K_ESCAPE and index == 0 and self.time - self._escaped < TWICE_SECONDS
            )
            draw_cap(stage, canvas, key, face(code), "down" if down else "asked" if index == 0 else "waiting")

    def _draw_pointers(self, canvas: Canvas) -> None:
        """What mouse or fingers did last, and where."""
        stage, px = self.stage, self.stage.metrics.px
        inside = self._card(canvas, self.places.pointers, stage.t("test.pointers").upper())
        last = self.last
        if last is None or last.point is None:
            texts = [stage.t("test.touch")]
        else:
            x, y = last.point
            kind = "turn" if last.kind is Kind.TURN else "down" if self.fingers else "moved"
            texts = [stage.t(f"test.pointer.{kind}", count=len(self.fingers)), f"{x}, {y}"]
        styles = [stage.capped(NOTE._replace(color=theme.IVORY), 1.0), stage.capped(NOTE, 1.0)]
        first = inside.centery + px(11) - (len(texts) - 1) * px(26)
        for index, (text, style) in enumerate(zip(texts, styles, strict=False)):
            small = stage.shrunk(text, style, inside.width, 22)
            stage.text(canvas, text, (inside.left, first + index * px(52)), small)

    def _draw_pads(self, canvas: Canvas) -> None:
        stage, px = self.stage, self.stage.metrics.px
        if not self.pads:
            inside = self._card(canvas, self.places.pads, stage.t("test.pads").upper())
            style = stage.capped(NOTE, 1.0)
            stage.text(canvas, stage.t("test.no_pad"), (inside.centerx, inside.centery), style, "centre")
            return
        for box, (pad, picture) in zip(self._cells(len(self.pads)), self.pads.items(), strict=True):
            place = stage.metrics.rect(*box)
            stage.put(canvas, stage.paint.panel("lacquer", place.size), place.topleft)
            name = stage.pad_name(pad.number)
            name = f"{name} · {pad.name}" if pad.name else name
            room = place.width - 2 * px(PAD)
            style = stage.shrunk(name, stage.capped(NAME, 1.0), room, 22)
            stage.text(canvas, name, (place.left + px(PAD), place.top + px(44)), style, width=room)
            inside = pygame.Rect(place.left + px(16), place.top + px(60), place.width - px(32), place.height - px(76))
            picture.draw(stage, canvas, inside)

    def _cells(self, count: int) -> list[Box]:
        """A card for each pad."""
        x, y, width, height = self.places.pads
        shape = self.stage.metrics.shape
        if shape is Shape.WIDE and count <= 4:
            columns, rows = count, 1
        elif count <= 2:
            columns, rows = (1, count) if shape is Shape.TALL else (count, 1)
        elif count <= 4:
            columns, rows = 2, 2
        else:
            columns, rows = (2, 4) if shape is Shape.TALL else (4, 2)
        each, high = (width + GAP) / columns - GAP, (height + GAP) / rows - GAP
        return [
            (x + index % columns * (each + GAP), y + index // columns * (high + GAP), each, high)
            for index in range(count)
        ]

    def _draw_trail(self, canvas: Canvas) -> None:
        """Where pointers have been lately, and a ring around those that are down."""
        stage, px = self.stage, self.stage.metrics.px
        side = px(20)
        dot = stage.paint.once(("test dot", side), lambda: Sprite(_dot(side)))
        for begin, (x, y) in self.trail:
            share = 1 - (self.time - begin) / TRAIL_SECONDS
            if share > 0:
                stage.put(canvas, dot, (x - side // 2, y - side // 2), share)
        wide = px(120)
        ring = stage.paint.once(("test ring", wide), lambda: Sprite(_circle(wide)))
        for x, y in self.fingers.values():
            stage.put(canvas, ring, (x - wide // 2, y - wide // 2))


def _dot(side: int) -> pygame.Surface:
    return svg.render('<circle cx="50" cy="50" r="48" fill="#FFD98A"/>', side, side, (100, 100))


def _circle(side: int) -> pygame.Surface:
    body = '<circle cx="50" cy="50" r="42" fill="none" stroke="#1B0D04" stroke-width="12"/>'
    body += '<circle cx="50" cy="50" r="42" fill="none" stroke="#FFD98A" stroke-width="7"/>'
    return svg.render(body, side, side, (100, 100))
