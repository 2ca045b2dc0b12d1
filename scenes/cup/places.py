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
        "slip": (54, 56, 972, 1000),
        "matches": (554, 1096, 472, 376),
        "next": (54, 1096, 468, 376),
        "buttons": (54, 1488, 972, 248),
        "bar": (54, 1760, 972, 128),
    },
}
PAD = 40  # of the slip
HEAD = {Shape.WIDE: 200, Shape.CLASSIC: 188, Shape.TALL: 128}
FOOT = 32
MOST_ROW = 104
TOTAL = 136  # width of the column
GAME = 128


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
    rows = [metrics.rect(left + 16, top + head + i * pitch, width - 32, pitch) for i in range(people)]
    right = left + width - PAD - TOTAL
    columns = [metrics.rect(right - GAME * (games - i), top, GAME, head) for i in range(games)]
    total = metrics.rect(right, top, TOTAL, head)
    return CupPlaces(
        named["slip"],
        named["matches"],
        named["next"],
        tuple(_stacked(metrics, buttons)),
        named["bar"],
        tuple(rows),
        tuple(columns),
        total,
    )


def _stacked(metrics: Metrics, count: int) -> list[pygame.Rect]:
    """Buttons one above the other, or side by side where the window is upright: the last one fills the lower half."""
    left, top, width, height = _PLACES[metrics.shape]["buttons"]
    gap = 24
    each = (height - gap) / 2
    last = metrics.rect(left, top + each + gap, width, each)
    if count == 1:
        return [last]
    across = (width - gap * (count - 2)) / (count - 1)
    return [metrics.rect(left + i * (across + gap), top, across, each) for i in range(count - 1)] + [last]
