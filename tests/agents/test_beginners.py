"""Levels 1 and 2 are for those who have just heard the rules: a child wins against them, and their errors are human."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from game.agents.compiling import prepared_brain
from game.core.options import resolve
from game.quoridor import rules as quoridor
from game.quoridor.board import SearchBoard, action_of, move_of, safest
from game.quoridor.paths import distances
from game.quoridor.state import Action, PawnMove
from game.registry import find
from tests.agents.beginners import game_in_turn, quoridor_child, robots_game
from tests.contract.test_levels import won_at_once
from tests.runs import few_or_many

GAMES = 200
POSITIONS = 40
SEEDS = 5  # of the level, in each position


@pytest.mark.one_in(6)
@pytest.mark.parametrize("game", ["coffee", "star", "quoridor"])
@pytest.mark.parametrize(("level", "least", "most"), [(1, 0.65, 1.0), (2, 0.35, 0.5)])
def test_a_child_wins_two_of_three_games_against_the_first_level_and_nearly_half_against_the_second(
    game: str, level: int, least: float, most: float
) -> None:
    assert least <= sum(game_in_turn(game, level, number) for number in range(GAMES)) / GAMES <= most


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_a_beginner_wins_about_every_other_game_of_robots_against_the_first_level() -> None:
    assert 0.4 <= sum(robots_game(1, number) for number in range(GAMES)) / GAMES <= 0.7


def share(game: str, level: int, states: list[Any], errs: Callable[[Any, Any], bool]) -> float:
    """How often the actions of a level in these positions are errors."""
    spec, brain = find(game), prepared_brain(find(game))
    found = []
    for state in states:
        for seed in range(SEEDS):
            thought = brain.choose(state, spec.rules.actors(state)[0], level, seed, None, lambda: False)
            found.append(errs(state, spec.rules.parse(thought.action)))
    return sum(found) / len(found)


def misses_a_win(game: str, count: int) -> tuple[list[Any], Callable[[Any, Any], bool]]:
    positions = won_at_once(game, count)
    wins = {id(state): actions for state, actions in positions}
    text = find(game).rules.text
    return [state for state, _ in positions], lambda state, action: text(action) not in wins[id(state)]


@few_or_many("positions", 12, POSITIONS)
@pytest.mark.parametrize(
    ("game", "often"),
    [("coffee", ((0.35, 0.6), (0.01, 0.15))), ("star", ((0.2, 0.5), (0.03, 0.2))), ("quoridor", ((0, 0), (0, 0)))],
)
def test_beginners_overlook_that_they_could_win_the_less_the_higher_the_level(
    game: str, often: tuple[tuple[float, float], tuple[float, float]], positions: int
) -> None:
    missed = misses_a_win(game, positions)
    for level, (least, most) in zip((1, 2), often, strict=True):
        assert least <= share(game, level, *missed) <= most
    assert share(game, 3, *missed) == 0


def runs(count: int) -> Iterator[Any]:
    """The positions of games of Quoridor in which both run, and lay a wall anywhere now and then."""
    for number in range(count):
        random, state = Random(number), quoridor.start(resolve(find("quoridor").options, {}), number)
        while quoridor.outcome(state) is None:
            yield state
            state = quoridor.apply(state, state.mover, quoridor_child(state, state.mover, random))[0]


def stops(state: Any) -> set[Action]:
    """What keeps the other from arriving with its next step, where not everything does; nothing where nothing can."""
    moves = [move_of(action) for action in quoridor.legal(state, state.mover)]
    board = SearchBoard(state)
    kept = safest(board, moves)
    return {action_of(move) for move in kept} if len(kept) < len(moves) else set()


def test_beginners_overlook_that_the_other_arrives_the_less_the_higher_the_level() -> None:
    near = (state for state in runs(4 * POSITIONS) if min(distances(state)) > 0 and distances(state)[state.mover] > 1)
    threatened = list(islice(((state, found) for state in near if (found := stops(state))), POSITIONS))
    assert len(threatened) == POSITIONS
    ways = {id(state): found for state, found in threatened}
    states = [state for state, _ in threatened]
    overlooked = [
        share("quoridor", level, states, lambda state, action: action not in ways[id(state)]) for level in (1, 2, 3)
    ]
    assert 0.4 <= overlooked[0] <= 0.8 and 0.1 <= overlooked[1] <= 0.45 and overlooked[2] <= 0.1


def test_no_step_of_a_beginner_leads_away_from_its_goal_while_another_does_not() -> None:
    states = [state for state in runs(6) if state.ply % 3 == 0]

    def goes_back(state: Any, action: Action) -> bool:
        here = distances(state)[state.mover]
        steps = [found for found in quoridor.legal(state, state.mover) if isinstance(found, PawnMove)]
        after = {step: quoridor.apply(state, state.mover, step)[0] for step in steps}
        lengths = {
            step: 0 if found.winner is not None else distances(found)[state.mover] for step, found in after.items()
        }
        return isinstance(action, PawnMove) and lengths[action] > max(here, min(lengths.values()))

    assert share("quoridor", 1, states, goes_back) == share("quoridor", 2, states, goes_back) == 0
