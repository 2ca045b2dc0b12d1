"""The test of the input: every connected device, and what is pressed on it.

A pad is drawn as a picture: pressed buttons are lit, tested ones have a brass rim, sticks show their position.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

import pygame

from scenes.kiosk.output_tests import works_dialog
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.bindings import key_face
from scenes.kit.input.controllers import PadState
from scenes.kit.input.intents import DIRECTIONS, KEYBOARD, Device, Intent, Kind, Point, Signal, SignalKind
from scenes.kit.layout import Shape, cell, cells, column, grid, places, row, within
from scenes.kit.scene import Item, KeyWatchScene, Nav, Pop, Push, ScanTarget
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.widgets.key_caps import draw_cap
from scenes.kit.widgets.page import MARGIN, draw_heading
from scenes.kit.widgets.widget import Button
from scenes.services import Services

Look = Literal["idle", "tried", "down"]
VIEW = (400, 240)  # the size of a pad's picture, in its own units
LEAST_LETTER = 20  # design pixels; smaller letters are left out
_ROUND = {  # middle and radius of each round button of a game controller
    pygame.CONTROLLER_BUTTON_A: (308, 136, 17, "A"),
    pygame.CONTROLLER_BUTTON_B: (340, 106, 17, "B"),
    pygame.CONTROLLER_BUTTON_X: (276, 106, 17, "X"),
    pygame.CONTROLLER_BUTTON_Y: (308, 76, 17, "Y"),
    pygame.CONTROLLER_BUTTON_BACK: (170, 92, 11, ""),
    pygame.CONTROLLER_BUTTON_START: (230, 92, 11, ""),
    pygame.CONTROLLER_BUTTON_GUIDE: (200, 122, 13, ""),
}
_BOXES = {  # x, y, width, height of the other buttons
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: (66, 28, 88, 20),
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: (246, 28, 88, 20),
    pygame.CONTROLLER_BUTTON_DPAD_UP: (134, 134, 22, 24),
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: (134, 178, 22, 24),
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: (111, 157, 24, 22),
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: (155, 157, 24, 22),
}
_TRIGGERS = {pygame.CONTROLLER_AXIS_TRIGGERLEFT: (78, 4, 64, 20), pygame.CONTROLLER_AXIS_TRIGGERRIGHT: (258, 4, 64, 20)}
_STICKS = (  # for each stick: middle, radius, its two axes, the button in it
    (92, 106, 32, (0, 1), pygame.CONTROLLER_BUTTON_LEFTSTICK),
    (254, 168, 32, (2, 3), pygame.CONTROLLER_BUTTON_RIGHTSTICK),
)
# The share of its full movement at which a stick or trigger counts as tested.
_FAR = 0.5
_FILL = {"idle": "#141115", "tried": "#2A2422", "down": "#F0CB73"}
_LINE = {"idle": "#6B5F50", "tried": "#D9B465", "down": "#FFF3CC"}
HAT = 1000  # a hat counts as four buttons with this number and the next three: left, right, up, down


@dataclass(slots=True)
class PadPicture:
    """Remembers what was pressed on a pad, and draws it. Buttons have their numbers, axes have numbers from 100 on."""

    tried: set[int] = field(default_factory=set)
    state: PadState | None = None

    def take(self, state: PadState | None) -> None:
        """Take the pad's current state."""
        self.state = state
        if state is None:
            return
        self.tried |= state.down | self._hat(state)
        self.tried |= {100 + axis for axis, value in enumerate(state.axes) if abs(value) >= _FAR}

    @staticmethod
    def _hat(state: PadState) -> set[int]:
        x, y = state.hat
        return {HAT + at for at, on in enumerate((x < 0, x > 0, y < 0, y > 0)) if on}

    def look(self, number: int) -> Look:
        """Return the look of a button."""
        assert self.state is not None
        if number in self.state.down or number in self._hat(self.state):
            return "down"
        return "tried" if number in self.tried else "idle"

    def draw(self, stage: Stage, canvas: Canvas, room: pygame.Rect) -> None:
        """Draw the pad as large as `room` (pixels) allows."""
        if self.state is None:
            return
        scale = min(room.width / VIEW[0], room.height / VIEW[1])
        left = room.centerx - VIEW[0] * scale / 2
        top = room.centery - VIEW[1] * scale / 2
        drawing = _PadDrawing(stage, canvas, left, top, scale)
        if self.state.is_mapped:
            self._draw_mapped(drawing)
        else:
            self._draw_numbered(drawing)

    def _draw_mapped(self, drawing: _PadDrawing) -> None:
        assert self.state is not None
        drawing.body()
        for axis, (x, y, width, height) in _TRIGGERS.items():
            look: Look = "tried" if 100 + axis in self.tried else "idle"
            drawing.box(x, y, width, height, look)
            pressed = max(0.0, self.state.axes[axis]) * width
            if pressed >= 4:
                drawing.box(x, y, round(pressed), height, "down")
        for code, box in _BOXES.items():
            drawing.box(*box, self.look(code))
        for code, (cx, cy, r, letter) in _ROUND.items():
            drawing.disc(cx, cy, r, self.look(code), letter)
        for cx, cy, r, (across, down), code in _STICKS:
            moved = {100 + across, 100 + down} & self.tried
            drawing.stick(cx, cy, r, (self.state.axes[across], self.state.axes[down]), self.look(code), bool(moved))

    def _draw_numbered(self, drawing: _PadDrawing) -> None:
        """Draw a pad whose layout is unknown: numbered buttons in rows, its first stick, its hat."""
        state = self.state
        assert state is not None
        count = min(state.buttons, 24)
        row = 6 if count <= 18 else 8
        r = 18 if row == 6 else 13
        for button in range(count):
            cx, cy = 24 + button % row * 2.3 * r, 30 + button // row * 2.5 * r
            drawing.disc(cx, cy, r, self.look(button), str(button + 1))
        if len(state.axes) >= 2:
            drawing.stick(334, 58, 42, (state.axes[0], state.axes[1]), "idle", bool({100, 101} & self.tried))
        for at, (x, y) in enumerate(((296, 159), (350, 159), (323, 132), (323, 186))):
            drawing.box(x, y, 25, 25, self.look(HAT + at))


