"""Searches the actions of one position, one by one, in slices. The caller may stop after each slice.

A "branch" is an action at the root. The best branch is found by iterative deepening: each pass searches one ply deeper,
and begins with the best branch of the last pass.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from game.agents.kernels import is_compiled
from game.coffee import rules
from game.coffee.board import first_moves
from game.coffee.kernels import (
    EVALUATING,
    FRAMES,
    MATE,
    NODES,
    PROVEN,
    RESULT,
    WINDOW_WORTH,
    new_search,
    recalled_move,
    run,
    set_root,
)
from game.coffee.state import Drop, State
from game.coffee.tables import Position, action_of, position_of, tables, worth_of

COMPILED = is_compiled(run)
"""Whether this process searches with compiled kernels."""

SLICE = 20_000 if COMPILED else 200
"""Nodes between two checks of the clock: about 25 ms."""

_LONGEST_VARIATION = 12


@dataclass(slots=True)
class RootDrop:
    """An action at the root and its value, from the mover's view.

    `value` is from the last search, exact or a bound. `position` is None if the action ends the game. `alike` has the
    actions equal by symmetry, `action` first. `worth` is as in `set_root`. `liking` is added to the value when actions
    are compared.
    """

    action: Drop
    alike: list[Drop]
    position: Position | None
    worth: int
    value: int = 0
    liking: int = 0

    @property
    def proven(self) -> bool:
        """Whether `value` is a win or a loss for certain."""
        return is_proven(self.value)


class Analysis:
    """Searches of the branches of `state`, an unfinished game. A swap is not a branch.

    `nodes` is the budget of all searches together (None: no limit). `stop` is called between slices. If `judging` is
    false, unproven positions have the value 0. The table has 2**`size_bits` entries. `random` chooses among actions
    equal by symmetry, and shuffles the branches.
    """

    def __init__(
        self,
        state: State,
        nodes: int | None,
        stop: Callable[[], bool],
        *,
        judging: bool,
        size_bits: int,
        random: Random | None = None,
    ) -> None:
        self._budget = nodes
        self._stop = stop
        self._state = state
        self._tables = tables(state.board, state.n, COMPILED)
        self._search = new_search(size_bits, COMPILED)
        self._search.control[EVALUATING] = int(judging)
        self._colour = 1 if state.to_move == "black" else 0  # the colour to move after the first action
        self.branches = [self._branch(state, alike) for alike in _groups(state, random)]

    @property
    def nodes(self) -> int:
        """The number of nodes searched."""
        return int(self._search.control[NODES])

    def _branch(self, state: State, alike: list[Drop]) -> RootDrop:
        after, _ = rules.apply(state, state.mover, alike[0])
        if after.winner is not None:
            return RootDrop(alike[0], alike, None, 0, MATE - 1)
        return RootDrop(alike[0], alike, position_of(after, self._tables), worth_of(after, WINDOW_WORTH))

    def search(self, branch: RootDrop, depth: int, alpha: int = -MATE, beta: int = MATE) -> bool:
        """Search a branch `depth` plies deep, including its own action, and set its value. Returns False if stopped.

        The value is exact if it lies between `alpha` and `beta`.
        """
        if branch.position is None:
            return True
        set_root(self._search, branch.position, branch.worth, self._colour, depth - 1, -beta, -alpha)
        while not self._is_out():
            slice_ = SLICE if self._budget is None else min(SLICE, self._budget - self.nodes)
            if run(self._tables, self._search, slice_):
                branch.value = -int(self._search.control[RESULT])
                return True
        return False

    def line(self, branch: RootDrop) -> list[Drop]:
        """Return the principal variation that begins with `branch`, as far as the transposition table has it."""
        line = [branch.action]
        state, _ = rules.apply(self._state, self._state.mover, branch.action)
        while state.winner is None and len(line) < _LONGEST_VARIATION:
            move = recalled_move(self._search, position_of(state, self._tables).key)
            if move is None:
                break
            action = action_of(state.board, move)
            line.append(action)
            state, _ = rules.apply(state, state.mover, action)
        return line

    def _is_out(self) -> bool:
        return self._stop() or (self._budget is not None and self.nodes >= self._budget)


def is_proven(value: int) -> bool:
    """Whether a value is a win or a loss for certain."""
    return abs(value) > PROVEN


def plies_to_end(value: int) -> int:
    """Return the number of plies after which a proven win or loss comes."""
    return MATE - abs(value)


def _groups(state: State, random: Random | None) -> list[list[Drop]]:
    """Return the legal stones and sticks. On the empty board, those equal by symmetry are grouped."""
    drops = [action for action in rules.legal(state, state.mover) if isinstance(action, Drop)]
    if random:
        random.shuffle(drops)
    if state.stones:
        return [[drop] for drop in drops]
    same = first_moves(state.board)
    groups: dict[tuple[int, str] | None, list[Drop]] = {}
    for drop in drops:
        key = None if drop.axis is None else same[drop.cell, drop.axis]
        groups.setdefault(key, []).append(drop)
    return list(groups.values())


# Deepening


@dataclass(slots=True)
class SearchResult:
    """The best branch and its value, from the mover's view. `passes` has the best value of each finished pass."""

    best: RootDrop
    value: int = 0
    depth: int = 0
    passes: list[int] = field(default_factory=list)

    @property
    def outlook(self) -> float:
        """A proven value, or the mean of the last two passes: one pass alone favours the side with the last move."""
        if not self.passes or is_proven(self.passes[-1]):
            return self.value
        return sum(self.passes[-2:]) / len(self.passes[-2:])


