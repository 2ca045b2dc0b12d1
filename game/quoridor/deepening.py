"""Choosing a move by deepening: one more ply at a time, the best branch of the last pass first."""

from __future__ import annotations

from dataclasses import dataclass

from game.quoridor.analysis import Analysis, RootMove, is_proven
from game.quoridor.leaves import MATE

DEEPEST = 60
SETTLED = 4
"""The passes through which the best branch must have stayed the same for a search to end early."""

_ASIDE = 80  # half the first window around the value of the pass before
_LEAST = 20_000  # nodes that a search of one branch may take at any time


@dataclass(slots=True)
class SearchResult:
    """The best branch, its value from the mover's view, and the depth in plies of that search."""

    best: RootMove
    value: int = 0
    depth: int = 0


def deepen(analysis: Analysis, first: RootMove, deepest: int = DEEPEST, *, enough: int | None = None) -> SearchResult:
    """The best branch as far as the analysis gets, by value and liking; `first` where it gets nowhere.

    With `enough` nodes the search ends where the best branch has stayed the same for some passes.
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
    """Search every branch `depth` plies deep; False where it was stopped. What was searched counts in `found`.

    A branch that would take more nodes than all before it is left with what is known of it.
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
    """Whether a branch is worth more than `floor`, searched `less` plies less at first; its value where it is."""
    for plies in (depth - less, depth) if less else (depth,):
        if not analysis.search(branch, plies, floor, floor + 1, _most(analysis)) or branch.value <= floor:
            return False
    least = branch.value
    if not analysis.search(branch, depth, floor, MATE, _most(analysis)):
        branch.value = least
        return not analysis.is_out()
    return branch.value > floor


def _most(analysis: Analysis) -> int | None:
    """The nodes that the next search of a branch may take."""
    return max(_LEAST, analysis.nodes) if analysis.selective else None


def _less(depth: int, index: int) -> int:
    """By how many plies less a late branch is searched at first."""
    if depth < 3 or index < 3:
        return 0
    return 1 + (index >= 10) + (index >= 30 and depth > 4)


def _search_best(analysis: Analysis, branch: RootMove, depth: int) -> bool:
    """Search the best branch of the pass before, in a window around its value that is widened where it fails."""
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
    """The `count` best branches of the last pass that was finished, the best first; [] where none was.

    A branch that would take more nodes than all before it is left with what is known of it.
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
                    continue  # its value is a bound of an earlier pass, which may lie above this floor
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
