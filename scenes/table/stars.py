"""The stars of puzzles in print."""

from __future__ import annotations

from scenes.kit import svg, theme
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage

_STAR = "M25 3L31.6 17.9L47.8 19.6L35.7 30.5L39.1 46.4L25 38.3L10.9 46.4L14.3 30.5L2.2 19.6L18.4 17.9Z"


def printed_mark(stage: Stage, side: int, lit: bool) -> Sprite:
    """A star of red print, `side` pixels large, or its outline."""
    look = f'fill="{theme.PRINT_RED}"' if lit else f'fill="none" stroke="{theme.INK_SOFT}" stroke-width="3"'
    body = f'<path d="{_STAR}" {look} stroke-linejoin="round"/>'
    return stage.paint.once(("printed star", side, lit), lambda: Sprite(svg.render(body, side, side, (50, 50))))
