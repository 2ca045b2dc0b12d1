"""What actions do in a round: bids under the clock, demonstrations, and the sequence of chips.

This module does not check whether an action is allowed; `rules.apply` does. Demonstrations and the solver share the
rule about which arrivals count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Final, Literal, TypeAlias

from game.core.rules import Seat, Timer
from game.robots.board import (
    CHIPS,
    COLOURS,
    HEADINGS,
    UPRIGHT,
    Board,
    Cell,
    Colour,
    Robots,
    RobotSlide,
    TargetMark,
    move_robot,
    slide,
)
from game.robots.state import (
    LOWEST_BID,
    Agreed,
    Arrived,
    Bite,
    ChipReturned,
    ChipTurned,
    ChipWon,
    ClockEnded,
    ClockStarted,
    ClockWasReset,
    Declared,
    DemonstrationStarted,
    Event,
    Failed,
    GameWon,
    MarkedNone,
    Move,
    OneMoveRule,
    Reshuffled,
    RobotSlid,
    RobotsReturned,
    RuleBites,
    SeatTurns,
    Settings,
    SilenceEnded,
    State,
    WhyFailed,
)

FEWEST_MOVES: Final = 2


@dataclass(frozen=True, slots=True)
class Target:
    """The robot that must stop on one of the cells; "any" robot for the black hole."""

    colour: Colour | Literal["any"]
    cells: tuple[Cell, ...]

    @property
    def robots(self) -> tuple[Colour, ...]:
        """Return the robots that may arrive."""
        return COLOURS if self.colour == "any" else (self.colour,)


def one_move_arrival(board: Board, robots: Robots, target: Target) -> bool:
    """Return whether a robot that may arrive can reach a target cell in one move. A first move never wins the chip."""
    slides = (slide(board, robots, colour, heading) for colour in target.robots for heading in HEADINGS)
    return any(move is not None and move.target in target.cells for move in slides)


def is_already_there(robots: Robots, target: Target) -> bool:
    """Return whether a robot that may arrive is on a target cell already."""
    return any(robots[COLOURS.index(colour)] in target.cells for colour in target.robots)


def arrives(target: Target, move: Move, cell: Cell) -> bool:
    """Return whether `move`, which ended on `cell`, is an arrival. It need not be an arrival that counts."""
    return move.colour in target.robots and cell in target.cells


def counts(moves: Sequence[Move], one_move: bool, rule: OneMoveRule) -> bool:
    """Return whether an arrival by the last of `moves` counts. `moves` are all moves since the chip was turned up.

    At least two moves are needed. If one move was enough at the start (`one_move`), `rule` says what else is needed.
    "any": nothing. "own": two moves of the arriving robot. "turn": two moves of the arriving robot at a right angle;
    between them only other robots may move.
    """
    if len(moves) < FEWEST_MOVES:
        return False
    if not one_move or rule == "any":
        return True
    own = [move.heading for move in moves if move.colour == moves[-1].colour]
    if rule == "own":
        return len(own) >= FEWEST_MOVES
    return any((a in UPRIGHT) != (b in UPRIGHT) for a, b in pairwise(own))


def first_turn(
    settings: Settings,
    board: Board,
    robots: Robots,
    chips: Sequence[TargetMark] = CHIPS,
    first: TargetMark | None = None,
) -> State:
    """Return the first state of a game. The chip `first`, or a random one of `chips`, is turned up."""
    seats = settings.players
    pile = _shuffled(chips, settings.seed, 0)
    if first is not None:
        pile = (first, *(chip for chip in pile if chip != first))
    state = State(
        settings=settings,
        board=board,
        robots=robots,
        phase="think",
        pile=pile,
        chip=CHIPS[0],
        markers=robots,
        chips=settings.head_start or (0,) * seats,
        won=((),) * seats,
        chip_number=0,
        shuffles=1,
    )
    return _turn_chip(state)[0]


def marks_of(board: Board) -> tuple[TargetMark, ...]:
    """Return the chips whose marks are on a board."""
    return tuple(chip for chip in CHIPS if board.targets(chip))


def target_of(state: State) -> Target:
    """Return the target of the current chip."""
    return Target(state.chip.colour, state.board.targets(state.chip))


def wins_chip(state: State, moves: Sequence[Move], cell: Cell) -> bool:
    """Return whether `moves`, which end on `cell`, are a valid route for the current chip."""
    one_move, rule = "one_move" in state.bites, state.settings.one_move_rule
    return arrives(target_of(state), moves[-1], cell) and counts(moves, one_move, rule)


def win_chip(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    """Give the chip to `seat`. The robots stay where they are. The game ends, or the next chip is turned up."""
    chips = _with(state.chips, seat, state.chips[seat] + 1)
    won = _with(state.won, seat, (*state.won[seat], state.chip))
    state = replace(state, chips=chips, won=won)
    events: tuple[Event, ...] = (ChipWon(seat, state.chip),)
    if chips[seat] >= state.settings.chips_to_win:
        return replace(state, phase="over", winner=seat), (*events, GameWon(seat))
    state, turned = _turn_chip(state)
    return state, events + turned


def return_chip(state: State) -> tuple[State, tuple[Event, ...]]:
    """Put a chip that nobody won back into the pile at a random place, and turn up the next one.

    If the pile is empty, the won chips go back, too. Without them, the same chip would be turned up again and again.
    """
    returned = ChipReturned(state.chip)
    if not state.pile:
        state, gathered = _gather(state, (state.chip,))
        state, turned = _turn_chip(state)
        return state, (returned, *gathered, *turned)
    place = _random(state.settings.seed, state.shuffles).randint(0, len(state.pile))
    pile = (*state.pile[:place], state.chip, *state.pile[place:])
    state, turned = _turn_chip(replace(state, pile=pile, shuffles=state.shuffles + 1))
    return state, (returned, *turned)


def _turn_chip(state: State) -> tuple[State, tuple[Event, ...]]:
    """Turn up chips until one has its mark on the board. The chips turned up before it are set aside."""
    events: list[Event] = []
    aside: list[TargetMark] = []
    pile = state.pile
    while True:
        if not pile:
            state, gathered = _gather(state)
            events += gathered
            pile = state.pile
        chip, pile = pile[0], pile[1:]
        if state.board.targets(chip):
            break
        aside.append(chip)
    state = replace(
        state,
        phase="practice" if state.settings.players == 1 else "think",
        pile=pile,
        chip=chip,
        markers=state.robots,
        set_aside=(*state.set_aside, *aside),
        bids=(),
        agreed=frozenset(),
        none=frozenset(),
        silent=frozenset(seat for seat, seconds in enumerate(state.settings.silence) if seconds),
        order=(),
        turn=0,
        moves=(),
        chip_number=state.chip_number + 1,
        attempt=1,
    )
    bites = _bites(state, bool(aside))
    events.append(ChipTurned(chip, state.board.targets(chip), tuple(aside)))
    return replace(state, bites=bites), (*events, *map(RuleBites, bites))


def _bites(state: State, set_aside: bool) -> tuple[Bite, ...]:
    """Return the special rules that apply to the chip that was just turned up."""
    target = target_of(state)
    found: dict[Bite, bool] = {
        "set_aside": set_aside,
        "doubled_mark": len(target.cells) > 1,
        "already_there": is_already_there(state.robots, target),
        "one_move": one_move_arrival(state.board, state.robots, target),
    }
    return tuple(bite for bite, holds in found.items() if holds)


def _gather(state: State, more: tuple[TargetMark, ...] = ()) -> tuple[State, tuple[Event, ...]]:
    """Make a pile of the won chips and `more`. The seats keep their scores."""
    won = tuple(chip for chips in state.won for chip in chips)
    pile = _shuffled((*won, *more), state.settings.seed, state.shuffles)
    state = replace(state, pile=pile, won=((),) * state.settings.players, shuffles=state.shuffles + 1)
    return state, (Reshuffled(len(won)),)


def _random(seed: int, shuffles: int) -> Random:
    """Return the random generator for the shuffle after `shuffles` others. Equal arguments give equal shuffles."""
    return Random(f"{seed}/chips/{shuffles}")


def _shuffled(chips: Sequence[TargetMark], seed: int, shuffles: int) -> tuple[TargetMark, ...]:
    return tuple(_random(seed, shuffles).sample(chips, len(chips)))


def _with(values: tuple, index: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (*values[:index], value, *values[index + 1 :])


Result: TypeAlias = tuple[State, tuple[Event, ...]]


def has_nothing_left(state: State, seat: Seat) -> bool:
    """Return whether `seat` has agreed or declared 2, the lowest number.

    It then cannot act until the next attempt or chip.
    """
    return seat in state.agreed or state.lowest_of(seat) == LOWEST_BID


def must_wait(state: State, seat: Seat) -> bool:
    """Return whether `seat` can only wait: it has marked "nothing found" in its bidding delay, and there is no bid."""
    return seat in state.silent and seat in state.none and not state.bids


def silence(state: State) -> Timer | None:
    """Return the timer of the bidding delay that ends next; None if there is none.

    The timer runs at the same time as the clock for bids, and stops when bidding ends. Seats with equal delays may bid
    at the same time. For each longer delay, another timer follows, with its own id and the seconds that are left.
    """
    if not state.silent:
        return None
    seconds = state.settings.silence
    shortest = min(seconds[seat] for seat in state.silent)
    passed = max((time for seat, time in enumerate(seconds) if seat not in state.silent), default=0)
    return Timer(f"silence-{state.chip_number}-{shortest}", float(shortest - passed))


def silence_left(state: State, seat: Seat, left: float) -> float:
    """Return how many seconds `seat` must still wait if the timer of `silence` has `left` seconds left."""
    seconds = state.settings.silence
    return left + seconds[seat] - min(seconds[other] for other in state.silent)


def speak(state: State) -> Result:
    """End the shortest bidding delay."""
    seconds = state.settings.silence
    shortest = min(seconds[seat] for seat in state.silent)
    seats = tuple(seat for seat in sorted(state.silent) if seconds[seat] == shortest)
    return replace(state, silent=state.silent - set(seats)), (SilenceEnded(seats),)


def declare(state: State, seat: Seat, number: int) -> Result:
    """Make a bid of `number` for `seat`. The clock starts, or is reset if the option `clock_reset` says so."""
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
    """Return whether the option `clock_reset` lets a bid of `number` reset the clock.

    A reset increases `clock_run`, which changes the id of `rules.timer`. The session then restarts the clock.
    """
    if not state.bids:
        # After a failed attempt, the clock runs already before the first new bid. This bid does not reset it.
        return False
    limit = state.bids[0][1] if state.settings.clock_reset == "below_first" else state.best
    return limit is not None and number < limit


def mark_none(state: State, seat: Seat) -> Result:
    """Mark that `seat` has found nothing. If all seats have done so and there is no bid, the chip is returned."""
    after = replace(state, none=state.none | {seat})
    marked = MarkedNone(seat)
    if state.bids or len(after.none) < state.settings.players:
        return after, (marked,)
    ended: tuple[Event, ...] = () if state.phase == "think" else (ClockEnded(),)
    after, events = return_chip(after)
    return after, (marked, *ended, *events)


def agree(state: State, seat: Seat) -> Result:
    """Let `seat` agree to the lowest bid. If all seats have agreed or declared 2, the clock ends."""
    return _end_early(replace(state, agreed=state.agreed | {seat}), (Agreed(seat),))


def _end_early(state: State, events: tuple[Event, ...]) -> Result:
    """Start the demonstration if every seat has agreed or declared 2."""
    if not all(has_nothing_left(state, seat) for seat in range(state.settings.players)):
        return state, events
    state, started = _demonstrate(state)
    return state, (*events, ClockEnded(), *started)


def expire(state: State) -> Result:
    """End the phase whose clock has run out."""
    if state.phase == "demonstrate":
        return fail(state, "time")
    ended = ClockEnded()
    state, events = _demonstrate(state) if state.bids else return_chip(state)
    return state, (ended, *events)


def demonstration_order(state: State) -> tuple[Seat, ...]:
    """Return the seats with bids in the order in which they show: by lower bid, fewer chips, earlier bid."""

    def right(seat: Seat) -> tuple[int, int, int]:
        lowest = _allowed(state, seat)
        return lowest, state.chips[seat], state.bids.index((seat, lowest))

    return tuple(sorted({seat for seat, _ in state.bids}, key=right))


def _demonstrate(state: State) -> Result:
    order = demonstration_order(state)
    nobody: frozenset[Seat] = frozenset()
    state = replace(state, phase="demonstrate", order=order, turn=0, agreed=nobody, none=nobody, silent=nobody)
    state, events = _give_turn(state)
    return state, (DemonstrationStarted(order), *events)


def _give_turn(state: State) -> Result:
    """Begin the demonstration of the seat at `turn`, under its own clock."""
    run = state.clock_run + (1 if state.settings.demonstration_seconds else 0)
    seat = state.order[state.turn]
    return replace(state, moves=(), clock_run=run), (SeatTurns(seat, _allowed(state, seat)),)


def _allowed(state: State, seat: Seat) -> int:
    """Return the lowest number that `seat` has bid."""
    return min(number for bidder, number in state.bids if bidder == seat)


def slide_robot(state: State, seat: Seat, move: Move, slide: RobotSlide) -> Result:
    """Make a move of `seat`.

    In a demonstration, the move may win the chip, or be the last one that the bid allows. In practice, it may solve the
    puzzle.
    """
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
    """End a failed demonstration.

    The robots go back; then the next seat shows its route, or all seats may declare again.
    """
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
