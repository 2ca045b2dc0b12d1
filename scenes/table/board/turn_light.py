"""Whose turn it is, seen without reading: the board's rim in the mover's colour, and the lamp over the mover's card."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial

import pygame

from game.core.rules import Seat
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Drawable, SurfaceCanvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.intents import Point
from scenes.kit.layout import Shape
from scenes.kit.stage import Stage
from scenes.table.contract.board import AnyBoard

OUTER, INNER, LABELS = 5, 28, 36  # units of the board's picture from its edge to the rim's edges and past the labels
LINE = 2.5  # units of the ivory lines along it, which show a dark colour on wood
EDGE, OPACITY = "#FFF1D0", 0.86
LIGHT_FROM = 140  # mean of the channels from which a colour has dark letters
LAMP = (("0", "#FFCF86/.34"), (".45", "#FFC777/.16"), ("1", "#FFC070/0"))
LAMP_SIDE = 760  # design pixels of the lamp's light on the table
COARSE = 96  # pixels of its picture before it is scaled up
FORWARD = 10  # design pixels by which a card in turn comes towards the board
PLAIN = "circle"  # an identity without a pattern, for a side's own colour
Corner = tuple[float, float]


class _Shifted(Drawable):
    """A target whose top left corner lies at `origin`."""

    def __init__(self, sheet: SurfaceCanvas, origin: Point) -> None:
        self._sheet = sheet
        self._origin = origin

    def take(self, surface: pygame.Surface, at: Point, opacity: int, area: pygame.Rect | None) -> None:
        self._sheet.take(surface, (at[0] - self._origin[0], at[1] - self._origin[1]), opacity, area)


def draw_rim(stage: Stage, canvas: Drawable, board: AnyBoard, state: object, lights: Mapping[Seat, float]) -> None:
    """Draw the rim in the colour and pattern of each lit seat; a side of its own has its colour alone."""
    rim = board.rim
    if rim is None:
        return
    for seat, light in lights.items():
        if light <= 0:
            continue
        side = board.words.seat(state, seat).stock.edges[0]
        identity = PLAIN if side else board.context.seats[seat].identity
        for index in range(len(rim.corners)):
            make = partial(_band, stage, board, identity, side, index)
            key = type(board).__name__, identity, side, rim, tuple(board.seats)
            band = stage.paint.cached_one(f"rim {seat} {index}", key, make)
            stage.blit(canvas, band, (0, 0), light)


def _band(stage: Stage, board: AnyBoard, identity: str, side: str, index: int) -> Sprite:
    """Draw one side of the rim with its coordinates, placed from the window's corner."""
    rim = board.rim
    assert rim is not None
    color = side or stage.identities[identity].color
    begin, end = rim.corners[index], rim.corners[(index + 1) % len(rim.corners)]
    middle = tuple(sum(corner[axis] for corner in rim.corners) / len(rim.corners) for axis in (0, 1))
    away = math.dist(middle, ((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2))

    def inside(corner: Corner, units: float) -> Corner:
        share = 1 - units * rim.unit / away
        return tuple(m + (c - m) * share for m, c in zip(middle, corner, strict=True))  # type: ignore[return-value]

    reach = [inside(begin, 0), inside(end, 0), inside(end, LABELS), inside(begin, LABELS)]
    left, top = (math.floor(min(corner[axis] for corner in reach)) for axis in (0, 1))
    right, bottom = (math.ceil(max(corner[axis] for corner in reach)) for axis in (0, 1))
    size = right - left, bottom - top

    def path(corners: Sequence[Corner]) -> str:
        return "M" + "L".join(f"{x - left:.2f} {y - top:.2f}" for x, y in corners)

    outer, inner = ((inside(begin, units), inside(end, units)) for units in (OUTER, INNER))
    sheet = stage.identities.strip(identity, size, (0, 0, 0, 0), side).surface.copy()
    _cut(sheet, path((*outer, *inner[::-1])), OPACITY)
    pen = f'stroke="{EDGE}" stroke-width="{LINE * rim.unit:.2f}"'
    sheet.blit(svg.render(f'<path d="{path(outer)}{path(inner)}" {pen}/>', *size), (0, 0))
    labels = SurfaceCanvas.blank(size)
    ink = theme.INK if sum(theme.rgb(color)) > 3 * LIGHT_FROM else theme.IVORY
    board.drawing.draw_labels(_Shifted(labels, (left, top)), ink)
    _cut(labels.surface, path(reach), 1.0)  # those of this side
    sheet.blit(labels.surface, (0, 0))
    return Sprite(sheet, left, top)


def _cut(sheet: pygame.Surface, path: str, opacity: float) -> None:
    """Keep what lies in the shape of a path."""
    mask = svg.render(f'<path d="{path}Z" fill="#FFFFFF" fill-opacity="{opacity}"/>', *sheet.get_size())
    sheet.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)


def draw_lamp(stage: Stage, canvas: Drawable, cards: Mapping[Seat, pygame.Rect], lights: Mapping[Seat, float]) -> None:
    """Draw the lamp's light on the table around the cards of lit seats.

    It glides from card to card; with reduced motion it fades out there and in here.
    """
    lit = [(cards[seat].center, light) for seat, light in lights.items() if light > 0 and seat in cards]
    if not lit:
        return
    whole = sum(light for _, light in lit)
    if not stage.look.reduced_motion:
        x, y = (sum(at[axis] * light for at, light in lit) / whole for axis in (0, 1))
        lit = [((round(x), round(y)), min(1.0, whole))]
    side = stage.metrics.px(LAMP_SIDE)
    glow = stage.paint.cached(("lamp", side), lambda: _glow(side))
    for at, light in lit:
        stage.blit(canvas, glow, at, light)


def _glow(side: int) -> Sprite:
    """Draw the light, placed by its middle."""
    half = COARSE / 2
    body = f"<defs>{svg.radial('l', LAMP, (half, half), half)}</defs>"
    body += f'<circle cx="{half}" cy="{half}" r="{half}" fill="url(#l)"/>'
    small = svg.render(body, COARSE, COARSE)
    return Sprite(pygame.transform.smoothscale(small, (side, side)), -side // 2, -side // 2)


def forward(stage: Stage, card: pygame.Rect, board: pygame.Rect, light: float) -> tuple[int, int]:
    """Return how far a card has come towards the board with its light, in pixels right and down.

    With reduced motion it is there at once.
    """
    by = round(stage.metrics.px(FORWARD) * (light if not stage.look.reduced_motion else light > 0))
    if stage.metrics.shape is Shape.TALL:
        return 0, by if card.centery < board.centery else -by
    return by if card.centerx < board.centerx else -by, 0
