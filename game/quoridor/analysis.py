"""Searches a two-player position move by move. The search runs in slices, between which the caller may stop it.

The best move is found by iterative deepening. Each pass searches one ply deeper, and begins with the best branch of the
last pass.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.agents.kernels import Words, array, zeros
from game.quoridor import rules
from game.quoridor.board import HORIZONTAL, PASS, Move, action_of, move_of
from game.quoridor.floods import COMPILED
from game.quoridor.frames import KEY, MOST_MOVES, frames_of
from game.quoridor.leaves import HARMS_BITS, MATE, PROVEN, SCORES_BITS, UNIT, Judge
from game.quoridor.net import MOST_FEATURES, load
from game.quoridor.pvs import (
    CONTROL,
    EVERY_WALL,
    KILLERS,
    MOST_PLIES,
    MOVE,
    NODES,
    NOTHING,
    RESULT,
    SELECTIVE,
    SIDE,
    Parts,
    Transpositions,
    begin,
    move_of_entry,
    run,
)
from game.quoridor.state import State, goal_cells
from game.quoridor.weights import WEIGHTS

SLICE = 5_000 if COMPILED else 25
"""Nodes between two checks of the clock: about 5 ms, or 20 ms if the kernels are not compiled."""

_LONGEST_VARIATION = 16


@dataclass(slots=True)
class RootMove:
    """A move of the root and its value, as the mover sees it. The value is from its last search, exact or a bound.

    `liking` is added to the value when moves are compared.
    """

    move: Move
    value: int = 0
    depth: int = 0
    liking: int = 0
    wins: bool = False


class Analysis:
    """Searches of the moves of `state`, an unfinished game of two players.

    `nodes` is the budget of all searches together. `stop` is called between slices. The table remembers 2**`size_bits`
    positions. If `selective` is false, all moves are searched to the full depth, and no position is skipped because of
    its static value. If `every_wall` is true, no wall is left out near the leaves: a proof is then valid against all
    play.
    """

    def __init__(
        self,
        state: State,
        nodes: int,
        stop: Callable[[], bool],
        *,
        size_bits: int,
        selective: bool = True,
        every_wall: bool = False,
        weights: Sequence[int] = WEIGHTS,
        net: Words | None = None,
    ) -> None:
        self._state = state
        self._budget = nodes
        self._stop = stop
        self.selective = selective
        plies = MOST_PLIES + 2
        moves, order = (zeros(plies * MOST_MOVES, "int64", COMPILED) for _ in range(2))
        history, killers = zeros(2 * SIDE, "int64", COMPILED), array([NOTHING] * (KILLERS * plies), "int64", COMPILED)
        size = 1 << size_bits
        self._table = Transpositions(zeros(size + 1, "uint64", COMPILED), zeros(size, "int64", COMPILED))
        self._table.keys[size] = size - 1
        judge = Judge(
            weights=array(weights, "int64", COMPILED),
            harms=zeros(1 << HARMS_BITS, "uint64", COMPILED),
            scores=zeros(1 << SCORES_BITS, "int64", COMPILED),
            net=load() if net is None else net,
            features=zeros(MOST_FEATURES, "int64", COMPILED),
        )
        self._control = zeros(CONTROL, "int64", COMPILED)
        self._control[SELECTIVE], self._control[EVERY_WALL] = int(selective), int(every_wall)
        frames = frames_of(state, plies)
        frames.ints[MOVE] = PASS
        self._parts: Parts = (frames[:], (moves, order), (history, killers), self._table[:], judge[:])
        goal = goal_cells(2, state.mover)
        self.branches = [
            RootMove(move, wins=move < HORIZONTAL and move in goal)
            for move in map(move_of, rules.legal(state, state.mover))
        ]

    @property
    def nodes(self) -> int:
        """The number of nodes searched."""
        return int(self._control[NODES])

    def search(
        self, branch: RootMove, depth: int, alpha: int = -MATE, beta: int = MATE, most: int | None = None
    ) -> bool:
        """Search a branch `depth` plies deep, including its own move, and set its value.

        The value is exact if it lies between `alpha` and `beta`. Returns False, with the value unchanged, if the search
        was stopped or needs more than `most` nodes.
        """
        if branch.wins:
            branch.value = MATE - 1
            return True
        begin(self._parts[0], self._control, branch.move, depth, alpha, beta)
        end = self._budget if most is None else min(self._budget, self.nodes + most)
        while self.nodes < end and not self.is_out():
            if run(self._parts, self._control, min(SLICE, end - self.nodes)):
                branch.value = -int(self._control[RESULT])
                return True
        return False

    def line(self, branch: RootMove) -> list[Move]:
        """Return the best line that begins with `branch`, as long as the table remembers its moves."""
        line = [branch.move]
        state, _ = rules.apply(self._state, self._state.mover, action_of(branch.move))
        while state.winner is None and len(line) < _LONGEST_VARIATION:
            move = self._remembered(state)
            if move == NOTHING or action_of(move) not in rules.legal(state, state.mover):
                break
            line.append(move)
            state, _ = rules.apply(state, state.mover, action_of(move))
        return line

    def _remembered(self, state: State) -> Move:
        table, key = self._table, int(frames_of(state).words[KEY])
        place = key % (len(table.keys) - 1)
        return move_of_entry(int(table.entries[place])) if int(table.keys[place]) == key else NOTHING

    def is_out(self) -> bool:
        """Whether the budget is used up or the caller has stopped the search."""
        return self.nodes >= self._budget or self._stop()


def chance(value: int) -> float:
    """Convert a value to a chance of winning."""
    if is_proven(value):
        return float(value > 0)
    return 1 / (1 + math.exp(-value / UNIT))


def is_proven(value: int) -> bool:
    """Whether a value is a certain win or loss."""
    return abs(value) > PROVEN


# Deepening

DEEPEST = 60
SETTLED = 4
"""A search may end early if the best branch was the same in this many passes."""

# Half the width of the first window around the value of the last pass.
_ASIDE = 80
# The search of one branch may always take this many nodes.
_LEAST = 20_000


@dataclass(slots=True)
class SearchResult:
    """The best branch, its value as the mover sees it, and the depth of its search in plies."""

    best: RootMove
    value: int = 0
    depth: int = 0


def deepen(analysis: Analysis, first: RootMove, deepest: int = DEEPEST, *, enough: int | None = None) -> SearchResult:
    """Search within the budget and return the best branch, by value and liking. If no pass finishes, return `first`.

    After `enough` nodes, the search ends as soon as the best branch was the same in SETTLED passes.
    """
    found = SearchResult(first)
    branches = analysis.branches
    best, since = first, 0
    for depth in range(1, deepest + 1):
        if found.best is not best:
            best, since = found.best, depth
        elif enough is not None and analysis.nodes >= enough and depth - since >= SETTLED:
            break
        branches.sort(key=lambda branch: branch is not found.best)
        if not _search_all(analysis, depth, found):
            break
        if depth == 1:
            branches.sort(key=lambda branch: -branch.value - branch.liking)
        if is_proven(found.value) and MATE - abs(found.value) <= depth:
            break
        if len(branches) == 1:
            break
    return found


def _search_all(analysis: Analysis, depth: int, found: SearchResult) -> bool:
    """Search every branch `depth` plies deep, and put the best into `found`. Returns False if the search was stopped.

    A branch keeps its last value if its search would take more nodes than all searches before it.
    """
    alpha = -MATE
    for index, branch in enumerate(list(analysis.branches)):
        if depth == 1:
            if not analysis.search(branch, 1):
                return False
        elif index == 0:
            if not _search_best(analysis, branch, depth):
                return False
        else:
            floor = max(-MATE, alpha - branch.liking)
            less = _less(depth, index)
            if not _is_better(analysis, branch, depth, less, floor):
                if analysis.is_out():
                    return False
                continue
        worth = branch.value if is_proven(branch.value) else branch.value + branch.liking
        if worth > alpha:
            alpha = worth
            found.best, found.value, found.depth = branch, branch.value, depth
    if depth > 1:
        analysis.branches.remove(found.best)
        analysis.branches.insert(0, found.best)
    return True


def _is_better(analysis: Analysis, branch: RootMove, depth: int, less: int, floor: int) -> bool:
    """Search a branch, at first with its depth reduced by `less` plies, then in full if it seems better.

    Returns whether its value is above `floor`. If so, the branch has its exact value or a lower bound.
    """
    for plies in (depth - less, depth) if less else (depth,):
        if not analysis.search(branch, plies, floor, floor + 1, _most(analysis)) or branch.value <= floor:
            return False
    least = branch.value
    if not analysis.search(branch, depth, floor, MATE, _most(analysis)):
        branch.value = least
        return not analysis.is_out()
    return branch.value > floor


def _most(analysis: Analysis) -> int | None:
    """Return how many nodes the next search of a branch may take; None without a limit."""
    return max(_LEAST, analysis.nodes) if analysis.selective else None


def _less(depth: int, index: int) -> int:
    """Return by how many plies the first search of a branch is reduced. Late branches are reduced more."""
    if depth < 3 or index < 3:
        return 0
    return 1 + (index >= 10) + (index >= 30 and depth > 4)


def _search_best(analysis: Analysis, branch: RootMove, depth: int) -> bool:
    """Search the last pass's best branch in a window around its value. If the value is outside, widen the window."""
    before = known = branch.value
    low, high = before - _ASIDE, before + _ASIDE
    if is_proven(before) or depth < 4:
        low, high = -MATE, MATE
    while True:
        low, high = max(low, -MATE), min(high, MATE)
        if not analysis.search(branch, depth, low, high, _most(analysis)):
            branch.value = known
            return not analysis.is_out()
        known = branch.value
        if branch.value <= low > -MATE:
            low = before - 6 * (before - low) if low > before - 600 else -MATE
        elif branch.value >= high < MATE:
            high = before + 6 * (high - before) if high < before + 600 else MATE
        else:
            return True


