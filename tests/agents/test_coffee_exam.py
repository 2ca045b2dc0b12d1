"""The exam: level 5, given a second, finds a winning action in positions that the exact solver has proven.

The positions come from random games here: won, with no win at once, and at most a third of the actions winning.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from game.agents.compiling import prepared_brain
from game.coffee import SPEC, rules
from game.coffee.analysis import Analysis
from game.coffee.rules import winning_actions
from game.coffee.search import CoffeeBrain, prove
from game.coffee.state import State

BOARDS = [("sq4", 3), ("sq4", 4), ("sq5", 4), ("sq5", 5), ("hex3", 3), ("hex4", 3), ("hex4", 4)]
SECONDS = 1.0
PASS = 0.97
FEW = 3  # positions of each board in a normal run
MANY = 60
PROOF_NODES = 200_000  # a position that takes more to prove is left out


def positions(board: str, n: int, wanted: int) -> Iterator[tuple[State, set[str]]]:
    """Positions for the exam with the actions that win."""
    random = Random(f"exam {board} {n}")
    found = 0
    while found < wanted:
        state = _random_position(board, n, random)
        legal = rules.legal(state, state.mover)
        if winning_actions(state, state.mover) or len(legal) < 3:
            continue
        analysis = Analysis(state, PROOF_NODES, lambda: False, judging=False, size_bits=18)
        values = {text: value for text, (value, _) in prove(analysis).items()}
        wins = {text for text, value in values.items() if value == "win"}
        if None not in values.values() and wins and 3 * len(wins) <= len(legal):
            found += 1
            yield state, wins


def _random_position(board: str, n: int, random: Random) -> State:
    """A position in the second quarter of a random game without blunders at one ply, or later."""
    while True:
        states = []
        state = rules.start({"board": board, "n": n, "pie": False}, 0)
        while state.winner is None:
            states.append(state)
            options = [rules.apply(state, state.mover, action)[0] for action in rules.legal(state, state.mover)]
            careful = [after for after in options if after.winner is None and not rules.winning_cells(after)]
            state = random.choice(careful or options)
        if len(states) >= 8:
            return random.choice(states[len(states) // 4 :])


def examine(board: str, n: int, wanted: int, brain: CoffeeBrain) -> list[bool]:
    """For each position whether level 5 finds a win within SECONDS."""
    prepared_brain(SPEC)
    return [
        brain.choose(state, state.mover, 5, seed, SECONDS, lambda: False).action in wins
        for seed, (state, wins) in enumerate(positions(board, n, wanted))
    ]


@pytest.mark.parametrize(("board", "n"), [board for board in BOARDS if board != ("sq5", 5)])  # few of those are proven
@pytest.mark.one_in(6)
def test_level_5_finds_proven_wins(board: str, n: int) -> None:
    """Its nodes are the limit here, whatever else the machine does: the clock stands still."""
    assert all(examine(board, n, FEW, CoffeeBrain(lambda: 0.0)))


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_level_5_finds_97_percent_of_proven_wins() -> None:
    found = [answer for board, n in BOARDS for answer in examine(board, n, MANY, CoffeeBrain())]
    assert sum(found) >= PASS * len(found)
