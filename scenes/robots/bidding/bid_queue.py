"""Bidding on one screen as a pure state machine: each seat has a dial, or a buzzer key on a shared keyboard.

Bids take effect in the order of their first presses. A bid on a dial therefore waits while a seat that buzzed earlier
is typing. The wait ends once that seat has entered a number, run out of time or withdrawn. Digits belong to the seat
that buzzed last. A buzz ends another seat's entry: the digits typed so far are that seat's bid. `pass_time` lets time
pass.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from game.core.rules import Seat, Timer
from game.robots.state import HIGHEST_BID, LOWEST_BID, Action, Agree, Bid, NoRoute, State

# Seconds between two bids of a seat.
PAUSE_SECONDS: Final = 1.5
# A seat that presses to bid more than MOST_PRESSES times within WITHIN_SECONDS is muted.
MOST_PRESSES, WITHIN_SECONDS = 5, 2.0
MUTED_SECONDS: Final = 3.0

Delay = Literal["", "paused", "muted"]
"""The reason why a bid is not accepted now; "" if it is accepted."""


class Pace:
    """Limits how fast each seat can bid in one game. It survives a new layout of the board.

    Times are the game's, in seconds.
    """

    def __init__(self) -> None:
        self._time = 0.0
        # The last state in which new bids were looked for.
        self._state: State | None = None
        self._chip = -1
        # Each seat's lowest bid for the current chip.
        self._lowest: dict[Seat, int] = {}
        # The time at which each seat's pause ends.
        self._until: dict[Seat, float] = {}
        # Seats whose pause was waived once, because the clock would have run out during it.
        self._excused: set[Seat] = set()
        self._presses: dict[Seat, deque[float]] = {}
        self._muted_until: dict[Seat, float] = {}

    def follow(self, state: State, dt: float) -> None:
        """Let `dt` seconds pass, and start pauses after new bids."""
        self._time += dt
        if state is self._state:
            return
        self._state = state
        lowest = {seat: number for seat in range(state.settings.players) if (number := state.lowest_of(seat))}
        if state.chip_number != self._chip or state.phase not in ("think", "bid"):
            self._chip = state.chip_number
            # Only bids that are made from now on start a pause.
            self._lowest, self._until, self._excused = lowest, {}, set()
        for seat, number in lowest.items():
            if self._lowest.get(seat) != number:
                if self.left(seat) > 0:
                    self._excused.add(seat)
                self._until[seat] = self._time + PAUSE_SECONDS
        self._lowest = lowest

    def left(self, seat: Seat) -> float:
        """Return the seconds until a seat's next bid is accepted."""
        until = max(self._until.get(seat, 0.0), self._muted_until.get(seat, 0.0))
        return max(0.0, until - self._time)

    def share(self, seat: Seat) -> float:
        """Return the remaining share of the pause, 0 to 1."""
        return min(1.0, self.left(seat) / PAUSE_SECONDS)

    def delays(self, seat: Seat, clock: Timer | None) -> Delay:
        """Return why a seat must wait. Once per chip, a bid need not wait if its pause would outlast `clock`."""
        if self._muted_until.get(seat, 0.0) > self._time:
            return "muted"
        left = self.left(seat)
        hurries = clock is not None and clock.seconds <= left and seat not in self._excused
        return "paused" if left > 0 and not hurries else ""

    def pressed(self, seat: Seat, clock: Timer | None) -> Delay:
        """Note that a seat has pressed to bid. Returns why it must wait, if so.

        Too many presses mute it for a while.
        """
        presses = self._presses.setdefault(seat, deque(maxlen=MOST_PRESSES + 1))
        presses.append(self._time)
        if len(presses) > MOST_PRESSES and self._time - presses[0] <= WITHIN_SECONDS:
            self._muted_until[seat] = self._time + MUTED_SECONDS
            presses.clear()
        return self.delays(seat, clock)


