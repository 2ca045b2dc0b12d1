"""One term for one thing: no text on a screen has a word that docs/glossary.md replaces by another."""

import re

import pytest

from game.core.kinds import LANGUAGES
from tests.processes import ROOT
from tests.string_keys import OWNERS, texts

GLOSSARY = ROOT / "docs" / "glossary.md"
LATIN = re.compile(r"[a-z]")


def columns(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def forbidden():
    """The words of the table's last column."""
    rows = [columns(line) for line in GLOSSARY.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    assert rows[0][-1] == "not" and all(len(row) == 5 for row in rows)
    return [word.strip() for row in rows[2:] for word in row[-1].split(",") if word.strip()]


def found(text, words):
    """The forbidden words in a text: Latin ones as whole words with any ending, others wherever they stand."""
    plain = re.sub(r"\{[a-z_]+\}", "", text).lower()
    return [word for word in words if re.search(rf"\b{word}s?\b" if LATIN.match(word) else re.escape(word), plain)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Put the gutter here", ["gutter"]),
        ("Two gutters", ["gutter"]),
        ("{chair} sits", []),
        ("The archivist", []),
        ("駒を置く", ["駒"]),
        ("コマを置く", []),
    ],
)
def test_the_check_finds_a_word_that_is_forbidden(text, words):
    assert found(text, ["gutter", "chair", "archive", "駒"]) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_a_word_that_the_glossary_forbids(language):
    words = forbidden()
    assert {"whoever", "定跡"} <= set(words)
    every = [(key, text) for owner in OWNERS for key, text in texts(owner, language).items()]
    assert {key: bad for key, text in every if (bad := found(text, words))} == {}
