"""A game's tile in a walnut frame. It shows the picture `textures/tile-GAME.jpg`, or a close-up of the game's board."""

from __future__ import annotations

import pygame

from game.registry import find
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import FRAME, Picture, Stage, tile_frame

SHADE, SHADE_OPACITY = "#0B0908", 0.38


def window_of(stage: Stage, frame: pygame.Rect, wood: float = 1.0) -> pygame.Rect:
    """Return the part of a tile's frame that its picture takes. `wood` scales the thickness of the frame."""
    inset = stage.metrics.px(wood * FRAME)
    return frame.inflate(-2 * inset, -2 * inset)


def own_picture(stage: Stage, game: str, frame: pygame.Rect) -> Picture | None:
    """Return the picture made for the game's tile, if there is one."""
    name = f"textures/tile-{game}.jpg"
    return Picture(stage, name, window_of(stage, frame).size, cover=True) if stage.assets.has(name) else None


def picture_of(stage: Stage, game: str, size: tuple[int, int]) -> pygame.Surface:
    """Return the picture on a tile, `size` pixels large: the game's own one, or a close-up of its board."""
    name = f"textures/tile-{game}.jpg"
    if stage.assets.has(name):
        return stage.assets.cover(name, size)
    # This import loads the games' scenes. It stands here, because the menu's first frame must not wait for them.
    from scenes.table.pictures import close_up

    return stage.paint.cached(("close-up", game, size), lambda: close_up(stage, find(game), size)).surface


def tile(stage: Stage, game: str, frame: pygame.Rect, size: tuple[int, int] | None = None) -> Sprite:
    """Draw the tile for `frame`: the framed picture with its shadow. While the tile grows, it has `size` (pixels)."""
    size = size or frame.size
    key = ("tile", game, frame.size, size)
    return stage.paint.cached(key, lambda: _make(stage, game, frame, size))


def _make(stage: Stage, game: str, resting: pygame.Rect, size: tuple[int, int]) -> Sprite:
    window = window_of(stage, pygame.Rect((0, 0), size))
    picture = picture_of(stage, game, window_of(stage, resting).size)
    if picture.get_size() != window.size:
        picture = pygame.transform.smoothscale(picture, window.size)
    return stage.paint.shadow(size, 1.1, 14).bearing(_framed(stage, picture, size, window))


def narrow_tile(stage: Stage, game: str, size: tuple[int, int], is_lit: bool = True) -> pygame.Surface:
    """Draw the picture in a thin frame without a shadow, `size` pixels large. It is darker unless `is_lit`."""
    window = window_of(stage, pygame.Rect((0, 0), size), 0.5)
    picture = picture_of(stage, game, window.size).copy()
    if not is_lit:
        picture.blit(stage.paint.veil(window.size, SHADE_OPACITY, SHADE).surface, (0, 0))
    return _framed(stage, picture, size, window, 0.5)


def _framed(
    stage: Stage, picture: pygame.Surface, size: tuple[int, int], window: pygame.Rect, wood: float = 1.0
) -> pygame.Surface:
    surface = pygame.Surface(size, pygame.SRCALPHA, 32)
    surface.blit(picture, window)
    surface.blit(tile_frame(stage, size, wood), (0, 0))
    return surface
