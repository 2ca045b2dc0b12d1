"""Where the axis wheel and the swap lie in the side panel, and what a pointer means there."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game.coffee.board import Axis
from scenes.coffee.geometry import Geometry, wheel_order
from scenes.kit.layout import Metrics, Shape

HEAD, FOOT = 116, 104  # design pixels over and under a wheel with a panel of its own height
SPOKE, LOW_SPOKE = 38, 27  # radius of the disc at the end of a spoke; where the panel is low
LARGEST = 145
PLATE, PLATE_GAP = 74, 14  # radius of the plates in the tall arrangement, where they stand in a row
LINE = 52  # of words over the plates
BOTH = 900  # width from which both words have room in that line
PAD = 28
EDGE = 14  # from a low panel's edge to what lies in it


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel in pixels: its face and the discs that stand for the axes; without a face (`in_row`) they are plates.

    `head` and `foot` are the room for words, where they are one what is wrong takes the place of the rest; a low
    panel has no room for a title.
    """

    panel: pygame.Rect
    center: tuple[int, int]
    radius: int
    spokes: dict[Axis, tuple[int, int]]
    spoke_radius: int
    angles: dict[Axis, float]
    head: pygame.Rect
    foot: pygame.Rect
    low: bool
    in_row: bool = False

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


class Places:
    """Both places in pixels; neither is there until a side panel gives them room, nor where there is none."""

    def __init__(self, metrics: Metrics, geometry: Geometry) -> None:
        self._metrics = metrics
        self._angles = {axis: geometry.angle(axis) for axis in wheel_order(geometry.board)}
        self.wheel: Wheel | None = None
        self.swap: pygame.Rect | None = None

    def lie_in(self, panel: pygame.Rect) -> None:
        """Take `panel` (pixels) of the side panel."""
        metrics, self.swap = self._metrics, panel.copy()
        if metrics.shape is Shape.TALL:
            self.wheel = _row(metrics, panel, self._angles)
        elif metrics.shape is Shape.CLASSIC:
            self.wheel = _low(metrics, panel, self._angles)
        else:
            self.wheel = _high(metrics, panel, self._angles)
            self.swap.height = min(panel.height, metrics.px(480))

    def axis_at(self, point: tuple[int, int]) -> Axis | None:
        """The axis that a pointer means on the wheel."""
        return None if self.wheel is None else self.wheel.axis_at(point)

    def swap_at(self, point: tuple[int, int]) -> bool:
        """Whether a pointer is on the swap."""
        return self.swap is not None and self.swap.collidepoint(point)


def _high(metrics: Metrics, panel: pygame.Rect, angles: dict[Axis, float]) -> Wheel:
    """A wheel with words over and under it."""
    spoke, up, down = metrics.px(SPOKE), *_rise(angles)
    head = pygame.Rect(panel.topleft, (panel.width, metrics.px(HEAD)))
    foot = pygame.Rect(panel.left, panel.bottom - metrics.px(FOOT), panel.width, metrics.px(FOOT))
    room = foot.top - head.bottom - 2 * spoke
    radius = min(metrics.px(LARGEST), round(room / (up + down)), panel.width // 2 - spoke - metrics.px(PAD - 12))
    top = head.bottom + spoke + (room - radius * (up + down)) / 2
    center = panel.centerx - metrics.px(6), round(top + radius * up)
    return Wheel(panel, center, radius, _spokes(center, radius, angles), spoke, angles, head, foot, low=False)


def _low(metrics: Metrics, panel: pygame.Rect, angles: dict[Axis, float]) -> Wheel:
    """A wheel with words at its right."""
    spoke, up, down = metrics.px(LOW_SPOKE), *_rise(angles)
    inner = panel.inflate(-2 * metrics.px(EDGE), -2 * metrics.px(EDGE))
    radius = min(round((inner.height - 2 * spoke) / (up + down)), round(0.27 * inner.width - spoke / 2))
    top = inner.top + spoke + (inner.height - 2 * spoke - radius * (up + down)) / 2
    center = inner.left + radius, round(top + radius * up)
    left = center[0] + radius + spoke + metrics.px(EDGE)
    head = pygame.Rect(left, inner.top, inner.right - left, inner.height * 2 // 5)
    foot = pygame.Rect(left, head.bottom, head.width, inner.bottom - head.bottom)
    return Wheel(panel, center, radius, _spokes(center, radius, angles), spoke, angles, head, foot, low=True)


def _row(metrics: Metrics, panel: pygame.Rect, angles: dict[Axis, float]) -> Wheel:
    """Plates in a row, with a line of words over them."""
    pad, gap, edge, count = metrics.px(PAD), metrics.px(PLATE_GAP), metrics.px(EDGE), len(angles)
    head = pygame.Rect(panel.left + pad, panel.top, panel.width - 2 * pad, metrics.px(LINE))
    foot = head.copy()
    if panel.width >= metrics.px(BOTH):
        head.width = foot.width = head.width // 2
        foot.left = head.right
    room = panel.width - 2 * pad - (count - 1) * gap, panel.bottom - edge - head.bottom
    radius = min(metrics.px(PLATE), room[0] // (2 * count), room[1] // 2)
    pitch = 2 * radius + gap
    left = panel.centerx - pitch * (count - 1) // 2
    spokes = {axis: (left + i * pitch, head.bottom + room[1] // 2) for i, axis in enumerate(angles)}
    return Wheel(panel, panel.center, radius, spokes, radius, angles, head, foot, low=True, in_row=True)


def _end(axis: Axis, angle: float) -> float:
    """The direction in radians of a spoke's disc: the upper or the right end of its axis."""
    return math.radians(-90 if axis == "v" else angle)


def _rise(angles: dict[Axis, float]) -> tuple[float, float]:
    """How far the discs' middles reach over and under the wheel's, in its radii."""
    sines = [math.sin(_end(axis, angle)) for axis, angle in angles.items()]
    return -min(sines), max(sines)


def _spokes(center: tuple[int, int], radius: int, angles: dict[Axis, float]) -> dict[Axis, tuple[int, int]]:
    ends = {axis: _end(axis, angle) for axis, angle in angles.items()}
    return {
        axis: (round(center[0] + radius * math.cos(end)), round(center[1] + radius * math.sin(end)))
        for axis, end in ends.items()
    }
