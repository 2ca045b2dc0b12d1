"""Where the glyph bar lies below a board: one place for match, replay and lessons."""

from __future__ import annotations

from scenes.kit.glyphbar import GlyphBar
from scenes.kit.layout import Shape
from scenes.kit.stage import Stage

TALL_BAR = (54, 1541, 972, 350)


def place_bar(stage: Stage, tall: tuple[float, float, float, float] = TALL_BAR) -> GlyphBar:
    """A bar along the lower edge; `tall` is its place (design pixels) where the window is upright."""
    wide = (54, 956, stage.metrics.design[0] - 108, 80)
    return GlyphBar(stage, stage.metrics.rect(*(tall if stage.metrics.shape is Shape.TALL else wide)))
