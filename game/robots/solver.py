"""The shortest route for any puzzle: iterative deepening (Korf 1985) with a bound, over kernels."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from game.robots.arrival import FEWEST_MOVES, Target, one_move_arrival
from game.robots.board import CELLS, COLOURS, HEADINGS, Board, Robots
from game.robots.deepening import (
    ALIKE,
    BASES,
    BEGUN,
    COUNTING,
    DEEPEST,
    ENTRIES,
    FOUND,
    GENERATION,
    GENERATIONS,
    IDLE,
    LENGTH,
    MOVABLE,
    NODES,
    PAUSED,
    PHASE,
    PHASES,
    PLY_SIZE,
    ROBOTS,
    TASK_SIZE,
    TRIED,
    search,
)
from game.robots.state import Move, OneMoveRule
from game.robots.tables import COMPILED, DISTANCE, FAR, Array, BoardTables, numbers, zeros

TABLE_ENTRIES: Final = 1 << (22 if COMPILED else 16)
"""Entries of the transposition table, of 8 bytes each."""

_FEWEST_ENTRIES: Final = 1 << 10
_SLICE: Final = 500_000 if COMPILED else 2_000  # nodes between two looks at the time: some 10 ms

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
class Solution:
    """The shortest route, or None and why: "unreachable" (there is none), "max_moves", "seconds" or "stopped"."""

    route: tuple[Move, ...] | None
    reason: str
    nodes: int
    seconds: float


@dataclass(slots=True)
class _Candidate:
    """A robot that may arrive, with the robots in search order and what its search needs."""

    robots: tuple[int, ...]
    start: Robots
    aim: Array
    movable: int
    alike: int
    generation: int
    nodes: int = 0  # of the last iteration

    def distance(self) -> int:
        """The fewest moves in which it could arrive."""
        return int(self.aim[self.start[0] * 16 + DISTANCE])


@dataclass(frozen=True, slots=True)
class _Quest:
    """What is to be found: the rule that bites, if one does, the moves made before, the robots that may arrive."""

    rule: OneMoveRule | None
    made: tuple[Move, ...]
    candidates: tuple[_Candidate, ...]

    def phase(self, robot: int) -> int:
        """The phase of the rule to which the moves made have brought a robot."""
        phase = 0
        for move in self.made:
            if move.colour == COLOURS[robot]:
                phase = _PHASES[self.rule or "any"][phase][HEADINGS.index(move.heading)]
        return phase


class Solver:
    """Solves puzzles one after another; its tables are used again. Not for two threads at once."""

    def __init__(self) -> None:
        self._tables = BoardTables()
        self._table = zeros(TABLE_ENTRIES)
        self._generation = 0
        self._stack = zeros((DEEPEST + 2) * PLY_SIZE)
        self._nodes = 0

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
    ) -> Solution:
        """The shortest route of at most `max_moves`, up to DEEPEST, that moves none but the `movable` robots.

        `robots` stand where the moves `made` since the chip was turned have brought them, if any were; then `one_move`
        says whether a one-move arrival existed before. Gives up after `seconds`, or when `stop()` turns true; both are
        looked at about every 20 ms.
        """
        started = time.perf_counter()
        self._tables.lay(board)
        self._nodes = 0
        bites = one_move_arrival(board, robots, target) if one_move is None else one_move
        quest = _Quest(rule if bites else None, tuple(made), self._candidates(robots, target, set(movable)))

        def over() -> str:
            if stop():
                return "stopped"
            return "seconds" if time.perf_counter() - started > seconds else ""

        route, reason = self._deepen(quest, min(max_moves, DEEPEST), over)
        return Solution(route, reason, self._nodes, time.perf_counter() - started)

    def _candidates(self, robots: Robots, target: Target, movable: set[str]) -> tuple[_Candidate, ...]:
        """The robots that may arrive, the nearest to the target first."""
        found: list[_Candidate] = []
        for colour in target.robots:
            if colour in movable:
                found.append(self._candidate(COLOURS.index(colour), robots, target, movable))
        return tuple(sorted(found, key=_Candidate.distance))

    def _candidate(self, robot: int, robots: Robots, target: Target, movable: set[str]) -> _Candidate:
        behaviours = self._tables.behaviours
        moving = [index for index, colour in enumerate(COLOURS) if colour in movable and index != robot]
        moving.sort(key=lambda index: behaviours[index] == 0)
        resting = [index for index, colour in enumerate(COLOURS) if colour not in movable]
        order = (robot, *moving, *resting)
        alike = 0 if resting else sum(behaviours[index] == 0 for index in moving)
        aim = self._tables.aim(robot, target.cells)
        start = tuple(robots[index] for index in order)
        return _Candidate(order, start, aim, 1 + len(moving), alike, self._next_generation())

    def _next_generation(self) -> int:
        """A mark for table entries that none of those in the table bears."""
        self._generation += 1
        if self._generation == GENERATIONS:
            self._table = zeros(TABLE_ENTRIES)
            self._generation = 1
        return self._generation

    def _deepen(self, quest: _Quest, max_moves: int, over: Callable[[], str]) -> tuple[tuple[Move, ...] | None, str]:
        """The shortest route, or None and why."""
        reachable = [candidate for candidate in quest.candidates if candidate.distance() < FAR]
        if not reachable:
            return None, "unreachable"
        for length in range(1 if quest.made else FEWEST_MOVES, max_moves + 1):
            for candidate in reachable:
                if candidate.distance() > length:
                    continue
                route, reason = self._iterate(quest, candidate, length, over)
                if route or reason:
                    return route, reason
        return None, "max_moves"

    def _iterate(
        self, quest: _Quest, candidate: _Candidate, length: int, over: Callable[[], str]
    ) -> tuple[tuple[Move, ...] | None, str]:
        """A route of `length` moves that ends with the candidate's arrival; or None, and why if it was not sought."""
        task = self._task(quest, candidate, length)
        root = [0] * PLY_SIZE
        root[ROBOTS : ROBOTS + len(COLOURS)] = candidate.start
        root[PHASE] = quest.phase(candidate.robots[0])
        self._stack[:PLY_SIZE] = root
        ways, ranks, _, stops = self._tables.slides
        found = PAUSED
        reason = ""
        while found == PAUSED and not reason:
            found = search(ways, ranks, stops, candidate.aim, task, self._stack, self._table, _SLICE)
            reason = over() if found == PAUSED else ""
        candidate.nodes = int(task[NODES])
        self._nodes += candidate.nodes
        if found != FOUND:
            return None, reason
        tried = [int(self._stack[ply * PLY_SIZE + TRIED]) - 1 for ply in range(length)]
        return tuple(Move(COLOURS[candidate.robots[move >> 2]], HEADINGS[move & 3]) for move in tried), ""

    def _task(self, quest: _Quest, candidate: _Candidate, length: int) -> Array:
        """What `search` is to do."""
        entries = _FEWEST_ENTRIES
        while entries < min(2 * candidate.nodes, TABLE_ENTRIES):  # a small part of the table stays in the cache
            entries *= 2
        task = [0] * TASK_SIZE
        bases = [self._tables.behaviours[robot] * CELLS * len(HEADINGS) for robot in candidate.robots]
        task[BASES : BASES + len(bases)] = bases
        phases = _PHASES[quest.rule or "any"]
        task[PHASES : PHASES + len(phases) * len(HEADINGS)] = [phase for row in phases for phase in row]
        task[COUNTING] = len(phases) - 1
        task[IDLE] = quest.rule == "any" and length == FEWEST_MOVES and not quest.made
        task[LENGTH] = length
        task[MOVABLE] = candidate.movable
        task[ALIKE] = candidate.alike
        task[GENERATION] = candidate.generation
        task[ENTRIES] = entries
        task[BEGUN] = bool(quest.made)
        return numbers(task)
