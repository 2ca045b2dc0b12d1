"""A game's tile: its picture of `textures/tile-GAME.jpg`, or its board in close-up, in a walnut frame."""

from __future__ import annotations

import pygame

from game.registry import find
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import FRAME, Picture, Stage, tile_frame


def window_of(stage: Stage, frame: pygame.Rect) -> pygame.Rect:
    """The part of a tile's frame through which its picture is seen."""
    inset = stage.metrics.px(FRAME)
    return frame.inflate(-2 * inset, -2 * inset)


def own_picture(stage: Stage, game: str, frame: pygame.Rect) -> Picture | None:
    """The picture that was made for the game's tile, if there is one."""
    name = f"textures/tile-{game}.jpg"
    return Picture(stage, name, window_of(stage, frame).size, cover=True) if stage.assets.has(name) else None


def tile(stage: Stage, game: str, frame: pygame.Rect, size: tuple[int, int] | None = None) -> Sprite:
    """The framed picture with its shadow, for a frame, or smaller or larger, at `size` pixels, as it grows."""
    size = size or frame.size
    key = ("tile", game, frame.size, size)
    return stage.paint.cached(key, lambda: _make(stage, game, frame, size))


def _make(stage: Stage, game: str, resting: pygame.Rect, size: tuple[int, int]) -> Sprite:
    shade = stage.paint.shadow(size, 1.1, 14)
    surface = shade.surface.copy()
    frame = pygame.Rect((-shade.dx, -shade.dy), size)
    window = window_of(stage, frame)
    own = own_picture(stage, game, resting)
    if own is not None:
        picture = stage.assets.cover(own.name, own.size)
    else:
        from scenes.table.pictures.close_up import (
            close_up,  # a game's scenes, which the menu's first frame does without
        )

        inside = window_of(stage, resting).size
        picture = stage.paint.cached(("close-up", game, inside), lambda: close_up(stage, find(game), inside)).surface
    if picture.get_size() != window.size:
        picture = pygame.transform.smoothscale(picture, window.size)
    surface.blit(picture, window)
    surface.blit(tile_frame(stage, size), frame)
    return Sprite(surface, shade.dx, shade.dy)
