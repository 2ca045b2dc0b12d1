"""The languages that all texts are in; docs/adding-a-language.md says what else a new one needs."""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "ja")


def next_language(language: str) -> str:
    """The one after `language`; after the last the first."""
    return LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]
