"""Cuts the bundle's fonts to the characters that are shown or typed."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

ASSETS = Path(__file__).resolve().parents[2] / "assets"
FAMILY = "Kissaten Sans"
"""The name of the cut fonts. Their licence reserves the original name for the uncut fonts."""
PACKAGES = ("noto_cjk_sans_jp_regular", "noto_cjk_sans_jp_bold")
# The ids of these names in a font's table of names.
FAMILY_NAMES, FULL_NAMES, POSTSCRIPT_NAMES = (1, 16), (3, 4), (6,)
# Rows and columns of the Japanese character set of 1997, JIS X 0208.
JIS = range(0x21, 0x7F)
# Everyday kanji that JIS X 0208 lacks.
LATER = "𠮟塡剝頰"
RANGES = ((0x20, 0x17F), (0x2010, 0x2060), (0x2190, 0x2200), (0x25A0, 0x2670), (0x3000, 0x3100), (0xFF01, 0xFFE7))


def characters() -> set[str]:
    """Return the characters of the cut fonts: those of the program's texts, those people may type, and signs."""
    found = {chr(code) for first, end in RANGES for code in range(first, end)} | set(LATER)
    for row, column in product(JIS, JIS):
        found |= set(bytes((row + 0x80, column + 0x80)).decode("euc_jp", "ignore"))
    for path in ASSETS.rglob("strings/**/*.json"):
        for text in json.loads(path.read_text(encoding="utf-8")).values():
            found |= set(text)
    return {char for char in found if char.isprintable()}


def cut(inner: Path) -> None:
    """Cut the fonts in the bundle's inner folder and rename them."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options(layout_features=["*"], name_IDs=["*"], notdef_outline=True, hinting=False)
    for package in PACKAGES:
        (path,) = (inner / package).glob("*.otf")
        font = TTFont(path)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=[ord(char) for char in characters()])
        cutter.subset(font)
        for record in font["name"].names:
            if record.nameID in FAMILY_NAMES:
                record.string = FAMILY
            elif record.nameID in FULL_NAMES + POSTSCRIPT_NAMES:
                weight = "Bold" if package.endswith("bold") else "Regular"
                record.string = f"{FAMILY.replace(' ', '') if record.nameID in POSTSCRIPT_NAMES else FAMILY}-{weight}"
        font["CFF "].cff.fontNames = [FAMILY.replace(" ", "")]
        font.save(path)
