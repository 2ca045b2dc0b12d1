"""The pictures of robots, chips, markers and rings, made once per size."""

from __future__ import annotations

import pygame

from game.robots.board import Colour, TargetMark
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite, remembered
from scenes.kit.stage import Stage
from scenes.robots.geometry import Geometry
from scenes.robots.palette import LETTERS, SHADES
from scenes.table.cells.marks import CellMarks, faded, thrown

ROBOT_ART = (64, 80)  # the view of a robot's drawing
ROBOT_HEIGHT = 64  # of its picture: no head covers the mark in the cell above
FOOT = (32, 74)  # where a robot stands in its drawing
CONTACT, CONTACT_SIGMA = (40, 11), 2.0  # the shadow around a foot
THROWN_SIGMA, SHADOW = 2.4, (20, 10, 2)
STANDS = 23  # its foot lies this much below the middle of its cell
# Where the letter's middle lies in the drawing, and its type size there.
SIGNS: dict[Colour, tuple[float, float, float]] = {
    "red": (32, 55.5, 36),
    "yellow": (32, 56, 34),
    "green": (32, 57.5, 36),
    "blue": (32, 50, 34),
    "silver": (32, 53, 35),
}
# Of a side: the symbol's side and middle, and the letter's middle and type size. The letter is that of the robot.
ON_MARK = (0.60, (0.36, 0.37), (0.75, 0.735), 0.47)
ON_CHIP = (0.50, (0.50, 0.38), (0.50, 0.76), 0.30)
LEAST_LETTER = 16  # board units of type: on a smaller chip, which is only counted, there is no letter


class Sprites(CellMarks):
    """Makes sprites for one geometry; pieces are placed by the middle of their cell."""

    def __init__(self, stage: Stage, geometry: Geometry) -> None:
        super().__init__(stage, geometry)
        self._pitch = geometry.pitch

    def lettered(self, surface: pygame.Surface, text: str, at: tuple[float, float], size: float, ink: str) -> None:
        """Set a letter with its middle at `at` (pixels of `surface`); `size` in board units."""
        style = Style(size * self._unit / self._stage.metrics.scale / self._stage.metrics.text_scale, ink, bold=True)
        line = self._stage.fonts.line(text, style)
        ink_box = line.get_bounding_rect()
        place = round(at[0] - ink_box.centerx), round(at[1] - ink_box.centery)
        surface.blit(line, place)

    @remembered
    def robot(self, colour: Colour) -> Sprite:
        """A robot with its letter; it reaches a little into the cell above."""
        share = ROBOT_HEIGHT / ROBOT_ART[1]
        size = self.px(ROBOT_ART[0] * share), self.px(ROBOT_HEIGHT)
        surface = self._stage.assets.svg(f"sprites/robot-{colour}.svg", size)
        x, y, letter = SIGNS[colour]
        factor = size[0] / ROBOT_ART[0]
        self.lettered(surface, LETTERS[colour], (x * factor, y * factor), letter * share, SHADES[colour].ink)
        return Sprite(surface, -size[0] // 2, self.px(STANDS) - round(FOOT[1] * factor))

    @remembered
    def robot_shadow(self, colour: Colour) -> Sprite:
        """A robot's shadow on the board: around its foot, and thrown right and down by all of it."""
        piece = self.robot(colour).surface
        foot = piece.get_width() // 2, round(FOOT[1] * piece.get_width() / ROBOT_ART[0]) - self.px(3)
        shadow = thrown(piece, foot, THROWN_SIGMA * self._unit, SHADOW)
        pad, size = self.px(CONTACT_SIGMA * 3), (self.px(CONTACT[0]), self.px(CONTACT[1]))
        contact = faded(self.paint.blurred(size, size[1] / 2, CONTACT_SIGMA * self._unit, pad, SHADOW), 0.62)
        around = contact.get_rect(center=(self.px(2), 0))
        whole = around.union((shadow.left, shadow.top, *shadow.surface.get_size()))
        surface = pygame.Surface(whole.size, pygame.SRCALPHA, 32)
        surface.blit(faded(shadow.surface, 0.42), (shadow.left - whole.left, shadow.top - whole.top))
        surface.blit(contact, (around.left - whole.left, around.top - whole.top))
        return Sprite(surface, whole.left, self.px(STANDS) - self.px(3) + whole.top)

    def symbol(self, mark: TargetMark, side: int) -> pygame.Surface:
        """A mark's bare symbol in its ink."""
        return self._stage.assets.svg(f"sprites/mark-{mark.symbol}.svg", (side, side), color=SHADES[mark.colour].ink)

    def signed(
        self,
        surface: pygame.Surface,
        mark: TargetMark,
        places: tuple[float, tuple[float, float], tuple[float, float], float],
    ) -> None:
        """Set the symbol of one robot's mark and that robot's letter on a square surface, at ON_MARK or ON_CHIP."""
        assert mark.colour != "any"
        side, (share, symbol_at, letter_at, size) = surface.get_width(), places
        inner = max(2, round(side * share))
        surface.blit(self.symbol(mark, inner), [round(side * at - inner / 2) for at in symbol_at])
        x, y = letter_at
        shade = SHADES[mark.colour]
        self.lettered(surface, LETTERS[mark.colour], (side * x, side * y), side * size / self._unit, shade.ink)

    @remembered
    def chip(self, mark: TargetMark, radius: float) -> Sprite:
        """A round chip: enamel in a brass rim; `radius` in pixels, put at its middle."""
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
        """A chip that lies face down: it went back into the pile, but counts."""
        side = max(4, round(2 * radius))

        return self._stage.drawing("robots-chip-back", (side, side), centred=True)

    def socket(self, radius: float, lit: bool) -> Sprite:
        """The empty place of a chip, on an enamel dock where `lit`, else on lacquer; `radius` in pixels."""
        side = max(4, round(2 * radius))
        fill, line = ("#CFC6B4", "#8E8168") if lit else ("#151312", "#5B5145")
        return self._stage.drawing("robots/socket", (side, side), centred=True, fill=fill, line=line)

    @remembered
    def marker(self, colour: Colour) -> Sprite:
        """Return the mark where a robot stood when the chip was turned: a dashed circle with its letter."""
        side = self.px(46)
        shade = SHADES[colour]
        ink = shade.dark if colour in ("yellow", "silver") else shade.base
        surface = self._stage.assets.svg("sprites/robots/marker.svg", (side, side), color=ink)
        self.lettered(surface, LETTERS[colour], (side / 2, side / 2), 28, ink)
        return Sprite(surface, -side // 2, -side // 2)

    @remembered
    def plate(self, size: tuple[int, int]) -> Sprite:
        """The dark brass-framed plate over the closed middle, with its shadow."""
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
    def halo(self, color: str, sigma: float) -> Sprite:
        """A soft light of a colour around a cell's middle; `sigma` in board units."""
        side, pad = self.px(30), self.px(3.2 * sigma)
        surface = self.paint.blurred((side, side), side / 2, sigma * self._unit, pad, theme.rgb(color))
        return Sprite(surface, -surface.get_width() // 2, -surface.get_height() // 2)

    @remembered
    def chosen(self) -> Sprite:
        """The ring on the cell of the robot in the hand."""
        side = round(self._pitch)
        ring = self.paint.ring((side, side), 6, 1, 4.5)
        return Sprite(ring.surface, ring.dx - side // 2, ring.dy - side // 2)
