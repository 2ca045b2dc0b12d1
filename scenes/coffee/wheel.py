"""The axis wheel beside the board.

For each axis, it shows how many cells the rival could choose from, and whether the axis is barred or loses the game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game.coffee.board import Axis
from scenes.coffee.geometry import Geometry, wheel_order
from scenes.coffee.sprites import Pieces, warning_picture
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Drawable, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite, remembered
from scenes.kit.layout import Metrics, cell, cells, column, row, stack, within
from scenes.kit.stage import Stage
from scenes.table.art.marks import sign

# Design pixels above and below a wheel.
HEAD, FOOT = 116, 104
# Radius of the disc at the end of a spoke. The second one is for low panels.
SPOKE, LOW_SPOKE = 38, 27
LARGEST = 145
# Radius of the plates in a row, and the gap between them.
PLATE, PLATE_GAP = 74, 14
# Height of the words above the plates.
LINE = 52
# The least width at which both texts are shown, and the least ratio of width to height for plates in a row.
BOTH, ROW_FROM = 900, 2.4
PAD = 28
# Distance from a low panel's edge to its content.
EDGE = 14
TITLE = Style(44, theme.IVORY, bold=True)
BELOW = Style(theme.CAPTION, theme.MUTED)
FOOTER = Style(theme.CAPTION, "#FFD9A8")
MOST_GROWTH, MOST_LINES = 1.2, 4


@dataclass(frozen=True, slots=True)
class Wheel:
    """The places of a wheel in pixels. A wheel is a face with a disc for each axis, or, if `in_row`, a row of plates.

    `head` and `foot` are the places of two texts: what the counts mean, and the footer (see `WheelView`). If both are
    the same place, a footer replaces the other text. A `low` panel has no title.
    """

    panel: pygame.Rect
    center: tuple[int, int]
    radius: int
    spokes: dict[Axis, tuple[int, int]]
    spoke_radius: int
    angles: dict[Axis, float]
    head: pygame.Rect
    foot: pygame.Rect
    low: bool
    in_row: bool = False

    def axis_at(self, point: tuple[int, int]) -> Axis | None:
        """Return the axis that a pointer chooses: the axis of a disc, or the direction from the wheel's middle."""
        for axis, spoke in self.spokes.items():
            if math.dist(spoke, point) <= self.spoke_radius * 1.1:
                return axis
        away = math.dist(self.center, point)
        if self.in_row or not self.radius * 0.2 <= away <= self.radius + self.spoke_radius:
            return None
        seen = math.degrees(math.atan2(point[1] - self.center[1], point[0] - self.center[0]))
        return min(self.angles, key=lambda axis: abs((seen - self.angles[axis] + 90) % 180 - 90))


class WheelPlaces:
    """The places of the wheel and of the swap in pixels. They are None until a side panel has room for them."""

    def __init__(self, metrics: Metrics, geometry: Geometry) -> None:
        self._metrics = metrics
        self._angles = {axis: geometry.angle(axis) for axis in wheel_order(geometry.board)}
        self.wheel: Wheel | None = None
        self.swap: pygame.Rect | None = None

    def lie_in(self, panel: pygame.Rect) -> None:
        """Lay out wheel and swap in `panel` (pixels).

        The wheel lies below its title or beside its words, or is a row of plates.
        """
        metrics, self.swap = self._metrics, panel.copy()
        if panel.width > ROW_FROM * panel.height:
            self.wheel = _row(metrics, panel, self._angles)
        else:
            self.wheel = _round(metrics, panel, self._angles, low=panel.width > panel.height)
            self.swap.height = min(panel.height, metrics.px(480))

    def axis_at(self, point: tuple[int, int]) -> Axis | None:
        """Return the axis that a pointer chooses on the wheel."""
        return None if self.wheel is None else self.wheel.axis_at(point)

    def swap_at(self, point: tuple[int, int]) -> bool:
        """Return whether a pointer is on the swap."""
        return self.swap is not None and self.swap.collidepoint(point)


