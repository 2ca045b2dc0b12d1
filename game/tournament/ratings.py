"""Ratings of players, from pairs of games in which the two players change sides.

The model is Bradley and Terry's (1952), with a draw as half a win: the expected share of points depends only on the
difference of two ratings. The ratings are maximum-likelihood estimates. Each player gets one additional drawn game
against a player of rating 0, so that a player who has won everything has a rating, too.

For the intervals, a pair is one sample (the "sandwich" estimate), because its two games share their opening and are not
independent. For two players, only the difference is computed, from the numbers of pairs that gave 0, 1/2, 1, 1 1/2 and
2 points (a pentanomial count).

`Sprt` is the sequential probability ratio test (Wald 1945) on the mean of these samples, which is assumed to be normal.
It compares two differences in logistic Elo.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# The two-sided 95 % quantile of the normal distribution.
QUANTILE = 1.959964
# Bound of the log-likelihood ratio, for errors of 5 % of either kind.
BOUND = math.log(0.95 / 0.05)
# _PRIOR is the variance of a pair of even games without draws. It is mixed in as if it came from _WEIGHT pairs.
_PRIOR, _WEIGHT = 0.125, 4.0
# Converts Elo to the unit of the model.
_PER_ELO = math.log(10) / 400
_MOST_STEPS, _ENOUGH = 100, 1e-10
_LONGEST_STEP = 2.0
Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Pairs:
    """The numbers of pairs in which the first player scored 0, 1/2, 1, 1 1/2, and 2 points."""

    counts: tuple[int, int, int, int, int]

    @property
    def number(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    def moments(self, usual: float = _PRIOR) -> tuple[float, float]:
        """Return the mean and the variance of the share of a pair's two points. There must be a pair.

        The variance is mixed with the `usual` one, because equal results of a few pairs may be chance.
        """
        mean = sum(count * value / 4 for value, count in enumerate(self.counts)) / self.number
        squares = sum(count * (value / 4 - mean) ** 2 for value, count in enumerate(self.counts))
        return mean, (squares + _WEIGHT * usual) / (self.number + _WEIGHT)

    def elo(self) -> tuple[float, float, float]:
        """Return the first player's Elo over the second, and the ends of its 95% interval. An Elo may be infinite."""
        if not self.number:
            return 0.0, -math.inf, math.inf
        mean, variance = self.moments()
        half = QUANTILE * math.sqrt(variance / self.number)
        return elo_of(mean), elo_of(mean - half), elo_of(mean + half)

    def likelihood_ratio(self, elo0: float, elo1: float) -> float:
        """Return the logarithm of the ratio of the pairs' likelihoods at `elo1` and at `elo0`."""
        if not self.number:
            return 0.0
        mean, variance = self.moments()
        worse, better = score_of(elo0), score_of(elo1)
        return self.number * (better - worse) * (2 * mean - worse - better) / (2 * variance)


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test whether the first player is stronger by at least `elo1`, or by no more than `elo0`."""

    elo0: float
    elo1: float

    def verdict(self, pairs: Pairs) -> str:
        """Return the accepted hypothesis, "elo1" or "elo0"; "" while neither is accepted."""
        ratio = pairs.likelihood_ratio(self.elo0, self.elo1)
        return "elo1" if ratio >= BOUND else "elo0" if ratio <= -BOUND else ""


def count_pairs(points: Sequence[float]) -> Pairs:
    """Return how many pairs have each number of points, 0 to 2."""
    halves = [round(2 * point) for point in points]
    none, half, one, more, two = (halves.count(value) for value in range(5))
    return Pairs((none, half, one, more, two))


def score_of(elo: float) -> float:
    """Return the expected share of points of a player who is `elo` stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Return the difference in strength for an expected share of points."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else -400 * math.log10(1 / score - 1)


