"""The machine of dials and buzzers without a window (stories/inputs/bid_queue.txt), and how soon one bids again."""

from __future__ import annotations

import re
from itertools import permutations
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from game.core.options import resolve
from game.core.rules import Seat, Timer
from game.robots import SPEC, rules
from game.robots.state import Bid, State
from scenes.robots.bidding import bid_queue
from scenes.robots.bidding.bid_queue import (
    MOST_PRESSES,
    MUTED_SECONDS,
    PAUSE_SECONDS,
    WITHIN_SECONDS,
    BidQueue,
    Pace,
)
from tests import make
from tests.stories import Story, each_story
from tests.vocabulary.screen import FOLDER, ScreenVocabulary

TICK = 1 / 120
TURNS = {"fine": bid_queue.FINE, "coarse": bid_queue.COARSE, "-coarse": -bid_queue.COARSE}


def told(claim: Any) -> str:
    """Return a claim or a refusal in words: its seat, and its action if it has one yet."""
    return f"{claim.seat}:{rules.text(claim.action) if claim.action else '…'}"


class Desk(ScreenVocabulary):
    """Tells of four seats that bid with dials and buzzers. Seats count from 0. There is no window and no session.
    A story begins with "bidding"."""

    game = SPEC.id
    begins = ("bidding",)
    facts: ClassVar = {
        "claims": lambda s: ", ".join(map(told, s.queue.claims)) or None,  # in order; … for a seat that is typing
        "done": lambda s: ", ".join(s.done) or None,
        "refusal": lambda s: s.queue.refusal and told(s.queue.refusal),
    }
    # What the shared facts ask
    seen = property(lambda s: s)
    match = property(lambda s: SimpleNamespace(input=SimpleNamespace(selection=s)))

    def __init__(self) -> None:
        """Leave everything to the first step."""

    def do_bidding(self, rest: str = "") -> None:
        """[after ACTION]: Begin a game of four, after one ACTION if it is given. No dial was turned yet."""
        actions = rest.removeprefix("after ")
        self.state = make.state(SPEC.id, actions=[actions] if actions else [], players=4)
        self.queue = BidQueue({})

    def do_turn(self, rest: str = "") -> None:
        """SEAT BY [TIMES]: Turn the dial of SEAT, once or several times. BY is "fine" (1 up), "coarse" (5 up) or
        "-coarse" (5 down)."""
        seat, by, *times = rest.split()
        for _ in range(int(times[0]) if times else 1):
            self.queue = bid_queue.turn_dial(self.queue, self.state, int(seat), TURNS[by])

    def do_declare(self, rest: str = "") -> None:
        """SEATS: Bid for each seat the number on its dial."""
        for seat in rest.split():
            self.queue = bid_queue.bid_dial(self.queue, self.state, int(seat))

    def do_buzz(self, rest: str = "") -> None:
        """SEATS: Buzz for each seat. A second buzz of a seat ends its entry."""
        for seat in rest.split():
            self.queue = bid_queue.buzz(self.queue, int(seat))

    def do_type(self, rest: str = "") -> None:
        """DIGITS: Type digits. They belong to the seat that buzzed last."""
        for digit in rest:
            self.queue = bid_queue.type_digit(self.queue, int(digit))

    def do_answer(self, rest: str = "") -> None:
        """ACTION: Answer without a number for the seat that may type: "agree" or "none"."""
        self.queue = bid_queue.answer_without_number(self.queue, rules.parse(rest))

    def do_wait(self, rest: str = "") -> None:
        """SECONDS: Let this time pass."""
        for _ in range(round(float(rest) / TICK)):
            self.queue = bid_queue.pass_time(self.queue, TICK)

    def do_release(self) -> None:
        """Play every action that is due. The fact "done" then lists them."""
        self.done: list[str] = []
        while True:
            legal = {seat: list(rules.legal(self.state, seat)) for seat in rules.actors(self.state)}
            self.queue, claim = bid_queue.release(self.queue, legal)
            if claim is None or claim.action is None:
                return
            self.done.append(told(claim))
            self.state = rules.apply(self.state, claim.seat, claim.action)[0]


