"""Puzzles for practice at a chosen difficulty: seeds whose first chip takes a certain number of moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from game.agents.agent import StopTest
from game.core.rules import GameError
from game.robots.rules import start
from game.robots.solver import Solver
from game.robots.turns import target_of

DIFFICULTIES: Final[Mapping[int, tuple[int, int]]] = {1: (2, 3), 2: (4, 5), 3: (6, 7), 4: (8, 9), 5: (10, 20)}
"""Fewest and most moves of the shortest route, by difficulty."""

_TRIES: Final = 5_000  # of which one in some dozens is of the rarest difficulty
_SECONDS: Final = 1.0  # for one puzzle


def seek(solver: Solver, options: Mapping[str, Any], seed: int, difficulty: int, stop: StopTest) -> tuple[int, int]:
    """The first seed from `seed` on whose puzzle has the difficulty, and the moves of its shortest route.

    `options` are complete. Raises GameError where there is none among many, or `stop` turned true.
    """
    fewest, most = DIFFICULTIES[difficulty]
    for candidate in range(seed, seed + _TRIES):
        state = start(options, candidate)
        rule = state.settings.one_move_rule
        found = solver.solve(
            state.board, state.robots, target_of(state), rule, max_moves=most, seconds=_SECONDS, stop=stop
        )
        if found.route is not None and len(found.route) >= fewest:
            return candidate, len(found.route)
        if found.reason == "stopped":
            break
    raise GameError(f"no puzzle of difficulty {difficulty} was found from seed {seed} on")
