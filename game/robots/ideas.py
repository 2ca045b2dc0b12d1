"""The routes that a person might find for a chip: with the target robot alone, with a helper, and the shortest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from game.agents.agent import StopTest
from game.robots.arrival import Target
from game.robots.board import COLOURS, Board, Robots
from game.robots.solver import Solver
from game.robots.state import Move, OneMoveRule, State
from game.robots.turns import target_of

LONGEST: Final = 20  # moves of a route that anybody would declare
_DETOUR: Final = 6  # moves by which a route with few robots may be longer than the shortest
_HELPER: Final = 1.5  # moves of effort that it takes to think of one more robot
_SECONDS: Final = 4.0  # for the shortest route
_SECONDS_EACH: Final = 0.2  # for one with few robots


@dataclass(frozen=True, slots=True)
class Idea:
    """A route, and how hard it is to find: its moves, and something for each robot but the first."""

    route: tuple[Move, ...]
    effort: float


@dataclass(frozen=True, slots=True)
class Chip:
    """What a chip asks for, from the cells on which the robots stood when it was turned."""

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


def find_ideas(solver: Solver, chip: Chip, stop: StopTest) -> tuple[Idea, ...]:
    """Routes from the easiest to find to the hardest, each shorter than the one before; the last one is the shortest.

    None where no route of LONGEST moves is found in a few seconds.
    """

    def route(colours: Sequence[str], max_moves: int, seconds: float) -> tuple[Move, ...]:
        solution = solver.solve(
            chip.board,
            chip.robots,
            chip.target,
            chip.rule,
            one_move=chip.one_move,
            max_moves=max_moves,
            seconds=seconds,
            stop=stop,
            movable=colours,
        )
        return solution.route or ()

    best = route(COLOURS, LONGEST, _SECONDS)
    limit = min(LONGEST, len(best) + _DETOUR) if best else LONGEST
    routes = [best, *(route(colours, limit, _SECONDS_EACH) for colours in _few_robots(chip.target))]
    ideas = [Idea(found, _effort(found)) for found in routes if found]
    kept: list[Idea] = []
    for idea in sorted(ideas, key=lambda idea: (idea.effort, len(idea.route))):
        if not kept or len(idea.route) < len(kept[-1].route):
            kept.append(idea)
    return tuple(kept)


def _few_robots(target: Target) -> Iterator[tuple[str, ...]]:
    """Each robot that may arrive, alone and with each other one."""
    yield from ((colour,) for colour in target.robots)
    yield from (pair for pair in combinations(COLOURS, 2) if set(pair) & set(target.robots))


def _effort(route: tuple[Move, ...]) -> float:
    return len(route) + _HELPER * (len({move.colour for move in route}) - 1)
