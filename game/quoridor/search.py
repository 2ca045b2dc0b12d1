"""Quoridor's five levels of play."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from game.agents.agent import StopTest, Thought, Variation, lateness
from game.core.rules import Seat
from game.core.strengths import FINISH, is_between_levels, row_for
from game.quoridor import rules, search_of_four
from game.quoridor.analysis import DEEPEST, Analysis, RootMove, SearchResult, chance, deepen, rank
from game.quoridor.board import HORIZONTAL, PASS, SearchBoard, action_of, purposeful, safest, stroll
from game.quoridor.floods import COMPILED
from game.quoridor.frames import perft
from game.quoridor.leaves import MATE, UNIT
from game.quoridor.rules import fallback_action
from game.quoridor.search_of_four import HURRY
from game.quoridor.state import State, start_state


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a level.

    The level searches `nodes` nodes. If it `settles`, this is only an average: the search ends after the share ENOUGH
    of these nodes if the best move stays the same, otherwise after the share MOST. The level always sees a move onto
    its goal line. A move counts as equal to the best one if its value is at most `nearly` hundredths of a nat lower; at
    even odds, 4 hundredths are one percentage point. The other figures are probabilities:

    - `errors`: the level takes a step along its favourite way, without a search.
    - `strays`: that step may be a detour.
    - `walls`: instead of that step, the level places a random wall that is not much worse than the worst step.
    - `overlooks`: the level does not see that the rival could arrive next.
    """

    nodes: int
    errors: float
    nearly: int
    overlooks: float = 0.0
    strays: float = 0.0
    walls: float = 0.0
    settles: bool = False


LEVELS: dict[float, Level] = {
    1: Level(nodes=150, errors=1.0, nearly=40, overlooks=0.8, strays=0.7, walls=0.3),
    2: Level(nodes=300, errors=0.95, nearly=40, overlooks=0.37, strays=0.3, walls=0.24),
    3: Level(nodes=2_000, errors=0.25, nearly=20, walls=0.12),
    4: Level(nodes=20_000, errors=0.0, nearly=4),
    5: Level(nodes=1_200_000, errors=0.0, nearly=4, settles=True),
}
STRENGTHS = {
    **LEVELS,
    3.2: Level(nodes=3_200, errors=0.2, nearly=17, walls=0.12),
    3.4: Level(nodes=5_000, errors=0.15, nearly=14, walls=0.12),
    3.6: Level(nodes=8_000, errors=0.1, nearly=10, walls=0.12),
    3.8: Level(nodes=12_600, errors=0.05, nearly=7, walls=0.12),
    4.25: Level(nodes=56_000, errors=0.0, nearly=4, settles=True),
    4.5: Level(nodes=155_000, errors=0.0, nearly=4, settles=True),
    4.75: Level(nodes=430_000, errors=0.0, nearly=4, settles=True),
}
"""The levels, and rows for strengths between them. A strength between two rows plays as one or the other by chance."""

ENOUGH, MOST = 0.55, 1.4
"""A level that `settles` searches at least and at most these shares of its nodes."""

SECONDS = 2.0
"""The time limit of all levels. An average core needs at most 1.7: only on slow machines is level 5 cut short."""

NODES_A_SECOND = 1_000_000 if COMPILED else 3_000
"""The nodes that an average core searches in a second, for two players."""

UNCOMPILED_NODES = 400
"""The most nodes of beginners' levels while the kernels are not compiled."""

_MOST_TABLE_BITS = 20
# A budget of nodes without limit.
_UNLIMITED = 10**12


class QuoridorBrain:
    """Thinks about Quoridor; see `game.agents.agent.Brain`. `now` returns the time in seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now

    def prepare(self) -> None:
        """Compile or load every kernel."""
        state = start_state(2, False)
        self.perft(state, 1)
        analysis = _analysis(state, 100, lambda: False)
        deepen(analysis, analysis.branches[0])
        analysis.line(analysis.branches[0])
        state = start_state(4, False)
        self.perft(state, 1)
        self.choose_within(100, state, 0, 5, 0, None, lambda: False)

    def choose(
        self, state: State, seat: Seat, level: float, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        """Return the action of a level for `seat`, the mover of `state`."""
        longest = SECONDS if seconds is None else min(SECONDS, seconds)
        nodes, enough = _budget(state, level, f"{agent_seed}/{seat}/{state.ply}"), None
        if state.players == 2 and _row(level, f"{agent_seed}/{seat}/{state.ply}").settles:
            nodes, enough = round(MOST * nodes), round(ENOUGH * nodes)
        return self.choose_within(nodes, state, seat, level, agent_seed, longest, stop, enough)

    def choose_within(
        self,
        nodes: int,
        state: State,
        seat: Seat,
        level: float,
        agent_seed: int,
        seconds: float | None,
        stop: StopTest,
        enough: int | None = None,
        deepest: int = DEEPEST,
    ) -> Thought:
        """Choose with a budget of `nodes`. After `enough` nodes, the search ends if the best move stays the same."""
        begun = time.monotonic()
        seed = f"{agent_seed}/{seat}"
        is_late = lateness(seconds, stop, self._now)
        if state.players > 2:
            return search_of_four.choose(state, seat, level, seed, nodes, is_late)
        analysis = _analysis(state, nodes, is_late)
        row = _row(level, f"{seed}/{state.ply}")
        won = _finish(state, row, is_late) if row.errors and is_between_levels(level) else None
        found = _think(analysis, state, row, seed, enough, deepest) if won is None else won
        return Thought(
            action=rules.text(action_of(found.best.move)),
            score=round(chance(found.value), 4),
            depth=found.depth,
            nodes=analysis.nodes,
            seconds=time.monotonic() - begun,
            pv=_texts(analysis, found),
        )

    def choose_to_depth(
        self, depth: int, state: State, seat: Seat, level: float, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        """Choose by a search of `depth` plies. With four players, the level's own number of playouts counts instead."""
        if state.players > 2:
            return self.choose(state, seat, level, agent_seed, seconds, stop)
        deepest = min(depth, DEEPEST)
        return self.choose_within(_UNLIMITED, state, seat, level, agent_seed, seconds, stop, deepest=deepest)

    def perft(self, state: State, depth: int) -> int:
        """Return the number of sequences of exactly `depth` actions, counted by a kernel."""
        return perft(state, depth)

    def rank(
        self, state: State, seat: Seat, level: float, seconds: float | None, stop: StopTest, count: int
    ) -> list[Variation]:
        """Return the `count` best actions of the mover `seat`. The search has `count` times the level's budget."""
        is_late = lateness(SECONDS if seconds is None else min(SECONDS, seconds), stop, self._now)
        return self._ranked(state, seat, _budget(state, level, "") * count, is_late, count)

    def value(self, state: State, seat: Seat, effort: float, seconds: float | None, stop: StopTest) -> Variation | None:
        """Return the best action of the mover `seat`. Its score is its chance of winning."""
        pace = search_of_four.GAMES_A_SECOND if state.players > 2 else NODES_A_SECOND
        is_late = lateness(seconds, stop, self._now)
        return next(iter(self._ranked(state, seat, max(1, round(effort * pace)), is_late, 1)), None)

    def _ranked(self, state: State, seat: Seat, nodes: int, is_late: Callable[[], bool], count: int) -> list[Variation]:
        if state.players > 2:
            return search_of_four.rank(state, seat, nodes, is_late, count)
        analysis = _analysis(state, nodes, is_late)
        lines = []
        for found in rank(analysis, count):
            texts = _texts(analysis, found)
            lines.append(Variation(texts[0], round(chance(found.value), 4), found.depth, texts))
        return lines


