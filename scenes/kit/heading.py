"""What a screen is about, top left: a small line above a large one."""

from __future__ import annotations

from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.stage import Stage

EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
TITLE = Style(theme.HEADING, theme.IVORY, bold=True)
MOST_GROWTH = 1.2  # how far the title follows the text scale: it is large already


def draw_heading(stage: Stage, canvas: Canvas, eyebrow: str, title: str) -> None:
    """Draw both at the margin of the arrangement."""
    margin = {Shape.WIDE: 96, Shape.CLASSIC: 72, Shape.TALL: 54}[stage.metrics.shape]
    style = stage.capped(TITLE, MOST_GROWTH)
    left, baseline = stage.metrics.point(margin, 84)
    stage.text(canvas, eyebrow.upper(), (left, baseline), stage.capped(EYEBROW, MOST_GROWTH))
    below = baseline + stage.metrics.px(14 + style.size * stage.metrics.text_scale)
    stage.text(canvas, title, (left, below), style)
