"""The solved game's values of a position and of each of its actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.core.rules import Outcome, Seat
from game.star import rules
from game.star.solver import DRAW, Distance, code_of
from game.star.state import BoardAction, State
from game.star.table import Table

Value = Literal["win", "draw", "loss"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The value of a position or an action for the mover, and the number of plies from the present position to the end
    under best play (None for a draw).
    """

    value: Value
    distance: int | None


DRAWN = Verdict("draw", None)


def position_verdict(state: State, table: Table) -> Verdict:
    """Return the value of `state` for the seat whose turn it is; of a finished game, its result."""
    if state.result is not None:
        return _result_verdict(state.result, state.mover)
    return _verdict(table[code_of(state)])


def action_verdicts(state: State, table: Table) -> dict[BoardAction, Verdict]:
    """Return the verdict of each board action that is legal with the foul guard on."""
    barred = rules.barred_actions(state)
    return {
        action: _action_verdict(rules.apply(refuse_offer(state), state.mover, action)[0], table)
        for action in rules.board_actions(state)
        if action not in barred
    }


def refuse_offer(state: State) -> State:
    """`state` as it is for the mover when a draw offer that waits for its answer is refused."""
    if state.offer != "open":
        return state
    return rules.apply(state, 1 - state.mover, rules.parse("refuse"))[0]


def _action_verdict(after: State, table: Table) -> Verdict:
    if after.result is not None and after.result.reason == rules.STAR_REASON:
        return Verdict("win", 1)
    return _turned(table[code_of(after)])


def _turned(distance: Distance) -> Verdict:
    """One ply earlier, and from the other side."""
    return DRAWN if distance == DRAW else _verdict(distance + 1)


def _verdict(distance: Distance) -> Verdict:
    return DRAWN if distance == DRAW else Verdict("win" if distance % 2 else "loss", distance)


def _result_verdict(result: Outcome, seat: Seat) -> Verdict:
    if not result.winners:
        return DRAWN
    return Verdict("win" if seat in result.winners else "loss", 0)