def deepen(analysis: Analysis, first: RootDrop) -> SearchResult:
    """Return the best branch found within the budget, by value and liking. If no pass finishes, return `first`.

    Proven values are compared without liking.
    """
    found = SearchResult(first)
    for depth in range(1, FRAMES):
        order = sorted(analysis.branches, key=lambda branch: branch is not found.best)
        if not _search_all(analysis, order, depth, found):
            break
        found.passes.append(found.value)
        if is_proven(found.value) and plies_to_end(found.value) <= depth:
            break
        analysis.branches.sort(key=lambda branch: -branch.value)
    return found


def _search_all(analysis: Analysis, order: list[RootDrop], depth: int, found: SearchResult) -> bool:
    """Search every branch `depth` plies deep, and put the best into `found`. Returns False if stopped."""
    alpha = -MATE
    for branch in order:
        scouted = alpha > -MATE
        # A branch with a value above `floor` is better than the best one so far.
        floor = alpha if is_proven(alpha) else alpha - branch.liking
        if not analysis.search(branch, depth, floor, floor + 1 if scouted else MATE):
            return False
        if scouted and branch.value > floor and not analysis.search(branch, depth, floor, MATE):
            return False
        if branch.value > floor:
            alpha = branch.value if branch.proven else branch.value + branch.liking
            found.best, found.value, found.depth = branch, branch.value, depth
    return True


def rank(analysis: Analysis, count: int, *, balancing: bool) -> list[SearchResult]:
    """Return the `count` best branches of the last finished pass, the best first; [] if no pass has finished.

    With `balancing`, the best branch is the one whose value is nearest to zero.
    """
    best: list[SearchResult] = []
    for depth in range(1, FRAMES):
        found: list[SearchResult] = []
        for branch in analysis.branches:
            floor = found[-1].value if len(found) == count and not balancing else -MATE
            if not analysis.search(branch, depth, floor):
                return best
            value = -abs(branch.value) if balancing else branch.value
            if len(found) < count or value > found[-1].value:
                found = sorted([*found, SearchResult(branch, value, depth)], key=lambda entry: -entry.value)[:count]
        best = found
        if all(is_proven(entry.value) and plies_to_end(entry.value) <= depth for entry in best):
            break
        first = [entry.best for entry in best]
        analysis.branches.sort(key=lambda branch: branch not in first)
    return best


def balance(analysis: Analysis, first: RootDrop) -> SearchResult:
    """Return the branch that is best before a swap: the one whose value is nearest to zero.

    The value of the result is what the mover keeps after the other has taken the better side.
    """
    found = SearchResult(first)
    before = {id(branch): 0 for branch in analysis.branches}
    for depth in range(1, FRAMES):
        for branch in analysis.branches:
            if not analysis.search(branch, depth):
                return found
        if depth > 1:  # take the mean of two depths, since a single depth favours the side with the last move
            means = [(branch.value + before[id(branch)]) // 2 for branch in analysis.branches]
            least = min(range(len(means)), key=lambda index: abs(means[index]) - analysis.branches[index].liking)
            found.best, found.value, found.depth = analysis.branches[least], -abs(means[least]), depth
        before = {id(branch): branch.value for branch in analysis.branches}
        if all(branch.proven for branch in analysis.branches):
            break
    return found
