"""Prepares texts from people and files for searching and showing."""

from __future__ import annotations

import unicodedata

_UNSEEN = "Cf"  # Unicode's category of invisible characters: zero-width spaces, byte order marks
MESSAGE_LENGTH = 200


def plain(text: str) -> str:
    """Return `text` with half-width letters instead of full-width ones, and without invisible characters."""
    if text.isascii():
        return text
    return "".join(sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign) != _UNSEEN)


def printable(text: str) -> str:
    """Return `text` shortened to one line, with only characters that can be shown."""
    shown = "".join(char if char.isprintable() else "?" for char in text[: MESSAGE_LENGTH + 1])
    return shown if len(shown) <= MESSAGE_LENGTH else f"{shown[: MESSAGE_LENGTH - 1]}…"