def rank(analysis: Analysis, count: int, deepest: int = DEEPEST) -> list[SearchResult]:
    """Return the `count` best branches of the last finished pass, the best first; [] if no pass has finished.

    A branch keeps its last value if its search would take more nodes than all searches before it.
    """
    best: list[SearchResult] = []
    for depth in range(1, deepest + 1):
        found: list[SearchResult] = []
        for branch in analysis.branches:
            full = len(found) == count
            floor = found[-1].value if full else -MATE
            if full and depth > 2:
                plies = depth - _less(depth, count + 3)
                if not analysis.search(branch, plies, floor, floor + 1, _most(analysis)):
                    if analysis.is_out():
                        return best
                    # The search was too long. The branch's value is a bound from an earlier pass, which may be above
                    # this floor.
                    continue
                if branch.value <= floor:
                    continue
            if not analysis.search(branch, depth, floor, MATE, _most(analysis)) and analysis.is_out():
                return best
            if not full or branch.value > floor:
                entry = SearchResult(branch, branch.value, 1 if branch.wins else depth)
                found = sorted([*found, entry], key=lambda entry: -entry.value)[:count]
        best = found
        if all(is_proven(entry.value) and MATE - abs(entry.value) <= depth for entry in best):
            break
        if depth == 1:
            analysis.branches.sort(key=lambda branch: -branch.value)
        first = [entry.best for entry in best]
        analysis.branches.sort(key=lambda branch: branch not in first)
    return best
