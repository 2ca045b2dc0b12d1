"""The bids of AI seats and their times. Like people, the five levels find easy routes first.

A person may find a route that moves only the target robot, a route with one helper, or the shortest route. A puzzle is
hard if its routes are long, if they need helpers, and if there are few of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import combinations
from random import Random
from typing import Any, Final

from game.agents.agent import StopTest
from game.robots.board import COLOURS, Board, Robots, legal_slides, move_robot
from game.robots.questions import BREATH
from game.robots.rounds import Target, target_of
from game.robots.search.solver import Solver
from game.robots.state import LOWEST_BID, Move, OneMoveRule, State

HELPER: Final = 1.5
"""The effort that each further robot adds, in moves."""

MOST_ROUTES: Final = 20
"""The most routes that are counted. More routes do not make a puzzle easier."""


def effort(route: Sequence[Move]) -> float:
    """Return a route's effort for a person, in moves: its length plus HELPER for each robot but the first."""
    return len(route) + HELPER * (len({move.colour for move in route}) - 1)


def difficulty(routes: Sequence[Sequence[Move]]) -> float:
    """Return the difficulty of a puzzle in moves, from its shortest routes; MOST_ROUTES are enough.

    The difficulty is the least effort of a route, minus the binary logarithm of the number of routes.
    """
    return min(map(effort, routes)) - math.log2(min(len(routes), MOST_ROUTES))


# The most moves that may be bid.
LONGEST: Final = 20
# The most moves by which a route with few robots may be longer than the shortest.
_LONGER: Final = 6
# The most moves by which a detour may be longer than the shortest route.
_DETOUR: Final = 3
_BEGINNINGS: Final = 6
# Seconds for finding the shortest route.
_BEST_SECONDS: Final = 4.0
# Seconds for finding each route with few robots.
_SECONDS_EACH: Final = 0.2


