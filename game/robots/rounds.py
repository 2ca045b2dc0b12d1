"""The effects of actions on a round: bids under the clock, demonstrations in order, the way to the next chip.

Nothing here asks whether the action is allowed; `rules.apply` does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from game.core.rules import Seat, Timer
from game.robots.arrival import arrives, counts
from game.robots.board import RobotSlide, move_robot
from game.robots.state import (
    LOWEST_BID,
    Agreed,
    Arrived,
    ClockEnded,
    ClockStarted,
    ClockWasReset,
    Declared,
    DemonstrationStarted,
    Event,
    Failed,
    MarkedNone,
    Move,
    RobotSlid,
    RobotsReturned,
    RuleBites,
    SeatTurns,
    SilenceEnded,
    State,
    WhyFailed,
)
from game.robots.turns import return_chip, target_of, win_chip

Result: TypeAlias = tuple[State, tuple[Event, ...]]


def has_nothing_left(state: State, seat: Seat) -> bool:
    """Whether `seat` has agreed or declared 2: it can do no more until something is cleared."""
    return seat in state.agreed or state.lowest_of(seat) == LOWEST_BID


def must_wait(state: State, seat: Seat) -> bool:
    """Whether a silent `seat` can do nothing yet: it has marked "nothing found", and no number stands."""
    return seat in state.silent and seat in state.none and not state.bids


def silence(state: State) -> Timer | None:
    """The time until the next seats may speak. It runs beside the other clock, and ends with the declarations.

    Seats with the same silence speak at once; a longer one goes on from there, under another identity.
    """
    if not state.silent:
        return None
    seconds = state.settings.silence
    shortest = min(seconds[seat] for seat in state.silent)
    passed = max((time for seat, time in enumerate(seconds) if seat not in state.silent), default=0)
    return Timer(f"silence-{state.chip_number}-{shortest}", float(shortest - passed))


def silence_left(state: State, seat: Seat, left: float) -> float:
    """Return how many seconds a silent `seat` has to wait where the running silence has `left`."""
    seconds = state.settings.silence
    return left + seconds[seat] - min(seconds[other] for other in state.silent)


def speak(state: State) -> Result:
    """The shortest silence is over."""
    seconds = state.settings.silence
    shortest = min(seconds[seat] for seat in state.silent)
    seats = tuple(seat for seat in sorted(state.silent) if seconds[seat] == shortest)
    return replace(state, silent=state.silent - set(seats)), (SilenceEnded(seats),)


def declare(state: State, seat: Seat, number: int) -> Result:
    """`seat` declares `number`: the clock starts, or is set back where the house rule says so."""
    events: tuple[Event, ...] = (Declared(seat, number),)
    bids = (*state.bids, (seat, number))
    after = replace(state, bids=bids, phase="bid", agreed=frozenset(), none=frozenset())
    if state.phase == "think":
        after = replace(after, clock_run=state.clock_run + 1)
        events += (ClockStarted(),)
    elif _sets_back(state, number):
        after = replace(after, clock_run=state.clock_run + 1)
        events += (ClockWasReset(),)
    return _end_early(after, events)


def _sets_back(state: State, number: int) -> bool:
    """Whether the house rule lets a bid of `number` set the clock back.

    A new `clock_run` does it: `rules.timer` then gives another id, and `game/session/session.py` begins anew.
    """
    if not state.bids:
        return False  # the clock of a new attempt runs before anything is declared
    limit = state.bids[0][1] if state.settings.clock_reset == "below_first" else state.best
    return limit is not None and number < limit


def mark_none(state: State, seat: Seat) -> Result:
    """`seat` has found nothing; once all say so before any declaration the chip goes back."""
    after = replace(state, none=state.none | {seat})
    marked = MarkedNone(seat)
    if state.bids or len(after.none) < state.settings.players:
        return after, (marked,)
    ended: tuple[Event, ...] = () if state.phase == "think" else (ClockEnded(),)
    after, events = return_chip(after)
    return after, (marked, *ended, *events)


def agree(state: State, seat: Seat) -> Result:
    """`seat` is content with the best number; once all are the clock ends."""
    return _end_early(replace(state, agreed=state.agreed | {seat}), (Agreed(seat),))


def _end_early(state: State, events: tuple[Event, ...]) -> Result:
    """Start the demonstration where no seat has anything left to do."""
    if not all(has_nothing_left(state, seat) for seat in range(state.settings.players)):
        return state, events
    state, started = _demonstrate(state)
    return state, (*events, ClockEnded(), *started)


def expire(state: State) -> Result:
    """The running clock has run out."""
    if state.phase == "demonstrate":
        return fail(state, "time")
    ended = ClockEnded()
    state, events = _demonstrate(state) if state.bids else return_chip(state)
    return state, (ended, *events)


def demonstration_order(state: State) -> tuple[Seat, ...]:
    """The seats that declared: lowest own number first, then fewer chips, then the earlier declaration of it."""

    def right(seat: Seat) -> tuple[int, int, int]:
        lowest = min(number for bidder, number in state.bids if bidder == seat)
        return lowest, state.chips[seat], state.bids.index((seat, lowest))

    return tuple(sorted({seat for seat, _ in state.bids}, key=right))


def _demonstrate(state: State) -> Result:
    order = demonstration_order(state)
    nobody: frozenset[Seat] = frozenset()
    state = replace(state, phase="demonstrate", order=order, turn=0, agreed=nobody, none=nobody, silent=nobody)
    state, events = _give_turn(state)
    return state, (DemonstrationStarted(order), *events)


def _give_turn(state: State) -> Result:
    """The seat at `turn` begins its one try, under a clock of its own."""
    run = state.clock_run + (1 if state.settings.demonstration_seconds else 0)
    seat = state.order[state.turn]
    return replace(state, moves=(), clock_run=run), (SeatTurns(seat, _allowed(state, seat)),)


def _allowed(state: State, seat: Seat) -> int:
    """How many moves `seat` has declared to need."""
    return min(number for bidder, number in state.bids if bidder == seat)


def slide_robot(state: State, seat: Seat, move: Move, slide: RobotSlide) -> Result:
    """`seat` makes a move: in a demonstration it may win the chip or use up the number, in practice end the puzzle."""
    moves = (*state.moves, move)
    state = replace(state, robots=move_robot(state.robots, slide), moves=moves)
    events: tuple[Event, ...] = (RobotSlid(slide.colour, slide.origin, slide.target, slide.legs),)
    if arrives(target_of(state), move, slide.target):
        if counts(moves, "one_move" in state.bites, state.settings.one_move_rule):
            after, more = _arrive(state, seat)
            return after, (*events, Arrived(slide.colour, slide.target, len(moves)), *more)
        events += (RuleBites("one_move"),)
    if state.phase == "demonstrate" and len(moves) == _allowed(state, seat):
        state, more = fail(state, "moves")
        events += more
    return state, events


def _arrive(state: State, seat: Seat) -> Result:
    if state.phase == "practice":
        return replace(state, phase="over", winner=seat), ()
    return win_chip(state, seat)


def fail(state: State, why: WhyFailed) -> Result:
    """The seat that shows has failed: the robots go back and the next one tries, or all may declare again."""
    failed = Failed(state.order[state.turn], why)
    returned = RobotsReturned(state.markers)
    state = replace(state, robots=state.markers, moves=())
    if state.turn + 1 < len(state.order):
        state, events = _give_turn(replace(state, turn=state.turn + 1))
        return state, (failed, returned, *events)
    state = replace(
        state,
        phase="bid",
        bids=(),
        order=(),
        turn=0,
        attempt=state.attempt + 1,
        clock_run=state.clock_run + 1,
    )
    return state, (failed, returned, ClockStarted())
