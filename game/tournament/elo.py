"""The difference in strength of two players, from pairs of games with sides swapped.

A pair is one sample, worth 0 to 2 points in halves (a pentanomial count), since its two games are not independent: they
share their opening. The test is the sequential probability ratio test (Wald 1945) on the mean of those samples, taken
as normal, between two differences in logistic Elo.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

QUANTILE = 1.959964  # two-sided 95% of the normal distribution
BOUND = math.log(0.95 / 0.05)  # of the log-likelihood ratio, for 5% errors of either kind
_PRIOR, _WEIGHT = 0.125, 4.0  # the variance of a pair of even games without draws, which counts as so many pairs


@dataclass(frozen=True, slots=True)
class Pairs:
    """The number of pairs that brought the first player 0, half a point, 1, one and a half, and 2 points."""

    counts: tuple[int, int, int, int, int]

    @property
    def number(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    def moments(self, usual: float = _PRIOR) -> tuple[float, float]:
        """The mean and the variance of a pair's share of its two points; there must be a pair.

        A few pairs that ended alike do not prove that all do: while they are few the variance leans on the `usual` one.
        """
        mean = sum(count * value / 4 for value, count in enumerate(self.counts)) / self.number
        squares = sum(count * (value / 4 - mean) ** 2 for value, count in enumerate(self.counts))
        return mean, (squares + _WEIGHT * usual) / (self.number + _WEIGHT)

    def elo(self) -> tuple[float, float, float]:
        """The first player's Elo over the second, and the ends of its 95% interval; an Elo may be infinite."""
        if not self.number:
            return 0.0, -math.inf, math.inf
        mean, variance = self.moments()
        half = QUANTILE * math.sqrt(variance / self.number)
        return elo_of(mean), elo_of(mean - half), elo_of(mean + half)

    def likelihood_ratio(self, elo0: float, elo1: float) -> float:
        """The logarithm of how much likelier the pairs are at `elo1` than at `elo0`."""
        if not self.number:
            return 0.0
        mean, variance = self.moments()
        worse, better = score_of(elo0), score_of(elo1)
        return self.number * (better - worse) * (2 * mean - worse - better) / (2 * variance)


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of whether the first player is `elo1` or more stronger, or `elo0` or less."""

    elo0: float
    elo1: float

    def verdict(self, pairs: Pairs) -> str:
        """Return the accepted hypothesis: "elo1", "elo0", or "" while it is open."""
        ratio = pairs.likelihood_ratio(self.elo0, self.elo1)
        return "elo1" if ratio >= BOUND else "elo0" if ratio <= -BOUND else ""


def count_pairs(points: Sequence[float]) -> Pairs:
    """The counts of pairs with these points, 0 to 2."""
    halves = [round(2 * point) for point in points]
    none, half, one, more, two = (halves.count(value) for value in range(5))
    return Pairs((none, half, one, more, two))


def score_of(elo: float) -> float:
    """The share of points expected of a player who is `elo` stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Return the difference in strength for an expected share of points."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else -400 * math.log10(1 / score - 1)


def wilson(share: float, count: int) -> tuple[float, float]:
    """The Wilson score interval (95%) for a share seen in `count` trials (Wilson 1927); (0, 1) without any."""
    if count == 0:
        return 0.0, 1.0
    spread = QUANTILE * QUANTILE / count
    centre = share + spread / 2
    half = QUANTILE * math.sqrt(share * (1 - share) / count + spread / (4 * count))
    return max(0.0, (centre - half) / (1 + spread)), min(1.0, (centre + half) / (1 + spread))
