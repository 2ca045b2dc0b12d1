"""The languages that all texts are in; docs/adding-a-language.md says what else a new one needs."""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "ja")
