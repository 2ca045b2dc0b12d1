"""Finds the shortest route of any puzzle by iterative deepening (Korf 1985) with lower bounds.

In a long iteration, a second thread does the same search in another order. In the first plies, it tries the moves in
reverse and ignores the transposition table. Deeper, each thread skips positions that the other one has entered. Each
position is searched by at least one thread, so there is no route if neither finds one.
"""

from __future__ import annotations

import math
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Final

from game.agents.kernels import core_is_free
from game.robots.board import CELLS, COLOURS, HEADINGS, UPRIGHT, Board, Robots
from game.robots.rounds import FEWEST_MOVES, Target, one_move_arrival
from game.robots.search.bounds import DEPTHS, FAR, Aim, Aims, Cuts, begin, grow, new_cuts
from game.robots.search.deepening import (
    ALIKE,
    BASES,
    BEGUN,
    COUNTING,
    CUT_BELOW,
    DEEPEST,
    ENTERED,
    ENTRIES,
    FOUND,
    GENERATION,
    GENERATIONS,
    IDLE,
    LANDINGS,
    LENGTH,
    LIST,
    LOST,
    MOVABLE,
    NEXT,
    PAUSED,
    PHASE,
    PHASES,
    PLY,
    PLY_SIZE,
    SHARED,
    STACK_SIZE,
    STEP_HEADING,
    STEP_SIZE,
    TASK_SIZE,
    search,
)
from game.robots.search.graph import MOVES, Classes, Graph, clear, first_routes, in_order, new_classes, new_graph, trace
from game.robots.search.tables import COMPILED, LINES, Array, BoardTables, Slides, numbers, zeros
from game.robots.state import Move, OneMoveRule

MOST_THREADS: Final = 2

LASTS_SECONDS: Final = 0.1
"""Seconds after which a second thread helps with a puzzle."""


def may_help(seconds: float) -> bool:
    """Return whether a second thread may help after `seconds`: they exceed LASTS_SECONDS, and a core is free."""
    return seconds > LASTS_SECONDS and core_is_free()


class SecondThread:
    """Calls `step` in a thread until `step` returns LOST or FOUND. `found` has its latest result."""

    def __init__(self, step: Callable[[], int]) -> None:
        self.found = PAUSED
        self._step = step
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kissaten-solver", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while self.found == PAUSED and not self._stop.is_set():
            self.found = self._step()

    def wait(self, seconds: float) -> None:
        """Wait until the thread has ended, at most `seconds`."""
        self._thread.join(seconds)

    def end(self) -> None:
        """Stop the thread after its current step, and wait for its end."""
        self._stop.set()
        self._thread.join()


_FEWEST_ENTRIES: Final = 1 << 10
SLICE: Final = 8_000 if COMPILED else 40
"""The number of nodes searched between two checks of the clock. Searching them takes about 5 ms."""

_WAIT_SECONDS: Final = 0.005
# The number of plies whose nodes both threads search.
_SHARED_PLIES: Final = 3

_FREE: Final = (0,) * len(HEADINGS)
# For each rule and phase, the next phase by the heading of the target robot's move. Arrivals count in the last phase.
_PHASES: Final[dict[OneMoveRule, tuple[tuple[int, ...], ...]]] = {
    "any": (_FREE,),
    "own": ((1,) * 4, (2,) * 4, (2,) * 4),
    "turn": (
        tuple(1 if heading in UPRIGHT else 2 for heading in HEADINGS),
        tuple(1 if heading in UPRIGHT else 3 for heading in HEADINGS),
        tuple(3 if heading in UPRIGHT else 2 for heading in HEADINGS),
        (3,) * 4,
    ),
}


@dataclass(frozen=True, slots=True)
class Quest:
    """The rule on one-move arrivals (None: not in force), and the moves made before the search.

    `cuts_after` is the number of nodes after which an iteration uses the cuts of `bounds.py`. Between two checks of the
    clock, `slice_nodes` nodes are searched.
    """

    rule: OneMoveRule | None
    made: tuple[Move, ...]
    cuts_after: int
    slice_nodes: int

    def phase(self, robot: int) -> int:
        """Return the phase of the rule for a robot after the moves `made`."""
        phase = 0
        for move in self.made:
            if move.colour == COLOURS[robot]:
                phase = self.phases[phase][HEADINGS.index(move.heading)]
        return phase

    @property
    def phases(self) -> tuple[tuple[int, ...], ...]:
        """Return the next phase for each phase and each direction of the arriving robot."""
        return _PHASES[self.rule or "any"]


