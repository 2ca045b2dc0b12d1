"""Colours, type sizes and timings. Sizes are pixels of a window whose short side has 1080; timings are seconds."""

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

# SCALE has all sizes that type may have before it is shrunk to fit. The names below it are for the usual sizes.
SCALE = (22, 24, 26, 28, 30, 32, 36, 40, 44, 48, 60, 72, 88, 96, 104)
CLOCK = 96
WORDMARK = 88
HEADING = 60
TITLE = 48
NAME = 40
LIST = 36
HELPER = 32
GLYPH = 30
CAPTION = 28

SHIFT_SECONDS = 0.12  # seconds that the focus ring takes to slide
LIGHT_SECONDS = 0.16  # seconds that a card takes to turn light or dark
TILE_SECONDS = 0.14  # seconds that a menu tile takes to grow
FADE_SECONDS = 0.12  # length of every transition with reduced motion
SCENE_SECONDS = 0.22  # seconds that a new page takes to come up
WIN_SECONDS = 1.5
INPUT_PAUSE_SECONDS = 0.3  # seconds after a scene change for which presses are ignored
# Seconds for which presses are ignored after a change that no press caused. People may still press for the old scene.
BY_ITSELF_SECONDS = 0.4
