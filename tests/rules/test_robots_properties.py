"""Thousands of random rounds: what always holds never fails."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.options import resolve
from game.core.record import CLOCK_SEAT
from game.robots import SPEC, rules
from game.robots.board import CENTRE, CHIPS, COLOURS, legal_slides, move_robot, slide
from game.robots.state import (
    Action,
    Agree,
    Bid,
    ChipReturned,
    ChipTurned,
    ChipWon,
    ClockStarted,
    ClockWasReset,
    Concede,
    Event,
    Expire,
    Failed,
    Move,
    NoRoute,
    RobotSlid,
    RobotsReturned,
    SeatTurns,
    State,
)
from tests.rules.robots_ascii import bites_of

ROUNDS = 25
OPTIONS = st.fixed_dictionaries(
    {
        "players": st.integers(2, 8),
        "chips_to_win": st.sampled_from([1, 3, 17]),
        "reflectors": st.booleans(),
        "one_move_rule": st.sampled_from(["own", "any", "turn"]),
        "clock_reset": st.sampled_from(["below_first", "new_lowest"]),
        "demonstration_seconds": st.sampled_from([0, 60]),
        "sheets": st.sampled_from([None, "generated"]),
    }
)


def begin(options: dict[str, Any], seed: int) -> State:
    """The start of a game; where 17 chips win every other seed has most of them won already, so that they run out."""
    state = rules.start(resolve(SPEC.options, options), seed)
    if options["chips_to_win"] < 17 or seed % 2:
        return state
    left, won = state.pile[:1], state.pile[1:]
    others = state.settings.players - 1
    return replace(state, pile=left, won=(won, *((),) * others), chips=(len(won), *(0,) * others))


def pick(state: State, random: Random) -> tuple[int, Action]:
    """A seat (or the clock) and one of its actions, such that rounds go all ways and take some twenty plies."""
    if rules.timer(state) is not None and random.random() < 0.08:
        return CLOCK_SEAT, Expire()
    seat = random.choice(rules.actors(state))
    if state.phase == "demonstrate":
        return seat, Concede() if random.random() < 0.1 else pick_slide(state, random)
    legal = rules.legal(state, seat)
    words = [action for action in legal if not isinstance(action, Bid)]
    if words and random.random() < 0.6:
        return seat, random.choice(words)
    numbers = len(legal) - len(words)
    return seat, legal[min(int(random.expovariate(0.2)), numbers - 1)]


def pick_slide(state: State, random: Random) -> Move:
    """An arrival where there is one, else any slide."""
    slides = legal_slides(state.board, state.robots)
    targets = state.board.targets(state.chip)
    arriving = [move for move in slides if move.target in targets and state.chip.colour in ("any", move.colour)]
    move = random.choice(arriving or slides)
    return Move(move.colour, move.heading)


def check_state(state: State) -> None:
    """What holds in every position."""
    seats = range(state.settings.players)
    assert len({*state.robots}) == len(COLOURS)
    assert not CENTRE & {*state.robots}
    lying = [*state.pile, *state.set_aside, *(chip for won in state.won for chip in won)]
    held = [] if state.phase == "over" else [state.chip]
    assert sorted(lying + held) == sorted(CHIPS), "each chip is in one place"
    assert all(len(won) <= count for won, count in zip(state.won, state.chips, strict=True))
    assert not any(state.board.targets(chip) for chip in state.set_aside)
    assert state.board.targets(state.chip)
    assert (state.winner is not None) == (max(state.chips) >= state.settings.chips_to_win)
    if state.phase in ("think", "bid"):
        assert state.robots == state.markers
    if state.phase == "think" and not state.none:
        assert bites_of(state) == tuple(bite for bite in state.bites if bite != "set_aside")
    assert (state.phase == "think") <= (state.bids == () and rules.timer(state) is None)
    for seat in seats:
        own = [number for bidder, number in state.bids if bidder == seat]
        assert own == sorted(set(own), reverse=True), "own numbers fall"
    seat = len(state.bids) % state.settings.players
    assert bool(rules.legal(state, seat)) == (seat in rules.actors(state))
    if state.phase == "demonstrate":
        assert sorted(state.order) == sorted({seat for seat, _ in state.bids})
        keys = [(state.lowest_of(s), state.chips[s], state.bids.index((s, state.lowest_of(s)))) for s in state.order]
        assert keys == sorted(keys)
        assert rules.actors(state) == (state.order[state.turn],)
        assert len(state.moves) < state.lowest_of(state.order[state.turn])


def check_step(before: State, seat: int, action: Action, after: State, events: tuple[Event, ...]) -> None:
    """What holds between two positions."""
    kinds = Counter(type(event) for event in events)
    clocks = rules.timer(before), rules.timer(after)
    if clocks[1] is not None and (kinds[ClockStarted] or kinds[ClockWasReset] or kinds[SeatTurns]):
        assert clocks[0] is None or clocks[0].id != clocks[1].id
    else:
        assert clocks[0] == clocks[1] or clocks[1] is None
    assert kinds[ChipTurned] == after.chip_number - before.chip_number
    decided: Any = [rules.decision(before), rules.decision(after)]
    assert kinds[ChipWon] + kinds[ChipReturned] == (decided[0][0] != decided[1][0]) + (after.phase == "over")
    assert sum(after.chips) - sum(before.chips) == kinds[ChipWon]
    if isinstance(action, Bid):
        assert after.agreed == after.none == frozenset()
        assert after.bids[-1:] == ((seat, action.number),)
    if isinstance(action, Move):
        found = slide(before.board, before.robots, action.colour, action.heading)
        assert events[0] == RobotSlid(action.colour, found.origin, found.target, found.legs)
        if kinds[ChipWon]:
            assert 2 <= len(before.moves) + 1 <= before.lowest_of(seat)
            assert found.target in before.board.targets(before.chip)
            assert before.chip.colour in ("any", action.colour)
            assert after.robots == move_robot(before.robots, found)
    if kinds[Failed]:
        assert RobotsReturned(before.markers) in events
        assert after.robots == before.markers
    if isinstance(action, NoRoute | Agree | Concede):
        assert not kinds[ChipWon]


@settings(max_examples=30)
@given(OPTIONS, st.integers(-(2**40), 2**40))
def test_invariants_hold_through_random_rounds(options: dict[str, Any], seed: int) -> None:
    random = Random(seed)
    state = begin(options, seed)
    attempts: set[object] = set()
    while state.phase != "over" and len(attempts) < ROUNDS:
        check_state(state)
        attempts.add(rules.decision(state))
        seat, action = pick(state, random)
        after, events = rules.apply(state, seat, action)
        check_step(state, seat, action, after, events)
        assert rules.parse(rules.text(action)) == action
        state = after
    check_state(state)


def test_random_rounds_go_all_ways() -> None:
    """The play above reaches what it is meant to check."""
    events = {"ChipWon", "ChipReturned", "Reshuffled", "RobotsReturned", "ClockWasReset", "GameWon", "attempt 3"}
    failures = {"failed moves", "failed time", "failed conceded"}
    bites = {"bites one_move", "bites already_there", "bites doubled_mark", "bites set_aside"}
    missing = events | failures | bites
    for seed in range(40):
        random = Random(seed)
        state = begin({"players": 2 + seed % 3, "chips_to_win": (17, 1)[seed % 2]}, seed)
        for _ in range(400):
            if state.phase == "over" or not missing:
                break
            state, happened = rules.apply(state, *pick(state, random))
            missing -= {type(event).__name__ for event in happened}
            missing -= {f"failed {event.why}" for event in happened if isinstance(event, Failed)}
            missing -= {f"bites {bite}" for bite in state.bites}
            missing.discard(f"attempt {state.attempt}")
    assert not missing
