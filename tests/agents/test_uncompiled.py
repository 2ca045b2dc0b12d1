"""Each game's kernels as plain Python find what they find compiled: one process without the compiler, asked by all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from game.agents.kernels import is_available
from game.coffee import search
from game.quoridor.analysis import deepen
from game.quoridor.frames import perft
from game.quoridor.search import QuoridorBrain
from game.quoridor.state import start_state
from game.robots.search.solver import Solver
from tests.agents import test_coffee_ai as coffee
from tests.agents import test_quoridor_kernels as frames
from tests.agents import test_quoridor_net as network
from tests.agents import test_quoridor_pvs as two
from tests.agents import test_robots_every_route as every_route
from tests.agents import test_robots_solver as solver
from tests.make import go_on
from tests.rules.coffee_ascii import play as played

pytestmark = pytest.mark.skipif(not is_available(), reason="kernels cannot be compiled here")


@pytest.fixture(scope="module")
def uncompiled() -> Iterator[ProcessPoolExecutor]:
    """A process in which no kernel is compiled."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("NUMBA_DISABLE_JIT", "1")
            assert not pool.submit(is_available).result()
        yield pool


def leaves(players: int) -> int:
    return perft(start_state(players, False), 1)


def network_sees(seed: int) -> object:
    look = network.Look(network.random_position(seed))
    numbers = network.net.load()
    return look.features(), look.correction(numbers), look.score(numbers)


def two_found(seed: int) -> object:
    analysis = two.analysis_of(two.random_position(seed), nodes=300, size_bits=10)
    found = deepen(analysis, analysis.branches[0])
    return found.best.move, found.value, found.depth, analysis.nodes


def four_played(plies: int) -> object:
    state, told = start_state(4, True), []
    for _ in range(plies):
        thought = QuoridorBrain().choose_within(16, state, state.mover, 5, 7, None, lambda: False)
        told.append((thought.action, thought.score, thought.depth, thought.nodes, thought.pv))
        state = go_on("quoridor", state, thought.action)
    return told


def routes_compared(seeds: int) -> int:
    return sum(every_route.compare(Solver(every_route.AT_ONCE), seed) for seed in range(seeds))


def robots_compared(seeds: int) -> object:
    return [solver.compare(Solver(), seed) for seed in range(seeds)]


def box_solved(seed: int) -> object:
    return Solver().solve(*solver.box_puzzle(seed)).route


def coffee_thought(level: int) -> tuple[Any, ...]:
    thought = coffee.choose(played(coffee.start(), "c3h", "c4d", "b3u"), level, seed=1)
    return thought.action, thought.score, thought.depth, thought.nodes


@pytest.mark.parametrize(
    ("find", "given"),
    [
        (frames.follow, (2, False, 0, 12)),
        (frames.follow, (4, False, 1, 8)),
        (frames.follow, (4, True, 2, 8)),
        (leaves, (2,)),
        (network_sees, (3,)),
        (two_found, (1,)),
        (four_played, (4,)),
        (routes_compared, (8,)),
        (robots_compared, (6,)),
        (box_solved, (1,)),
        (coffee_thought, (2,)),
        pytest.param(coffee_thought, (3,), marks=pytest.mark.long),
    ],
    ids=lambda value: value.__name__ if callable(value) else None,
)
def test_kernels_as_plain_python_find_the_same(
    uncompiled: ProcessPoolExecutor, find: Callable[..., object], given: tuple[Any, ...]
) -> None:
    found = find(*given)
    assert found and uncompiled.submit(find, *given).result() == found


@pytest.mark.long
def test_without_the_compiler_coffees_best_level_looks_at_fewer_positions(uncompiled: ProcessPoolExecutor) -> None:
    action, _, _, nodes = uncompiled.submit(coffee_thought, 5).result()
    assert nodes <= search.UNCOMPILED_NODES
    assert played(coffee.start(), "c3h", "c4d", "b3u", action)
