"""Turn chips into chances of winning, in a module of its own as in each game: the SPEC names it.

Each chip to come falls to every seat with the same chance.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from game.agents.agent import Variation
from game.core.review import Worth
from game.core.rules import Seat
from game.robots.state import State


def worth(state: State, line: Variation) -> Worth:
    """Read the chips as chances of winning, as `game.core.review.WorthOf` says; the route does not matter."""
    return Worth(chances(state))


def chances(state: State, winner: Seat | None = None) -> tuple[float, ...]:
    """Return the chance of winning the game by seat; with `winner`, if that seat won the present chip."""
    needed = [state.settings.chips_to_win - chips - (seat == winner) for seat, chips in enumerate(state.chips)]
    return tuple(round(chance, 4) for chance in race(tuple(needed)))


@lru_cache(maxsize=256)
def race(needed: Sequence[int]) -> tuple[float, ...]:
    """The chance of each to be the first that has won as often as it needs, where every win is anybody's alike.

    Let wins come to everybody at random moments, independently of each other (a Poisson process each); which seat wins
    next is then anybody's alike. Seat i's last win finds each other one with fewer wins than it needs: with the
    generating function of those counts the sum over all of them is a product of polynomials.
    """
    seats = len(needed)
    if 0 in needed:
        return tuple(float(count == 0) for count in needed)
    found = []
    for seat, own in enumerate(needed):
        product = [0.0] * (own - 1) + [1 / math.factorial(own - 1)]
        for other, count in enumerate(needed):
            if other != seat:
                product = _times(product, [1 / math.factorial(wins) for wins in range(count)])
        weights = (math.exp(math.lgamma(wins + 1) - (wins + 1) * math.log(seats)) for wins in range(len(product)))
        found.append(sum(part * weight for part, weight in zip(product, weights, strict=True)))
    return tuple(found)


def _times(first: Sequence[float], second: Sequence[float]) -> list[float]:
    """The product of two polynomials, coefficients from the constant one on."""
    product = [0.0] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            product[i + j] += a * b
    return product
