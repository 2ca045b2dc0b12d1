"""Two threads find routes of the same length as one, and end as soon."""

import threading
from itertools import pairwise

import pytest

from game.agents.kernels import core_is_free
from game.robots.search import solver as search_module
from game.robots.search.solver import CUTS_AFTER, SLICE, Solver
from game.robots.search.tables import COMPILED
from tests.agents.robots_breadth_first import final_cells
from tests.agents.test_robots_solver import AT_ONCE, box_puzzle, compare, hard_puzzle
from tests.clocks import StopAfter


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
    solver.prepare(*box_puzzle(0))
    for told in (2, 5, 10, 20):
        stop = StopAfter(told)
        assert solver.solve(*hard_puzzle(), stop=stop, threads=2).reason == "stopped"
        assert stop.looks <= told + 4  # of both together
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
