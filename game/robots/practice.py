"""Puzzles for practice at a chosen difficulty: seeds whose first chip takes a certain number of moves."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

from game.agents.agent import StopTest
from game.core.rules import GameError
from game.robots.rules import start
from game.robots.solver import Solver
from game.robots.turns import target_of

DIFFICULTIES: Final[Mapping[int, tuple[int, int]]] = {1: (2, 3), 2: (4, 5), 3: (6, 7), 4: (8, 9), 5: (10, 20)}
"""Fewest and most moves of the shortest route, by difficulty."""

LONGEST_SEARCH: Final = 30.0
"""Seconds after which a puzzle of about the difficulty must do."""

_SECONDS_EACH: Final = 1.0


def seek(solver: Solver, options: Mapping[str, Any], seed: int, difficulty: int, stop: StopTest) -> tuple[int, int]:
    """The first seed from `seed` on whose puzzle has the difficulty, and the moves of its shortest route.

    After LONGEST_SEARCH seconds, as where kernels run uncompiled, the one that came nearest to it. `options` are
    complete. Raises GameError where `stop` turns true before any is solved.
    """
    fewest, most = DIFFICULTIES[difficulty]
    nearest: tuple[int, int, int] | None = None  # how far off, seed, moves
    deadline = time.monotonic() + LONGEST_SEARCH
    candidate = seed
    while not stop() and (nearest is None or (nearest[0] and time.monotonic() < deadline)):
        state = start(options, candidate)
        found = solver.solve(
            state.board,
            state.robots,
            target_of(state),
            state.settings.one_move_rule,
            max_moves=most,
            seconds=_SECONDS_EACH,
            stop=stop,
        )
        if found.route is not None:
            entry = max(0, fewest - len(found.route)), candidate, len(found.route)
            nearest = min(nearest or entry, entry)
        candidate += 1
    if nearest is None:
        raise GameError("the search for a puzzle was stopped")
    return nearest[1:]
