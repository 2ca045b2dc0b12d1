"""The menu's bar: where the window is upright, two even rows of buttons, the likeliest first and quitting last."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from scenes.kit.glyphbar import GlyphBar, Place, Prompt
from scenes.kit.layout import Shape

ACROSS = 3
GAP = 36  # design pixels
HEIGHT = 148


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

    def _glyph_places(self, shown: Sequence[Prompt]) -> list[Place]:
        places = super()._glyph_places(shown)
        if self.stage.metrics.shape is Shape.TALL and places:
            around = places[0].rect.unionall([place.rect for place in places])
            for place in places:
                place.rect.y += self.region.centery - around.centery
        return places
