"""The brain of Hyper Robots, which thinks for AI seats, and the puzzle solver of engine mode and the command line."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, Final

from game.agents.agent import PlannedAction, SeatPlan, StopTest, Tell, Thought, Variation, lateness
from game.core.decode import DecodeError, Range, decode
from game.core.options import resolve
from game.core.rules import OptionError, Seat
from game.robots import SPEC, rules
from game.robots.bidding import (
    LONGEST,
    MOST_ROUTES,
    Chip,
    Declaration,
    Idea,
    after_silence,
    declarations,
    find_ideas,
    patience,
)
from game.robots.board import HEADINGS, slide, standing, xy
from game.robots.notation import read_route, tell, text, texts, walk
from game.robots.puzzle import read_puzzle
from game.robots.rounds import target_of
from game.robots.rules import fallback_action
from game.robots.search.deepening import DEEPEST
from game.robots.search.solver import MOST_THREADS, Solution, Solver
from game.robots.state import HIGHEST_BID, Bid, Move, OneMoveRule, State

_BEST_LEVEL: Final = 5
# Seconds for finding the rest of a demonstration or of a practice route, and for a review in a match.
_SECONDS: Final = 4.0
# Seconds for a review in practice mode.
_SECONDS_ALONE: Final = 15.0
LOOKS_A_SECOND: Final = 300
"""How often in a second the solver checks whether to stop, on an average core."""


class _Solving:
    """Has a solver whose kernels can be compiled in advance."""

    def __init__(self) -> None:
        self._solver = Solver()

    def prepare(self) -> None:
        """Compile the kernels by solving a puzzle."""
        state = rules.start(resolve(SPEC.options, {}), 0)
        self._solver.prepare(state.board, state.robots, target_of(state))


class RobotsBrain(_Solving):
    """Thinks about Hyper Robots; see `game.agents.agent.Brain`. All seats share one search for each chip."""

    def __init__(self) -> None:
        super().__init__()
        self._known: tuple[Chip, tuple[Idea, ...]] | None = None

    def choose(
        self, state: State, seat: Seat, level: float, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        """Return a slide towards the target, a bid with its route in `pv`, or "nothing better found".

        A seat says nothing during its bidding delay. Level 5 knows the shortest route. In practice mode and in
        demonstrations, every level knows it.
        """
        if state.phase in ("practice", "demonstrate"):
            route = self._rest(state, seat, _SECONDS if seconds is None else seconds, stop)
            action = text(route[0]) if route else text(fallback_action(state, seat))
            return Thought(action, depth=len(route) or None, pv=texts(route))
        if seat in state.silent:
            return Thought(text(fallback_action(state, seat)))
        ideas = self._ideas(state, stop)
        if level == _BEST_LEVEL:
            best = ideas[-1].route if ideas else ()
            number = len(best)
        else:
            declared = self._declarations(state, seat, level, agent_seed, ideas)
            best, number = (declared[-1].route, declared[-1].number) if declared else ((), 0)
        if best and number < (state.lowest_of(seat) or HIGHEST_BID):
            return Thought(text(Bid(number)), depth=len(best), pv=texts(best))
        return Thought(text(fallback_action(state, seat)), depth=len(best) or None, pv=texts(best))

    def rank(
        self, state: State, seat: Seat, level: float, seconds: float | None, stop: StopTest, count: int
    ) -> list[Variation]:
        """Return the bids that the seat could make, the lowest first, with their routes.

        In a demonstration and in practice mode, return the next slide instead. All levels know the same routes. A route
        has no score; `depth` is its length.
        """
        if state.phase in ("practice", "demonstrate"):
            route = self._rest(state, seat, _SECONDS if seconds is None else seconds, stop)
            return [Variation(text(route[0]), depth=len(route), pv=texts(route))] if route else []
        lowest = state.lowest_of(seat) or HIGHEST_BID
        ideas = () if seat in state.silent else self._ideas(state, lateness(seconds, stop))
        routes = {len(idea.route): idea.route for idea in ideas if len(idea.route) < lowest}
        return [
            Variation(text(Bid(number)), depth=number, pv=texts(routes[number])) for number in sorted(routes)[:count]
        ]

    def value(self, state: State, seat: Seat, effort: float, seconds: float | None, stop: StopTest) -> Variation | None:
        """Return the shortest route for the chip of `state`, from the robots' cells when the chip was turned up.

        None if finding it takes more than `effort`, or if it has more than LONGEST moves.
        """
        looks = 0

        def is_enough() -> bool:
            """Return whether `stop()` is true, or as many checks as `effort` allows have been made.

            The solver checks after fixed numbers of nodes.
            """
            nonlocal looks
            looks += 1
            return looks > effort * LOOKS_A_SECOND or stop()

        chip = Chip.of(state)
        limit = math.inf if seconds is None else seconds
        route = chip.route(self._solver, chip.robots, max_moves=LONGEST, seconds=limit, stop=is_enough)
        return Variation(text(route[0]), depth=len(route), pv=texts(route)) if route else None

    def plan(self, state: State, seat: Seat, level: float, agent_seed: int, stop: StopTest) -> SeatPlan:
        """Return the bids of a seat of `level` for this chip, with their times and routes.

        The plan's `route` is the seat's route for its bid; in a demonstration and in practice mode, it is the rest of
        the route.
        """
        if state.phase in ("demonstrate", "practice"):
            return SeatPlan(route=texts(self._rest(state, seat, _SECONDS, stop)))
        ideas = self._ideas(state, stop)
        lowest = state.lowest_of(seat) or HIGHEST_BID + 1
        shown = next((idea.route for idea in ideas if len(idea.route) <= lowest), ())
        quiet = state.settings.silence[seat] if seat in state.silent else 0
        declared = after_silence(self._declarations(state, seat, level, agent_seed, ideas), quiet)
        steps = tuple(
            PlannedAction(declaration.delay, text(Bid(declaration.number)), texts(declaration.route))
            for declaration in declared
            if declaration.number < lowest
        )
        waits = 0.0 if steps or state.bids else patience(_chance(state, seat, agent_seed))
        return SeatPlan(steps, texts(shown) if state.lowest_of(seat) else (), waits)

    def review(self, state: State, stop: StopTest, tell: Tell = lambda at_least: None) -> Thought:
        """Return the shortest routes for the chip of `state`, from the robots' cells when the chip was turned up.

        The search may take longer in practice mode.
        """
        chip = Chip.of(state)
        seconds = _SECONDS_ALONE if state.settings.players == 1 else _SECONDS
        limits: dict[str, Any] = {"seconds": seconds, "stop": stop, "tell": tell, "threads": MOST_THREADS}
        found = self._solver.solve_all(chip.board, chip.robots, chip.target, chip.rule, most=MOST_ROUTES, **limits)
        route = found.solution.route or ()
        routes = tuple(map(texts, found.routes))
        return Thought("", depth=len(route) or None, pv=texts(route), routes=routes, complete=found.complete)

    def _ideas(self, state: State, stop: StopTest) -> tuple[Idea, ...]:
        """Return the routes for the chip. They are computed once for all seats."""
        chip = Chip.of(state)
        if self._known is None or self._known[0] != chip:
            ideas = find_ideas(self._solver, chip, stop)
            if stop():
                # Routes may be missing, because the search may have been stopped. So they are not kept.
                return ideas
            self._known = chip, ideas
        return self._known[1]

    def _declarations(
        self, state: State, seat: Seat, level: float, agent_seed: int, ideas: tuple[Idea, ...]
    ) -> tuple[Declaration, ...]:
        return declarations(ideas, level, _chance(state, seat, agent_seed))

    def _rest(self, state: State, seat: Seat, seconds: float, stop: StopTest) -> tuple[Move, ...]:
        """Return the shortest route from the robots' present cells; () if it has more moves than the seat has left."""
        chip = Chip.of(state)
        number = state.lowest_of(seat)
        solution = self._solver.solve(
            chip.board,
            state.robots,
            chip.target,
            chip.rule,
            made=state.moves,
            one_move=chip.one_move,
            max_moves=DEEPEST if number is None else number - len(state.moves),
            seconds=seconds,
            stop=stop,
        )
        return solution.route or ()


