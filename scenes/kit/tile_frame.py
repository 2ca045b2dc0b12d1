"""The walnut frame around a picture: a menu's tile, a diagram's close-up."""

from __future__ import annotations

import pygame

from scenes.kit.stage import Stage

FRAME = 18  # design pixels of wood on each side


def tile_frame(stage: Stage, size: tuple[int, int]) -> pygame.Surface:
    """The frame of `size` pixels, stretched between its corners; its opening is transparent."""
    source = stage.assets.picture("textures/tile-frame.png")
    margin = stage.assets.data("textures/tile-frame.json")["margin"]
    return stage.paint.nine_slice(source, margin, size, stage.metrics.scale / 2)
