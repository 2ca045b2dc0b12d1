"""Text as surfaces: one typeface in two weights, placed by its baseline."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

import noto_cjk_sans_jp_bold
import noto_cjk_sans_jp_regular
import pygame

from scenes.kit import theme

CACHE_SIZE = 800
_PATHS = {False: noto_cjk_sans_jp_regular.FONT_PATH, True: noto_cjk_sans_jp_bold.FONT_PATH}


class Style(NamedTuple):
    """Type size in design pixels, weight, colour and letter spacing (design pixels)."""

    size: float
    color: str = theme.IVORY
    bold: bool = False
    spacing: float = 0.0


class Fonts:
    """Loads the faces at pixel sizes on demand and remembers rendered lines."""

    def __init__(self, scale: float, text_scale: float = 1.0) -> None:
        self._scale = scale
        self._text_scale = text_scale
        self._fonts: dict[tuple[int, bool], pygame.font.Font] = {}
        self._lines: OrderedDict[tuple[str, Style], pygame.Surface] = OrderedDict()

    @property
    def text_scale(self) -> float:
        """How much larger than usual all type is."""
        return self._text_scale

    def font(self, style: Style) -> pygame.font.Font:
        """The face for `style` at this scale."""
        size = max(8, round(style.size * self._scale * self._text_scale))
        key = (size, style.bold)
        if key not in self._fonts:
            self._fonts[key] = pygame.font.Font(_PATHS[style.bold], size)
        return self._fonts[key]

    def width(self, text: str, style: Style) -> int:
        """The width of `text` in pixels."""
        spacing = round(style.spacing * self._scale * self._text_scale)
        if not spacing:
            return self.font(style).size(text)[0]
        return sum(self.font(style).size(letter)[0] + spacing for letter in text) - spacing * bool(text)

    def ascent(self, style: Style) -> int:
        """Pixels from the top of a rendered line to its baseline."""
        return self.font(style).get_ascent()

    def line_height(self, style: Style) -> int:
        """Baseline to baseline, in pixels (tighter than the face's own, which leaves room for stacked accents)."""
        return round(self.font(style).get_height() * 0.92)

    def line(self, text: str, style: Style) -> pygame.Surface:
        """`text` on one line."""
        key = (text, style)
        surface = self._lines.get(key)
        if surface is None:
            surface = self._lines[key] = self._render(text, style)
            if len(self._lines) > CACHE_SIZE:
                self._lines.popitem(last=False)
        else:
            self._lines.move_to_end(key)
        return surface

    def _render(self, text: str, style: Style) -> pygame.Surface:
        font = self.font(style)
        color = theme.rgb(style.color)
        spacing = round(style.spacing * self._scale * self._text_scale)
        if not spacing:
            return font.render(text, True, color).convert_alpha()
        surface = pygame.Surface((self.width(text, style), font.get_height()), pygame.SRCALPHA)
        x = 0
        for letter in text:
            surface.blit(font.render(letter, True, color), (x, 0))
            x += font.size(letter)[0] + spacing
        return surface