@dataclass(frozen=True, slots=True)
class Idea:
    """A route and its effort. A person may first find one of the `detours`: longer routes with other first moves."""

    route: tuple[Move, ...]
    effort: float
    detours: tuple[tuple[Move, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Chip:
    """The puzzle of a chip, with the robots where they were when the chip was turned up."""

    board: Board
    robots: Robots
    target: Target
    rule: OneMoveRule
    one_move: bool

    @classmethod
    def of(cls, state: State) -> Chip:
        """Return the current chip of a game."""
        rule = state.settings.one_move_rule
        return cls(state.board, state.markers, target_of(state), rule, "one_move" in state.bites)

    def route(self, solver: Solver, robots: Robots, **limits: Any) -> tuple[Move, ...]:
        """Return the shortest route from `robots` within the `limits` of `Solver.solve`; () if there is none."""
        rules: Mapping[str, Any] = {"rule": self.rule, "one_move": self.one_move}
        return solver.solve(self.board, robots, self.target, **rules, **limits).route or ()


def find_ideas(solver: Solver, chip: Chip, stop: StopTest) -> tuple[Idea, ...]:
    """Return routes with rising effort and falling length. The last one is the shortest route.

    The result is empty if no route of at most LONGEST moves is found in a few seconds.
    """
    best = chip.route(solver, chip.robots, max_moves=LONGEST, seconds=_BEST_SECONDS, stop=stop)
    limit = min(LONGEST, len(best) + _LONGER) if best else LONGEST
    limits = {"max_moves": limit, "seconds": _SECONDS_EACH, "stop": stop}
    others = [chip.route(solver, chip.robots, movable=few, **limits) for few in _few_robots(chip.target)]
    ideas = [Idea(route, effort(route)) for route in others if route]
    if best:
        ideas.append(Idea(best, effort(best), _detours(solver, chip, len(best), stop)))
    kept: list[Idea] = []
    for idea in sorted(ideas, key=lambda idea: (len(idea.route), idea.effort, not idea.detours)):
        if not kept or idea.effort < kept[-1].effort:
            kept.append(idea)
    return tuple(reversed(kept))


def _few_robots(target: Target) -> Iterator[tuple[str, ...]]:
    """Yield the sets of robots that may move: each robot that may arrive, alone and with each helper."""
    yield from ((colour,) for colour in target.robots)
    yield from (pair for pair in combinations(COLOURS, 2) if set(pair) & set(target.robots))


def _detours(solver: Solver, chip: Chip, shortest: int, stop: StopTest) -> tuple[tuple[Move, ...], ...]:
    """Return longer routes that begin with a robot that may arrive, the first one found of each length."""
    slides = [found for found in legal_slides(chip.board, chip.robots) if found.colour in chip.target.robots]
    longest = min(LONGEST, shortest + _DETOUR)
    routes: dict[int, tuple[Move, ...]] = {}
    for found in slides[:_BEGINNINGS]:
        made = (Move(found.colour, found.heading),)
        robots = move_robot(chip.robots, found)
        rest = chip.route(solver, robots, made=made, max_moves=longest - 1, seconds=_SECONDS_EACH, stop=stop)
        if shortest <= len(rest):
            routes.setdefault(len(rest), made + rest)
    return tuple(routes[length] for length in sorted(routes))


@dataclass(frozen=True, slots=True)
class Level:
    """The speed and skill of a level.

    Finding a route of effort 1 takes `pace` seconds; the time grows with the effort to the power POWER. A route with
    the effort `sight` is found with probability 1/e. A detour is found first with probability `haste`. After `patience`
    seconds, nothing more is found. With probability `miscounts`, the seat bids one move too few for its route.
    """

    pace: float
    sight: float
    haste: float
    patience: float
    miscounts: float = 0.0


LEVELS: Final[dict[float, Level]] = {
    1: Level(pace=4.0, sight=7.0, haste=0.5, patience=75.0, miscounts=0.3),
    2: Level(pace=1.65, sight=11.0, haste=0.45, patience=85.0),
    3: Level(pace=1.1, sight=14.5, haste=0.4, patience=95.0),
    4: Level(pace=0.72, sight=21.0, haste=0.35, patience=110.0),
    5: Level(pace=0.46, sight=60.0, haste=0.3, patience=120.0),
}
POWER: Final = 1.4
# Standard deviation of the logarithm of a time.
_SPREAD: Final = 0.55
# A detour is found after a part of the idea's time. These are the least and the greatest part.
_HURRY: Final = (0.45, 0.85)
_PATIENCE: Final = (6.0, 14.0)
# How steeply the probability falls around `sight`.
_STEEPNESS: Final = 3.0


@dataclass(frozen=True, slots=True)
class Declaration:
    """A bid that a seat makes `delay` seconds after the chip was turned up, and its route.

    `number` is the route's length, or one less after a miscount.
    """

    delay: float
    route: tuple[Move, ...]
    number: int


def patience(random: Random) -> float:
    """Return after how many seconds a seat that finds no route marks "nothing found"."""
    return random.uniform(*_PATIENCE)


def declarations(ideas: Iterable[Idea], level: float, random: Random) -> tuple[Declaration, ...]:
    """Return the bids of a seat of `level` in the order of their times, with falling numbers. There may be none."""
    thinks = figures_of(level)
    found: list[Declaration] = []
    for idea in ideas:
        delay = thinks.pace * idea.effort**POWER * random.lognormvariate(0.0, _SPREAD)
        if random.random() < math.exp(-((idea.effort / thinks.sight) ** _STEEPNESS)):
            found.append(_counted(delay, idea.route, thinks, random))
        if idea.detours and random.random() < thinks.haste:
            found.append(_counted(delay * random.uniform(*_HURRY), random.choice(idea.detours), thinks, random))
    declared: list[Declaration] = []
    for declaration in sorted(found, key=lambda declaration: declaration.delay):
        in_time = declaration.delay <= thinks.patience
        if in_time and (not declared or declaration.number < declared[-1].number):
            declared.append(declaration)
    return tuple(declared)


def figures_of(level: float) -> Level:
    """Return the speed and skill of a level, interpolated between whole levels.

    Equal steps of the level change a figure by equal factors. If the figure is 0 at the higher whole level, they lower
    it by equal amounts.
    """
    if level in LEVELS:
        return LEVELS[level]
    low, high = LEVELS[math.floor(level)], LEVELS[math.ceil(level)]
    share = level - math.floor(level)

    def between(name: str) -> float:
        below, above = getattr(low, name), getattr(high, name)
        return float(below ** (1 - share) * above**share) if above else float(below * (1 - share))

    return Level(*map(between, (figure.name for figure in fields(Level))))


def after_silence(declared: tuple[Declaration, ...], seconds: float) -> tuple[Declaration, ...]:
    """Drop all bids within the delay of `seconds` except the last one. That bid is made just after the delay."""
    early = [declaration for declaration in declared if declaration.delay <= seconds]
    if not seconds or not early:
        return declared
    return (replace(early[-1], delay=seconds + BREATH), *declared[len(early) :])


def _counted(delay: float, route: tuple[Move, ...], thinks: Level, random: Random) -> Declaration:
    """Return the bid for a route. `random` is used only by levels that may miscount."""
    miscounted = thinks.miscounts > 0 and random.random() < thinks.miscounts
    return Declaration(delay, route, max(LOWEST_BID, len(route) - miscounted))
