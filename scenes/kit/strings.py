"""Every word on the screen, in English and Japanese, from assets/strings."""

from __future__ import annotations

import json
import locale
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "ja")
FOLDER = Path(__file__).resolve().parents[2] / "assets" / "strings"


@cache
def load(language: str) -> Mapping[str, str]:
    """The table of one language: dotted key to text."""
    table: dict[str, str] = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return table


def detect_language(environment: Mapping[str, str] | None = None) -> str:
    """The language that the machine is set to: "ja", or "en" for all others.

    `environment` stands for os.environ; where it says nothing (as on Windows), the system's locale decides.
    """
    values = os.environ if environment is None else environment
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if values.get(name):
            return _supported(values[name])
    return _supported(locale.getlocale()[0] or "") if environment is None else "en"


def _supported(name: str) -> str:
    """The language of a locale such as "ja_JP.UTF-8", or "Japanese_Japan" as Windows puts it."""
    return "ja" if name.lower().startswith(("ja_", "ja-", "japanese")) or name.lower() == "ja" else "en"


class Strings:
    """Texts by key in one language at a time.

    A text has str.format placeholders. A text that depends on a number is stored as `key.one` and `key.other`,
    asked for as `key` and chosen by the value `count`.
    """

    def __init__(self, language: str, strict: bool = False) -> None:
        """`strict`: an unknown key raises KeyError, as tests want it, instead of being shown."""
        self._strict = strict
        self.language = language

    @property
    def language(self) -> str:
        """One of LANGUAGES."""
        return self._language

    @language.setter
    def language(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no language {language!r} (known: {', '.join(LANGUAGES)})")
        self._language = language
        self._table = load(language)

    def has(self, key: str) -> bool:
        """Whether there is a text for `key`."""
        return key in self._table

    def t(self, key: str, **values: object) -> str:
        """The text for `key` with its placeholders filled."""
        text = self._table.get(key)
        if text is None and "count" in values:
            text = self._table.get(f"{key}.one" if values["count"] == 1 else f"{key}.other")
        if text is None:
            if self._strict:
                raise KeyError(f"no text {key!r} in {self._language}.json")
            return key
        return text.format(**values)
