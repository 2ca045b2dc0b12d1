"""What the five levels of every game owe the table: prompt, repeatable, no win overlooked, each the stronger."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from game.agents.agent import Thought
from game.agents.compiling import prepared_brain
from game.core.options import resolve
from game.core.record import SeatConfig
from game.core.spec import LEVELS, GameSpec
from game.tournament.match import Match
from game.tournament.runner import run
from tests import fifth_game
from tests.clocks import StopAfter
from tests.fifth_game import EVERY_GAME

LOOKS = 5  # at whether to stop, before a search is told to
AFTER = 3  # looks that a search may still take then, besides one for each action
IN_TURN = [spec for spec in EVERY_GAME if not spec.simultaneous]
MANY = 20  # games of a match
FEW = {"quoridor": 4, "coffee": 6}  # and of a match in the normal run, where they take longer
LEAST = 0.6  # the share of points against the level two below, a draw counting half
LEAST_AT_THE_TOP = {("star", 5): 0.5}  # the game is solved, and a draw in most positions: 3 plays it nearly as well
UNEQUAL: list[tuple[str, dict[str, Any]]] = [
    ("quoridor", {"walls": [5, 10]}),
    ("quoridor", {"players": 4, "walls": [2, 5, 3, 5]}),
    ("star", {"first": 1}),
]

every_game = pytest.mark.parametrize("spec", EVERY_GAME, ids=lambda spec: spec.id)
every_game_in_turn = pytest.mark.parametrize("spec", IN_TURN, ids=lambda spec: spec.id)
every_level = pytest.mark.parametrize("level", LEVELS)


def positions(spec: GameSpec, count: int, **given: Any) -> Iterator[Any]:
    """Positions of random games in which somebody is to act, the first of them a game's beginning."""
    options = resolve(spec.options, given)
    for seed in range(count):
        random = Random(seed)
        state = spec.rules.start(options, seed)
        for _ in range(2 * seed):
            seats = spec.rules.actors(state)
            after, _ = spec.rules.apply(state, seats[0], random.choice(spec.rules.legal(state, seats[0])))
            if not spec.rules.actors(after):
                break
            state = after
        yield state


@cache
def won_at_once(game: str, count: int) -> list[tuple[Any, set[str]]]:
    """Positions of random games in which the mover can win at once, with the actions that do."""
    spec = fifth_game.find(game)
    found: list[tuple[Any, set[str]]] = []
    for seed in range(1000):
        random = Random(seed)
        state = spec.rules.start(resolve(spec.options, {}), seed)
        for _ in range(200):
            if not spec.rules.actors(state):
                break
            (seat,) = spec.rules.actors(state)
            ways = {action: spec.rules.apply(state, seat, action)[0] for action in spec.rules.legal(state, seat)}
            wins = {action for action, after in ways.items() if wins_for(spec, after, seat)}
            if wins:
                found.append((state, {spec.rules.text(action) for action in wins}))
                break
            state = ways[random.choice(list(ways))]
        if len(found) == count:
            break
    return found


def wins_for(spec: GameSpec, state: Any, seat: int) -> bool:
    outcome = spec.rules.outcome(state)
    return outcome is not None and seat in outcome.winners


def choose(spec: GameSpec, state: Any, level: int, seed: int = 0) -> Thought:
    return prepared_brain(spec).choose(state, spec.rules.actors(state)[0], level, seed, None, lambda: False)


@pytest.mark.parametrize(
    ("game", "options"), [*((spec.id, {}) for spec in EVERY_GAME), *UNEQUAL], ids=lambda part: str(part or "as usual")
)
@every_level
def test_a_level_answers_soon_after_it_is_stopped_with_something_legal(
    game: str, options: dict[str, Any], level: int
) -> None:
    spec = fifth_game.find(game)
    brain = prepared_brain(spec)
    choose(spec, next(positions(spec, 1)), 1)  # what is worked out once for all games is none of a move's time
    for state in positions(spec, 2 if options else 4, **options):
        seat = spec.rules.actors(state)[0]
        stop = StopAfter(LOOKS)
        thought = brain.choose(state, seat, level, 1, None, stop)
        assert stop.looks <= LOOKS + AFTER + len(spec.rules.legal(state, seat))
        assert spec.rules.parse(thought.action) in spec.rules.legal(state, seat)


@every_game
@pytest.mark.parametrize("level", (1, 2, 3))
def test_the_same_seed_gives_the_same_answer(spec: GameSpec, level: int) -> None:
    for state in positions(spec, 2):
        assert choose(spec, state, level, 7).action == choose(spec, state, level, 7).action


@every_game_in_turn
@pytest.mark.parametrize("level", (3, 4, 5))
def test_a_win_at_once_is_taken(spec: GameSpec, level: int) -> None:
    found = won_at_once(spec.id, 2)
    assert len(found) == 2
    for state, wins in found:
        assert choose(spec, state, level).action in wins


def score(spec: GameSpec, level: int, games: int) -> float:
    """The share of points of a level against the one two below it, in games with fixed seeds and turned seats."""
    seats = (SeatConfig("ai", level), SeatConfig("ai", level - 2))
    result = run(Match(spec.id, resolve(spec.options, {}), seats, 1, fifth_game.find), games)
    assert all(played.winners is not None for played in result.games)
    return result.standings()[0].score


@every_game
@pytest.mark.one_in(4)
def test_the_third_level_beats_the_first(spec: GameSpec) -> None:
    """The cheap part of the ladder; the whole of it is long."""
    assert score(spec, 3, FEW.get(spec.id, MANY)) >= LEAST


@pytest.mark.long
@pytest.mark.timeout(3600)
@every_game
@pytest.mark.parametrize("level", (3, 4, 5))
def test_a_level_beats_the_one_two_below(spec: GameSpec, level: int) -> None:
    assert score(spec, level, MANY) >= LEAST_AT_THE_TOP.get((spec.id, level), LEAST)
