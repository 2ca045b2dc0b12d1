"""Declarations, marks, agreement and the clock."""

from __future__ import annotations

import pytest

from game.core.rules import IllegalActionError
from game.robots import rules
from game.robots.board import Mark
from game.robots.state import (
    Agree,
    Agreed,
    Bid,
    ChipReturned,
    ChipTurned,
    ClockEnded,
    ClockStarted,
    ClockWasReset,
    Declared,
    DemonstrationStarted,
    MarkedNone,
    NoRoute,
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
    | .  . Rc  .|
    +  +  +  +  +
    | .  .  . @B|
    +--+--+--+--+
"""


def table(**options):
    return game(TABLE, RED_CUP, **options)


def refused(state, *entry):
    """The message with which the rules refuse the last action."""
    with pytest.raises(IllegalActionError) as raised:
        play(state, *entry)
    return str(raised.value)


def bids(state, seat):
    return [action.number for action in rules.legal(state, seat) if isinstance(action, Bid)]


def test_no_clock_runs_when_the_chip_is_turned():
    state = table(players=3)
    assert state.phase == "think"
    assert rules.timer(state) is None
    assert rules.actors(state) == (0, 1, 2)
    assert bids(state, 1) == list(range(2, 100))
    assert list(rules.legal(state, 1))[98:] == [NoRoute()]
    assert refused(state, "clock:expire") == "expire: no clock runs"
    assert "nothing is declared" in refused(state, "0:agree")


def test_the_first_declaration_starts_the_clock():
    state, events = play(table(clock_seconds=45), "1:bid 7")
    assert events == [Declared(1, 7), ClockStarted()]
    assert state.phase == "bid"
    assert rules.timer(state).seconds == 45
    assert rules.actors(state) == (0, 1)


def test_own_declarations_fall_and_others_do_not_matter():
    state, _ = play(table(players=3), "0:bid 7", "1:bid 7", "2:bid 30")
    assert bids(state, 0) == bids(state, 1) == [2, 3, 4, 5, 6]
    assert bids(state, 2) == list(range(2, 30))
    assert refused(state, "0:bid 7") == "bid 7: seat 0 has declared 7; its own numbers must fall"
    assert "must fall" in refused(state, "2:bid 31")
    state, _ = play(state, "2:bid 8")
    assert state.bids == ((0, 7), (1, 7), (2, 30), (2, 8))
    assert state.best == 7


@pytest.mark.parametrize("number", [1, 100, 9999])
def test_numbers_go_from_2_to_99(number):
    assert refused(table(), f"0:bid {number}") == f"bid {number}: numbers go from 2 to 99"


def clock_ids(state, *entries):
    """The timer's id after each action."""
    ids: list[str] = []
    for entry in entries:
        state, events = play(state, entry)
        assert (ClockWasReset() in events) == (bool(ids) and rules.timer(state).id != ids[-1])
        ids.append(rules.timer(state).id)
    return ids


def test_a_number_below_the_first_sets_the_clock_back():
    ids = clock_ids(table(players=3), "0:bid 6", "1:bid 7", "2:bid 6", "0:bid 5", "1:bid 5", "2:bid 5", "1:bid 4")
    assert ids[0] == ids[1] == ids[2]
    assert len(set(ids)) == 5, "each 5 and the 4 are below the first number, 6"


def test_the_house_rule_sets_it_back_for_a_new_lowest_only():
    state = table(players=3, clock_reset="new_lowest")
    ids = clock_ids(state, "0:bid 6", "1:bid 7", "2:bid 6", "0:bid 5", "1:bid 5", "2:bid 5", "1:bid 4")
    assert ids[0] == ids[1] == ids[2] != ids[3]
    assert ids[3] == ids[4] == ids[5] != ids[6]


def test_the_clock_ends_the_declarations():
    state, events = play(table(players=3), "2:bid 9", "0:bid 9", "clock:expire")
    assert events[-3:] == [ClockEnded(), DemonstrationStarted((2, 0)), SeatTurns(2, 9)]
    assert state.phase == "demonstrate"
    assert rules.actors(state) == (2,)


def test_agreement_of_all_ends_them_early():
    state, _ = play(table(players=3), "0:bid 6", "0:agree", "1:agree")
    assert state.phase == "bid"
    assert state.agreed == {0, 1}
    assert rules.actors(state) == (2,)
    assert "may not act" in refused(state, "1:bid 5")
    assert "may not act" in refused(state, "0:agree")
    state, events = play(state, "2:agree")
    assert events == [Agreed(2), ClockEnded(), DemonstrationStarted((0,)), SeatTurns(0, 6)]


def test_declaring_is_not_agreeing_and_clears_all_agreements_and_marks():
    state, _ = play(table(players=3), "1:none", "0:bid 6", "2:none", "0:agree", "1:agree")
    assert state.none == {2}
    state, events = play(state, "2:bid 8")
    assert state.agreed == state.none == frozenset()
    assert state.phase == "bid"
    assert events == [Declared(2, 8)]
    assert rules.actors(state) == (0, 1, 2)


def test_who_declared_2_has_nothing_left_to_do():
    state, _ = play(table(players=3), "0:bid 2")
    assert rules.actors(state) == (1, 2)
    assert "may not act" in refused(state, "0:agree")
    state, _ = play(state, "1:agree", "2:agree")
    assert state.phase == "demonstrate"


def test_all_declaring_2_ends_the_clock():
    state, events = play(table(), "0:bid 2", "1:bid 2")
    assert events[-3:] == [ClockEnded(), DemonstrationStarted((0, 1)), SeatTurns(0, 2)]
    assert state.phase == "demonstrate"


def test_all_finding_nothing_sends_the_chip_back():
    state = table(players=3)
    once, events = play(state, "0:none", "2:none")
    assert events == [MarkedNone(0), MarkedNone(2)]
    assert rules.actors(once) == (0, 1, 2), "a mark does not keep anyone from declaring"
    assert "marked" in refused(once, "0:none")
    after, events = play(once, "1:none")
    assert events[:2] == [MarkedNone(1), ChipReturned(RED_CUP)]
    assert isinstance(events[2], ChipTurned)
    assert after.phase == "think"
    assert rules.timer(after) is None
    assert after.chip_number == state.chip_number + 1
    assert after.none == frozenset()
    assert RED_CUP in (*after.pile, after.chip)
    assert len(after.pile) + len(after.set_aside) == len(state.pile)


def test_a_mark_does_not_end_a_clock_that_runs_for_a_number():
    state, _ = play(table(players=3), "0:bid 6", "1:none", "2:none")
    assert state.phase == "bid"
    assert "has declared a number" in refused(state, "0:none")
    assert Agree() in rules.legal(state, 1)


def test_robots_rest_while_numbers_are_declared():
    state, _ = play(table(), "0:bid 6")
    assert "rest" in refused(state, "0:red E")
    assert "no demonstration" in refused(state, "1:concede")


def test_only_the_clock_expires_and_it_does_nothing_else():
    state, _ = play(table(), "0:bid 6")
    assert refused(state, "0:expire") == "expire: only the clock does this"
    assert "nothing but expire" in refused(state, "clock:agree")


def test_a_seat_that_is_not_there_may_not_act():
    assert "seat 2 may not act" in refused(table(), "2:bid 5")


def test_what_rivals_declare_is_the_same_decision():
    state = table()
    after, _ = play(state, "0:bid 6", "1:bid 5", "clock:expire")
    assert rules.decision(after) == rules.decision(state) == (1, 1)
    assert rules.decision(play(state, "0:none", "1:none")[0]) == (2, 1)
