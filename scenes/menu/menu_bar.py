"""The menu's bar: where the window is upright, two even rows of buttons, the likeliest first and quitting last.

Elsewhere buttons stand in one row, each as wide as what is written on it asks for.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from scenes.kit import theme
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import GlyphBar, Place, Prompt
from scenes.kit.layout import Shape

ACROSS = 4
GAP = 24  # design pixels
HEIGHT = 148
PAD = 28
LABEL = Style(theme.NAME, bold=True)


class MenuBar(GlyphBar):
    """Elsewhere it lies as every bar does; glyphs stand in the middle of the room that the buttons would take."""

    def _button_places(self) -> list[Place]:
        if self.stage.metrics.shape is not Shape.TALL:
            return super()._button_places()
        gap, height = self.stage.metrics.px(GAP), self.stage.metrics.px(HEIGHT)
        shown = [prompt for prompt in self.prompts if prompt.button]
        each = (self.region.width - gap * (ACROSS - 1)) / ACROSS
        places = []
        for index, prompt in enumerate(shown):
            row, column = divmod(index, ACROSS)
            left = self.region.left + round(column * (each + gap))
            top = self.region.top + row * (height + gap)
            places.append(Place(prompt, pygame.Rect(left, top, round(each), height)))
        return places

    def _row(self, prompts: list[Prompt], left: int, width: int, top: int, height: int, gap: int) -> list[Place]:
        """One row; what the words leave over is shared out, and what they lack is taken from each in proportion."""
        left, width = self.region.left, self.region.width
        wanted = [self.stage.fonts.width(prompt.label, LABEL) + self.stage.metrics.px(PAD) for prompt in prompts]
        spare = width - gap * (len(prompts) - 1) - sum(wanted)
        places, edge = [], float(left)
        for prompt, own in zip(prompts, wanted, strict=True):
            each = own + spare / len(prompts) if spare >= 0 else own * (1 + spare / sum(wanted))
            places.append(Place(prompt, pygame.Rect(round(edge), top, round(edge + each) - round(edge), height)))
            edge += each + gap
        return places

    def _glyph_places(self, shown: Sequence[Prompt]) -> list[Place]:
        places = super()._glyph_places(shown)
        if self.stage.metrics.shape is Shape.TALL and places:
            around = places[0].rect.unionall([place.rect for place in places])
            for place in places:
                place.rect.y += self.region.centery - around.centery
        return places
