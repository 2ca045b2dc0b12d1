"""The machine of dials and buzzers, in virtual time; no window, no session."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.options import resolve
from game.core.rules import Seat
from game.robots import SPEC, rules
from game.robots.state import Action, Agree, Bid, NoRoute, State
from scenes.robots.bidding import desk as bidding
from scenes.robots.bidding.desk import AGREE, NO_ROUTE, WINDOW_SECONDS, Claim, Desk

EMPTY = Desk({})
TICK = 1 / 120


def state_after(*actions: tuple[Seat, Action], players: int = 4) -> State:
    state = rules.start(resolve(SPEC.options, {"players": players}), 0)
    for seat, action in actions:
        state = rules.apply(state, seat, action)[0]
    return state


def legal(state: State) -> bidding.Legal:
    return {seat: rules.legal(state, seat) for seat in rules.actors(state)}


def wait(desk: Desk, seconds: float) -> Desk:
    for _ in range(round(seconds / TICK)):
        desk = bidding.elapsed(desk, TICK)
    return desk


def played(desk: Desk, state: State) -> tuple[Desk, list[tuple[Seat, Action]], State]:
    """Release everything that is due, applying it."""
    done: list[tuple[Seat, Action]] = []
    while True:
        desk, claim = bidding.released(desk, legal(state))
        if claim is None or claim.action is None:
            return desk, done, state
        done.append((claim.seat, claim.action))
        state = rules.apply(state, claim.seat, claim.action)[0]


def test_a_dial_opens_at_eight_and_then_one_below_the_best() -> None:
    assert bidding.dial(EMPTY, state_after(), 2) == 8
    assert bidding.dial(EMPTY, state_after((0, Bid(12))), 2) == 11
    assert bidding.dial(EMPTY, state_after((0, Bid(2))), 2) == 2


def test_a_dial_turns_by_one_and_by_five_within_the_scale() -> None:
    state = state_after()
    desk = bidding.turned(EMPTY, state, 1, bidding.FINE)
    assert bidding.dial(desk, state, 1) == 9
    desk = bidding.turned(desk, state, 1, -bidding.COARSE)
    assert bidding.dial(desk, state, 1) == 4
    assert bidding.dial(bidding.turned(desk, state, 1, -bidding.COARSE), state, 1) == 2
    for _ in range(30):
        desk = bidding.turned(desk, state, 1, bidding.COARSE)
    assert bidding.dial(desk, state, 1) == 99


def test_a_dial_stays_below_the_own_number() -> None:
    state = state_after((1, Bid(7)))
    desk = EMPTY
    for _ in range(5):
        desk = bidding.turned(desk, state, 1, bidding.COARSE)
    assert bidding.dial(desk, state, 1) == 6
    assert bidding.dial(bidding.turned(EMPTY, state, 2, bidding.COARSE), state, 2) == 11


def test_dials_are_turned_in_parallel() -> None:
    state = state_after()
    desk = bidding.turned(bidding.turned(EMPTY, state, 0, 1), state, 3, -5)
    assert [bidding.dial(desk, state, seat) for seat in range(4)] == [9, 8, 8, 3]


def test_declaring_plays_the_dial_and_lets_it_open_anew() -> None:
    state = state_after()
    desk = bidding.declared(bidding.turned(EMPTY, state, 1, 1), state, 1)
    desk, done, state = played(desk, state)
    assert done == [(1, Bid(9))]
    assert not desk.dials
    assert bidding.dial(desk, state, 1) == 8


def test_presses_of_one_frame_keep_their_order() -> None:
    state = state_after()
    desk = bidding.declared(bidding.declared(EMPTY, state, 2), state, 0)
    desk, done, state = played(desk, state)
    assert done == [(2, Bid(8)), (0, Bid(8))]
    assert state.bids == ((2, 8), (0, 8))


def test_two_digits_commit_at_once() -> None:
    desk = bidding.typed(bidding.typed(bidding.buzzed(EMPTY, 3), 1), 2)
    assert desk.claims == (Claim(3, Bid(12), "12"),)


def test_one_digit_commits_after_three_seconds() -> None:
    desk = bidding.typed(bidding.buzzed(EMPTY, 3), 7)
    assert wait(desk, WINDOW_SECONDS - 0.1).window is not None
    assert wait(desk, WINDOW_SECONDS + 0.1).claims[0].action == Bid(7)


def test_a_digit_starts_the_three_seconds_anew() -> None:
    desk = wait(bidding.buzzed(EMPTY, 3), WINDOW_SECONDS - 0.2)
    desk = wait(bidding.typed(desk, 1), WINDOW_SECONDS - 0.2)
    assert bidding.typed(desk, 5).claims[0].action == Bid(15)


def test_the_buzzer_again_commits_and_without_a_digit_takes_back() -> None:
    assert bidding.buzzed(bidding.typed(bidding.buzzed(EMPTY, 1), 6), 1).claims[0].action == Bid(6)
    assert bidding.buzzed(bidding.buzzed(EMPTY, 1), 1) == EMPTY
    assert wait(bidding.buzzed(EMPTY, 1), WINDOW_SECONDS + 0.1) == EMPTY


def test_a_nought_is_no_route() -> None:
    assert bidding.typed(bidding.buzzed(EMPTY, 1), 0).claims[0].action == NoRoute()


def test_digits_belong_to_whoever_buzzed_first() -> None:
    desk = bidding.buzzed(bidding.buzzed(EMPTY, 2), 0)
    desk = bidding.typed(bidding.typed(desk, 1), 0)
    state = state_after()
    desk, done, state = played(desk, state)
    assert done == [(2, Bid(10))]
    assert desk.window == Claim(0)
    desk, done, state = played(bidding.buzzed(bidding.typed(desk, 9), 0), state)
    assert done == [(0, Bid(9))]


def test_the_time_of_the_first_buzz_counts() -> None:
    """A pad that declares while somebody types waits for that number: of equal ones the earlier buzz shows first."""
    state = state_after()
    desk = bidding.buzzed(EMPTY, 3)
    desk = bidding.declared(desk, state, 0)
    desk, done, state = played(desk, state)
    assert done == []
    desk, done, state = played(bidding.buzzed(bidding.typed(desk, 8), 3), state)
    assert done == [(3, Bid(8)), (0, Bid(8))]
    assert state.bids[0] == (3, 8)


def test_a_waiting_buzz_does_not_run_out() -> None:
    desk = bidding.buzzed(bidding.typed(bidding.buzzed(EMPTY, 1), 4), 2)
    desk = wait(desk, WINDOW_SECONDS + 0.1)
    desk, done, _ = played(desk, state_after())
    assert done == [(1, Bid(4))]
    assert desk.window is not None
    assert desk.window.seat == 2
    assert desk.window.left == pytest.approx(WINDOW_SECONDS, abs=0.2)


def test_a_seat_is_in_the_queue_once() -> None:
    state = state_after()
    desk = bidding.declared(bidding.declared(EMPTY, state, 1), state, 1)
    assert len(desk.claims) == 1
    assert bidding.declared(bidding.buzzed(EMPTY, 1), state, 1).claims == (Claim(1),)


def test_what_is_not_allowed_is_refused_and_explained_for_a_while() -> None:
    state = state_after((0, Bid(6)))
    desk = bidding.buzzed(bidding.typed(bidding.buzzed(EMPTY, 0), 7), 0)
    desk, done, after = played(desk, state)
    assert done == []
    assert after is state
    assert desk.refusal == bidding.Refusal(0, Bid(7))
    assert wait(desk, bidding.REFUSED_SECONDS + 0.1).refusal is None
    assert bidding.turned(desk, state, 0, 1).refusal is None
    assert bidding.turned(desk, state, 1, 1).refusal is not None


def test_a_refusal_lets_the_next_one_through() -> None:
    state = state_after((0, Bid(6)))
    desk = replace(EMPTY, claims=(Claim(0, Bid(9)), Claim(2, Bid(5))))
    desk, done, _ = played(desk, state)
    assert done == [(2, Bid(5))]


def test_agreeing_needs_a_number_to_agree_with() -> None:
    _, done, _ = played(bidding.claimed(EMPTY, 1, AGREE), state_after())
    assert done == []
    _, done, state = played(bidding.claimed(EMPTY, 1, AGREE), state_after((0, Bid(9))))
    assert done == [(1, Agree())]
    assert state.agreed == {1}


def test_nothing_found_and_agreement_can_be_answered_in_a_window() -> None:
    desk = bidding.answered(bidding.buzzed(EMPTY, 2), NO_ROUTE)
    assert played(desk, state_after())[1] == [(2, NoRoute())]
    assert bidding.answered(EMPTY, AGREE) == EMPTY
    assert bidding.withdrawn(bidding.buzzed(EMPTY, 2)) == EMPTY
