"""A small cup of coffee whose steam curls: it waits at the menu, and while an AI thinks."""

from __future__ import annotations

import math

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Stage

FRAMES = 20
FRAMES_PER_SECOND = 8.0
WIDTH, HEIGHT = 56, 64


def draw_cup(stage: Stage, canvas: Canvas, right: int, bottom: int) -> None:
    """Draw the cup with its foot's right end at (right, bottom) pixels."""
    moving = not stage.look.reduced_motion
    frame = int(stage.time * FRAMES_PER_SECOND) % FRAMES if moving else 0
    sprite = stage.paint.cached(("cup", frame), lambda: _cup(stage, frame))
    stage.blit(canvas, sprite, (right - sprite.surface.get_width(), bottom - sprite.surface.get_height()))


def _cup(stage: Stage, frame: int) -> Sprite:
    phase = 2 * math.pi * frame / FRAMES
    defs = svg.gradient("cup", theme.ENAMEL, (10, 36), (30, 60))
    body = "".join(_wisp(x, phase + shift) for x, shift in ((18, 0.0), (28, 2.1)))
    body += '<ellipse cx="23" cy="60.5" rx="20" ry="2.6" fill="#000000" opacity=".45"/>'
    body += '<path d="M38 41C48 39 49 52 37 52" fill="none" stroke="#E4D8C0" stroke-width="3.4"/>'
    body += '<path d="M7 36H39C39 50 35 59 28 59H18C11 59 7 50 7 36Z" fill="url(#cup)"/>'
    body += '<ellipse cx="23" cy="36.5" rx="16" ry="3.4" fill="#FFFBF1"/>'
    body += '<ellipse cx="23" cy="36.9" rx="13.6" ry="2.4" fill="#4A2A16"/>'
    size = stage.metrics.px(WIDTH), stage.metrics.px(HEIGHT)
    return Sprite(svg.render(f"<defs>{defs}</defs>{body}", *size, (WIDTH, HEIGHT)))


def _wisp(x: float, phase: float) -> str:
    """One thread of steam: it sways more and pales as it rises."""
    parts = []
    for i in range(7):
        low, high = 33 - i * 4.2, 33 - (i + 1) * 4.2
        sway = [3.2 * (1 - y / 34) * math.sin(phase + y * 0.22) for y in (low, high)]
        parts.append(
            f'<path d="M{x + sway[0]:.1f} {low:.1f}L{x + sway[1]:.1f} {high:.1f}" stroke="{theme.IVORY}" '
            f'stroke-width="{3.4 - i * 0.3:.1f}" stroke-linecap="round" stroke-opacity="{0.42 - i * 0.055:.2f}"/>'
        )
    return "".join(parts)
