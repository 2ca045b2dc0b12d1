"""Marks on Coffee's board: what an axis would offer, where the rival would win, full lines, the row that won."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence

import pygame

from game.coffee.board import Cell
from scenes.coffee.geometry import Geometry
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.paint import Sprite, remembered
from scenes.kit.stage import Stage

Point = tuple[float, float]
Stamp = Callable[[Sprite, Point], None]
CREAM, GOLD, DANGER = "#FFF3D6", "#D9B465", "#F0742A"
DOT = 0.115  # radius in pitches of a dot on a cell that would be offered


class CoffeeMarks:
    """Sprites of one geometry, put at the frame's corner; put together from small pictures, to be quick."""

    def __init__(self, stage: Stage, geometry: Geometry) -> None:
        self._stage = stage
        self.paint, self.drawn_at = stage.paint, geometry.pitch
        self.geometry = geometry

    def preview(self, line: Sequence[Cell], cells: Sequence[Cell]) -> Sprite:
        """A dotted line all along `line`, and a dot on each of `cells`, which it would offer."""

        def draw(stamp: Stamp) -> None:
            self._dots(stamp, line[0], line[-1], CREAM, 0.030)
            for cell in cells:
                stamp(self._dot(), self._at(cell))

        return self._made("preview", (tuple(line), tuple(cells)), line, draw)

    def blocked(self, line: Sequence[Cell]) -> Sprite:
        """A line on which no cell is empty: dotted in red, with the barred sign at both ends."""

        def draw(stamp: Stamp) -> None:
            self._dots(stamp, line[0], line[-1], theme.SIGN, 0.05)
            for cell in (line[0], line[-1]):
                stamp(self._sign(0.5), self._at(cell))

        return self._made("blocked", tuple(line), line, draw)

    def barred(self, cells: Sequence[Cell]) -> Sprite:
        """The barred sign on cells that no stone may go to."""

        def draw(stamp: Stamp) -> None:
            for cell in cells:
                stamp(self._sign(0.68), self._at(cell))

        return self._made("barred", tuple(cells), cells, draw)

    def danger(self, rows: Sequence[tuple[Cell, Sequence[Cell]]]) -> Sprite:
        """Return signs where the rival would complete a row, each with dots along the row that it would make."""

        def draw(stamp: Stamp) -> None:
            for _, row in rows:
                self._dots(stamp, row[0], row[-1], DANGER, 0.042)
            for cell, _ in rows:
                stamp(self._alarm(), self._at(cell))

        key = tuple((cell, tuple(row)) for cell, row in rows)
        return self._made("danger", key, [cell for _, row in rows for cell in row], draw)

    def won(self, row: Sequence[Cell], share: float) -> Sprite:
        """A brass outline around the completed row, up to `share` of its length: a part of the whole picture."""
        area = self._area(row)
        body = self._outline(row, area)
        key = ("coffee won", tuple(row), self.geometry.board.id, self.geometry.rect.size)
        whole = self.paint.cached_async(key, area.size, lambda: Sprite(svg.render(body, *area.size), area.x, area.y))
        if share >= 1:
            return whole
        (x0, y0), (x1, y1) = map(self._at, (row[0], row[-1]))
        seen = pygame.Rect((0, 0), area.size)
        if abs(x1 - x0) > abs(y1 - y0):
            seen.width = max(1, round(share * area.width))
            seen.right = seen.right if x1 > x0 else area.width
        else:
            seen.height = max(1, round(share * area.height))
            seen.bottom = seen.bottom if y1 > y0 else area.height
        return Sprite(whole.surface.subsurface(seen), area.x + seen.x, area.y + seen.y)

    def _outline(self, row: Sequence[Cell], area: pygame.Rect) -> str:
        pitch = self.geometry.pitch
        (x0, y0), (x1, y1) = ((x - area.x, y - area.y) for x, y in map(self._at, (row[0], row[-1])))
        length = math.hypot(x1 - x0, y1 - y0)
        ux, uy = ((x1 - x0) / length, (y1 - y0) / length) if length > 1 else (1.0, 0.0)
        r = 0.475 * pitch
        sx, sy = -uy * r, ux * r
        path = f"M{x0 + sx:.2f} {y0 + sy:.2f}A{r:.2f} {r:.2f} 0 0 1 {x0 - sx:.2f} {y0 - sy:.2f}"
        path += f"L{x1 - sx:.2f} {y1 - sy:.2f}A{r:.2f} {r:.2f} 0 0 1 {x1 + sx:.2f} {y1 + sy:.2f}Z"
        body = f"<defs>{svg.gradient('w', theme.RING, (x0, y0 - r), (x1, y1 + r))}</defs>"
        for color, wide, opacity in (("#FFC95E", 0.20, 0.22), ("#2A1B0A", 0.105, 0.9), ("url(#w)", 0.066, 1.0)):
            body += f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{wide * pitch:.2f}" '
            body += f'stroke-opacity="{opacity}"/>'
        return body

    # Small pictures, put at their middles

    def _dots(self, stamp: Stamp, first: Cell, last: Cell, color: str, size: float) -> None:
        """Dots of a radius in pitches along the way from one cell to another."""
        begin, end = self._at(first), self._at(last)
        count = max(1, round(math.dist(begin, end) / (3.4 * size * self.geometry.pitch)))
        dot = self._round(((1.5, "#1A0E06", 0.55), (1.0, color, 1.0)), size * self.geometry.pitch)
        for i in range(count + 1):
            share = i / count
            stamp(dot, (begin[0] + (end[0] - begin[0]) * share, begin[1] + (end[1] - begin[1]) * share))

    def _dot(self) -> Sprite:
        """A brass nail on a cell that would be offered."""
        return self._round(((1.3, "#3A2508", 1.0), (1.0, GOLD, 1.0), (0.6, "#F3DDA0", 0.8)), DOT * self.geometry.pitch)

    @remembered
    def _round(self, discs: tuple[tuple[float, str, float], ...], radius: float) -> Sprite:
        """Discs over each other: share of the radius, colour and opacity each."""
        side = 2 * math.ceil(radius * max(share for share, _, _ in discs)) + 2
        body = "".join(_disc((side / 2, side / 2), radius * share, color, alpha) for share, color, alpha in discs)
        return Sprite(svg.render(body, side, side), -side // 2, -side // 2)

    def _sign(self, size: float) -> Sprite:
        side = round(size * self.geometry.pitch)

        return self._stage.drawing("barred", (side, side), centred=True)

    @remembered
    def _alarm(self) -> Sprite:
        """The warning triangle in an orange ring."""
        pitch = self.geometry.pitch
        side = 2 * math.ceil(0.48 * pitch)
        middle = side / 2
        body = _disc((middle, middle), 0.40 * pitch, "#2A1206", 0.45)
        for color, wide in (("#2A1206", 0.085), (DANGER, 0.055)):
            body += f'<circle cx="{middle}" cy="{middle}" r="{0.42 * pitch:.2f}" fill="none" stroke="{color}" '
            body += f'stroke-width="{wide * pitch:.2f}"/>'
        return Sprite(svg.render(body + warning(middle, middle, 0.29 * pitch), side, side), -side // 2, -side // 2)

    # Putting together

    def _at(self, cell: Cell) -> Point:
        """A cell's middle from the frame's corner."""
        x, y = self.geometry.cell_center(cell)
        return x - self.geometry.rect.x, y - self.geometry.rect.y

    def _area(self, cells: Sequence[Cell]) -> pygame.Rect:
        """What the saucers of `cells` and a little around them cover, from the frame's corner."""
        rects = [self.geometry.cell_rect(cell) for cell in cells]
        room = round(0.4 * self.geometry.pitch)
        return rects[0].unionall(rects[1:]).inflate(room, room).move(-self.geometry.rect.x, -self.geometry.rect.y)

    def _made(self, slot: str, key: Hashable, cells: Sequence[Cell], draw: Callable[[Stamp], None]) -> Sprite:
        """The latest sprite of a slot: what `draw` stamps around `cells`."""

        def make() -> Sprite:
            area = self._area(cells)
            sheet = SurfaceCanvas.blank(area.size)

            def stamp(sprite: Sprite, at: Point) -> None:
                self._stage.blit(sheet, sprite, (at[0] - area.x, at[1] - area.y))

            draw(stamp)
            return Sprite(sheet.surface, area.x, area.y)

        board = (self.geometry.board.id, self.geometry.rect.size)
        return self.paint.cached_one(f"coffee {slot}", (board, key), make)


def warning(x: float, y: float, size: float) -> str:
    """The warning triangle around a point; `size` is the radius of the circle around it."""
    top, side, foot = y - size, 0.92 * size, y + 0.66 * size
    path = f"M{x:.2f} {top:.2f}L{x + side:.2f} {foot:.2f}L{x - side:.2f} {foot:.2f}Z"
    pen = f'stroke="#FFF6E8" stroke-width="{0.15 * size:.2f}" stroke-linejoin="round"'
    body = f'<path d="{path}" fill="{theme.SIGN}" {pen}/>'
    body += f'<path d="M{x:.2f} {y - 0.42 * size:.2f}L{x:.2f} {y + 0.16 * size:.2f}" stroke="#FFFFFF" '
    body += f'stroke-width="{0.17 * size:.2f}" stroke-linecap="round"/>'
    return body + _disc((x, y + 0.42 * size), 0.105 * size, "#FFFFFF", 1.0)


@remembered
def warning_picture(stage: Stage, side: int) -> Sprite:
    """The warning triangle on a square of `side` pixels, put at its middle."""
    drawn: pygame.Surface = svg.render(warning(50, 54, 44), side, side, (100, 100))
    return Sprite(drawn, -side // 2, -side // 2)


def _disc(at: Point, radius: float, color: str, opacity: float) -> str:
    return f'<circle cx="{at[0]:.2f}" cy="{at[1]:.2f}" r="{radius:.2f}" fill="{color}" fill-opacity="{opacity:g}"/>'
