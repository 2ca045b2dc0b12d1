"""Quoridor's figures: legal() in any position. `pytest tests/benchmarks -m benchmark -n 0 -s`."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from statistics import median

import pytest

from game.quoridor import rules
from game.quoridor.paths import distances
from game.quoridor.state import Action, State, WallPlacement, start_state

pytestmark = pytest.mark.benchmark

LEGAL_LIMIT_MS = 5.0


def random_positions(players: int, games: int) -> list[State]:
    """Every position of random games in which most actions are walls."""
    random = Random(players)
    positions = []
    for _ in range(games):
        state = start_state(players, False)
        while state.winner is None and state.ply < 90:
            positions.append(state)
            state = rules.apply(state, state.mover, _random_action(state, random))[0]
    return positions


def _random_action(state: State, random: Random) -> Action:
    actions = rules.legal(state, state.mover)
    placements = [action for action in actions if isinstance(action, WallPlacement)]
    return random.choice(placements if placements and random.random() < 0.8 else actions)


def mazes(players: int, games: int) -> list[State]:
    """Positions of games whose movers place, of a few walls, the one that makes the ways longest."""
    random = Random(players)
    positions = []
    for _ in range(games):
        state = start_state(players, False)
        while any(state.walls_left):
            placements = [a for a in rules.legal(state, state.mover) if isinstance(a, WallPlacement)]
            tried = [rules.apply(state, state.mover, a)[0] for a in random.sample(placements, min(25, len(placements)))]
            state = max(tried, key=lambda after: sum(distances(after)))
            positions.append(state)
    # One wall in hand again, so that legal() has to look at the walls in the fullest maze too.
    return positions + [_with_walls(state) for state in positions if not any(state.walls_left)]


def _with_walls(state: State) -> State:
    return State(**{name: getattr(state, name) for name in State.__slots__} | {"walls_left": (1,) * state.players})


def milliseconds(work: Callable[[], object]) -> float:
    """The best of three runs: the work itself, without what else the machine does."""
    times = []
    for _ in range(3):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return 1000 * min(times)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("kind", [random_positions, mazes])
def test_legal_is_quick_in_any_position(kind: Callable[[int, int], list[State]], players: int) -> None:
    positions = kind(players, 40)
    times = [milliseconds(lambda state=state: rules.legal(state, state.mover)) for state in positions]
    longest = max(max(distances(state)) for state in positions)
    print(
        f"\nlegal(), {players} players, {kind.__name__:<16}: {len(positions):5} positions, longest way {longest:2},"
        f" median {median(times):.3f} ms, max {max(times):.3f} ms (limit {LEGAL_LIMIT_MS} ms)"
    )
    assert max(times) <= LEGAL_LIMIT_MS
