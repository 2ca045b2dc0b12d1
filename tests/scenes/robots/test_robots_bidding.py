"""The machine of dials and buzzers, without a window or a session. Its stories: `stories/inputs/bid_queue.txt`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import permutations
from typing import Any, ClassVar

import pytest

from game.robots import SPEC, rules
from game.robots.state import Action
from scenes.robots.bidding import bid_queue
from scenes.robots.bidding.bid_queue import BidQueue, Claim
from tests import make
from tests.stories import Story, each_story
from tests.vocabulary.screen import FOLDER, ScreenVocabulary

TICK = 1 / 120
TURNS = {"fine": bid_queue.FINE, "coarse": bid_queue.COARSE, "-coarse": -bid_queue.COARSE}


def told(claim: Any) -> str:
    """A claim or a refusal: its seat, and its action if it has one yet."""
    return f"{claim.seat}:{rules.text(claim.action) if claim.action else '…'}"


class Desk(ScreenVocabulary):
    """Tells of the bids of four seats."""

    game = SPEC.id
    facts: ClassVar[Mapping[str, Callable[..., Any]]] = {
        "agreed": lambda s: s.state.agreed,
        "bids": lambda s: " ".join(f"{seat}:{number}" for seat, number in s.state.bids),
        "claims": lambda s: ", ".join(map(told, s.queue.claims)) or None,
        "dial": lambda s, seat: bid_queue.dial(s.queue, s.state, int(seat)),
        "dials": lambda s: " ".join(str(bid_queue.dial(s.queue, s.state, seat)) for seat in range(4)),
        "done": lambda s: ", ".join(s.done) or None,
        "left": lambda s: s.queue.window.left,
        "refusal": lambda s: s.queue.refusal and told(s.queue.refusal),
        "touched": lambda s: s.queue.dials or None,
        "window": lambda s: s.queue.window and s.queue.window.seat,
    }

    def __init__(self) -> None:
        """Nobody sits there before the story's first line."""

    def do_bidding(self, rest: str = "") -> None:
        """bidding [after ACTION]: a game of four begins, and nobody has touched a dial."""
        actions = rest.removeprefix("after ")
        self.state = make.state(SPEC.id, actions=[actions] if actions else [], players=4)
        self.queue = BidQueue({})

    def do_turn(self, rest: str = "") -> None:
        """turn SEAT BY [TIMES]"""
        seat, by, *times = rest.split()
        for _ in range(int(times[0]) if times else 1):
            self.queue = bid_queue.turn_dial(self.queue, self.state, int(seat), TURNS[by])

    def do_declare(self, rest: str = "") -> None:
        """declare SEATS: each what its dial shows."""
        for seat in rest.split():
            self.queue = bid_queue.bid_dial(self.queue, self.state, int(seat))

    def do_buzz(self, rest: str = "") -> None:
        """buzz SEATS"""
        for seat in rest.split():
            self.queue = bid_queue.buzz(self.queue, int(seat))

    def do_type(self, rest: str = "") -> None:
        """type DIGITS"""
        for digit in rest:
            self.queue = bid_queue.type_digit(self.queue, int(digit))

    def do_answer(self, rest: str = "") -> None:
        """answer ACTION, in the window."""
        self.queue = bid_queue.answer_without_number(self.queue, rules.parse(rest))

    def do_withdraw(self) -> None:
        """withdraw the open window."""
        self.queue = bid_queue.withdrawn(self.queue)

    def do_queue(self, rest: str = "") -> None:
        """queue SEAT:ACTION, …: as they are, whether allowed or not."""
        claims = [(int(text[0]), rules.parse(text[2:])) for text in rest.split(", ")]
        self.queue = replace(self.queue, claims=tuple(Claim(seat, action) for seat, action in claims))

    def do_wait(self, rest: str = "") -> None:
        for _ in range(round(float(rest) / TICK)):
            self.queue = bid_queue.pass_time(self.queue, TICK)

    def do_release(self) -> None:
        """release: play what is due, each in the position after the one before."""
        self.done: list[str] = []
        while True:
            legal: dict[int, list[Action]] = {
                seat: list(rules.legal(self.state, seat)) for seat in rules.actors(self.state)
            }
            self.queue, claim = bid_queue.release(self.queue, legal)
            if claim is None or claim.action is None:
                break
            self.done.append(told(claim))
            self.state = rules.apply(self.state, claim.seat, claim.action)[0]


@each_story(FOLDER / "inputs" / "bid_queue.txt", by_turns=True)
def test_bidding(story: Story) -> None:
    Desk().tell(story)


def interleaved(*hands: str) -> list[str]:
    """All orders in which these hands' keys may come, each hand's own in their order."""
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
    """Hands of two and three at one keyboard, in every order: a number is what was typed after its own key."""
    for keys in interleaved(*hands):
        queue = BidQueue({})
        for key in keys:
            queue = (
                bid_queue.buzz(queue, ord(key) - ord("a")) if key.isalpha() else bid_queue.type_digit(queue, int(key))
            )
        numbers = {claim.seat: told(claim) for claim in bid_queue.interrupted(queue).claims}
        assert numbers == typed_after_own_key(keys), keys


def typed_after_own_key(keys: str) -> dict[int, str]:
    """The first number of each seat: the digits between its key and the next key, at most two."""
    found: dict[int, str] = {}
    for key, digits in re.findall(r"([a-d])(\d*)", keys):
        if digits:
            seat = ord(key) - ord("a")
            found.setdefault(seat, f"{seat}:bid {digits[:2]}")
    return found
