"""The characters ○ and ● in a text as small pieces: a pale ring and a dark disc, whatever the colour of the text.

Print tells them apart by filled or empty, which turns round on a dark ground; a piece stays what it is.
"""

from __future__ import annotations

import pygame

from scenes.kit.drawing import svg

BLANK = "\u3000"  # as wide as the characters that it stands in for
MIDDLE = 0.36  # of the size, above the baseline
_PIECES = {
    "○": '<circle cx="50" cy="53" r="33" fill="none" stroke="#241A12" stroke-width="28"/>'
    '<circle cx="50" cy="50" r="33" fill="none" stroke="#FFF8EA" stroke-width="20"/>',
    "●": '<circle cx="50" cy="53" r="46" fill="#120D0A"/><circle cx="50" cy="50" r="43" fill="#2B2725" '
    'stroke="#A39C92" stroke-width="7"/><circle cx="50" cy="50" r="26" fill="none" stroke="#5A5450" stroke-width="6"/>',
}
SIDE = 0.84  # of the size


def blanked(text: str) -> str:
    """`text` with room in place of the pieces."""
    return "".join(BLANK if char in _PIECES else char for char in text)


def draw_pieces(surface: pygame.Surface, text: str, font: pygame.font.Font, size: int) -> None:
    """Lay the pieces of `text` on its line, which was rendered `blanked` in `font` of `size` pixels."""
    side = max(4, round(size * SIDE))
    for at, char in enumerate(text):
        if char in _PIECES:
            x = font.size(blanked(text[:at]))[0] + (font.size(BLANK)[0] - side) // 2
            y = font.get_ascent() - round(size * MIDDLE) - side // 2
            surface.blit(svg.render(_PIECES[char], side, side, (100, 100)), (x, y))
