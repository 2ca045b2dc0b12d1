"""Marks on the cells of a board, made once per size and drawn around a cell's middle; and shadows.

The shadow of a standing piece begins at its foot and falls right and down.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import pygame

from scenes.kit.drawing import svg
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.paint import Sprite, remembered
from scenes.kit.stage import Stage
from scenes.table.cells.grid import Grid

KEYLINE = "#1A0B06"
FALL = 0.58, 0.16  # offset of a point's shadow, right and down, as shares of the point's height above the foot
DEPTH = 0.5  # a piece's depth as a share of its width: boards are seen from above, pieces a little from the front
TARGET_INSET, TARGET_CORNER, DOT = 0.06, 0.06, 0.14  # of a lit cell, and a dot's radius, as shares of the cell's side
LEFT_ABOVE = 0.3  # the shadow's strength at the piece's top, as a share of the strength at its foot


class CellMarks:
    """Makes sprites for one grid; `radius` is a round piece's, in board units."""

    def __init__(self, stage: Stage, grid: Grid, radius: float = 0.0) -> None:
        self._stage = stage
        self.paint = stage.paint
        self._grid = grid
        self._unit = grid.unit
        self._cell = grid.cell_rect(0).width
        self.radius = radius
        self.drawn_at = grid.unit, self._cell, radius

    def px(self, length: float) -> int:
        """Board units in whole pixels."""
        return max(1, round(length * self._unit))

    def blit(self, canvas: Drawable, sprite: Sprite, at: tuple[float, float], alpha: float = 1.0) -> None:
        """Draw a sprite at a point in fractional pixels."""
        self._stage.blit(canvas, sprite, (round(at[0]), round(at[1])), alpha)

    def on(self, canvas: Drawable, sprite: Sprite, cell: int, alpha: float = 1.0) -> None:
        """Draw a sprite at the middle of a cell."""
        self.blit(canvas, sprite, self._grid.middle(cell), alpha)

    def ring(self, canvas: Drawable, cell: int, alpha: float = 1.0) -> None:
        """Draw the focus ring around a cell."""
        rect = self._grid.cell_rect(cell)
        ring = self._stage.paint.ring(rect.size, round(self._grid.art["cell_radius"]), 1, 5)
        self._stage.blit(canvas, ring, rect.topleft, alpha)

    @remembered
    def tint(self, color: str, share: float, line: bool) -> Sprite:
        """A cell tinted in a colour; `line` outlines it as a legal target."""
        side = self._cell
        body = svg.box(0, 0, side, side, self.px(5), fill=color, opacity=share)
        if line:
            body += svg.box(0, 0, side, side, self.px(5), stroke=color, line=2.5 * self._unit, opacity=0.85)
        return Sprite(svg.render(body, side, side), -(side // 2), -(side // 2))

    @remembered
    def frame(self, color: str, dashed: bool) -> Sprite:
        """The last move: a solid ring on the arrival, a dashed one on the departure."""
        side = self._cell
        line = (3 if dashed else 4.5) * self._unit
        body = svg.box(0, 0, side, side, self.px(5), stroke=color, line=line)
        if dashed:
            edge = svg.dash_path(svg.outline(side, side, self.px(5), line / 2), 9 * self._unit, 6 * self._unit)
            body = f'<path d="{edge}" fill="none" stroke="{color}" stroke-width="{line:.2f}"/>'
        return Sprite(svg.render(body, side, side), -(side // 2), -(side // 2))

    @remembered
    def target(self, color: str, bold: bool) -> Sprite:
        """A cell to choose: the whole cell lit, so that nobody takes it for a piece."""
        side, wide = self._cell, self._cell / self._unit
        inset = TARGET_INSET * wide
        box, radius = (inset, inset, wide - 2 * inset, wide - 2 * inset), TARGET_CORNER * wide
        fill, line, ink = (0.34, 6, 1.0) if bold else (0.22, 4, 0.8)
        body = svg.box(*box, radius, fill=color, opacity=fill)
        body += svg.box(*box, radius, stroke=KEYLINE, line=line + 4, opacity=0.5 * ink)
        body += svg.box(*box, radius, stroke=color, line=line, opacity=ink)
        return Sprite(svg.render(body, side, side, (wide, wide)), -(side // 2), -(side // 2))

    @remembered
    def reach(self, color: str) -> Sprite:
        """A cell that some piece can reach, before one is chosen: outlined, with a dot."""
        side, wide = self._cell, self._cell / self._unit
        inset, middle = TARGET_INSET * wide, wide / 2
        box, radius = (inset, inset, wide - 2 * inset, wide - 2 * inset), TARGET_CORNER * wide
        body = svg.box(*box, radius, stroke=color, line=4, opacity=0.6)
        for share, fill, opacity in ((DOT * 1.25, KEYLINE, 0.6), (DOT, color, 0.9)):
            body += f'<circle cx="{middle:.1f}" cy="{middle:.1f}" r="{share * middle:.1f}" fill="{fill}" '
            body += f'fill-opacity="{opacity}"/>'
        return Sprite(svg.render(body, side, side, (wide, wide)), -(side // 2), -(side // 2))

    @remembered
    def girdle(self, color: str, dashed: bool = False) -> Sprite:
        """A close ring around a round piece; dashed around a piece's former place."""
        side = self.px(2 * self.radius + 44)
        c, r, line = side / 2, (self.radius + 10) * self._unit, 6 * self._unit
        body = f'<circle cx="{c}" cy="{c}" r="{r:.1f}" fill="none" stroke="{KEYLINE}" stroke-opacity=".7" '
        body += f'stroke-width="{line + 5 * self._unit:.1f}"/>'
        if dashed:
            turn = [math.tau * i / 72 for i in range(73)]
            points = [(c + r * math.cos(angle), c + r * math.sin(angle)) for angle in turn]
            path = svg.dash_path(points, 20 * self._unit, 13 * self._unit)
            body = f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{line:.1f}"/>'
        else:
            body += f'<circle cx="{c}" cy="{c}" r="{r:.1f}" fill="none" stroke="{color}" stroke-width="{line:.1f}"/>'
        return Sprite(svg.render(body, side, side), -side // 2, -side // 2)

    def sign(self, size: float = 64) -> Sprite:
        """The barred sign; `size` in board units."""
        side = self.px(size)
        return self._stage.drawing("barred", (side, side), centred=True)

    def shadow(self, sprite: Sprite, key: object, layer: str) -> Sprite:
        """The shadow of a piece's sprite, cached by its `key`: `layer` "contact" below it, "ambient" right and down."""
        sigma, opacity, dx, dy = (3.0, 0.62, 3, 7) if layer == "contact" else (10.0, 0.48, 11, 18)

        def make() -> Sprite:
            pad = self.px(3 * sigma)
            width, height = sprite.surface.get_size()
            dark = pygame.Surface((width + 2 * pad, height + 2 * pad), pygame.SRCALPHA, 32)
            dark.blit(sprite.surface, (pad, pad))
            dark.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
            shrink = max(1.0, sigma * self._unit / 2)  # blurred small and scaled up, for speed
            small = [max(1, round(side / shrink)) for side in dark.get_size()]
            soft = pygame.transform.smoothscale(dark, small)
            soft = pygame.transform.gaussian_blur(soft, max(1, round(sigma * self._unit / shrink)))
            soft = pygame.transform.smoothscale(soft, dark.get_size())
            soft.fill((0, 0, 0, round(opacity * 255)), special_flags=pygame.BLEND_RGBA_MULT)
            return Sprite(soft, sprite.dx - pad + self.px(dx), sprite.dy - pad + self.px(dy))

        return self.paint.cached(("shadow", key, layer, self._unit), make)


class Thrown(NamedTuple):
    """A shadow, and its top left corner relative to the foot, in pixels."""

    surface: pygame.Surface
    left: int
    top: int


def thrown(piece: pygame.Surface, foot: tuple[int, int], sigma: float, color: tuple[int, int, int]) -> Thrown:
    """The shadow of a round `piece` whose foot is at the pixel `foot` of its picture, blurred by `sigma` pixels.

    A slice at height `h` throws a shadow of its own width FALL times `h` away; higher slices throw weaker ones.
    """
    shrink = max(1.0, sigma / 3)  # blurred small and scaled up, for speed
    width, height = round(piece.get_width() / shrink), round(foot[1] / shrink)
    mask = pygame.mask.from_surface(
        pygame.transform.smoothscale(piece.subsurface((0, 0, piece.get_width(), foot[1])), (width, height))
    )
    blur = max(1, round(sigma / shrink))
    pad = 3 * blur + round(width * DEPTH / 2)
    right, down = round(FALL[0] * height), round(FALL[1] * height)
    small = pygame.Surface((width + right + 2 * pad, down + 1 + 2 * pad), pygame.SRCALPHA, 32)
    small.fill((*color, 0))
    for row in range(height):
        solid = [x for x in range(width) if mask.get_at((x, row))]
        if not solid:
            continue
        over = height - 1 - row
        wide = solid[-1] + 1 - solid[0]
        disc = pygame.Rect(0, 0, wide, max(1, round(wide * DEPTH)))
        disc.midleft = pad + solid[0] + round(FALL[0] * over), pad + round(FALL[1] * over)
        pygame.draw.ellipse(small, (*color, round(255 * (1 - (1 - LEFT_ABOVE) * over / height))), disc)
    small = pygame.transform.gaussian_blur(small, blur)
    size = round(small.get_width() * shrink), round(small.get_height() * shrink)
    return Thrown(pygame.transform.smoothscale(small, size), -foot[0] - round(pad * shrink), -round(pad * shrink))


def faded(surface: pygame.Surface, opacity: float) -> pygame.Surface:
    """`surface` with its pixels faded by `opacity`, 0..1; sprites are drawn with other opacities on top."""
    surface.fill((255, 255, 255, round(255 * opacity)), special_flags=pygame.BLEND_RGBA_MULT)
    return surface