@dataclass(slots=True)
class Candidate:
    """A robot that may arrive, with its search. `robots` has all robots' indices in search order, this robot's first.

    `start` has the robots' cells in that order, and `behaviours` has their behaviours (see `tables.py`). Only the first
    `movable` robots may move. Robots from number `alike` on slide alike.
    """

    robots: tuple[int, ...]
    start: Robots
    behaviours: tuple[int, ...]
    movable: int
    alike: int
    aim: Aim
    cuts: Cuts
    generation: int
    task: Array = field(init=False)
    stack: Array = field(init=False)
    occupied: Array = field(init=False)
    grown: int = 0
    """The rows of `cuts` are filled in up to this number of moves of the target robot."""

    def prepare(self, quest: Quest) -> None:
        """Set up the search for `iterate`."""
        task = [0] * TASK_SIZE
        bases = [behaviour * CELLS * len(HEADINGS) for behaviour in self.behaviours]
        task[BASES : BASES + len(bases)] = bases
        phases = [phase for row in quest.phases for phase in row]
        task[PHASES : PHASES + len(phases)] = phases
        task[COUNTING] = len(quest.phases) - 1
        task[MOVABLE], task[ALIKE], task[GENERATION] = self.movable, self.alike, self.generation
        task[BEGUN], task[ENTRIES] = bool(quest.made), _FEWEST_ENTRIES
        self.task = numbers(task)
        self.stack, self.occupied = zeros(STACK_SIZE, "uint16"), zeros(LINES, "uint16")
        in_order = (*self.start[: self.alike], *sorted(self.start[self.alike :]))
        for place, cell in enumerate(in_order):
            self.stack[place] = cell
        self.stack[PHASE] = quest.phase(self.robots[0])

    def distance(self) -> int:
        """Return the fewest moves in which the robot could arrive."""
        return int(self.aim.distances[self.start[0]])

    def iterate(
        self,
        quest: Quest,
        slides: Slides,
        table: Array,
        length: int,
        over: Callable[[], str],
        wants_second: Callable[[], bool],
    ) -> tuple[tuple[Move, ...] | None, str]:
        """Search for a route of `length` moves with which the robot arrives.

        Return two values. The first is the route, None if none was found. The second is the reason if the search was
        stopped early, otherwise "". A second thread helps once `wants_second` is true.
        """
        self._begin(quest, table, length)
        other, second = self, None
        found, reason = PAUSED, ""
        while found == PAUSED and not reason:
            found = self._step(slides, table, self._budget(quest, slides, length))
            reason = over() if found == PAUSED else ""
            if second is None and found == PAUSED and not reason and wants_second():
                other = self._other_end(quest, table, length)
                second = SecondThread(partial(other._step, slides, table, quest.slice_nodes))
            if second is not None and second.found == FOUND:
                break
        if second is not None:
            while found == LOST and second.found == PAUSED and not reason:
                second.wait(_WAIT_SECONDS)
                reason = over()
            second.end()
            self.task[ENTERED] += other.task[ENTERED]
        if found == FOUND:
            return self._route(), ""
        return (other._route(), "") if second is not None and second.found == FOUND else (None, reason)

    def _step(self, slides: Slides, table: Array, budget: int) -> int:
        return search(slides, self.aim, self.cuts, self.task, self.stack, self.occupied, table, budget)

    def _other_end(self, quest: Quest, table: Array, length: int) -> Candidate:
        """Return the same search for the second thread. It tries the moves in reverse order in the shared plies."""
        other = replace(self)
        other.prepare(quest)
        other.task[ENTRIES], other.task[CUT_BELOW] = self.task[ENTRIES], self.task[CUT_BELOW]
        other._begin(quest, table, length)
        other.task[SHARED] = _SHARED_PLIES
        return other

    def trace(
        self, quest: Quest, slides: Slides, table: Array, length: int, graph: Graph, over: Callable[[], str]
    ) -> bool:
        """Fill `graph` with all routes of `length` moves that end with the robot's arrival.

        There must be no shorter route. Returns whether the graph is complete. `generation` must be new. `iterate` must
        not be called afterwards.
        """
        clear(graph)
        for robot, index in enumerate(self.robots):
            graph.colours[robot] = index * len(HEADINGS)
            self.stack[robot] = self.start[robot]
        self._begin(quest, table, length)
        self.task[ALIKE], self.task[GENERATION] = len(self.robots), self.generation
        found = PAUSED
        while found == PAUSED and not over():
            self._enlarge(table)
            budget = self._budget(quest, slides, length)
            found = trace(slides, self.aim, self.cuts, self.task, self.stack, self.occupied, table, graph, budget)
        return found == LOST

    def _begin(self, quest: Quest, table: Array, length: int) -> None:
        self._enlarge(table)
        self.task[LENGTH], self.task[PLY], self.task[ENTERED] = length, 0, 0
        self.task[IDLE] = quest.rule == "any" and length == FEWEST_MOVES and not quest.made

    def _enlarge(self, table: Array) -> None:
        """Use more of the table as more nodes are searched. The part for a short search fits the processor's cache."""
        while self.task[ENTRIES] < min(2 * self.task[ENTERED], len(table)):
            self.task[ENTRIES] *= 2

    def _budget(self, quest: Quest, slides: Slides, length: int) -> int:
        """Return how many nodes may be entered before the next check of the clock.

        Fills in the cuts as soon as they save time.
        """
        if not self.grown and self.task[ENTERED] < quest.cuts_after:
            return min(quest.cuts_after, quest.slice_nodes)
        self._grow(slides, length - 1)
        return quest.slice_nodes

    def nodes(self) -> int:
        """Return the number of nodes that the last iteration entered."""
        return int(self.task[ENTERED])

    def _grow(self, slides: Slides, moves: int) -> None:
        """Fill in the rows of `cuts` up to `moves`, at most DEPTHS - 1."""
        last = min(moves, DEPTHS - 1)
        if last <= self.grown:
            return
        if not self.grown:
            begin(slides, self.aim, numbers(self.behaviours), self.cuts)
        grow(slides, self.behaviours[0], self.cuts, self.grown + 1, last)
        self.grown = last
        self.task[CUT_BELOW] = last + 1

    def _route(self) -> tuple[Move, ...]:
        """Return the route that was found. Robots that slide alike are told apart by the cells that they leave."""
        cells, moves = list(self.start), []
        plies = int(self.task[PLY]) + 1
        for here in range(0, plies * PLY_SIZE, PLY_SIZE):
            if self.stack[here + NEXT]:
                move = self.stack[here + LIST + self.stack[here + NEXT] - 1]
                robot = cells.index(self.stack[here + (move >> 2)])
                cells[robot] = self.stack[here + LANDINGS + move]
                moves.append(Move(COLOURS[self.robots[robot]], HEADINGS[move & 3]))
        step = plies * PLY_SIZE
        while len(moves) < self.task[LENGTH]:
            moves.append(Move(COLOURS[self.robots[0]], HEADINGS[self.stack[step + STEP_HEADING]]))
            step += STEP_SIZE
        return tuple(moves)


