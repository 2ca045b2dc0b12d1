"""Every word on the screen, in English and Japanese: the house's own, and those that each game brings."""

from __future__ import annotations

import json
import locale
import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "ja")
ASSETS = Path(__file__).resolve().parents[2] / "assets"


def folders_in(assets: Path) -> tuple[Path, ...]:
    """The folders with texts below an assets folder: `strings` itself, if it holds any, and those right inside it."""
    strings = assets / "strings"
    return tuple(sorted({path.parent for depth in ("*.json", "*/*.json") for path in strings.glob(depth)}))


@cache
def load(language: str, folders: tuple[Path, ...] | None = None) -> Mapping[str, str]:
    """The texts of one language by dotted key, from LANGUAGE.json of each of `folders` (None: all of the house's).

    Raises ValueError where a key is defined twice, and OSError where a file is missing.
    """
    table: dict[str, str] = {}
    origins: dict[str, Path] = {}
    for folder in folders_in(ASSETS) if folders is None else folders:
        path = folder / f"{language}.json"
        for key, text in json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list):
            if key in table:
                raise ValueError(f"the text {key!r} is defined in {origins[key]} and in {path}")
            table[key], origins[key] = text, path
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

    def __init__(self, language: str, strict: bool = False, folders: Sequence[Path] | None = None) -> None:
        """`strict`: an unknown key raises KeyError, as tests want it, instead of being shown. `folders`: see `load`."""
        self._strict = strict
        self._folders = None if folders is None else tuple(folders)
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
        self._table = load(language, self._folders)

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
