"""The routes that a person might find for a chip: with the target robot alone, with a helper, and the shortest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from game.agents.agent import StopTest
from game.robots.arrival import Target
from game.robots.board import COLOURS, Board, Robots, legal_slides, move_robot
from game.robots.difficulty import effort
from game.robots.search.solver import Solver
from game.robots.state import Move, OneMoveRule, State
from game.robots.turns import target_of

LONGEST: Final = 20  # moves of a route that anybody would declare
_LONGER: Final = 6  # moves by which a route with few robots may be longer than the shortest
_DETOUR: Final = 3  # moves by which a route with another beginning may be
_BEGINNINGS: Final = 6
_SECONDS: Final = 4.0  # for the shortest route
_SECONDS_EACH: Final = 0.2  # for one with few robots


@dataclass(frozen=True, slots=True)
class Idea:
    """A route, and how hard it is to find: its moves, and something for each robot but the first.

    `detours` are longer routes with other beginnings that one may hit upon on the way to it.
    """

    route: tuple[Move, ...]
    effort: float
    detours: tuple[tuple[Move, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Chip:
    """The puzzle of a chip, from the cells on which the robots stood when it was turned."""

    board: Board
    robots: Robots
    target: Target
    rule: OneMoveRule
    one_move: bool

    @classmethod
    def of(cls, state: State) -> Chip:
        """The present chip of a game."""
        rule = state.settings.one_move_rule
        return cls(state.board, state.markers, target_of(state), rule, "one_move" in state.bites)

    def route(self, solver: Solver, robots: Robots, **limits: Any) -> tuple[Move, ...]:
        """The shortest route from `robots` within the limits of `Solver.solve`, () where there is none."""
        rules: Mapping[str, Any] = {"rule": self.rule, "one_move": self.one_move}
        return solver.solve(self.board, robots, self.target, **rules, **limits).route or ()


def find_ideas(solver: Solver, chip: Chip, stop: StopTest) -> tuple[Idea, ...]:
    """Routes from the easiest to find to the hardest, each shorter than the one before; the last one is the shortest.

    None where no route of LONGEST moves is found in a few seconds.
    """
    best = chip.route(solver, chip.robots, max_moves=LONGEST, seconds=_SECONDS, stop=stop)
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
    """Each robot that may arrive, alone and with each other one."""
    yield from ((colour,) for colour in target.robots)
    yield from (pair for pair in combinations(COLOURS, 2) if set(pair) & set(target.robots))


def _detours(solver: Solver, chip: Chip, shortest: int, stop: StopTest) -> tuple[tuple[Move, ...], ...]:
    """Longer routes that begin with a slide of a robot that may arrive, one of each length."""
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