@dataclass(frozen=True, slots=True)
class Solution:
    """The shortest route, or None and the reason: "unreachable" (there is none), "max_moves", "seconds" or "stopped".

    The search has shown that no route has fewer than `at_least` moves. `nodes` is the number of searched positions.
    """

    route: tuple[Move, ...] | None
    reason: str
    nodes: int
    seconds: float
    at_least: int


@dataclass(frozen=True, slots=True)
class AllRoutes:
    """The shortest routes, the first of each class (see `graph.py`). `complete` is true if there are no other classes.

    Routes are sorted by their moves: the robot as in COLOURS, then the heading as in HEADINGS. The route of `solution`
    is the first of them.
    """

    solution: Solution
    routes: tuple[tuple[Move, ...], ...]
    complete: bool


@dataclass(slots=True)
class Attempt:
    """One attempt to solve a puzzle, which began at the time `started`.

    `candidates` are the robots that may arrive, the nearest to the target first. The attempt ends after `seconds`, or
    when `stop()` is true. `tell` is called with each new lower bound. `threads` is one or two; `may_help` is asked
    before the second one starts.
    """

    quest: Quest
    candidates: tuple[Candidate, ...]
    started: float
    seconds: float = math.inf
    stop: Callable[[], bool] = lambda: False
    tell: Callable[[int], None] = lambda at_least: None
    threads: int = 1
    may_help: Callable[[float], bool] = may_help
    nodes: int = 0
    at_least: int = 0

    def wants_second(self) -> bool:
        """Return whether a second thread may help: kernels are compiled, and `may_help` says so."""
        return self.threads > 1 and COMPILED and self.may_help(time.perf_counter() - self.started)

    def bound(self, at_least: int) -> None:
        """Record and report that no route has fewer than `at_least` moves."""
        self.at_least = at_least
        self.tell(at_least)

    def over(self) -> str:
        """Return the reason to give up; "" if there is none."""
        if self.stop():
            return "stopped"
        return "seconds" if time.perf_counter() - self.started > self.seconds else ""

    def solution(self, route: tuple[Move, ...] | None, reason: str) -> Solution:
        """Return the result of the attempt."""
        return Solution(route, reason, self.nodes, time.perf_counter() - self.started, self.at_least)


