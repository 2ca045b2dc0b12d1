"""What is told of Quoridor's steps: where each sentence is true, where it must not be said, and in random play."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from game.core.rules import Step
from game.quoridor import SPEC, rules
from game.quoridor.facts import can_arrive, race_winner
from game.quoridor.state import PawnMove, State, WallPlacement, start_state
from game.registry import facts_of
from tests.facts.telling import told
from tests.rules.quoridor_ascii import read
from tests.rules.quoridor_reference import Reference

FACING = """
    9 . . . . . . . . .
    6 . . . . 1 . . . .
    5 . . . . 0 . . . .
    1 . . . . . . . . .
"""
NEAR = """
    9 . . . . . . . . .
    8 . . . . 0 . . . .
    5 . 1 . . . . . . .
    1 . . . . . . . . .
"""
APART = """
    9 . . . . . . . . .
    6 . . . . . . 0 . .
    5 . 1 . . . . . . .
    1 . . . . . . . . .
"""


def kinds(drawing: str, text: str, **given) -> list[str]:
    return list(told(SPEC, read(drawing, **given).state, text))


def test_a_wall_across_the_rivals_way_tells_both_numbers_and_both_ways():
    fact = told(SPEC, read(NEAR).state, "b4h")["wall_costs"]
    assert fact.seats == (1, 0)
    assert fact.numbers == {"cost": 1, "before": 4, "after": 5, "own_cost": 0, "own_before": 1, "own_after": 1}
    assert fact.cells == {"old": (37, 28, 19, 10, 1), "new": (37, 36, 27, 18, 9, 0)}


def test_a_wall_beside_the_ways_costs_nobody():
    assert kinds(NEAR, "h4v") == ["wall_costs_nobody"]
    assert "wall_costs_nobody" not in told(SPEC, start_state(2, False), "e8h")


def test_a_wall_that_hurts_its_layer_more_is_never_praised():
    state = replace(start_state(2, False), pawns=(4, 40))  # e1 and e5: the rival has four steps to any cell of rank 1
    found = told(SPEC, state, "e6h")
    assert list(found) == ["wall_costs_own"]
    assert found["wall_costs_own"].seats == (0, 1)
    assert found["wall_costs_own"].numbers["own_cost"] == 1 and found["wall_costs_own"].numbers["cost"] == 0
    assert found["wall_costs_own"].cells["old"][0] == 4


HALF_CLOSED = """
    9 . . . . . . . . .
    5 . . . . 1 . . . .
      --- ---
    4 . . . . 0 . . . .
    1 . . . . . . . . .
