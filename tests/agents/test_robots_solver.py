"""The solver against breadth-first search on small boards full of reflectors, and its limits."""

import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

from game.core.options import resolve
from game.robots import SPEC, rules
from game.robots.arrival import Target, arrives, counts, one_move_arrival
from game.robots.board import COLOURS, SIZE, Board, cell_at
from game.robots.deepening import arrange
from game.robots.solver import Solver
from game.robots.tables import numbers
from game.robots.turns import target_of
from tests.agents.robots_breadth_first import final_cells, shortest, small_puzzle

RULES = ("own", "any", "turn")
MAX_MOVES = 9
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def solver():
    return Solver()


def compare(solver, seed):
    """Solver and reference agree on a small puzzle under each rule; gives whether a one-move arrival existed."""
    small = small_puzzle(seed)
    one_move = one_move_arrival(small.board, small.robots, small.target)
    for rule in RULES if one_move else RULES[:1]:
        solution = solver.solve(small.board, small.robots, small.target, rule, max_moves=MAX_MOVES)
        expected = shortest(small, rule, MAX_MOVES)
        assert (solution.route and len(solution.route)) == expected, f"seed {seed}, rule {rule}"
        if solution.route:
            check_route(small.board, small.robots, small.target, solution.route, one_move, rule)
    return one_move


def check_route(board, robots, target, route, one_move, rule):
    """The route is playable, ends with an arrival that counts, and none counts before."""
    for number, after in enumerate(final_cells(board, robots, route), 1):
        move = route[number - 1]
        there = arrives(target, move, after[COLOURS.index(move.colour)])
        assert (there and counts(route[:number], one_move, rule)) == (number == len(route))


def test_it_agrees_with_breadth_first_search(solver):
    bitten = sum(compare(solver, seed) for seed in range(150))
    assert bitten > 20


@pytest.mark.parametrize("seed", [4496, 14950, 17983, 25643])
def test_one_position_reached_by_different_headings_is_two_for_the_rule_of_the_turn(solver, seed):
    assert compare(solver, seed)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_it_agrees_with_breadth_first_search_on_thousands(solver):
    bitten = sum(compare(solver, seed) for seed in range(1000, 9000))
    assert bitten > 1000


def test_silver_reflectors_and_a_robot_on_a_reflector_are_met():
    """What the comparison must not miss is among its puzzles."""
    puzzles = [small_puzzle(seed) for seed in range(400)]
    assert any(reflector.colour == "silver" for small in puzzles for reflector in small.board.reflectors.values())
    assert any(set(small.robots) & set(small.board.reflectors) for small in puzzles)
    assert any(len(small.target.cells) == 2 for small in puzzles)
    assert any(small.target.colour == "any" for small in puzzles)
    assert any(set(small.robots) & set(small.target.cells) for small in puzzles)


def box_puzzle(seed, **options):
    """Board, robots and target of a game's first chip."""
    state = rules.start(resolve(SPEC.options, options), seed)
    return state.board, state.robots, target_of(state)


def test_routes_on_whole_boards_can_be_played(solver):
    for seed in range(60):
        board, robots, target = box_puzzle(seed, reflectors=seed % 2 == 0)
        solution = solver.solve(board, robots, target, seconds=5)
        assert solution.route and solution.reason == "" and solution.nodes > 0
        one_move = one_move_arrival(board, robots, target)
        check_route(board, robots, target, solution.route, one_move, "own")


def test_a_route_begun_is_carried_on(solver):
    """After any first moves the rest is the shortest that counts together with them."""
    for seed in range(1000, 1200):
        small = small_puzzle(seed)
        one_move = one_move_arrival(small.board, small.robots, small.target)
        for rule in RULES if one_move else RULES[:1]:
            route = solver.solve(small.board, small.robots, small.target, rule, max_moves=MAX_MOVES).route or ()
            for made, robots in enumerate(list(final_cells(small.board, small.robots, route))[:-1], 1):
                rest = solver.solve(
                    small.board, robots, small.target, rule, made=route[:made], one_move=one_move, max_moves=MAX_MOVES
                ).route
                assert len(rest) == len(route) - made
                check_route(small.board, small.robots, small.target, route[:made] + rest, one_move, rule)


