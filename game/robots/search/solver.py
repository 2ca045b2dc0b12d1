"""The shortest route for any puzzle: iterative deepening (Korf 1985) with a bound, over kernels."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from game.robots.board import COLOURS, Board, Robots
from game.robots.search.bounds import FAR, Aims, Cuts, new_cuts
from game.robots.search.deepening import DEEPEST, GENERATIONS
from game.robots.search.graph import MOVES, Classes, Graph, first_routes, in_order, new_classes, new_graph
from game.robots.search.quest import AllRoutes, Attempt, Candidate, Quest, Solution
from game.robots.search.tables import COMPILED, BoardTables, zeros
from game.robots.state import Move, OneMoveRule
from game.robots.turns import FEWEST_MOVES, Target, one_move_arrival

TABLE_ENTRIES: Final = 1 << (22 if COMPILED else 16)
"""Entries of the transposition table, of 8 bytes each."""

CUTS_AFTER: Final = 700
"""Nodes of an iteration after which the cuts of `bounds.py` are worth filling in: it takes some half a millisecond."""


class Solver:
    """Solves puzzles one after another; its tables are used again. Not for two threads at once."""

    def __init__(self, cuts_after: int = CUTS_AFTER) -> None:
        self._tables = BoardTables()
        self._aims = Aims(self._tables)
        self._cuts: dict[int, Cuts] = {}
        self._cuts_after = cuts_after
        self._table = zeros(TABLE_ENTRIES)
        self._generation = 0
        self._graph: Graph | None = None
        self._classes: Classes | None = None

    def prepare(self, board: Board, robots: Robots, target: Target) -> None:
        """Compile every kernel by solving a puzzle, with bounds from the first node on."""
        usual, self._cuts_after = self._cuts_after, 0
        self.solve_all(board, robots, target, most=1)
        self._cuts_after = usual

    def solve(
        self,
        board: Board,
        robots: Robots,
        target: Target,
        rule: OneMoveRule = "own",
        *,
        made: Sequence[Move] = (),
        one_move: bool | None = None,
        max_moves: int = 30,
        seconds: float = math.inf,
        stop: Callable[[], bool] = lambda: False,
        movable: Iterable[str] = COLOURS,
        threads: int = 1,
    ) -> Solution:
        """The shortest route of at most `max_moves`, up to DEEPEST, that moves none but the `movable` robots.

        `robots` stand where the moves `made` since the chip was turned have brought them, if any were; then `one_move`
        says whether a one-move arrival existed before. Gives up after `seconds`, or when `stop()` turns true; both are
        looked at about every 5 ms. With two `threads` a puzzle that lasts is searched by both where a core is free: for
        the same number of moves, but which of several routes is found then depends on chance.
        """
        attempt = self._attempt(board, robots, target, rule, made, one_move, set(movable))
        attempt.limit(seconds, stop, threads)
        return self._deepen(attempt, min(max_moves, DEEPEST))

    def solve_all(
        self,
        board: Board,
        robots: Robots,
        target: Target,
        rule: OneMoveRule = "own",
        *,
        most: int,
        max_moves: int = 30,
        seconds: float = math.inf,
        stop: Callable[[], bool] = lambda: False,
        tell: Callable[[int], None] = lambda at_least: None,
        threads: int = 1,
    ) -> AllRoutes:
        """The shortest routes, at most so many, within the limits of `solve`; one or more where there is a solution.

        `tell` takes in how many moves it takes at least, whenever more is known of that.
        """
        attempt = self._attempt(board, robots, target, rule, (), None, set(COLOURS))
        attempt.limit(seconds, stop, threads, tell)
        solution = self._deepen(attempt, min(max_moves, DEEPEST))
        if solution.route is None:
            return AllRoutes(solution, (), solution.reason == "unreachable")
        routes, complete = self._all_routes(attempt, len(solution.route), most)
        ordered = in_order(board, robots, routes or [solution.route])
        kept = tuple(ordered[:most])
        return AllRoutes(attempt.solution(kept[0], ""), kept, complete and len(ordered) == len(kept))

    def _attempt(
        self,
        board: Board,
        robots: Robots,
        target: Target,
        rule: OneMoveRule,
        made: Sequence[Move],
        one_move: bool | None,
        movable: set[str],
    ) -> Attempt:
        started = time.perf_counter()
        self._tables.lay(board)
        candidates = self._candidates(robots, target, movable)
        if one_move is None:
            none_is_near = len(candidates) == len(target.robots) and all(each.distance() > 1 for each in candidates)
            one_move = not none_is_near and one_move_arrival(board, robots, target)
        return Attempt(Quest(rule if one_move else None, tuple(made), self._cuts_after), candidates, started)

    def _candidates(self, robots: Robots, target: Target, movable: set[str]) -> tuple[Candidate, ...]:
        """The robots that may arrive, the nearest to the target first."""
        found: list[Candidate] = []
        for colour in target.robots:
            if colour in movable:
                found.append(self._candidate(COLOURS.index(colour), robots, target, movable))
        return tuple(sorted(found, key=Candidate.distance))

    def _candidate(self, robot: int, robots: Robots, target: Target, movable: set[str]) -> Candidate:
        behaviours = self._tables.behaviours
        moving = [index for index, colour in enumerate(COLOURS) if colour in movable and index != robot]
        moving.sort(key=lambda index: behaviours[index] == 0)
        resting = [index for index, colour in enumerate(COLOURS) if colour not in movable]
        order = (robot, *moving, *resting)
        return Candidate(
            robots=order,
            start=tuple(robots[index] for index in order),
            behaviours=tuple(behaviours[index] for index in order),
            movable=1 + len(moving),
            alike=len(order) - (0 if resting else sum(behaviours[index] == 0 for index in moving)),
            aim=self._aims.aim(robot, target.cells),
            cuts=self._cuts_of(robot),
            generation=self._next_generation(),
        )

    def _cuts_of(self, robot: int) -> Cuts:
        """Room for a robot's bounds, made when it is first needed."""
        if robot not in self._cuts:
            self._cuts[robot] = new_cuts()
        return self._cuts[robot]

    def _next_generation(self) -> int:
        """A mark for table entries that none of those in the table bears."""
        self._generation += 1
        if self._generation == GENERATIONS:
            self._table = zeros(TABLE_ENTRIES)
            self._generation = 1
        return self._generation

    def _deepen(self, attempt: Attempt, max_moves: int) -> Solution:
        """The shortest route, or None and why."""
        reachable = [candidate for candidate in attempt.candidates if candidate.distance() < FAR]
        if not reachable:
            return attempt.solution(None, "unreachable")
        for candidate in reachable:
            candidate.prepare(attempt.quest)
        for length in range(1 if attempt.quest.made else FEWEST_MOVES, max_moves + 1):
            attempt.bound(length)
            for candidate in reachable:
                if candidate.distance() > length:
                    continue
                route, reason = candidate.iterate(
                    attempt.quest, self._tables.slides, self._table, length, attempt.over, attempt.wants_second
                )
                attempt.nodes += candidate.nodes()
                if route or reason:
                    return attempt.solution(route, reason)
        attempt.at_least = max_moves + 1
        return attempt.solution(None, "max_moves")

    def _all_routes(self, attempt: Attempt, length: int, most: int) -> tuple[list[tuple[Move, ...]], bool]:
        """Routes of `length` moves, the fewest, at most so many of each robot that may arrive; whether they are all."""
        if self._graph is None or self._classes is None:
            self._graph, self._classes = new_graph(), new_classes()
        each = most if length > FEWEST_MOVES else MOVES**FEWEST_MOVES
        routes: list[tuple[Move, ...]] = []
        complete = True
        for candidate in attempt.candidates:
            if candidate.distance() > length:
                continue
            candidate.generation = self._next_generation()
            traced = candidate.trace(attempt.quest, self._tables.slides, self._table, length, self._graph, attempt.over)
            attempt.nodes += candidate.nodes()
            if not traced:
                return routes, False
            found, is_all = first_routes(self._graph, self._classes, each, attempt.over)
            routes.extend(found)
            complete = complete and is_all
        return routes, complete
