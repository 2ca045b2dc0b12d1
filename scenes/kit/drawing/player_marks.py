"""The eight identities, each with a colour, a shape and a pattern; tokens and strips show who owns a thing."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.assets import Assets
from scenes.kit.drawing.paint import Painter, Sprite, remembered

ORDER = ("circle", "square", "triangle", "diamond", "cross", "star", "hexagon", "moon")
FILE = "sprites/identities.json"

# For each pattern, a tile of 12 by 12 SVG units. It is drawn in black over the seat's colour.
_PATTERNS = {
    "plain": "",
    "uprights": '<path d="M3 0V12M9 0V12" {pen}/>',
    "stripes": '<path d="M-3 9L9 -3M3 15L15 3M-3 21L21 -3" {pen}/>',
    "checks": '<path d="M0 0H6V6H0ZM6 6H12V12H6Z" fill="#000000"/>',
    "bars": '<path d="M0 3H12M0 9H12" {pen}/>',
    "dots": '<circle cx="3" cy="3" r="1.9" fill="#000000"/><circle cx="9" cy="9" r="1.9" fill="#000000"/>',
    "chevrons": '<path d="M0 7L6 1L12 7M0 13L6 7L12 13" {pen}/>',
    "hatch": '<path d="M-1 -1L13 13M13 -1L-1 13" {pen}/>',
}
_PEN = 'fill="none" stroke="#000000" stroke-width="2.4"'
_PATTERN_OF = dict(zip(ORDER, _PATTERNS, strict=True))
PATTERN_OPACITY = 0.36


class PlayerMark(NamedTuple):
    """The colour and shape of a seat.

    `path` is an SVG path in a unit circle, `ink` the shape's colour on a pawn, `outline` the line around a pawn, and
    `rim` the line around a shape that is too dark for the ground ("" for none).
    """

    id: str
    color: str
    light: str
    dark: str
    path: str
    ink: str
    outline: str
    rim: str


class PlayerMarks:
    """The identities of the assets, and their tokens and strips for one painter."""

    def __init__(self, assets: Assets, paint: Painter) -> None:
        self._assets = assets
        self.paint, self.drawn_at = paint, None
        self._all = {name: _read(name, entry) for name, entry in assets.data(FILE)["identities"].items()}

    def __getitem__(self, name: str) -> PlayerMark:
        return self._all.get(name) or self._all[ORDER[0]]

    def token(self, name: str, radius: float, lit: bool = False, color: str = "") -> Sprite:
        """The seat's token: its shape on a dark disc in a brass ring, `radius` in design pixels.

        `color` replaces the seat's colour.
        """
        identity = self[name]._replace(color=color or self[name].color)
        return self.paint.cached(("token", name, radius, lit, color), lambda: self._token(identity, radius, lit))

    def _token(self, identity: PlayerMark, radius: float, lit: bool) -> Sprite:
        side = round(self.paint.px(radius) * 2)
        shade = self.paint.shadow((side, side), 0.45 if lit else 0.3, radius)
        values = {"path": identity.path, "color": identity.color, "edge": identity.rim or "none"}
        return shade.bearing(self._assets.svg("sprites/token.svg", (side, side), **values))

    @remembered
    def strip(self, name: str, size: tuple[int, int], corners: tuple[int, int, int, int], color: str = "") -> Sprite:
        """A strip of the seat's colour (or `color`) and pattern; `corners` are pixel radii, clockwise from top left."""
        surface = pygame.Surface(size, pygame.SRCALPHA, 32)
        surface.fill(theme.rgb(color or self[name].color))
        tile = self._tile(name)
        for x in range(0, size[0], tile.get_width()):
            for y in range(0, size[1], tile.get_height()):
                surface.blit(tile, (x, y))
        surface.blit(_corner_mask(size, corners), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return Sprite(surface)

    def _tile(self, name: str) -> pygame.Surface:
        side = max(4, round(self.paint.px(12)))
        body = _PATTERNS[_PATTERN_OF.get(name, "plain")].replace("{pen}", _PEN)
        return svg.render(f'<g opacity="{PATTERN_OPACITY}">{body}</g>', side, side, (12, 12))


def _read(name: str, entry: dict[str, object]) -> PlayerMark:
    def field(key: str) -> str:
        return str(entry.get(key, ""))

    return PlayerMark(
        id=name,
        color=field("color"),
        light=field("light"),
        dark=field("dark"),
        path=field("path"),
        ink=field("ink"),
        outline=field("outline"),
        rim=field("rim"),
    )


def _corner_mask(size: tuple[int, int], corners: tuple[int, int, int, int]) -> pygame.Surface:
    """White inside a rectangle with these corner radii, transparent outside."""
    big = 4
    mask = pygame.Surface((size[0] * big, size[1] * big), pygame.SRCALPHA, 32)
    mask.fill((255, 255, 255, 0))
    top_left, top_right, bottom_right, bottom_left = (corner * big for corner in corners)
    pygame.draw.rect(
        mask,
        (255, 255, 255, 255),
        mask.get_rect(),
        border_top_left_radius=top_left,
        border_top_right_radius=top_right,
        border_bottom_right_radius=bottom_right,
        border_bottom_left_radius=bottom_left,
    )
    return pygame.transform.smoothscale(mask, size)
