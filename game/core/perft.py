"""Counting action sequences: the standard check of a rules implementation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.core.rules import Rules


def perft(
    rules: Rules[Any, Any, Any], state: object, depth: int, counted: Callable[[object], bool] = lambda action: True
) -> int:
    """The number of sequences of exactly `depth` actions that are `counted`; a finished game has none."""
    if depth == 0:
        return 1
    nodes = 0
    for seat in rules.actors(state):
        actions = [action for action in rules.legal(state, seat) if counted(action)]
        if depth == 1:
            nodes += len(actions)
        else:
            nodes += sum(perft(rules, rules.apply(state, seat, action)[0], depth - 1, counted) for action in actions)
    return nodes
