"""What is drawn: a sheet that remembers which pictures, where, and how clear; and what the window shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from scenes.kit.drawing.canvas import Drawable, SurfaceCanvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.scene import Scene
from scenes.kit.stage import Stage
from tests.scenes.onlooker import Onlooker


class Blit(NamedTuple):
    """One picture at its place, with its opacity; `area` is the part of it that is drawn, None for all."""

    surface: pygame.Surface
    place: pygame.Rect
    alpha: float
    area: pygame.Rect | None


class NotingSheet(SurfaceCanvas):
    """A sheet of a size in pixels. Whatever draws on a canvas draws on it as well."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(pygame.Surface(size))
        self.drawn: list[Blit] = []

    def blit(
        self,
        surface: pygame.Surface,
        position: tuple[float, float],
        alpha: float = 1.0,
        area: pygame.Rect | None = None,
    ) -> None:
        corner = round(position[0]), round(position[1])
        self.drawn.append(Blit(surface, pygame.Rect(corner, area.size if area else surface.get_size()), alpha, area))
        super().blit(surface, position, alpha, area)

    def of(self, *sprites: Sprite) -> list[Blit]:
        """The blits of any of these pictures, in the order in which they were drawn."""
        wanted = {id(sprite.surface) for sprite in sprites}
        return [blit for blit in self.drawn if id(blit.surface) in wanted]

    def has(self, draw: Callable[[Drawable], None]) -> bool:
        """Whether all that `draw` draws is drawn here, without anything in between."""
        wanted = NotingSheet(self.surface.get_size())
        draw(wanted)
        length = len(wanted.drawn)
        return bool(length) and any(
            self.drawn[at : at + length] == wanted.drawn for at in range(len(self.drawn) - length + 1)
        )


def drawn(scene: Scene) -> NotingSheet:
    """What a scene draws now."""
    stage: Stage = scene.stage
    sheet = NotingSheet(stage.metrics.size)
    scene.draw(sheet, 1.0)  # type: ignore[arg-type]
    return sheet


def brightness(house: Onlooker, at: pygame.Rect) -> float:
    """The mean of the window's channels there, 0 to 255."""
    red, green, blue, *_ = pygame.transform.average_color(house.window.surface, at)
    return (red + green + blue) / 3


def pixels(house: Onlooker, at: pygame.Rect) -> bytes:
    """What the window shows there."""
    return pygame.image.tobytes(house.window.surface.subsurface(at), "RGB")
