"""The places of Quoridor's cells and walls, turned for the seat at the bottom; and the game's pictures, made once per
size.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.core.rules import Seat
from game.quoridor.state import SIZE, SLOTS, Cell, Orientation, WallPlacement
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.paint import Sprite, remembered
from scenes.kit.drawing.player_marks import PlayerMark
from scenes.kit.stage import Stage
from scenes.table.cells.grid import Grid, number_at, seen_at
from scenes.table.cells.marks import KEYLINE, CellMarks, faded, thrown

WALL_LENGTH, WALL_WIDTH = 160, 15
# Distance in pitches from a cell's middle, to each side, within which a pointer never chooses a wall.
WALL_FREE_CORE = 0.22
# The share of a cell's side within which a pointer chooses the cell and not a wall.
DESTINATION_CORE = 0.86


@dataclass(frozen=True, slots=True)
class Geometry(Grid):
    """A grid that also has walls, which lie on the crossings of grooves."""

    side: int = SIZE
    from_below: bool = True

    def anchor_view(self, anchor: int) -> tuple[int, int]:
        """Return the column and row (0 to 7 each) at which a wall's crossing is seen."""
        return seen_at(anchor, SLOTS, self.turn, self.from_below)

    def anchor_at_view(self, column: int, row: int) -> int:
        """Return the anchor (the number of a crossing) that is seen at a column and row."""
        return number_at(column, row, SLOTS, self.turn, self.from_below)

    def seen(self, orientation: Orientation) -> Orientation:
        """Return a wall's orientation as it is seen. The function is its own inverse."""
        if self.turn % 2 == 0:
            return orientation
        return "v" if orientation == "h" else "h"

    def goal_side(self, seat: Seat, players: int) -> int:
        """Return the side at which a seat's goal is seen: 0 top, 1 right, 2 bottom, 3 left."""
        return (4 // players * seat - self.turn) % 4

    def core_rect(self, cell: Cell) -> pygame.Rect:
        """Return the part of a cell in which a pointer chooses the cell and not a wall beside it."""
        rect = self.cell_rect(cell)
        spare = round(rect.width * (1 - DESTINATION_CORE))
        return rect.inflate(-spare, -spare)

    def wall_center(self, wall: WallPlacement) -> tuple[float, float]:
        """Return the column and row, as fractions, at which a wall's middle is seen."""
        column, row = self.anchor_view(wall.anchor)
        return column + 0.5, row + 0.5

    def wall_rect(self, wall: WallPlacement) -> pygame.Rect:
        """Return the rectangle in pixels in which a wall is seen."""
        x, y = self.center(*self.wall_center(wall))
        length, width = WALL_LENGTH * self.unit, WALL_WIDTH * self.unit
        size = (length, width) if self.seen(wall.orientation) == "h" else (width, length)
        return pygame.Rect(round(x - size[0] / 2), round(y - size[1] / 2), round(size[0]), round(size[1]))

    def on_gutter(self, wall: WallPlacement) -> tuple[int, int]:
        """Return a point that chooses a wall.

        The point is beside the wall's crossing, in the groove along which the wall lies.
        """
        rect = self.wall_rect(wall)
        if rect.width > rect.height:
            return rect.centerx + rect.width // 8, rect.centery
        return rect.centerx, rect.centery + rect.height // 8

    def slot_at(self, point: tuple[int, int]) -> WallPlacement | None:
        """Return the wall that a pointer chooses: at the nearest crossing, along the nearest groove.

        For this, grooves are wider than they look and reach into the cells beside them, but not to the cells' middles.
        """
        column, row = self.view_at(point)
        if not (-0.6 < column < SIZE - 0.4 and -0.6 < row < SIZE - 0.4):
            return None
        if max(abs(column - round(column)), abs(row - round(row))) < WALL_FREE_CORE:
            # The middle of a cell chooses the cell.
            return None
        return self.wall_near(point)

    def wall_near(self, point: tuple[int, int]) -> WallPlacement:
        """Return the wall at the nearest crossing along the nearest groove, at any distance."""
        column, row = self.view_at(point)
        crossing = clamp(column - 0.5), clamp(row - 0.5)
        # Distance to the nearest vertical groove.
        gutter_x = abs(column - 0.5 - round(column - 0.5))
        gutter_y = abs(row - 0.5 - round(row - 0.5))
        seen: Orientation = "v" if gutter_x < gutter_y else "h"
        return WallPlacement(self.anchor_at_view(*crossing), self.seen(seen))


def clamp(value: float) -> int:
    """Return the number of the crossings' column or row that is nearest to `value`."""
    return min(SLOTS - 1, max(0, round(value)))


# Size of the picture in board units. The pawn itself is 88 high.
PAWN_SIZE = (60, 96)
# The front edge of the pawn's foot in the picture, and how much higher the middle of the foot is.
PAWN_FOOT, PAWN_DEPTH = 91, 5
# Size and blur of the shadow around the pawn's foot.
CONTACT, CONTACT_SIGMA = (50, 13), 2.2
THROWN_SIGMA = 2.6
# The outline of a pawn, without the lines inside it.
PAWN_OUTLINE = "M-3 4Q-2.3 .4-1.2-3.3A2.8 2.8 0 1 1 1.2-3.3Q2.3 .4 3 4Q0 5.2-3 4Z"
# Height of that outline, and the shift that centres it, in its own units.
OUTLINE_HEIGHT, OUTLINE_MIDDLE = 13.2, 2.0
LIT_CELL, LIT_LINE = "#FFF1DC", 4
# The identity whose pawn casts the shadow. All pawns have the same outline.
SHADOW_OF = "circle"
# A horizontal wall with a margin of 4. Its side is visible below its top face.
WALL_PICTURE = (168, 29)
STANDING_PICTURE = (23, 174)
GHOST_FILL, GHOST_EDGE = "#FFF3D6", "#FFE09A"
# Height of the wall's top face above its foot.
WALL_LIFT = 4


class Sprites(CellMarks):
    """Makes sprites in one geometry, placed by the middle of their cell or wall."""

    @property
    def _foot(self) -> int:
        """Return the pixels from a cell's middle down to a pawn's foot. Below the foot, the cell is still visible."""
        return round(self._cell / 2) - self.px(10)

    @remembered
    def pawn(self, identity: str) -> Sprite:
        """Draw a pawn, placed by the middle of its cell. It covers a part of the cell above."""
        who = self._stage.identities[identity]
        size = self.px(PAWN_SIZE[0]), self.px(PAWN_SIZE[1])
        values = {"color": who.color, "light": who.light, "dark": who.dark, "outline": who.outline}
        surface = self._stage.assets.svg("sprites/pawn.svg", size, **values, path=who.path, ink=who.ink)
        return Sprite(surface, -size[0] // 2, self._foot - self.px(PAWN_FOOT))

    @remembered
    def outline(self, identity: str) -> Sprite:
        """Draw a possible move: a lit cell in the mover's colour, with the flat outline of a pawn at half size."""
        who, side = self._stage.identities[identity], self._cell
        view = side / self._unit
        inner = 2 + LIT_LINE / 2
        body = svg.box(0, 0, view, view, 5, fill=LIT_CELL, opacity=0.2)
        body += svg.box(0, 0, view, view, 5, fill=who.color, opacity=0.34)
        body += svg.box(1, 1, view - 2, view - 2, 5, stroke=KEYLINE, line=LIT_LINE + 3, opacity=0.6)
        body += svg.box(inner, inner, view - 2 * inner, view - 2 * inner, 4, stroke=who.light, line=LIT_LINE)
        scale = PAWN_SIZE[1] / 2 / OUTLINE_HEIGHT
        shift = f"translate({view / 2:.2f} {view / 2:.2f}) scale({scale:.3f}) translate(0 {OUTLINE_MIDDLE})"
        for color, line in ((KEYLINE, 2.4), (who.light, 1.1)):
            body += f'<path d="{PAWN_OUTLINE}" transform="{shift}" fill="none" stroke="{color}" '
            body += f'stroke-width="{line}" stroke-linejoin="round"/>'
        return Sprite(svg.render(body, side, side, (view, view)), -(side // 2), -(side // 2))

    def pawn_shadow(self, layer: str) -> Sprite:
        """Draw one layer of a pawn's shadow: "contact" is around its foot, "ambient" falls to the lower right."""

        def contact() -> Sprite:
            sigma = CONTACT_SIGMA * self._unit
            pad, size = self.px(CONTACT_SIGMA * 3), (self.px(CONTACT[0]), self.px(CONTACT[1]))
            soft = faded(self.paint.blurred(size, size[1] / 2, sigma, pad, (0, 0, 0)), 0.7)
            middle = self._foot - self.px(CONTACT[1] / 2 - 1)
            return Sprite(soft, self.px(2) - soft.get_width() // 2, middle - soft.get_height() // 2)

        def ambient() -> Sprite:
            piece = self.pawn(SHADOW_OF).surface
            foot = piece.get_width() // 2, self.px(PAWN_FOOT - PAWN_DEPTH)
            shadow = thrown(piece, foot, THROWN_SIGMA * self._unit, (0, 0, 0))
            return Sprite(faded(shadow.surface, 0.62), shadow.left, self._foot - self.px(PAWN_DEPTH) + shadow.top)

        make = contact if layer == "contact" else ambient
        return self.paint.cached(("pawn shadow", layer, self._unit), make)

    @remembered
    def wall(self, orientation: str) -> Sprite:
        """Draw an ivory wall with its shadow, placed by its middle."""
        size = self._wall_size(orientation)
        pad = self.px(16)
        surface = pygame.Surface((size[0] + 2 * pad, size[1] + 2 * pad), pygame.SRCALPHA, 32)
        for dx, dy, sigma, opacity in ((5, 8, 6, 0.45), (2, 3, 2, 0.6)):
            soft = self.paint.blurred(size, self.px(4), sigma * self._unit, pad, (0, 0, 0))
            soft.set_alpha(round(opacity * 255))
            surface.blit(soft, (self.px(dx), self.px(dy)))
        whole = WALL_PICTURE if orientation == "h" else STANDING_PICTURE
        face = self._stage.assets.svg(f"sprites/wall-{orientation}.svg", (self.px(whole[0]), self.px(whole[1])))
        left = pad + (size[0] - face.get_width()) // 2
        surface.blit(face, (left, pad - self.px(4 + WALL_LIFT)))
        return Sprite(surface, -size[0] // 2 - pad, -size[1] // 2 - pad)

    def _wall_size(self, orientation: str) -> tuple[int, int]:
        long, short = self.px(WALL_LENGTH), self.px(WALL_WIDTH)
        return (long, short) if orientation == "h" else (short, long)

    @remembered
    def ghost(self, orientation: str, allowed: bool) -> Sprite:
        """Draw a previewed wall: glowing cream, or the sign's red if it is illegal."""
        size = self._wall_size(orientation)
        pad = self.px(22)
        fill, edge = (GHOST_FILL, GHOST_EDGE) if allowed else ("#E98A63", theme.SIGN)
        glow = self.paint.blurred(size, self.px(4), 7 * self._unit, pad, theme.rgb(edge))
        surface = pygame.Surface(glow.get_size(), pygame.SRCALPHA, 32)
        surface.blit(glow, (0, 0))
        body = svg.box(pad, pad, *size, self.px(4), fill=fill, opacity=0.62)
        body += svg.box(pad, pad, *size, self.px(4), stroke=edge, line=3 * self._unit)
        surface.blit(svg.render(body, *glow.get_size()), (0, 0))
        return Sprite(surface, -size[0] // 2 - pad, -size[1] // 2 - pad)

    @remembered
    def wall_mark(self, orientation: str, color: str) -> Sprite:
        """Draw a ring in the owner's colour around the last wall."""
        size = self._wall_size(orientation)
        pad = self.px(7)
        whole = size[0] + 2 * pad, size[1] + 2 * pad
        body = svg.box(0, 0, *whole, self.px(9), stroke=color, line=4 * self._unit)
        return Sprite(svg.render(body, *whole), -whole[0] // 2, -whole[1] // 2 - self.px(WALL_LIFT / 2))

    @remembered
    def goal_strip(self, identity: str, size: tuple[int, int], lit: bool) -> Sprite:
        """Draw a goal edge in its slot: flat, or with a white core and a halo if it is `lit`."""
        color = self._stage.identities[identity].color
        width, height = size
        pad = self.px(26) if lit else 0
        whole = width + 2 * pad, height + 2 * pad
        surface = pygame.Surface(whole, pygame.SRCALPHA, 32)
        radius = min(size) / 2
        if lit:
            halo = self.paint.blurred(size, radius, 9 * self._unit, pad, theme.rgb(color))
            surface.blit(halo, (0, 0))
        body = svg.box(pad, pad, width, height, radius, fill=color, opacity=1 if lit else 0.62)
        if lit:
            thin = min(size) * 0.3
            body += svg.box(
                pad + thin, pad + thin, width - 2 * thin, height - 2 * thin, thin, fill="#FFFFFF", opacity=0.72
            )
        surface.blit(svg.render(body, *whole), (0, 0))
        return Sprite(surface, -pad, -pad)

    @remembered
    def goal_glow(self, identity: str, size: tuple[int, int], side: int) -> Sprite:
        """Draw the light of a lit edge on the goal row. `side` is 0 top, 1 right, 2 bottom, 3 left."""
        color = self._stage.identities[identity].color
        width, height = size
        ends = {
            0: ((0, 0), (0, height)),
            1: ((width, 0), (0, 0)),
            2: ((0, height), (0, 0)),
            3: ((0, 0), (width, 0)),
        }[side]
        defs = svg.gradient("g", (("0", f"{color}/.40"), ("1", f"{color}/0")), *ends)
        return Sprite(svg.render(f"<defs>{defs}</defs>" + svg.box(0, 0, *size, 0, fill="url(#g)"), *size))

    def sealed(self) -> Sprite:
        """Draw a cell of an enclosed region, washed and hatched in the sign's red."""
        drawn = self._stage.drawing("sealed", (self._cell, self._cell))
        return Sprite(drawn.surface, -(self._cell // 2), -(self._cell // 2))


# Why a wall matters: dots along the way that it has cut, and the new way, which grows from the pawn

# Seconds in which the dots spread from the wall.
DOTS_SECONDS = 0.3
# Speed at which the new way grows, in design pixels a second.
SPEED = 900
DOT, PITCH = 7, 22
LINE, KEY, CORE = 12, 20, 3
# Side of the arrow head's drawing.
HEAD = 60
KEY_COLOR, DOT_COLOR, DOT_KEY = "#1B0D04", "#FFE6C2", "#120A06"
# How far a pawn reaches from its middle, in cells: to the sides, up and down.
PAWN = (0.36, 0.72, 0.50)
# A point in pixels.
Corner = tuple[float, float]


class QuoridorWays:
    """Draws the way that a wall has cut, and the new way, in one geometry."""

    def __init__(self, stage: Stage, geometry: Geometry) -> None:
        self._stage = stage
        self.paint, self.drawn_at = stage.paint, stage.metrics.scale
        self._geometry = geometry

    def draw(
        self,
        canvas: Drawable,
        who: PlayerMark,
        wall: WallPlacement,
        old: Sequence[Cell],
        new: Sequence[Cell],
        time: float,
    ) -> None:
        """Draw the ways of `who` without the wall (`old`) and with it (`new`), `time` seconds after the wall was laid.

        With reduced motion, everything is drawn at once.
        """
        if self._stage.look.reduced_motion:
            time = math.inf
        if len(old) > 1:
            self._draw_old(canvas, wall, old, new, time)
        if len(new) > 1:
            self._draw_new(canvas, who, new, time - DOTS_SECONDS)

    # The old way

    def _draw_old(
        self, canvas: Drawable, wall: WallPlacement, old: Sequence[Cell], new: Sequence[Cell], time: float
    ) -> None:
        dots = self._dots(self._cut_off(wall, old, new))
        shown = len(dots) if time >= DOTS_SECONDS else round(len(dots) * time / DOTS_SECONDS)
        sprite = self._dot()
        for x, y in dots[:shown]:
            self._stage.blit(canvas, sprite, (round(x), round(y)))

    def _cut_off(self, wall: WallPlacement, old: Sequence[Cell], new: Sequence[Cell]) -> list[Corner]:
        """Return the part of the old way from the wall to where it joins the new way."""
        rect = self._geometry.wall_rect(wall)
        middles = [self._geometry.middle(cell) for cell in old]
        for at, (here, there) in enumerate(itertools.pairwise(middles)):
            if rect.clipline(here, there):
                rest = old[at + 1 :]
                joins = next((i for i, cell in enumerate(rest) if cell in new), len(rest) - 1)
                between = ((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)
                return [between, *(self._geometry.middle(cell) for cell in rest[: joins + 1])]
        return []

    def _dots(self, corners: Sequence[Corner]) -> list[Corner]:
        """Return evenly spaced points on a line, without the ends of the line."""
        pitch = self._stage.metrics.scale * PITCH
        found: list[Corner] = []
        rest = pitch
        for (x0, y0), (x1, y1) in itertools.pairwise(corners):
            length = math.hypot(x1 - x0, y1 - y0)
            while rest <= length:
                found.append((x0 + (x1 - x0) * rest / length, y0 + (y1 - y0) * rest / length))
                rest += pitch
            rest -= length
        return found

    @remembered
    def _dot(self) -> Sprite:
        side = self._stage.metrics.px(DOT + 6)
        middle = side / 2
        radius = self._stage.metrics.scale * DOT / 2
        body = f'<circle cx="{middle}" cy="{middle}" r="{radius * 1.5:.2f}" fill="{DOT_KEY}" opacity=".55"/>'
        body += f'<circle cx="{middle}" cy="{middle}" r="{radius:.2f}" fill="{DOT_COLOR}" opacity=".8"/>'
        return Sprite(svg.render(body, side, side), -side // 2, -side // 2)

    # The new way

    def _draw_new(self, canvas: Drawable, who: PlayerMark, new: Sequence[Cell], time: float) -> None:
        corners = self._corners(new)
        if len(corners) < 2 or time <= 0:
            return
        picture = self._picture(who, tuple(corners))
        left = SPEED * self._stage.metrics.scale * time
        half = self._stage.metrics.px(KEY) // 2 + 2
        for index, ((x0, y0), (x1, y1)) in enumerate(itertools.pairwise(corners)):
            length = math.hypot(x1 - x0, y1 - y0)
            share = min(1.0, left / length)
            self._reveal(canvas, picture, (x0, y0), (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share), half, index == 0)
            left -= length
            if left <= 0:
                return
        self._draw_head(canvas, who, corners[-2], corners[-1])

    def _corners(self, new: Sequence[Cell]) -> list[Corner]:
        """Return where the new way begins, turns and ends. It begins beside the pawn, on the way's first cell."""
        middles = [self._geometry.middle(cell) for cell in new]
        (x, y), (x1, y1) = middles[0], middles[1]
        side, up, down = (share * math.hypot(x1 - x, y1 - y) for share in PAWN)
        if abs(x1 - x) > abs(y1 - y):
            middles[0] = (x + math.copysign(side, x1 - x), y)
        else:
            middles[0] = (x, y - up if y1 < y else y + down)
        turns = [
            here
            for before, here, after in zip(middles, middles[1:], middles[2:], strict=False)
            if not (_same(before[0], here[0], after[0]) or _same(before[1], here[1], after[1]))
        ]
        return [middles[0], *turns, middles[-1]]

    def _picture(self, who: PlayerMark, corners: tuple[Corner, ...]) -> Sprite:
        """Draw the whole way without its head. The sprite is placed by the board's corner."""
        rect, scale = self._geometry.rect, self._stage.metrics.scale

        def make() -> Sprite:
            points = [(x - rect.x, y - rect.y) for x, y in corners]
            data = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            shade = "M" + "L".join(f"{x + 2 * scale:.1f} {y + 4 * scale:.1f}" for x, y in points)
            body = _stroke(shade, "#000000", KEY * scale, 0.3) + _stroke(data, KEY_COLOR, KEY * scale, 1)
            body += _stroke(data, brighter(who.color), LINE * scale, 1)
            body += _stroke(data, lighter(who.color, 0.72), CORE * scale, 1)
            return Sprite(svg.render(body, *rect.size))

        return self._stage.paint.cached_one("way", (who.id, corners, rect.size), make)

    def _reveal(self, canvas: Drawable, picture: Sprite, begin: Corner, end: Corner, half: int, first: bool) -> None:
        """Draw one straight part of the picture with the corner at its end.

        The `first` part also gets the corner at its beginning.
        """
        rect = self._geometry.rect
        across = abs(end[0] - begin[0]) > abs(end[1] - begin[1])
        low, high = (min(begin[0], end[0]), max(begin[0], end[0])) if across else sorted((begin[1], end[1]))
        forward = (end[0] > begin[0]) if across else (end[1] > begin[1])
        start, stop = round(low), round(high)
        start += half if forward and not first else -half
        stop += -half if not forward and not first else half
        if stop <= start:
            return
        middle = round(begin[1] if across else begin[0])
        size = (stop - start, 2 * half) if across else (2 * half, stop - start)
        area = pygame.Rect((start, middle - half) if across else (middle - half, start), size).clip(rect)
        canvas.blit(picture.surface, area.topleft, area=area.move(-rect.x, -rect.y))

    def _draw_head(self, canvas: Drawable, who: PlayerMark, before: Corner, end: Corner) -> None:
        """Draw the arrow head in the goal row."""
        angle = round(math.degrees(math.atan2(end[1] - before[1], end[0] - before[0])))
        size, color = (self._stage.metrics.px(HEAD),) * 2, brighter(who.color)
        sprite = self._stage.drawing("way-head", size, centred=True, turn=str(angle), color=color, line=KEY_COLOR)
        self._stage.blit(canvas, sprite, (round(end[0]), round(end[1])))


def lighter(color: str, share: float) -> str:
    """Return `color` mixed with white; `share` is the share of white."""
    red, green, blue = (round(part + (255 - part) * share) for part in theme.rgb(color))
    return f"#{red:02X}{green:02X}{blue:02X}"


def brighter(color: str) -> str:
    """Return `color` one step lighter, with the same saturation."""
    red, green, blue = (min(255, round(part * 1.06 + 14)) for part in theme.rgb(color))
    return f"#{red:02X}{green:02X}{blue:02X}"


def _stroke(data: str, color: str, line: float, opacity: float) -> str:
    pen = f'fill="none" stroke="{color}" stroke-width="{line:.2f}" opacity="{opacity}"'
    return f'<path d="{data}" {pen} stroke-linejoin="round" stroke-linecap="round"/>'


def _same(*values: float) -> bool:
    return max(values) - min(values) < 1.0
