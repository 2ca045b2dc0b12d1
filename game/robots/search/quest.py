"""One puzzle being solved: what is asked, the search with each robot that may arrive, and what came of it.

An iteration that lasts gets a second thread: the same search from the other end, over the same table. It goes through
the moves of the first plies in reverse order, whatever the table knows of those positions; below, it passes over what
the first thread has entered or searched, and the other way round. So each position is searched by one of them (or,
where both come to it at once, by both), and there is no route if neither finds one.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from game.agents.kernels import core_is_free
from game.robots.board import CELLS, COLOURS, HEADINGS, Robots
from game.robots.search.bounds import DEPTHS, Aim, Cuts, begin, grow
from game.robots.search.deepening import (
    ALIKE,
    BASES,
    BEGUN,
    COUNTING,
    CUT_BELOW,
    ENTERED,
    ENTRIES,
    FOUND,
    GENERATION,
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
from game.robots.search.graph import Graph, clear, trace
from game.robots.search.tables import COMPILED, LINES, Array, Slides, numbers, zeros
from game.robots.state import Move, OneMoveRule
from game.robots.turns import FEWEST_MOVES

MOST_THREADS: Final = 2

LASTS_SECONDS: Final = 0.1
"""After which a puzzle is worth a second thread."""


class SecondThread:
    """Takes steps of a search, each of which gives PAUSED, LOST or FOUND, until it is over or told to stop."""

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
        """Wait until it has ended, but not longer."""
        self._thread.join(seconds)

    def end(self) -> None:
        """Let it end its present step, and wait for that."""
        self._stop.set()
        self._thread.join()


_FEWEST_ENTRIES: Final = 1 << 10
_SLICE: Final = 8_000 if COMPILED else 40  # nodes entered between two looks at the time: some 5 ms

_WAIT_SECONDS: Final = 0.005
_SHARED_PLIES: Final = 3  # that both of two threads search

_UPRIGHT: Final = frozenset("NS")
_FREE: Final = (0,) * len(HEADINGS)
# Phases by rule: what the target robot's moves have done for it so far, see PHASES of a task; the last one counts.
_PHASES: Final[dict[OneMoveRule, tuple[tuple[int, ...], ...]]] = {
    "any": (_FREE,),
    "own": ((1,) * 4, (2,) * 4, (2,) * 4),
    "turn": (
        tuple(1 if heading in _UPRIGHT else 2 for heading in HEADINGS),
        tuple(1 if heading in _UPRIGHT else 3 for heading in HEADINGS),
        tuple(3 if heading in _UPRIGHT else 2 for heading in HEADINGS),
        (3,) * 4,
    ),
}


@dataclass(frozen=True, slots=True)
class Quest:
    """The rule that bites, if one does, the moves made before, and after how many nodes bounds are worth their time."""

    rule: OneMoveRule | None
    made: tuple[Move, ...]
    cuts_after: int

    def phase(self, robot: int) -> int:
        """The phase of the rule to which the moves made have brought a robot."""
        phase = 0
        for move in self.made:
            if move.colour == COLOURS[robot]:
                phase = self.phases[phase][HEADINGS.index(move.heading)]
        return phase

    @property
    def phases(self) -> tuple[tuple[int, ...], ...]:
        """For each phase, the one that follows by heading of the arriving robot."""
        return _PHASES[self.rule or "any"]


@dataclass(slots=True)
class Candidate:
    """A robot that may arrive: the first of `robots`, which are in search order and stand on `start`.

    The first `movable` ones may move; those from number `alike` on slide alike. `behaviours` are theirs.
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
    """The number of own moves up to which the rows of `cuts` are filled in."""

    def prepare(self, quest: Quest) -> None:
        """Set the search up; it is then ready for `iterate`."""
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
        """The fewest moves in which the robot could arrive."""
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
        """A route of `length` moves that ends with the robot's arrival; or None, and why if it was not sought.

        A second thread helps when `wants_second` has turned true.
        """
        self._begin(quest, table, length)
        other, second = self, None
        found, reason = PAUSED, ""
        while found == PAUSED and not reason:
            found = self._step(slides, table, self._budget(quest, slides, length))
            reason = over() if found == PAUSED else ""
            if second is None and found == PAUSED and not reason and wants_second():
                other = self._other_end(quest, table, length)
                second = SecondThread(partial(other._step, slides, table, _SLICE))
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
        """The same search from its beginning, by which it goes through the first moves in reverse order."""
        other = replace(self)
        other.prepare(quest)
        other.task[ENTRIES], other.task[CUT_BELOW] = self.task[ENTRIES], self.task[CUT_BELOW]
        other._begin(quest, table, length)
        other.task[SHARED] = _SHARED_PLIES
        return other

    def trace(
        self, quest: Quest, slides: Slides, table: Array, length: int, graph: Graph, over: Callable[[], str]
    ) -> bool:
        """Fill `graph` with all routes of `length` moves, the fewest, that end with the robot's arrival.

        Gives whether it could. `generation` is to be a new one. The candidate can then no longer be iterated.
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
        """Use as much of the table as so many nodes need: a small part stays in the processor's cache."""
        while self.task[ENTRIES] < min(2 * self.task[ENTERED], len(table)):
            self.task[ENTRIES] *= 2

    def _budget(self, quest: Quest, slides: Slides, length: int) -> int:
        """How many more nodes to enter before the next look at the time; fills in the bounds once they are worth it."""
        if not self.grown and self.task[ENTERED] < quest.cuts_after:
            return min(quest.cuts_after, _SLICE)
        self._grow(slides, length - 1)
        return _SLICE

    def nodes(self) -> int:
        """Return how many nodes the last iteration entered."""
        return int(self.task[ENTERED])

    def _grow(self, slides: Slides, moves: int) -> None:
        """Fill in the rows of the bounds up to so many moves, as far as there is room."""
        last = min(moves, DEPTHS - 1)
        if last <= self.grown:
            return
        if not self.grown:
            begin(slides, self.aim, numbers(self.behaviours), self.cuts)
        grow(slides, self.behaviours[0], self.cuts, self.grown + 1, last)
        self.grown = last
        self.task[CUT_BELOW] = last + 1

    def _route(self) -> tuple[Move, ...]:
        """The route that the search has found: a robot that slides like others is known by the cell that it leaves."""
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
    """The shortest route, or None and why: "unreachable" (there is none), "max_moves", "seconds" or "stopped".

    No route has fewer than `at_least` moves, as far as was searched; `nodes` is how many positions that took.
    """

    route: tuple[Move, ...] | None
    reason: str
    nodes: int
    seconds: float
    at_least: int


