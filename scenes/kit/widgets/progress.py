"""Progress bars: brass that fills a dark well, and thin lines of brass."""

from __future__ import annotations

from functools import partial

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas, Drawable
from scenes.kit.drawing.paint import Sprite
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


def draw_line(stage: Stage, canvas: Drawable, rect: pygame.Rect, share: float) -> None:
    """A thin line of brass in its slot at `rect` (pixels), as long as `share` (0..1) says."""
    stage.blit(canvas, stage.paint.well(rect.size, 4), rect.topleft)
    size = round(rect.width * share), rect.height
    if size[0] >= rect.height:
        stage.blit(canvas, stage.paint.cached_one("progress line", size, partial(brass_bar, size)), rect.topleft)


def brass_bar(size: tuple[int, int]) -> Sprite:
    """A rounded bar of brass, `size` pixels large."""
    defs = svg.gradient("brass", theme.BUTTON_BRASS, (0, 0), (0, size[1]))
    body = svg.box(0, 0, *size, size[1] / 2, fill="url(#brass)")
    return Sprite(svg.render(f"<defs>{defs}</defs>{body}", *size))
