"""One puzzle being solved: what is asked, what came of it, and how far the search is."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from game.agents.kernels import core_is_free
from game.robots.search.quest import Candidate, Quest
from game.robots.search.second_thread import LASTS_SECONDS
from game.robots.state import Move


@dataclass(frozen=True, slots=True)
class Solution:
    """The shortest route, or None and why: "unreachable" (there is none), "max_moves", "seconds" or "stopped".

    No route has fewer than `at_least` moves, as far as was searched; `nodes` is how many positions that took.
    """

    route: tuple[Move, ...] | None
    reason: str
    nodes: int
    seconds: float
    at_least: int


@dataclass(frozen=True, slots=True)
class AllRoutes:
    """The shortest routes, no two of which differ only in the order of commuting moves (see `classes.py`).

    They are in order: by the robot of the first move, as in COLOURS, then its heading, as in HEADINGS, then the second
    move and so on; each is the first of those that are the same. `complete` is whether there are no others. `solution`
    has the first one as its route.
    """

    solution: Solution
    routes: tuple[tuple[Move, ...], ...]
    complete: bool


@dataclass(slots=True)
class Attempt:
    """A puzzle being solved since the time `started`; `candidates` may arrive, the nearest to the target first."""

    quest: Quest
    candidates: tuple[Candidate, ...]
    started: float
    seconds: float = math.inf
    stop: Callable[[], bool] = lambda: False
    tell: Callable[[int], None] = lambda at_least: None
    threads: int = 1
    nodes: int = 0
    at_least: int = 0

    def limit(
        self,
        seconds: float,
        stop: Callable[[], bool],
        threads: int = 1,
        tell: Callable[[int], None] = lambda at_least: None,
    ) -> None:
        """Be over after so many seconds, or when `stop()` turns true; `tell` each bound; use one or two `threads`."""
        self.seconds, self.stop, self.threads, self.tell = seconds, stop, threads, tell

    def wants_second(self) -> bool:
        """Whether it lasts and there is a core for a second thread."""
        lasts = time.perf_counter() - self.started > LASTS_SECONDS
        return self.threads > 1 and lasts and core_is_free()

    def bound(self, at_least: int) -> None:
        """No route has fewer moves."""
        self.at_least = at_least
        self.tell(at_least)

    def over(self) -> str:
        """Return the reason to give up, if there is one."""
        if self.stop():
            return "stopped"
        return "seconds" if time.perf_counter() - self.started > self.seconds else ""

    def solution(self, route: tuple[Move, ...] | None, reason: str) -> Solution:
        """Return the result of the attempt."""
        return Solution(route, reason, self.nodes, time.perf_counter() - self.started, self.at_least)
