"""Where the parts of the cup lie, in each arrangement of the window."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from scenes.kit.layout import Metrics, Shape

# Left, top, width, height in design pixels.
_PLACES = {
    Shape.WIDE: {
        "slip": (440, 48, 1040, 888),
        "matches": (96, 56, 312, 880),
        "next": (1512, 56, 312, 640),
        "buttons": (1512, 712, 312, 224),
        "bar": (54, 956, 1812, 80),
    },
    Shape.CLASSIC: {
        "slip": (72, 48, 936, 888),
        "matches": (1040, 416, 328, 288),
        "next": (1040, 56, 328, 344),
        "buttons": (1040, 712, 328, 224),
        "bar": (54, 956, 1332, 80),
    },
    Shape.TALL: {
        "slip": (54, 56, 972, 1064),
        "matches": (554, 1160, 472, 424),
        "next": (54, 1160, 468, 424),
        "buttons": (54, 1616, 972, 112),
        "bar": (54, 1760, 972, 128),
    },
}
PAD = 40  # of the slip
HEAD = {Shape.WIDE: 200, Shape.CLASSIC: 180, Shape.TALL: 128}
FOOT = 96
MOST_ROW = 128
TOTAL = 124  # width of the column
GAME = {Shape.WIDE: 124, Shape.CLASSIC: 104, Shape.TALL: 108}


@dataclass(frozen=True, slots=True)
class CupPlaces:
    """All in pixels. `rows` are the people's, `games` the columns of points at the head's height, as is `total`."""

    slip: pygame.Rect
    matches: pygame.Rect
    next: pygame.Rect
    buttons: tuple[pygame.Rect, ...]
    bar: pygame.Rect
    rows: tuple[pygame.Rect, ...]
    games: tuple[pygame.Rect, ...]
    total: pygame.Rect


def cup_places(metrics: Metrics, people: int, games: int, buttons: int) -> CupPlaces:
    """The places for so many people, games and buttons, the brass button last."""
    named = {name: metrics.rect(*place) for name, place in _PLACES[metrics.shape].items()}
    left, top, width, height = _PLACES[metrics.shape]["slip"]
    head = HEAD[metrics.shape]
    pitch = min(MOST_ROW, (height - head - FOOT) / people)
    game = GAME[metrics.shape]
    rows = [metrics.rect(left + 16, top + head + i * pitch, width - 32, pitch) for i in range(people)]
    right = left + width - PAD - TOTAL
    columns = [metrics.rect(right - game * (games - i), top, game, head) for i in range(games)]
    total = metrics.rect(right, top, TOTAL, head)
    return CupPlaces(
        metrics.rect(left, top, width, head + people * pitch + FOOT),
        named["matches"],
        named["next"],
        tuple(_stacked(metrics, buttons)),
        named["bar"],
        tuple(rows),
        tuple(columns),
        total,
    )


def _stacked(metrics: Metrics, count: int) -> list[pygame.Rect]:
    """Buttons one above the other, the last one lowest, or side by side where the window is upright."""
    left, top, width, height = _PLACES[metrics.shape]["buttons"]
    gap = 24
    if metrics.shape is Shape.TALL:
        widths = [(width - gap * (count - 1)) / (count + 1)] * count
        widths[-1] *= 2  # the brass one
        lefts = [left + sum(widths[:i]) + i * gap for i in range(count)]
        return [metrics.rect(x, top, each, height) for x, each in zip(lefts, widths, strict=True)]
    each = (height - gap) / 2
    return [metrics.rect(left, top + (2 - count + i) * (each + gap), width, each) for i in range(count)]