"""


@pytest.mark.parametrize(
    ("pawns", "kind", "seats", "cost", "own_cost"),
    [
        ((31, 40), "wall_costs_alike", (1, 0), 2, 2),
        ((32, 40), "wall_costs_both", (1, 0), 2, 1),
        ((31, 41), "wall_backfires", (0, 1), 1, 2),
    ],
)
def test_a_wall_that_costs_both_says_who_pays_more(pawns, kind, seats, cost, own_cost):
    found = told(SPEC, replace(read(HALF_CLOSED).state, pawns=pawns), "e4h")
    assert list(found) == [kind]
    assert found[kind].seats == seats
    assert (found[kind].numbers["cost"], found[kind].numbers["own_cost"]) == (cost, own_cost)


def test_a_wall_before_a_rival_that_is_about_to_arrive_stops_it():
    found = told(SPEC, read(NEAR, mover=1).state, "e8h")
    assert list(found) == ["stops_arrival", "wall_costs"]
    assert found["stops_arrival"].seats == (0, 1)
    assert "stops_arrival" not in told(SPEC, read(NEAR, mover=1).state, "a8h")
    assert "stops_arrival" not in told(SPEC, start_state(2, False), "e8h")


def test_the_last_wall_is_told_after_a_wall_that_costs_much():
    assert kinds(NEAR, "h4v", walls_left=1) == ["last_wall", "wall_costs_nobody"]
    assert kinds(NEAR, "h4v", walls_left=2) == ["wall_costs_nobody"]


def test_a_jump_gains_where_it_leads_two_steps_on():
    found = told(SPEC, read(FACING).state, "e7")
    assert list(found) == ["jump_gains", "nears"]
    assert found["jump_gains"].seats == (0, 1)
    assert found["jump_gains"].numbers == {"gain": 2, "left": 2}
    assert kinds(FACING, "d5") == ["keeps"]


def test_a_jump_that_gains_less_is_only_a_jump():
    state = replace(read(FACING).state, pawns=(40, 41), mover=0)
    found = told(SPEC, state, "g5")
    assert list(found) == ["jump", "keeps"]
    assert found["jump"].numbers == {"left": 4}


def test_one_more_move_is_told_of_who_could_arrive_by_it():
    before = replace(read(NEAR).state, pawns=(58, 37))
    assert list(told(SPEC, before, "e8")) == ["one_move_left", "nears"]
    assert list(told(SPEC, replace(before, pawns=(49, 37)), "e7")) == ["nears"]
    closed = rules.apply(replace(before, mover=1), 1, rules.parse("e8h"))[0]
    assert list(told(SPEC, closed, "e8")) == ["nears"]  # on rank 8, but under the wall


def test_a_pawn_behind_another_could_arrive_by_a_jump():
    state = replace(read(NEAR).state, pawns=(49, 67))  # e6 and e8
    assert list(told(SPEC, state, "e7")) == ["one_move_left", "nears"]
    assert list(told(SPEC, replace(state, pawns=(48, 67)), "d7")) == ["nears"]


def test_arriving_is_all_that_is_told():
    assert kinds(NEAR, "e9") == ["arrived"]


def test_steps_say_how_far_it_is_now():
    found = told(SPEC, read(APART).state, "g5")
    assert list(found) == ["detours"] and found["detours"].numbers == {"left": 4}
    assert len(found["detours"].cells["way"]) == 5
    assert kinds(APART, "g7") == ["nears"]


def test_the_race_is_told_once_it_is_decided():
    state = replace(read(APART, walls_left=0).state, walls_left=(1, 0))
    found = told(SPEC, state, "a8h")  # the last wall of all is spent elsewhere
    assert found["wins_race"].seats == (0, 1)
    assert found["wins_race"].numbers == {"left": 3, "other_left": 4}
    assert "wins_race" not in told(SPEC, read(APART, walls_left=1).state, "g7")
    later = rules.apply(state, 0, rules.parse("a8h"))[0]
    assert "wins_race" not in told(SPEC, later, "b4")  # it has been so before


def test_pawns_that_will_meet_leave_the_race_open():
    met = read(FACING, walls_left=0).state
    assert race_winner(met) is None
    assert race_winner(replace(met, pawns=(22, 58))) is None  # e3 and e7, face to face in a while
    closed_in = replace(met, pawns=(67, 76), vertical=1 << 59 | 1 << 60)  # e8 before e9, with a wall on either side
    assert race_winner(closed_in) is None and not can_arrive(closed_in, 0)
    assert race_winner(read(APART, walls_left=0).state) == 0
    assert race_winner(read(APART, walls_left=0, mover=1).state) == 0


@cache
def solved(horizontal: int, vertical: int) -> dict[tuple[tuple[int, ...], int], int]:
    """Who wins from each placement of two pawns without walls left, by retrograde analysis through the rules."""
    start = replace(start_state(2, False), walls_left=(0, 0), horizontal=horizontal, vertical=vertical)
    moves: dict[tuple[tuple[int, ...], int], list[State]] = {}
    for one in range(81):
        for two in range(81):
            for mover in (0, 1):
                if one != two and one < 72 and two > 8:
                    state = replace(start, pawns=(one, two), mover=mover)
                    moves[state.pawns, mover] = [rules.apply(state, mover, a)[0] for a in rules.legal(state, mover)]
    winners: dict[tuple[tuple[int, ...], int], int] = {}
    changed = True
    while changed:
        changed = False
        for key, afters in moves.items():
            if key in winners:
                continue
            ends = [a.winner if a.winner is not None else winners.get((a.pawns, a.mover)) for a in afters]
            mover = key[1]
            if mover in ends or None not in ends:
                winners[key] = mover if mover in ends else 1 - mover
                changed = True
    return winners


@pytest.mark.parametrize("seed", range(2))
def test_a_race_that_is_told_ends_so_by_perfect_play(seed):
    random = Random(seed)
    state = start_state(2, False)
    for _ in range(14 * seed):
        walls = [a for a in rules.legal(state, state.mover) if isinstance(a, WallPlacement)]
        state = rules.apply(state, state.mover, random.choice(walls))[0]
    winners = solved(state.horizontal, state.vertical)
    said = 0
    for (pawns, mover), winner in winners.items():
        claimed = race_winner(replace(state, walls_left=(0, 0), pawns=pawns, mover=mover))
        assert claimed in (None, winner), (pawns, mover)
        said += claimed is not None
    assert said > len(winners) / 4


def reference_steps(reference: Reference, seat: int) -> int:
    """The steps from a seat's pawn to its goal, by the second implementation's walls."""
    closed, front, seen, steps = reference.closed(), {reference.pawns[seat]}, set(), 0
    while not any(reference.at_goal(seat, square) for square in front):
        seen |= front
        ahead = {
            (x + dx, y + dy)
            for x, y in front
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if reference.on_board((x + dx, y + dy)) and frozenset({(x, y), (x + dx, y + dy)}) not in closed
        }
        front, steps = ahead - seen, steps + 1
    return steps


WALLS = {"wall_costs", "wall_costs_both", "wall_costs_alike", "wall_backfires", "wall_costs_own", "wall_costs_nobody"}
MOVES = {"nears", "keeps", "detours"}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_told_in_random_play_is_so_by_the_reference(players, seed):
    random = Random(seed)
    state, reference = start_state(players, False), Reference(players, False)
    for ply in range(70):
        if state.winner is not None:
            break
        legal = rules.legal(state, state.mover)
        walls = [a for a in legal if isinstance(a, WallPlacement)]
        action = random.choice(walls if walls and random.random() < 0.5 else legal)
        seat = state.mover
        before = [reference_steps(reference, s) for s in range(players)]
        after_state, events = rules.apply(state, seat, action)
        reference.play(rules.text(action))
        after = [reference_steps(reference, s) for s in range(players)]
        found = facts_of(SPEC, Step(ply, state, seat, action, after_state, events))
        told_kinds = {fact.kind for fact in found}
        assert len(told_kinds & WALLS) == isinstance(action, WallPlacement)
        assert len(told_kinds & MOVES) == (isinstance(action, PawnMove) and reference.winner is None)
        for fact in found:
            check(fact, seat, before, after)
        reference.mover = seat
        could = any(reference.at_goal(seat, square) for square in reference.pawn_moves())
        reference.mover = (seat + 1) % players
        if isinstance(action, PawnMove) and after_state.winner is None:
            assert ("one_move_left" in told_kinds) == could == can_arrive(after_state, seat)
        state = after_state


def check(fact, seat, before, after):
    """Each number of a fact against the distances of the reference."""
    numbers, costs = fact.numbers, [b - a for a, b in zip(before, after, strict=True)]
    if "cost" in numbers:
        rival = next(s for s in fact.seats if s != seat)
        assert (numbers["before"], numbers["after"], numbers["cost"]) == (before[rival], after[rival], costs[rival])
        assert (numbers["own_before"], numbers["own_after"]) == (before[seat], after[seat])
        assert numbers["own_cost"] == costs[seat]
        first = fact.seats[0]
        assert (len(fact.cells["old"]) - 1, len(fact.cells["new"]) - 1) == (before[first], after[first])
    if fact.kind in WALLS and "cost" in numbers:
        rivals = [cost for s, cost in enumerate(costs) if s != seat]
        assert numbers["cost"] == max(rivals)
        expected = {
            "wall_costs": max(rivals) > 0 == costs[seat],
            "wall_costs_both": max(rivals) > costs[seat] > 0,
            "wall_costs_alike": max(rivals) == costs[seat] > 0,
            "wall_backfires": costs[seat] > max(rivals) > 0,
            "wall_costs_own": costs[seat] > 0 == max(rivals),
        }
        assert expected[fact.kind]
    if fact.kind == "wall_costs_nobody":
        assert not any(costs)
    if fact.kind in MOVES:
        assert numbers["left"] == after[seat]
        assert {"nears": costs[seat] < 0, "keeps": costs[seat] == 0, "detours": costs[seat] > 0}[fact.kind]
    if fact.kind == "jump_gains":
        assert numbers["gain"] == -costs[seat] > 1


def test_a_seat_that_can_do_nothing_passes():
    boxed = replace(start_state(4, False), pawns=(0, 9, 18, 80), walls_left=(0,) * 4, vertical=1)
    assert list(told(SPEC, boxed, "pass")) == ["passed"]
