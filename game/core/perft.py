"""Counting action sequences: the standard check of a rules implementation."""

from __future__ import annotations

from typing import Any

from game.core.rules import Rules


def perft(rules: Rules[Any, Any, Any], state: Any, depth: int) -> int:
    """The number of action sequences of exactly `depth` plies from `state`; a finished game has none."""
    if depth == 0:
        return 1
    nodes = 0
    for seat in rules.actors(state):
        actions = rules.legal(state, seat)
        if depth == 1:
            nodes += len(actions)
        else:
            nodes += sum(perft(rules, rules.apply(state, seat, action)[0], depth - 1) for action in actions)
    return nodes
