"""What is told, in sentences: one for every kind, in both languages, short and with every value in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from game.core.kinds import LANGUAGES
from game.core.review import Fact
from game.registry import GAMES, facts_of
from scenes.kit.text.strings import Strings
from scenes.table.words import captions, sentence
from tests.facts.telling import random_game
from tests.fifth_game import SPEC as RACE
from tests.string_keys import known

pytestmark = pytest.mark.quick

NAMES = {"en": ("Beatrice", "Cornelia"), "ja": ("サクラコ", "ミズタマ")}
LONGEST = {"en": 42, "ja": 24}
NUMBERS = ("cost", "own_cost", "gain", "left", "other_left", "length", "count", "n", "moves", "chips", "longer")
MORE = ("number", "optimum", "by", "best")
WORDS = {"colour": "yellow", "symbol": "spoon", "robot": "yellow", "blocker": "silver"}
SENTENCES = Path(__file__).with_name("sentences.txt").read_text(encoding="utf-8").splitlines()[1:]
TELLING = [game for game, spec in GAMES.items() if spec.study.facts]
each_game = pytest.mark.parametrize("game", TELLING)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def kinds(game: str) -> set[str]:
    """The kinds that a game's `facts.py` lists in its table."""
    table = import_module(f"game.{game}.facts").__doc__ or ""
    rows = re.findall(r"^\| ([a-z_, ]+) \|", table, re.MULTILINE)
    return {kind for row in rows for kind in row.split(", ")} - {"kind"}


def facts(game: str) -> Iterator[Fact]:
    """Every kind, with numbers of one and of two digits."""
    for kind in sorted(kinds(game)):
        for number in (1, 2, 12):
            yield Fact(kind, (0, 1), dict.fromkeys((*NUMBERS, *MORE), number), WORDS)


@each_game
def test_every_kind_has_its_sentence_and_every_sentence_its_kind(game):
    assert {key.split(".")[2] for key in known(game) if key.startswith(f"{game}.fact.")} == kinds(game)


def test_there_are_a_dozen_kinds_and_more():
    assert all(len(kinds(game)) >= 12 for game in TELLING)


@each_language
@each_game
def test_sentences_are_short_and_filled(game, language):
    t = Strings(language, strict=True).t
    for fact in facts(game):
        text = sentence(t, GAMES[game], fact, NAMES[language])
        assert "{" not in text and "  " not in text
        assert len(text) <= LONGEST[language], text


@each_game
def test_no_two_kinds_that_differ_sound_alike(game):
    for language in LANGUAGES:
        t = Strings(language, strict=True).t
        said = {f.kind: sentence(t, GAMES[game], f, NAMES[language]) for f in facts(game)}
        alike = {kind for kind, text in said.items() if list(said.values()).count(text) > 1}
        assert alike <= {"wall_backfires", "wall_costs_both"}  # the first of their seats pays more, whoever it is


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("quoridor", {}),
        ("quoridor", {"players": 4, "jump_pairs": True}),
        ("quoridor", {"walls": [5, 5]}),
        *(("coffee", {"board": board, "n": n, "pie": True}) for board, n in (("sq2", 1), ("hex2", 2), ("sq7", 3))),
        ("star", {"fouls": "none"}),
        ("star", {"fouls": "literal", "foul_guard": False, "star": "c1", "first": 1}),
        ("robots", {"players": 1, "reflectors": False}),
        ("robots", {"players": 4, "silence": [0, 9, 0, 5]}),
    ],
)
@each_language
def test_every_step_of_a_random_game_has_a_caption(game, options, language):
    t = Strings(language, strict=True).t
    names = [f"P{seat}" for seat in range(8)]
    for step in random_game(GAMES[game], 3, 80, **options):
        made = captions(t, GAMES[game], step, names, words=None)[0]
        assert made.fact == facts_of(GAMES[game], step)[0]
        assert made.text == sentence(t, GAMES[game], made.fact, names)
        assert all(f"P{seat}" in names for seat in made.fact.seats)


@pytest.mark.parametrize(("language", "name", "text"), [("en", "Ren", "Ren: to d"), ("ja", "レン", "レン：to d")])
def test_a_game_that_tells_nothing_says_what_was_done(language, name, text):
    words = SimpleNamespace(spoken=lambda step: f"to {RACE.rules.text(step.action)}")
    step = random_game(RACE, 1, 1)[0]
    wanted = text.replace(" d", f" {RACE.rules.text(step.action)}")
    made = captions(Strings(language, strict=True).t, RACE, step, [name, "?"], words)[0]
    assert (made.text, made.fact) == (wanted, None)


@pytest.mark.parametrize("line", SENTENCES)
def test_a_sentence_is_as_a_person_would_say_it(line: str) -> None:
    given, _, text = line.partition(": ")
    about, *parts = given.split(", ")
    language, game, kind, *seats = about.split()
    values = dict(part.split() for part in parts)
    numbers = {name: int(value) for name, value in values.items() if value.isdecimal()}
    words = {name: value for name, value in values.items() if name not in numbers}
    fact = Fact(kind, tuple(map(int, seats)), numbers, words)
    assert sentence(Strings(language, strict=True).t, GAMES[game], fact, ["Aoi", "Ren"]) == text
