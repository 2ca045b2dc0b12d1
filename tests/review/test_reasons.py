"""Why one action is better than another: each reason where it is true, and where it is not said; in both languages.

A case is a position, the better action and the one that was played there, with the answer to it. With the two changed
over the reason is not true, and not told. What is told of chance games is checked by slower means: ways are searched
anew, and replies are tried by the rules.
"""

from __future__ import annotations

import itertools
import re
from collections import deque
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from game.core.facts import Fact
from game.core.options import resolve
from game.core.record import replay
from game.core.review import Reasons
from game.core.rules import Step
from game.quoridor.state import State, goal_cells, walls
from game.registry import GAMES, reasons_of
from scenes.kit.strings import LANGUAGES, Strings
from scenes.table.captions import FORCED, because
from tests.facts.telling import step_of
from tests.string_keys import known

NAMES = {"en": ("Beatrice", "Cornelia"), "ja": ("サクラコ", "ミズタマ")}


@dataclass(frozen=True)
class Case:
    """A reason, where it is told."""

    kind: str
    actions: str
    better: str
    played: str
    reply: str
    numbers: dict[str, int]
    options: dict[str, Any] = field(default_factory=dict)


FIVE = {"walls": [5, 5]}

# fmt: off
QUORIDOR = (
    Case("arrives", "e2 e8 e3 b5v e4 e7 e5 c6v e6 b8h e8 e6", "e9", "d1h", "f3h", {}, FIVE),
    Case("stops_arrival", "e2 g7h e3 e8 e4 e7 e5 e6 e7 e5 e8", "e8h", "d5", "c1v", {}),
    Case("wins_race", "e2 g8v d8h e7v h6v a6v f2 f9 g5v f7h g2 a2v e1v f8", "e5h", "g3", "f9", {"left": 8}, FIVE),
    Case("wall_costs", "e1h", "c3h", "f9", "d1", {"count": 1}, FIVE),
    Case("wall_costs_more", "c6h", "e3h", "a8h", "e4v", {"count": 2, "own": 1}),
    Case("forestalls", "c6h e8 e2 e7", "d5h", "e1", "e5h", {"count": 2}),
    Case("eases", "", "f1", "f8h", "d3h", {"count": 2}),
    Case("jump_gains", "e2 e8 e3 e7 e4 e6 e5", "e4", "f6", "e6", {"count": 2}),
    Case("one_move_left", "e2 e8 e3 e7 e4 e6 e5 c7h e7 e5", "e8", "e6", "h1v", {}),
    Case("nears", "", "e2", "g6v", "f8v", {"left": 7}),
    Case("lets_arrive", "e2 e8 e3 e7 e4 e6 e5 a1v e7", "g1v", "e8", "e9", {}),
    Case("allows_wall", "", "g4v", "c8h", "e2h", {"count": 2}),
    Case("allows_jump", "e2 e8 e3 e7 e4 e6", "d1h", "e5", "e4", {"count": 2}, FIVE),
    Case("wall_backfires", "f5h", "e8", "d6h", "d7h", {"count": 2, "other": 1}),
    Case("costs_less", "", "e2h", "c1v", "b2v", {"count": 1}),
    Case("wasted_wall", "", "d1", "h5h", "d7h", {}, FIVE),
    Case("costs_little", "e2 e8", "d2", "e1h", "e7", {}),
    Case("detours", "c6h", "e8", "d9", "h4h", {"left": 9}),
    Case("keeps", "", "e1h", "d1", "e8", {"left": 8}, FIVE),
    Case("longer_way", "e2 e8 a6h e7 e3 d1h e4 e6 e5", "e4", "f6", "c3h", {"count": 1}, FIVE),
    Case("behind", "e2", "h6h", "d4h", "f2", {"mine": 9, "theirs": 8}, FIVE),
    Case("behind_then", "", "g5v", "d7h", "e8", {"mine": 9, "theirs": 8}, FIVE),
)
COFFEE = (
    Case("row", "a1h a2u", "b2*", "c1d", "b1h", {"count": 2}, {"board": "hex2"}),
    Case("sticks", "b1v a1v d1u b3u a4u c2v d2d c1h c4v d4d c3u b4d", "a3v", "a3u", "b2v", {}, {"board": "sq4"}),
    Case("traps", "", "b2d", "b3d", "a2h", {}, {"board": "hex2"}),
    Case("safe", "a1h", "a2d", "a2u", "c1u", {}, {"board": "hex2"}),
    Case("closes_row", "a2h a1u b1h", "b3u", "b2*", "", {"n": 2}, {"board": "hex2"}),
    Case("fork", "", "a2h", "b2u", "a2d", {"count": 3}, {"board": "hex2"}),
    Case("threat", "c1u a1d", "c3h", "b2d", "c3u", {"n": 3}, {"board": "hex3"}),
    Case("one_place", "", "a1h", "b1h", "b2d", {}, {"board": "hex2"}),
    Case("narrows", "", "a2d", "d4h", "d1d", {"count": 3, "other": 4}, {"board": "sq5"}),
    Case("open_row", "b4h b5u", "c4v", "d3d", "c2u", {"count": 2}, {"board": "sq5"}),
    Case("misses_row", "a1h a2u", "b2*", "c1d", "b1h", {}, {"board": "hex2"}),
    Case("gives_row", "a1h", "a2d", "a2u", "c1u", {}, {"board": "hex2"}),
    Case("allows_trap", "", "b3h", "a2u", "b2u", {}, {"board": "hex2"}),
    Case("allows_fork", "", "c2u", "c1d", "b1u", {"count": 2}, {"board": "hex2"}),
    Case("allows_threat", "c1u", "b1h", "a1d", "c3h", {"n": 3}, {"board": "hex3"}),
    Case("allows_one_place", "", "a1v", "d4h", "d1d", {}, {"board": "sq5"}),
    Case("widens", "", "a2h", "b2u", "a2d", {"count": 2, "other": 1}, {"board": "hex2"}),
)
STAR = (
    Case("surrounds", "@b3 @a1", "@a2", "@c2", "@c3", {}, {"fouls": "literal"}),
    Case("sticks", "@b3 @b2 @c3 @a2 @c2", "@c1", "*a1", "b3-a3", {}, {"fouls": "literal"}),
    Case("only_win", "@c3 @a1", "c3-b3", "@b3", "@a2", {"count": 15}),
    Case("wins", "", "@b3", "@c1", "@b3", {"count": 15}, {"fouls": "literal"}),
    Case("only_draw", "@c2 @c3", "@b3", "@b1", "@c1", {}),
    Case("bars", "@b3 @c3 b3-b2", "@a1", "c3-b3", "b2-b1", {}),
    Case("threatens", "@b3 @b2", "@b1", "@a2", "", {}, {"fouls": "literal"}),
    Case("draws", "@c1", "@c3", "@b2", "@b3", {}, {"fouls": "literal"}),
    Case("foul", "@a2 @c2 *a1 @b1", "@a3", "*a3", "", {}, {"foul_guard": False}),
    Case("lets_surround", "@b3", "@b2", "@c2", "@a2", {}, {"fouls": "literal"}),
    Case("gives_win_away", "", "@b3", "@c1", "@b3", {}, {"fouls": "literal"}),
    Case("loses", "@c2 @c3", "@b3", "@b1", "@c1", {"count": 5}),
)
# fmt: on
CASES = {"quoridor": QUORIDOR, "coffee": COFFEE, "star": STAR}
ALL = [pytest.param(game, case, id=f"{game}-{case.kind}") for game, cases in CASES.items() for case in cases]
each_case = pytest.mark.parametrize(("game", "case"), ALL)
each_game = pytest.mark.parametrize("game", CASES)


