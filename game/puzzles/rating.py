"""Glicko-2: how strong somebody is at puzzles, where a puzzle is a rival whose strength is known by its grade.

After Mark E. Glickman, "Example of the Glicko-2 system" (2013), http://www.glicko.net/glicko/glicko2.pdf, whose steps
are named below. Each puzzle is a rating period of its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game.puzzles.puzzle import Puzzle

_SCALE: Final = 173.7178  # between a rating as it is shown and Glicko-2's own
_MIDDLE: Final = 1500.0
_CHANGE: Final = 0.5  # the system constant tau: how much the volatility may change
_CLOSE: Final = 1e-6
LEAST_DEVIATION: Final = 60.0
"""Below it a rating would hardly move any more, and whoever learns could not be seen to."""
FIRST_GRADE: Final = 1100.0  # what a puzzle of grade 1 is worth
STEP: Final = 200.0  # and each grade more


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength with its uncertainty: `deviation` is one standard deviation of `value`."""

    value: float = _MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06


def rating_of(puzzle: Puzzle) -> Rating:
    """Return the grade of a puzzle as a strength."""
    return Rating(FIRST_GRADE + STEP * (puzzle.grade - 1), 80.0)


def update_rating(own: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """A rating after a period. `results` are the rivals with the score against each, 0 to 1; one at least."""
    mu, phi = (own.value - _MIDDLE) / _SCALE, own.deviation / _SCALE  # step 2
    weights, gains = 0.0, 0.0
    for rival, score in results:  # steps 3 and 4
        g = 1 / math.sqrt(1 + 3 * (rival.deviation / _SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - (rival.value - _MIDDLE) / _SCALE)))
        weights += g * g * expected * (1 - expected)
        gains += g * (score - expected)
    variance = 1 / weights
    volatility = _volatility(own.volatility, phi, variance, variance * gains)
    widened = phi * phi + volatility * volatility  # step 6
    narrowed = 1 / math.sqrt(1 / widened + 1 / variance)  # step 7
    value = _MIDDLE + _SCALE * (mu + narrowed * narrowed * gains)
    return Rating(value, max(LEAST_DEVIATION, _SCALE * narrowed), volatility)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the new volatility, by the Illinois algorithm."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + variance + math.exp(x)
        return math.exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - a) / _CHANGE**2

    low, high = a, a
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        while f(high := high - _CHANGE) < 0:
            pass
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