TABLE_ENTRIES: Final = 1 << (22 if COMPILED else 16)
"""Entries of the transposition table, of 8 bytes each."""

CUTS_AFTER: Final = 700
"""Nodes of an iteration after which the cuts of `bounds.py` save time. Filling them in takes half a millisecond."""


class Solver:
    """Solves puzzles one after another with the same tables. It must not be used by several threads at once.

    `Quest` explains `cuts_after` and `slice_nodes`, `Attempt` explains `may_help`.
    """

    def __init__(
        self,
        cuts_after: int = CUTS_AFTER,
        *,
        slice_nodes: int = SLICE,
        may_help: Callable[[float], bool] = may_help,
    ) -> None:
        self._tables = BoardTables()
        self._aims = Aims(self._tables)
        # The key is the target robot's index.
        self._cuts: defaultdict[int, Cuts] = defaultdict(new_cuts)
        self._cuts_after, self._slice_nodes, self._may_help = cuts_after, slice_nodes, may_help
        self._table = zeros(TABLE_ENTRIES)
        self._generation = 0

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
        """Return the shortest route of at most `max_moves` moves in which only `movable` robots move.

        No route has more than DEEPEST moves. `robots` has the cells after the moves `made` since the chip was turned
        up. `one_move` says whether a one-move arrival existed before `made`; if it is None, this is computed from
        `robots`. The search ends after `seconds`, or when `stop()` is true. Both are checked about every 5 ms. With two
        `threads`, a long search uses a second core if one is free. Chance then decides which of several shortest routes
        is found.
        """
        attempt = self._attempt(board, robots, target, rule, made, one_move, set(movable))
        attempt.seconds, attempt.stop, attempt.threads = seconds, stop, threads
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
        """Return at most `most` of the shortest routes, within the limits of `solve`.

        If a limit ends the search after the first route, this route is returned. `tell` is called with each new lower
        bound of moves.
        """
        attempt = self._attempt(board, robots, target, rule, (), None, set(COLOURS))
        attempt.seconds, attempt.stop, attempt.threads, attempt.tell = seconds, stop, threads, tell
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
        quest = Quest(rule if one_move else None, tuple(made), self._cuts_after, self._slice_nodes)
        return Attempt(quest, candidates, started, may_help=self._may_help)

    def _candidates(self, robots: Robots, target: Target, movable: set[str]) -> tuple[Candidate, ...]:
        """Return the robots that may arrive, the nearest to the target first."""
        eligible = [COLOURS.index(colour) for colour in target.robots if colour in movable]
        found = (self._candidate(robot, robots, target, movable) for robot in eligible)
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
            cuts=self._cuts[robot],
            generation=self._next_generation(),
        )

    def _next_generation(self) -> int:
        """Return a generation that no entry in the table has."""
        self._generation += 1
        if self._generation == GENERATIONS:
            self._table = zeros(TABLE_ENTRIES)
            self._generation = 1
        return self._generation

    def _deepen(self, attempt: Attempt, max_moves: int) -> Solution:
        """Search for the shortest route by iterative deepening."""
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

    @cached_property
    def _room(self) -> tuple[Graph, Classes]:
        """Return the arrays for all routes of a puzzle."""
        return new_graph(), new_classes()

    def _all_routes(self, attempt: Attempt, length: int, most: int) -> tuple[list[tuple[Move, ...]], bool]:
        """Return the routes of `length` moves, and whether these are all. There must be no shorter route.

        If `length` is FEWEST_MOVES, all routes are returned; if it is more, at most `most` for each arriving robot.
        """
        graph, classes = self._room
        each = most if length > FEWEST_MOVES else MOVES**FEWEST_MOVES
        routes: list[tuple[Move, ...]] = []
        complete = True
        for candidate in attempt.candidates:
            if candidate.distance() > length:
                continue
            candidate.generation = self._next_generation()
            traced = candidate.trace(attempt.quest, self._tables.slides, self._table, length, graph, attempt.over)
            attempt.nodes += candidate.nodes()
            if not traced:
                return routes, False
            found, is_all = first_routes(graph, classes, each, attempt.over)
            routes.extend(found)
            complete = complete and is_all
        return routes, complete
