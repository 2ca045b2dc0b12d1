"""Small signs of the operator's menu: a tick, a warning triangle, dots, and the patterns of the games' bars."""

from __future__ import annotations

from functools import partial

import pygame

from game.registry import GAMES
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Stage
from scenes.table.tile import picture_of

SIDE = 34  # design pixels of a sign
PLAIN, UPRIGHTS, STRIPES, DOTS, LINES, CHECKS = range(6)
LOOKS = (  # for each game, in the program's order of games: bar colour, pattern colour, pattern
    ("#B27A4B", "#B27A4B", PLAIN),
    ("#E9DEC8", "#6A6052", UPRIGHTS),
    ("#E0812B", "#7A3E0C", STRIPES),
    ("#A23A44", "#F0C9CC", DOTS),
    ("#6E9A5B", "#24381B", LINES),
    ("#5F86A8", "#182A38", CHECKS),
)


def sign(stage: Stage, name: str, color: str = theme.GOOD, side: float = SIDE) -> Sprite:
    """Draw the sign `icons/NAME.svg`: "tick", "warning", "left" or "right"."""
    pixels = stage.metrics.px(side)
    return stage.drawing(f"icons/{name}", (pixels, pixels), color=color)


def dot(stage: Stage, radius: float, color: str) -> Sprite:
    """Draw a dot, anchored at its middle."""
    side = max(2, 2 * stage.metrics.px(radius))
    return Sprite(stage.drawing("dot", (side, side), color=color).surface, -side // 2, -side // 2)


def bar_part(stage: Stage, game: str, size: tuple[int, int]) -> Sprite:
    """Draw a part of a bar, `size` in pixels, in a game's colour and pattern."""
    number = list(GAMES).index(game) % len(LOOKS) if game in GAMES else len(LOOKS) - 1
    key = ("bar part", number, size)
    return stage.paint.cached(key, partial(_part, stage, number, size))


def _part(stage: Stage, number: int, size: tuple[int, int]) -> Sprite:
    color, ink, pattern = LOOKS[number]
    scale = stage.metrics.scale
    width, height = size[0] / scale, size[1] / scale
    radius = min(3.0, height / 3)
    body = svg.box(0, 0, width, height, radius, fill=color)
    pen = f'stroke="{ink}" stroke-width="3" fill="none"'
    if pattern == UPRIGHTS:
        body += "".join(f'<path d="M{x} 1.5V{height - 1.5:.1f}" {pen}/>' for x in _steps(5, width - 3, 7))
    elif pattern == STRIPES:
        body += f'<path d="{_slanted(width, height)}" {pen} stroke-linecap="round"/>'
    elif pattern == DOTS:
        places = [(x, y) for y in _steps(6, height - 3, 9) for x in _steps(6, width - 3, 9)]
        body += "".join(f'<circle cx="{x}" cy="{y}" r="2" fill="{ink}"/>' for x, y in places)
    elif pattern in (LINES, CHECKS):
        body += "".join(f'<path d="M1.5 {y}H{width - 1.5:.1f}" {pen}/>' for y in _steps(6, height - 3, 8))
        if pattern == CHECKS:
            body += "".join(f'<path d="M{x} 1.5V{height - 1.5:.1f}" {pen}/>' for x in _steps(6, width - 3, 8))
    return Sprite(svg.render(body, *size, (width, height)))


def _steps(first: float, last: float, step: float) -> list[float]:
    count = max(0, int((last - first) // step) + 1)
    return [first + i * step for i in range(count)]


def _slanted(width: float, height: float) -> str:
    """Return lines that rise to the right, cut at the edges."""
    found = []
    for start in _steps(-height + 5, width - 2, 9):
        left, right = max(2.0, start), min(width - 2.0, start + height)
        if right - left > 1:
            found.append(f"M{left:.1f} {height - (left - start):.1f}L{right:.1f} {height - (right - start):.1f}")
    return "".join(found)


def games_of(counted: set[str]) -> list[str]:
    """Return the games in the order in which bars stack them: this program's games, then the others in `counted`."""
    return [*GAMES, *sorted(counted - set(GAMES))]


def game_thumb(stage: Stage, game: str, side: int, shown: bool) -> Sprite:
    """Draw a game's picture, a square of `side` pixels."""
    key = ("operator thumb", game, side, shown)
    return stage.paint.cached(key, lambda: _thumb(stage, picture_of(stage, game, (side, side)), shown))


def _thumb(stage: Stage, picture: pygame.Surface, shown: bool) -> Sprite:
    """Draw a game's picture as a small square with a brass rim; a hidden one is faint with a dashed rim."""
    width, height = picture.get_size()
    line, radius = stage.paint.px(3), stage.paint.px(10)
    mask = svg.render(svg.box(0, 0, width, height, radius, fill="#FFFFFF"), width, height)
    surface = picture.convert_alpha()
    surface.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    if not shown:
        surface.set_alpha(64)
        faint = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        faint.blit(surface, (0, 0))
        edge = svg.dash_path(svg.outline(width, height, radius, line / 2), stage.paint.px(7), stage.paint.px(5))
        body = f'<path d="{edge}" fill="none" stroke="{theme.MUTED}" stroke-width="{line * 0.7:.2f}"/>'
        faint.blit(svg.render(body, width, height), (0, 0))
        return Sprite(faint)
    surface.blit(stage.paint.rim((width, height), 10, 3).surface, (0, 0))
    return Sprite(surface)
