"""What a screen is about, top left: a small line above a large one."""

from __future__ import annotations

from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.stage import Stage

EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
TITLE = Style(theme.HEADING, theme.IVORY, bold=True)
LEAST = 36
MOST_GROWTH = 1.2  # how far the title follows the text scale: it is large already
MARGIN = {Shape.WIDE: 96, Shape.CLASSIC: 72, Shape.TALL: 54}  # design pixels


def draw_heading(stage: Stage, canvas: Canvas, eyebrow: str, title: str, room: int | None = None) -> None:
    """Draw both at the margin of the arrangement; `room` is the width in pixels that the title has."""
    margin = MARGIN[stage.metrics.shape]
    style = stage.capped(TITLE, MOST_GROWTH)
    if room is not None:
        style = stage.shrunk(title, style, room, LEAST)
    left, baseline = stage.metrics.point(margin, 84)
    stage.text(canvas, eyebrow.upper(), (left, baseline), stage.capped(EYEBROW, MOST_GROWTH))
    below = baseline + stage.metrics.px(14 + style.size * stage.metrics.text_scale)
    stage.text(canvas, title, (left, below), style, width=room)
