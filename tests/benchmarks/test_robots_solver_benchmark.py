"""The robots' solver: CPU time and states entered, by kinds of puzzles. How hard random set-ups are, and what their
solving costs; and how often each level wins against the one below. pytest tests/benchmarks -m benchmark -n 0 -s

KISSATEN_PUZZLES names a file of puzzles to take instead, one a line as JSON with `kind` (plain, reflectors, hard) and
`optimal`. Run it in another checkout with the same file to compare solvers.
"""

from __future__ import annotations

import json
import math
import os
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from game.agents.kernels import core_is_free
from game.core.options import resolve
from game.core.record import SeatConfig
from game.robots import SPEC, rules
from game.robots.bidding import MOST_ROUTES
from game.robots.puzzle import RoutePuzzle, read_puzzle, write_puzzle
from game.robots.rounds import target_of
from game.robots.search.bounds import new_cuts
from game.robots.search.graph import new_classes, new_graph
from game.robots.search.solver import LASTS_SECONDS, TABLE_ENTRIES, Solver
from game.robots.search.tables import BoardTables
from game.robots.state import State
from game.tournament.match import Match
from game.tournament.runner import run

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1800)]

PUZZLES = 200
WARM = 20
HARD_MOVES = range(12, 19)
HARD_PUZZLES = 20
MEAN_LIMITS_MS = {"plain": 2.5, "reflectors": 1.5, "hard": 450.0}
MOST_LIMITS_MS = {"plain": 45.0, "reflectors": 15.0, "hard": 4000.0}  # for 99 of 100, and for all of the hard ones
TABLES_LIMIT_MS = 2.0
REPEATS = 4
LEAST_GAIN = 1.4  # of two threads, with puzzles that one takes more than a second for
MEBIBYTE = 1 << 20


def first_chip(reflectors: bool, seed: int) -> State:
    """A random five-robot puzzle: board, placement and chip of a game."""
    return rules.start(resolve(SPEC.options, {"reflectors": reflectors}), seed)


def puzzle_of(state: State) -> dict[str, Any]:
    """The puzzle of a game's first chip."""
    return write_puzzle(state.board, state.robots, target_of(state))


def puzzles_of(kind: str) -> list[dict[str, Any]]:
    """The puzzles of a kind: those of the file that is named, or random ones."""
    if "KISSATEN_PUZZLES" in os.environ:
        lines = Path(os.environ["KISSATEN_PUZZLES"]).read_text(encoding="utf-8").splitlines()
        return [puzzle for puzzle in map(json.loads, lines) if puzzle["kind"] == kind]
    if kind != "hard":
        return [puzzle_of(first_chip(kind == "reflectors", seed)) for seed in range(PUZZLES)]
    solver, seed = Solver(), 0
    hard: list[dict[str, Any]] = []
    while len(hard) < HARD_PUZZLES:
        state = first_chip(seed % 2 == 0, seed)
        route = solver.solve(state.board, state.robots, target_of(state)).route
        if route and len(route) in HARD_MOVES:
            hard.append(puzzle_of(state))
        seed += 1
    return hard


