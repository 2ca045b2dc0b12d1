"""Marks on Coffee's board: what an axis would offer, where the rival would win, full lines, the row that won."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence

import pygame

from game.coffee.board import Cell
from scenes.coffee.geometry import Geometry
from scenes.kit import svg, theme
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage
from scenes.marks import sign

Point = tuple[float, float]
CREAM, GOLD, DANGER = "#FFF3D6", "#D9B465", "#F0742A"
DOT = 0.115  # radius in pitches of a dot on a cell that would be offered
WIN_STEPS = 16  # pictures of the row's outline while it is drawn


class Marks:
    """Sprites of one geometry, put at the frame's corner."""

    def __init__(self, stage: Stage, geometry: Geometry) -> None:
        self._stage = stage
        self._paint = stage.paint
        self.geometry = geometry

    def preview(self, cell: Cell, line: Sequence[Cell], cells: Sequence[Cell]) -> Sprite:
        """A dotted line from the bean both ways along `line`, and a dot on each of `cells`, which it would offer."""
        return self._made("preview", (cell, tuple(line), tuple(cells)), lambda: self._preview(line, cells))

    def _preview(self, line: Sequence[Cell], cells: Sequence[Cell]) -> str:
        pitch = self.geometry.pitch
        body = self._dots(line[0], line[-1], CREAM, 0.030, 0.8)
        for x, y in map(self._at, cells):
            body += f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{(DOT + 0.035) * pitch:.2f}" fill="#3A2508"/>'
            body += f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{DOT * pitch:.2f}" fill="{GOLD}"/>'
            body += f'<circle cx="{x - 0.03 * pitch:.2f}" cy="{y - 0.035 * pitch:.2f}" r="{0.045 * pitch:.2f}" '
            body += 'fill="#FFF3CC" opacity=".75"/>'
        return body

    def blocked(self, line: Sequence[Cell]) -> Sprite:
        """A line on which no cell is empty: struck through from end to end."""
        return self._made("blocked", tuple(line), lambda: self._blocked(line))

    def _blocked(self, line: Sequence[Cell]) -> str:
        body = self._dots(line[0], line[-1], theme.SIGN, 0.05, 1.0)
        unit = self.geometry.pitch / 105
        return body + "".join(sign((round(x), round(y)), unit * 0.8) for x, y in map(self._at, (line[0], line[-1])))

    def barred(self, cell: Cell) -> Sprite:
        """The barred sign on a cell that no stone may go to."""
        return self._made("barred", cell, lambda: sign(_whole(self._at(cell)), self.geometry.pitch / 95))

    def danger(self, rows: Sequence[tuple[Cell, Sequence[Cell]]]) -> Sprite:
        """Where the rival would complete a row: a sign on the cell and dots along the row that it would make."""
        key = tuple((cell, tuple(row)) for cell, row in rows)
        return self._made("danger", key, lambda: self._danger(rows))

    def _danger(self, rows: Sequence[tuple[Cell, Sequence[Cell]]]) -> str:
        pitch = self.geometry.pitch
        body = "".join(self._dots(row[0], row[-1], DANGER, 0.042, 1.0) for _, row in rows)
        for x, y in (self._at(cell) for cell, _ in rows):
            body += f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{0.40 * pitch:.2f}" fill="#2A1206" fill-opacity=".45"/>'
            body += f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{0.42 * pitch:.2f}" fill="none" stroke="#2A1206" '
            body += f'stroke-width="{0.085 * pitch:.2f}"/><circle cx="{x:.2f}" cy="{y:.2f}" r="{0.42 * pitch:.2f}" '
            body += f'fill="none" stroke="{DANGER}" stroke-width="{0.055 * pitch:.2f}"/>'
            body += warning(x, y, 0.29 * pitch)
        return body

    def won(self, row: Sequence[Cell], share: float) -> Sprite:
        """A brass outline around the completed row, drawn up to `share` of its length."""
        step = max(1, math.ceil(share * WIN_STEPS))
        return self._made("won", (tuple(row), step), lambda: self._won(row, step / WIN_STEPS))

    def _won(self, row: Sequence[Cell], share: float) -> str:
        pitch = self.geometry.pitch
        (x0, y0), (x1, y1) = self._at(row[0]), self._at(row[-1])
        x1, y1 = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
        length = math.hypot(x1 - x0, y1 - y0)
        ux, uy = ((x1 - x0) / length, (y1 - y0) / length) if length > 1 else (1.0, 0.0)
        r = 0.475 * pitch
        sx, sy = -uy * r, ux * r
        path = f"M{x0 + sx:.2f} {y0 + sy:.2f}A{r:.2f} {r:.2f} 0 0 1 {x0 - sx:.2f} {y0 - sy:.2f}"
        path += f"L{x1 - sx:.2f} {y1 - sy:.2f}A{r:.2f} {r:.2f} 0 0 1 {x1 + sx:.2f} {y1 + sy:.2f}Z"
        defs = svg.gradient("w", theme.RING, (x0, y0 - r), (x1, y1 + r))
        body = f"<defs>{defs}</defs>"
        for color, wide, opacity in (("#FFC95E", 0.20, 0.22), ("#2A1B0A", 0.105, 0.9), ("url(#w)", 0.066, 1.0)):
            body += f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{wide * pitch:.2f}" '
            body += f'stroke-opacity="{opacity}"/>'
        return body

    def _dots(self, first: Cell, last: Cell, color: str, size: float, opacity: float) -> str:
        """Dots along the way from one cell to another."""
        begin, end = self._at(first), self._at(last)
        length = math.dist(begin, end)
        count = max(1, round(length / (3.4 * size * self.geometry.pitch)))
        radius = size * self.geometry.pitch
        points = list(_between(begin, end, count))
        keyline = "".join(_disc(point, radius * 1.5, "#1A0E06", 0.55 * opacity) for point in points)
        return keyline + "".join(_disc(point, radius, color, opacity) for point in points)

    def _at(self, cell: Cell) -> Point:
        """A cell's middle from the frame's corner."""
        x, y = self.geometry.cell_center(cell)
        return x - self.geometry.rect.x, y - self.geometry.rect.y

    def _made(self, slot: str, key: Hashable, body: Callable[[], str]) -> Sprite:
        rect = self.geometry.rect

        def make() -> Sprite:
            drawn = svg.render(body(), *rect.size)
            tight = drawn.get_bounding_rect()
            return Sprite(drawn.subsurface(tight).copy(), tight.x, tight.y)

        return self._paint.latest(f"coffee {slot}", (self.geometry.board.id, rect.size, key), make)


