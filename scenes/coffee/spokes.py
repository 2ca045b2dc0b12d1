"""The counts at the ends of the axes; around the bean on the board they are for a lesson, which has no side panel."""

from __future__ import annotations

import math
from collections.abc import Collection

import pygame

from game.coffee import rules
from game.coffee.board import Axis, Cell
from game.coffee.state import State
from scenes.coffee.geometry import Geometry
from scenes.coffee.selection import Pointing
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Drawable, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Stage
from scenes.table.art.marks import sign

AWAY = 0.80  # pitches from the bean to a count
RADIUS = 0.21  # pitches


def draw_spokes(
    stage: Stage,
    canvas: Drawable,
    geometry: Geometry,
    state: State,
    selection: Pointing,
    dangers: Collection[str],
) -> None:
    """Draw a count at one end of each axis through the stone that is put: the end with more room."""
    cell = selection.cell
    radius = max(8, round(RADIUS * geometry.pitch))
    for axis in geometry.board.axes:
        count = len(rules.offer_of(state, cell, axis))
        disc = count_disc(stage, radius, count, axis == selection.axis, axis in dangers)
        x, y = _end(geometry, cell, axis)
        stage.blit(canvas, disc, (round(x), round(y)))


def _end(geometry: Geometry, cell: Cell, axis: Axis) -> tuple[float, float]:
    x, y = geometry.cell_center(cell)
    line = geometry.board.line(cell, axis)
    forward = line.index(cell) < len(line) / 2
    angle = math.radians(geometry.angle(axis) + (0 if forward else 180))
    far = AWAY * geometry.pitch
    return x + far * math.cos(angle), y + far * math.sin(angle)


def count_disc(stage: Stage, radius: int, count: int, chosen: bool, danger: bool) -> Sprite:
    """A count, put at its middle: cream where chosen, orange where it hands over a win, barred where it is none."""

    def make() -> Sprite:
        side = 2 * radius
        fill, edge, ink = ("#FBF4E4", theme.EYEBROW, theme.INK) if chosen else ("#262322", theme.EYEBROW, theme.IVORY)
        if danger:
            fill, edge, ink = "#BF4A08", "#FFDCC0", "#FFFFFF"
        line = max(2.0, 0.075 * radius)
        body = f'<circle cx="{radius}" cy="{radius}" r="{radius - line / 2:.2f}" fill="{fill}" stroke="{edge}" '
        body += f'stroke-width="{line:.2f}"/>'
        sheet = SurfaceCanvas.blank((side, side))
        sheet.blit(svg.render(body if count else sign((radius, radius), side / 64), side, side), (0, 0))
        if count:
            size = 1.12 * radius / stage.metrics.scale / stage.metrics.text_scale
            stage.centred(sheet, str(count), pygame.Rect(0, 0, side, side), Style(size, ink, bold=True))
        return Sprite(sheet.surface, -radius, -radius)

    return stage.paint.cached(("coffee count", radius, count, chosen, danger), make)
