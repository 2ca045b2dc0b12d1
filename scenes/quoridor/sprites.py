"""The pictures of Quoridor's pieces and marks, made once per size."""

from __future__ import annotations

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.paint import Sprite, remembered
from scenes.quoridor.geometry import WALL_LENGTH, WALL_WIDTH
from scenes.table.cells.marks import CellMarks, faded, thrown

PAWN_SIZE = (60, 96)  # the picture's, in board units; the pawn itself is 88 high
PAWN_FOOT, PAWN_DEPTH = 91, 5  # its front edge in the picture, and how much higher the middle of its foot lies
CONTACT, CONTACT_SIGMA = (50, 13), 2.2  # the shadow around its foot
THROWN_SIGMA = 2.6
SHADOW_OF = "circle"  # all pawns have one outline
WALL_PICTURE = (168, 29)  # a lying wall with its margin of 4; its side shows below the top face
STANDING_PICTURE = (23, 174)
GHOST_FILL, GHOST_EDGE = "#FFF3D6", "#FFE09A"
WALL_LIFT = 4  # the top face stands this much above the wall's foot


class Sprites(CellMarks):
    """Makes sprites for one geometry; everything is placed by the middle of its cell or wall."""

    @property
    def _foot(self) -> int:
        """Pixels from the middle of a cell down to where a pawn stands: on the cell, which is seen below its foot."""
        return round(self._cell / 2) - self.px(10)

    @remembered
    def pawn(self, identity: str) -> Sprite:
        """A pawn, put at the middle of its cell; it overlaps the cell above."""
        who = self._stage.identities[identity]
        size = self.px(PAWN_SIZE[0]), self.px(PAWN_SIZE[1])
        values = {"color": who.color, "light": who.light, "dark": who.dark, "outline": who.outline}
        surface = self._stage.assets.svg("sprites/pawn.svg", size, **values, path=who.path, ink=who.ink)
        return Sprite(surface, -size[0] // 2, self._foot - self.px(PAWN_FOOT))

    def pawn_shadow(self, layer: str) -> Sprite:
        """The pawn's shadow on the board: "contact" around its foot, "ambient" thrown right and down by all of it."""

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
        """An ivory wall with its shadow, put at its middle."""
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
        """A wall that is only considered: glowing cream, or the sign's red where it may not stand."""
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
        """The last wall: a ring of its owner's colour around it."""
        size = self._wall_size(orientation)
        pad = self.px(7)
        whole = size[0] + 2 * pad, size[1] + 2 * pad
        body = svg.box(0, 0, *whole, self.px(9), stroke=color, line=4 * self._unit)
        return Sprite(svg.render(body, *whole), -whole[0] // 2, -whole[1] // 2 - self.px(WALL_LIFT / 2))

    @remembered
    def goal_strip(self, identity: str, size: tuple[int, int], lit: bool) -> Sprite:
        """A goal edge in its slot: flat, or with a white core and a halo."""
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
        """The lit edge's colour falling over the goal row; `side` 0 top, 1 right, 2 bottom, 3 left."""
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
        """A cell of a region without a way out: washed and hatched in the sign's red."""
        drawn = self._stage.drawing("sealed", (self._cell, self._cell))
        return Sprite(drawn.surface, -(self._cell // 2), -(self._cell // 2))