def warning(x: float, y: float, size: float) -> str:
    """The warning triangle around a point; `size` is the radius of the circle around it."""
    top, side, foot = y - size, 0.92 * size, y + 0.66 * size
    path = f"M{x:.2f} {top:.2f}L{x + side:.2f} {foot:.2f}L{x - side:.2f} {foot:.2f}Z"
    pen = f'stroke="#FFF6E8" stroke-width="{0.15 * size:.2f}" stroke-linejoin="round"'
    body = f'<path d="{path}" fill="{theme.SIGN}" {pen}/>'
    body += f'<path d="M{x:.2f} {y - 0.42 * size:.2f}L{x:.2f} {y + 0.16 * size:.2f}" stroke="#FFFFFF" '
    body += f'stroke-width="{0.17 * size:.2f}" stroke-linecap="round"/>'
    return body + _disc((x, y + 0.42 * size), 0.105 * size, "#FFFFFF", 1.0)


def warning_picture(stage: Stage, side: int) -> Sprite:
    """The warning triangle on a square of `side` pixels, put at its middle."""

    def make() -> Sprite:
        drawn: pygame.Surface = svg.render(warning(50, 54, 44), side, side, (100, 100))
        return Sprite(drawn, -side // 2, -side // 2)

    return stage.paint.once(("warning", side), make)


def _disc(at: Point, radius: float, color: str, opacity: float) -> str:
    return f'<circle cx="{at[0]:.2f}" cy="{at[1]:.2f}" r="{radius:.2f}" fill="{color}" fill-opacity="{opacity:g}"/>'


def _between(begin: Point, end: Point, count: int) -> Iterator[Point]:
    for i in range(count + 1):
        share = i / count
        yield begin[0] + (end[0] - begin[0]) * share, begin[1] + (end[1] - begin[1]) * share


def _whole(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])