@dataclass(frozen=True, slots=True)
class _PadDrawing:
    """The place of a pad's picture in pixels, and its scale."""

    stage: Stage
    canvas: Canvas
    left: float
    top: float
    scale: float

    def _at(self, x: float, y: float) -> tuple[int, int]:
        return round(self.left + x * self.scale), round(self.top + y * self.scale)

    def body(self) -> None:
        size = round(VIEW[0] * self.scale), round(VIEW[1] * self.scale)
        self.stage.blit(self.canvas, self.stage.drawing("kiosk/pad", size), self._at(0, 0))

    def box(self, x: float, y: float, width: float, height: float, look: Look) -> None:
        size = max(2, round(width * self.scale)), max(2, round(height * self.scale))

        def make() -> Sprite:
            body = svg.box(0, 0, *size, 5 * self.scale, fill=_FILL[look], stroke=_LINE[look], line=2 * self.scale)
            return Sprite(svg.render(body, *size))

        self.stage.blit(self.canvas, self.stage.paint.cached(("pad box", size, look), make), self._at(x, y))

    def disc(self, cx: float, cy: float, r: float, look: Look, letter: str = "") -> None:
        side = round(2 * r * self.scale)
        sprite = self.stage.drawing("kiosk/pad-button", (side, side), fill=_FILL[look], line=_LINE[look])
        x, y = self._at(cx - r, cy - r)
        self.stage.blit(self.canvas, sprite, (x, y))
        size = 1.15 * r * self.scale / self.stage.metrics.scale
        if letter and size >= LEAST_LETTER:
            style = self.stage.limit_scale(Style(size, theme.INK if look == "down" else theme.IVORY, bold=True), 1.0)
            self.stage.centred(self.canvas, letter, pygame.Rect(x, y, side, side), style)

    def stick(self, cx: float, cy: float, r: float, at: tuple[float, float], look: Look, tried: bool) -> None:
        """Draw a stick's field, and its head at its position."""
        self.disc(cx, cy, r, "tried" if tried else "idle")
        moves = 0.5 * r
        head: Look = "down" if look == "down" or max(map(abs, at)) >= _FAR else look
        self.disc(cx + at[0] * moves, cy + at[1] * moves, 0.45 * r, head)


