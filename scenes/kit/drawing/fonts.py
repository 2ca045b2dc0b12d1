"""Text as surfaces: one typeface in two weights, placed by its baseline; ○ and ● are drawn as game pieces."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import NamedTuple

import noto_cjk_sans_jp_bold
import noto_cjk_sans_jp_regular
import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.frame_budget import FrameBudget
from scenes.kit.drawing.surfaces import SurfaceCache

LEAST_HELD = 12_000_000  # bytes of rendered lines that stay in memory; in large windows it is more
MOST_FACES = 6  # the most faces in memory; each takes 2.3 MB at any size, without its letters
MOST_WIDTHS = 20_000  # the most widths of texts that are kept; they take about 3 MB
_PATHS = {False: noto_cjk_sans_jp_regular.FONT_PATH, True: noto_cjk_sans_jp_bold.FONT_PATH}
_SAMPLE = 24  # the type size, in pixels, in which missing characters are found
# U+FFFF, which is never a character. The typeface has no characters with higher codes, such as emoji.
LAST = "\uffff"
_BLANK = "\u3000"  # takes the place of a piece in the text; it is as wide as a piece
_MIDDLE = 0.36  # height of a piece's middle above the baseline, as a share of the type size
# In print ○ is a light piece and ● a dark one. On a dark ground letters would show the opposite, so pieces are drawn
# instead.
_PIECES = {
    "○": '<circle cx="50" cy="53" r="33" fill="none" stroke="#241A12" stroke-width="28"/>'
    '<circle cx="50" cy="50" r="33" fill="none" stroke="#FFF8EA" stroke-width="20"/>',
    "●": '<circle cx="50" cy="53" r="46" fill="#120D0A"/><circle cx="50" cy="50" r="43" fill="#2B2725" '
    'stroke="#A39C92" stroke-width="7"/><circle cx="50" cy="50" r="26" fill="none" stroke="#5A5450" stroke-width="6"/>',
}
_SIDE = 0.84  # side of a piece, as a share of the type size


def lacking(text: str) -> str:
    """Return the characters of `text` missing in the typeface, each once; works without a window."""
    if text.isascii():
        return ""
    pygame.font.init()
    face = pygame.font.Font(_PATHS[False], _SAMPLE)
    box = _drawn(face, LAST)
    return "".join(sign for sign in dict.fromkeys(text) if sign >= LAST or _drawn(face, sign) == box)


def _drawn(face: pygame.font.Font, sign: str) -> bytes:
    """The rendered pixels of a character.

    Metrics are not enough: in some versions of pygame a missing character has the metrics of the box drawn for it.
    """
    # A space comes first, since some characters have no width of their own.
    return pygame.image.tobytes(face.render(f" {sign}", True, theme.IVORY), "RGBA")


class Style(NamedTuple):
    """Type size in design pixels, weight, colour and letter spacing (design pixels)."""

    size: float
    color: str = theme.IVORY
    bold: bool = False
    spacing: float = 0.0


class Fonts:
    """Loads the faces at pixel sizes on demand and caches rendered lines."""

    def __init__(
        self, scale: float, text_scale: float = 1.0, limit: int = LEAST_HELD, budget: FrameBudget | None = None
    ) -> None:
        """`limit` is the approximate number of bytes of cached lines."""
        self.budget = budget or FrameBudget()
        self._scale = scale
        self._text_scale = text_scale
        self._fonts: OrderedDict[tuple[int, bool], pygame.font.Font] = OrderedDict()
        self._rulers: dict[bool, pygame.font.Font] = {}
        self._lines: SurfaceCache[pygame.Surface] = SurfaceCache(limit, lambda line: line)
        self._widths: dict[tuple[str, float, bool, float], int] = {}

    @property
    def text_scale(self) -> float:
        """The factor that enlarges all type."""
        return self._text_scale

    @property
    def held(self) -> int:
        """Bytes of pixels in cached lines."""
        return self._lines.held

    @property
    def faces(self) -> int:
        """The number of loaded faces, each at one size."""
        return len(self._fonts)

    def font(self, style: Style) -> pygame.font.Font:
        """The face for `style` at this scale, for drawing."""
        size = self._size(style)
        key = (size, style.bold)
        if key not in self._fonts:
            self._fonts[key] = self._face(size, style.bold)
        self._fonts.move_to_end(key)
        return self._fonts[key]

    def _face(self, size: int, bold: bool) -> pygame.font.Font:
        """A face at this size. If MOST_FACES are loaded, the least recently used face of this weight changes its size.

        Changing a face's size takes microseconds and discards its letters; loading a face takes milliseconds.
        """
        if len(self._fonts) >= MOST_FACES:
            unused = next((key for key in self._fonts if key[1] == bold), None)
            if unused is not None:
                face = self._fonts.pop(unused)
                face.point_size = size
                return face
            self._fonts.popitem(last=False)
        return pygame.font.Font(_PATHS[bold], size)

    def _ruler(self, style: Style) -> pygame.font.Font:
        """A face for measuring in `style`, valid until the next call.

        Many sizes are measured before one is drawn. So one face of each weight changes its size, which is ten times
        faster than loading a face. Such a face is too slow for drawing: a change of size discards its cached letters.
        """
        size = self._size(style)
        if (loaded := self._fonts.get((size, style.bold))) is not None:
            return loaded
        if style.bold not in self._rulers:
            self._rulers[style.bold] = pygame.font.Font(_PATHS[style.bold], size)
        ruler = self._rulers[style.bold]
        ruler.point_size = size
        return ruler

    def _size(self, style: Style) -> int:
        """The type size of `style` in pixels."""
        return max(8, round(style.size * self._scale * self._text_scale))

    def width(self, text: str, style: Style) -> int:
        """The width of `text` in pixels."""
        key = (text, style.size, style.bold, style.spacing)
        width = self._widths.get(key)
        if width is None:
            if len(self._widths) >= MOST_WIDTHS:
                self._widths.clear()
            width = self._widths[key] = self._measured(text, style)
        return width

    def _measured(self, text: str, style: Style) -> int:
        font = self._ruler(style)
        spacing = round(style.spacing * self._scale * self._text_scale)
        if not spacing:
            return font.size(text)[0]
        return sum(font.size(letter)[0] + spacing for letter in text) - spacing * bool(text)

    def ascent(self, style: Style) -> int:
        """Pixels from the top of a rendered line to its baseline."""
        return self._ruler(style).get_ascent()

    def line_height(self, style: Style) -> int:
        """The distance of baselines in pixels.

        The typeface proposes a larger one, to leave room for stacked accents.
        """
        return round(self._ruler(style).get_height() * 0.92)

    def line(self, text: str, style: Style) -> pygame.Surface:
        """`text` rendered on one line."""
        key = (text, style)
        return self._lines.get(key) or self._lines.keep(key, self.budget.make(partial(self._render, text, style)))

    def _render(self, text: str, style: Style) -> pygame.Surface:
        font = self.font(style)
        color = theme.rgb(style.color)
        spacing = round(style.spacing * self._scale * self._text_scale)
        if not spacing:
            line = font.render(_blanked(text), True, color).convert_alpha()
            _draw_pieces(line, text, font, self._size(style))
            return line
        surface = pygame.Surface((self.width(text, style), font.get_height()), pygame.SRCALPHA, 32)
        x = 0
        for letter in text:
            surface.blit(font.render(letter, True, color), (x, 0))
            x += font.size(letter)[0] + spacing
        return surface


def _blanked(text: str) -> str:
    """`text` with blanks in place of pieces."""
    return "".join(_BLANK if char in _PIECES else char for char in text)


def _draw_pieces(surface: pygame.Surface, text: str, font: pygame.font.Font, size: int) -> None:
    """Draw the pieces of `text` on its line, which was rendered from `_blanked` in `font` of `size` pixels."""
    side = max(4, round(size * _SIDE))
    for at, char in enumerate(text):
        if char in _PIECES:
            x = font.size(_blanked(text[:at]))[0] + (font.size(_BLANK)[0] - side) // 2
            y = font.get_ascent() - round(size * _MIDDLE) - side // 2
            surface.blit(svg.render(_PIECES[char], side, side, (100, 100)), (x, y))
