"""Keys of a keyboard as drawn: dark at first, cream when they should be pressed, brass and lowered while pressed."""

from __future__ import annotations

from typing import Literal

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite, remembered
from scenes.kit.stage import Stage

Look = Literal["waiting", "asked", "down"]
# How far a key's foot shows below its cap, in hundredths of the cap's height.
DEPTH = 10
GLOW_SIGMA = 12  # design pixels
GREEN_ON_ENAMEL = "#23703D"
LEAST = 20  # the smallest type of a long name
_FOOT = {"waiting": "#0E0D0E", "asked": "#8F8064", "down": "#7E5C26"}


def draw_cap(stage: Stage, canvas: Canvas, rect: pygame.Rect, face: str, look: Look) -> None:
    """Draw a key in `rect` (pixels) with its print."""
    if look == "down":
        stage.blit(canvas, _glow(stage, rect.size), rect.topleft)
    else:
        stage.blit(canvas, stage.paint.shadow(rect.size, 0.6), rect.topleft)
    sprite = stage.paint.cached(("cap", rect.size, look), lambda: Sprite(_cap(rect.size, look)))
    stage.blit(canvas, sprite, rect.topleft)
    drop = rect.height * DEPTH // 100
    top = pygame.Rect(rect.x, rect.y + (drop if look == "down" else 0), rect.width, rect.height - drop)
    color = theme.MUTED if look == "waiting" else theme.INK
    style = Style(rect.height * 0.42 / stage.metrics.scale, color, bold=True)
    stage.label(canvas, face, top.inflate(-stage.metrics.px(20), 0), style, "centre", least=LEAST)


def _cap(size: tuple[int, int], look: Look) -> pygame.Surface:
    width, height = 100 * size[0] / size[1], 100
    stops = {"waiting": theme.LACQUER, "asked": theme.ENAMEL, "down": theme.BUTTON_BRASS}[look]
    top = DEPTH if look == "down" else 0
    tall = height - DEPTH
    defs = svg.gradient("face", stops, (0, top), (width * 0.2, top + tall))
    defs += svg.gradient("rim", theme.BRASS, (0, top), (width, top + tall))
    body = "" if look == "down" else svg.box(0, DEPTH, width, tall, 16, fill=_FOOT[look])
    body += svg.box(0, top, width, tall, 16, fill="url(#face)")
    if look == "waiting":
        body += svg.box(0, top, width, tall, 16, stroke="url(#rim)", line=1.6, opacity=0.5)
    else:
        body += svg.box(0, top, width, tall, 16, stroke="#FFFFFF", line=1.6, opacity=0.6)
    return svg.render(f"<defs>{defs}</defs>{body}", *size, (width, height))


@remembered
def _glow(stage: Stage, size: tuple[int, int]) -> Sprite:
    sigma = stage.metrics.px(GLOW_SIGMA)
    pad = 3 * sigma
    return Sprite(stage.paint.blurred(size, size[1] * 0.16, sigma, pad, theme.rgb("#FFC95E")), -pad, -pad)


def draw_mark(stage: Stage, canvas: Canvas, rect: pygame.Rect, good: bool, on_enamel: bool) -> None:
    """Draw a tick, or the barred sign, in the middle of `rect`."""
    bright, dark = (theme.GOOD, GREEN_ON_ENAMEL) if good else (theme.WARN, theme.PRINT_RED)
    stage.show(canvas, "icons/tick" if good else "icons/barred", rect, color=dark if on_enamel else bright)
