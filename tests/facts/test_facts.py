"""What is told of the steps of each game: the stories of the games' files here, and what needs many positions."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from game.quoridor import rules
from game.quoridor.facts import race_winner
from game.quoridor.state import State, WallPlacement, start_state
from game.robots import SPEC as ROBOTS
from game.robots.board import HOLE
from tests.facts.telling import told
from tests.make import state
from tests.rules.test_coffee_rules import Coffee
from tests.rules.test_quoridor_rules import Quoridor
from tests.rules.test_robots_rules import Robots
from tests.rules.test_star_rules import Star
from tests.stories import Story, each_story

TELLERS = {"coffee": Coffee, "quoridor": Quoridor, "robots": Robots, "star": Star}


@each_story(*(Path(__file__).with_name(f"{game}_facts.txt") for game in TELLERS))
def test_the_story_is_true(story: Story) -> None:
    TELLERS[story.file.removesuffix("_facts.txt")]().tell(story)


def test_the_black_hole_is_told_when_it_comes_up() -> None:
    seen = []
    for seed in range(40):
        before = state("robots", ["0:none"], seed=seed)
        seen.append("hole_next" in told(ROBOTS, before, 1, ROBOTS.rules.parse("none")))
        assert seen[-1] == (state("robots", ["0:none", "1:none"], seed=seed).chip == HOLE)
    assert 0 < sum(seen) < len(seen)


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
def test_a_race_that_is_told_ends_so_by_perfect_play(seed: int) -> None:
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
