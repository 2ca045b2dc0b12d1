"""The bids of AI seats and their times: five levels that find routes as people do, the easy ones first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import exp
from random import Random
from typing import Final

from game.robots.ideas import Idea
from game.robots.questions import BREATH
from game.robots.state import LOWEST_BID, Move


@dataclass(frozen=True, slots=True)
class Level:
    """The thinking of a level.

    `pace` is the seconds that a route of effort 1 takes it; others take longer by the power POWER of their effort.
    `sight` is an effort so great that a route of it is found once in e times. `haste` is how often a longer route comes
    to its mind first. After `patience` seconds nothing more does. `slips` is how often it counts a move too few.
    """

    pace: float
    sight: float
    haste: float
    patience: float
    slips: float = 0.0


LEVELS: Final = {
    1: Level(pace=4.0, sight=7.0, haste=0.5, patience=75.0, slips=0.3),
    2: Level(pace=1.65, sight=11.0, haste=0.45, patience=85.0),
    3: Level(pace=1.1, sight=14.5, haste=0.4, patience=95.0),
    4: Level(pace=0.72, sight=21.0, haste=0.35, patience=110.0),
    5: Level(pace=0.46, sight=60.0, haste=0.3, patience=120.0),
}
POWER: Final = 1.4
_SPREAD: Final = 0.55  # standard deviation of the logarithm of a time
_HURRY: Final = (0.45, 0.85)  # of the time that the route would take, for a longer one in haste
_PATIENCE: Final = (6.0, 14.0)
_STEEPNESS: Final = 3.0  # of the fall of the chance to find a route around `sight`


@dataclass(frozen=True, slots=True)
class Declaration:
    """A number that a seat declares `delay` seconds after the chip was turned, and the route it has for it.

    The number is that of the route's moves, or one less where it has miscounted.
    """

    delay: float
    route: tuple[Move, ...]
    number: int


def patience(random: Random) -> float:
    """Return for how many seconds a seat that finds nothing looks for a route before it says so."""
    return random.uniform(*_PATIENCE)


def declarations(ideas: Iterable[Idea], level: int, random: Random) -> tuple[Declaration, ...]:
    """Return the bids of a seat of `level`, in order; numbers fall. There may be none."""
    thinks = LEVELS[level]
    found: list[Declaration] = []
    for idea in ideas:
        delay = thinks.pace * idea.effort**POWER * random.lognormvariate(0.0, _SPREAD)
        if random.random() < exp(-((idea.effort / thinks.sight) ** _STEEPNESS)):
            found.append(_counted(delay, idea.route, thinks, random))
        if idea.detours and random.random() < thinks.haste:
            found.append(_counted(delay * random.uniform(*_HURRY), random.choice(idea.detours), thinks, random))
    spoken: list[Declaration] = []
    for declaration in sorted(found, key=lambda declaration: declaration.delay):
        in_time = declaration.delay <= thinks.patience
        if in_time and (not spoken or declaration.number < spoken[-1].number):
            spoken.append(declaration)
    return tuple(spoken)


def after_silence(spoken: tuple[Declaration, ...], seconds: float) -> tuple[Declaration, ...]:
    """Return the bids of a seat that is silent for so many seconds at first: the best that it has found by then."""
    early = [declaration for declaration in spoken if declaration.delay <= seconds]
    if not seconds or not early:
        return spoken
    return (replace(early[-1], delay=seconds + BREATH), *spoken[len(early) :])


def _counted(delay: float, route: tuple[Move, ...], thinks: Level, random: Random) -> Declaration:
    """What is declared for a route; only who slips owes that to chance."""
    slipped = thinks.slips > 0 and random.random() < thinks.slips
    return Declaration(delay, route, max(LOWEST_BID, len(route) - slipped))
