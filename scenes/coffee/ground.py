"""The ground below Coffee's beans: the frame, its field with saucers, and the lit line."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import pygame

from game.coffee.board import STRIDE, Cell
from scenes.coffee.geometry import Geometry
from scenes.coffee.pieces import Pieces
from scenes.kit.drawing import svg
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.paint import BOARD_AMBIENT, BOARD_CONTACT, Sprite
from scenes.kit.stage import Stage
from scenes.table.contract.board import BOARD_SIDE

GLOW, BAND = "#FFC95E", "#D9A545"
DARK, WARM = "#0A0603", "#FFE3A8"
SHADE, GLEAM = 0.30, 0.14  # how much the lamp darkens the farthest saucer and warms the nearest
BAND_WIDTH = 0.98  # pitches
LARGE = 1200  # pixels of a frame from which its outline is drawn at half its size


class CoffeeGround:
    """Sprites of one geometry, put at the frame's corner."""

    def __init__(self, stage: Stage, geometry: Geometry, pieces: Pieces) -> None:
        self._stage = stage
        self._paint = stage.paint
        self.geometry = geometry
        self.pieces = pieces
        self._begun: tuple[SurfaceCanvas, list[Cell]] | None = (
            None  # the board as far as it is laid, and what is still to come
        )

    def board(self) -> Sprite:
        """The frame with its shadow and field, and the saucers at rest; laid over several frames if need be."""
        return self._paint.cached(("coffee board", self.geometry.board.id, self.geometry.rect.size), self._laid)

    def _laid(self) -> Sprite:
        bare = self._bare()
        if self._begun is None:
            self._begun = SurfaceCanvas(bare.surface.copy()), list(reversed(self.geometry.board.cells))
        sheet, left = self._begun
        while left:
            self._stage.budget.make(lambda: self._lay(sheet, left[-1], -bare.dx))
            left.pop()
        self._begun = None
        return Sprite(sheet.surface, bare.dx, bare.dy)

    def _lay(self, sheet: SurfaceCanvas, cell: Cell, pad: int) -> None:
        """Put a saucer with its shadow on a sheet that reaches `pad` pixels beyond the board."""
        x, y = self.geometry.cell_rect(cell).center
        at = x - self.geometry.rect.x + pad, y - self.geometry.rect.y + pad
        self._stage.blit(sheet, self.pieces.saucer_shadow(self.geometry.radius), at)
        self._resting(sheet, cell, at)

    def _bare(self) -> Sprite:
        """The frame with its field on its shadow."""
        rect = self.geometry.rect
        texture = self._stage.assets.texture(f"textures/coffee-{self.geometry.shape}.jpg", rect.size)

        def make() -> Sprite:
            shade = self._shadow()
            face = pygame.Surface(rect.size, pygame.SRCALPHA, 32)
            face.blit(texture, (0, 0))
            face.blit(self._mask(), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            shade.surface.blit(face, (-shade.dx, -shade.dy))
            return shade

        return self._paint.cached_async(("coffee frame", self.geometry.board.id, rect.size), rect.size, make)

    def _resting(self, sheet: SurfaceCanvas, cell: Cell, at: tuple[int, int]) -> None:
        """A saucer at rest, as the lamp in the top left lights it: warm near it, darker towards the far corner."""
        radius = self.geometry.radius
        self._stage.blit(sheet, self.pieces.saucer(radius, _kind(cell), lit=False), at)
        (x, y), rect = self.geometry.cell_center(cell), self.geometry.rect
        away = math.hypot((x - rect.x) / rect.width - 0.22, (y - rect.y) / rect.height - 0.10)
        share = min(1.0, max(0.0, (away - 0.42) / 0.74))
        self._stage.blit(sheet, self.pieces.wash(radius, DARK), at, SHADE * share * share * (3 - 2 * share))
        self._stage.blit(sheet, self.pieces.wash(radius, WARM), at, GLEAM * max(0.0, 1 - away / 0.62))

    def _apothem(self, part: str) -> float:
        """Pixels from the frame's middle to the edges of a part of the art: "outer" or "field"."""
        return float(self.geometry.art[part][self.geometry.shape] * self.geometry.unit)

    def _corners(self, outer: float) -> list[tuple[float, float]]:
        """The corners of the board's shape in pixels of its square, the edges being `outer` from the middle."""
        middle = self.geometry.rect.width / 2
        if self.geometry.shape == "square":
            return [(middle + sx * outer, middle + sy * outer) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        corner = outer * 2 / math.sqrt(3)
        angles = [math.radians(60 * i) for i in range(6)]
        return [(middle + corner * math.cos(a), middle + corner * math.sin(a)) for a in angles]

    def _mask(self) -> pygame.Surface:
        """White within the frame's rounded outline; drawn coarser and scaled up where it is large, for speed."""
        size = self.geometry.rect.size
        radius = self.geometry.art["corner_radius"][self.geometry.shape] * self.geometry.unit
        path = _polygon(self._corners(self._apothem("outer") - radius), 0, 0)
        pen = f'fill="#FFFFFF" stroke="#FFFFFF" stroke-width="{2 * radius:.2f}" stroke-linejoin="round"'
        coarse = (size[0] // 2, size[1] // 2) if size[0] > LARGE else size
        drawn = svg.render(f'<path d="{path}" {pen}/>', *coarse, size)
        return drawn if coarse == size else pygame.transform.smoothscale(drawn, size)

    def _shadow(self) -> Sprite:
        """The two layers of a lying board's shadow, in the frame's shape; blurred small and scaled up, for speed."""
        scale = self._paint.scale * self.geometry.rect.width / self._stage.metrics.px(BOARD_SIDE)
        pad = round((BOARD_AMBIENT.dy + 3 * BOARD_AMBIENT.sigma) * scale) + 2
        side = self.geometry.rect.width + 2 * pad
        coarse = max(1.0, BOARD_CONTACT.sigma * scale / 2)
        corners = self._corners(self._apothem("outer"))
        both = pygame.Surface((round(side / coarse), round(side / coarse)), pygame.SRCALPHA, 32)
        for layer in (BOARD_AMBIENT, BOARD_CONTACT):
            shrink = max(1.0, layer.sigma * scale / 2)
            small = pygame.Surface((round(side / shrink), round(side / shrink)), pygame.SRCALPHA, 32)
            points = [((x + pad) / shrink, (y + pad) / shrink) for x, y in corners]
            pygame.draw.polygon(small, (0, 0, 0, 255), points)
            soft = pygame.transform.gaussian_blur(small, max(1, round(layer.sigma * scale / shrink)))
            soft = pygame.transform.smoothscale(soft, both.get_size())
            soft.set_alpha(round(layer.opacity * 255))
            both.blit(soft, (round(layer.dx * scale / coarse), round(layer.dy * scale / coarse)))
        return Sprite(pygame.transform.smoothscale(both, (side, side)), -pad, -pad)

    def offer(self, line: Sequence[Cell], cells: Sequence[Cell]) -> Sprite:
        """Return the stick's offer: a band behind the line's saucers, those of the empty cells lit with a halo.

        Before the first stone there is no line, and so no band.
        """
        key = (self.geometry.board.id, self.geometry.rect.size, tuple(line), tuple(cells))
        return self._paint.cached_one("coffee offer", key, lambda: self._offer(line, cells))

    def slabs(self, line: Sequence[Cell], offer: Sprite) -> list[pygame.Rect]:
        """The parts of `offer`, each around a cell of its line, where something is to be seen; together all of that.

        Of a line that runs aslant that is much less than the whole picture.
        """
        whole = offer.surface.get_rect()
        if len(line) < 2:
            return [whole]
        corner = self.geometry.rect.x + offer.dx, self.geometry.rect.y + offer.dy
        middles = sorted((self.geometry.cell_center(cell) for cell in line), key=lambda at: (round(at[1]), at[0]))
        xs, ys = [at[0] - corner[0] for at in middles], [at[1] - corner[1] for at in middles]
        if abs(ys[-1] - ys[0]) < 1:
            return [whole]
        ends = [0, *(round((before + after) / 2) for before, after in itertools.pairwise(ys)), whole.height]
        reach = abs(xs[1] - xs[0]) + 1.1 * self.geometry.pitch
        return [
            pygame.Rect(round(x - reach), top, round(2 * reach), bottom - top).clip(whole)
            for x, (top, bottom) in zip(xs, itertools.pairwise(ends), strict=True)
        ]

    def _offer(self, line: Sequence[Cell], cells: Sequence[Cell]) -> Sprite:
        shown = [self.geometry.cell_rect(cell) for cell in (*line, *cells)]
        room = round(1.3 * self.geometry.pitch)
        area = shown[0].unionall(shown[1:]).inflate(room, room)
        band = self._band(line, area) if line else None
        sheet = SurfaceCanvas.blank(area.size)
        radius = self.geometry.radius
        middles = [(self.geometry.cell_rect(cell).center, cell) for cell in cells]
        if band is not None:
            sheet.blit(band, (0, 0))
            for cell in line:
                x, y = self.geometry.cell_rect(cell).center
                self._resting(sheet, cell, (x - area.x, y - area.y))
            for (x, y), _ in middles:
                self._stage.blit(sheet, self.pieces.halo(radius, GLOW, 0.60), (x - area.x, y - area.y))
        for (x, y), cell in middles:
            self._stage.blit(sheet, self.pieces.saucer(radius, _kind(cell), lit=True), (x - area.x, y - area.y))
        return Sprite(sheet.surface, area.x - self.geometry.rect.x, area.y - self.geometry.rect.y)

    def _between(self) -> Sprite:
        """White where the field is seen between the saucers, which seem to lie on whatever is cut out by this."""
        rect, board = self.geometry.rect, self.geometry.board
        centres = [self.geometry.cell_center(cell) for cell in board.cells]

        def make() -> Sprite:
            field = _polygon(self._corners(self._apothem("field")), 0, 0)
            surface = svg.render(f'<path d="{field}" fill="#FFFFFF"/>', *rect.size)
            hole = f'r="{0.975 * self.geometry.radius:.2f}" fill="#000000"/>'  # black: only alpha is taken away
            holes = "".join(f'<circle cx="{x - rect.x:.2f}" cy="{y - rect.y:.2f}" {hole}' for x, y in centres)
            surface.blit(svg.render(holes, *rect.size), (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
            return Sprite(surface)

        return self._paint.cached_async(("coffee between", board.id, rect.size), rect.size, make)

    def _band(self, line: Sequence[Cell], area: pygame.Rect) -> pygame.Surface:
        """The lit strip below a line; whoever asks puts it into a larger picture, so it is not kept."""
        between = self._between().surface
        key = ("coffee band", self.geometry.board.id, tuple(line), tuple(area))
        return self._stage.budget.make_async(key, area.size, lambda: self._lit_strip(line, area, between))

    def _lit_strip(self, line: Sequence[Cell], area: pygame.Rect, between: pygame.Surface) -> pygame.Surface:
        pitch = self.geometry.pitch
        coarse = max(1.0, pitch / 30)
        size = round(area.width / coarse), round(area.height / coarse)
        (x0, y0), (x1, y1) = (self.geometry.cell_center(cell) for cell in (line[0], line[-1]))
        length = math.hypot(x1 - x0, y1 - y0)
        ux, uy = ((x1 - x0) / length, (y1 - y0) / length) if length else (1.0, 0.0)
        ends = (x0 - ux * pitch / 2, y0 - uy * pitch / 2), (x1 + ux * pitch / 2, y1 + uy * pitch / 2)
        path = "M" + "L".join(f"{(x - area.x) / coarse:.2f} {(y - area.y) / coarse:.2f}" for x, y in ends)
        pen = f'stroke="{BAND}" stroke-opacity=".66" stroke-width="{BAND_WIDTH * pitch / coarse:.2f}" fill="none"'
        soft = pygame.transform.gaussian_blur(svg.render(f'<path d="{path}" {pen}/>', *size), 2)
        band = pygame.transform.smoothscale(soft, area.size)
        corner = self.geometry.rect.x - area.x, self.geometry.rect.y - area.y
        band.blit(between, corner, special_flags=pygame.BLEND_RGBA_MULT)
        return band


def _kind(cell: Cell) -> int:
    """Which of the saucers a cell has: neighbours are not alike."""
    row, place = divmod(cell, STRIDE)
    return row * 5 + place * 3 + row * place


def _polygon(corners: Sequence[tuple[float, float]], dx: float, dy: float) -> str:
    """Path data of a polygon, moved."""
    return "M" + "L".join(f"{x + dx:.2f} {y + dy:.2f}" for x, y in corners) + "Z"
