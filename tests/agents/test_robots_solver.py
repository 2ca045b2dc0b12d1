"""The solver against breadth-first search on small boards full of reflectors, and its limits. Two threads find
routes of the same length as one, and end as soon."""

import threading
from itertools import pairwise, permutations
from random import Random

import pytest

from game.agents.kernels import core_is_free
from game.core.options import resolve
from game.robots import SPEC, rules
from game.robots.board import CELLS, COLOURS, SIZE, Board, cell_at, legal_slides, move_robot
from game.robots.rounds import Target, arrives, counts, one_move_arrival, target_of
from game.robots.search import solver as search_module
from game.robots.search.bounds import (
    BESIDE,
    CUT,
    DEPTHS,
    MET,
    REACH,
    STOPPED,
    SUPPORTS,
    Aims,
    begin,
    may_be_solved,
    new_cuts,
)
from game.robots.search.deepening import arrange
from game.robots.search.solver import CUTS_AFTER, SLICE, Solver
from game.robots.search.tables import COMPILED, BoardTables, numbers
from game.robots.state import OneMoveRule
from tests.agents.robots_breadth_first import final_cells, shortest, small_puzzle
from tests.clocks import StopAfter
from tests.runs import few_or_many

RULES: tuple[OneMoveRule, ...] = ("own", "any", "turn")
MAX_MOVES = 9
ALL_WALLS = 15


AT_ONCE = 0  # nodes after which bounds are used
NEVER = 1 << 60
# In each of these a bound that leaves out one of its cases, or an order of moves that looks at too little, goes wrong.
TELLING = (0, 101, 170, 227, 1553, 2041)


@pytest.fixture(scope="module")
def solver():
    """One that cuts from the first node of every iteration, where another one waits until it is worth the time."""
    return Solver(AT_ONCE)


def compare(solver, seed, threads=1):
    """Solver and reference agree on a small puzzle under each rule; gives whether a one-move arrival existed."""
    small = small_puzzle(seed)
    one_move = one_move_arrival(small.board, small.robots, small.target)
    for rule in RULES if one_move else RULES[:1]:
        puzzle = small.board, small.robots, small.target
        solution = solver.solve(*puzzle, rule, max_moves=MAX_MOVES, threads=threads)
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


def others_reach(board, robots, robot, most):
    """By number of moves up to `most`: the cells that robots but this one can be on after so many, by the rules."""
    reached = [set(robots) - {robots[robot]}]
    layer = {robots}
    for _ in range(most):
        layer |= {
            move_robot(before, found)
            for before in layer
            for found in legal_slides(board, before)
            if found.colour != COLOURS[robot]
        }
        reached.append({cell for after in layer for cell in after[:robot] + after[robot + 1 :]})
    return reached


@pytest.mark.one_in(8)
@pytest.mark.parametrize("seed", [*range(30), *range(100, 500)])
def test_no_support_that_others_reach_in_time_is_missed(seed):
    """On whole boards, and in small rooms full of reflectors: the target robot stays, one cell is wanted at a time."""
    if seed < 100:
        board, robots, _ = box_puzzle(seed, reflectors=seed % 2 == 0)
        robots = final_position(board, robots, seed)
    else:
        board = small_puzzle(seed).board
        room = [cell for cell in range(CELLS) if board.walls[cell] != ALL_WALLS]
        robots = tuple(Random(seed).sample(room, 5))
    check_reach(board, robots, robot=seed % 5, most=3 if seed < 100 else 4)


def check_reach(board, robots, robot, most):
    """Wherever a robot wants another one, that is held possible in the moves in which it is."""
    left = 10
    tables, cuts = BoardTables(), new_cuts()
    tables.lay(board)
    order = [robot, *(other for other in range(5) if other != robot)]
    behaviours = numbers([tables.behaviours[other] for other in order])
    begin(tables.slides, Aims(tables).aim(robot, [robots[robot]]), behaviours, cuts)
    home, *others = (robots[other] for other in order)
    for moves, cells in enumerate(others_reach(board, robots, robot, most)):
        cuts.least[home] = left - moves
        for cell in cells:
            want(cuts, home, range(left - moves, left + 1), cell)
            assert may_be_solved(cuts, home, left, *others), f"{cell} in {moves} moves"


