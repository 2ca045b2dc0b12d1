"""The code that a phone scans: whole pixels, dark on light."""

from __future__ import annotations

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Stage

QUIET = 4  # modules that stay light on each side
LEAST_MODULE = 6  # pixels, so that a phone's camera tells them apart


def module_of(matrix: tuple[str, ...], side: int) -> int:
    """Return the width of a module in pixels where the code and its quiet zone have `side` pixels."""
    return side // (len(matrix) + 2 * QUIET)


def least_side(matrix: tuple[str, ...]) -> int:
    """Return how many pixels of side the code and its quiet zone need at least."""
    return LEAST_MODULE * (len(matrix) + 2 * QUIET)


def draw_code(stage: Stage, canvas: Drawable, rect: pygame.Rect, matrix: tuple[str, ...]) -> None:
    """The code in the middle of `rect` (pixels), as large as that allows; the ground is the caller's."""
    module = max(1, module_of(matrix, min(rect.size)))
    side = module * len(matrix)
    sprite = stage.paint.cached(("code", matrix, module), lambda: _modules(matrix, module))
    canvas.blit(sprite.surface, (rect.centerx - side // 2, rect.centery - side // 2))


def _modules(matrix: tuple[str, ...], module: int) -> Sprite:
    """The dark modules, each a whole number of pixels wide."""
    side = module * len(matrix)
    surface = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    for y, row in enumerate(matrix):
        for x, sign in enumerate(row):
            if sign == "1":
                surface.fill(theme.rgb(theme.INK), (x * module, y * module, module, module))
    return Sprite(surface)
