"""The colours of robots, marks and reflectors, and the inks that are read on them."""

from __future__ import annotations

from typing import Final, NamedTuple

from game.robots.board import Colour


class Shade(NamedTuple):
    """A colour, lit and in shade, and its ink."""

    base: str
    light: str
    dark: str
    ink: str


IVORY_INK, DARK_INK = "#FFF6E6", "#3A2800"
SHADES: Final[dict[str, Shade]] = {
    "red": Shade("#C8362B", "#DE5B4C", "#942019", IVORY_INK),
    "yellow": Shade("#EDB422", "#F8D064", "#C08708", DARK_INK),
    "green": Shade("#2F8F4E", "#55AE70", "#1B6534", IVORY_INK),
    "blue": Shade("#2C62B8", "#5486D6", "#173F86", IVORY_INK),
    "silver": Shade("#AEB6BF", "#D4DAE0", "#79828C", "#22262B"),
    "any": Shade("#1B1512", "#4A3B30", "#060403", "#F3EBDD"),
}
LETTERS: Final[dict[Colour, str]] = {"red": "R", "yellow": "Y", "green": "G", "blue": "B", "silver": "S"}
