"""The alpha-beta that a new game begins with tells what plain minimax tells, and keeps to its limits."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

from game.core.spec import GameSpec
from game.registry import GAMES
from tests.facts.telling import random_game
from tests.fifth_game import SPEC, rules
from tests.fifth_game.alphabeta import FAR, WIN, AlphaBeta, Level, evaluation_by, plies_to_end
from tests.fifth_game.rules import Step
from tests.fifth_game.search import RaceBrain, ahead

pytestmark = pytest.mark.rest

DEPTH = 3


def never() -> bool:
    return False


def minimax(game: Any, evaluate: Any, state: Any, depth: int) -> float:
    """What a position is worth to its mover, without any cut."""
    outcome = game.outcome(state)
    if outcome is not None:
        return 0.0 if not outcome.winners else WIN if state.mover in outcome.winners else -WIN
    if not depth:
        return float(evaluate(state, state.mover))
    values = [-minimax(game, evaluate, after(game, state, action), depth - 1) for action in legal(game, state)]
    return max(value - math.copysign(1, value) if abs(value) > WIN - FAR else value for value in values)


def legal(game: Any, state: Any) -> list[Any]:
    return list(game.legal(state, state.mover))


def after(game: Any, state: Any, action: Any) -> Any:
    return game.apply(state, state.mover, action)[0]


def level(state: Any, seat: int) -> float:
    """An evaluation that tells positions apart."""
    return Random(repr(state)).uniform(-5, 5) * (1 if seat == 0 else -1)


@pytest.mark.parametrize(
    ("spec", "options", "longest"),
    [(SPEC, {"race_slanted": True}, 12), (GAMES["coffee"], {"board": "sq4", "n": 3}, 9)],
    ids=["race", "coffee"],
)
def test_every_action_is_worth_what_minimax_says(spec: GameSpec, options: dict[str, Any], longest: int) -> None:
    game, decided = spec.rules, 0
    brain = AlphaBeta(game, level, {1: Level(DEPTH)})
    for seed in range(12):
        state = random_game(spec, seed, 1 + seed % longest, **options)[-1].before
        lines = brain.rank(state, state.mover, 1, None, never, 100)
        depth = lines[0].depth
        assert depth is not None
        worth = {
            game.text(action): -minimax(game, level, after(game, state, action), depth - 1)
            for action in legal(game, state)
        }
        assert len(lines) == len(worth)
        for line in lines:
            value = worth[line.action]
            assert line.score == (value - math.copysign(1, value) if abs(value) > WIN - FAR else value)
        assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
        decided += depth < DEPTH
    assert decided  # so that some search ended before, at a win


def near() -> Any:
    """A position in which the mover wins in three plies: b4 cannot be kept from b5."""
    state = rules.start({"race_slanted": False}, 0)
    for text in ("c2", "c4", "c3", "d4", "b3", "d3"):
        state = after(rules, state, rules.parse(text))
    return state


def test_a_win_is_taken_the_soonest_way_with_its_line() -> None:
    state = near()
    best = RaceBrain().rank(state, 0, 5, None, never, 1)[0]
    assert best.score is not None and plies_to_end(best.score) == 3
    assert best.pv[0] == best.action == "b4" and best.pv[-1] == "b5" and len(best.pv) == 3
    worth = evaluation_by(1.5)(state, best)
    assert worth.chances == (1.0, 0.0) and worth.plies == 3


def test_an_open_position_is_worth_a_chance() -> None:
    state = rules.start({"race_slanted": True}, 0)
    brain = AlphaBeta(rules, ahead, {1: Level(2)})
    best = brain.rank(state, 0, 1, None, never, 1)[0]
    assert best.score == 0 and evaluation_by(1.5)(state, best).chances == (0.5, 0.5)


def test_no_level_errs_where_it_can_win_at_once() -> None:
    state = after(rules, after(rules, near(), Step(16)), rules.parse("d2"))  # b4, and the rival is not there yet
    brain = AlphaBeta(rules, ahead, {1: Level(1, 1.0)})
    assert {brain.choose(state, 0, 1, seed, None, never).action for seed in range(20)} == {"b5"}


def test_chance_chooses_among_equals_and_a_seed_repeats_itself() -> None:
    state = rules.start({"race_slanted": True}, 0)
    brain = AlphaBeta(rules, lambda state, seat: 0.0, {1: Level(1)})
    chosen = [brain.choose(state, 0, 1, seed, None, never).action for seed in range(40)]
    assert set(chosen) == {rules.text(action) for action in legal(rules, state)}
    assert chosen == [brain.choose(state, 0, 1, seed, None, never).action for seed in range(40)]


@pytest.mark.parametrize("nodes", [1, 7, 50, 400])
def test_it_keeps_to_its_positions(nodes: int) -> None:
    state = rules.start({"race_slanted": True}, 0)
    thought = RaceBrain().choose_within(nodes, state, 0, 5, 1, None, never)
    assert thought.nodes is not None and thought.nodes <= nodes + 1
    assert rules.parse(thought.action) in legal(rules, state)


def test_more_effort_looks_further() -> None:
    state = rules.start({"race_slanted": True}, 0)
    shallow, deep = (RaceBrain().value(state, 0, effort, None, never) for effort in (0.05, 1.0))
    assert shallow is not None and deep is not None and shallow.depth is not None and deep.depth is not None
    assert shallow.depth < deep.depth


def test_what_is_stopped_at_once_has_no_value_and_still_an_action() -> None:
    state = rules.start({"race_slanted": True}, 0)
    assert RaceBrain().value(state, 0, 1.0, None, lambda: True) is None
    assert rules.parse(RaceBrain().choose(state, 0, 5, 1, None, lambda: True).action) in legal(rules, state)
