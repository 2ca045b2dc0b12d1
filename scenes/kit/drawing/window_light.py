"""The light that falls through a window on the table.

Its place and colour change with the hour; at night there is none.

It is part of the table's picture, and so costs nothing per frame.
"""

from __future__ import annotations

import math
from datetime import datetime
from typing import Final, NamedTuple

import pygame

# Number of changes of the light per hour.
STEPS: Final = 2
DAWN, DUSK = 6.0, 19.5  # hours of the day; there is no light before and after
PANES: Final = 2, 3  # columns and rows of the window
BAR = 0.12  # width of the bars between panes, as a share of a pane
# Size in pixels of the picture of the light, before it is enlarged. A small picture is enough for soft edges.
SMALL: Final = 160, 160
SOFT = 2  # radius of the blur, in pixels of the small picture
# The colour of the sun near the horizon, and at noon.
LOW, HIGH = (255, 172, 92), (255, 238, 208)
# How much the wood is brightened, and how much light is added. In more light, words on the wood would be too pale.
GAIN, HAZE = 0.38, 0.022
HEIGHT_SHARE = 0.62  # the height of the light's middle, as a share of the table's height
# Where the light's middle is in the morning and in the evening, as shares of the table's width.
FIRST_SHARE, LAST_SHARE = 0.9, 0.3


class WindowLight(NamedTuple):
    """The light in one part of the day. `step` counts the parts from midnight."""

    step: int

    @property
    def day_share(self) -> float:
        """The share of the time from DAWN to DUSK that has passed; 0 to 1 while there is light."""
        return (self.step / STEPS - DAWN) / (DUSK - DAWN)

    def fall_on(self, table: pygame.Surface) -> pygame.Surface:
        """Add this light to `table` and return it."""
        share, high = self.day_share, math.sin(math.pi * self.day_share)
        brightness = GAIN * min(1.0, 2.4 * high)
        color = tuple(brightness * (low + (top - low) * high) for low, top in zip(LOW, HIGH, strict=True))
        unit = min(table.get_size())
        place = pygame.Rect(0, 0, round(unit * (1.15 - 0.35 * high)), round(unit * (1.1 - 0.3 * high)))
        middle = FIRST_SHARE + (LAST_SHARE - FIRST_SHARE) * share
        place.center = round(middle * table.get_width()), round(HEIGHT_SHARE * table.get_height())
        slant = 0.42 * (2 * share - 1)
        shine = pygame.Surface(place.size, 0, 32)
        shine.blit(table, (-place.left, -place.top))
        shine.fill([round(255 * HAZE / GAIN)] * 3, special_flags=pygame.BLEND_RGB_ADD)
        panes = pygame.transform.smoothscale(_panes(color, slant), place.size)
        shine.blit(panes, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        table.blit(shine, place, special_flags=pygame.BLEND_RGB_ADD)
        return table


def window_light(now: datetime) -> WindowLight | None:
    """The light at a time of the day; None at night."""
    light = WindowLight(round((now.hour + now.minute / 60) * STEPS))
    return light if 0 < light.day_share < 1 else None


def _panes(color: tuple[float, ...], slant: float) -> pygame.Surface:
    """The window's light on black.

    The lower end is shifted by `slant`, a share of the width: to the right, or to the left if `slant` is negative.
    """
    sheet = pygame.Surface(SMALL, 0, 32)
    margin = 3 * SOFT
    width, height = (side - 2 * margin for side in SMALL)
    columns, rows = PANES
    across, down = (1 - abs(slant)) * width / columns, height / rows
    for column in range(columns):
        for row in range(rows):
            top, bottom = (row + BAR / 2) * down, (row + 1 - BAR / 2) * down
            corners = []
            for y, sides in ((top, (0.0, 1.0)), (bottom, (1.0, 0.0))):
                begin = slant * width * (y / height) + max(0.0, -slant) * width
                corners += [
                    (margin + begin + (column + BAR / 2 + (1 - BAR) * side) * across, margin + y) for side in sides
                ]
            pygame.draw.polygon(sheet, [round(part) for part in color], corners)
    return pygame.transform.gaussian_blur(sheet, SOFT)
