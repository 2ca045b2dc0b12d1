"""Bidding on one screen as a pure state machine: a dial for each seat, and a keyboard shared by means of buzzers.

Bids take effect in order of their first press: a bid on a dial waits until an earlier buzzer has entered a number, run
out of time or withdrawn. Digits belong to the seat that buzzed last: a buzz ends another seat's entry, and what was
typed counts. `pass_time` lets time pass.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from game.core.rules import Seat, Timer
from game.robots.state import HIGHEST_BID, LOWEST_BID, Action, Agree, Bid, NoRoute, State

PAUSE_SECONDS: Final = 1.5  # between two bids of a seat
# More presses than this, to bid, within these seconds mute the seat.
MOST_PRESSES, WITHIN_SECONDS = 5, 2.0
MUTED_SECONDS: Final = 3.0

Delay = Literal["", "paused", "muted"]
"""Why a bid is not accepted now; "" if it is."""


class Pace:
    """Limits the pace of each seat's bids in one game. It stays when the board is laid out again.

    Times are the game's, in seconds.
    """

    def __init__(self) -> None:
        self._time = 0.0
        self._state: State | None = None  # the last state that was checked for bids
        self._chip = -1
        self._lowest: dict[Seat, int] = {}  # each seat's lowest bid for the current chip
        self._until: dict[Seat, float] = {}  # when each seat's pause ends
        # Seats that could bid early once, since otherwise the clock would have run out.
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
            self._lowest, self._until, self._excused = lowest, {}, set()  # earlier bids start no pause
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
        """Return why a seat must wait. One bid is accepted early if the pause would last longer than `clock`."""
        if self._muted_until.get(seat, 0.0) > self._time:
            return "muted"
        left = self.left(seat)
        hurries = clock is not None and clock.seconds <= left and seat not in self._excused
        return "paused" if left > 0 and not hurries else ""

    def pressed(self, seat: Seat, clock: Timer | None) -> Delay:
        """Note that a seat has pressed to bid; return why it must wait. Too many presses mute it for a while."""
        presses = self._presses.setdefault(seat, deque(maxlen=MOST_PRESSES + 1))
        presses.append(self._time)
        if len(presses) > MOST_PRESSES and self._time - presses[0] <= WITHIN_SECONDS:
            self._muted_until[seat] = self._time + MUTED_SECONDS
            presses.clear()
        return self.delays(seat, clock)


WINDOW_SECONDS: Final = 3.0
OPENING: Final = 8  # number on a dial before anyone has bid
FINE, COARSE = 1, 5
REFUSED_SECONDS: Final = 3.0  # for which a refusal is explained

Legal: TypeAlias = Mapping[Seat, Sequence[Action]]


@dataclass(frozen=True, slots=True)
class Claim:
    """A place in the queue. Without an `action`, the seat has buzzed, and may type for `left` more seconds."""

    seat: Seat
    action: Action | None = None
    digits: str = ""
    left: float = WINDOW_SECONDS


@dataclass(frozen=True, slots=True)
class Refusal:
    """An action refused as illegal or too early, for the seat's dock."""

    seat: Seat
    action: Action
    left: float = REFUSED_SECONDS
    delay: Delay = ""  # why it is too early


@dataclass(frozen=True, slots=True)
class BidQueue:
    """The pending bids; `dials` has for each seat the number on its dial, if it was turned."""

    dials: Mapping[Seat, int]
    claims: tuple[Claim, ...] = ()
    refusal: Refusal | None = None

    @property
    def window(self) -> Claim | None:
        """The buzz whose seat may type now, if any; there is one at most."""
        return next((claim for claim in self.claims if claim.action is None), None)

    def waiting(self, seat: Seat) -> Claim | None:
        """Return the claim of a seat."""
        return next((claim for claim in self.claims if claim.seat == seat), None)


def opening(state: State, seat: Seat) -> int:
    """Return the number of an untouched dial: one below the best number, and below the seat's own."""
    number = OPENING if state.best is None else state.best - 1
    return _bounded(state, seat, number)


def dial(queue: BidQueue, state: State, seat: Seat) -> int:
    """Return the number on a seat's dial."""
    touched = queue.dials.get(seat)
    return opening(state, seat) if touched is None else _bounded(state, seat, touched)