@dataclass(frozen=True, slots=True)
class AllRoutes:
    """The shortest routes, no two of which differ only in the order of commuting moves (see `graph.py`).

    They are in order: by the robot of the first move, as in COLOURS, then its heading, as in HEADINGS, then the second
    move and so on; each is the first of those that are the same. `complete` is whether there are no others. `solution`
    has the first one as its route.
    """

    solution: Solution
    routes: tuple[tuple[Move, ...], ...]
    complete: bool


@dataclass(slots=True)
class Attempt:
    """A puzzle being solved since the time `started`; `candidates` may arrive, the nearest to the target first."""

    quest: Quest
    candidates: tuple[Candidate, ...]
    started: float
    seconds: float = math.inf
    stop: Callable[[], bool] = lambda: False
    tell: Callable[[int], None] = lambda at_least: None
    threads: int = 1
    nodes: int = 0
    at_least: int = 0

    def limit(
        self,
        seconds: float,
        stop: Callable[[], bool],
        threads: int = 1,
        tell: Callable[[int], None] = lambda at_least: None,
    ) -> None:
        """Be over after so many seconds, or when `stop()` turns true; `tell` each bound; use one or two `threads`."""
        self.seconds, self.stop, self.threads, self.tell = seconds, stop, threads, tell

    def wants_second(self) -> bool:
        """Whether it lasts and there is a core for a second thread."""
        lasts = time.perf_counter() - self.started > LASTS_SECONDS
        return self.threads > 1 and lasts and core_is_free()

    def bound(self, at_least: int) -> None:
        """No route has fewer moves."""
        self.at_least = at_least
        self.tell(at_least)

    def over(self) -> str:
        """Return the reason to give up, if there is one."""
        if self.stop():
            return "stopped"
        return "seconds" if time.perf_counter() - self.started > self.seconds else ""

    def solution(self, route: tuple[Move, ...] | None, reason: str) -> Solution:
        """Return the result of the attempt."""
        return Solution(route, reason, self.nodes, time.perf_counter() - self.started, self.at_least)
