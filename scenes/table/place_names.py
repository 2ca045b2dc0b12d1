"""Names of where something lies, by thirds: "top left"."""

from __future__ import annotations

import pygame

from scenes.kit.stage import Stage

ROWS, COLUMNS = ("top", "middle", "bottom"), ("left", "centre", "right")


def region(area: pygame.Rect, frame: pygame.Rect) -> tuple[int, int]:
    """Return in which third of `frame` the middle of `area` lies, from the top and from the left (0 to 2)."""
    x, y = area.centerx - frame.left, area.centery - frame.top
    return min(2, max(0, 3 * y // frame.height)), min(2, max(0, 3 * x // frame.width))


def place_name(stage: Stage, area: pygame.Rect, frame: pygame.Rect) -> str:
    """Return the name of that third."""
    row, column = region(area, frame)
    return stage.t(f"place.{ROWS[row]}.{COLUMNS[column]}")