def _row(level: float, seed: str) -> Level:
    """Return the row of a level. For a strength between two rows, `seed` selects one of them."""
    return STRENGTHS[row_for(STRENGTHS, level, seed)]


def _budget(state: State, level: float, seed: str) -> int:
    """Return the number of nodes that a level searches; with four players, the number of playouts."""
    if state.players > 2:
        return search_of_four.budget(level, seed)
    nodes = _row(level, seed).nodes
    return nodes if COMPILED or level > 3 else min(nodes, UNCOMPILED_NODES)


def _analysis(state: State, nodes: int, is_late: Callable[[], bool]) -> Analysis:
    bits = min(nodes.bit_length() + 1, _MOST_TABLE_BITS)
    return Analysis(state, nodes, is_late, size_bits=bits if COMPILED else min(bits, 14))


def _texts(analysis: Analysis, found: SearchResult) -> tuple[str, ...]:
    return tuple(rules.text(action_of(move)) for move in analysis.line(found.best))


def _finish(state: State, row: Level, is_late: Callable[[], bool]) -> SearchResult | None:
    """Return the first move of a win within FINISH plies, if a search with the row's number of nodes finds one."""
    analysis = _analysis(state, row.nodes, is_late)
    found = deepen(analysis, analysis.branches[0], FINISH)
    return found if found.value >= MATE - FINISH else None


def _think(analysis: Analysis, state: State, level: Level, seed: str, enough: int | None, deepest: int) -> SearchResult:
    """Return the move of a level. The choice among nearly equal moves is random."""
    random = Random(f"{seed}/{state.ply}")
    wins = [branch for branch in analysis.branches if branch.wins]
    if wins:
        return SearchResult(wins[0], MATE - 1, 1)
    random.shuffle(analysis.branches)
    errs = random.random() < level.errors
    if errs or level.errors > 0 or state.ply >= HURRY:
        board = SearchBoard(state)
        moves = [branch.move for branch in analysis.branches]
        if random.random() >= level.overlooks:
            moves = safest(board, moves)
        strays = errs and state.ply < HURRY and random.random() < level.strays
        moves = moves if strays else purposeful(board, moves)
        analysis.branches = [branch for branch in analysis.branches if branch.move in moves]
        if errs and any(move < HORIZONTAL for move in moves):
            return _as_a_beginner(analysis, board, level.walls, seed, random)
    for branch in analysis.branches:
        branch.liking = random.randint(0, level.nearly * UNIT // 100)
    return deepen(analysis, _plainest(analysis, state), deepest, enough=enough)


def _plainest(analysis: Analysis, state: State) -> RootMove:
    """Return the move that is played if there is no time to search."""
    action = fallback_action(state, state.mover)
    return next((branch for branch in analysis.branches if action_of(branch.move) == action), analysis.branches[0])


def _as_a_beginner(
    analysis: Analysis, board: SearchBoard, walls_share: float, seed: str, random: Random
) -> SearchResult:
    """Return a step along a favourite way; with the probability `walls_share`, a wall that comes too early."""
    for branch in analysis.branches:
        analysis.search(branch, 1)
    steps = [branch for branch in analysis.branches if branch.move < HORIZONTAL]
    worst = min(branch.value for branch in steps)
    walls = [branch for branch in analysis.branches if HORIZONTAL <= branch.move < PASS and branch.value > worst - UNIT]
    move = stroll(board, [branch.move for branch in steps], seed)
    best = next(branch for branch in steps if branch.move == move)
    if walls and random.random() < walls_share:
        best = random.choice(walls)
    return SearchResult(best, best.value, 1)
