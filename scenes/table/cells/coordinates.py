"""The coordinates along a board's edges: they belong to the board and grow with it, not with the text."""

from __future__ import annotations

from scenes.kit.drawing import theme
from scenes.kit.drawing.fonts import Style
from scenes.kit.stage import Stage

LABEL = Style(theme.HELPER, theme.LABEL, bold=True)
LABEL_SIZE = 29  # board units


def coordinate_style(stage: Stage, unit: float, size: float = LABEL_SIZE) -> Style:
    """The type of a board whose units are `unit` pixels, whatever text size is set."""
    return LABEL._replace(size=size * unit / (stage.metrics.scale * stage.metrics.text_scale))