def kinds(game: str) -> list[str]:
    """The kinds that the tables of a game's reasons list."""
    doc = import_module(f"game.{game}.reasons").__doc__ or ""
    rows = re.findall(r"^\| ([a-z_, ]+) \|", doc, re.MULTILINE)
    return [kind for row in rows for kind in row.split(", ") if kind != "kind"]


def steps_of(game: str, case: Case) -> tuple[Step, Step, Step | None]:
    """The better action, the played one, and the answer to it."""
    spec = GAMES[game]
    state = replay(spec, resolve(spec.options, case.options), 0, case.actions.split()).state
    better, played = (step_of(spec.rules, state, text) for text in (case.better, case.played))
    return better, played, step_of(spec.rules, played.after, case.reply) if case.reply else None


def told(reasons: Reasons) -> dict[str, Fact]:
    return {fact.kind: fact for fact in (reasons.merit, reasons.fault) if fact is not None}


@each_game
def test_every_kind_has_a_case_and_a_sentence(game: str) -> None:
    assert sorted(kinds(game)) == sorted(case.kind for case in CASES[game])
    assert {key.split(".")[2] for key in known(game) if key.startswith(f"{game}.reason.")} == set(kinds(game))


@each_case
def test_a_reason_is_told_where_it_is_true(game: str, case: Case) -> None:
    found = told(reasons_of(GAMES[game], *steps_of(game, case)))
    assert case.kind in found
    assert dict(found[case.kind].numbers) == case.numbers
    text = found[case.kind].words.get("action", case.better)
    assert text in (case.better, case.played)


@each_case
def test_it_is_not_told_the_other_way_round(game: str, case: Case) -> None:
    better, played, _ = steps_of(game, case)
    assert case.kind not in told(reasons_of(GAMES[game], played, better))