def _chance(state: State, seat: Seat, agent_seed: int) -> Random:
    """Return a seat's random generator for the present chip and attempt. Each call begins the same sequence."""
    return Random(f"{agent_seed}/{seat}/{state.chip_number}/{state.attempt}")


MOST_WANTED: Final = 1_000
"""The most routes that a request may ask for."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The limits of a request to solve a puzzle. `all` is the number of routes to find, 0 for a single one."""

    one_move_rule: OneMoveRule = "own"
    max_moves: Annotated[int, Range(1, DEEPEST)] = 30
    seconds: Annotated[float, Range(0)] = 30.0
    threads: Annotated[int, Range(1, MOST_THREADS)] = MOST_THREADS
    all: Annotated[int, Range(1, MOST_WANTED)] = 0


class RobotsPuzzles(_Solving):
    """The puzzles of Hyper Robots; see `game.agents.agent.PuzzleSolver`."""

    def solve(self, request: Mapping[str, Any]) -> dict[str, object]:
        """Return the shortest route as `moves`, `solution`, `nodes` and `seconds`, or the `reason` why there is none.

        After a timeout, the answer has `at_least`, a proven lower bound on the number of moves. The answer to a request
        with `all` also has `routes` (at most `all`), their `count`, and `complete`, as in `AllRoutes`.
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
        """Return the cells where each robot's slides end. An impossible slide ends on the robot's own cell."""
        puzzle = read_puzzle(request.get("puzzle"))
        slides: dict[str, dict[str, list[int]]] = {}
        for colour, cell in standing(puzzle.robots).items():
            found = {heading: slide(puzzle.board, puzzle.robots, colour, heading) for heading in HEADINGS}
            slides[colour] = {heading: list(xy(move.target if move else cell)) for heading, move in found.items()}
        return {"slides": slides}

    def tell(self, puzzle: object, solution: Sequence[Sequence[str]]) -> list[str]:
        """Return a line for each slide: the robot, its direction, its first and last cell, and where it turns."""
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
