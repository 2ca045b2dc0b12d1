"""Metrics: from the window's size to a scale and an arrangement; scenes lay out in design pixels."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import pygame


class Shape(Enum):
    """The three arrangements of the house, each with its own design canvas in design pixels."""

    WIDE = (1920, 1080)
    CLASSIC = (1440, 1080)
    TALL = (1080, 1920)


WIDE_FROM = 1.55  # width over height; 16:10 is wide, 4:3 and 3:2 are classic
LEAST = 240  # pixels of either side: a smaller (or minimised) window shows a part of the scene


@dataclass(frozen=True, slots=True)
class Metrics:
    """The window's size in pixels, the arrangement that suits it, and pixels per design pixel."""

    size: tuple[int, int]
    shape: Shape
    scale: float
    origin: tuple[float, float]
    text_scale: float = 1.0

    @classmethod
    def of(cls, size: tuple[int, int], text_scale: float = 1.0) -> Metrics:
        """Metrics for a window of `size` pixels; the design canvas is centred in it."""
        width, height = size = max(size[0], LEAST), max(size[1], LEAST)
        aspect = width / height
        shape = Shape.WIDE if aspect >= WIDE_FROM else Shape.CLASSIC if aspect >= 1 else Shape.TALL
        design_width, design_height = shape.value
        scale = min(width / design_width, height / design_height)
        origin = ((width - design_width * scale) / 2, (height - design_height * scale) / 2)
        return cls(size, shape, scale, origin, text_scale)

    @property
    def design(self) -> tuple[int, int]:
        """The design canvas of this arrangement, in design pixels."""
        return self.shape.value

    def px(self, length: float) -> int:
        """A length in design pixels as whole pixels (at least 1 for any positive length)."""
        return max(1, round(length * self.scale)) if length > 0 else round(length * self.scale)

    def point(self, x: float, y: float) -> tuple[int, int]:
        """A design point in pixels."""
        return round(self.origin[0] + x * self.scale), round(self.origin[1] + y * self.scale)

    def rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        """A design rectangle in pixels; edges that meet in the design meet on the screen."""
        left, top = self.point(x, y)
        right, bottom = self.point(x + width, y + height)
        return pygame.Rect(left, top, right - left, bottom - top)
