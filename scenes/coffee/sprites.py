"""Coffee's pictures: saucers, beans and the stick (on board, wheel and cards), the ground, and the marks.

Each is made once.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import pygame

from game.coffee.board import STRIDE, Cell
from scenes.coffee.geometry import Geometry
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.paint import BOARD_AMBIENT, BOARD_CONTACT, Sprite, remembered
from scenes.kit.stage import Stage
from scenes.table.contract.board import BOARD_SIDE

ART = "textures/coffee-hex.json"
SAUCERS, BEANS = "textures/coffee-saucers.jpg", "textures/coffee-beans.png"
# The distance of neighbouring cells, in radii of a saucer.
PITCH = 1 / 0.4425
# In pitches. The stick is long enough to be seen on both sides of a bean.
STICK_LENGTH, STICK_WIDTH = 1.26, 0.11
# Degrees between two pictures of the turning stick.
TURN_STEP = 5.0
NEXT_FILL, NEXT_RIM = {"black": "#46291B", "orange": "#E0812B"}, "#FFEFD0"
# On a saucer that the rival may choose next: opacity of the wash of colour, and width of the rim in radii.
NEXT_WASH, NEXT_LINE = 0.84, 0.18
# Each layer has dx, dy and sigma in pitches, and an opacity.
SAUCER_SHADOW = ((0.047, 0.074, 0.047, 0.45), (0.017, 0.027, 0.017, 0.55))
BEAN_SHADOW = ((0.055, 0.09, 0.055, 0.50), (0.02, 0.035, 0.02, 0.60))
LIFTED_SHADOW = ((0.13, 0.20, 0.11, 0.42), (0.10, 0.15, 0.06, 0.22))


class Pieces:
    """Makes sprites that are placed by their middle. `radius` is a saucer's radius in whole pixels."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.paint, self.drawn_at = stage.paint, None
        self.art: dict[str, Any] = stage.assets.data(ART)

    def saucer(self, radius: int, kind: int, lit: bool) -> Sprite:
        """Draw a saucer, plain or lit; `kind` picks one of several slightly different ones."""
        sheet = self.art["saucers"]
        index = int(sheet["plain"]) + kind % int(sheet["lit"]) if lit else kind % int(sheet["plain"])

        def make() -> Sprite:
            source = self._stage.assets.picture(SAUCERS)
            place = source.get_height()
            side = round(2 * sheet["radius"] / sheet["place"] * place)
            corner = (place - side) // 2
            part = source.subsurface((index * place + corner, corner, side, side))
            size = 2 * radius
            disc = pygame.transform.smoothscale(part, (size, size)).convert_alpha()
            mask = svg.render(f'<circle cx="{radius}" cy="{radius}" r="{radius}" fill="#FFFFFF"/>', size, size)
            disc.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            return Sprite(disc, -radius, -radius)

        return self.paint.cached(("saucer", index, radius), make)

    @remembered
    def promised(self, radius: int, kind: int, colour: str) -> Sprite:
        """Draw a saucer that the side `colour` may choose next: lit, washed with its colour, with a bright rim."""
        halo, fill = self.halo(radius, NEXT_RIM, 0.5), NEXT_FILL[colour]
        sheet = SurfaceCanvas.blank(halo.surface.get_size())
        middle = -halo.dx, -halo.dy
        self._stage.blit(sheet, halo, middle)
        self._stage.blit(sheet, self.saucer(radius, kind, lit=True), middle)
        self._stage.blit(sheet, self.wash(radius, fill), middle, NEXT_WASH)
        line = NEXT_LINE * radius
        body = f'<circle cx="{middle[0]}" cy="{middle[1]}" r="{radius - line / 2:.2f}" fill="none" '
        body += f'stroke="{NEXT_RIM}" stroke-width="{line:.2f}"/>'
        sheet.blit(svg.render(body, *sheet.surface.get_size()), (0, 0))
        return Sprite(sheet.surface, halo.dx, halo.dy)

    def wash(self, radius: int, color: str) -> Sprite:
        """Draw a plain disc over a saucer, to be shown with an opacity."""
        disc = f'<circle cx="{radius}" cy="{radius}" r="{radius - 0.5}" fill="{color}"/>'
        return self.paint.cached(
            ("saucer wash", color, radius), lambda: Sprite(svg.render(disc, 2 * radius, 2 * radius), -radius, -radius)
        )

    def saucer_shadow(self, radius: int) -> Sprite:
        """Return the shadow of a saucer on the field."""
        size = 2 * radius, 2 * radius
        return self.paint.cached(("saucer shadow", radius), lambda: self._shadow(size, radius, SAUCER_SHADOW))

    @remembered
    def bean(self, radius: int, colour: str) -> Sprite:
        """Draw a bean."""
        sheet = self.art["beans"]
        source = self._stage.assets.picture(BEANS)
        place = source.get_height()
        part = source.subsurface((sheet["order"].index(colour) * place, 0, place, place))
        side = max(4, round(sheet["place"] / self.art["saucers"]["radius"] * radius))
        return Sprite(pygame.transform.smoothscale(part, (side, side)), -side // 2, -side // 2)

    def bean_shadow(self, radius: int, lifted: bool) -> Sprite:
        """Return a bean's shadow on its saucer: further to the side and softer if it is lifted."""
        scale = radius / self.art["saucers"]["radius"]
        long, wide = (length * scale for length in self.art["beans"]["half"])
        size = round(1.8 * long), round(2 * wide)
        layers = LIFTED_SHADOW if lifted else BEAN_SHADOW
        return self.paint.cached(("bean shadow", lifted, radius), lambda: self._shadow(size, radius, layers))

    def _shadow(
        self, size: tuple[int, int], radius: int, layers: tuple[tuple[float, float, float, float], ...]
    ) -> Sprite:
        pitch = radius * PITCH
        pad = round(0.5 * pitch)
        surface = pygame.Surface((size[0] + 2 * pad, size[1] + 2 * pad), pygame.SRCALPHA, 32)
        for dx, dy, sigma, opacity in layers:
            soft = self.paint.blurred(size, min(size) / 2, max(0.8, sigma * pitch), pad, (0, 0, 0))
            soft.set_alpha(round(opacity * 255))
            surface.blit(soft, (round(dx * pitch), round(dy * pitch)))
        return Sprite(surface, -surface.get_width() // 2, -surface.get_height() // 2)

    @remembered
    def halo(self, radius: int, color: str, opacity: float) -> Sprite:
        """Draw a glow around a saucer."""
        pad = round(0.34 * radius * PITCH)
        size = 2 * radius, 2 * radius
        glow = self.paint.blurred(size, radius, 0.10 * radius * PITCH, pad, theme.rgb(color))
        glow.set_alpha(round(opacity * 255))
        surface = pygame.Surface(glow.get_size(), pygame.SRCALPHA, 32)
        surface.blit(glow, (0, 0))
        return Sprite(surface, -surface.get_width() // 2, -surface.get_height() // 2)

    def stick(self, radius: int, degrees: float, lit: bool = False) -> Sprite:
        """Draw the stick with its shadow, turned by `degrees` clockwise from horizontal; `lit` adds a warm glow."""
        turned = degrees if degrees % 15 == 0 else round(degrees / TURN_STEP) * TURN_STEP
        return self.paint.cached(("stick", turned, radius, lit), lambda: self._stick(radius * PITCH, turned, lit))

    def _stick(self, pitch: float, degrees: float, lit: bool) -> Sprite:
        length, width = STICK_LENGTH * pitch, STICK_WIDTH * pitch
        side = 2 * round(0.85 * pitch)
        angle = math.radians(degrees)
        half = (length - width) / 2
        dx, dy = half * math.cos(angle), half * math.sin(angle)
        nx, ny = -math.sin(angle), math.cos(angle)
        # (nx, ny) has to point to the shaded side, away from the lamp.
        if nx * 0.55 + ny * 0.83 < 0:
            nx, ny = -nx, -ny
        ends = f"M{side / 2 - dx:.2f} {side / 2 - dy:.2f}L{side / 2 + dx:.2f} {side / 2 + dy:.2f}"
        surface = pygame.Surface((side, side), pygame.SRCALPHA, 32)
        if lit:
            surface.blit(_soft(ends, width * 2.2, "#FFC95E", 0.55, side, width * 0.6), (0, 0))
        for shift, opacity in ((0.085, 0.30), (0.04, 0.55)):
            soft = _soft(ends, width * 1.05, "#000000", opacity, side, width * (0.35 if shift > 0.05 else 0.16))
            surface.blit(soft, (round(shift * 0.55 * pitch), round(shift * pitch)))
        x, y = nx * width / 2, ny * width / 2
        across = (side / 2 - x, side / 2 - y), (side / 2 + x, side / 2 + y)
        stops = (("0", "#EDEAE2"), (".25", "#FFFFFF"), (".6", "#F4F0E6"), ("1", "#B7AF9C"))
        pen = 'fill="none" stroke-linecap="round"'
        thick = f'<path d="{ends}" stroke="#241A12" stroke-width="{width:.2f}" {pen}/>'
        body = f'<path d="{ends}" stroke="url(#s)" stroke-width="{max(1.0, width * 0.76):.2f}" {pen}/>'
        surface.blit(svg.render(f"<defs>{svg.gradient('s', stops, *across)}</defs>{thick}{body}", side, side), (0, 0))
        return Sprite(surface, -side // 2, -side // 2)


def _soft(path: str, width: float, color: str, opacity: float, side: int, sigma: float) -> pygame.Surface:
    """Draw a blurred stroke. It is blurred at a small size and scaled up, which is faster."""
    shrink = max(1.0, sigma / 2)
    small = round(side / shrink)
    body = f'<path d="{path}" stroke="{color}" stroke-width="{width:.2f}" stroke-opacity="{opacity}" '
    drawn = svg.render(body + 'fill="none" stroke-linecap="round"/>', small, small, (side, side))
    soft = pygame.transform.gaussian_blur(drawn, max(1, round(sigma / shrink)))
    return pygame.transform.smoothscale(soft, (side, side))


# The ground: the frame, its field with saucers, and the lit line

GLOW, BAND = "#FFC95E", "#D9A545"
DARK, WARM = "#0A0603", "#FFE3A8"
# How much darker the saucer farthest from the lamp is, and how much the light warms the nearest.
SHADE, GLEAM = 0.30, 0.14
# Width of the lit strip in pitches.
BAND_WIDTH = 0.98
# The outline of a frame wider than this many pixels is drawn at half size.
LARGE = 1200


class CoffeeGround:
    """Makes sprites of the ground in one geometry. Their origin is the corner of the frame."""

    def __init__(self, stage: Stage, geometry: Geometry, pieces: Pieces) -> None:
        self._stage = stage
        self.paint = stage.paint
        self.geometry = geometry
        self.pieces = pieces
        self._begun: tuple[SurfaceCanvas, list[Cell]] | None = (
            # The unfinished board, and the cells that are not laid yet.
            None
        )

    def board(self) -> Sprite:
        """Draw the frame with its shadow, its field and the saucers at rest.

        If necessary, this takes several frames.
        """
        return self.paint.cached(("coffee board", self.geometry.board.id, self.geometry.rect.size), self._laid)

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
        """Draw a saucer with its shadow on a sheet that is `pad` pixels larger than the board on each side."""
        x, y = self.geometry.cell_rect(cell).center
        at = x - self.geometry.rect.x + pad, y - self.geometry.rect.y + pad
        self._stage.blit(sheet, self.pieces.saucer_shadow(self.geometry.radius), at)
        self._resting(sheet, cell, at)

    def _bare(self) -> Sprite:
        """Draw the frame with its field and shadow."""
        rect = self.geometry.rect
        texture = self._stage.assets.texture(f"textures/coffee-{self.geometry.shape}.jpg", rect.size)

        def make() -> Sprite:
            shade = self._shadow()
            face = pygame.Surface(rect.size, pygame.SRCALPHA, 32)
            face.blit(texture, (0, 0))
            face.blit(self._mask(), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            shade.surface.blit(face, (-shade.dx, -shade.dy))
            return shade

        return self.paint.cached_async(("coffee frame", self.geometry.board.id, rect.size), rect.size, make)

    def _resting(self, sheet: SurfaceCanvas, cell: Cell, at: tuple[int, int]) -> None:
        """Draw a saucer at rest. It is warm near the lamp at the top left, and darker towards the far corner."""
        radius = self.geometry.radius
        self._stage.blit(sheet, self.pieces.saucer(radius, _kind(cell), lit=False), at)
        (x, y), rect = self.geometry.cell_center(cell), self.geometry.rect
        away = math.hypot((x - rect.x) / rect.width - 0.22, (y - rect.y) / rect.height - 0.10)
        share = min(1.0, max(0.0, (away - 0.42) / 0.74))
        self._stage.blit(sheet, self.pieces.wash(radius, DARK), at, SHADE * share * share * (3 - 2 * share))
        self._stage.blit(sheet, self.pieces.wash(radius, WARM), at, GLEAM * max(0.0, 1 - away / 0.62))

    def corners(self) -> list[tuple[float, float]]:
        """Return the frame's corners in pixels."""
        left, top = self.geometry.rect.topleft
        return [(left + x, top + y) for x, y in self._corners(self._apothem("outer"))]

    def _apothem(self, part: str) -> float:
        """Return the pixels from the middle to an edge of "outer" or "field", the parts of the board's picture."""
        return float(self.geometry.art[part][self.geometry.shape] * self.geometry.unit)

    def _corners(self, outer: float) -> list[tuple[float, float]]:
        """Return the corners of the board's shape in pixels of its square.

        Its edges are `outer` pixels from the middle.
        """
        middle = self.geometry.rect.width / 2
        if self.geometry.shape == "square":
            return [(middle + sx * outer, middle + sy * outer) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        corner = outer * 2 / math.sqrt(3)
        angles = [math.radians(60 * i) for i in range(6)]
        return [(middle + corner * math.cos(a), middle + corner * math.sin(a)) for a in angles]

    def _mask(self) -> pygame.Surface:
        """Draw the frame's rounded outline in white.

        A large one is drawn at half size and scaled up, which is faster.
        """
        size = self.geometry.rect.size
        radius = self.geometry.art["corner_radius"][self.geometry.shape] * self.geometry.unit
        path = _polygon(self._corners(self._apothem("outer") - radius), 0, 0)
        pen = f'fill="#FFFFFF" stroke="#FFFFFF" stroke-width="{2 * radius:.2f}" stroke-linejoin="round"'
        coarse = (size[0] // 2, size[1] // 2) if size[0] > LARGE else size
        drawn = svg.render(f'<path d="{path}" {pen}/>', *coarse, size)
        return drawn if coarse == size else pygame.transform.smoothscale(drawn, size)

    def _shadow(self) -> Sprite:
        """Draw the board's shadow in two layers. It is drawn at a small size and scaled up, which is faster."""
        scale = self.paint.scale * self.geometry.rect.width / self._stage.metrics.px(BOARD_SIDE)
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
        """Return the stick's offer: a band behind the line, and the line's empty cells, lit with a halo.

        Before the first bean there is no line, so there is no band either.
        """
        key = (self.geometry.board.id, self.geometry.rect.size, tuple(line), tuple(cells))
        return self.paint.cached_one("coffee offer", key, lambda: self._offer(line, cells))

    def slabs(self, line: Sequence[Cell], offer: Sprite) -> list[pygame.Rect]:
        """Return the areas of `offer` that together cover its visible pixels.

        There is an area around each cell of `line`; together they are much smaller than the whole picture. If the line
        is horizontal or has fewer than two cells, the only area is the whole picture.
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
        """Draw white where the field shows between the saucers. It is a mask: the lit strip is seen only there."""
        rect, board = self.geometry.rect, self.geometry.board
        centres = [self.geometry.cell_center(cell) for cell in board.cells]

        def make() -> Sprite:
            field = _polygon(self._corners(self._apothem("field")), 0, 0)
            surface = svg.render(f'<path d="{field}" fill="#FFFFFF"/>', *rect.size)
            # The colour does not matter, because only alpha is subtracted.
            hole = f'r="{0.975 * self.geometry.radius:.2f}" fill="#000000"/>'
            holes = "".join(f'<circle cx="{x - rect.x:.2f}" cy="{y - rect.y:.2f}" {hole}' for x, y in centres)
            surface.blit(svg.render(holes, *rect.size), (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
            return Sprite(surface)

        return self.paint.cached_async(("coffee between", board.id, rect.size), rect.size, make)

    def _band(self, line: Sequence[Cell], area: pygame.Rect) -> pygame.Surface:
        """Draw the lit strip under the saucers of a line. The caller caches it together with the saucers."""
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
    """Return which kind of saucer a cell has. Neighbours have different kinds."""
    row, place = divmod(cell, STRIDE)
    return row * 5 + place * 3 + row * place


def _polygon(corners: Sequence[tuple[float, float]], dx: float, dy: float) -> str:
    """Return the path data of a polygon, moved by `dx`, `dy`."""
    return "M" + "L".join(f"{x + dx:.2f} {y + dy:.2f}" for x, y in corners) + "Z"


# Marks: what an axis would offer, where the rival would win, full lines, the winning row

Point = tuple[float, float]
Stamp = Callable[[Sprite, Point], None]
DANGER = "#F0742A"


class CoffeeMarks:
    """Makes sprites of marks in one geometry, with the frame's corner as origin.

    They are put together from small pictures, for speed.
    """

    def __init__(self, stage: Stage, geometry: Geometry, pieces: Pieces) -> None:
        self._stage = stage
        self._pieces = pieces
        self.paint, self.drawn_at = stage.paint, geometry.pitch
        self.geometry = geometry

    def preview(self, cells: Sequence[Cell], colour: str) -> Sprite:
        """Light the saucers `cells`, which the stick would offer to the side `colour`."""

        def draw(stamp: Stamp) -> None:
            for cell in cells:
                stamp(self._pieces.promised(self.geometry.radius, _kind(cell), colour), self._at(cell))

        return self._made("preview", (tuple(cells), colour), cells, draw)

    def blocked(self, line: Sequence[Cell]) -> Sprite:
        """Draw a line that has no empty cell: dotted in red, with barred signs at both ends."""

        def draw(stamp: Stamp) -> None:
            self._dots(stamp, line[0], line[-1], theme.SIGN, 0.05)
            for cell in (line[0], line[-1]):
                stamp(self._sign(0.5), self._at(cell))

        return self._made("blocked", tuple(line), line, draw)

    def barred(self, cells: Sequence[Cell]) -> Sprite:
        """Draw the barred sign on cells where no bean may go."""

        def draw(stamp: Stamp) -> None:
            for cell in cells:
                stamp(self._sign(0.68), self._at(cell))

        return self._made("barred", tuple(cells), cells, draw)

    def danger(self, rows: Sequence[tuple[Cell, Sequence[Cell]]]) -> Sprite:
        """Draw a sign where the rival would complete a row, and dots along that row, for each of `rows`."""

        def draw(stamp: Stamp) -> None:
            for _, row in rows:
                self._dots(stamp, row[0], row[-1], DANGER, 0.042)
            for cell, _ in rows:
                stamp(self._alarm(), self._at(cell))

        key = tuple((cell, tuple(row)) for cell, row in rows)
        return self._made("danger", key, [cell for _, row in rows for cell in row], draw)

    def won(self, row: Sequence[Cell], share: float) -> Sprite:
        """Draw a brass outline around the completed row, up to `share` (0 to 1) of its length."""
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

    # Small pictures, placed by their middle

    def _dots(self, stamp: Stamp, first: Cell, last: Cell, color: str, size: float) -> None:
        """Stamp dots on the way between two cells. `size` is their radius in pitches."""
        begin, end = self._at(first), self._at(last)
        count = max(1, round(math.dist(begin, end) / (3.4 * size * self.geometry.pitch)))
        dot = self._round(((1.5, "#1A0E06", 0.55), (1.0, color, 1.0)), size * self.geometry.pitch)
        for i in range(count + 1):
            share = i / count
            stamp(dot, (begin[0] + (end[0] - begin[0]) * share, begin[1] + (end[1] - begin[1]) * share))

    @remembered
    def _round(self, discs: tuple[tuple[float, str, float], ...], radius: float) -> Sprite:
        """Draw discs on top of each other. Each has its share of the radius, a colour and an opacity."""
        side = 2 * math.ceil(radius * max(share for share, _, _ in discs)) + 2
        body = "".join(_disc((side / 2, side / 2), radius * share, color, alpha) for share, color, alpha in discs)
        return Sprite(svg.render(body, side, side), -side // 2, -side // 2)

    def _sign(self, size: float) -> Sprite:
        side = round(size * self.geometry.pitch)

        return self._stage.drawing("barred", (side, side), centred=True)

    @remembered
    def _alarm(self) -> Sprite:
        """Draw the warning triangle in an orange ring."""
        pitch = self.geometry.pitch
        side = 2 * math.ceil(0.48 * pitch)
        middle = side / 2
        body = _disc((middle, middle), 0.40 * pitch, "#2A1206", 0.45)
        for color, wide in (("#2A1206", 0.085), (DANGER, 0.055)):
            body += f'<circle cx="{middle}" cy="{middle}" r="{0.42 * pitch:.2f}" fill="none" stroke="{color}" '
            body += f'stroke-width="{wide * pitch:.2f}"/>'
        return Sprite(svg.render(body + warning(middle, middle, 0.29 * pitch), side, side), -side // 2, -side // 2)

    # Putting pictures together

    def _at(self, cell: Cell) -> Point:
        """Return a cell's middle in pixels from the frame's corner."""
        x, y = self.geometry.cell_center(cell)
        return x - self.geometry.rect.x, y - self.geometry.rect.y

    def _area(self, cells: Sequence[Cell]) -> pygame.Rect:
        """Return the area of the saucers of `cells` with a margin, in pixels from the frame's corner."""
        rects = [self.geometry.cell_rect(cell) for cell in cells]
        room = round(0.4 * self.geometry.pitch)
        return rects[0].unionall(rects[1:]).inflate(room, room).move(-self.geometry.rect.x, -self.geometry.rect.y)

    def _made(self, slot: str, key: Hashable, cells: Sequence[Cell], draw: Callable[[Stamp], None]) -> Sprite:
        """Return the sprite that `slot` has for `key`.

        For a new key, `draw` makes it by stamping pictures around `cells`.
        """

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
    """Return the warning triangle around a point as SVG. `size` is the radius of its circumcircle."""
    top, side, foot = y - size, 0.92 * size, y + 0.66 * size
    path = f"M{x:.2f} {top:.2f}L{x + side:.2f} {foot:.2f}L{x - side:.2f} {foot:.2f}Z"
    pen = f'stroke="#FFF6E8" stroke-width="{0.15 * size:.2f}" stroke-linejoin="round"'
    body = f'<path d="{path}" fill="{theme.SIGN}" {pen}/>'
    body += f'<path d="M{x:.2f} {y - 0.42 * size:.2f}L{x:.2f} {y + 0.16 * size:.2f}" stroke="#FFFFFF" '
    body += f'stroke-width="{0.17 * size:.2f}" stroke-linecap="round"/>'
    return body + _disc((x, y + 0.42 * size), 0.105 * size, "#FFFFFF", 1.0)


@remembered
def warning_picture(stage: Stage, side: int) -> Sprite:
    """Draw the warning triangle on a square of `side` pixels, placed by its middle."""
    drawn: pygame.Surface = svg.render(warning(50, 54, 44), side, side, (100, 100))
    return Sprite(drawn, -side // 2, -side // 2)


def _disc(at: Point, radius: float, color: str, opacity: float) -> str:
    return f'<circle cx="{at[0]:.2f}" cy="{at[1]:.2f}" r="{radius:.2f}" fill="{color}" fill-opacity="{opacity:g}"/>'
