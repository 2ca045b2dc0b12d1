"""Small pictures drawn with one pen: of devices, of the settings' sections."""

from __future__ import annotations

from scenes.kit import svg
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage

VIEW = 48  # the side of the drawings


def line_icon(stage: Stage, drawing: str, color: str, side: float) -> Sprite:
    """The SVG elements `drawing`, whose {pen} becomes a line of `color`, on a square of `side` design pixels."""

    def make() -> Sprite:
        pixels = stage.metrics.px(side)
        pen = f'fill="none" stroke="{color}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"'
        return Sprite(svg.render(drawing.replace("{pen}", pen), pixels, pixels, (VIEW, VIEW)))

    return stage.paint.once(("line icon", drawing, color, side), make)
