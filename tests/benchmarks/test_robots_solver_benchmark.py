"""The robots' solver: CPU time and nodes of random and of hard puzzles. pytest tests/benchmarks -m benchmark -n 0 -s"""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from game.core.options import resolve
from game.robots import SPEC, rules
from game.robots.solver import TABLE_ENTRIES, Solution, Solver
from game.robots.state import State
from game.robots.tables import BoardTables
from game.robots.turns import target_of

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1800)]

PUZZLES = 400
LIMITS_MS = {50: 0.5, 90: 8.0, 99: 250.0, 100: 1500.0}
HARD_MOVES = range(12, 17)
HARD_PUZZLES = 12
HARD_LIMIT_S = 1.0
TABLES_LIMIT_MS = 2.0
MEBIBYTE = 1 << 20


def first_chip(reflectors: bool, seed: int) -> State:
    """A random five-robot puzzle: board, placement and chip of a game."""
    return rules.start(resolve(SPEC.options, {"reflectors": reflectors}), seed)


def timed(solver: Solver, state: State) -> tuple[float, Solution]:
    """CPU seconds and the solution."""
    started = time.process_time()
    solution = solver.solve(state.board, state.robots, target_of(state), max_moves=24)
    return time.process_time() - started, solution


def percentile(values: Sequence[float], share: int) -> float:
    """The value that `share` percent do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


@pytest.fixture(scope="module")
def solver() -> Solver:
    """A solver whose kernels are compiled and whose table is in memory."""
    solver = Solver()
    for seed in range(20):
        timed(solver, first_chip(seed % 2 == 0, seed))
    return solver


@pytest.mark.parametrize("reflectors", [False, True], ids=["plain", "reflectors"])
def test_random_puzzles(solver: Solver, reflectors: bool) -> None:
    found = [timed(solver, first_chip(reflectors, seed)) for seed in range(PUZZLES)]
    times = [seconds * 1000 for seconds, _ in found]
    nodes = [solution.nodes for _, solution in found]
    lengths = [len(solution.route) for _, solution in found if solution.route]
    print(f"\n{PUZZLES} puzzles, mean {sum(lengths) / len(lengths):.2f} moves, at most {max(lengths)}")
    for share, limit in LIMITS_MS.items():
        print(f"{share:4}%: {percentile(times, share):8.2f} ms (limit {limit:g}), {percentile(nodes, share):9} nodes")
    print(f" mean: {sum(times) / PUZZLES:8.2f} ms, {sum(nodes) // PUZZLES:19} nodes")
    assert len(lengths) == PUZZLES
    for share, limit in LIMITS_MS.items():
        assert percentile(times, share) <= limit


def test_hard_puzzles(solver: Solver) -> None:
    hard: list[tuple[float, Solution]] = []
    seed = 0
    while len(hard) < HARD_PUZZLES:
        seconds, solution = timed(solver, first_chip(seed % 2 == 0, seed))
        if solution.route and len(solution.route) in HARD_MOVES:
            hard.append((seconds, solution))
        seed += 1
    print(f"\n{HARD_PUZZLES} puzzles of {HARD_MOVES[0]} to {HARD_MOVES[-1]} moves among {seed}")
    for seconds, solution in hard:
        print(f"{len(solution.route or ()):3} moves {seconds * 1000:8.1f} ms {solution.nodes:9} nodes")
    mean = sum(seconds for seconds, _ in hard) / HARD_PUZZLES
    print(f"mean {mean:.3f} s (limit {HARD_LIMIT_S:g})")
    assert mean <= HARD_LIMIT_S


@pytest.mark.parametrize("reflectors", [False, True], ids=["plain", "reflectors"])
def test_board_tables(solver: Solver, reflectors: bool) -> None:
    tables = BoardTables()
    times = []
    for seed in range(100):
        board = first_chip(reflectors, seed).board
        started = time.process_time()
        tables.lay(board)
        times.append((time.process_time() - started) * 1000)
    print(f"\nmedian {percentile(times, 50):.2f} ms, 95% {percentile(times, 95):.2f} ms (limit {TABLES_LIMIT_MS:g})")
    assert percentile(times, 95) <= TABLES_LIMIT_MS


def test_the_tables_fit(solver: Solver) -> None:
    tables = sum(array.nbytes for array in BoardTables().slides)
    positions = TABLE_ENTRIES * 8
    print(f"\ntransposition table {positions / MEBIBYTE:.0f} MiB, slides {tables / MEBIBYTE:.1f} MiB")
    assert positions + tables <= 64 * MEBIBYTE
