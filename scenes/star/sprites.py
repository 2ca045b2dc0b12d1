"""The places of Star's cells, and pictures of its pieces, marks and plates.

The pictures are made once per size and placed by their middle.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

import pygame

from game.star.state import CELLS, SIZE, Cell
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite, remembered
from scenes.kit.stage import Stage
from scenes.table.cells.grid import Grid
from scenes.table.cells.marks import KEYLINE, CellMarks
from scenes.table.cells.pieces import coordinate_style
from scenes.table.contract.view import Placement


class Look(Enum):
    """What a piece looks like. The value is its name in files and in a stock."""

    RING = "ring"
    DISC = "disc"
    STAR = "star"


StarPlacement = Placement[Look]
# The pieces' placements, by id of the piece.
StarPlacements = Mapping[str, StarPlacement]

# The look of each seat's pieces.
PIECES = (Look.RING, Look.DISC)
# Side, middle and radius of a piece's picture, in board units.
SIDE, MIDDLE, RADIUS = 176, (88, 85), 82


def picture(piece: Look) -> str:
    """Return the file of a piece's picture."""
    return f"textures/star-{piece.value}.png"


@dataclass(frozen=True, slots=True)
class Geometry(Grid):
    """A grid of three by three cells with bars between them."""

    side: int = SIZE

    def between(self, first: Cell, second: Cell) -> tuple[float, float]:
        """Return the pixel of the middle of the bar between two neighbours."""
        (x0, y0), (x1, y1) = self.middle(first), self.middle(second)
        return (x0 + x1) / 2, (y0 + y1) / 2


def place(cell: Cell) -> tuple[int, int]:
    """Return column and row of a cell."""
    return cell % SIZE, cell // SIZE


def cell_of_digit(digit: int) -> Cell | None:
    """Return the cell of a numpad key, where 7 8 9 are the top row; None for 0."""
    if not 1 <= digit <= CELLS:
        return None
    above, column = divmod(digit - 1, SIZE)
    return (SIZE - 1 - above) * SIZE + column


BOARD = "textures/star-board.jpg"
STAR_RADIUS = 104
# Degrees between two pictures of the turning star, which looks the same after 72 degrees.
STEP = 6
GHOST = 0.5
POINTS = 5
# Radius of the star's inner corners, as a share of the outer radius.
WAIST = 0.44
# How much of a tip is rounded off, as a share of the radius.
BLUNT = 0.035
# Height of the star's side, as a share of the radius.
THICK = 0.055
# Half the side of the star's picture, in radii.
BLEED = 1.12
TO_LIGHT = (-0.55, -0.83)
BRASS = ((0.0, "#5E4015"), (0.3, "#966A2B"), (0.55, "#C79A48"), (0.8, "#EBCF8E"), (1.0, "#FFF6D8"))


