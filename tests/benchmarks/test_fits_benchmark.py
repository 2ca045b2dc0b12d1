"""How many games five scripted players win against the opponent that fits. pytest tests/benchmarks -m benchmark -n 0 -s

A child that has just heard the rules and the levels 1 to 4 play as if they were people. After ten games the rating is
known; of the next forty about half are won. In Hyper Robots a game is a chip.
"""

from __future__ import annotations

import os
from functools import partial

import pytest

from game.core.options import resolve
from game.core.record import Record, SeatConfig, with_strength
from game.core.rules import Outcome
from game.people.ratings import fitting_strength, rate_match, skill
from game.puzzles.results import Visit
from game.registry import find
from tests.agents.beginners import CHILD, game_in_turn, robots_game

REPEATS = int(os.environ.get("KISSATEN_REPEATS", "20"))
KNOWN, LATER = 10, 40  # games
PERSON = SeatConfig(name="Mia", identity="circle")


def share_won(game: str, player: int) -> float:
    """The share of the later games that a player wins, over all repeats; a draw counts half."""
    spec, won = find(game), 0.0
    play = partial(robots_game, chips_to_win=1) if game == "robots" else partial(game_in_turn, game)
    for repeat in range(REPEATS):
        kept = Visit()
        for number in range(KNOWN + LATER):
            known = skill(kept, "Mia", spec)
            strength = fitting_strength(spec, [known] if known else [])
            points = play(strength, 1_000 * repeat + number, player)
            outcome = Outcome(() if points == 0.5 else (int(points < 0.5),), "")
            seats = PERSON, with_strength(SeatConfig("ai"), strength)
            record = Record(game, resolve(spec.options, {}), number, (), seats, result=outcome)
            rate_match(spec, record, (), {0: (kept, "Mia")})
            if number >= KNOWN:
                won += points
    return won / (REPEATS * LATER)


@pytest.mark.benchmark
@pytest.mark.timeout(36_000)
@pytest.mark.parametrize("player", [CHILD, 1, 2, 3, 4])
@pytest.mark.parametrize("game", ["star", "coffee", "robots", "quoridor"])
def test_about_half_of_the_games_are_won(game: str, player: int) -> None:
    won = share_won(game, player)
    print(f"\n{game}: {'a child' if player == CHILD else f'level {player}'} wins {won:.1%}", flush=True)
    assert 0.45 <= won <= 0.55
