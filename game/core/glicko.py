"""Ratings by Glicko-2: Mark E. Glickman, "Example of the Glicko-2 system" (2013).

The paper is http://www.glicko.net/glicko/glicko2.pdf. Comments below have the numbers of its steps.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_SCALE: Final = 173.7178  # displayed ratings have this many points for a step of 1 on Glicko-2's own scale
_MIDDLE: Final = 1500.0
_CHANGE: Final = 0.5  # the system constant tau, which limits changes of the volatility
_CLOSE: Final = 1e-6
LEAST_DEVIATION: Final = 60.0
"""The least deviation. With a smaller one, a rating could not follow a learner's progress."""
MOST_VALUE: Final = 4000.0
"""The greatest rating that is stored."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength and its uncertainty. `deviation` is one standard deviation of `value`."""

    value: float = _MIDDLE
    deviation: float = 350.0
    volatility: float = 0.06


def update_rating(own: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """Return a rating after a period. `results` has at least one rival's rating and the score against it, 0 to 1."""
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
    """Return the new volatility (step 5), by the Illinois algorithm."""
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
