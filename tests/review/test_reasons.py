"""Why one action is better than another, and what a review says of the chips of Hyper Robots: each reason and sentence
where it is true, and where it is not said; in both languages.

A case of reasons.txt is a position, the better action and the one that was played there, with the answer to it. With
the two changed over the reason is not true, and not told.

A case of missed_rounds.txt is a position, what was declared and shown there, and the shortest route. Where in the same
position that route is declared first and shown, nothing is said.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from game.agents.worker import InlineAgent
from game.core.kinds import LANGUAGES
from game.core.options import resolve
from game.core.record import Record
from game.core.review import Evaluation, Fact, MissedChance, Reasons
from game.core.rules import Step
from game.quoridor.state import WallPlacement
from game.registry import GAMES, find, reasons_of
from game.review.explaining import explain, line_of
from game.review.reviewer import GameReviewer
from game.review.turning_points import PositionValue, TurningPoint, missed_rounds, review_from_json, review_to_json
from game.robots import looking_back, rules
from game.robots.bidding import Chip
from game.robots.brain import RobotsBrain
from game.robots.looking_back import ShownRoute, past_round, race
from game.robots.search.solver import Solver
from scenes.kit.text.strings import Strings
from scenes.robots.captions import missed as told_words
from scenes.table.contract.words import ActionWords
from scenes.table.words import FORCED, because
from tests import make
from tests.clocks import StopAfter
from tests.facts.telling import step_of
from tests.review.scripted import finish, reviewer_of, steps_of
from tests.stories import options_of
from tests.string_keys import known
from tools.catalogue.review import reviewed

pytestmark = pytest.mark.quick


def rows(name: str) -> list[list[str]]:
    """The cells of each line of a file beside this one; lines that begin with "#" are remarks."""
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in lines if line.strip() and line[0] != "#"]


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


SPEC = find("robots")


class Round(NamedTuple):
    """What is told, where it is."""

    part: str
    kind: str
    seed: str
    options: str
    numbers: str
    words: str
    shortest: str
    shown: str

    @property
    def best(self) -> list[str]:
        return self.shortest.split(", ")

    def steps(self, actions: str | None = None) -> list[Step[Any, Any, Any]]:
        """The round as it was played, or by other actions."""
        return steps_of(self.record(actions))

    def record(self, actions: str | None = None) -> Record:
        played = (self.shown if actions is None else actions).split(", ")
        return make.record("robots", actions=played, seed=int(self.seed), **options_of(self.options))

    def missed(self) -> MissedChance:
        found = looking_back.missed(self.steps(), 0, self.best)
        assert found is not None
        return found


ROUNDS = [Round(*row) for row in rows("missed_rounds.txt")]


def rounds_of(*parts: str) -> pytest.MarkDecorator:
    wanted = [case for case in ROUNDS if not parts or case.part in parts]
    return pytest.mark.parametrize("case", wanted, ids=lambda case: case.kind)


def told_of(found: MissedChance) -> dict[str, Fact]:
    return {fact.kind: fact for fact in (found.what, found.reasons.merit, found.reasons.fault) if fact is not None}


def test_every_kind_of_missed_round_has_a_case_and_a_sentence() -> None:
    of_reasons = f"{looking_back.merit.__doc__}{looking_back.fault.__doc__}"
    for table, prefix, parts in (
        (f"{looking_back.__doc__}", "missed", ("what",)),
        (of_reasons, "reason", ("merit", "fault")),
    ):
        listed = ", ".join(re.findall(r"^ *\| ([a-z_, ]+) \|", table, re.MULTILINE)).split(", ")
        kinds = sorted(kind for kind in listed if kind != "kind")
        assert kinds == sorted(case.kind for case in ROUNDS if case.part in parts)
        prefix = f"robots.{prefix}."
        assert kinds == sorted({key.removeprefix(prefix) for key in known("robots") if key.startswith(prefix)})


@rounds_of()
def test_it_is_told_where_it_is_true(case: Round) -> None:
    fact = told_of(case.missed())[case.kind]
    assert (dict(fact.numbers), dict(fact.words)) == (options_of(case.numbers), options_of(case.words))


@rounds_of()
def test_nothing_is_told_where_the_shortest_route_is_declared_first_and_shown(case: Round) -> None:
    bids = [f"0:bid {len(case.best)}", "1:agree", *(["0:agree"] if len(case.best) > 2 else [])]
    perfect = [*(bids if "players=1" not in case.options else []), *(f"0:{move}" for move in case.best)]
    steps = case.steps(", ".join(perfect))
    assert looking_back.spans(steps) == ((0, len(steps)),) and looking_back.missed(steps, 0, case.best) is None


@rounds_of("merit")
def test_no_merit_is_told_that_a_shown_route_has_as_well(case: Round) -> None:
    found, past = case.missed(), past_round(case.steps(), 0)
    shown = (ShownRoute(0, len(found.line), found.line, "won"),)
    assert case.kind in told_of(found) and looking_back.merit(found.line, replace(past, shown=shown)) is None


@rounds_of("fault")
def test_the_other_seat_has_not_that_fault(case: Round) -> None:
    found, past = case.missed(), past_round(case.steps(), 0)
    fault = looking_back.fault(1 - found.seat, len(found.line), past)
    assert fault is None or fault.kind != case.kind


@pytest.mark.parametrize("language", LANGUAGES)
@rounds_of()
def test_sentences_are_filled_and_not_too_long(case: Round, language: str) -> None:
    found, t = case.missed(), Strings(language, strict=True).t
    point = TurningPoint(0, found.seat, found.before, found.after)
    evaluation = PositionValue(Evaluation((0.5, 0.5)), tuple(case.best), True)
    words = told_words(t, explain(SPEC, case.steps(), [evaluation], point), NAMES[language])
    facts = (found.reasons.merit, found.reasons.fault)
    said = [because(t, SPEC, fact, NAMES[language], SimpleNamespace()) for fact in facts if fact is not None]
    for text in (*words, *said):
        assert text and "{" not in text and "  " not in text and len(text) <= {"en": 62, "ja": 36}[language]


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (Fact("other_robot", words={"colour": "silver"}), "Nobody moved the silver robot"),
        (Fact("bid_high", (1,), {"number": 6, "count": 2}), "Ren bid 6: 2 more than needed"),
        (Fact("tie_chips", (1, 0), {"number": 5}), "Ren also bid 5: Aoi had fewer chips"),
        (Fact("shorter", numbers={"count": 2}), "2 moves fewer than what was shown"),
    ],
)
def test_sentences_of_missed_rounds_read_well(fact: Fact, text: str) -> None:
    assert because(Strings("en", strict=True).t, SPEC, fact, ("Aoi", "Ren"), SimpleNamespace()) == text


@cache
def solver() -> Solver:
    return Solver()


# Chances


def slow_race(needed: tuple[int, ...]) -> tuple[float, ...]:
    if 0 in needed:
        return tuple(float(count == 0) for count in needed)
    nexts = [slow_race(tuple(n - (i == winner) for i, n in enumerate(needed))) for winner in range(len(needed))]
    return tuple(sum(chances[seat] for chances in nexts) / len(needed) for seat in range(len(needed)))


@pytest.mark.parametrize("needed", [*product((1, 2, 4), (1, 3)), (1, 2, 3), (2, 2, 2, 2), (0, 3)])
def test_the_race_for_chips_is_what_chip_after_chip_makes_it(needed: tuple[int, ...]) -> None:
    assert race(needed) == pytest.approx(slow_race(needed))


def test_the_longest_race_of_eight_is_even() -> None:
    assert race((17,) * 8) == pytest.approx((0.125,) * 8)


# The review


@pytest.fixture(scope="module")
def game() -> tuple[Record, list[Step[Any, Any, Any]], GameReviewer]:
    record, _ = reviewed("robots", (make.AOI, make.REN))
    return record, steps_of(record), finish(reviewer_of(record))


def test_only_the_beginnings_of_rounds_are_looked_at(game) -> None:
    _, steps, reviewer = game
    begins = [begin for begin, _ in looking_back.spans(steps)]
    assert [ply for ply, value in enumerate(reviewer.values) if value is not None] == [*begins, len(steps)]
    for ply in begins:
        chip = Chip.of(steps[ply].before)
        best = chip.route(solver(), chip.robots, max_moves=20)
        value = reviewer.values[ply]
        assert value is not None and len(value.line) == len(best)
        assert reviewer.value(ply + 1) is value
    assert not reviewer.found_nothing and reviewer.share == 1.0


def test_a_turning_point_is_told_in_each_third_at_most(game) -> None:
    _, steps, reviewer = game
    begins = [begin for begin, _ in looking_back.spans(steps)]
    thirds = [3 * begins.index(point.ply) // len(begins) for point in reviewer.points]
    assert thirds == sorted(set(thirds)) and len(thirds) == 3
    for point in reviewer.points:
        found = explain(SPEC, steps, reviewer.values, point)
        assert found.what is not None and found.kind == found.what.kind
        assert len(found.line) == len(reviewer.values[point.ply].line)
        assert point.before > point.after


def test_a_review_of_rounds_survives_being_kept(game) -> None:
    record, steps, reviewer = game
    kept = review_from_json(review_to_json(reviewer.values), len(steps) + 1, 2)
    assert kept == reviewer.values
    again = GameReviewer(InlineAgent(), SPEC, record, steps, kept)
    assert again.done and again.points == reviewer.points


def test_a_route_begins_where_the_chip_was_turned(game) -> None:
    """In the middle of a demonstration, and where the game is over, it is still the route from the markers."""
    _, steps, reviewer = game
    states = [(step.before, step.ply) for step in steps if step.before.phase == "demonstrate" and step.before.moves]
    for state, ply in (states[0], (steps[-1].after, len(steps))):
        value = reviewer.value(ply)
        line = line_of(SPEC, state, ply, value.line)
        assert len(line) == len(value.line) and line[0].before.robots == state.markers
        assert type(line[-1].events[1]).__name__ == "Arrived"


def test_a_round_that_is_broken_off_is_none() -> None:
    record = ROUNDS[0].record("0:bid 3, 1:agree")
    assert looking_back.spans(steps_of(record)) == ()
    reviewer = finish(reviewer_of(record))
    assert reviewer.points == () and reviewer.values == [None] * 3


def test_of_a_round_that_is_not_over_nothing_is_known(game) -> None:
    """Whoever goes on with the game shall not be told."""
    record, steps, reviewer = game
    begin, end = looking_back.spans(steps)[0]
    broken = finish(reviewer_of(replace(record, actions=record.actions[: end + 2], result=None)))
    assert broken.value(end - 1) == reviewer.values[begin]
    assert [broken.value(ply) for ply in (end, end + 1, end + 2)] == [None] * 3


class Scripted:
    """Rounds of which a table says what was missed: by ply the seat, what it weighs, and its chance."""

    def __init__(self, table: dict[int, tuple[int, float]]) -> None:
        self.table = table

    def spans(self, steps: Any) -> tuple[tuple[int, int], ...]:
        return tuple((ply, ply + 1) for ply in sorted(self.table))

    def line(self, state: Any, ply: int, texts: Any) -> tuple[()]:
        return ()

    def missed(self, steps: Any, ply: int, texts: Any) -> MissedChance | None:
        seat, weight = self.table[ply]
        return MissedChance(seat, 0.8, 0.4, weight, Fact("x"), (), (), Reasons()) if weight else None


@pytest.mark.parametrize(
    ("weights", "chance", "seats", "told"),
    [
        ([1, 2, 0, 1, 1, 3, 0, 0, 0], 0.5, 2, [1, 5]),
        ([0.5], 0.5, 2, [0]),
        ([0, 0], 0.5, 2, []),
        ([1], 0.15, 2, [0]),
        ([1], 0.14, 2, []),
        ([1], 0.125, 8, [0]),
        ([1], 0.03, 8, []),
    ],
)
def test_of_each_third_the_weightiest_is_told_and_none_of_a_seat_that_had_lost_long_before(
    weights: list[float], chance: float, seats: int, told: list[int]
) -> None:
    rounds = Scripted({ply: (0, weight) for ply, weight in enumerate(weights)})
    evaluation = PositionValue(Evaluation((chance, *[(1 - chance) / (seats - 1)] * (seats - 1))), ("best",), True)
    found = missed_rounds(rounds, (), range(len(weights)), [evaluation] * len(weights))
    assert [point.ply for point in found] == told


def test_what_the_solver_looks_through_is_counted_not_timed() -> None:
    """A position that takes some effort is given up at the same place whatever the time."""
    brain = RobotsBrain()
    options = resolve(SPEC.options, {})
    hard = next(state for state in (rules.start(options, seed) for seed in range(99)) if _looks(state))
    assert brain.value(hard, 0, 0.0, None, lambda: False) is None
    found = brain.value(hard, 0, 1.0, None, lambda: False)
    assert found is not None and found.depth == len(found.pv) == len(brain.review(hard, lambda: False).pv)
    assert brain.value(hard, 0, 1.0, None, lambda: True) is None


def _looks(state: Any) -> int:
    looks, chip = StopAfter(1_000_000), Chip.of(state)
    chip.route(solver(), chip.robots, max_moves=20, stop=looks, seconds=5)
    return looks.looks
