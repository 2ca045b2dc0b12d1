"""Where the axis wheel and the swap lie beside the board, and what a pointer means there."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game.coffee.board import Axis
from scenes.coffee.geometry import Geometry, wheel_order
from scenes.kit.layout import Metrics, Shape

HEAD, FOOT = 116, 104  # design pixels over and under the wheel
SPOKE = 38  # radius of the disc at the end of a spoke
SMALL_SPOKE = 29  # where the panel is low
LARGEST = 145
IN_ROW = 74  # radius of the discs in the tall arrangement, where they stand in a row
ROW_GAP = 20
PAD = 28


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel in pixels: its face and the discs that stand for the axes; without a face they stand in a row."""

    panel: pygame.Rect
    center: tuple[int, int]
    radius: int
    spokes: dict[Axis, tuple[int, int]]
    spoke_radius: int
    angles: dict[Axis, float]
    in_row: bool

    @property
    def words(self) -> pygame.Rect:
        """The room for words: over and under the wheel, or left of the row."""
        if not self.in_row:
            return self.panel
        right = min(x for x, _ in self.spokes.values()) - self.spoke_radius
        return pygame.Rect(self.panel.left, self.panel.top, right - self.panel.left, self.panel.height)

    def axis_at(self, point: tuple[int, int]) -> Axis | None:
        """The axis that a pointer on the panel means: the disc that it is on, or the direction that it shows at."""
        for axis, spoke in self.spokes.items():
            if math.dist(spoke, point) <= self.spoke_radius * 1.1:
                return axis
        away = math.dist(self.center, point)
        if self.in_row or not self.radius * 0.2 <= away <= self.radius + self.spoke_radius:
            return None
        seen = math.degrees(math.atan2(point[1] - self.center[1], point[0] - self.center[0]))
        return min(self.angles, key=lambda axis: abs((seen - self.angles[axis] + 90) % 180 - 90))


@dataclass(frozen=True, slots=True)
class Places:
    """Both places in pixels; neither is there where a board lies without rails."""

    wheel: Wheel | None = None
    swap: pygame.Rect | None = None

    def axis_at(self, point: tuple[int, int]) -> Axis | None:
        """The axis that a pointer means on the wheel."""
        return None if self.wheel is None else self.wheel.axis_at(point)

    def swap_at(self, point: tuple[int, int]) -> bool:
        """Whether a pointer is on the swap."""
        return self.swap is not None and self.swap.collidepoint(point)


def places_in(metrics: Metrics, geometry: Geometry, panel: pygame.Rect) -> Places:
    """The wheel and the swap in the rails' `panel` (pixels)."""
    order = wheel_order(geometry.board)
    angles = {axis: geometry.angle(axis) for axis in order}
    if metrics.shape is Shape.TALL:
        wheel = _row(metrics, panel, angles)
        return Places(wheel, panel)
    spoke = metrics.px(SPOKE if metrics.shape is Shape.WIDE else SMALL_SPOKE)
    room = panel.height - metrics.px(HEAD + FOOT)
    ends = {axis: _end(axis, angle) for axis, angle in angles.items()}
    up, down = (max(sign * math.sin(end) for end in ends.values()) for sign in (-1, 1))
    fitting = round((room - 2 * spoke) / (up + down)), panel.width // 2 - spoke - metrics.px(PAD - 12)
    radius = min(metrics.px(LARGEST), *fitting)
    spare = room - 2 * spoke - radius * (up + down)
    top = panel.top + metrics.px(HEAD) + spoke + spare / 2
    center = panel.centerx - metrics.px(6), round(top + radius * up)
    spokes = {
        axis: (round(center[0] + radius * math.cos(end)), round(center[1] + radius * math.sin(end)))
        for axis, end in ends.items()
    }
    swap = panel.copy()
    swap.height = min(panel.height, metrics.px(480))
    return Places(Wheel(panel, center, radius, spokes, spoke, angles, False), swap)


def _end(axis: Axis, angle: float) -> float:
    """The direction in radians of a spoke's disc: the upper or the right end of its axis."""
    return math.radians(-90 if axis == "v" else angle)


def _row(metrics: Metrics, panel: pygame.Rect, angles: dict[Axis, float]) -> Wheel:
    radius = metrics.px(IN_ROW)
    pitch = 2 * radius + metrics.px(ROW_GAP)
    left = panel.right - metrics.px(PAD) - radius - pitch * (len(angles) - 1)
    spokes = {axis: (left + i * pitch, panel.centery) for i, axis in enumerate(angles)}
    return Wheel(panel, panel.center, radius, spokes, radius, angles, True)
