"""The axis wheel beside the board: what each axis would leave the rival, which are barred and which hand over a win."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game.coffee.board import Axis
from scenes.coffee.marks import warning_picture
from scenes.coffee.pieces import Pieces
from scenes.coffee.places import PAD, Wheel
from scenes.coffee.spokes import count_disc
from scenes.kit import svg, theme
from scenes.kit.canvas import Sheet, Target
from scenes.kit.fonts import Style
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage
from scenes.table.marks import sign

TITLE = Style(44, theme.IVORY, bold=True)
BELOW = Style(theme.CAPTION, theme.MUTED)
FOOTER = Style(theme.CAPTION, "#FFD9A8")
MOST_GROWTH = 1.2


@dataclass(frozen=True, slots=True)
class WheelView:
    """What the wheel says; equal views look alike. `counts` are the cells left by axis, in wheel order."""

    colour: str
    chosen: Axis | None
    counts: tuple[tuple[Axis, int], ...]
    dangers: frozenset[Axis]
    title: str
    below: str
    footer: str  # "" for none
    warns: bool  # whether the footer tells of a danger


def draw_wheel(stage: Stage, canvas: Target, wheel: Wheel, view: WheelView) -> None:
    """Draw the panel with the wheel."""
    key = (wheel.panel, wheel.in_row, view)
    sprite = stage.paint.latest("coffee wheel", key, lambda: _Drawing(stage, wheel, view).make())
    stage.put(canvas, sprite, wheel.panel.topleft)


class _Drawing:
    """One picture of the wheel on its way; everything is placed from the panel's corner."""

    def __init__(self, stage: Stage, wheel: Wheel, view: WheelView) -> None:
        self.stage = stage
        self.wheel = wheel
        self.view = view
        self.pieces = Pieces(stage)
        self.unit = stage.metrics.px

    def make(self) -> Sprite:
        """Draw everything, in order."""
        face = self.stage.paint.panel("lacquer", self.wheel.panel.size)
        pad = max(-face.dx, self.unit(40))
        size = self.wheel.panel.width + 2 * pad, self.wheel.panel.height + 2 * pad
        sheet = Sheet.blank(size)
        self.origin = pad - self.wheel.panel.x, pad - self.wheel.panel.y
        self.stage.put(sheet, face, (pad, pad))
        if self.wheel.in_row:
            for axis, _ in self.view.counts:
                self._plate(sheet, axis)
        else:
            self._face(sheet)
            for axis, count in self.view.counts:
                self._disc(sheet, axis, count, self._at(self.wheel.spokes[axis]), self.wheel.spoke_radius)
        self._words(sheet)
        return Sprite(sheet.surface, -pad, -pad)

    def _at(self, point: tuple[int, int]) -> tuple[int, int]:
        return point[0] + self.origin[0], point[1] + self.origin[1]

    # Round

    def _face(self, sheet: Sheet) -> None:
        """The enamel with a bar along each axis, the bean, and the stick along the axis that is chosen."""
        x, y = self._at(self.wheel.center)
        radius = self.wheel.radius
        stage = self.stage
        shade = stage.paint.shadow((2 * radius, 2 * radius), 0.8, radius / stage.metrics.scale)
        stage.put(sheet, shade, (x - radius, y - radius))
        body = _enamel(radius)
        for axis, count in self.view.counts:
            body += _bar(radius, self.wheel.angles[axis], self._ink(axis, count), 0.70 * radius, 0.085 * radius)
        side = 2 * radius
        sheet.blit(svg.render(body, side, side), (x - radius, y - radius))
        self._bean_and_stick(sheet, (x, y), round(0.35 * radius), round(0.46 * radius), self.view.chosen)

    def _bean_and_stick(self, sheet: Sheet, at: tuple[int, int], bean: int, stick: int, axis: Axis | None) -> None:
        self.stage.put(sheet, self.pieces.bean_shadow(bean, lifted=False), at)
        self.stage.put(sheet, self.pieces.bean(bean, self.view.colour), at)
        if axis is not None:
            self.stage.put(sheet, self.pieces.stick(stick, self.wheel.angles[axis]), at)

    def _ink(self, axis: Axis, count: int) -> str:
        if not count:
            return theme.SIGN
        return "#E8935C" if axis in self.view.dangers else "#BFB196"

    # In a row

    def _plate(self, sheet: Sheet, axis: Axis) -> None:
        """One axis as a plate of its own: the stick on a bean, the count at its foot."""
        count = dict(self.view.counts)[axis]
        x, y = self._at(self.wheel.spokes[axis])
        radius = self.wheel.spoke_radius
        stage = self.stage
        shade = stage.paint.shadow((2 * radius, 2 * radius), 0.6, radius / stage.metrics.scale)
        stage.put(sheet, shade, (x - radius, y - radius))
        body = _enamel(radius) + _bar(radius, self.wheel.angles[axis], self._ink(axis, count), 0.8 * radius, 5)
        sheet.blit(svg.render(body, 2 * radius, 2 * radius), (x - radius, y - radius))
        self._bean_and_stick(sheet, (x, y), round(0.34 * radius), round(0.44 * radius), axis if count else None)
        if axis == self.view.chosen:
            self._ring(sheet, (x, y), radius)
        small = round(0.46 * radius)
        at = x + round(0.60 * radius), y + round(0.54 * radius)
        self._disc(sheet, axis, count, at, small, ring=False)

    # Both

    def _disc(self, sheet: Sheet, axis: Axis, count: int, at: tuple[int, int], radius: int, ring: bool = True) -> None:
        """A count with its shadow, in a ring where it is chosen, with a sign where it hands over a win."""
        danger, chosen = axis in self.view.dangers, axis == self.view.chosen
        stage = self.stage
        shade = stage.paint.shadow((2 * radius, 2 * radius), 0.45, radius / stage.metrics.scale)
        stage.put(sheet, shade, (at[0] - radius, at[1] - radius))
        if chosen and ring:
            self._ring(sheet, at, radius)
        stage.put(sheet, count_disc(stage, radius, count, chosen, danger), at)
        if danger:
            self._warn(sheet, at, radius)

    def _warn(self, sheet: Sheet, at: tuple[int, int], radius: int) -> None:
        """The warning sign beside a count: right of it, or small on its shoulder where the panel ends."""
        picture = warning_picture(self.stage, round(1.3 * radius))
        half = picture.surface.get_width() // 2
        x, y = at[0] + radius + round(1.05 * half), at[1]
        if self.wheel.low or x + half > self.wheel.panel.right + self.origin[0] - self.unit(4):
            picture = warning_picture(self.stage, round(1.1 * radius))
            x, y = at[0] + round(0.90 * radius), at[1] - round(0.95 * radius)
        self.stage.put(sheet, picture, (x, y))

    def _ring(self, sheet: Sheet, at: tuple[int, int], radius: int) -> None:
        ring = self.stage.paint.ring((2 * radius, 2 * radius), radius / self.stage.metrics.scale, 1, 5)
        self.stage.put(sheet, ring, (at[0] - radius, at[1] - radius))

    def _words(self, sheet: Sheet) -> None:
        head, foot, footer = self.wheel.head.move(*self.origin), self.wheel.foot.move(*self.origin), self.view.footer
        if not self.wheel.low:
            self._heading(sheet, head)
        elif not footer or head != foot:
            self._lines(sheet, self.view.below, BELOW, head)
        if footer and self.wheel.low and not self.wheel.in_row:  # the discs have the sign; beside them is no room
            self._lines(sheet, footer, FOOTER, foot)
        elif footer:
            self._footer(sheet, foot if self.wheel.low else foot.inflate(-2 * self.unit(PAD), 0))

    def _heading(self, sheet: Sheet, head: pygame.Rect) -> None:
        stage, unit = self.stage, self.unit
        left, width = head.left + unit(36), head.width - unit(36 + 16)
        for text, style, baseline in ((self.view.title, TITLE, 56), (self.view.below, BELOW, 98)):
            fitting = stage.shrunk(text, stage.capped(style, MOST_GROWTH), width, 22)
            stage.text(sheet, text, (left, head.top + unit(baseline)), fitting, width=width)

    def _footer(self, sheet: Sheet, room: pygame.Rect) -> None:
        """What is wrong with an axis, with its sign."""
        stage, unit = self.stage, self.unit
        side = unit(36 if self.wheel.low else 46)
        if not self.wheel.low:
            hairline = stage.paint.line(room.width - 2 * unit(8), theme.IVORY, 0.20)
            sheet.blit(hairline.surface, (room.left + unit(8), room.top))
        if self.view.warns:
            stage.put(sheet, warning_picture(stage, side), (room.left + side // 2, room.centery))
        else:
            sheet.blit(svg.render(sign((32, 32), 1.0), side, side, (64, 64)), (room.left, room.centery - side // 2))
        beside = side + unit(12)
        room = pygame.Rect(room.left + beside, room.top, room.width - beside, room.height)
        self._lines(sheet, self.view.footer, FOOTER, room)

    def _lines(self, sheet: Sheet, text: str, style: Style, room: pygame.Rect) -> None:
        """Words within `room`, in the middle of its height."""
        stage = self.stage
        style = stage.shrunk(text, stage.capped(style, MOST_GROWTH), room.width)
        lines, style = stage.fitted(text, style, *room.size)
        step = stage.fonts.line_height(style)
        size = style.size * stage.metrics.scale * stage.metrics.text_scale
        stage.paragraph(sheet, lines, (room.left, room.centery - (len(lines) - 1) * step / 2 + 0.366 * size), style)


def _enamel(radius: int) -> str:
    """A round enamel plate with a brass rim, filling a square of twice `radius`."""
    side = 2.0 * radius
    rim = max(2.0, 0.035 * radius)
    defs = svg.gradient("b", theme.BRASS, (0, 0), (side, side))
    defs += svg.radial("e", (("0", "#FFFFFB"), (".55", "#F7F0E0"), ("1", "#DCCFB4")), (side * 0.36, side * 0.30), side)
    body = f'<circle cx="{radius}" cy="{radius}" r="{radius}" fill="url(#b)"/>'
    body += f'<circle cx="{radius}" cy="{radius}" r="{radius - rim:.2f}" fill="url(#e)"/>'
    return f"<defs>{defs}</defs>{body}"


def _bar(radius: int, degrees: float, color: str, half: float, width: float) -> str:
    """A bar through the middle of a plate."""
    dx, dy = half * math.cos(math.radians(degrees)), half * math.sin(math.radians(degrees))
    path = f"M{radius - dx:.2f} {radius - dy:.2f}L{radius + dx:.2f} {radius + dy:.2f}"
    return f'<path d="{path}" stroke="{color}" stroke-width="{width:.2f}" stroke-linecap="round" stroke-opacity=".75"/>'