def want(cuts, home, numbers_of_moves, cell):
    """Write the records of a target robot that stays on `home` until a robot stands on `cell`."""
    beside = list(cuts.reach[home * REACH + STOPPED : home * REACH + STOPPED + 4])
    support = [1 << (cell & 63) if word == cell >> 6 else 0 for word in range(4)]
    if COMPILED:  # words have a sign there
        support = [word - (1 << 64) if word >> 63 else word for word in support]
    met = [word & other for word, other in zip(support, beside, strict=True)]
    for moves in numbers_of_moves:
        for row in range((home * DEPTHS + moves) * 2 * CUT, (home * DEPTHS + moves + 1) * 2 * CUT, CUT):
            for place, words in ((SUPPORTS, support), (MET, met), (BESIDE, beside)):
                for word in range(4):
                    cuts.rows[row + place + word] = words[word]


def final_position(board, robots, seed):
    """The robots after some moves by chance: nearer to each other than at first."""
    random = Random(seed)
    for _ in range(12):
        robots = move_robot(robots, random.choice(legal_slides(board, robots)))
    return robots


@few_or_many("seeds", range(200), range(1000, 31000), 3600)
def test_it_agrees_with_breadth_first_search(solver, seeds):
    bitten = sum(compare(solver, seed) for seed in seeds)
    assert bitten > len(seeds) / 8


@pytest.mark.parametrize("seed", TELLING)
def test_no_bound_and_no_order_leaves_a_route_out(solver, seed):
    compare(solver, seed)


@pytest.mark.parametrize("seed", [4496, 14950, 17983, 25643])
def test_one_position_reached_by_different_headings_is_two_for_the_rule_of_the_turn(solver, seed):
    assert compare(solver, seed)


def test_bounds_change_no_answer_on_whole_boards_and_routes_can_be_played(solver):
    """And spare nearly nine of ten positions."""
    without, nodes = Solver(NEVER), [0, 0]
    for seed in range(80):
        board, robots, target = box_puzzle(seed, reflectors=seed % 2 == 0)
        bounded, plain = (each.solve(board, robots, target, max_moves=10) for each in (solver, without))
        assert bounded.reason == plain.reason
        assert len(bounded.route or ()) == len(plain.route or ())
        assert 0 < bounded.nodes <= plain.nodes
        nodes = [nodes[0] + bounded.nodes, nodes[1] + plain.nodes]
        if bounded.route:
            one_move = one_move_arrival(board, robots, target)
            check_route(board, robots, target, bounded.route, one_move, "own")
    assert nodes[0] < 0.12 * nodes[1]


def box_puzzle(seed, **options):
    """Board, robots and target of a game's first chip."""
    state = rules.start(resolve(SPEC.options, options), seed)
    return state.board, state.robots, target_of(state)


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


def test_preparing_calls_every_kernel(monkeypatch):
    """What is not compiled then would be while somebody waits."""
    called = set()
    for module, name in ((search_module, "begin"), (search_module, "grow"), (search_module, "search")):
        kernel = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *given, name=name, kernel=kernel: called.add(name) or kernel(*given))
    solver = Solver()
    solver.prepare(*box_puzzle(0))
    assert called == {"begin", "grow", "search"}
    called.clear()
    solver.solve(*box_puzzle(3))
    assert called == {"search"}


def test_the_order_of_puzzles_does_not_matter(solver):
    """What one puzzle left in the tables is never taken for another's."""
    puzzles = [box_puzzle(seed) for seed in range(12)]
    alone = [len(Solver().solve(*puzzle).route) for puzzle in puzzles[:3]]
    first = [len(solver.solve(*puzzle).route) for puzzle in puzzles]
    again = [len(solver.solve(*puzzle).route) for puzzle in reversed(puzzles)]
    assert first == again[::-1] and first[:3] == alone


def test_it_stops_at_the_limits_and_what_was_searched_is_a_bound(solver):
    board, robots, target = next(
        puzzle for puzzle in map(box_puzzle, range(100)) if len(solver.solve(*puzzle).route) >= 8
    )
    length = len(solver.solve(board, robots, target).route)
    for most in (1, 5, length - 1):
        found = solver.solve(board, robots, target, max_moves=most)
        assert (found.reason, found.at_least) == ("max_moves", most + 1)
    found = solver.solve(board, robots, target, max_moves=length)
    assert len(found.route) == found.at_least == length
    early = Solver(NEVER).solve(*hard_puzzle(), seconds=0.1)
    assert early.reason == "seconds" and 5 < early.at_least <= 30