class Sprites(CellMarks):
    """Makes sprites in one geometry."""

    def __init__(self, stage: Stage, geometry: Geometry) -> None:
        super().__init__(stage, geometry, RADIUS)

    # Pieces

    def look(self, look: Look, angle: float = 0.0) -> Sprite:
        """Return the picture of a piece turned by `angle` degrees.

        Round pieces are never turned.
        """
        return self._star(angle) if look is Look.STAR else self._piece(look)

    @remembered
    def _piece(self, piece: Look) -> Sprite:
        side = self.px(SIDE)
        surface = self._stage.assets.texture(picture(piece), (side, side))
        return Sprite(surface, -self.px(MIDDLE[0]), -self.px(MIDDLE[1]))

    def _star(self, degrees: float) -> Sprite:
        """Return the picture of the star whose angle is nearest to `degrees`."""
        step = _turn(degrees)

        def make() -> Sprite:
            radius = STAR_RADIUS * self._unit
            side = round(2 * radius * BLEED)
            return Sprite(svg.render(star_drawing(side / 2, radius, step * STEP), side, side), -side // 2, -side // 2)

        return self.paint.cached(("star", step, self._unit), make)

    def shadow_of(self, look: Look, angle: float, layer: str) -> Sprite:
        """Return the shadow of a piece, as `shadow` makes it."""
        step = _turn(angle) if look is Look.STAR else 0
        return self.shadow(self.look(look, angle), (look, step), layer)

    # Marks on cells

    @remembered
    def mark(self, color: str, dashed: bool) -> Sprite:
        """Draw the frame of the last move in a cell: solid where it ended, dashed where it began."""
        side = self._cell
        line = (4 if dashed else 6) * self._unit
        inset = 8 * self._unit
        wide = side - 2 * inset
        body = svg.box(inset, inset, wide, wide, self.px(8), stroke=KEYLINE, line=line + 4 * self._unit, opacity=0.7)
        edge = svg.outline(side, side, self.px(16), inset + line / 2 + 2 * self._unit)
        if dashed:
            path = svg.dash_path(edge, 20 * self._unit, 14 * self._unit)
            body = f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{line:.2f}"/>'
        else:
            at = inset + 2 * self._unit
            body += svg.box(at, at, side - 2 * at, side - 2 * at, self.px(7), stroke=color, line=line)
        return Sprite(svg.render(body, side, side), -(side // 2), -(side // 2))

    @remembered
    def halo(self, color: str, hollow: bool) -> Sprite:
        """Draw a glow, to be seen behind the star. If `hollow`, draw a ring of light, to be seen around a piece."""
        radius = (RADIUS + 14 if hollow else STAR_RADIUS) * self._unit
        pad = self.px(54)
        side = round(2 * radius)
        surface = self.paint.blurred((side, side), radius / self.paint.scale, 16 * self._unit, pad, theme.rgb(color))
        if hollow:
            c = surface.get_width() / 2
            hole = svg.render(f'<circle cx="{c}" cy="{c}" r="{radius:.1f}" fill="#FFFFFF"/>', *surface.get_size())
            surface.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
        return Sprite(surface, -surface.get_width() // 2, -surface.get_height() // 2)


def _turn(degrees: float) -> int:
    """Return the number of the star's picture nearest to an angle."""
    return round(degrees / STEP) % (72 // STEP)


Point = tuple[float, float]


def star_drawing(middle: float, radius: float, degrees: float) -> str:
    """Return the star as SVG, turned clockwise by `degrees` around (`middle`, `middle`).

    The light does not turn with it.
    """
    corners = [_corner(middle, radius, degrees, i) for i in range(2 * POINTS)]
    ring = [*corners, corners[0]]
    outline = _path(corners)
    thick = THICK * radius
    join = f'stroke-linejoin="round" stroke-width="{2 * BLUNT * radius:.2f}"'
    body = ""
    for share, color in ((1.0, "#4A3210"), (0.66, "#5E4115"), (0.33, "#7A5822")):
        shift = f"translate({0.35 * thick * share:.2f} {thick * share:.2f})"
        body += f'<path d="{outline}" transform="{shift}" fill="{color}" stroke="{color}" {join}/>'
    body += f'<path d="{outline}" fill="#F3DA9C" stroke="#F3DA9C" {join}/>'
    defs = ""
    for i, (first, second) in enumerate(pairwise(ring)):
        tone = 0.52 + 0.42 * _facing(first, second)
        far = ((first[0] + second[0]) / 2, (first[1] + second[1]) / 2)
        stops = (("0", _brass(tone + 0.07)), ("1", _brass(tone - 0.08)))
        defs += svg.gradient(f"f{i}", stops, (middle, middle), far)
        body += f'<path d="{_path([(middle, middle), first, second])}" fill="url(#f{i})"/>'
    return f"<defs>{defs}</defs>{body}{_ridges(middle, radius, corners)}"


def _corner(middle: float, radius: float, degrees: float, i: int) -> Point:
    angle = math.radians(degrees - 90 + 180 / POINTS * i)
    away = radius * (1.0 if i % 2 == 0 else WAIST) - BLUNT * radius
    return middle + away * math.cos(angle), middle + away * math.sin(angle)


def _facing(first: Point, second: Point) -> float:
    """Return how much the facet at an edge faces the lamp, from -1 (away) to 1 (towards)."""
    normal = (second[1] - first[1], first[0] - second[0])
    return (normal[0] * TO_LIGHT[0] + normal[1] * TO_LIGHT[1]) / math.hypot(*normal)


def _brass(tone: float) -> str:
    """Return the colour of brass for a tone from 0 (dark) to 1 (bright)."""
    tone = min(1.0, max(0.0, tone))
    (low, dark), (high, light) = next(pair for pair in pairwise(BRASS) if tone <= pair[1][0])
    share = (tone - low) / (high - low)
    mixed = (round(a + (b - a) * share) for a, b in zip(theme.rgb(dark), theme.rgb(light), strict=True))
    return "#{:02X}{:02X}{:02X}".format(*mixed)


def _ridges(middle: float, radius: float, corners: list[Point]) -> str:
    """Return light ridges and dark grooves from the middle as SVG."""
    line = 0.014 * radius
    body = ""
    for i, (x, y) in enumerate(corners):
        color, opacity = ("#FFF9E6", 0.85) if i % 2 == 0 else ("#5A3E12", 0.5)
        body += f'<path d="M{middle:.2f} {middle:.2f}L{x:.2f} {y:.2f}" stroke="{color}" '
        body += f'stroke-opacity="{opacity}" stroke-width="{line:.2f}" stroke-linecap="round"/>'
    return body


def _path(points: list[Point]) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + "Z"


# Perfect play: a plate on each cell where a piece can be placed; for other actions a sign at the arrow, or a pill
# beside it. A pill covers as little as possible of the star, the pieces and other pills.

COLORS = {"win": theme.GOOD, "draw": theme.IVORY, "loss": theme.WARN}
# Sizes of a plate in board units: with a number of plies below the word, and without.
PLATE, PLATE_SINGLE = (140, 108), (140, 64)
DOT = 52
# Height and margin of a pill in board units. Its width depends on its text.
PILL_HEIGHT, PILL_PAD = 56, 20
# Type sizes in board units.
WORD, PILL_WORD = 33.0, 32.0
GAP = 8.0
LINE = 3.0
SIGN_WIDTH = 24.0


class ActionValue(NamedTuple):
    """The value of an action for the player in turn. `plies` counts the plies to the game's end; None for a draw."""

    value: str
    plies: int | None


class Plates:
    """Makes plates and pills for one size of the board, placed by their middle."""

    def __init__(self, stage: Stage, unit: float) -> None:
        self._stage = stage
        self.paint = stage.paint
        self._unit = unit

    @property
    def drawn_at(self) -> tuple[object, ...]:
        """The values on which all plates depend."""
        return self._unit, self._stage.strings.language, self._stage.metrics.text_scale

    @remembered
    def plate(self, verdict: ActionValue) -> Sprite:
        """Draw the plate of a placement: its sign and word, with the plies below."""
        within = self._within(verdict)
        width, height = (side * self._unit for side in (PLATE if within else PLATE_SINGLE))
        sheet = self._face((width, height), 14 * self._unit, verdict.value)
        top = height * (0.30 if within else 0.5)
        self._line(sheet, verdict.value, self._word(verdict), (width / 2, top), WORD)
        if within:
            self._line(sheet, "", within, (width / 2, height * 0.70), WORD)
        return Sprite(sheet.surface, -round(width / 2), -round(height / 2))

    @remembered
    def pill(self, verdict: ActionValue) -> Sprite:
        """Draw the pill of a slide or jump: sign, word and plies in one line."""
        text = " ".join(part for part in (self._word(verdict), self._within(verdict)) if part)
        style = self._style(PILL_WORD, COLORS[verdict.value])
        width = self._stage.fonts.width(text, style) + (SIGN_WIDTH + GAP + 2 * PILL_PAD) * self._unit
        return self._rounded(verdict.value, text, width, PILL_HEIGHT * self._unit)

    @remembered
    def dot(self, verdict: ActionValue) -> Sprite:
        """Draw only the sign of a slide or jump, for an arrow that is not in focus."""
        return self._rounded(verdict.value, "", DOT * self._unit, DOT * self._unit)

    def _rounded(self, value: str, text: str, width: float, height: float) -> Sprite:
        """Draw a rim with round ends, and in it the sign of a value and a text."""
        sheet = self._face((width, height), height / 2, value, LINE * self._unit / 2)
        self._line(sheet, value, text, (width / 2, height / 2), PILL_WORD)
        return Sprite(sheet.surface, -round(width / 2), -round(height / 2))

    def _face(self, size: tuple[float, float], radius: float, value: str, inset: float = 0.0) -> SurfaceCanvas:
        """Draw a plate that has a line in the colour of its value, `inset` from the edge."""
        width, height = size
        defs = svg.gradient("fill", theme.LACQUER, (0, 0), (width * 0.3, height))
        body = svg.box(0, 0, width, height, radius, fill="url(#fill)")
        edge = (width - 2 * inset, height - 2 * inset, radius - inset)
        body += svg.box(inset, inset, *edge, stroke=COLORS[value], line=LINE * self._unit)
        return SurfaceCanvas(svg.render(f"<defs>{defs}</defs>{body}", round(width), round(height)))

    def _within(self, verdict: ActionValue) -> str:
        return "" if verdict.plies is None else self._stage.t("star.theory.in", plies=verdict.plies)

    def _word(self, verdict: ActionValue) -> str:
        return self._stage.t(f"star.theory.{verdict.value}")

    def _style(self, size: float, color: str) -> Style:
        """Return a style whose size is `size` board units."""
        return coordinate_style(self._stage, self._unit, size)._replace(color=color)

    def _line(self, sheet: SurfaceCanvas, value: str, text: str, middle: tuple[float, float], size: float) -> None:
        """Draw the sign of a value, if given, and a text beside it, around `middle` (pixels)."""
        stage = self._stage
        style = self._style(size, COLORS[value] if value else theme.IVORY)
        side = SIGN_WIDTH * self._unit if value else 0.0
        gap = GAP * self._unit if value and text else 0.0
        left = middle[0] - (side + gap + stage.fonts.width(text, style)) / 2
        if value:
            drawn = stage.drawing(f"star/{value}", (round(side), round(side)), color=COLORS[value]).surface
            sheet.blit(drawn, (left, middle[1] - side / 2))
        baseline = middle[1] + 0.366 * size * self._unit
        stage.text(sheet, text, (left + side + gap, baseline), style)