WINDOW_SECONDS: Final = 3.0
# The number on a dial before anyone has bid.
OPENING: Final = 8
FINE, COARSE = 1, 5
# Seconds for which a refusal is explained.
REFUSED_SECONDS: Final = 3.0

Legal: TypeAlias = Mapping[Seat, Sequence[Action]]


@dataclass(frozen=True, slots=True)
class Claim:
    """A place in the queue. If it has no `action`, the seat has buzzed and may type for `left` more seconds."""

    seat: Seat
    action: Action | None = None
    digits: str = ""
    left: float = WINDOW_SECONDS


@dataclass(frozen=True, slots=True)
class Refusal:
    """An action that was refused because it is illegal or too early. The seat's dock shows it."""

    seat: Seat
    action: Action
    left: float = REFUSED_SECONDS
    # The reason why the action is too early; "" if it is illegal.
    delay: Delay = ""


@dataclass(frozen=True, slots=True)
class BidQueue:
    """The bids that wait. `dials` has the number on each dial that was turned, by seat."""

    dials: Mapping[Seat, int]
    claims: tuple[Claim, ...] = ()
    refusal: Refusal | None = None

    @property
    def window(self) -> Claim | None:
        """The claim of the seat that may type now, or None. There is never more than one."""
        return next((claim for claim in self.claims if claim.action is None), None)

    def waiting(self, seat: Seat) -> Claim | None:
        """Return the claim of a seat."""
        return next((claim for claim in self.claims if claim.seat == seat), None)


def opening(state: State, seat: Seat) -> int:
    """Return the number on an untouched dial: one below the best bid, or OPENING without bids.

    It is always below the seat's own bid.
    """
    number = OPENING if state.best is None else state.best - 1
    return _bounded(state, seat, number)


def dial(queue: BidQueue, state: State, seat: Seat) -> int:
    """Return the number on a seat's dial."""
    touched = queue.dials.get(seat)
    return opening(state, seat) if touched is None else _bounded(state, seat, touched)


def turn_dial(queue: BidQueue, state: State, seat: Seat, by: int) -> BidQueue:
    """Return the queue after a seat's dial was turned. The dial stops at the ends of its scale."""
    number = _bounded(state, seat, dial(queue, state, seat) + by)
    return replace(queue, dials={**queue.dials, seat: number}, refusal=_others(queue.refusal, seat))


def _bounded(state: State, seat: Seat, number: int) -> int:
    own = state.lowest_of(seat)
    highest = HIGHEST_BID if own is None else max(LOWEST_BID, own - 1)
    return min(highest, max(LOWEST_BID, number))


def add_claim(queue: BidQueue, seat: Seat, action: Action) -> BidQueue:
    """Return the queue with an action added for a seat, unless the seat is in the queue already."""
    if queue.waiting(seat) is not None:
        return queue
    return replace(queue, claims=(*queue.claims, Claim(seat, action)))


def bid_dial(queue: BidQueue, state: State, seat: Seat) -> BidQueue:
    """Return the queue with a bid added: the number on the seat's dial."""
    return add_claim(queue, seat, Bid(dial(queue, state, seat)))


def buzz(queue: BidQueue, seat: Seat) -> BidQueue:
    """Return the queue after a buzz.

    The first buzz lets the seat type; the second ends its entry, or withdraws an empty one.
    """
    typing = queue.window is not None and queue.window.seat == seat
    queue = interrupted(queue)
    if typing or queue.waiting(seat) is not None:
        return queue
    return replace(queue, claims=(*queue.claims, Claim(seat)), refusal=_others(queue.refusal, seat))


def type_digit(queue: BidQueue, digit: int) -> BidQueue:
    """Return the queue with a digit added to the entry of the seat that may type.

    The second digit ends the entry. So does a 0 as the first digit, which means no route.
    """
    window = queue.window
    if window is None:
        return queue
    window = replace(window, digits=f"{window.digits}{digit}", left=WINDOW_SECONDS)
    queue = _with_window(queue, window)
    return interrupted(queue) if len(window.digits) > 1 or window.digits == "0" else queue


