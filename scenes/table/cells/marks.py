"""Marks on the cells of a board, and shadows of pieces. A mark is made once per size and drawn around a cell's middle.

The shadow of a standing piece begins at its foot and falls to the right and down.
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
# How far a point's shadow is moved to the right and down, as shares of the point's height above the piece's foot.
FALL = 0.58, 0.16
# A piece's depth as a share of its width. A board is drawn from above, its pieces a little from the front.
DEPTH = 0.5
# Margin and corner of a lit cell, and diameter of a dot, as shares of the cell's side.
TARGET_INSET, TARGET_CORNER, DOT = 0.06, 0.06, 0.14
# Strength of the shadow of a piece's top, as a share of the shadow's strength at the foot.
LEFT_ABOVE = 0.3


class CellMarks:
    """Makes the marks for one grid. `radius` is the radius of a round piece, in board units."""

    def __init__(self, stage: Stage, grid: Grid, radius: float = 0.0) -> None:
        self._stage = stage
        self.paint = stage.paint
        self._grid = grid
        self._unit = grid.unit
        self._cell = grid.cell_rect(0).width
        self.radius = radius
        self.drawn_at = grid.unit, self._cell, radius

    def px(self, length: float) -> int:
        """Return a length in board units as whole pixels."""
        return max(1, round(length * self._unit))

    def blit(self, canvas: Drawable, sprite: Sprite, at: tuple[float, float], alpha: float = 1.0) -> None:
        """Draw a sprite at a point in pixels, which may be fractions."""
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
        """Draw a cell tinted in a colour. `line` adds an outline, which marks a legal target."""
        side = self._cell
        body = svg.box(0, 0, side, side, self.px(5), fill=color, opacity=share)
        if line:
            body += svg.box(0, 0, side, side, self.px(5), stroke=color, line=2.5 * self._unit, opacity=0.85)
        return Sprite(svg.render(body, side, side), -(side // 2), -(side // 2))

    @remembered
    def frame(self, color: str, dashed: bool) -> Sprite:
        """Draw the frame around a cell of the last move: solid where the piece arrived, dashed where it left."""
        side = self._cell
        line = (3 if dashed else 4.5) * self._unit
        body = svg.box(0, 0, side, side, self.px(5), stroke=color, line=line)
        if dashed:
            edge = svg.dash_path(svg.outline(side, side, self.px(5), line / 2), 9 * self._unit, 6 * self._unit)
            body = f'<path d="{edge}" fill="none" stroke="{color}" stroke-width="{line:.2f}"/>'
        return Sprite(svg.render(body, side, side), -(side // 2), -(side // 2))

    @remembered
    def target(self, color: str, bold: bool) -> Sprite:
        """Draw a cell that can be chosen. The whole cell is lit, so that nobody mistakes the mark for a piece."""
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
        """Draw an outline with a dot. Before a piece is chosen, it marks a cell that some piece can reach."""
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
        """Draw a close ring around a round piece. A dashed ring shows where a piece was before."""
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
        """Draw the barred sign. `size` is in board units."""
        side = self.px(size)
        return self._stage.drawing("barred", (side, side), centred=True)

    def shadow(self, sprite: Sprite, key: object, layer: str) -> Sprite:
        """Return the shadow of a piece's sprite, cached by `key`.

        `layer` is "contact" for the shadow directly below the piece, "ambient" for the shadow to the right and down.
        """
        sigma, opacity, dx, dy = (3.0, 0.62, 3, 7) if layer == "contact" else (10.0, 0.48, 11, 18)

        def make() -> Sprite:
            pad = self.px(3 * sigma)
            width, height = sprite.surface.get_size()
            dark = pygame.Surface((width + 2 * pad, height + 2 * pad), pygame.SRCALPHA, 32)
            dark.blit(sprite.surface, (pad, pad))
            dark.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
            # The shadow is blurred at a small size and scaled up, which is faster.
            shrink = max(1.0, sigma * self._unit / 2)
            small = [max(1, round(side / shrink)) for side in dark.get_size()]
            soft = pygame.transform.smoothscale(dark, small)
            soft = pygame.transform.gaussian_blur(soft, max(1, round(sigma * self._unit / shrink)))
            soft = pygame.transform.smoothscale(soft, dark.get_size())
            soft.fill((0, 0, 0, round(opacity * 255)), special_flags=pygame.BLEND_RGBA_MULT)
            return Sprite(soft, sprite.dx - pad + self.px(dx), sprite.dy - pad + self.px(dy))

        return self.paint.cached(("shadow", key, layer, self._unit), make)


class Thrown(NamedTuple):
    """A shadow, with its top left corner relative to the piece's foot, in pixels."""

    surface: pygame.Surface
    left: int
    top: int


def thrown(piece: pygame.Surface, foot: tuple[int, int], sigma: float, color: tuple[int, int, int]) -> Thrown:
    """Return the shadow of a round `piece`, blurred by `sigma` pixels. `foot` is the pixel of the foot in `piece`.

    The piece is cut into slices. The shadow of a slice at height `h` is as wide as the slice and lies FALL times `h`
    away. The higher the slice, the weaker its shadow.
    """
    # The shadow is blurred at a small size and scaled up, which is faster.
    shrink = max(1.0, sigma / 3)
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
    """Multiply the opacity of each pixel of `surface` by `opacity` (0 to 1), and return `surface`.

    `set_alpha` would not last, because each drawing of a sprite sets the alpha again.
    """
    surface.fill((255, 255, 255, round(255 * opacity)), special_flags=pygame.BLEND_RGBA_MULT)
    return surface
