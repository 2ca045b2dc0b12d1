"""Facts of a step of Star, by its rules and theory.

| kind | true when | seats | numbers | cells |
| --- | --- | --- | --- | --- |
| surrounded | the star is surrounded | winner | | cells |
| foul | the mover has broken the foul rule | mover, winner | | |
| repeated, agreed | the game is drawn by repetition, or by agreement | | | |
| offered, refused | a draw was offered, or refused | who did so, the other | | |
| resigned | the seat has given up | who did so, winner | | |
| gives_win_away | the mover could have forced a win, and no longer can | mover, other | | |
| gives_draw_away | the mover could have held the draw, and no longer can | mover, other | | |
| only_win | only this one of several actions still forces a win | mover | moves | |
| only_draw | only this one of several actions avoids a loss | mover | | |
| star_jumped | the star was moved | mover | | origin, over, target |
| threat | on its next turn the mover could surround the star, and the other cannot do so first | mover | | |
| wins | the mover wins by best play, in `moves` moves of its own | mover | moves | |
| loses | the other wins by best play, and every action of the mover leads to this | other, mover | moves | |
| stuck | the other has no action on the board | other, mover | | |
| barred | the foul rule bars the other from taking back its last action | other, mover | | |
| drawn | neither can force a win | | | |
| placed, slid | a piece was placed, or slid | mover | left (placed) | cell, or origin and target |

The theory (the solved game) ignores the draw by repetition, so the theory gives no facts while `State.history` has a
position twice. The first call in a process loads the table for the reading of the foul rule. If there is no such table
yet, the call computes it in a quarter of a second.
"""

from __future__ import annotations

from dataclasses import replace

from game.core.review import Fact
from game.core.rules import Outcome, Seat, Step
from game.star import rules
from game.star.solver import Verdict, action_verdicts, position_verdict, table_of
from game.star.state import (
    Action,
    DrawAnswered,
    DrawOffered,
    Event,
    FoulPlayed,
    PiecePlaced,
    PieceSlid,
    Repeated,
    Resigned,
    StarJumped,
    StarSurrounded,
    State,
)

_WORTH = {"loss": 0, "draw": 1, "win": 2}


def facts(step: Step[State, Action, Event], optimum: int | None = None) -> tuple[Fact, ...]:
    """Return the facts of `step`, the most telling first; see the module's table. `optimum` is not used."""
    of_end = _of_end(step)
    if of_end:
        return of_end
    moved = _moved(step)
    jumped = [moved] if moved.kind == "star_jumped" else []
    swing, outlook = _theory(step)
    rest = [moved] if not jumped else []
    return (*swing, *jumped, *_threat(step), *outlook, *_left(step.after), *rest)


def wins_at_once(state: State, seat: Seat) -> bool:
    """Whether `seat` could surround the star with one action if it were its turn, without breaking the foul rule."""
    turned = replace(state, mover=seat, offer="none")
    afters = (
        rules.apply(turned, seat, action)[0].result
        for action in rules.board_actions(turned)
        if action not in rules.barred_actions(turned)
    )
    return any(_surrounds(result, seat) for result in afters)


def _surrounds(result: Outcome | None, seat: Seat) -> bool:
    return result is not None and result.reason == rules.STAR_REASON and seat in result.winners


def _of_end(step: Step[State, Action, Event]) -> tuple[Fact, ...]:
    """Return the facts about the end of the game, or about a draw offer or its answer."""
    seats = (step.seat, 1 - step.seat)
    for event in step.events:
        if isinstance(event, StarSurrounded):
            return (Fact("surrounded", (event.seat,), cells={"cells": event.cells}),)
        if isinstance(event, FoulPlayed):
            return (Fact("foul", seats),)
        if isinstance(event, Repeated):
            return (Fact("repeated"),)
        if isinstance(event, Resigned):
            return (Fact("resigned", seats),)
        if isinstance(event, DrawOffered):
            return (Fact("offered", seats),)
        if isinstance(event, DrawAnswered):
            return (Fact("agreed") if event.accepted else Fact("refused", seats),)
    return ()


def _moved(step: Step[State, Action, Event]) -> Fact:
    event = step.events[0]
    if isinstance(event, StarJumped):
        cells = {"origin": (event.origin,), "over": (event.over,), "target": (event.target,)}
        return Fact("star_jumped", (step.seat,), cells=cells)
    if isinstance(event, PieceSlid):
        return Fact("slid", (step.seat,), cells={"origin": (event.origin,), "target": (event.target,)})
    assert isinstance(event, PiecePlaced)
    return Fact("placed", (step.seat,), {"left": event.left}, cells={"cell": (event.cell,)})


def _theory(step: Step[State, Action, Event]) -> tuple[list[Fact], list[Fact]]:
    """Return two lists of facts from the solved game: what the step gave away or kept, and how best play goes on."""
    history = step.after.history
    if len(set(history)) < len(history):
        return [], []
    mover, other = step.seat, 1 - step.seat
    table = table_of(step.before.fouls)
    verdicts = action_verdicts(step.before, table)
    best = max((verdict.value for verdict in verdicts.values()), key=lambda value: _WORTH[value])
    now = position_verdict(step.after, table)
    mine = {"win": "loss", "loss": "win", "draw": "draw"}[now.value]
    alike = sum(verdict.value == best for verdict in verdicts.values())
    only = alike == 1 and len(verdicts) > 1
    outlook = _outlook(mine, now, mover)
    if best == "win":
        if mine != "win":
            return [Fact("gives_win_away", (mover, other))], outlook if mine == "draw" else []
        return [Fact("only_win", (mover,), outlook[0].numbers)] if only and outlook else [], outlook
    if best == "draw":
        if mine == "loss":
            return [Fact("gives_draw_away", (mover, other))], []
        return [Fact("only_draw", (mover,))] if only else [], outlook
    return [], outlook


def _outlook(mine: str, now: Verdict, mover: Seat) -> list[Fact]:
    """Return the fact about the end under best play. `mine` is the step's value for the mover."""
    if mine == "draw":
        return [Fact("drawn")]
    assert now.distance is not None
    moves = {"moves": (now.distance + 1) // 2}
    if mine == "loss":
        return [Fact("loses", (1 - mover, mover), moves)]
    # With a distance of 0, the other seat is stuck. That is a stronger fact.
    return [Fact("wins", (mover,), moves)] if now.distance else []


def _threat(step: Step[State, Action, Event]) -> list[Fact]:
    if wins_at_once(step.after, 1 - step.seat) or not wins_at_once(step.after, step.seat):
        return []
    return [Fact("threat", (step.seat,))]


def _left(after: State) -> list[Fact]:
    """Return the fact that the rival is stuck, or that it may not take back its last action."""
    other = after.mover
    if not rules.board_actions(after):
        return [Fact("stuck", (other, 1 - other))]
    return [Fact("barred", (other, 1 - other))] if rules.barred_actions(after) else []
