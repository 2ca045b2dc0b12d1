"""Texts that people have typed or copied, as a program looks for something in them."""

from __future__ import annotations

import unicodedata

_UNSEEN = "Cf"  # Unicode's category of what has no shape of its own: spaces without width, byte order marks


def plain(text: str) -> str:
    """`text` with letters of half width in place of those of full width, and without what nobody sees."""
    if text.isascii():
        return text
    return "".join(sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign) != _UNSEEN)
