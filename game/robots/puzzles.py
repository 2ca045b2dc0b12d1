"""Puzzles for the engine mode and the command line: solved within limits, told in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from game.core.decode import DecodeError, Range, decode
from game.core.options import resolve
from game.core.rules import OptionError
from game.robots import SPEC, rules
from game.robots.board import COLOURS, HEADINGS, slide, xy
from game.robots.notation import read_route, tell, walk
from game.robots.puzzle import read_puzzle
from game.robots.rounds import target_of
from game.robots.search.deepening import DEEPEST
from game.robots.search.solver import MOST_THREADS, Solution, Solver
from game.robots.state import Move, OneMoveRule

MOST_ROUTES: Final = 1_000
"""Shortest routes that may be asked for."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a request to solve holds beside its puzzle; `all` is how many routes are asked for, 0 for one."""

    one_move_rule: OneMoveRule = "own"
    max_moves: Annotated[int, Range(1, DEEPEST)] = 30
    seconds: Annotated[float, Range(0)] = 30.0
    threads: Annotated[int, Range(1, MOST_THREADS)] = MOST_THREADS
    all: Annotated[int, Range(1, MOST_ROUTES)] = 0


class RobotsPuzzles:
    """The puzzles of Hyper Robots; see `game.agents.agent.PuzzleSolver`."""

    def __init__(self) -> None:
        self._solver = Solver()

    def prepare(self) -> None:
        """Compile the kernels by solving a puzzle."""
        state = rules.start(resolve(SPEC.options, {}), 0)
        self._solver.prepare(state.board, state.robots, target_of(state))

    def solve(self, request: Mapping[str, Any]) -> dict[str, object]:
        """The shortest route: `moves`, `solution`, `nodes` and `seconds`, and the `reason` where there is none.

        Where the seconds end first, no route has fewer moves than `at_least`. With `all` there are also
        `routes`, at most so many, their `count`, and whether these are all: `complete`; see `AllRoutes`.
        """
        puzzle = read_puzzle(request.get("puzzle"))
        try:
            wanted = decode(_Wanted, request, fields="any")
        except DecodeError as error:
            raise OptionError(str(error)) from None
        problem = (puzzle.board, puzzle.robots, puzzle.target, wanted.one_move_rule)
        limits: dict[str, Any] = {name: getattr(wanted, name) for name in ("max_moves", "seconds", "threads")}
        if not wanted.all:
            return _answer(self._solver.solve(*problem, **limits))
        every = self._solver.solve_all(*problem, most=wanted.all, **limits)
        routes = [_entries(route) for route in every.routes]
        return {**_answer(every.solution), "routes": routes, "count": len(routes), "complete": every.complete}

    def slides(self, request: Mapping[str, object]) -> dict[str, object]:
        """Return where each robot lands, its own cell where that is no move."""
        puzzle = read_puzzle(request.get("puzzle"))
        slides: dict[str, dict[str, list[int]]] = {}
        for colour, cell in zip(COLOURS, puzzle.robots, strict=True):
            found = {heading: slide(puzzle.board, puzzle.robots, colour, heading) for heading in HEADINGS}
            slides[colour] = {heading: list(xy(move.target if move else cell)) for heading, move in found.items()}
        return {"slides": slides}

    def tell(self, puzzle: object, solution: Sequence[Sequence[str]]) -> list[str]:
        """A line for each slide: the robot, its heading and the cells on its way."""
        read = read_puzzle(puzzle)
        return tell(walk(read.board, read.robots, read_route(solution)))


def _answer(found: Solution) -> dict[str, object]:
    answer: dict[str, object] = {
        "moves": None if found.route is None else len(found.route),
        "solution": _entries(found.route or ()),
        "nodes": found.nodes,
        "seconds": found.seconds,
    }
    if found.route is None:
        answer["reason"] = found.reason
    if found.reason == "seconds":
        answer["at_least"] = found.at_least
    return answer


def _entries(route: Sequence[Move]) -> list[list[str]]:
    return [[move.colour, move.heading] for move in route]
