"""A pad as a picture: what is pressed is lit, what has been pressed has a brass rim, sticks show where they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.controllers import PadState
from scenes.kit.stage import Stage

Look = Literal["idle", "tried", "down"]
VIEW = (400, 240)  # of the picture
LEAST_LETTER = 20  # design pixels; smaller ones are left out
_ROUND = {  # middle and radius of each button of a game controller
    pygame.CONTROLLER_BUTTON_A: (308, 136, 17, "A"),
    pygame.CONTROLLER_BUTTON_B: (340, 106, 17, "B"),
    pygame.CONTROLLER_BUTTON_X: (276, 106, 17, "X"),
    pygame.CONTROLLER_BUTTON_Y: (308, 76, 17, "Y"),
    pygame.CONTROLLER_BUTTON_BACK: (170, 92, 11, ""),
    pygame.CONTROLLER_BUTTON_START: (230, 92, 11, ""),
    pygame.CONTROLLER_BUTTON_GUIDE: (200, 122, 13, ""),
}
_BOXES = {  # x, y, width, height
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: (66, 28, 88, 20),
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: (246, 28, 88, 20),
    pygame.CONTROLLER_BUTTON_DPAD_UP: (134, 134, 22, 24),
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: (134, 178, 22, 24),
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: (111, 157, 24, 22),
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: (155, 157, 24, 22),
}
_TRIGGERS = {pygame.CONTROLLER_AXIS_TRIGGERLEFT: (78, 4, 64, 20), pygame.CONTROLLER_AXIS_TRIGGERRIGHT: (258, 4, 64, 20)}
_STICKS = (  # middle, radius, axes, the button in it
    (92, 106, 32, (0, 1), pygame.CONTROLLER_BUTTON_LEFTSTICK),
    (254, 168, 32, (2, 3), pygame.CONTROLLER_BUTTON_RIGHTSTICK),
)
_FAR = 0.5  # of its way that a stick or trigger must have gone to count as tried
_FILL = {"idle": "#141115", "tried": "#2A2422", "down": "#F0CB73"}
_LINE = {"idle": "#6B5F50", "tried": "#D9B465", "down": "#FFF3CC"}
HAT = 1000  # numbers of a hat's directions among the buttons: left, right, up, down


@dataclass(slots=True)
class PadPicture:
    """Remembers of one pad what has been pressed: buttons by number, axes as 100 and more."""

    tried: set[int] = field(default_factory=set)
    state: PadState | None = None

    def take(self, state: PadState | None) -> None:
        """Take how the pad stands now."""
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
        """Draw it as large as `room` (pixels) allows."""
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
        """A pad of which only numbers are known: its buttons in rows, its first stick, its hat."""
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
    """Where a picture lies, in pixels, and how large."""

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
        """The stick's field, and its head where it is."""
        self.disc(cx, cy, r, "tried" if tried else "idle")
        moves = 0.5 * r
        head: Look = "down" if look == "down" or max(map(abs, at)) >= _FAR else look
        self.disc(cx + at[0] * moves, cy + at[1] * moves, 0.45 * r, head)
