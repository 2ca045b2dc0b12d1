"""A row of pips: brass for what is used, dark for what is left."""

from __future__ import annotations

import pygame

from scenes.kit import svg
from scenes.kit.canvas import Canvas
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage

MOST_PIPS = 20  # more than that would be too small to count: a bar shows the share


def draw_pips(stage: Stage, canvas: Canvas, rect: pygame.Rect, used: int, whole: int) -> None:
    """Draw `whole` pips in `rect` (pixels), `used` of them lit."""
    key = (rect.size, used, whole)
    canvas.blit(stage.paint.latest("pips", key, lambda: Sprite(_draw(rect.size, used, whole))).surface, rect.topleft)


def _draw(size: tuple[int, int], used: int, whole: int) -> pygame.Surface:
    width, height = size
    defs = svg.gradient("lit", (("0", "#FFE9A8"), ("1", "#E2AE4E")), (0, 0), (0, height))
    body = ""
    count = max(1, min(whole, MOST_PIPS))
    gap = min(height * 0.55, width / count * 0.25)
    each = (width - gap * (count - 1)) / count
    lit = used if whole <= MOST_PIPS else round(used / whole * count)
    for index in range(count):
        fill = "url(#lit)" if index < lit else "#0C0A09"
        body += svg.box(index * (each + gap), 0, each, height, min(each, height) / 2, fill=fill)
    return svg.render(f"<defs>{defs}</defs>{body}", width, height)
