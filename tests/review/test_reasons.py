"""Why one action is better than another: each reason where it is true, and where it is not said; in both languages.

A case of reasons.txt is a position, the better action and the one that was played there, with the answer to it. With
the two changed over the reason is not true, and not told.
"""

from __future__ import annotations

import re
from importlib import import_module
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from game.core.kinds import LANGUAGES
from game.core.review import Fact, Reasons
from game.core.rules import Step
from game.quoridor.state import WallPlacement
from game.registry import GAMES, reasons_of
from scenes.kit.text.strings import Strings
from scenes.table.contract.words import ActionWords
from scenes.table.words import FORCED, because
from tests import make
from tests.facts.telling import step_of
from tests.review.rows import rows
from tests.string_keys import known
from tests.vocabulary.game import options_of

pytestmark = pytest.mark.quick

NAMES = {"en": ("Beatrice", "Cornelia"), "ja": ("サクラコ", "ミズタマ")}


class Case(NamedTuple):
    """A reason, where it is told."""

    game: str
    kind: str
    better: str
    played: str
    reply: str
    numbers: str
    options: str
    actions: str

    @property
    def steps(self) -> tuple[Step, Step, Step | None]:
        """The better action, the played one, and the answer to it."""
        rules = GAMES[self.game].rules
        state = make.state(self.game, self.actions, **options_of(self.options))
        better, played = (step_of(rules, state, text) for text in (self.better, self.played))
        return better, played, step_of(rules, played.after, self.reply) if self.reply else None


CASES = [Case(*row) for row in rows("reasons.txt")]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}-{case.kind}")
each_language = pytest.mark.parametrize("language", LANGUAGES)


def kinds(game: str) -> tuple[list[str], list[str]]:
    """The kinds of merits and of faults that the tables of a game's reasons list."""
    parts = (import_module(f"game.{game}.reasons").__doc__ or "").split("Faults")
    listed = [", ".join(re.findall(r"^\| ([a-z_, ]+) \|", part, re.MULTILINE)).split(", ") for part in parts]
    merits, faults = ([kind for kind in part if kind != "kind"] for part in listed)
    return merits, faults


def told(reasons: Reasons) -> dict[str, Fact]:
    return {fact.kind: fact for fact in (reasons.merit, reasons.fault) if fact is not None}


def sentence(game: str, language: str, fact: Fact, names: tuple[str, str], seen: bool = False) -> str:
    t = Strings(language, strict=True).t

    def words_of(action: Any) -> ActionWords:
        written = GAMES[game].rules.text(action)
        if not isinstance(action, WallPlacement):
            return ActionWords(written, "")
        noun = t(f"quoridor.noun.wall.{action.orientation}", cell=written[:-1])
        return ActionWords(written, "", noun=noun, kind=t("quoridor.kind.wall"))

    return because(t, GAMES[game], fact, names, SimpleNamespace(action=words_of), seen)


@pytest.mark.parametrize("game", sorted({case.game for case in CASES}))
def test_every_kind_has_a_case_and_a_sentence(game: str) -> None:
    every = [kind for part in kinds(game) for kind in part]
    assert sorted(every) == sorted(case.kind for case in CASES if case.game == game)
    assert {key.split(".")[2] for key in known(game) if key.startswith(f"{game}.reason.")} == set(every)


@each_case
def test_a_reason_is_told_where_it_is_true_and_not_the_other_way_round(case: Case) -> None:
    better, played, reply = case.steps
    found = told(reasons_of(GAMES[case.game], better, played, reply))
    fact = found[case.kind]
    assert dict(fact.numbers) == options_of(case.numbers)
    assert fact.words.get("action", case.better) in (case.better, case.played)
    other = told(reasons_of(GAMES[case.game], played, better))
    assert case.kind not in other
    alone = told(reasons_of(GAMES[case.game], better, played))
    assert set(alone) != {"narrows", "widens"}, "that would be the same said twice"
    for each in (*found.values(), *other.values(), *alone.values()):
        assert each.numbers.get("count", 1) > 0 and len({*each.seats}) == len(each.seats)


@each_case
def test_a_hint_has_no_faults(case: Case) -> None:
    for step in case.steps[:2]:
        reasons = reasons_of(GAMES[case.game], step)
        assert reasons.fault is None and (reasons.merit is None or reasons.merit.kind in kinds(case.game)[0])


@each_language
@each_case
def test_sentences_are_filled_and_name_their_actions(case: Case, language: str) -> None:
    fact = told(reasons_of(GAMES[case.game], *case.steps))[case.kind]
    text = sentence(case.game, language, fact, NAMES[language])
    assert "{" not in text and "  " not in text and len(text) <= {"en": 80, "ja": 44}[language]
    if not case.kind.startswith(("misses_row", "allows", "lets", "costs_less", "longer_way")):
        assert fact.words["action"].rstrip("hv" if case.game == "quoridor" else "") in text
    seen = sentence(case.game, language, fact, NAMES[language], seen=True)
    assert "{" not in seen and "  " not in seen and len(seen) <= {"en": 80, "ja": 44}[language]
    codes = [fact.words[what] for what in ("action", "reply") if what in fact.words]
    assert seen[0].isupper() or language == "ja" or case.game == "robots"
    assert not any(code in seen for code in codes), "where the board shows an action its sentence has no code"


@each_language
@pytest.mark.parametrize("kind", FORCED)
def test_what_is_forced_has_a_sentence_in_every_game(kind: str, language: str) -> None:
    text = sentence("coffee", language, Fact(kind, (0, 1), {"count": 7}, {"action": "b2h"}), NAMES[language])
    assert "b2h" in text and "7" in text and (NAMES[language][1] in text) == (kind == "forced_loss")


@pytest.mark.parametrize(
    ("game", "language", "kind", "count", "action", "text"),
    [
        ("quoridor", "en", "wall_costs", 4, "e6h", "The wall across at e6 costs Ren 4 steps"),
        ("quoridor", "en", "wall_costs", 1, "e6h", "The wall across at e6 costs Ren 1 step"),
        ("quoridor", "ja", "wall_costs", 4, "e6h", "e6の横の壁でRenは4歩遠回り"),
        ("star", "en", "bars", 0, "@a1", "After @a1, going back would be a foul for Ren"),
    ],
)
def test_sentences_read_well(game: str, language: str, kind: str, count: int, action: str, text: str) -> None:
    assert sentence(game, language, Fact(kind, (0, 1), {"count": count}, {"action": action}), ("Aoi", "Ren")) == text