def hard_puzzle():
    """One of 15 moves, which takes some seconds: nothing stops a robot but the border and the others."""
    walls = bytes(
        (y == 0) | (x == SIZE - 1) * 2 | (y == SIZE - 1) * 4 | (x == 0) * 8 for y in range(SIZE) for x in range(SIZE)
    )
    return Board(walls), (0, 1, 2, 3, 4), Target("red", (cell_at(6, 9),))


def ends_soon(solver, threads=1):
    """Each thread asks once more at the most; how long that takes is in tests/benchmarks."""
    solver.prepare(*box_puzzle(0))
    for told in (2, 5, 10, 20):
        stop = StopAfter(told)
        assert solver.solve(*hard_puzzle(), stop=stop, threads=threads).reason == "stopped"
        assert stop.looks <= told + 2 * threads


def test_a_search_ends_soon_after_it_is_told_to(solver):
    ends_soon(solver)


def test_robots_that_may_not_move_do_not(solver):
    for seed in range(20):
        board, robots, target = box_puzzle(seed)
        colour = target.robots[0]
        solution = solver.solve(board, robots, Target(colour, target.cells), max_moves=12, movable=[colour])
        assert all(move.colour == colour for move in solution.route or ())


class Helped(Solver):
    """One that a second thread helps in each iteration that takes more than a few nodes; `seconds` has them all."""

    def __init__(self, cuts_after=AT_ONCE, slice_nodes=5):
        self.seconds = []
        super().__init__(cuts_after, slice_nodes=slice_nodes, may_help=self.helps)

    def helps(self, seconds):
        self.seconds.append(seconds)
        return True


def test_small_boards_have_the_same_optimum():
    solver = Helped()
    for seed in range(200):
        compare(solver, seed, threads=2)
    assert len(solver.seconds) > 50


def test_whole_boards_have_the_same_optimum_and_the_same_routes():
    one, two = Solver(), Helped()
    for seed in range(60):
        board, robots, target = box_puzzle(seed, reflectors=seed % 2 == 0)
        expected = one.solve_all(board, robots, target, most=100)
        found = two.solve_all(board, robots, target, most=100, threads=2)
        assert found.routes == expected.routes and found.complete
        alone = two.solve(board, robots, target, threads=2).route
        assert len(alone) == len(expected.solution.route)
        assert list(final_cells(board, robots, alone))
    assert len(two.seconds) > 60
    assert not [thread for thread in threading.enumerate() if thread.name == "kissaten-solver"]


def test_nothing_is_given_up_before_both_have_searched_in_vain(monkeypatch):
    """The second one takes some nodes, and goes on with them only when it is waited for."""
    waited = []

    class Slow:
        def __init__(self, step):
            self._step = step
            self.found = step()

        def wait(self, seconds):
            waited.append(seconds)
            self.found = self._step()

        def end(self):
            pass

    monkeypatch.setattr(search_module, "SecondThread", Slow)
    one, two = Solver(slice_nodes=40), Helped(slice_nodes=40)
    for seed in range(60):
        puzzle = box_puzzle(seed)
        assert len(two.solve(*puzzle, threads=2).route) == len(one.solve(*puzzle).route)
    assert len(waited) > 20


@pytest.mark.skipif(not COMPILED, reason="kernels do not run beside each other")
def test_both_threads_end_soon_after_they_are_told_to():
    solver = Helped(CUTS_AFTER, SLICE)
    ends_soon(solver, threads=2)
    assert solver.seconds


LOADS = [(0.2, 2, True), (1.4, 2, True), (1.9, 2, False), (0.0, 1, False), (None, 2, True)]


@pytest.mark.skipif(not COMPILED, reason="kernels do not run beside each other")
@pytest.mark.parametrize(("load", "cores", "free"), LOADS)
def test_a_core_is_free_where_one_is_idle(load, cores, free):
    assert core_is_free(lambda: cores, lambda: load) == free


def test_one_thread_starts_no_other():
    solver = Helped(CUTS_AFTER)
    solver.solve(*box_puzzle(7))
    assert not solver.seconds
    monotone = [solver.solve(*box_puzzle(7)).route for _ in range(3)]
    assert all(before == after for before, after in pairwise(monotone))
