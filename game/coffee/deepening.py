"""Choosing an action by deepening: one more ply at a time, the best branch of the last pass first."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.coffee.analysis import Analysis, RootDrop, is_proven, plies_to_end
from game.coffee.frames import FRAMES, MATE


@dataclass(slots=True)
class SearchResult:
    """The best branch and its value from the mover's view; `passes` are the best values of all finished passes."""

    best: RootDrop
    value: int = 0
    depth: int = 0
    passes: list[int] = field(default_factory=list)

    @property
    def outlook(self) -> float:
        """The proven value, or the mean of the last two passes, since each favours the side with the last word."""
        if not self.passes or is_proven(self.passes[-1]):
            return self.value
        return sum(self.passes[-2:]) / len(self.passes[-2:])


def deepen(analysis: Analysis, first: RootDrop) -> SearchResult:
    """The best branch as far as the analysis gets, by value and liking; `first` where it gets nowhere.

    What is proven is never outweighed by a liking.
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
    """Search every branch `depth` plies deep; False where it was stopped. What was searched counts in `found`."""
    alpha = -MATE
    for branch in order:
        scouted = alpha > -MATE
        floor = alpha if is_proven(alpha) else alpha - branch.liking  # above which it is liked more than the best
        if not analysis.search(branch, depth, floor, floor + 1 if scouted else MATE):
            return False
        if scouted and branch.value > floor and not analysis.search(branch, depth, floor, MATE):
            return False
        if branch.value > floor:
            alpha = branch.value if branch.proven else branch.value + branch.liking
            found.best, found.value, found.depth = branch, branch.value, depth
    return True


def rank(analysis: Analysis, count: int, *, balancing: bool) -> list[SearchResult]:
    """The `count` best branches of the last pass that was finished, the best first; [] where none was.

    With `balancing` a branch is worth what remains when the other takes the better side (see `balance`).
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
    """The branch that is worth the least to either side: what to leave to one who may swap.

    The value is what remains for the mover when the other takes the better side.
    """
    found = SearchResult(first)
    before = {id(branch): 0 for branch in analysis.branches}
    for depth in range(1, FRAMES):
        for branch in analysis.branches:
            if not analysis.search(branch, depth):
                return found
        if depth > 1:  # the mean of two depths, since each favours whoever has the last word
            means = [(branch.value + before[id(branch)]) // 2 for branch in analysis.branches]
            least = min(range(len(means)), key=lambda index: abs(means[index]) - analysis.branches[index].liking)
            found.best, found.value, found.depth = analysis.branches[least], -abs(means[least]), depth
        before = {id(branch): branch.value for branch in analysis.branches}
        if all(branch.proven for branch in analysis.branches):
            break
    return found
