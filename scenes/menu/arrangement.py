"""Where the menu's tiles lie: one to eight games in rows, for each arrangement of the window."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from scenes.kit.layout import Metrics, Shape


@dataclass(frozen=True, slots=True)
class TilePlace:
    """Where a game's tile and its name plate lie, in pixels."""

    frame: pygame.Rect
    plate: pygame.Rect

    @property
    def is_laid(self) -> bool:
        """Whether the plate lies on the tile, for want of room below it."""
        return self.frame.contains(self.plate)

    def seen(self, frame: pygame.Rect) -> pygame.Rect:
        """The part of the tile that a plate leaves to be seen; `frame` is where it is while it grows."""
        bottom = self.plate.top if self.is_laid else frame.bottom
        return pygame.Rect(frame.left, frame.top, frame.width, bottom - frame.top)


@dataclass(frozen=True, slots=True)
class _Field:
    """The part of the window that the tiles fill, in design pixels; few games are no wider than `widest` each.

    `rows` has, by the number of games less one, how many lie in each row. In up to `roomy` rows the plates, `plate`
    high, lie `above` pixels below the tiles and `below` pixels above the next row.
    """

    left: float
    top: float
    width: float
    height: float
    gap: float  # between two tiles of a row
    widest: float
    rows: tuple[tuple[int, ...], ...]
    roomy: int
    plate: float
    above: float
    below: float


_WIDE_ROWS = ((1,), (2,), (3,), (4,), (5,), (3, 3), (4, 3), (4, 4))
_CLASSIC_ROWS = ((1,), (2,), (3,), (4,), (3, 2), (3, 3), (4, 3), (4, 4))
_TALL_ROWS = ((1,), (2,), (2, 1), (2, 2), (2, 2, 1), (2, 2, 2), (2, 3, 2), (3, 2, 3))
_FIELDS = {
    Shape.WIDE: _Field(96, 224, 1728, 684, 45.3, 545, _WIDE_ROWS, 1, 124, 45, 0),
    Shape.CLASSIC: _Field(72, 240, 1296, 666, 32, 480, _CLASSIC_ROWS, 1, 124, 42, 0),
    Shape.TALL: _Field(54, 304, 972, 1188, 50, 972, _TALL_ROWS, 2, 112, 28, 28),
}
_CLOSE = 34  # between rows whose plates lie on the tiles
_LAID = 92  # the height of such a plate
_INSET = 10  # how far it keeps from the tile's edges
_SLIMMEST = 5 / 3  # the most that a tile's height is, in widths


def tile_places(metrics: Metrics, count: int) -> list[TilePlace]:
    """The places of `count` games (1 to 8), row by row; what does not fill the field lies in its middle."""
    field = _FIELDS[metrics.shape]
    rows = field.rows[count - 1]
    width = min(field.widest, (field.width - field.gap * (max(rows) - 1)) / max(rows))
    laid = len(rows) > field.roomy
    between = _CLOSE if laid else field.above + field.plate + field.below
    spare = field.height + (_CLOSE if laid else field.below)
    height = min(_SLIMMEST * width, spare / len(rows) - between)
    top = field.top + (spare - len(rows) * (height + between)) / 2
    places = []
    for line, tiles in enumerate(rows):
        left = field.left + (field.width - tiles * width - (tiles - 1) * field.gap) / 2
        y = top + line * (height + between)
        for i in range(tiles):
            x = left + i * (width + field.gap)
            plate = metrics.rect(x, y + height + field.above, width, field.plate)
            if laid:
                low = y + height - _LAID - _INSET
                plate = metrics.rect(x + _INSET, low, width - 2 * _INSET, _LAID)
            places.append(TilePlace(metrics.rect(x, y, width, height), plate))
    return places
