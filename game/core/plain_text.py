"""Texts of people and files: as a program looks for something in them, and as they can be shown."""

from __future__ import annotations

import unicodedata

_UNSEEN = "Cf"  # Unicode's category of what has no shape of its own: spaces without width, byte order marks
MESSAGE_LENGTH = 200


def plain(text: str) -> str:
    """`text` with letters of half width in place of those of full width, and without what nobody sees."""
    if text.isascii():
        return text
    return "".join(sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign) != _UNSEEN)


def printable(text: str) -> str:
    """`text` on one line, short, and without what cannot be shown."""
    shown = "".join(char if char.isprintable() else "?" for char in text[: MESSAGE_LENGTH + 1])
    return shown if len(shown) <= MESSAGE_LENGTH else f"{shown[: MESSAGE_LENGTH - 1]}…"
