"""Questions to outside engines: each chip as a puzzle. The engine's seat then bids the length of the engine's route.

Hyper Robots' SPEC names `RobotsQuestions`. AI seats do not use it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from game.agents.agent import PlannedAction, SeatPlan
from game.core.rules import IllegalActionError, NotationError, Seat
from game.robots.notation import read_route, text, texts, walk
from game.robots.puzzle import write_puzzle
from game.robots.rounds import target_of, wins_chip
from game.robots.state import HIGHEST_BID, Bid, Move, State

# Seconds from the end of a bidding delay to the first bid.
BREATH: Final = 0.3


class RobotsQuestions:
    """The `game.agents.agent.EngineQuestions` of Hyper Robots. A question has the current puzzle, not the game."""

    def question(self, state: State) -> dict[str, Any]:
        """Return the current chip, with the robots where they were when it was turned up."""
        puzzle = write_puzzle(state.board, state.markers, target_of(state))
        return {"cmd": "solve", "puzzle": puzzle, "one_move_rule": state.settings.one_move_rule}

    def plan(self, state: State, seat: Seat, answer: Mapping[str, object], delay: float) -> SeatPlan:
        """Return a plan: bid the route's length and later show the route.

        The bid comes after `delay` seconds, or at the end of the seat's bidding delay if that is later.
        """
        route = route_of(state, answer)
        if state.phase in ("demonstrate", "practice"):
            is_on_it = route[: len(state.moves)] == state.moves
            return SeatPlan(route=texts(route[len(state.moves) :] if is_on_it else ()))
        lowest = state.lowest_of(seat) or HIGHEST_BID + 1
        quiet = state.settings.silence[seat] + BREATH if seat in state.silent else 0.0
        bids = (PlannedAction(max(delay, quiet), text(Bid(len(route))), texts(route)),)
        shown = route if len(route) <= lowest else ()
        return SeatPlan(bids if route and len(route) < lowest else (), texts(shown) if state.lowest_of(seat) else ())


def route_of(state: State, answer: Mapping[str, object]) -> tuple[Move, ...]:
    """Return the route in an answer to `solve`, up to its first valid arrival; () if the answer has no route.

    Raises NotationError or IllegalActionError for an invalid route, or one without a valid arrival.
    """
    entries = answer.get("solution")
    if answer.get("moves") is None and not entries:
        return ()
    if not isinstance(entries, list) or len(entries) > HIGHEST_BID:
        raise NotationError(f"the solution is no list of at most {HIGHEST_BID} moves")
    route = tuple(read_route(entries))
    for number, found in enumerate(walk(state.board, state.markers, route), 1):
        if wins_chip(state, route[:number], found.target):
            return route[:number]
    raise IllegalActionError(f"the route of {len(route)} moves does not reach the target")
