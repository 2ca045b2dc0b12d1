"""Colours, type sizes and timings of the house, in pixels of a 1080-pixel short side and in seconds."""

from __future__ import annotations

Color = tuple[int, int, int]


def rgb(text: str) -> Color:
    """ "#RRGGBB" as three numbers of 0..255."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


ROOM = "#14171C"
IVORY = "#F3EBDD"
MUTED = "#BDB09A"
INK = "#2A1E16"
INK_SOFT = "#6A5644"
PRINT_RED = "#9A2F22"
STAND_IN = "#6B5138"
WARN = "#FF9A6B"
SIGN = "#D5480A"
GOOD = "#8FD6A6"
EYEBROW = "#D9B465"
HIGHLIGHT = "#FFD98A"
BRASS_LIGHT = "#F8E6B0"
BRASS_DEEP = "#7E5C26"
LABEL = "#D0A878"

BRASS = (("0", "#FBECC0"), (".3", "#DDB968"), (".65", "#A27836"), ("1", "#C79D4C"))
BUTTON_BRASS = (("0", "#F8E6B0"), (".5", "#E2BE74"), ("1", "#C29A4B"))
BUTTON_BRASS_PRESSED = (("0", "#C79D4C"), (".5", "#CDA556"), ("1", "#D9B465"))
ENAMEL = (("0", "#FFFBF1"), (".5", "#F5EDDC"), ("1", "#E4D8C0"))
LACQUER = (("0", "#35302C"), (".5", "#262322"), ("1", "#1D1B1C"))
RING = (("0", "#FFF3CC"), (".5", "#F0CB73"), ("1", "#C8963A"))

# Type: name -> size; bold faces are asked for by the caller.
CLOCK = 96
WORDMARK = 88
HEADING = 60
TITLE = 48
NAME = 40
LIST = 36
HELPER = 32
GLYPH = 30
CAPTION = 28

SHIFT_SECONDS = 0.12  # the focus ring slides
LIGHT_SECONDS = 0.16  # a card's enamel cross-fades
TILE_SECONDS = 0.14  # a menu tile grows
FADE_SECONDS = 0.12  # everything, with reduced motion
SCENE_SECONDS = 0.2  # a scene gives way to the next
WIN_SECONDS = 1.5
INPUT_PAUSE_SECONDS = 0.3  # after a scene change
BY_ITSELF_SECONDS = 0.7  # after one that nobody asked for: so long a press may still be meant for what was there


Row = tuple[float, float, float]

MATRICES: dict[str, tuple[Row, Row, Row]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How linear light looks to eyes without one of the three kinds of cones: the matrices of G. M. Machado, M. M. Oliveira
and L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on
Visualization and Computer Graphics 15(6), 2009, for the severity 1.0.
"""


def seen_with(deficiency: str, color: str) -> str:
    """ "#RRGGBB" as it looks with one of MATRICES."""
    light = [_to_light(value / 255) for value in rgb(color)]
    seen = [sum(factor * part for factor, part in zip(row, light, strict=True)) for row in MATRICES[deficiency]]
    return "#" + "".join(f"{round(255 * _from_light(min(1.0, max(0.0, part)))):02X}" for part in seen)


def _to_light(value: float) -> float:
    """Linear light of a value of sRGB (IEC 61966-2-1), both 0..1."""
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _from_light(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)