def wilson(share: float, count: int) -> tuple[float, float]:
    """Return the Wilson score interval (95 %) for a share in `count` trials (Wilson 1927); (0, 1) without trials."""
    if count == 0:
        return 0.0, 1.0
    spread = QUANTILE * QUANTILE / count
    centre = share + spread / 2
    half = QUANTILE * math.sqrt(share * (1 - share) / count + spread / (4 * count))
    return max(0.0, (centre - half) / (1 + spread)), min(1.0, (centre + half) / (1 + spread))


@dataclass(frozen=True, slots=True)
class EloRating:
    """A player's Elo over the mean of all players, and its 95% interval. Without pairs, all three are infinite."""

    elo: float
    low: float
    high: float


def rate(players: int, pairs: Mapping[tuple[int, int], Pairs]) -> list[EloRating]:
    """Return the rating of each player. The keys of `pairs` are (first player, second player)."""
    played = {both: sample for both, sample in pairs.items() if sample.number}
    values = [0.0] * players
    inverse: Matrix = []
    for _ in range(_MOST_STEPS):
        gradient, curvature = _likelihood(values, played)
        inverse = _inverse(curvature)
        steps = [_dot(row, gradient) for row in inverse]
        longest = max(map(abs, steps))
        if longest < _ENOUGH:
            break
        share = min(1.0, _LONGEST_STEP / longest)
        values = [value + share * step for value, step in zip(values, steps, strict=True)]
    mean = sum(values) / players
    known = {player for both in played for player in both}
    ratings = []
    for player, value in enumerate(values):
        weights = [_dot(row, _against_mean(player, players)) for row in inverse]
        variance = _variance(values, weights, played)
        elo = (value - mean) / _PER_ELO
        half = QUANTILE * math.sqrt(variance) / _PER_ELO if player in known else math.inf
        ratings.append(EloRating(elo, elo - half, elo + half))
    return ratings


def _likelihood(values: Sequence[float], pairs: Mapping[tuple[int, int], Pairs]) -> tuple[list[float], Matrix]:
    """Return the gradient of the log-likelihood, and its second derivative with the sign changed."""
    expected = [_expected(value) for value in values]
    gradient = [0.5 - share for share in expected]
    curvature = [[0.0] * len(values) for _ in values]
    for player, share in enumerate(expected):
        curvature[player][player] = share * (1 - share)
    for (first, second), sample in pairs.items():
        share = _expected(values[first] - values[second])
        slope = 2 * sample.number * (sample.moments()[0] - share)
        gradient[first] += slope
        gradient[second] -= slope
        weight = 2 * sample.number * share * (1 - share)
        for player, other in ((first, second), (second, first)):
            curvature[player][player] += weight
            curvature[player][other] -= weight
    return gradient, curvature


def _variance(values: Sequence[float], weights: Sequence[float], pairs: Mapping[tuple[int, int], Pairs]) -> float:
    """Return the variance of the gradient's weighted sum. A sample is a pair of games, with up to 2 points."""
    total = 0.0
    for (first, second), sample in pairs.items():
        share = _expected(values[first] - values[second])
        # The argument is the variance of a pair of games without draws.
        _, variance = sample.moments(share * (1 - share) / 2)
        total += 4 * sample.number * variance * (weights[first] - weights[second]) ** 2
    return total


def _against_mean(player: int, players: int) -> list[float]:
    """Return the weights of all ratings in the difference between a player's rating and the mean."""
    return [float(other == player) - 1 / players for other in range(players)]


def _expected(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


def _dot(first: Sequence[float], second: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(first, second, strict=True))


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a symmetric positive definite matrix, by elimination without pivots."""
    size = len(matrix)
    rows = [[*row, *(float(column == index) for column in range(size))] for index, row in enumerate(matrix)]
    for index, row in enumerate(rows):
        scale = row[index]
        row[:] = [value / scale for value in row]
        for other in rows:
            if other is not row and (factor := other[index]):
                other[:] = [value - factor * own for value, own in zip(other, row, strict=True)]
    return [row[size:] for row in rows]
