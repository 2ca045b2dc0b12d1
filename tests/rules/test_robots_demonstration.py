"""Demonstrations: their order, markers, wins, failures, the retry and the end of a game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.rules import IllegalActionError, Outcome
from game.robots import rules
from game.robots.board import COLOURS, Mark, cell_at
from game.robots.state import (
    Arrived,
    Bid,
    ChipReturned,
    ChipTurned,
    ChipWon,
    ClockEnded,
    ClockStarted,
    Concede,
    DemonstrationStarted,
    Failed,
    GameWon,
    MarkedNone,
    Move,
    NoRoute,
    Reshuffled,
    RobotSlid,
    RobotsReturned,
    SeatTurns,
)
from tests.rules.robots_ascii import game, play

RED_CUP = Mark("red", "cup")
TABLE = """
    +--+--+--+--+
    |@R  .  .  .|
    +  +  +  +  +
    | .  .  .  .|
    +  +  +  +  +
    | .  .  . Rc|
    +  +  +  +--+
    |@G  .  . @B|
    +--+--+--+--+
"""


def table(chips=None, **options):
    """A game whose chip can be won by red E, red S."""
    state = game(TABLE, RED_CUP, **options)
    return replace(state, chips=chips) if chips else state


def shown(*entries, **options):
    """The state and events after declarations, the end of the clock and further actions."""
    return play(table(**options), *entries)


def test_the_worked_example_of_the_order():
    """A 6, B 7, C 5, A 5, B 5 with chips A 1, B 0, C 1 gives B, then C, then A."""
    state, events = shown(
        "0:bid 6", "1:bid 7", "2:bid 5", "0:bid 5", "1:bid 5", "clock:expire", players=3, chips=(1, 0, 1)
    )
    assert DemonstrationStarted((1, 2, 0)) in events
    for seat in (1, 2, 0):
        assert rules.actors(state) == (seat,)
        assert rules.details(state)["order"] == [1, 2, 0]
        state, _ = play(state, f"{seat}:concede")
    assert state.phase == "bid"


@pytest.mark.parametrize(
    ("bids", "chips", "order"),
    [
        (["0:bid 9", "1:bid 8", "2:bid 7"], (0, 0, 0), (2, 1, 0)),
        (["2:bid 7", "1:bid 7", "0:bid 7"], (0, 0, 0), (2, 1, 0)),
        (["2:bid 7", "1:bid 7", "0:bid 7"], (0, 1, 1), (0, 2, 1)),
        (["0:bid 9", "2:bid 7", "0:bid 7"], (2, 0, 2), (2, 0)),
        (["0:bid 9", "1:bid 7", "0:bid 7", "1:bid 6"], (0, 2, 0), (1, 0)),
    ],
)
def test_lowest_number_then_fewer_chips_then_earlier(bids, chips, order):
    state, _ = shown(*bids, "clock:expire", players=3, chips=chips)
    assert state.order == order


def test_an_arrival_within_the_number_wins_the_chip_and_the_robots_stay():
    state, _ = shown("1:bid 3", "0:agree", "1:agree")
    first, events = play(state, "1:red E")
    assert isinstance(events[0], RobotSlid)
    assert first.markers[0] == cell_at(0, 0), "the marker stays where the robot began"
    assert rules.details(first)["moves_used"] == 1
    after, events = play(first, "1:red S")
    assert events[1:3] == [Arrived("red", cell_at(3, 2), 2), ChipWon(1, RED_CUP)]
    assert isinstance(events[3], ChipTurned)
    assert after.robots[0] == cell_at(3, 2)
    assert after.markers == after.robots
    assert after.chips == (0, 1)
    assert after.won == ((), (RED_CUP,))
    assert (after.phase, after.chip_number, after.attempt) == ("think", 2, 1)
    assert rules.timer(after) is None
    assert RED_CUP not in (*after.pile, after.chip)


def test_using_up_the_number_fails_and_the_next_seat_tries():
    state, _ = shown("0:bid 2", "1:bid 5", "clock:expire")
    after, events = play(state, "0:blue W", "0:red E")
    assert events[2:] == [Failed(0, "moves"), RobotsReturned(state.markers), SeatTurns(1, 5)]
    assert after.robots == state.robots
    assert rules.actors(after) == (1,)
    won, _ = play(after, "1:red E", "1:red S")
    assert won.chips == (0, 1)


def test_the_last_move_of_the_number_may_be_the_arrival():
    state, _ = shown("0:bid 2", "clock:expire")
    assert play(state, "0:red E", "0:red S")[0].chips == (1, 0)


def test_conceding_fails():
    state, _ = shown("0:bid 7", "1:bid 8", "clock:expire", "0:red E")
    assert Concede() in rules.legal(state, 0)
    after, events = play(state, "0:concede")
    assert events == [Failed(0, "conceded"), RobotsReturned(state.markers), SeatTurns(1, 8)]
    assert after.robots == state.markers
    assert after.moves == ()


def test_each_try_has_a_clock_of_its_own():
    state, _ = shown("0:bid 7", "1:bid 8", "clock:expire", demonstration_seconds=30)
    timer = rules.timer(state)
    assert timer.seconds == 30
    moved, _ = play(state, "0:red E")
    assert rules.timer(moved) == timer
    after, events = play(moved, "clock:expire")
    assert events[0] == Failed(0, "time")
    assert rules.timer(after).id != timer.id
    assert rules.actors(after) == (1,)


def test_the_clock_of_the_demonstration_may_be_off():
    state, _ = shown("0:bid 7", "clock:expire", demonstration_seconds=0)
    assert rules.timer(state) is None
    with pytest.raises(IllegalActionError, match="no clock runs"):
        play(state, "clock:expire")


def test_only_the_seat_in_turn_moves_robots_and_nobody_declares():
    state, _ = shown("0:bid 7", "1:bid 8", "clock:expire")
    assert set(map(type, rules.legal(state, 0))) == {Move, Concede}
    for entry in ("1:red E", "1:bid 3", "0:bid 3", "0:agree", "0:none", "0:red N"):
        with pytest.raises(IllegalActionError):
            play(state, entry)


def test_when_all_have_failed_the_clock_starts_again_for_all():
    state, events = shown("0:bid 7", "1:bid 5", "clock:expire", "1:concede", "0:concede", players=3)
    assert events[-1] == ClockStarted()
    assert [event for event in events if isinstance(event, SeatTurns)] == [SeatTurns(1, 5), SeatTurns(0, 7)]
    assert (state.phase, state.chip_number, state.attempt) == ("bid", 1, 2)
    assert (state.bids, state.order, state.agreed, state.none) == ((), (), frozenset(), frozenset())
    assert rules.actors(state) == (0, 1, 2)
    assert rules.legal(state, 0) == (*map(Bid, range(2, 100)), NoRoute())
    assert rules.timer(state).id != rules.timer(shown("0:bid 7", players=3)[0]).id
    assert rules.decision(state) == (1, 2)


@pytest.mark.parametrize("demonstration_seconds", [0, 30])
def test_no_two_clocks_of_a_game_have_the_same_id(demonstration_seconds):
    state = table(demonstration_seconds=demonstration_seconds)
    retried = ("0:bid 7", "clock:expire", "0:concede")
    ids, last = [], None
    for entry in (*retried, *retried, "clock:expire", "0:bid 7"):
        state, _ = play(state, entry)
        timer = rules.timer(state)
        if timer is not None and timer.id != last:
            ids.append(timer.id)
        last = timer.id if timer is not None else None
    assert len(ids) == len(set(ids)) == (6 if demonstration_seconds else 4)


def test_the_first_declaration_of_a_retry_leaves_the_clock_alone():
    state, _ = shown("0:bid 7", "clock:expire", "0:concede")
    clock = rules.timer(state)
    state, _ = play(state, "1:bid 9")
    assert rules.timer(state) == clock
    state, _ = play(state, "0:bid 8")
    assert rules.timer(state).id != clock.id, "8 is below 9, the first number of this attempt"


@pytest.mark.parametrize("end", [["clock:expire"], ["1:none", "0:none"]])
def test_a_retry_without_a_declaration_sends_the_chip_back(end):
    state, _ = shown("0:bid 7", "clock:expire", "0:concede")
    after, events = play(state, *end)
    ended = [event for event in events if not isinstance(event, MarkedNone)]
    assert ended[:2] == [ClockEnded(), ChipReturned(RED_CUP)]
    assert (after.phase, after.chip_number, after.attempt) == ("think", 2, 1)
    assert RED_CUP in (*after.pile, after.chip)
    assert after.robots == state.robots


def test_a_game_ends_with_the_agreed_number_of_chips():
    state, _ = shown("1:bid 2", "clock:expire", chips_to_win=2, chips=(1, 1))
    after, events = play(state, "1:red E", "1:red S")
    assert events[-2:] == [ChipWon(1, RED_CUP), GameWon(1)]
    assert rules.outcome(after) == Outcome((1,), "chips")
    assert after.phase == "over"
    assert rules.actors(after) == rules.legal(after, 1) == ()
    assert rules.timer(after) is None
    with pytest.raises(IllegalActionError, match="the game is over"):
        play(after, "0:bid 3")


def with_pile(state, *pile, won=((), ())):
    return replace(state, pile=pile, won=won, chips=tuple(map(len, won)))


def test_won_chips_go_back_when_the_pile_runs_out_and_the_counts_stay():
    other = Mark("blue", "bell")
    board = {cell_at(3, 2): RED_CUP, cell_at(1, 1): other}
    state, _ = shown("0:bid 2", "clock:expire", chips_to_win=17)
    state = with_pile(replace(state, board=replace(state.board, marks=board)), won=((other,), ()))
    after, events = play(state, "0:red E", "0:red S")
    assert Reshuffled(2) in events
    assert after.chips == (2, 0)
    assert after.won == ((), ())
    assert {after.chip, *after.pile} == {RED_CUP, other}
    assert after.shuffles == state.shuffles + 1, "or the next use of chance would repeat this one"
    assert events.index(Reshuffled(2)) < next(i for i, event in enumerate(events) if isinstance(event, ChipTurned))


def test_a_last_chip_that_nobody_wins_brings_the_won_ones_back():
    other = Mark("blue", "bell")
    state = table()
    state = replace(state, board=replace(state.board, marks={cell_at(3, 2): RED_CUP, cell_at(1, 1): other}))
    after, events = play(with_pile(state, won=((other,), ())), "0:none", "1:none")
    assert events[2:4] == [ChipReturned(RED_CUP), Reshuffled(1)]
    assert {after.chip, *after.pile} == {RED_CUP, other}
    assert after.chips == (1, 0)


def test_a_chip_without_a_mark_is_shown_and_set_aside():
    lost, other = Mark("green", "bean"), Mark("blue", "bell")
    state = table()
    state = replace(state, board=replace(state.board, marks={cell_at(3, 2): RED_CUP, cell_at(1, 1): other}))
    after, events = play(with_pile(state, lost, other), "0:bid 2", "clock:expire", "0:red E", "0:red S")
    turned = next(event for event in events if isinstance(event, ChipTurned))
    assert turned == ChipTurned(other, (cell_at(1, 1),), (lost,))
    assert after.set_aside == (lost,)
    assert "set_aside" in after.bites
    assert lost not in after.pile


def test_the_seats_robots_and_markers_are_told_to_the_engine_mode():
    state, _ = shown("0:bid 7", "1:bid 8", "clock:expire", "0:red E")
    details = rules.details(state)
    assert details["phase"] == "demonstrate"
    assert details["bids"] == [[0, 7], [1, 8]]
    assert details["best"] == 7
    assert details["markers"]["red"] == [0, 0]
    assert details["puzzle"]["robots"]["red"] == [3, 0]
    assert details["puzzle"]["target"] == {"color": "red", "cells": [[3, 2]]}
    assert details["clock"] == {"id": rules.timer(state).id, "seconds": 60.0}
    assert details["chip"] == {"color": "red", "symbol": "cup"}
    assert set(details["markers"]) == set(COLOURS)
