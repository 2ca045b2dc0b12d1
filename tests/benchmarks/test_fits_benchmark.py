"""How many games five scripted players win against the opponent that fits. pytest tests/benchmarks -m benchmark -n 0 -s

A child that has just heard the rules and the levels 1 to 4 play as if they were people. After ten games the rating is
known; of the next forty about half are won. In Hyper Robots a game is a chip.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from game.agents.compiling import prepared_brain
from game.agents.worker import InlineAgent
from game.core.options import resolve
from game.core.record import Record, SeatConfig, with_strength
from game.core.rules import Outcome
from game.people.ratings import fitting_strength, rate_match, skill
from game.puzzles.results import Visit
from game.registry import find
from game.session.session import Session
from game.tournament.runner import MAX_PLIES, WAIT
from tests.agents.beginners import CHILDREN, RobotsBeginner

REPEATS = int(os.environ.get("KISSATEN_REPEATS", "20"))
KNOWN, LATER = 10, 40  # games
CHILD = 0
PERSON = SeatConfig(name="Mia", identity="circle")


def in_turn(game: str, player: int, strength: float, number: int) -> Outcome:
    """The outcome of a game of `player`, CHILD or a level, who is seat 0 and moves first in even games."""
    spec = find(game)
    brain, random, person = prepared_brain(spec), Random(number), number % 2
    state = spec.rules.start(resolve(spec.options, {}), number)
    for _ in range(MAX_PLIES):
        outcome = spec.rules.outcome(state)
        if outcome is not None:
            return outcome if person == 0 else Outcome(tuple(1 - seat for seat in outcome.winners), outcome.reason)
        (seat,) = spec.rules.actors(state)
        if seat == person and player == CHILD:
            action = CHILDREN[game](state, seat, random)
        else:
            plays = player if seat == person else strength
            action = spec.rules.parse(brain.choose(state, seat, plays, number, None, lambda: False).action)
        state, _ = spec.rules.apply(state, seat, action)
    return Outcome((), "unfinished")


def chip(player: int, strength: float, number: int) -> Outcome:
    """The outcome of a chip of Hyper Robots, in virtual time."""
    spec = find("robots")
    session = Session(
        spec,
        resolve(spec.options, {"chips_to_win": 1}),
        number,
        [SeatConfig("ai", max(1, player)), with_strength(SeatConfig("ai"), strength)],
        agent=RobotsBeginner(0) if player == CHILD else InlineAgent(),
        agent_seed=number,
        min_think=0.0,
    )
    while session.outcome is None:
        if session.tick(idle=True) is None:
            session.advance(WAIT)
    return session.outcome


def share_won(game: str, player: int) -> float:
    """The share of the later games that a player wins, over all repeats; a draw counts half."""
    spec, points = find(game), 0.0
    play: Callable[[int, float, int], Outcome] = chip if game == "robots" else partial(in_turn, game)
    for repeat in range(REPEATS):
        kept = Visit()
        for number in range(KNOWN + LATER):
            known = skill(kept, "Mia", spec)
            strength = fitting_strength(spec, [known] if known else [])
            outcome = play(player, strength, 1_000 * repeat + number)
            seats = PERSON, with_strength(SeatConfig("ai"), strength)
            record = Record(game, resolve(spec.options, {}), number, (), seats, result=outcome)
            rate_match(spec, record, (), {0: (kept, "Mia")})
            if number >= KNOWN:
                points += float(0 in outcome.winners) if outcome.winners else 0.5
    return points / (REPEATS * LATER)


@pytest.mark.benchmark
@pytest.mark.timeout(36_000)
@pytest.mark.parametrize("player", [CHILD, 1, 2, 3, 4])
@pytest.mark.parametrize("game", ["star", "coffee", "robots", "quoridor"])
def test_about_half_of_the_games_are_won(game: str, player: int) -> None:
    won = share_won(game, player)
    print(f"\n{game}: {'a child' if player == CHILD else f'level {player}'} wins {won:.1%}", flush=True)
    assert 0.45 <= won <= 0.55