HOLD_SECONDS = 2.0  # seconds for which a pad's B or Start, or Done, is held to end the test
TWICE_SECONDS = 1.5  # the most seconds between the two presses of Esc
TRAIL_SECONDS = 1.5
SHOWN_KEYS = 4
MOST_PADS = 8
LABEL = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
NOTE = Style(theme.HELPER, theme.MUTED)
NAME = Style(theme.CAPTION, theme.IVORY, bold=True)
PAD = 28  # design pixels between a card's edge and its content


class InputTestScene(KeyWatchScene):
    """Shows every press and does nothing else.

    It ends when a pad's B or Start, or the button Done, is held, or Esc is pressed twice. Pops with the operator's
    verdict: True, False, or None.
    """

    many_fingers = True
    is_animated = True

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage)
        self.time = 0.0
        self.pads: dict[Device, PadPicture] = {}
        self.keys: deque[int] = deque(maxlen=SHOWN_KEYS)  # key codes, latest first
        self.held: set[int] = set()  # key codes that are down
        self.fingers: dict[int, Point] = {}  # the place of each pointer that is down
        self.trail: deque[tuple[float, Point]] = deque(maxlen=160)
        self.last: Intent | None = None  # the last action of mouse or finger
        self._ending = 0.0  # seconds that B, Start or Done has been held
        self._on_done: set[int] = set()  # fingers that began on Done
        self._escaped = -TWICE_SECONDS  # time of the last Esc

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
            if intent.kind not in DIRECTIONS and intent.device in self.pads:  # even a short press counts
                profile = self.stage.devices.profile(intent.device)
                self.pads[intent.device].tried.update(self.stage.devices.bindings.codes(profile, intent.kind))
        elif intent.kind is Kind.BACK and intent.device == KEYBOARD:  # Esc is the only key that arrives as an intent
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
        self.done.draw(stage, canvas, bool(self._on_done))
        if self._ending > 0:
            width = round(self.done.rect.width * min(1.0, self._ending / HOLD_SECONDS))
            bar = pygame.Rect(self.done.rect.left, self.done.rect.bottom - stage.metrics.px(8), width, 1)
            stage.blit(canvas, stage.paint.veil((max(1, width), stage.metrics.px(8)), 1.0, theme.EYEBROW), bar.topleft)
        self._draw_trail(canvas)

    def _card(
        self, canvas: Canvas, place: pygame.Rect, label: str, style: Style = LABEL, pad: float = PAD
    ) -> pygame.Rect:
        """Draw a panel with its label; return the rectangle inside."""
        stage = self.stage
        stage.blit(canvas, stage.paint.panel("lacquer", place.size), place.topleft)
        head, inside = row(cell("label"), size=44, pad=(PAD, 0)), row(cell("inside"), pad=(pad, 0))
        at = within(stage.metrics, place, column(head, inside, gap=pad - 16, pad=(0, 16, 0, pad)))
        stage.label(canvas, label, at["label"], style, least=22)
        return at["inside"]

    def _draw_keys(self, canvas: Canvas) -> None:
        """Draw the latest keys with their names, the latest first."""
        stage = self.stage
        inside = self._card(canvas, self.places["keys"], stage.t("device.keyboard").upper())
        if not self.keys:
            stage.label(canvas, stage.t("test.press_key"), inside, NOTE)
        keys = within(stage.metrics, inside, row(*[cell("key", across=112)] * SHOWN_KEYS, gap=16)).all("key")
        for index, (code, key) in enumerate(zip(self.keys, keys, strict=False)):
            down = code in self.held or (
                code == pygame.K_ESCAPE and index == 0 and self.time - self._escaped < TWICE_SECONDS
            )
            draw_cap(stage, canvas, key, key_face(code), "down" if down else "asked" if index == 0 else "waiting")

    def _draw_pointers(self, canvas: Canvas) -> None:
        """Draw the last action of mouse or fingers, and its place."""
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
        """Draw a card for each pad."""
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
        """Draw the recent trail of pointers, and a ring around those that are down."""
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
