"""What is told of Quoridor's steps: the stories of quoridor_facts.txt, and in random play what is true."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from game.core.rules import Step
from game.quoridor import SPEC, rules
from game.quoridor.facts import can_arrive, race_winner
from game.quoridor.state import PawnMove, State, WallPlacement, start_state
from game.registry import facts_of
from tests.rules.quoridor_reference import Reference
from tests.rules.test_quoridor_rules import Quoridor
from tests.stories import Story, each_story


@each_story(Path(__file__).with_name("quoridor_facts.txt"))
def test_the_story_is_true(story: Story) -> None:
    Quoridor().tell(story)


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
