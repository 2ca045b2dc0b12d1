"""All shortest routes: against every route there is on small boards, what counts as the same, and the limits."""

import pytest

from game.robots.board import COLOURS, HEADINGS, Board, cell_at
from game.robots.rounds import Target
from game.robots.search import graph
from game.robots.search.graph import MOST_NODES, NODES, clear
from game.robots.search.solver import Solver
from game.robots.state import Move
from tests.agents.robots_breadth_first import Small, final_cells, small_puzzle
from tests.agents.robots_every_route import TooManyError
from tests.agents.robots_every_route import classes as plain_classes
from tests.agents.test_robots_solver import AT_ONCE, RULES, box_puzzle, hard_puzzle
from tests.runs import few_or_many

MAX_MOVES = 7
MOST = 3_000  # routes that are looked at one by one
NUMBERS = {
    Move(colour, heading): (robot, turn)
    for robot, colour in enumerate(COLOURS)
    for turn, heading in enumerate(HEADINGS)
}


@pytest.fixture(scope="module")
def solver():
    return Solver(AT_ONCE)


def in_numbers(found):
    """Routes as the plain way has them."""
    return [tuple(NUMBERS[move] for move in route) for route in found.routes]


def compare(solver, seed, met=None):
    """The solver's routes are the first ones of the classes, under each rule; gives how many there were in all.

    Into `met` goes whether there were many classes, and how many orders (up to six) the moves of one had.
    """
    small = small_puzzle(seed)
    seen = 0
    for rule in RULES:
        found = solver.solve_all(small.board, small.robots, small.target, rule, most=MOST, max_moves=MAX_MOVES)
        if found.solution.route is None:
            assert not found.routes
            continue
        try:
            expected = plain_classes(small, rule, len(found.solution.route), MOST)
        except TooManyError:
            continue
        assert in_numbers(found) == [same[0] for same in expected], f"seed {seed}, rule {rule}"
        assert found.complete and found.solution.route == found.routes[0]
        seen += sum(map(len, expected))
        if met is not None:
            met.add(("classes", len(expected) > 5))
            met.update(("orders", min(6, len(same))) for same in expected)
    return seen


@few_or_many("seeds", range(100), range(1000, 21000), 1200)
def test_they_are_the_first_of_the_classes_of_all_there_are(solver, seeds):
    met: set[tuple[str, object]] = set()
    assert sum(compare(solver, seed, met) for seed in seeds) > 6.5 * len(seeds)
    assert {("classes", True), ("orders", 1), ("orders", 2), ("orders", 6)} <= met, "what must not be missed"


def test_on_whole_boards(solver):
    """Short ones, as all others would take long to look at."""
    compared = 0
    for seed in range(60):
        board, robots, target = box_puzzle(seed, reflectors=seed % 2 == 0)
        found = solver.solve_all(board, robots, target, most=MOST, max_moves=3)
        if found.routes:
            small = Small(board, robots, target, tuple(range(5)))
            expected = plain_classes(small, "own", len(found.solution.route), MOST)
            assert in_numbers(found) == [same[0] for same in expected]
            compared += 1
    assert compared > 5


def crowded(solver):
    """A puzzle with many routes, and all of them."""
    for seed in range(200):
        puzzle = box_puzzle(seed)
        found = solver.solve_all(*puzzle, most=1_000)
        if len(found.routes) >= 6:
            return puzzle, found
    raise AssertionError


def test_no_more_are_given_than_are_wanted(solver):
    puzzle, found = crowded(solver)
    number = len(found.routes)
    for most in (1, 3, number - 1):
        some = solver.solve_all(*puzzle, most=most)
        assert some.routes == found.routes[:most] and not some.complete
    assert solver.solve_all(*puzzle, most=number).complete


def test_without_room_for_all_classes_routes_of_other_moves_are_given(solver, monkeypatch):
    puzzle, found = crowded(solver)
    monkeypatch.setattr(graph, "sort_out", lambda graph, classes: -1)
    some = solver.solve_all(*puzzle, most=1_000)
    assert not some.complete and 1 < len(some.routes) <= len(found.routes)
    assert len({tuple(sorted(map(str, route))) for route in some.routes}) == len(some.routes)
    for route in some.routes:
        assert len(route) == len(found.solution.route)
        assert list(final_cells(puzzle[0], puzzle[1], route))[-1][COLOURS.index(route[-1].colour)] in puzzle[2].cells


def test_without_room_for_all_positions_the_solution_is_given(solver, monkeypatch):
    puzzle, found = crowded(solver)

    def nearly_full(graph):
        clear(graph)
        graph.counts[NODES] = MOST_NODES - 2

    monkeypatch.setattr("game.robots.search.solver.clear", nearly_full)
    some = solver.solve_all(*puzzle, most=1_000)
    assert not some.complete and some.routes == (some.solution.route,)
    assert len(some.solution.route) == len(found.solution.route)
    monkeypatch.undo()
    assert solver.solve_all(*puzzle, most=1_000).routes == found.routes


def test_when_time_is_over_the_solution_is_given(solver):
    puzzle, found = crowded(solver)
    assert solver.solve_all(*hard_puzzle(), most=5, stop=lambda: True).solution.reason == "stopped"
    some = solver.solve_all(*puzzle, most=1_000, stop=lambda: True)
    assert some.routes == (some.solution.route,) and not some.complete
    assert len(some.solution.route) == len(found.solution.route)


def test_where_there_is_no_route_none_is_given(solver):
    board, robots, target = box_puzzle(1)
    none = solver.solve_all(board, robots, Target("red", (cell_at(7, 7),)), most=5)
    assert (none.routes, none.complete, none.solution.reason) == ((), True, "unreachable")
    short = solver.solve_all(board, robots, target, most=5, max_moves=1)
    assert (short.routes, short.complete, short.solution.reason) == ((), False, "max_moves")


def test_an_arrival_that_does_not_count_may_change_places_with_another(solver):
    """Under "any", one robot reaches a target and then another one does: in either order it is one route."""
    walls = bytearray(Board(hard_puzzle()[0].walls).walls)
    robots = (cell_at(3, 0), cell_at(9, 0), cell_at(1, 8), cell_at(14, 5), cell_at(12, 11))
    target = Target("any", (cell_at(3, 15), cell_at(9, 15)))
    found = solver.solve_all(Board(bytes(walls)), robots, target, "any", most=100)
    small = Small(Board(bytes(walls)), robots, target, tuple(range(5)))
    expected = plain_classes(small, "any", 2, MOST)
    both = ((0, 2), (1, 2))
    assert both in in_numbers(found) and both[::-1] not in in_numbers(found)
    assert in_numbers(found) == [same[0] for same in expected]