@pytest.mark.parametrize("alike", [1, 2, 3, 5])
def test_only_robots_that_slide_alike_are_interchangeable(alike):
    """Those from a number on are kept in the order of their cells, whichever of them moves and wherever to."""
    cells = [7, 31, 100, 200, 255]
    others = [0, 50, 150, 220, 254]
    for before in permutations(cells):
        start = [*before[:alike], *sorted(before[alike:])]
        for robot in range(5):
            for cell in others:
                stack = numbers([*start, *([0] * 5)])
                arrange(stack, 0, 5, robot, cell, alike)
                expected = [*start[:robot], cell, *start[robot + 1 :]]
                assert list(stack[5:]) == [*expected[:alike], *sorted(expected[alike:])]


def test_robots_with_reflectors_of_their_own_do_not_slide_alike(solver):
    for seed in range(20):
        board, robots, target = box_puzzle(seed)
        solver.solve(board, robots, target)
        owners = {COLOURS.index(reflector.colour) for reflector in board.reflectors.values()}
        for candidate in solver._candidates(robots, target, set(COLOURS)):
            alike = candidate.robots[candidate.alike :]
            assert set(alike) == set(range(5)) - owners - {candidate.robots[0]}


def test_the_order_of_puzzles_does_not_matter(solver):
    """What one puzzle left in the tables is never taken for another's."""
    puzzles = [box_puzzle(seed) for seed in range(12)]
    alone = [len(Solver().solve(*puzzle).route) for puzzle in puzzles[:3]]
    first = [len(solver.solve(*puzzle).route) for puzzle in puzzles]
    again = [len(solver.solve(*puzzle).route) for puzzle in reversed(puzzles)]
    assert first == again[::-1] and first[:3] == alone


def test_a_target_behind_walls_is_unreachable(solver):
    board, robots, _ = box_puzzle(1)
    solution = solver.solve(board, robots, Target("red", (cell_at(7, 7),)))
    assert (solution.route, solution.reason) == (None, "unreachable")


def test_it_stops_at_the_limits(solver):
    board, robots, target = next(
        puzzle for puzzle in map(box_puzzle, range(100)) if len(solver.solve(*puzzle).route) >= 8
    )
    length = len(solver.solve(board, robots, target).route)
    assert solver.solve(board, robots, target, max_moves=length - 1).reason == "max_moves"
    assert solver.solve(board, robots, target, max_moves=1).reason == "max_moves"
    assert len(solver.solve(board, robots, target, max_moves=length).route) == length


def test_it_gives_up_when_told_to(solver):
    walls = bytes(
        (y == 0) | (x == SIZE - 1) * 2 | (y == SIZE - 1) * 4 | (x == 0) * 8 for y in range(SIZE) for x in range(SIZE)
    )
    nothing_to_stop_at = Board(walls), (0, 1, 2, 3, 4), Target("red", (cell_at(6, 9),))
    assert solver.solve(*nothing_to_stop_at, seconds=0.0).reason == "seconds"
    assert solver.solve(*nothing_to_stop_at, stop=lambda: True).reason == "stopped"


def test_robots_that_may_not_move_do_not(solver):
    for seed in range(20):
        board, robots, target = box_puzzle(seed)
        colour = target.robots[0]
        solution = solver.solve(board, robots, Target(colour, target.cells), max_moves=12, movable=[colour])
        assert all(move.colour == colour for move in solution.route or ())


def test_uncompiled_kernels_find_the_same():
    code = """
from game.robots.tables import COMPILED
from tests.agents.test_robots_solver import Solver, box_puzzle, compare
assert not COMPILED
solver = Solver()
for seed in range(12):
    compare(solver, seed)
print(*(len(solver.solve(*box_puzzle(seed)).route) for seed in range(4)))
"""
    environment = dict(os.environ, NUMBA_DISABLE_JIT="1")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, env=environment)
    assert done.returncode == 0, done.stderr
    solver = Solver()
    assert done.stdout.split() == [str(len(solver.solve(*box_puzzle(seed)).route)) for seed in range(4)]
