"""What is told, in sentences: one for every kind, in both languages, short and with every value in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace

import pytest

from game.core.facts import Fact
from game.registry import GAMES, facts_of
from scenes.kit.strings import LANGUAGES, Strings
from scenes.table.captions import caption, sentence
from tests.facts.telling import random_game
from tests.fifth_game import SPEC as FOURS
from tests.string_keys import known

NAMES = {"en": ("Beatrice", "Cornelia"), "ja": ("サクラコ", "ミズタマ")}
LONGEST = {"en": 42, "ja": 24}
NUMBERS = ("cost", "own_cost", "gain", "left", "other_left", "length", "count", "n", "moves", "chips", "longer")
MORE = ("number", "optimum", "by", "best")
WORDS = {"colour": "yellow", "symbol": "spoon", "robot": "yellow", "blocker": "silver"}
each_game = pytest.mark.parametrize("game", GAMES)
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
    assert all(len(kinds(game)) >= 12 for game in GAMES)


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
        made = caption(t, GAMES[game], step, names, words=None)
        assert made.fact == facts_of(GAMES[game], step)[0]
        assert made.text == sentence(t, GAMES[game], made.fact, names)
        assert all(f"P{seat}" in names for seat in made.fact.seats)


@pytest.mark.parametrize(("language", "name", "text"), [("en", "Ren", "Ren: to d"), ("ja", "レン", "レン：to d")])
def test_a_game_that_tells_nothing_says_what_was_done(language, name, text):
    words = SimpleNamespace(told=lambda step: f"to {FOURS.rules.text(step.action)}")
    step = random_game(FOURS, 1, 1)[0]
    wanted = text.replace(" d", f" {FOURS.rules.text(step.action)}")
    made = caption(Strings(language, strict=True).t, FOURS, step, [name, "?"], words)
    assert (made.text, made.fact) == (wanted, None)


@pytest.mark.parametrize(
    ("language", "game", "fact", "text"),
    [
        ("en", "quoridor", Fact("wall_costs", (1, 0), {"cost": 4}), "A wall that costs Ren 4 steps"),
        ("en", "quoridor", Fact("wall_costs", (1, 0), {"cost": 1}), "A wall that costs Ren 1 step"),
        ("ja", "quoridor", Fact("wall_costs", (1, 0), {"cost": 4}), "壁一枚でRenは4歩遠回り"),
        (
            "en",
            "quoridor",
            Fact("wall_costs_both", (1, 0), {"cost": 4, "own_cost": 1}),
            "Ren loses 4 steps, Aoi only 1",
        ),
        ("en", "quoridor", Fact("wall_backfires", (0, 1), {"cost": 1, "own_cost": 3}), "Aoi loses 3 steps, Ren only 1"),
        (
            "en",
            "quoridor",
            Fact("wall_costs_own", (0, 1), {"cost": 0, "own_cost": 2}),
            "A wall that costs only Aoi: 2 steps",
        ),
        ("en", "coffee", Fact("row", (0,), {"length": 5}), "5 in a row: Aoi wins"),
        ("ja", "coffee", Fact("threat", (1, 0), {"n": 4}), "あと一粒でRenが4つ並ぶ"),
        ("en", "star", Fact("wins", (1,), {"moves": 1}), "Best play: Ren wins in 1 move"),
        ("en", "robots", Fact("bid_lower", (1,), {"number": 6, "by": 3}), "Ren says 6: 3 moves fewer"),
        ("ja", "robots", Fact("bounced", (0,), {}, {"colour": "blue", "blocker": "green"}), "青は緑に当たって止まる"),
        ("en", "robots", Fact("turned", (0,), {"count": 1}, {"colour": "red"}), "A reflector turns the red robot"),
        ("en", "robots", Fact("hole_won", (0,), {"moves": 5}, {"colour": "any"}), "Aoi: black hole in 5 moves"),
        ("en", "robots", Fact("silence_over", (1,)), "Ren may speak now"),
    ],
)
def test_a_sentence_is_as_a_person_would_say_it(language, game, fact, text):
    assert sentence(Strings(language, strict=True).t, GAMES[game], fact, ["Aoi", "Ren"]) == text
