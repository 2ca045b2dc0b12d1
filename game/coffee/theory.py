"""Proofs about a position: won or lost, and in how many plies, for it and for each action."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, TypeAlias

from game.coffee import rules
from game.coffee.analysis import COMPILED, Analysis, plies_to_end
from game.coffee.frames import FRAMES
from game.coffee.state import State, Swap

Verdict: TypeAlias = tuple[str | None, int | None]
"""Value for the mover ("win", "loss", None where unproven) and plies to the end under best play (None: unproven)."""

UNPROVEN: Verdict = (None, None)
_TABLE_BITS = 22 if COMPILED else 16


def theory(state: State, seconds: float | None) -> dict[str, Any]:
    """Return the proven values of `state` within `seconds` (None: without limit), as the engine mode answers."""
    end = None if seconds is None else time.monotonic() + seconds
    if state.winner is not None:
        return {"value": "loss", "distance": 0, "after": {}}  # whoever would be next has lost
    analysis = Analysis(
        state, None, lambda: end is not None and time.monotonic() > end, judging=False, size_bits=_TABLE_BITS
    )
    verdicts = _with_pie(state, prove(analysis))
    value, distance = best_of(verdicts.values())
    return {"value": value, "distance": distance, "after": {text: list(verdict) for text, verdict in verdicts.items()}}


def prove(analysis: Analysis) -> dict[str, Verdict]:
    """The verdict on each stone and stick, by its text, as far as the analysis gets."""
    exact: dict[int, Verdict] = {}
    for depth in range(1, FRAMES):
        for branch in analysis.branches:
            if id(branch) in exact:
                continue
            if not analysis.search(branch, depth):
                return _by_text(analysis, exact)
            if branch.proven and plies_to_end(branch.value) <= depth:
                exact[id(branch)] = _verdict(branch.value)
        if len(exact) == len(analysis.branches):
            break
    return _by_text(analysis, exact)


def _by_text(analysis: Analysis, exact: dict[int, Verdict]) -> dict[str, Verdict]:
    """The verdicts of all actions; a branch whose value alone is proven has no distance."""
    verdicts = {}
    for branch in analysis.branches:
        verdict = exact.get(id(branch)) or (_verdict(branch.value)[0] if branch.proven else None, None)
        verdicts.update({rules.text(action): verdict for action in branch.alike})
    return verdicts


def _verdict(value: int) -> Verdict:
    return "win" if value > 0 else "loss", plies_to_end(value)


def best_of(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict on a position whose actions have these: a quick win, or else a late loss."""
    listed = list(verdicts)
    wins = [distance for value, distance in listed if value == "win"]
    if wins:
        return "win", min((distance for distance in wins if distance is not None), default=None)
    if any(value is None for value, _ in listed):
        return UNPROVEN
    distances = [distance for _, distance in listed]
    return "loss", max(d for d in distances if d is not None) if None not in distances else None


def _with_pie(state: State, verdicts: dict[str, Verdict]) -> dict[str, Verdict]:
    """The verdicts of all actions where the second player may swap, from those without it.

    After a swap the same position is the other's to move. So the second player takes whichever side has won.
    """
    if rules.may_swap(state):
        value, distance = best_of(verdicts.values())
        return {**verdicts, rules.text(Swap()): (_opposite(value), None if distance is None else distance + 1)}
    if state.pie and state.ply == 0 and state.n > 1:  # or the first stone ends the game
        return {text: _swapped(verdict) for text, verdict in verdicts.items()}
    return verdicts


def _swapped(verdict: Verdict) -> Verdict:
    """What a first action is worth that the second player may answer by a swap, one ply more, where it would win."""
    value, distance = verdict
    if value != "win":
        return verdict
    return "loss", None if distance is None else distance + 1


def _opposite(value: str | None) -> str | None:
    return {"win": "loss", "loss": "win", None: None}[value]
