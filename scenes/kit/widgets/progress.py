"""Progress bars: brass that fills a dark well."""

from __future__ import annotations

import pygame

from scenes.kit.drawing.canvas import Canvas
from scenes.kit.stage import Stage

RIM = 4  # design pixels of the well around the brass


def draw_progress(stage: Stage, canvas: Canvas, rect: pygame.Rect, share: float) -> None:
    """The bar in `rect` (pixels), of which `share` (0..1) is full."""
    well = stage.paint.well(rect.size, 10)
    stage.blit(canvas, well, rect.topleft)
    rim = stage.metrics.px(RIM)
    inner = rect.inflate(-2 * rim, -2 * rim)
    brass = stage.paint.button("primary", "pressed", inner.size, 6)  # whole: one picture for every share
    shown = round(inner.width * share)
    if shown:
        width, height = brass.surface.get_size()  # with a shadow around the face
        area = pygame.Rect(0, 0, shown - brass.dx if share < 1 else width, height)
        canvas.blit(brass.surface, (inner.x + brass.dx, inner.y + brass.dy), area=area)
