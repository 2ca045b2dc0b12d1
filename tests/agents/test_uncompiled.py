"""Each game's kernels as plain Python find what they find compiled: one process without the compiler, asked by all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import pytest

from game.agents.agent import Thought
from game.agents.kernels import is_available
from game.coffee import search
from game.quoridor.search import QuoridorBrain
from game.robots.search.solver import Solver
from tests import make
from tests.agents import test_quoridor_ai as frames
from tests.agents import test_robots_every_route as every_route
from tests.agents import test_robots_solver as solver
from tests.agents.test_every_level import choose, position

pytestmark = pytest.mark.skipif(not is_available(), reason="kernels cannot be compiled here")


@pytest.fixture(scope="module")
def uncompiled() -> Iterator[ProcessPoolExecutor]:
    """A process in which no kernel is compiled."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("NUMBA_DISABLE_JIT", "1")
            assert not pool.submit(is_available).result()
        yield pool


def thought(name: str, level: int) -> Thought:
    """With its line, its score, and how many positions were looked at."""
    return replace(choose(name, position(name), level), seconds=None)


def thought_of_four(games: int) -> Thought:
    state = position("four")
    found = QuoridorBrain().choose_within(games, state, state.mover, 5, 7, None, lambda: False)
    return replace(found, seconds=None)


def routes_compared(seeds: int) -> int:
    return sum(every_route.compare(Solver(every_route.AT_ONCE), seed) for seed in range(seeds))


def robots_compared(seeds: int) -> object:
    return [solver.compare(Solver(), seed) for seed in range(seeds)]


def box_solved(seed: int) -> object:
    return Solver().solve(*solver.box_puzzle(seed)).route


@pytest.mark.parametrize(
    ("find", "given"),
    [
        (frames.follow, (4, True, 2, 8)),
        (thought, ("two", 2)),
        (thought_of_four, (30,)),
        (thought, ("coffee", 2)),
        pytest.param(thought, ("coffee", 3), marks=pytest.mark.long),
        (routes_compared, (8,)),
        (robots_compared, (6,)),
        (box_solved, (1,)),
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
    found = uncompiled.submit(choose, "coffee", position("coffee"), 5, 0, 60.0).result()
    assert found.nodes is not None and found.nodes <= search.UNCOMPILED_NODES
    assert make.go_on("coffee", position("coffee"), [found.action])
