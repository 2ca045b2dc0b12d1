"""The weights of the evaluation, made by `tools/fit_quoridor.py`."""

from __future__ import annotations

from itertools import chain

from game.quoridor.leaves import HANDS

BIAS = [[150 + 150 * (own - its) for its in range(HANDS)] for own in range(HANDS)]
SLOPE = [[200 + 20 * (10 - (own + its) // 2) for its in range(HANDS)] for own in range(HANDS)]
RISK = [-8] * HANDS
CHANCE = [8] * HANDS
TIGHT_OWN = [0] * HANDS
TIGHT_OTHER = [0] * HANDS

ALL = [*chain(*BIAS), *chain(*SLOPE), *RISK, *CHANCE, *TIGHT_OWN, *TIGHT_OTHER, 0, 0, 0, 0]
