"""Draw a tournament's progress bar. It is apart because the games are played without a terminal too.

The bar is written to standard error, where that is a terminal.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from types import TracebackType

from game.tournament.match import Match, TournamentGame
from game.tournament.standings import TournamentResult

BETWEEN = 0.5  # seconds from one look at how it stands to the next, which takes the longer the more was played


class Progress:
    """A bar of `games` games that tells how it stands in `played`, which grows elsewhere."""

    def __init__(self, match: Match, games: int, played: Sequence[TournamentGame]) -> None:
        from tqdm import tqdm

        self._match = match
        self._games = games
        self._played = played
        self._told = 0.0
        # disable=None: tqdm is silent unless it writes to a terminal
        self._bar = tqdm(total=games, initial=len(played), unit="game", file=sys.stderr, disable=None)

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.close()

    def update(self) -> None:
        """One more game was played."""
        if not self._bar.disable and time.monotonic() - self._told >= BETWEEN:
            result = TournamentResult(self._match, self._games, tuple(self._played))
            self._bar.set_postfix_str(result.in_short(), refresh=False)
            self._told = time.monotonic()
        self._bar.update()
