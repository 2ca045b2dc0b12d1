"""Strengths between the levels: which figures they play by, and that a won game is finished without a mistake."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from game.agents.compiling import prepared_brain
from game.command_line.startup import parse_seats
from game.core.options import resolve
from game.core.spec import LEVELS
from game.core.strengths import row_for
from game.registry import GAMES, find
from game.robots.bidding import figures_of
from game.tournament.match import Match
from game.tournament.runner import run
from tests import make
from tests.contract.test_levels import won_at_once

SEEDS = 40
every_title = pytest.mark.parametrize("game", list(GAMES))


@every_title
def test_the_levels_lie_in_the_table_of_strengths_and_each_step_is_about_as_great(game: str) -> None:
    measured = find(game).strengths
    assert set(LEVELS) <= set(measured) and (min(measured), max(measured)) == (1, 5)
    ratings = [measured[strength] for strength in sorted(measured)]
    assert list(measured) == sorted(measured)
    # 55 to 75 % of the games, with the error of 400 games
    assert all(30 <= later - earlier <= 215 for earlier, later in pairwise(ratings))


def test_a_strength_takes_the_row_above_the_more_often_the_nearer_it_is() -> None:
    drawn = Counter(row_for((1, 2, 3, 3.5), 2.25, f"7/0/{ply}") for ply in range(2_000))
    assert set(drawn) == {2, 3} and 420 <= drawn[3] <= 580
    assert {row_for((1, 2, 3, 3.5), 3.5, str(ply)) for ply in range(50)} == {3.5}


def test_the_figures_of_robots_lie_between_those_of_the_levels() -> None:
    low, middle, high = map(figures_of, (1, 1.5, 2))
    assert low.pace > middle.pace > high.pace and low.sight < middle.sight < high.sight
    assert low.miscounts > middle.miscounts > high.miscounts == 0


def choices(game: str, state: Any, strength: float) -> list[str]:
    spec = find(game)
    brain = prepared_brain(spec)
    seat = spec.rules.actors(state)[0]
    return [brain.choose(state, seat, strength, seed, None, lambda: False).action for seed in range(SEEDS)]


@pytest.mark.parametrize("game", ["star", "coffee"])
def test_a_win_that_a_strength_sees_is_never_overlooked_while_the_second_level_does(game: str) -> None:
    missed = {2: 0, 2.05: 0}
    for state, wins in won_at_once(game, 6):
        for strength in missed:
            missed[strength] += sum(action not in wins for action in choices(game, state, strength))
    assert missed[2] > 0 == missed[2.05]


def test_a_won_race_is_run_without_a_detour_by_strengths_between_the_levels() -> None:
    state = make.state("quoridor", "e2 e8 e3 d8 e4 e8 e5 d8 e6 c8 e7 b8")
    state = replace(state, walls_left=(10, 0))  # nothing can stop the mover
    assert set(choices("quoridor", state, 1.05)) == {"e8"}
    assert set(choices("quoridor", state, 1)) > {"e8"}  # the first level strays


def test_a_tournament_of_strengths_names_them() -> None:
    seats = parse_seats("ai:2.4,ai:2")
    assert [(seat.level, seat.strength) for seat in seats] == [(2, 2.4), (2, 0.0)]
    result = run(Match("star", resolve(find("star").options, {}), seats, 1, opening=2), 2)
    assert [entry.player for entry in result.standings()] == ["ai:2.4", "ai:2"]