def agreed_by(queue: BidQueue, seats: Sequence[Seat], legal: Legal) -> BidQueue:
    """Return the queue with the agreement of each of `seats` that may agree."""
    for seat in seats:
        if AGREE in legal.get(seat, ()):
            queue = add_claim(queue, seat, AGREE)
    return queue


def answer_without_number(queue: BidQueue, action: Action) -> BidQueue:
    """Return the queue with an answer without a number (agree, no route) from the seat that may type."""
    window = queue.window
    return queue if window is None else _with_window(queue, replace(window, action=action))


def may_only_agree(state: State, seat: Seat | None) -> bool:
    """Return whether a seat has said *no route* and others have bid since then.

    If it says *no route* again, it agrees to end the clock.
    """
    return seat is not None and seat in state.none and bool(state.bids) and seat not in state.agreed


def gave_up(queue: BidQueue, state: State, seat: Seat) -> BidQueue:
    """Return the queue with a seat's *no route*, or with its agreement if it can only agree."""
    return add_claim(queue, seat, AGREE if may_only_agree(state, seat) else NO_ROUTE)


def withdrawn(queue: BidQueue) -> BidQueue:
    """Return the queue without the entry of the seat that may type."""
    return _with_window(queue)


def pass_time(queue: BidQueue, dt: float) -> BidQueue:
    """Return the queue after `dt` seconds. If the time to type has run out, the digits count."""
    if queue.refusal is not None:
        left = queue.refusal.left - dt
        queue = replace(queue, refusal=replace(queue.refusal, left=left) if left > 0 else None)
    window = queue.window
    if window is None:
        return queue
    if window.left - dt > 0:
        return _with_window(queue, replace(window, left=window.left - dt))
    return interrupted(queue)


def release(
    queue: BidQueue, legal: Legal, delayed: Callable[[Seat], Delay] = lambda seat: ""
) -> tuple[BidQueue, Claim | None]:
    """Remove the next claim that is due. Returns the new queue, and the claim (None if no claim is due).

    A claim that is illegal or too early is not returned; the queue then has a refusal.

    `delayed` returns why a seat's bid is too early. It is called once per bid.
    """
    while queue.claims and (action := queue.claims[0].action) is not None:
        claim = queue.claims[0]
        queue = replace(queue, claims=queue.claims[1:])
        is_legal = action in legal.get(claim.seat, ())
        delay = delayed(claim.seat) if is_legal and isinstance(action, Bid) else ""
        if is_legal and not delay:
            dials = {seat: number for seat, number in queue.dials.items() if seat != claim.seat}
            return replace(queue, dials=dials, refusal=_others(queue.refusal, claim.seat)), claim
        queue = replace(queue, refusal=Refusal(claim.seat, action, delay=delay))
    return queue, None


def _with_window(queue: BidQueue, *window: Claim) -> BidQueue:
    """Return the queue with `window` in place of the claim of the seat that may type. Without `window`, remove it."""
    at = next((index for index, claim in enumerate(queue.claims) if claim.action is None), len(queue.claims))
    return replace(queue, claims=(*queue.claims[:at], *window, *queue.claims[at + 1 :]))


def interrupted(queue: BidQueue) -> BidQueue:
    """Return the queue after the entry of the seat that may type was ended.

    The typed digits become a claim with an action. Without digits, the claim is removed.
    """
    window = queue.window
    if window is None or not window.digits:
        return withdrawn(queue)
    number = int(window.digits)
    return answer_without_number(queue, Bid(number) if number else NoRoute())


def _others(refusal: Refusal | None, seat: Seat) -> Refusal | None:
    """Return the refusal. None if it was refused to `seat`, because that seat has acted since then."""
    return None if refusal is not None and refusal.seat == seat else refusal


AGREE, NO_ROUTE = Agree(), NoRoute()
