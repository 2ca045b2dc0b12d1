"""Why one action is better than another: each reason where it is true, and where it is not said; in both languages.

A case of reasons.txt is a position, the better action and the one that was played there, with the answer to it. With
the two changed over the reason is not true, and not told. What is told of chance games is checked by slower means: ways
are searched anew, and replies are tried by the rules.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import replace
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from game.core.kinds import LANGUAGES
from game.core.options import resolve
from game.core.review import Fact, Reasons
from game.core.rules import Step
from game.quoridor.state import State, WallPlacement, goal_cells, walls
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
    fact = told(reasons_of(GAMES[case.game], better, played, reply))[case.kind]
    assert dict(fact.numbers) == options_of(case.numbers)
    assert fact.words.get("action", case.better) in (case.better, case.played)
    assert case.kind not in told(reasons_of(GAMES[case.game], played, better))


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


# Against the rules


def triples(game: str, seed: int, **options: Any):
    """Better, played and reply by chance, along a game by chance."""
    spec, random = GAMES[game], Random(f"{game}/{seed}")
    rules = spec.rules
    state = rules.start(resolve(spec.options, options), 0)
    for _ in range(40):
        legal = [action for action in rules.legal(state, rules.actors(state)[0]) if spec.play.is_move(action)]
        if len(legal) < 2:
            return
        better, played = (step_of(rules, state, rules.text(action)) for action in random.sample(legal, 2))
        reply = None
        if rules.actors(played.after):
            answers = [a for a in rules.legal(played.after, rules.actors(played.after)[0]) if spec.play.is_move(a)]
            reply = step_of(rules, played.after, rules.text(random.choice(answers))) if answers else None
        yield better, played, reply
        state = rules.apply(state, rules.actors(state)[0], random.choice(legal))[0]
        if not rules.actors(state):
            return


def way(state: State, seat: int) -> int:
    """The shortest way of a seat, searched over the squares of a board drawn wall by wall."""
    barred = set()
    for wall in walls(state):
        row, column = divmod(wall.anchor, 8)
        a, b, c, d = (9 * (row + up) + column + right for up in (0, 1) for right in (0, 1))
        barred |= {frozenset(pair) for pair in (((a, c), (b, d)) if wall.orientation == "h" else ((a, b), (c, d)))}
    goal, seen, queue = goal_cells(state.players, seat), {state.pawns[seat]}, deque([(state.pawns[seat], 0)])
    while queue:
        cell, far = queue.popleft()
        if cell in goal:
            return far
        near = [cell + 9 * (cell < 72), cell - 9 * (cell > 8), cell + (cell % 9 < 8), cell - (cell % 9 > 0)]
        for other in near:
            if other not in seen and frozenset((cell, other)) not in barred:
                seen.add(other)
                queue.append((other, far + 1))
    raise AssertionError("no wall may cut a way off")


def turned(state: State, mover: int) -> list[tuple[Any, State]]:
    """What `mover` could do, were it its turn, and what would come of it."""
    rules, turned_to = GAMES["quoridor"].rules, replace(state, mover=mover)
    return [(action, rules.apply(turned_to, mover, action)[0]) for action in rules.legal(turned_to, mover)]


def worst(state: State, seat: int, layer: int) -> int:
    """By how many steps one wall of `layer` can lengthen the way of `seat`."""
    walled = [after for action, after in turned(state, layer) if isinstance(action, WallPlacement)]
    return max((way(after, seat) for after in walled), default=way(state, seat)) - way(state, seat)


def nearest(state: State, seat: int) -> int:
    """The way of `seat` after its best move of the pawn."""
    return min(way(after, seat) for action, after in turned(state, seat) if not isinstance(action, WallPlacement))


@pytest.mark.parametrize("seed", range(12))
def test_the_numbers_of_quoridors_reasons_are_those_of_the_board(seed: int) -> None:
    for better, played, reply in triples("quoridor", seed):
        reasons = told(reasons_of(GAMES["quoridor"], better, played, reply))
        mover, rival = better.seat, 1 - better.seat

        def cost(step: Step, seat: int) -> int:
            return way(step.after, seat) - way(step.before, seat)

        for kind, fact in reasons.items():
            count = fact.numbers.get("count", 0)
            if kind in ("wall_costs", "wall_costs_more"):
                assert (cost(better, rival), cost(better, mover)) == (count, fact.numbers.get("own", 0))
            elif kind == "allows_wall":
                assert reply is not None and cost(reply, mover) == count > cost(reply, rival)
            elif kind == "wall_backfires":
                assert cost(played, mover) == count > cost(played, rival) == fact.numbers["other"]
            elif kind == "wall_costs_own":
                assert cost(played, mover) == count > cost(played, rival) == 0
            elif kind == "costs_less":
                assert cost(better, rival) - cost(played, rival) == count
            elif kind == "wasted_wall":
                assert cost(played, mover) == cost(played, rival) == 0
            elif kind == "costs_little":
                assert (cost(played, rival), cost(played, mover)) == (1, 0)
            elif kind in ("nears", "detours", "keeps"):
                step = better if kind == "nears" else played
                assert way(step.after, mover) == count
                assert (cost(step, mover) > 0) - (cost(step, mover) < 0) == {"nears": -1, "detours": 1, "keeps": 0}[
                    kind
                ]
            elif kind in ("nears_ahead", "nears_level"):
                mine, theirs = way(better.after, mover), way(better.after, rival)
                assert cost(better, mover) < 0 and mine == count and fact.numbers.get("theirs", mine) == theirs
                assert (mine < theirs) == (kind == "nears_ahead")
            elif kind == "nears_walled":
                assert cost(better, mover) < 0 < count == worst(better.after, rival, mover)
                assert way(better.after, mover) >= way(better.after, rival)
            elif kind == "exposed":
                assert reply is not None and count == worst(reply.after, mover, rival) > worst(
                    better.after, mover, rival
                )
            elif kind == "misses_wall":
                assert isinstance(better.action, WallPlacement) and not isinstance(played.action, WallPlacement)
                assert cost(better, rival) == count
            elif kind == "prepares":
                assert count == worst(better.after, rival, mover) >= worst(better.before, rival, mover) + 2
            elif kind == "blocks":
                assert [nearest(state, rival) < way(state, rival) for state in (better.before, better.after)] == [1, 0]
            elif kind == "longer_way":
                assert way(played.after, mover) - way(better.after, mover) == count
            elif kind in ("behind", "behind_then"):
                last = played if kind == "behind" else reply
                assert last is not None
                ways = way(last.after, mover), way(last.after, rival)
                assert ways == (fact.numbers["mine"], fact.numbers["theirs"]) and ways[0] > ways[1]


def wins(spec: Any, state: Any) -> bool:
    """Whether who is to move can complete a row at once, by trying everything."""
    seat = spec.rules.actors(state)[0]
    afters = (spec.rules.apply(state, seat, action)[0] for action in spec.rules.legal(state, seat))
    return any((found := spec.rules.outcome(after)) is not None and found.reason == "row" for after in afters)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("options", [{"board": "sq4"}, {"board": "hex3"}])
def test_coffees_reasons_hold_when_every_reply_is_tried(seed: int, options: dict[str, Any]) -> None:
    spec = GAMES["coffee"]
    for better, played, reply in triples("coffee", seed, **options):
        reasons = told(reasons_of(spec, better, played, reply))
        assert set(reasons) != {"narrows", "widens"}, "that would be the same said twice"
        for kind, fact in reasons.items():
            if kind == "gives_row":
                assert wins(spec, played.after)
            elif kind == "safe":
                assert wins(spec, played.after) and not wins(spec, better.after)
            elif kind == "misses_row":
                assert wins(spec, played.before)
            elif kind == "allows_stuck":
                assert reply is not None and spec.rules.outcome(reply.after).reason == "stuck"
            elif kind == "allows_block":
                assert reply is not None
                theirs = replace(reply.before, mover=played.seat)  # were it the mover's turn to lay a bean there
                there = (a for a in spec.rules.legal(theirs, played.seat) if a.cell == reply.action.cell)
                assert any(spec.rules.apply(theirs, played.seat, action)[0].reason == "row" for action in there)
            elif kind in ("traps", "allows_trap"):
                last = better if kind == "traps" else reply
                assert last is not None
                seat = spec.rules.actors(last.after)[0]
                for action in spec.rules.legal(last.after, seat):
                    assert wins(spec, spec.rules.apply(last.after, seat, action)[0])
            elif kind in ("narrows", "widens"):
                cells = [
                    len({action.cell for action in spec.rules.legal(step.after, 1 - step.seat)})
                    for step in (better, played)
                ]
                if kind == "widens":
                    cells.reverse()
                assert cells == [fact.numbers["count"], fact.numbers["other"]]


@pytest.mark.parametrize("seed", range(12))
def test_stars_reasons_hold_in_the_solved_game(seed: int) -> None:
    from game.star.search import StarBrain

    spec, brain = GAMES["star"], StarBrain()
    for better, played, reply in triples("star", seed, foul_guard=False):
        reasons = told(reasons_of(spec, better, played, reply))
        after: Any = brain.theory(better.before, None)["after"]
        for kind, fact in reasons.items():
            value = after.get(fact.words.get("action"), [None, None])
            if kind in ("wins", "only_win"):
                assert value[0] == "win" and fact.numbers["count"] == (value[1] + 1) // 2
                assert (sum(found == "win" for found, _ in after.values()) == 1) or kind == "wins"
            elif kind == "one_reply":
                legal = spec.rules.legal(better.after, 1 - better.seat)
                assert len([action for action in legal if spec.play.is_move(action)]) == 1
            elif kind == "only_draw":
                assert [found for found, _ in after.values() if found != "loss"] == ["draw"] == [value[0]]
            elif kind == "draws":
                assert value[0] == "draw"
            elif kind == "loses":
                assert value[0] == "loss" and fact.numbers["count"] == value[1] // 2
            elif kind == "gives_win_away":
                assert value[0] != "win" and any(found == "win" for found, _ in after.values())
            elif kind in ("surrounds", "lets_surround"):
                last = better if kind == "surrounds" else reply
                assert last is not None
                outcome = spec.rules.outcome(last.after)
                assert outcome is not None and outcome.reason == "star"
            elif kind == "foul":
                outcome = spec.rules.outcome(played.after)
                assert outcome is not None and outcome.winners == (1 - played.seat,)
