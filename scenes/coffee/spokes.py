"""Counts around the bean on the board, for a board without rails: in a lesson."""

from __future__ import annotations

import math

import pygame

from game.coffee import rules
from game.coffee.board import Axis, Cell
from game.coffee.state import State
from scenes.coffee.geometry import Geometry
from scenes.coffee.hands import Selection
from scenes.kit import svg, theme
from scenes.kit.canvas import Target
from scenes.kit.fonts import Style
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage
from scenes.marks import sign

AWAY = 0.80  # pitches from the bean to a count
RADIUS = 0.21  # pitches


def draw_spokes(
    stage: Stage,
    canvas: Target,
    geometry: Geometry,
    state: State,
    selection: Selection,
    dangers: frozenset[Axis],
) -> None:
    """Draw a count at one end of each axis through the stone that is put: the end with more room."""
    cell = selection.cell
    assert cell is not None
    radius = max(8, round(RADIUS * geometry.pitch))
    for axis in geometry.board.axes:
        count = len(rules.offer_of(state, cell, axis))
        disc = _disc(stage, radius, count, axis == selection.axis, axis in dangers)
        x, y = _end(geometry, cell, axis)
        stage.put(canvas, disc, (round(x), round(y)))


def _end(geometry: Geometry, cell: Cell, axis: Axis) -> tuple[float, float]:
    x, y = geometry.cell_center(cell)
    line = geometry.board.line(cell, axis)
    forward = line.index(cell) < len(line) / 2
    angle = math.radians(geometry.angle(axis) + (0 if forward else 180))
    far = AWAY * geometry.pitch
    return x + far * math.cos(angle), y + far * math.sin(angle)


def _disc(stage: Stage, radius: int, count: int, chosen: bool, danger: bool) -> Sprite:
    def make() -> Sprite:
        side = 2 * radius
        fill, ink = ("#FBF4E4", theme.INK) if chosen else ("#262322", theme.IVORY)
        if danger:
            fill, ink = "#BF4A08", "#FFFFFF"
        body = f'<circle cx="{radius}" cy="{radius}" r="{radius * 0.93:.2f}" fill="{fill}" stroke="{theme.EYEBROW}" '
        body += f'stroke-width="{radius * 0.12:.2f}"/>'
        surface = svg.render(body if count else sign((radius, radius), side / 64), side, side)
        if count:
            size = 1.1 * radius / stage.metrics.scale / stage.metrics.text_scale
            line = stage.fonts.line(str(count), Style(size, ink, bold=True))
            box = line.get_bounding_rect()
            surface.blit(line, (radius - box.centerx, radius - box.centery), pygame.Rect(line.get_rect()))
        return Sprite(surface, -radius, -radius)

    return stage.paint.once(("coffee spoke", radius, count, chosen, danger), make)