def _round(metrics: Metrics, panel: pygame.Rect, angles: dict[Axis, float], low: bool) -> Wheel:
    """Lay out a round wheel with words above and below it, or at its right if `low`.

    The discs lie at the right ends of the axes. The disc of a vertical axis lies at its upper end.
    """
    page = column(cell("head", HEAD), row(cell("round"), pad=(PAD - 12, 0)), cell("foot", FOOT), gap=0)
    if low:
        words = column(cell("head", share=2), cell("foot", share=3), share=0.46, gap=0)
        page = row(cell("round", share=0.54), words, gap=EDGE, pad=EDGE)
    places = within(metrics, panel, page)
    room, spoke, (up, down) = places["round"], metrics.px(LOW_SPOKE if low else SPOKE), _rise(angles)
    height = room.height - 2 * spoke
    radius = min(metrics.px(LARGEST), round(height / (up + down)), (room.width - spoke) // 2)
    top = room.top + spoke + (height - radius * (up + down)) / 2
    center = room.left + (room.width - spoke) // 2, round(top + radius * up)
    spokes = _spokes(center, radius, angles)
    return Wheel(panel, center, radius, spokes, spoke, angles, places["head"], places["foot"], low)


def _row(metrics: Metrics, panel: pygame.Rect, angles: dict[Axis, float]) -> Wheel:
    """Lay out plates in a row under a line of words. A narrow panel shows one of the two texts."""
    both = panel.width >= metrics.px(BOTH)
    words = row(*cells("head foot"), size=LINE, gap=0) if both else stack(*cells("head foot"), size=LINE)
    plates = row(cell(), *[cell("plate", fit=2 * PLATE)] * len(angles), cell(), gap=PLATE_GAP)
    places = within(metrics, panel, column(words, plates, gap=0, pad=(PAD, 0, PAD, EDGE)))
    spokes = {axis: plate.center for axis, plate in zip(angles, places.all("plate"), strict=True)}
    radius = min(places.all("plate")[0].size) // 2
    head, foot = places["head"], places["foot"]
    return Wheel(panel, panel.center, radius, spokes, radius, angles, head, foot, low=True, in_row=True)


def _end(axis: Axis, angle: float) -> float:
    """Return the direction of an axis's disc, its upper or right end, in radians."""
    return math.radians(-90 if axis == "v" else angle)


def _rise(angles: dict[Axis, float]) -> tuple[float, float]:
    """Return how far the middles of the discs are above and below the wheel's middle, in radii."""
    sines = [math.sin(_end(axis, angle)) for axis, angle in angles.items()]
    return -min(sines), max(sines)


def _spokes(center: tuple[int, int], radius: int, angles: dict[Axis, float]) -> dict[Axis, tuple[int, int]]:
    ends = {axis: _end(axis, angle) for axis, angle in angles.items()}
    return {
        axis: (round(center[0] + radius * math.cos(end)), round(center[1] + radius * math.sin(end)))
        for axis, end in ends.items()
    }


@dataclass(frozen=True, slots=True)
class WheelView:
    """The content of the wheel. Equal views look the same.

    `counts` has, for each axis in the wheel's order, how many cells the rival could choose from.
    """

    colour: str
    chosen: Axis | None
    counts: tuple[tuple[Axis, int], ...]
    dangers: frozenset[Axis]
    title: str
    below: str
    # What is wrong with the chosen axis, or what to beware of; "" for nothing.
    footer: str
    # True if the footer is only a warning: the chosen axis is legal.
    has_warning: bool


def draw_wheel(stage: Stage, canvas: Drawable, wheel: Wheel, view: WheelView) -> None:
    """Draw the panel with the wheel."""
    key = (wheel.panel, wheel.in_row, view)
    sprite = stage.paint.cached_one("coffee wheel", key, lambda: _WheelDrawing(stage, wheel, view).make())
    stage.blit(canvas, sprite, wheel.panel.topleft)


class _WheelDrawing:
    """Draws the wheel's picture. All its places are relative to the panel's corner."""

    def __init__(self, stage: Stage, wheel: Wheel, view: WheelView) -> None:
        self.stage = stage
        self.wheel = wheel
        self.view = view
        self.pieces = Pieces(stage)
        self.unit = stage.metrics.px

    def make(self) -> Sprite:
        """Draw everything, in order."""
        face = self.stage.paint.panel("lacquer", self.wheel.panel.size)
        pad = max(-face.dx, self.unit(40))
        size = self.wheel.panel.width + 2 * pad, self.wheel.panel.height + 2 * pad
        sheet = SurfaceCanvas.blank(size)
        self.origin = pad - self.wheel.panel.x, pad - self.wheel.panel.y
        self.stage.blit(sheet, face, (pad, pad))
        if self.wheel.in_row:
            for axis, _ in self.view.counts:
                self._plate(sheet, axis)
        else:
            self._face(sheet)
            for axis, count in self.view.counts:
                self._disc(sheet, axis, count, self._at(self.wheel.spokes[axis]), self.wheel.spoke_radius)
        self._words(sheet)
        return Sprite(sheet.surface, -pad, -pad)

    def _at(self, point: tuple[int, int]) -> tuple[int, int]:
        return point[0] + self.origin[0], point[1] + self.origin[1]

    # Round

    def _face(self, sheet: SurfaceCanvas) -> None:
        """Draw the enamel with a bar along each axis, the bean, and the stick along the chosen axis."""
        x, y = self._at(self.wheel.center)
        radius = self.wheel.radius
        stage = self.stage
        shade = stage.paint.shadow((2 * radius, 2 * radius), 0.8, radius / stage.metrics.scale)
        stage.blit(sheet, shade, (x - radius, y - radius))
        body = _enamel(radius)
        for axis, count in self.view.counts:
            body += _bar(radius, self.wheel.angles[axis], self._ink(axis, count), 0.70 * radius, 0.085 * radius)
        side = 2 * radius
        sheet.blit(svg.render(body, side, side), (x - radius, y - radius))
        self._bean_and_stick(sheet, (x, y), round(0.35 * radius), round(0.46 * radius), self.view.chosen)

    def _bean_and_stick(
        self, sheet: SurfaceCanvas, at: tuple[int, int], bean: int, stick: int, axis: Axis | None
    ) -> None:
        self.stage.blit(sheet, self.pieces.bean_shadow(bean, lifted=False), at)
        self.stage.blit(sheet, self.pieces.bean(bean, self.view.colour), at)
        if axis is not None:
            self.stage.blit(sheet, self.pieces.stick(stick, self.wheel.angles[axis]), at)

    def _ink(self, axis: Axis, count: int) -> str:
        if not count:
            return theme.SIGN
        return "#E8935C" if axis in self.view.dangers else "#BFB196"

    # A row of plates

    def _plate(self, sheet: SurfaceCanvas, axis: Axis) -> None:
        """Draw an axis as a plate: the stick on a bean, with the count below."""
        count = dict(self.view.counts)[axis]
        x, y = self._at(self.wheel.spokes[axis])
        radius = self.wheel.spoke_radius
        stage = self.stage
        shade = stage.paint.shadow((2 * radius, 2 * radius), 0.6, radius / stage.metrics.scale)
        stage.blit(sheet, shade, (x - radius, y - radius))
        body = _enamel(radius) + _bar(radius, self.wheel.angles[axis], self._ink(axis, count), 0.8 * radius, 5)
        sheet.blit(svg.render(body, 2 * radius, 2 * radius), (x - radius, y - radius))
        self._bean_and_stick(sheet, (x, y), round(0.34 * radius), round(0.44 * radius), axis if count else None)
        if axis == self.view.chosen:
            self._ring(sheet, (x, y), radius)
        small = round(0.46 * radius)
        at = x + round(0.60 * radius), y + round(0.54 * radius)
        self._disc(sheet, axis, count, at, small, ring=False)

    # Both forms

    def _disc(
        self, sheet: SurfaceCanvas, axis: Axis, count: int, at: tuple[int, int], radius: int, ring: bool = True
    ) -> None:
        """Draw a count with its shadow.

        The count of the chosen axis has a ring (if `ring`). The count of an axis that lets the rival win has a sign.
        """
        danger, chosen = axis in self.view.dangers, axis == self.view.chosen
        stage = self.stage
        shade = stage.paint.shadow((2 * radius, 2 * radius), 0.45, radius / stage.metrics.scale)
        stage.blit(sheet, shade, (at[0] - radius, at[1] - radius))
        if chosen and ring:
            self._ring(sheet, at, radius)
        stage.blit(sheet, count_disc(stage, radius, count, chosen, danger), at)
        if danger:
            self._warn(sheet, at, radius)

    def _warn(self, sheet: SurfaceCanvas, at: tuple[int, int], radius: int) -> None:
        """Draw the warning sign at the right of a count.

        In a low panel and at the panel's edge, the sign is smaller and lies on the count's upper right corner.
        """
        picture = warning_picture(self.stage, round(1.3 * radius))
        half = picture.surface.get_width() // 2
        x, y = at[0] + radius + round(1.05 * half), at[1]
        if self.wheel.low or x + half > self.wheel.panel.right + self.origin[0] - self.unit(4):
            picture = warning_picture(self.stage, round(1.1 * radius))
            x, y = at[0] + round(0.90 * radius), at[1] - round(0.95 * radius)
        self.stage.blit(sheet, picture, (x, y))

    def _ring(self, sheet: SurfaceCanvas, at: tuple[int, int], radius: int) -> None:
        ring = self.stage.paint.ring((2 * radius, 2 * radius), radius / self.stage.metrics.scale, 1, 5)
        self.stage.blit(sheet, ring, (at[0] - radius, at[1] - radius))

    def _words(self, sheet: SurfaceCanvas) -> None:
        head, foot, footer = self.wheel.head.move(*self.origin), self.wheel.foot.move(*self.origin), self.view.footer
        if not self.wheel.low:
            self._heading(sheet, head)
        elif not footer or head != foot:
            self._lines(sheet, self.view.below, BELOW, head)
        # A low round wheel has no room for a sign beside the footer.
        if footer and self.wheel.low and not self.wheel.in_row:
            self._lines(sheet, footer, FOOTER, foot)
        elif footer:
            self._footer(sheet, foot if self.wheel.low else foot.inflate(-2 * self.unit(PAD), 0))

    def _heading(self, sheet: SurfaceCanvas, head: pygame.Rect) -> None:
        lines = column(cell("title", 56), cell("below"), gap=2, pad=(36, 12, 16, 10))
        for name, text, style in (("title", self.view.title, TITLE), ("below", self.view.below, BELOW)):
            place = within(self.stage.metrics, head, lines)[name]
            self.stage.label(sheet, text, place, style, grow=MOST_GROWTH, least=22)

    def _footer(self, sheet: SurfaceCanvas, room: pygame.Rect) -> None:
        """Draw the footer with its sign."""
        stage, unit = self.stage, self.unit
        side = unit(36 if self.wheel.low else 46)
        if not self.wheel.low:
            hairline = stage.paint.line(room.width - 2 * unit(8), theme.IVORY, 0.20)
            sheet.blit(hairline.surface, (room.left + unit(8), room.top))
        if self.view.has_warning:
            stage.blit(sheet, warning_picture(stage, side), (room.left + side // 2, room.centery))
        else:
            sheet.blit(svg.render(sign((32, 32), 1.0), side, side, (64, 64)), (room.left, room.centery - side // 2))
        beside = side + unit(12)
        room = pygame.Rect(room.left + beside, room.top, room.width - beside, room.height)
        self._lines(sheet, self.view.footer, FOOTER, room)

    def _lines(self, sheet: SurfaceCanvas, text: str, style: Style, room: pygame.Rect) -> None:
        """Draw words in `room`, centred vertically."""
        self.stage.label(sheet, text, room, style, lines=MOST_LINES, grow=MOST_GROWTH)


def _enamel(radius: int) -> str:
    """Return a round enamel plate with a brass rim as SVG. It fills a square of twice `radius`."""
    side = 2.0 * radius
    rim = max(2.0, 0.035 * radius)
    defs = svg.gradient("b", theme.BRASS, (0, 0), (side, side))
    defs += svg.radial("e", (("0", "#FFFFFB"), (".55", "#F7F0E0"), ("1", "#DCCFB4")), (side * 0.36, side * 0.30), side)
    body = f'<circle cx="{radius}" cy="{radius}" r="{radius}" fill="url(#b)"/>'
    body += f'<circle cx="{radius}" cy="{radius}" r="{radius - rim:.2f}" fill="url(#e)"/>'
    return f"<defs>{defs}</defs>{body}"


def _bar(radius: int, degrees: float, color: str, half: float, width: float) -> str:
    """Return a bar through the middle of a plate as SVG."""
    dx, dy = half * math.cos(math.radians(degrees)), half * math.sin(math.radians(degrees))
    path = f"M{radius - dx:.2f} {radius - dy:.2f}L{radius + dx:.2f} {radius + dy:.2f}"
    return f'<path d="{path}" stroke="{color}" stroke-width="{width:.2f}" stroke-linecap="round" stroke-opacity=".75"/>'


@remembered
def count_disc(stage: Stage, radius: int, count: int, chosen: bool, danger: bool) -> Sprite:
    """Draw a count, placed by its middle.

    It is cream if its axis is chosen, orange if the axis lets the rival win, and barred if the count is zero.
    """
    side = 2 * radius
    fill, edge, ink = ("#FBF4E4", theme.EYEBROW, theme.INK) if chosen else ("#262322", theme.EYEBROW, theme.IVORY)
    if danger:
        fill, edge, ink = "#BF4A08", "#FFDCC0", "#FFFFFF"
    line = max(2.0, 0.075 * radius)
    body = f'<circle cx="{radius}" cy="{radius}" r="{radius - line / 2:.2f}" fill="{fill}" stroke="{edge}" '
    body += f'stroke-width="{line:.2f}"/>'
    sheet = SurfaceCanvas.blank((side, side))
    sheet.blit(svg.render(body if count else sign((radius, radius), side / 64), side, side), (0, 0))
    if count:
        size = 1.12 * radius / stage.metrics.scale / stage.metrics.text_scale
        stage.centred(sheet, str(count), pygame.Rect(0, 0, side, side), Style(size, ink, bold=True))
    return Sprite(sheet.surface, -radius, -radius)
