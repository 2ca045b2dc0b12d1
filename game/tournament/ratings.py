"""The ratings of several players, from pairs of games between two of them.

The model is that of Bradley and Terry (1952) with a draw as half a win: the share of points expected depends on the
difference between two ratings alone. The ratings are the likeliest, with one drawn game of each player against a player
of rating 0 besides, so that a player who has won everything has a rating as well. The intervals take a pair as one
sample (the "sandwich" estimate), since its two games are not independent.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.tournament.elo import QUANTILE, Pairs

_PER_ELO = math.log(10) / 400  # of a rating in the model's own unit
_MOST_STEPS, _ENOUGH = 100, 1e-10
_LONGEST_STEP = 2.0

Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class EloRating:
    """A player's Elo over the mean of all players, and the ends of its 95% interval; infinite where it has no pair."""

    elo: float
    low: float
    high: float


def rate(players: int, pairs: Mapping[tuple[int, int], Pairs]) -> list[EloRating]:
    """The rating of each player from the pairs that the first of two players has played against the second."""
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
    """The gradient of the log-likelihood, and its negative second derivative."""
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
    """The variance of the weighted sum of the gradient, whose samples are the pairs (each worth 2 points)."""
    total = 0.0
    for (first, second), sample in pairs.items():
        share = _expected(values[first] - values[second])
        _, variance = sample.moments(share * (1 - share) / 2)  # the usual one is that of games without draws
        total += 4 * sample.number * variance * (weights[first] - weights[second]) ** 2
    return total


def _against_mean(player: int, players: int) -> list[float]:
    """What to multiply ratings with for how much one is above the mean of all."""
    return [float(other == player) - 1 / players for other in range(players)]


def _expected(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


def _dot(first: Sequence[float], second: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(first, second, strict=True))


def _inverse(matrix: Matrix) -> Matrix:
    """The inverse of a matrix that is symmetric and positive definite, by elimination without pivots."""
    size = len(matrix)
    rows = [[*row, *(float(column == index) for column in range(size))] for index, row in enumerate(matrix)]
    for index, row in enumerate(rows):
        scale = row[index]
        row[:] = [value / scale for value in row]
        for other in rows:
            if other is not row and (factor := other[index]):
                other[:] = [value - factor * own for value, own in zip(other, row, strict=True)]
    return [row[size:] for row in rows]
