"""Every word on the screen, in English and Japanese: the common texts, each game's, and dates."""

from __future__ import annotations

import json
import locale
import logging
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from game.core.kinds import LANGUAGES

log = logging.getLogger(__name__)

ASSETS = Path(__file__).resolve().parents[3] / "assets"
Texts = Callable[..., str]


def folders_in(assets: Path) -> tuple[Path, ...]:
    """The folders with texts below an assets folder: `strings` itself, if it holds any, and its subfolders."""
    strings = assets / "strings"
    return tuple(sorted({path.parent for depth in ("*.json", "*/*.json") for path in strings.glob(depth)}))


@cache
def load(language: str, folders: tuple[Path, ...] | None = None) -> Mapping[str, str]:
    """The texts of one language by dotted key, from LANGUAGE.json of each of `folders` (default: all assets).

    Raises ValueError for a key defined twice, and OSError for a missing file.
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


def load_what_can_be(
    language: str, folders: tuple[Path, ...] | None = None
) -> tuple[Mapping[str, str], list[tuple[str, str]]]:
    """Do the same as `load`, but skip unreadable files. Return the texts, and the skipped files with their errors."""
    try:
        return load(language, folders), []
    except (OSError, ValueError, TypeError) as error:
        trouble = error
    table: dict[str, str] = {}
    missing = []
    for folder in folders_in(ASSETS) if folders is None else folders:
        path = folder / f"{language}.json"
        try:
            texts = json.loads(path.read_text(encoding="utf-8"))
            table |= {key: text for key, text in texts.items() if isinstance(text, str)}
        except (OSError, ValueError, AttributeError) as error:
            log.error("%s is missing or damaged: %s", path, error)
            missing.append((str(path), str(error)))
    if not missing:
        log.error("the texts of %r are used as far as they can be: %s", language, trouble)
    return table, missing


def detect_language(environment: Mapping[str, str] | None = None) -> str:
    """The language of the machine: "ja", or "en" for all others.

    It is taken from `environment`, by default from os.environ. If os.environ names no language, as on Windows, the
    system's locale decides.
    """
    values = os.environ if environment is None else environment
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if values.get(name):
            return _supported(values[name])
    return _supported(locale.getlocale()[0] or "") if environment is None else "en"


def _supported(name: str) -> str:
    """The language of a locale such as "ja_JP.UTF-8", or "Japanese_Japan" on Windows."""
    return "ja" if name.lower().startswith(("ja_", "ja-", "japanese")) or name.lower() == "ja" else "en"


class KeyedText(str):
    """A text with its key and values, so that it can be translated again.

    If it is joined, cut or split, the result is a plain text that cannot be translated.
    """

    __slots__ = ("key", "language", "values")
    key: str
    language: str
    values: Mapping[str, object]


class Strings:
    """Texts by key, in one language at a time.

    A text has str.format placeholders. A text that depends on a number is stored as `key.one` and `key.other`,
    requested as `key` and chosen by the value `count`.
    """

    def __init__(self, language: str, strict: bool = False, folders: Sequence[Path] | None = None) -> None:
        """With `strict`, damaged files and unknown keys raise errors, for tests. `folders` are as in `load`.

        Without `strict` a missing text is shown in another language, or as its key. `missing` lists unreadable files
        with their errors; the code that shows the list then empties it.
        """
        self._strict = strict
        self.missing: list[tuple[str, str]] = []
        self._known_missing: set[str] = set()
        self._folders = None if folders is None else tuple(folders)
        self._tables: dict[str, Mapping[str, str]] = {}  # the languages used so far
        self.language = language

    @property
    def language(self) -> str:
        """One of LANGUAGES."""
        return self._language

    @language.setter
    def language(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no language {language!r} (known: {', '.join(LANGUAGES)})")
        if language not in self._tables:
            self._tables[language] = load(language, self._folders) if self._strict else self._whole(language)
        self._language, self._table = language, self._tables[language]

    @contextmanager
    def in_language(self, language: str | None) -> Iterator[None]:
        """Use another language inside the block; None keeps the present language."""
        before, self.language = self._language, language or self._language
        try:
            yield
        finally:
            self.language = before

    def _whole(self, language: str) -> Mapping[str, str]:
        """The texts of `language`, with other languages' texts in place of those in unreadable files."""
        table, missing = load_what_can_be(language, self._folders)
        if not missing:
            return table
        self.missing += [entry for entry in missing if entry[0] not in self._known_missing]
        self._known_missing |= {path for path, _ in missing}
        for other in LANGUAGES:
            table = {**load_what_can_be(other, self._folders)[0], **table}
        return table

    def has(self, key: str) -> bool:
        return key in self._table

    def short(self, key: str) -> str:
        """The short text for `key` (`key`.short) if there is one, else the usual text."""
        return self.t(f"{key}.short" if self.has(f"{key}.short") else key)

    def t(self, key: str, **values: object) -> str:
        """The text for `key` with its placeholders filled."""
        text = self._table.get(key)
        if text is None and "count" in values:
            text = self._table.get(f"{key}.one" if values["count"] == 1 else f"{key}.other")
        if text is None:
            if self._strict:
                raise KeyError(f"no text {key!r} in {self._language}.json")
            return key
        try:
            keyed = KeyedText(text.format(**{name: self._drawable(value) for name, value in values.items()}))
            keyed.key, keyed.language, keyed.values = key, self._language, values
            return keyed
        except (LookupError, ValueError, AttributeError):
            if self._strict:
                raise
            return text  # the placeholders are damaged

    def lines(self, *texts: str) -> str:
        """The texts, one below the other. The result can be translated again if each text can."""
        first, *rest = texts
        for text in rest:
            first = self.t("lines", first=first, last=text)
        return first

    def again(self, text: str) -> str:
        """Return an earlier text in the present language; a plain text is unchanged."""
        if isinstance(text, KeyedText) and text.language != self._language:
            return self.t(text.key, **text.values)
        return text

    def _drawable(self, value: object) -> object:
        """A value for a placeholder, in the present language.

        File names that are not UTF-8 have characters that no font draws; question marks replace them.
        """
        if isinstance(value, str | Path):
            text = self.again(value) if isinstance(value, str) else str(value)
            return text.encode("utf-8", "replace").decode("utf-8")
        return value


def day_and_month(t: Texts, day: date) -> str:
    """A day without its year."""
    return t("date.day_month", day=day.day, month=t(f"month.{day.month}"))


def past_day(t: Texts, day: date, today: date) -> str:
    """A day as seen from `today`: "today", "yesterday", or its date, with its year unless that is this year."""
    if day == today:
        return t("date.today")
    if day == today - timedelta(days=1):
        return t("date.yesterday")
    if day.year == today.year:
        return day_and_month(t, day)
    return t("date.year", date=day_and_month(t, day), year=day.year)