@each_case
def test_a_hint_has_no_faults(game: str, case: Case) -> None:
    better, played, _ = steps_of(game, case)
    merits = list(itertools.takewhile(lambda kind: kind not in faults(game), kinds(game)))
    for step in (better, played):
        reasons = reasons_of(GAMES[game], step)
        assert reasons.fault is None and (reasons.merit is None or reasons.merit.kind in merits)


def faults(game: str) -> set[str]:
    doc = import_module(f"game.{game}.reasons").__doc__ or ""
    return set(re.findall(r"[a-z_]+", "\n".join(re.findall(r"^\| ([a-z_, ]+) \|", doc.split("Faults")[1], re.M))))


@pytest.mark.parametrize("language", LANGUAGES)
@each_case
def test_sentences_are_filled_and_name_their_actions(game: str, case: Case, language: str) -> None:
    spec = GAMES[game]
    words = SimpleNamespace(notation=lambda action: spec.rules.text(action))
    fact = told(reasons_of(spec, *steps_of(game, case)))[case.kind]
    text = because(Strings(language, strict=True).t, spec, fact, NAMES[language], words)
    assert "{" not in text and "  " not in text and len(text) <= {"en": 70, "ja": 44}[language]
    if case.kind not in ("misses_row", *(kind for kind in kinds(game) if kind.startswith(("allows", "lets")))):
        assert fact.words["action"] in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", FORCED)
def test_what_is_forced_has_a_sentence_in_every_game(kind: str, language: str) -> None:
    spec = GAMES["coffee"]
    words = SimpleNamespace(notation=lambda action: spec.rules.text(action))
    fact = Fact(kind, (0, 1), {"count": 7}, {"action": "b2h"})
    text = because(Strings(language, strict=True).t, spec, fact, NAMES[language], words)
    assert "b2h" in text and "7" in text and (NAMES[language][1] in text) == (kind == "forced_loss")


@pytest.mark.parametrize(
    ("game", "language", "fact", "text"),
    [
        (
            "quoridor",
            "en",
            Fact("wall_costs", (0, 1), {"count": 4}, {"action": "e6h"}),
            "The wall e6h costs Ren 4 steps",
        ),
        (
            "quoridor",
            "en",
            Fact("wall_costs", (0, 1), {"count": 1}, {"action": "e6h"}),
            "The wall e6h costs Ren 1 step",
        ),
        ("quoridor", "ja", Fact("wall_costs", (0, 1), {"count": 4}, {"action": "e6h"}), "壁e6hでRenは4歩遠回り"),
        (
            "star",
            "en",
            Fact("bars", (0, 1), {}, {"action": "@a1"}),
            "After @a1 the foul rule keeps Ren from going back",
        ),
    ],
)
def test_sentences_read_well(game: str, language: str, fact: Fact, text: str) -> None:
    words = SimpleNamespace(notation=lambda action: GAMES[game].rules.text(action))
    assert because(Strings(language, strict=True).t, GAMES[game], fact, ("Aoi", "Ren"), words) == text


# Against the rules


def triples(game: str, seed: int, **options: Any):
    """Better, played and reply by chance, along a game by chance."""
    spec, random = GAMES[game], Random(f"{game}/{seed}")
    rules = spec.rules
    state = rules.start(resolve(spec.options, options), 0)
    for _ in range(40):
        legal = [action for action in rules.legal(state, rules.actors(state)[0]) if spec.counted(action)]
        if len(legal) < 2:
            return
        better, played = (step_of(rules, state, rules.text(action)) for action in random.sample(legal, 2))
        reply = None
        if rules.actors(played.after):
            answers = [a for a in rules.legal(played.after, rules.actors(played.after)[0]) if spec.counted(a)]
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
            elif kind == "costs_less":
                assert cost(better, rival) - cost(played, rival) == count
            elif kind == "wasted_wall":
                assert cost(played, mover) == cost(played, rival) == 0
            elif kind == "costs_little":
                assert (cost(played, rival), cost(played, mover)) == (1, 0)
            elif kind in ("nears", "detours", "keeps"):
                step = better if kind == "nears" else played
                assert way(step.after, mover) == fact.numbers["left"]
                assert (cost(step, mover) > 0) - (cost(step, mover) < 0) == {"nears": -1, "detours": 1, "keeps": 0}[
                    kind
                ]
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
        for kind, fact in reasons.items():
            if kind == "gives_row":
                assert wins(spec, played.after)
            elif kind == "safe":
                assert wins(spec, played.after) and not wins(spec, better.after)
            elif kind == "misses_row":
                assert wins(spec, played.before)
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
        after = brain.theory(better.before, None)["after"]
        for kind, fact in reasons.items():
            value = after.get(fact.words.get("action"), [None, None])
            if kind in ("wins", "only_win"):
                assert value[0] == "win" and fact.numbers["count"] == (value[1] + 1) // 2
                assert (sum(found == "win" for found, _ in after.values()) == 1) or kind == "wins"
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
