"""The pictures of the robots' board: colours, the places of cells, robots, chips and marks, the ground of a game.

The board is never turned: north is up for everyone. The ground (tiles, walls, marks and reflectors) is drawn once as a
single picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import pygame

from game.robots.board import (
    CENTRE,
    EAST,
    SIZE,
    SOUTH,
    WEST,
    Board,
    Cell,
    Colour,
    Heading,
    Reflector,
    TargetMark,
    cell_at,
    xy,
)
from game.robots.board import NORTH as NORTH_WALL
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite, remembered
from scenes.kit.stage import Stage
from scenes.table.cells.grid import Grid
from scenes.table.cells.marks import CellMarks, faded, thrown


class Shade(NamedTuple):
    """A colour, lit and in shade, and its ink."""

    base: str
    light: str
    dark: str
    ink: str


IVORY_INK, DARK_INK = "#FFF6E6", "#3A2800"
SHADES: Final[dict[str, Shade]] = {
    "red": Shade("#C8362B", "#DE5B4C", "#942019", IVORY_INK),
    "yellow": Shade("#EDB422", "#F8D064", "#C08708", DARK_INK),
    "green": Shade("#2F8F4E", "#55AE70", "#1B6534", IVORY_INK),
    "blue": Shade("#2C62B8", "#5486D6", "#173F86", IVORY_INK),
    "silver": Shade("#AEB6BF", "#D4DAE0", "#79828C", "#22262B"),
    "any": Shade("#1B1512", "#4A3B30", "#060403", "#F3EBDD"),
}
TILE = "#EFE6D2"  # average colour of the tiles
GLOW = "#FFA51F"  # the light of the active target and its robot
ENGRAVED, RECEDED = 2 / 3, 0.35  # how much tile colour is mixed into marks not in play, and into reflectors
LETTERS: Final[dict[Colour, str]] = {"red": "R", "yellow": "Y", "green": "G", "blue": "B", "silver": "S"}


ART = "textures/robots-frame.json"


@dataclass(frozen=True, slots=True)
class Geometry(Grid):
    """A field of tiles without gaps."""

    side: int = SIZE

    @property
    def field(self) -> pygame.Rect:
        """The tiles, in pixels."""
        return self.art_rect(self.art["field"])

    def center(self, column: float, row: float) -> tuple[float, float]:
        """Return the pixel of a cell's middle."""
        left, top = self.art["field"][:2]
        return (
            self.rect.x + left * self.unit + (column + 0.5) * self.pitch,
            self.rect.y + top * self.unit + (row + 0.5) * self.pitch,
        )

    def centre_rect(self) -> pygame.Rect:
        """The closed middle, two by two cells."""
        first = self.cell_rect(cell_at(SIZE // 2 - 1, SIZE // 2 - 1))
        return first.union(self.cell_rect(cell_at(SIZE // 2, SIZE // 2)))


def towards(color: str, other: str, share: float) -> str:
    """Return a colour with `share` (0 to 1) of another one mixed in."""
    parts = zip(theme.rgb(color), theme.rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in parts)


def receding(shade: Shade, share: float) -> Shade:
    """Return a shade with `share` of the tile mixed in; its ink is a dark tone of the same colour."""
    base, light, dark = (towards(color, TILE, share) for color in shade[:3])
    return Shade(base, light, dark, towards(shade.dark, TILE, 0.6 * share))


ROBOT_ART = (80, 80)  # the view box of a robot's drawing
ROBOT_HEIGHT = 64  # height of a robot's picture: with its rim, a robot is a cell and a sixth high
FOOT = (40, 76)  # where a robot stands in its drawing
RIM = "#FFF7E4"
GAZES: Final[dict[Heading | str, str]] = {"": "0 0", "N": "0 -2.2", "E": "6 0", "S": "0 2.2", "W": "-6 0"}
CONTACT, CONTACT_SIGMA = (50, 15), 2.6  # the shadow around a foot
THROWN_SIGMA, SHADOW = 2.4, (20, 10, 2)
AROUND_SIGMA, AROUND = 4.2, 0.9  # the dark edge around a robot
STANDS = 25  # board units from the middle of a cell down to a robot's foot
# where the letter's middle is in the drawing, and its type size there
SIGNS: dict[Colour, tuple[float, float, float]] = {
    "red": (40, 58, 42),
    "yellow": (40, 60, 38),
    "green": (40, 58, 42),
    "blue": (40, 51.5, 38),
    "silver": (40, 56.5, 41),
}
# As shares of the square's side: side and middle of the symbol, middle and type size of the letter.
ON_MARK = (0.60, (0.36, 0.37), (0.75, 0.735), 0.47)
ON_CHIP = (0.50, (0.50, 0.38), (0.50, 0.76), 0.30)
Layers = tuple[tuple[float, float], ...]
TRAIL: Layers = ((34, 0.22), (16, 0.5), (4, 0.7))  # pairs of width (board units) and opacity; the innermost is white
PREVIEW: Layers = ((16, 0.26), (6, 0.72))  # like TRAIL, but without white, which would be lost on the tiles
TARGET_LINE = 5.5  # half of the width of the ring on a target, in board units
RAYS = 10
SPARK_STEPS = 6
SPARK_REACH = 44  # board units from the middle of the reflector to the end of the longest ray
LEAST_LETTER = 16  # board units of type; a smaller chip, which is only counted, has no letter


class Sprites(CellMarks):
    """Makes sprites for one geometry; pieces are placed by the middle of their cell."""

    def __init__(self, stage: Stage, geometry: Geometry) -> None:
        super().__init__(stage, geometry)
        self._geometry = geometry

    def lettered(self, surface: pygame.Surface, text: str, at: tuple[float, float], size: float, ink: str) -> None:
        """Draw a letter with its middle at `at` (pixels of `surface`); `size` is in board units."""
        style = Style(size * self._unit / self._stage.metrics.scale / self._stage.metrics.text_scale, ink, bold=True)
        line = self._stage.fonts.line(text, style)
        ink_box = line.get_bounding_rect()
        place = round(at[0] - ink_box.centerx), round(at[1] - ink_box.centery)
        surface.blit(line, place)

    @remembered
    def robot(self, colour: Colour, facing: Heading | str = "", squash: float = 0.0, glowing: bool = False) -> Sprite:
        """Draw a robot with its letter, larger than a cell; its eyes look in the direction `facing`, if any.

        `squash` is the share of its length by which it was flattened when it hit something.
        """
        if squash:
            return self._squashed(self.robot(colour, facing, glowing=glowing), facing, squash)
        share = ROBOT_HEIGHT / ROBOT_ART[1]
        size = self.px(ROBOT_ART[0] * share), self.px(ROBOT_HEIGHT)
        rim = GLOW if glowing else RIM
        surface = self._stage.assets.svg(f"sprites/robot-{colour}.svg", size, rim=rim, gaze=GAZES[facing])
        x, y, letter = SIGNS[colour]
        factor = size[0] / ROBOT_ART[0]
        self.lettered(surface, LETTERS[colour], (x * factor, y * factor), letter * share, SHADES[colour].ink)
        return Sprite(surface, -size[0] // 2, self.px(STANDS) - round(FOOT[1] * factor))

    @staticmethod
    def _squashed(robot: Sprite, facing: Heading | str, squash: float) -> Sprite:
        """Flatten a robot along the way it came; the side that hit something stays where it is."""
        width, height = robot.surface.get_size()
        across = facing in ("E", "W")
        along, aside = 1 - squash, 1 + squash / 2
        size = round(width * (along if across else aside)), round(height * (aside if across else along))
        dx = robot.dx + (width - size[0]) * (1.0 if facing == "E" else 0.0 if facing == "W" else 0.5)
        dy = robot.dy if facing == "N" else robot.dy + height - size[1]
        return Sprite(pygame.transform.smoothscale(robot.surface, size), round(dx), dy)

    @remembered
    def robot_shadow(self, colour: Colour) -> Sprite:
        """Draw a robot's shadow: around its foot, and cast to the lower right."""
        piece = self.robot(colour).surface
        foot = piece.get_width() // 2, round(FOOT[1] * piece.get_width() / ROBOT_ART[0]) - self.px(3)
        shadow = thrown(piece, foot, THROWN_SIGMA * self._unit, SHADOW)
        near = self._around(piece)
        pad, size = self.px(CONTACT_SIGMA * 3), (self.px(CONTACT[0]), self.px(CONTACT[1]))
        contact = faded(self.paint.blurred(size, size[1] / 2, CONTACT_SIGMA * self._unit, pad, SHADOW), 0.9)
        around = contact.get_rect(center=(self.px(2), 0))
        whole = around.union((shadow.left, shadow.top, *shadow.surface.get_size()))
        beside = near.get_rect(center=piece.get_rect(topleft=(-foot[0], -foot[1])).center).move(self.px(2), self.px(2))
        whole.union_ip(beside)
        surface = pygame.Surface(whole.size, pygame.SRCALPHA, 32)
        surface.blit(faded(shadow.surface, 0.6), (shadow.left - whole.left, shadow.top - whole.top))
        surface.blit(contact, (around.left - whole.left, around.top - whole.top))
        surface.blit(near, (beside.left - whole.left, beside.top - whole.top))
        return Sprite(surface, whole.left, self.px(STANDS) - self.px(3) + whole.top)

    def _around(self, piece: pygame.Surface) -> pygame.Surface:
        """Draw the soft dark edge around a piece, so that it stands out from tiles as light as its rim."""
        pad = self.px(3 * AROUND_SIGMA)
        shape = pygame.mask.from_surface(piece, 100)
        surface = pygame.Surface((piece.get_width() + 2 * pad, piece.get_height() + 2 * pad), pygame.SRCALPHA, 32)
        surface.fill((*SHADOW, 0))
        surface.blit(shape.to_surface(setcolor=(*SHADOW, 255), unsetcolor=(*SHADOW, 0)), (pad, pad))
        return faded(pygame.transform.gaussian_blur(surface, max(1, round(AROUND_SIGMA * self._unit))), AROUND)

    def symbol(self, mark: TargetMark, side: int, ink: str = "") -> pygame.Surface:
        """Draw a mark's bare symbol in `ink`, by default its own."""
        ink = ink or SHADES[mark.colour].ink
        return self._stage.assets.svg(f"sprites/mark-{mark.symbol}.svg", (side, side), color=ink)

    def signed(
        self,
        surface: pygame.Surface,
        mark: TargetMark,
        places: tuple[float, tuple[float, float], tuple[float, float], float],
        ink: str = "",
    ) -> None:
        """Draw a mark's symbol and its robot's letter on a square surface, at ON_MARK or ON_CHIP.

        Their colour is `ink`, by default the mark's own.
        """
        assert mark.colour != "any"
        side, (share, symbol_at, letter_at, size) = surface.get_width(), places
        inner = max(2, round(side * share))
        ink = ink or SHADES[mark.colour].ink
        surface.blit(self.symbol(mark, inner, ink), [round(side * at - inner / 2) for at in symbol_at])
        x, y = letter_at
        self.lettered(surface, LETTERS[mark.colour], (side * x, side * y), side * size / self._unit, ink)

    @remembered
    def chip(self, mark: TargetMark, radius: float) -> Sprite:
        """Draw a round chip, enamel in a brass rim, placed by its middle; `radius` in pixels."""
        side = max(4, round(2 * radius))
        face = self._stage.assets.svg("sprites/robots-chip.svg", (side, side), **SHADES[mark.colour]._asdict())
        if mark.colour != "any" and side * ON_CHIP[3] >= LEAST_LETTER * self._unit:
            self.signed(face, mark, ON_CHIP)
        else:
            inner = max(2, round(side * 0.58))
            face.blit(self.symbol(mark, inner), ((side - inner) // 2, (side - inner) // 2))
        shadow = self.paint.shadow((side, side), 0.35, side / 2 / self.paint.scale)
        surface = shadow.surface.copy()
        surface.blit(face, (-shadow.dx, -shadow.dy))
        return Sprite(surface, shadow.dx - side // 2, shadow.dy - side // 2)

    def back(self, radius: float) -> Sprite:
        """Draw a chip face down, for a won chip that went back to the pile. The chip still counts for its winner."""
        side = max(4, round(2 * radius))

        return self._stage.drawing("robots-chip-back", (side, side), centred=True)

    def socket(self, radius: float, lit: bool) -> Sprite:
        """Draw the empty place of a chip, on an enamel dock if `lit`, else on lacquer; `radius` in pixels."""
        side = max(4, round(2 * radius))
        fill, line = ("#CFC6B4", "#8E8168") if lit else ("#151312", "#5B5145")
        return self._stage.drawing("robots/socket", (side, side), centred=True, fill=fill, line=line)

    @remembered
    def marker(self, colour: Colour) -> Sprite:
        """Draw the mark where a robot stood when the chip was turned up: a dashed circle with its letter."""
        side = self.px(46)
        shade = SHADES[colour]
        ink = shade.dark if colour in ("yellow", "silver") else shade.base
        surface = self._stage.assets.svg("sprites/robots/marker.svg", (side, side), color=ink)
        self.lettered(surface, LETTERS[colour], (side / 2, side / 2), 28, ink)
        return Sprite(surface, -side // 2, -side // 2)

    @remembered
    def plate(self, size: tuple[int, int]) -> Sprite:
        """Draw the dark brass-framed plate over the closed middle, with its shadow."""
        width, height = size
        line, radius = 4 * self._unit, 9 * self._unit
        defs = svg.gradient("rim", theme.BRASS, (0, 0), size)
        defs += svg.gradient("fill", theme.LACQUER, (0, 0), (width * 0.4, height))
        body = svg.box(0, 0, width, height, radius, fill="url(#rim)")
        body += svg.box(line, line, width - 2 * line, height - 2 * line, radius * 0.7, fill="#0D0A09")
        inset = line + 1.5 * self._unit
        inner = width - 2 * inset, height - 2 * inset
        body += svg.box(inset, inset, *inner, radius * 0.6, fill="url(#fill)")
        shadow = self.paint.shadow(size, 0.5, 9 * self._unit / self.paint.scale)
        surface = shadow.surface.copy()
        surface.blit(svg.render(f"<defs>{defs}</defs>{body}", width, height), (-shadow.dx, -shadow.dy))
        return Sprite(surface, shadow.dx, shadow.dy)

    @remembered
    def halo(self, color: str, sigma: float, width: float = 30) -> Sprite:
        """Draw a soft coloured light around a cell's middle; `sigma` and `width` in board units."""
        side, pad = self.px(width), self.px(3.2 * sigma)
        surface = self.paint.blurred((side, side), side / 2, sigma * self._unit, pad, theme.rgb(color))
        return Sprite(surface, -surface.get_width() // 2, -surface.get_height() // 2)

    def hairline(self, index: int, begin: tuple[float, float], end: tuple[float, float]) -> Sprite:
        """Draw the glowing line number `index` between two points in pixels, which also give its place."""

        def make() -> Sprite:
            pad = self.px(6)
            left, top = (round(min(pair)) - pad for pair in zip(begin, end, strict=True))
            size = [round(abs(a - b)) + 2 * pad for a, b in zip(begin, end, strict=True)]
            path = "L".join(f"{x - left:.1f} {y - top:.1f}" for x, y in (begin, end))
            lines = (("#3A2006", 6, 0.5), (GLOW, 4, 0.95), ("#FFF3CF", 1.4, 1.0))
            body = "".join(
                f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="{line * self._unit:.2f}"'
                f' stroke-linecap="round" opacity="{opacity:g}"/>'
                for color, line, opacity in lines
            )
            return Sprite(svg.render(body, size[0], size[1]), left, top)

        return self.paint.cached_one(f"robots hairline {index}", (begin, end, self._unit), make)

    @remembered
    def goal(self) -> Sprite:
        """Draw the ring of light on a target cell."""
        side, line = round(self._geometry.pitch), self.px(TARGET_LINE)
        whole, inset = side + 4 * line, line // 2
        body = svg.box(0, 0, whole, whole, 2.5 * line, stroke="#2A1603", line=2 * line, opacity=0.8)
        body += svg.box(inset, inset, whole - 2 * inset, whole - 2 * inset, 2 * line, stroke=GLOW, line=1.6 * line)
        inset = round(0.9 * line)
        body += svg.box(inset, inset, whole - 2 * inset, whole - 2 * inset, 1.6 * line, stroke="#FFE9A8", line=line / 2)
        return Sprite(svg.render(body, whole, whole), -whole // 2, -whole // 2)

    @remembered
    def chosen(self) -> Sprite:
        """Draw the ring on the chosen robot's cell."""
        side = round(self._geometry.pitch)
        ring = self.paint.ring((side, side), 6, 1, 4.5)
        return Sprite(ring.surface, ring.dx - side // 2, ring.dy - side // 2)

    @remembered
    def bar_of_light(self, color: str, layers: Layers, upright: bool) -> Sprite:
        """Draw a bar as long as the board, from which stretches of light are cut."""
        unit = self._unit
        thick = 2 * round(layers[0][0] * unit / 2)
        long = self._geometry.field.width + thick
        size = (thick, long) if upright else (long, thick)
        body = ""
        for index, (width, opacity) in enumerate(layers):
            inset = (layers[0][0] - width) * unit / 2
            fill = "#FFFFFF" if layers == TRAIL and index == len(layers) - 1 else color
            box = size[0] - 2 * inset, size[1] - 2 * inset
            body += svg.box(inset, inset, *box, width * unit / 2, fill=fill, opacity=opacity)
        return Sprite(svg.render(body, *size))

    @remembered
    def spark(self, color: str, step: int) -> Sprite:
        """Draw ten rays at a `step` of their flight."""
        side = self.px(2 * SPARK_REACH + 8)
        middle = SPARK_REACH + 4
        out = 0.7 + 0.3 * (step + 1) / SPARK_STEPS
        near = 15 + 13 * step / SPARK_STEPS
        body = ""
        for ray in range(RAYS):
            angle = 2 * math.pi * ray / RAYS + 0.2
            reach = SPARK_REACH * out * (1.0 if ray % 2 == 0 else 0.72)
            dx, dy = math.cos(angle), math.sin(angle)
            points = f"M{middle + dx * near:.1f} {middle + dy * near:.1f}L{middle + dx * reach:.1f} "
            points += f"{middle + dy * reach:.1f}"
            body += f'<path d="{points}" stroke="#7A4A08" stroke-width="7" stroke-linecap="round" opacity=".6"/>'
            body += f'<path d="{points}" stroke="#FFC94F" stroke-width="5" stroke-linecap="round"/>'
            body += f'<path d="{points}" stroke="#FFF6D2" stroke-width="1.8" stroke-linecap="round"/>'
        body += f'<circle cx="{middle}" cy="{middle}" r="16" fill="none" stroke="{color}" stroke-width="2.4"/>'
        return Sprite(svg.render(body, side, side, (2 * middle, 2 * middle)), -side // 2, -side // 2)


FRAME_PICTURE = "textures/robots-frame.png"
TILES = "textures/robots-tiles.jpg"
MARK_SIDE = 43  # board units
HOLE_SHARE = 0.66  # side of the black hole's symbol, relative to its mark
WALL = (62, 16)  # a horizontal bar with its side face; a little longer than a cell
WALL_TOP = 12  # height of the bar's top face
REFLECTOR = 82  # side of a reflector's drawing


class RobotsGround(CellMarks):
    """Assembles the picture of a board, for one geometry; each `slot` caches its latest picture."""

    def __init__(self, stage: Stage, geometry: Geometry, sprites: Sprites, slot: str = "board") -> None:
        super().__init__(stage, geometry)
        self._slot = f"robots ground {slot}"
        self._geometry = geometry
        self._sprites = sprites
        self._bars_of: Board | None = None  # the board of `_bars`
        self._bars: dict[Cell, list[tuple[str, tuple[float, float]]]] = {}  # by cell: the bars around it

    def picture(self, board: Board) -> pygame.Surface:
        """Draw the field with everything on it, opaque, as large as the geometry's field."""
        size = self._geometry.field.size
        return self.paint.cached_one(self._slot, (board, size), lambda: Sprite(self._draw(board))).surface

    def _draw(self, board: Board) -> pygame.Surface:
        size = self._geometry.field.size
        surface = self._stage.assets.texture(TILES, size).copy()
        for cell, mark in board.marks.items():
            self._put(surface, self._engraved(mark), cell)
        for cell, reflector in board.reflectors.items():
            self._put(surface, self._reflector(reflector), cell)
        for cell in range(SIZE * SIZE):
            self._walls(surface, board, cell)
        return surface

    def draw_mark(self, canvas: Drawable, board: Board, cell: Cell, alpha: float = 1.0) -> None:
        """Draw the mark on a cell in its full colours, over the engraved one and under the walls."""
        mark = board.marks.get(cell)
        if mark is not None:
            self.on(canvas, self._mark(mark), cell, alpha)
            self.draw_walls(canvas, board, cell)

    def draw_walls(self, canvas: Drawable, board: Board, cell: Cell) -> None:
        """Draw the bars around a cell again, without shadows, to cover the edges of a ring on the cell."""
        if self._bars_of is not board:
            self._bars_of, self._bars = board, {}
        if cell not in self._bars:
            self._bars[cell] = list(self._bars_around(board, cell))
        left, top = self._geometry.field.topleft
        for orientation, (at_x, at_y) in self._bars[cell]:
            face = self._face(orientation)
            canvas.blit(face.surface, (left + round(at_x + face.dx), top + round(at_y + face.dy)))

    def _bars_around(self, board: Board, cell: Cell) -> Iterator[tuple[str, tuple[float, float]]]:
        """Yield the bars on the sides of a cell and its neighbours, in the form of `_seams`."""
        column, row = xy(cell)
        for x in range(max(0, column - 1), min(SIZE, column + 2)):
            for y in range(max(0, row - 1), min(SIZE, row + 2)):
                yield from self._seams(board, cell_at(x, y))

    def _middle(self, cell: Cell) -> tuple[float, float]:
        field = self._geometry.field
        x, y = self._geometry.center(*xy(cell))
        return x - field.x, y - field.y

    def _put(self, surface: pygame.Surface, sprite: Sprite, cell: Cell) -> None:
        x, y = self._middle(cell)
        surface.blit(sprite.surface, (round(x + sprite.dx), round(y + sprite.dy)))

    def _walls(self, surface: pygame.Surface, board: Board, cell: Cell) -> None:
        """Draw the bars on a cell's east and south side."""
        for orientation, (x, y) in self._seams(board, cell):
            bar = self._bar(orientation)
            surface.blit(bar.surface, (round(x + bar.dx), round(y + bar.dy)))

    def _seams(self, board: Board, cell: Cell) -> Iterator[tuple[str, tuple[float, float]]]:
        """Yield the bars on a cell's east and south side, with the middles of their seams in pixels of the field.

        The border and the closed middle need none.
        """
        x, y = self._middle(cell)
        column, row = xy(cell)
        half = self._geometry.pitch / 2
        if column < SIZE - 1 and _is_walled(board, cell, cell_at(column + 1, row), EAST, WEST):
            yield "v", (x + half, y)
        if row < SIZE - 1 and _is_walled(board, cell, cell_at(column, row + 1), SOUTH, NORTH_WALL):
            yield "h", (x, y + half)

    @remembered
    def _bar(self, orientation: str) -> Sprite:
        """Draw a wall bar with its shadow, placed by the middle of its seam."""
        px = self.px
        bare = self._face(orientation)
        top, side = self._top(orientation), px(WALL[1] - WALL_TOP)
        pad = px(14)
        surface = pygame.Surface((top[0] + 2 * pad, top[1] + side + 2 * pad), pygame.SRCALPHA, 32)
        for dx, dy, sigma, opacity in ((4, 7, 4.2, 0.40), (1.5, 3, 1.6, 0.50)):
            soft = self.paint.blurred(top, px(3), sigma * self._unit, pad, (20, 10, 2))
            soft.set_alpha(round(opacity * 255))
            surface.blit(soft, (px(dx), px(dy)))
        surface.blit(bare.surface, (pad, pad))
        return Sprite(surface, bare.dx - pad, bare.dy - pad)

    def _top(self, orientation: str) -> tuple[int, int]:
        """Return width and height of a bar's top face in pixels."""
        px = self.px
        long, thick = px(WALL[0]), px(WALL_TOP if orientation == "h" else WALL_TOP - 1)
        return (long, thick) if orientation == "h" else (thick, long)

    @remembered
    def _face(self, orientation: str) -> Sprite:
        """Draw a wall bar without shadow, placed by the middle of its seam."""
        width, height = self._top(orientation)
        side = self.px(WALL[1] - WALL_TOP)
        face = self._stage.assets.svg(f"sprites/robots-wall-{orientation}.svg", (width, height + side))
        return Sprite(face, -(width // 2), -(height // 2) - side // 2)

    @remembered
    def _mark(self, mark: TargetMark) -> Sprite:
        """Draw a mark inlaid in its tile: an enamelled square with its robot's letter, or the black hole."""
        side = self.px(MARK_SIDE)
        if mark.colour == "any":
            surface = self._drawn("hole", side)
            inner = round(side * HOLE_SHARE)
            surface.blit(self._sprites.symbol(mark, inner), ((side - inner) // 2, (side - inner) // 2))
        else:
            surface = self._drawn("mark", side, **SHADES[mark.colour]._asdict())
            self._sprites.signed(surface, mark, ON_MARK)
        return Sprite(surface, -side // 2, -side // 2)

    @remembered
    def _engraved(self, mark: TargetMark) -> Sprite:
        """Draw a mark that is not in play, cut into its tile in a third of its colour.

        Its signs have a darker tone.
        """
        side = self.px(MARK_SIDE)
        shade = receding(SHADES[mark.colour], ENGRAVED)
        rounding = "50" if mark.colour == "any" else "17"
        surface = self._drawn("engraved", side, rounding=rounding, **shade._asdict())
        if mark.colour == "any":
            inner = round(side * HOLE_SHARE)
            surface.blit(self._sprites.symbol(mark, inner, shade.ink), ((side - inner) // 2, (side - inner) // 2))
        else:
            self._sprites.signed(surface, mark, ON_MARK, shade.ink)
        return Sprite(surface, -side // 2, -side // 2)

    def _drawn(self, name: str, side: int, **values: str) -> pygame.Surface:
        """Return a new picture of `sprites/robots/NAME.svg`, to be drawn on."""
        return self._stage.assets.svg(f"sprites/robots/{name}.svg", (side, side), **values)

    @remembered
    def _reflector(self, reflector: Reflector) -> Sprite:
        """Draw a brass bar with an enamel core, and the boss with the letter of the colour that passes."""
        side = self.px(REFLECTOR)
        shade, turn = SHADES[reflector.colour], "-45" if reflector.diagonal == "/" else "45"
        shade = receding(shade, RECEDED)._replace(ink=shade.ink)
        face = self._drawn("reflector", side, turn=turn, **shade._asdict())
        self._sprites.lettered(face, LETTERS[reflector.colour], (side / 2, side / 2), 23, shade.ink)
        surface = self._shadowed(face, self._unit)
        return Sprite(surface, -(surface.get_width() // 2), -(surface.get_height() // 2))

    def _shadowed(self, face: pygame.Surface, unit: float) -> pygame.Surface:
        """Draw `face` over its own soft shadow, with a margin."""
        pad = self.px(8)
        surface = pygame.Surface((face.get_width() + 2 * pad, face.get_height() + 2 * pad), pygame.SRCALPHA, 32)
        black = pygame.mask.from_surface(face, 100).to_surface(setcolor=(20, 10, 2, 255), unsetcolor=(20, 10, 2, 0))
        for dx, dy, sigma, opacity in ((3, 5, 3, 0.36), (1.5, 2.5, 1.4, 0.45)):
            # The shadow is blurred at a small size and then scaled up, which is faster.
            shrink = max(1.0, sigma * unit / 1.5)
            size = round(surface.get_width() / shrink), round(surface.get_height() / shrink)
            small = pygame.Surface(size, pygame.SRCALPHA, 32)
            small.fill((20, 10, 2, 0))
            inner = round(black.get_width() / shrink), round(black.get_height() / shrink)
            small.blit(pygame.transform.smoothscale(black, inner), (round(pad / shrink), round(pad / shrink)))
            small = pygame.transform.gaussian_blur(small, max(1, round(sigma * unit / shrink)))
            layer = pygame.transform.smoothscale(small, surface.get_size())
            layer.set_alpha(round(opacity * 255))
            surface.blit(layer, (round(dx * unit), round(dy * unit)))
        surface.blit(face, (pad, pad))
        return surface


def _is_walled(board: Board, cell: Cell, beyond: Cell, bit: int, other: int) -> bool:
    """Return whether a bar has to show a wall between two cells."""
    if cell in CENTRE or beyond in CENTRE:
        return False
    return bool(board.walls[cell] & bit or board.walls[beyond] & other)
