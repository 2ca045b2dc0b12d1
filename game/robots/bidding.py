"""What an AI seat declares and when: five levels that find routes as people do, the easy ones first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Final

from game.robots.ideas import Idea


@dataclass(frozen=True, slots=True)
class Level:
    """How a level thinks.

    `pace` is the seconds that a route of effort 1 takes it; others take longer by the power POWER of their effort.
    `sight` is an effort so great that a route of it is found once in e times. After `patience` seconds nothing more
    comes to its mind.
    """

    pace: float
    sight: float
    patience: float


LEVELS: Final = {
    1: Level(pace=1.30, sight=9.0, patience=75.0),
    2: Level(pace=1.00, sight=11.5, patience=85.0),
    3: Level(pace=0.76, sight=15.0, patience=95.0),
    4: Level(pace=0.57, sight=21.0, patience=110.0),
    5: Level(pace=0.44, sight=60.0, patience=120.0),
}
POWER: Final = 1.4
_SPREAD: Final = 0.35  # standard deviation of the logarithm of a time
_PATIENCE: Final = (6.0, 14.0)
_STEEPNESS: Final = 3.0  # of the fall of the chance to find a route around `sight`


@dataclass(frozen=True, slots=True)
class Declaration:
    """A number that a seat declares `delay` seconds after the chip was turned, and the route it has for it."""

    delay: float
    idea: Idea

    @property
    def number(self) -> int:
        """The moves of the route."""
        return len(self.idea.route)


def patience(random: Random) -> float:
    """How many seconds a seat that finds nothing looks for a route before it says so."""
    return random.uniform(*_PATIENCE)


def declarations(ideas: Iterable[Idea], level: int, random: Random) -> tuple[Declaration, ...]:
    """What a seat of `level` declares, in order; numbers fall. May be nothing."""
    thinks = LEVELS[level]
    found: list[Declaration] = []
    for idea in ideas:
        chance, noise = random.random(), random.lognormvariate(0.0, _SPREAD)
        if chance < exp(-((idea.effort / thinks.sight) ** _STEEPNESS)):
            found.append(Declaration(thinks.pace * idea.effort**POWER * noise, idea))
    spoken: list[Declaration] = []
    for declaration in sorted(found, key=lambda declaration: declaration.delay):
        in_time = declaration.delay <= thinks.patience
        if in_time and (not spoken or declaration.number < spoken[-1].number):
            spoken.append(declaration)
    return tuple(spoken)