def turn_dial(queue: BidQueue, state: State, seat: Seat, by: int) -> BidQueue:
    """Return the queue with a seat's dial turned, up to the ends of the scale."""
    number = _bounded(state, seat, dial(queue, state, seat) + by)
    return replace(queue, dials={**queue.dials, seat: number}, refusal=_others(queue.refusal, seat))


def _bounded(state: State, seat: Seat, number: int) -> int:
    own = state.lowest_of(seat)
    highest = HIGHEST_BID if own is None else max(LOWEST_BID, own - 1)
    return min(highest, max(LOWEST_BID, number))


def add_claim(queue: BidQueue, seat: Seat, action: Action) -> BidQueue:
    """Return the queue with an action appended, unless the seat is in it already."""
    if queue.waiting(seat) is not None:
        return queue
    return replace(queue, claims=(*queue.claims, Claim(seat, action)))


def bid_dial(queue: BidQueue, state: State, seat: Seat) -> BidQueue:
    """Return the queue with the dial's number appended."""
    return add_claim(queue, seat, Bid(dial(queue, state, seat)))


def buzz(queue: BidQueue, seat: Seat) -> BidQueue:
    """Return the queue after a buzz: the first opens the seat's window, the second commits or withdraws its entry."""
    typing = queue.window is not None and queue.window.seat == seat
    queue = interrupted(queue)
    if typing or queue.waiting(seat) is not None:
        return queue
    return replace(queue, claims=(*queue.claims, Claim(seat)), refusal=_others(queue.refusal, seat))


def type_digit(queue: BidQueue, digit: int) -> BidQueue:
    """Return the queue with a digit of the seat that has the window.

    A second digit commits, and so does a leading 0, which means no route.
    """
    window = queue.window
    if window is None:
        return queue
    window = replace(window, digits=f"{window.digits}{digit}", left=WINDOW_SECONDS)
    queue = _with_window(queue, window)
    return interrupted(queue) if len(window.digits) > 1 or window.digits == "0" else queue


def agreed_by(queue: BidQueue, seats: Sequence[Seat], legal: Legal) -> BidQueue:
    """Return the queue with the agreement of all `seats` that may agree."""
    for seat in seats:
        if AGREE in legal.get(seat, ()):
            queue = add_claim(queue, seat, AGREE)
    return queue


def answer_without_number(queue: BidQueue, action: Action) -> BidQueue:
    """Return the queue with an answer without a number (agree, no route) of the seat that has the window."""
    window = queue.window
    return queue if window is None else _with_window(queue, replace(window, action=action))


def may_only_agree(state: State, seat: Seat | None) -> bool:
    """Return whether a seat has said *no route* and others have bid since.

    If it says *no route* again, that means: end the clock.
    """
    return seat is not None and seat in state.none and bool(state.bids) and seat not in state.agreed


def gave_up(queue: BidQueue, state: State, seat: Seat) -> BidQueue:
    """Return the queue with a seat's *no route*, or with its agreement if only that is possible."""
    return add_claim(queue, seat, AGREE if may_only_agree(state, seat) else NO_ROUTE)


def withdrawn(queue: BidQueue) -> BidQueue:
    """Return the queue without the open window."""
    return _with_window(queue)


def pass_time(queue: BidQueue, dt: float) -> BidQueue:
    """Return the queue after `dt` seconds; a window that has run out commits its digits."""
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
    """Return the queue without its due claim, and that claim. If the claim is illegal, the queue has a refusal for it.

    `delayed` returns why a seat's bid is too early; it is called once per bid.
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
    """Return the queue with `window` in place of the open one, or without one."""
    at = next((index for index, claim in enumerate(queue.claims) if claim.action is None), len(queue.claims))
    return replace(queue, claims=(*queue.claims[:at], *window, *queue.claims[at + 1 :]))


def interrupted(queue: BidQueue) -> BidQueue:
    """Return the queue with its window closed.

    What was typed becomes a claim with an action; if that is nothing, the window is removed.
    """
    window = queue.window
    if window is None or not window.digits:
        return withdrawn(queue)
    number = int(window.digits)
    return answer_without_number(queue, Bid(number) if number else NoRoute())


def _others(refusal: Refusal | None, seat: Seat) -> Refusal | None:
    """Return the refusal, or None if it is for `seat`: that seat has acted since."""
    return None if refusal is not None and refusal.seat == seat else refusal


AGREE, NO_ROUTE = Agree(), NoRoute()
