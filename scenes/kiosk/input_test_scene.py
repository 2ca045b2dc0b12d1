"""The test of the input: every device that is there, and what is pressed on it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import partial

import pygame

from scenes.kiosk.display_test_scene import works_dialog
from scenes.kiosk.pad_picture import PadPicture
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.input.intents import DIRECTIONS, KEYBOARD, Device, Intent, Kind, Point
from scenes.kit.input.keyboard import face
from scenes.kit.input.signals import Signal, SignalKind
from scenes.kit.layout import Shape, cell, cells, column, grid, places, row, within
from scenes.kit.scene import Item, Nav, Pop, Push, ScanTarget, Scene
from scenes.kit.sound.speech import sentences
from scenes.kit.widgets.key_caps import draw_cap
from scenes.kit.widgets.page import MARGIN, draw_heading
from scenes.kit.widgets.widget import Button, Touch
from scenes.services import Services

HOLD_SECONDS = 2.0  # for which a pad's button or Done is held
TWICE_SECONDS = 1.5  # within which Esc is pressed again
TRAIL_SECONDS = 1.5
SHOWN_KEYS = 4
MOST_PADS = 8
LABEL = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
NOTE = Style(theme.HELPER, theme.MUTED)
NAME = Style(theme.CAPTION, theme.IVORY, bold=True)
PAD = 28  # design pixels inside a card


class InputTestScene(Scene):
    """Shows every press and does nothing else, until a button is held, Esc pressed twice or Done held.

    Pops with True where the operator then says that all works, False where it does not, None where that is not said.
    """

    many_fingers = True
    is_animated = True

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
        metrics = self.stage.metrics
        is_tall, margin = metrics.shape is Shape.TALL, MARGIN[metrics.shape]
        line = column if is_tall else row
        cards = line(*cells("keys pointers"), size=472 if is_tall else 224)
        note, done = cell("note", 84 if is_tall else None), cell("done", 110 if is_tall else 384)
        foot = line(note, done, size=210 if is_tall else 90, gap=16)
        self.places = places(metrics, column(cards, cell("pads"), foot, pad=(margin, 192, margin, 54)))
        self.done = Button(self.places["done"], self.stage.t("test.done"), self._ask, size=40)

    def _ask(self) -> Nav:
        return Push(partial(works_dialog, self.stage))

    # Presses and time

    def scan(self) -> Sequence[Item]:
        return (ScanTarget("done", self.done.label, self._ask, (self.done.rect,)),)

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
    def spoken(self) -> str:
        return sentences(self.stage.t("test.input"), self.stage.t("test.input_end"))

    # Drawing

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        canvas.blit(stage.table, (0, 0))
        stage.blit(canvas, stage.paint.veil(stage.metrics.size, 0.42, "#0B0A0A"), (0, 0))
        draw_heading(stage, canvas, stage.t("kiosk.operator"), stage.t("test.input"))
        self._draw_keys(canvas)
        self._draw_pointers(canvas)
        self._draw_pads(canvas)
        stage.label(canvas, stage.t("test.input_end"), self.places["note"], NOTE, lines=3)
        self.done.draw(stage, canvas, Touch(pressed=bool(self._on_done)))
        if self._ending > 0:
            width = round(self.done.rect.width * min(1.0, self._ending / HOLD_SECONDS))
            bar = pygame.Rect(self.done.rect.left, self.done.rect.bottom - stage.metrics.px(8), width, 1)
            stage.blit(canvas, stage.paint.veil((max(1, width), stage.metrics.px(8)), 1.0, theme.EYEBROW), bar.topleft)
        self._draw_trail(canvas)

    def _card(
        self, canvas: Canvas, place: pygame.Rect, label: str, style: Style = LABEL, pad: float = PAD
    ) -> pygame.Rect:
        """A panel with its label; gives what is left inside it."""
        stage = self.stage
        stage.blit(canvas, stage.paint.panel("lacquer", place.size), place.topleft)
        head, inside = row(cell("label"), size=44, pad=(PAD, 0)), row(cell("inside"), pad=(pad, 0))
        at = within(stage.metrics, place, column(head, inside, gap=pad - 16, pad=(0, 16, 0, pad)))
        stage.label(canvas, label, at["label"], style, least=22)
        return at["inside"]

    def _draw_keys(self, canvas: Canvas) -> None:
        """The latest keys, the last one first and named."""
        stage = self.stage
        inside = self._card(canvas, self.places["keys"], stage.t("device.keyboard").upper())
        if not self.keys:
            stage.label(canvas, stage.t("test.press_key"), inside, NOTE)
        keys = within(stage.metrics, inside, row(*[cell("key", across=112)] * SHOWN_KEYS, gap=16)).all("key")
        for index, (code, key) in enumerate(zip(self.keys, keys, strict=False)):
            down = code in self.held or (
                code == pygame.K_ESCAPE and index == 0 and self.time - self._escaped < TWICE_SECONDS
            )
            draw_cap(stage, canvas, key, face(code), "down" if down else "asked" if index == 0 else "waiting")

    def _draw_pointers(self, canvas: Canvas) -> None:
        """What mouse or fingers did last, and where."""
        stage = self.stage
        inside = self._card(canvas, self.places["pointers"], stage.t("test.pointers").upper())
        last = self.last
        if last is None or last.point is None:
            stage.label(canvas, stage.t("test.touch"), inside, NOTE._replace(color=theme.IVORY))
            return
        kind = "turn" if last.kind is Kind.TURN else "down" if self.fingers else "moved"
        what, where = within(
            stage.metrics, inside, column(*[cell("line", fit=52, least=36)] * 2, gap=0, pad=(0, 10))
        ).all("line")
        text = stage.t(f"test.pointer.{kind}", count=len(self.fingers))
        stage.label(canvas, text, what, NOTE._replace(color=theme.IVORY), least=22)
        stage.label(canvas, f"{last.point[0]}, {last.point[1]}", where, NOTE, least=22)

    def _draw_pads(self, canvas: Canvas) -> None:
        """A card for each pad."""
        stage, place, count = self.stage, self.places["pads"], len(self.pads)
        if not self.pads:
            inside = self._card(canvas, place, stage.t("test.pads").upper())
            stage.label(canvas, stage.t("test.no_pad"), inside, NOTE, "centre")
            return
        is_tall, is_wide = stage.metrics.shape is Shape.TALL, stage.metrics.shape is Shape.WIDE
        few = 1 if is_tall else count
        columns = few if count <= 2 else 2 if is_tall else count if is_wide and count <= 4 else 2 if count <= 4 else 4
        rows = -(-MOST_PADS // columns) if count > 4 else None
        cards = within(stage.metrics, place, grid("pad", count, columns, rows=rows)).all("pad")
        for card, (pad, picture) in zip(cards, self.pads.items(), strict=True):
            name = stage.pad_name(pad.number)
            inside = self._card(canvas, card, f"{name} · {pad.name}" if pad.name else name, NAME, 16)
            picture.draw(stage, canvas, inside)

    def _draw_trail(self, canvas: Canvas) -> None:
        """Where pointers have been lately, and a ring around those that are down."""
        stage, px = self.stage, self.stage.metrics.px
        side = px(20)
        dot = stage.drawing("dot", (side, side), color=theme.HIGHLIGHT)
        for begin, (x, y) in self.trail:
            share = 1 - (self.time - begin) / TRAIL_SECONDS
            if share > 0:
                stage.blit(canvas, dot, (x - side // 2, y - side // 2), share)
        wide = px(120)
        for x, y in self.fingers.values():
            stage.blit(canvas, stage.drawing("kiosk/finger", (wide, wide)), (x - wide // 2, y - wide // 2))