def percentile(values: Sequence[float], share: int) -> float:
    """The value that `share` percent do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


@pytest.mark.parametrize("kind", ["plain", "reflectors", "hard"])
def test_puzzles(kind: str) -> None:
    """By processor time, after some puzzles that warm the caches up."""
    solver, times, moves, nodes = Solver(), list[float](), list[int](), list[int]()
    puzzles = puzzles_of(kind)
    for given in [*(puzzle_of(first_chip(seed % 2 == 0, seed)) for seed in range(WARM)), *puzzles]:
        puzzle = read_puzzle(given)
        started = time.process_time()
        found = solver.solve(puzzle.board, puzzle.robots, puzzle.target, max_moves=30, seconds=100)
        times.append((time.process_time() - started) * 1000)
        moves.append(len(found.route or ()))
        nodes.append(found.nodes)
    times, moves = times[WARM:], moves[WARM:]
    shares = ", ".join(f"{share}% {percentile(times, share):.2f}" for share in (50, 90, 99, 100))
    print(f"\n{len(moves)} {kind} puzzles, mean {sum(moves) / len(moves):.2f} moves, at most {max(moves)}")
    print(f"{shares}, mean {sum(times) / len(times):.2f} ms, {sum(nodes[WARM:]):,} nodes", flush=True)
    assert all(moves)
    assert [puzzle.get("optimal", number) for puzzle, number in zip(puzzles, moves, strict=True)] == moves
    assert sum(times) / len(times) <= MEAN_LIMITS_MS[kind]
    assert percentile(times, 99) <= MOST_LIMITS_MS[kind]


def fastest(solver: Solver, puzzle: RoutePuzzle, threads: int) -> tuple[float, int]:
    """The seconds on the clock of the fastest of some solutions, and the number of moves."""
    seconds, moves = math.inf, 0
    for _ in range(REPEATS):
        started = time.perf_counter()
        found = solver.solve(puzzle.board, puzzle.robots, puzzle.target, threads=threads)
        seconds, moves = min(seconds, time.perf_counter() - started), len(found.route or ())
    return seconds, moves


def test_two_threads() -> None:
    """By the clock: only on a machine with two cores and nothing else to do."""
    if not core_is_free():
        pytest.skip("no core is free")
    solver, gains = Solver(), []
    for puzzle in map(read_puzzle, puzzles_of("hard")):
        one, moves = fastest(solver, puzzle, 1)
        two, same = fastest(solver, puzzle, 2)
        assert moves == same
        if one > LASTS_SECONDS:
            print(
                f"\n{moves} moves: {one * 1000:.0f} ms, with two threads {two * 1000:.0f} ms, {one / two:.2f}", end=""
            )
        if one > 1.0:
            gains.append(one / two)
    assert all(gain >= LEAST_GAIN for gain in gains)


@pytest.mark.parametrize("reflectors", [False, True], ids=["plain", "reflectors"])
def test_board_tables(reflectors: bool) -> None:
    tables = BoardTables()
    times = []
    for seed in range(120):
        board = first_chip(reflectors, seed).board
        started = time.process_time()
        tables.lay(board)
        times.append((time.process_time() - started) * 1000)
    times = times[WARM:]
    print(f"\nmedian {percentile(times, 50):.2f} ms, 95% {percentile(times, 95):.2f} ms (limit {TABLES_LIMIT_MS:g})")
    assert percentile(times, 95) <= TABLES_LIMIT_MS


def test_the_tables_fit() -> None:
    slides = sum(array.nbytes for array in BoardTables().slides)
    cuts = 5 * sum(array.nbytes for array in new_cuts())
    positions = TABLE_ENTRIES * 8
    sizes = ", ".join(f"{size / MEBIBYTE:.1f}" for size in (positions, slides, cuts))
    print(f"\ntransposition table, slides and bounds: {sizes} MiB")
    graph, classes = (sum(array.nbytes for array in arrays) for arrays in (new_graph(), new_classes()))
    print(f"all shortest routes: {graph / MEBIBYTE:.1f}, {classes / MEBIBYTE:.1f} MiB")
    assert positions + slides + cuts + graph + classes <= 64 * MEBIBYTE


MANY, SOME = 10_000, 1_000  # set-ups
DEEPEST = 20
ROUNDS = 200
EVEN = (0.6, 0.85)  # the share of chips that a level wins against the one below it
AT_THE_BOTTOM = (0.6, 0.95)  # and the second against the first, which beginners are to beat
SECONDS = 60  # for one puzzle; as good as no limit, but a hanging search would show


def moves(solver: Solver, state: State) -> int:
    """The number of moves that the first chip takes; 0 where more than DEEPEST."""
    rule = state.settings.one_move_rule
    found = solver.solve(state.board, state.robots, target_of(state), rule, max_moves=DEEPEST, seconds=SECONDS)
    assert found.reason != "seconds"
    return len(found.route or ())


def routes(solver: Solver, state: State) -> int:
    """How many shortest routes there are."""
    return len(solver.solve_all(state.board, state.robots, target_of(state), most=MOST_ROUTES).routes)


@pytest.mark.parametrize(
    ("what", "options", "count", "limit"),
    [
        (moves, {"reflectors": True}, SOME, 60),
        (moves, {"reflectors": False}, SOME, 60),
        (moves, {"sheets": "generated"}, SOME, 60),
        (moves, {"players": 1}, MANY, 60),
        (routes, {"players": 1}, MANY, 300),
    ],
)
def test_set_ups_are_neither_trivial_nor_hopeless(
    what: Callable[[Solver, State], int], options: dict[str, Any], count: int, limit: float
) -> None:
    solver, complete = Solver(), resolve(SPEC.options, options)
    first = rules.start(complete, 0)
    solver.prepare(first.board, first.robots, target_of(first))
    spent, found = 0.0, Counter[int]()
    for seed in range(count):
        state = rules.start(complete, seed)
        started = time.thread_time()
        found[what(solver, state)] += 1
        spent += time.thread_time() - started
    unsolved = found.pop(0, 0)
    mean = statistics.fmean(found.elements())
    print(f"\n{options}: {what.__name__} of {count} in {spent:.1f} s, mean {mean:.2f}, {unsolved} unsolved")
    for number, often in sorted(found.items()):
        print(f"{number:3} {often:4} {'#' * (often * 250 // count)}")
    assert spent <= limit and unsolved < 0.03 * count
    assert what is routes or 5 <= mean <= 7.5


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_each_level_beats_the_one_below_by_about_as_much(level: int) -> None:
    """In virtual time, by games to one chip, with new sheets and robots each; what nobody wins is drawn again."""
    options = resolve(SPEC.options, {"chips_to_win": 1})
    seats = (SeatConfig("ai", level), SeatConfig("ai", level - 1))
    result = run(Match(SPEC.id, options, seats, 1000), ROUNDS)
    print(f"\n{result.table()}")
    stronger, weaker = result.standings()
    assert stronger.wins + weaker.wins == ROUNDS
    low, high = AT_THE_BOTTOM if level == 2 else EVEN
    assert low <= stronger.score <= high
