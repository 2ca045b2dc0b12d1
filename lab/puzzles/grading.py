"""Grades puzzles by what levels 1 to 4 choose, and by what makes them hard for people."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from game.agents.compiling import prepared_brain
from game.core.spec import GameSpec
from game.puzzles.puzzle import GRADES

LEVELS = (1, 2, 3, 4)
SEEDS = 40
"""How many times each level chooses."""

A_MOVE, AN_OPTION, NOT_OBVIOUS = 0.04, 0.01, 0.06
"""What is added to the score: for each of the solver's moves after the first, for each doubling of the legal actions,
and if the obvious action is wrong. All together count less than the levels' choices."""


def right_choices(spec: GameSpec, state: Any, key: str) -> list[int]:
    """Return for each level how often it chooses the key in SEEDS tries, as the mover of `state`."""
    brain = prepared_brain(spec)
    (seat,) = spec.rules.actors(state)
    return [
        sum(brain.choose(state, seat, level, seed, None, lambda: False).action == key for seed in range(SEEDS))
        for level in LEVELS
    ]


def score(figures: Mapping[str, Any], moves: int) -> float:
    """Return a puzzle's difficulty, about 0 to 1.5, from its figures `right`, `legal` and `trap`."""
    missed = 1 - sum(figures["right"]) / (SEEDS * len(LEVELS))
    extra = A_MOVE * (moves - 1) + AN_OPTION * math.log2(figures["legal"]) + NOT_OBVIOUS * figures["trap"]
    return round(missed + extra, 4)


def grades(scores: Sequence[float]) -> list[int]:
    """Return the grade of each score: five parts of equal size, the easiest first; equal scores have equal grades."""
    ordered = sorted(scores)
    edges = [ordered[len(ordered) * part // len(GRADES)] for part in range(1, len(GRADES))]
    return [1 + sum(one >= edge for edge in edges) for one in scores]