@pytest.mark.quick
@each_story(FOLDER / "inputs" / "bid_queue.txt", by_turns=True)
def test_bidding(story: Story) -> None:
    Desk().tell(story)


def interleaved(*hands: str) -> list[str]:
    """Return all orders in which the keys of these hands may come. Each hand keeps its own order."""
    if not any(hands):
        return [""]
    return [
        hand[0] + rest
        for index, hand in enumerate(hands)
        if hand
        for rest in interleaved(*hands[:index], hand[1:], *hands[index + 1 :])
    ]


@pytest.mark.parametrize("hands", [*list(permutations(("a3", "b4", "c56", "d7d"), 2)), ("a3", "b4", "c5")])
def test_no_digit_reaches_a_seat_whose_key_was_not_the_last(hands):
    """Two or three hands press keys of one keyboard, in every order. A bid is what was typed after the seat's key."""
    for keys in interleaved(*hands):
        queue = BidQueue({})
        for key in keys:
            queue = (
                bid_queue.buzz(queue, ord(key) - ord("a")) if key.isalpha() else bid_queue.type_digit(queue, int(key))
            )
        numbers = {claim.seat: told(claim) for claim in bid_queue.interrupted(queue).claims}
        assert numbers == typed_after_own_key(keys), keys


def typed_after_own_key(keys: str) -> dict[int, str]:
    """Return the first number of each seat: at most two digits between its key and the next key."""
    found: dict[int, str] = {}
    for key, digits in re.findall(r"([a-d])(\d*)", keys):
        if digits:
            seat = ord(key) - ord("a")
            found.setdefault(seat, f"{seat}:bid {digits[:2]}")
    return found


LONG = Timer("clock", 40.0)


def bid(state: State, seat: Seat, number: int) -> State:
    return rules.apply(state, seat, Bid(number))[0]


@pytest.fixture
def state() -> State:
    return rules.start(resolve(SPEC.options, {"players": 3}), 0)


@pytest.fixture
def pace(state: State) -> Pace:
    pace = Pace()
    pace.follow(state, TICK)
    return pace


def test_who_has_bid_waits_and_nobody_else(state: State, pace: Pace) -> None:
    state = bid(state, 1, 9)
    pace.follow(state, TICK)
    assert (pace.delays(1, LONG), pace.delays(0, LONG)) == ("paused", "")
    pace.follow(state, PAUSE_SECONDS - 0.1)
    assert pace.delays(1, LONG) == "paused" and 0 < pace.share(1) < 0.1
    pace.follow(state, 0.2)
    assert pace.delays(1, LONG) == "" and pace.share(1) == 0


def test_one_bid_is_let_through_where_the_pause_would_outlast_the_clock(state: State, pace: Pace) -> None:
    state = bid(state, 1, 9)
    pace.follow(state, TICK)
    assert pace.delays(1, Timer("clock", 1.0)) == ""
    state = bid(state, 1, 8)
    pace.follow(state, TICK)
    assert pace.delays(1, Timer("clock", 1.0)) == "paused", "one alone"


def test_the_next_chip_begins_without_a_pause(state: State, pace: Pace) -> None:
    pace.follow(bid(state, 1, 9), TICK)
    other = rules.start(resolve(SPEC.options, {"players": 3}), 1)
    pace._chip = -1  # as when a chip is turned over
    pace.follow(other, TICK)
    assert pace.delays(1, LONG) == ""


def test_more_than_five_presses_in_two_seconds_are_not_heard_for_a_while(state: State, pace: Pace) -> None:
    for _ in range(MOST_PRESSES):
        assert pace.pressed(2, LONG) == ""
        pace.follow(state, WITHIN_SECONDS / 10)
    assert pace.pressed(2, LONG) == "muted" and pace.pressed(1, LONG) == ""
    pace.follow(state, MUTED_SECONDS - 0.1)
    assert pace.delays(2, LONG) == "muted"
    pace.follow(state, 0.2)
    assert pace.delays(2, LONG) == ""


def test_five_presses_in_more_than_two_seconds_are_heard(state: State, pace: Pace) -> None:
    for _ in range(3 * MOST_PRESSES):
        assert pace.pressed(2, LONG) == ""
        pace.follow(state, WITHIN_SECONDS / MOST_PRESSES + 0.05)
