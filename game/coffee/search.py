"""Coffee's five levels of play, and proofs of wins and losses."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from game.agents.agent import StopTest, Thought, Variation, lateness
from game.agents.kernels import array
from game.coffee import kernels, rules
from game.coffee.analysis import COMPILED, Analysis, RootDrop, SearchResult, balance, deepen, plies_to_end, rank
from game.coffee.kernels import FRAMES
from game.coffee.rules import count_offers, row_through, sensible_actions, winning_actions
from game.coffee.state import Action, Drop, State, Swap, with_stone
from game.coffee.tables import position_of, tables
from game.core.rules import Seat
from game.core.strengths import FINISH, is_between_levels, row_for


@dataclass(frozen=True, slots=True)
class Sight:
    """The probabilities that a beginner sees certain things on the board.

    - `wins`: that a stone completes a row of the beginner.
    - `threats`: that the beginner's stick would let the other win.
    - `rows`: which stone makes the beginner's longest row. If this is not seen, any cell will do.
    - `sticks`: that a stick may offer too much. If this is not seen, the stick offers as many cells as possible.

    Of the actions that are left, the beginner takes a favourite one. Favourites stay the same for a whole game.
    """

    wins: float
    threats: float
    rows: float
    sticks: float


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a level: the nodes that it searches, and `errors`, the probability of a move without search.

    With `sight`, such a move is a beginner's (`beginners_action`). Without it, the move is a random one of
    `sensible_actions`. In the opening, values count as equal if they differ from the best by at most `nearly`. For
    comparison, three stones of one colour in a window (see `windows_of`) have the value 12.
    """

    nodes: int
    errors: float
    sight: Sight | None = None
    nearly: int = 6


LEVELS: dict[float, Level] = {
    1: Level(nodes=100, errors=1.0, sight=Sight(wins=0.15, threats=0.0, rows=0.2, sticks=0.0)),
    2: Level(nodes=300, errors=0.9, sight=Sight(wins=0.85, threats=0.25, rows=0.5, sticks=0.4)),
    3: Level(nodes=3_000, errors=0.05),
    4: Level(nodes=30_000, errors=0.0),
    5: Level(nodes=1_000_000, errors=0.0, nearly=1),  # a greater `nearly` loses games
}
STRENGTHS = {
    **LEVELS,
    3.5: Level(nodes=10_000, errors=0.0),
    4.5: Level(nodes=173_000, errors=0.0, nearly=3),
}
"""The levels, and rows for strengths between them.

Without such a row, a strength would play as one of the two neighbouring levels, chosen at random, and on average
search more nodes.
"""

SURE = 2
"""A strength between two levels, if above SURE, plays each win that a search finds within FINISH plies."""

OPENING = 6
"""Plies of the opening, in which nearly equal actions count as equal, so that games differ."""

UNCOMPILED_NODES = 20_000
"""The most nodes that any level searches while the kernels are not compiled: about 0.7 s."""

NODES_A_SECOND = 2_200_000 if COMPILED else 25_000
"""The nodes that an average core searches in a second."""

PIE_NODES = 5_000
"""The fewest nodes that any level searches while the swap is possible."""

SECONDS = 2.0
"""The time limit of all levels. An average core needs one second, so only a slow machine cuts level 5 short."""

_MOST_TABLE_BITS = 20


class CoffeeBrain:
    """Thinks about Coffee; see `game.agents.agent.Brain`. `now` returns the time in seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now

    def prepare(self) -> None:
        """Compile or load every kernel."""
        state = State("sq3", 3, False)
        self.perft(state, 1)
        analysis = Analysis(state, None, lambda: False, judging=True, size_bits=4)
        analysis.search(analysis.branches[0], 4)

    def choose(
        self, state: State, seat: Seat, level: float, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        """Return the action of a level for `seat`, the mover of `state`."""
        longest = SECONDS if seconds is None else min(SECONDS, seconds)
        nodes = _budget(_row(level, f"{agent_seed}/{seat}/{state.ply}"), _has_pie(state))
        return self.choose_within(nodes, state, seat, level, agent_seed, longest, stop)

    def choose_within(
        self, nodes: int, state: State, seat: Seat, level: float, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        """Choose with a budget of `nodes`."""
        begun = time.monotonic()
        is_late = lateness(seconds, stop, self._now)
        seed = f"{agent_seed}/{seat}/{state.ply}"
        profile, random = _row(level, seed), Random(seed)
        if random.random() < profile.errors:
            if level > SURE and is_between_levels(level):
                analysis = Analysis(
                    state, min(nodes, profile.nodes), is_late, judging=True, size_bits=_size_bits(nodes)
                )
                found = deepen(analysis, _first(analysis, sensible_actions(state, seat)))
                if found.value > 0 and found.best.proven and plies_to_end(found.value) <= FINISH:
                    return _thought(found.best.action, begun, analysis, found, score=found.value)
            if profile.sight is not None:
                likings = f"{agent_seed}/{seat}"
                return _thought(beginners_action(state, seat, profile.sight, likings, random), begun)
            return _thought(random.choice(sensible_actions(state, seat)), begun)
        analysis = Analysis(state, nodes, is_late, judging=True, size_bits=_size_bits(nodes), random=random)
        if state.ply < OPENING:
            for branch in analysis.branches:
                branch.liking = random.randint(0, profile.nearly)
        first = _first(analysis, sensible_actions(state, seat))
        found = balance(analysis, first) if _has_pie(state) and state.ply == 0 else deepen(analysis, first)
        if rules.may_swap(state) and found.outlook < 0:
            return _thought(Swap(), begun, analysis, found, score=-found.outlook)
        return _thought(found.best.action, begun, analysis, found, score=found.value)

    def rank(
        self, state: State, seat: Seat, level: float, seconds: float | None, stop: StopTest, count: int
    ) -> list[Variation]:
        """Return the best actions of the mover `seat`, one for each set of actions equal by symmetry.

        The search has `count` times the level's budget.
        """
        nodes = _budget(_row(level, ""), _has_pie(state)) * count
        longest = SECONDS if seconds is None else min(SECONDS, seconds)
        return _ranked(state, nodes, lateness(longest, stop, self._now), count)

    def value(self, state: State, seat: Seat, effort: float, seconds: float | None, stop: StopTest) -> Variation | None:
        """Return the best action of the mover `seat`."""
        nodes = max(1, round(effort * NODES_A_SECOND))
        return next(iter(_ranked(state, nodes, lateness(seconds, stop, self._now), 1)), None)

    def theory(self, state: State, seconds: float | None) -> dict[str, object]:
        """Return engine mode's answer to `theory`: what is proven about `state` within `seconds` (None: no limit)."""
        if state.winner is not None:
            return {"value": "loss", "distance": 0, "after": {}}  # the seat that would be next has lost
        is_late = lateness(seconds, lambda: False, self._now)
        analysis = Analysis(state, None, is_late, judging=False, size_bits=_PROOF_TABLE_BITS)
        verdicts = _with_pie(state, prove(analysis))
        value, distance = best_of(verdicts.values())
        return {
            "value": value,
            "distance": distance,
            "after": {text: list(verdict) for text, verdict in verdicts.items()},
        }

    def perft(self, state: State, depth: int) -> int:
        """Return the number of sequences of exactly `depth` actions, counted by a kernel."""
        at = tables(state.board, state.n, COMPILED)
        position = position_of(state, at)
        words = array(position[:4], "uint64", COMPILED)
        leaves = int(kernels.perft(at, words[0], words[1], words[2], words[3], position.line, depth))
        if state.pie and state.n > 1 and depth >= 2 - state.ply > 0:
            # A swap takes one ply and does not change the stones.
            leaves += int(kernels.perft(at, words[0], words[1], words[2], words[3], position.line, depth - 1))
        return leaves


def _ranked(state: State, nodes: int, is_late: StopTest, count: int) -> list[Variation]:
    """Return the best actions of the mover, found within `nodes` before it is late."""
    analysis = Analysis(state, nodes, is_late, judging=True, size_bits=_size_bits(nodes))
    found = rank(analysis, count, balancing=_has_pie(state) and state.ply == 0)
    lines = [_line(analysis, entry) for entry in found]
    if rules.may_swap(state) and found:
        swap = rules.text(Swap())
        lines.append(Variation(swap, -found[0].value, found[0].depth, (swap,)))
        lines.sort(key=lambda line: -(line.score or 0))
    return lines[:count]


def _row(level: float, seed: str) -> Level:
    """Return the row of `level`; if there is none, `seed` selects one of the two neighbouring rows."""
    return STRENGTHS[row_for(STRENGTHS, level, seed)]


def _has_pie(state: State) -> bool:
    """Whether a swap is still possible."""
    return state.pie and state.ply < 2 and state.n > 1


def _budget(profile: Level, pie: bool) -> int:
    """Return the number of nodes that a level searches."""
    nodes = max(profile.nodes, PIE_NODES) if pie else profile.nodes
    return nodes if COMPILED else min(nodes, UNCOMPILED_NODES)


def _size_bits(nodes: int) -> int:
    """Return the binary logarithm of the table's size for a budget of `nodes`."""
    return min(nodes.bit_length() + 1, _MOST_TABLE_BITS)


def _line(analysis: Analysis, found: SearchResult) -> Variation:
    texts = tuple(rules.text(step) for step in analysis.line(found.best))
    return Variation(texts[0], found.value, found.depth, texts)


def _first(analysis: Analysis, actions: list[Action]) -> RootDrop:
    """Return the first branch whose action is in `actions`, or the first of all."""
    return next((branch for branch in analysis.branches if branch.action in actions), analysis.branches[0])


def _thought(
    action: Action,
    begun: float,
    analysis: Analysis | None = None,
    found: SearchResult | None = None,
    score: float | None = None,
) -> Thought:
    """Return the answer `action`, with the numbers of its search if there was one."""
    text = rules.text(action)
    line: tuple[str, ...] = (text,)
    if analysis and found and found.best.action == action:
        line = tuple(rules.text(step) for step in analysis.line(found.best))
    return Thought(
        action=text,
        score=score,
        depth=found.depth if found else 0,
        nodes=analysis.nodes if analysis else 0,
        seconds=time.monotonic() - begun,
        pv=line,
    )


# Beginners do not search. They play for a row of their own, like some places best, and rarely see the other's threats


def beginners_action(state: State, seat: Seat, sight: Sight, likings: str, random: Random) -> Action:
    """Return a beginner's action for the mover `seat`. `likings` seeds its favourite actions in a game."""
    legal = list(rules.legal(state, seat))
    wins = winning_actions(state, seat) if random.random() < sight.wins else []
    if wins:
        return random.choice(wins)
    if random.random() < sight.threats:
        legal = [action for action in sensible_actions(state, seat) if action in legal]
    liked = {action: Random(f"{likings}/{rules.text(action)}").random() for action in legal}
    if random.random() < sight.rows:
        longest = max(_longest_row(state, action) for action in legal)
        legal = [action for action in legal if _longest_row(state, action) == longest]
    if random.random() >= sight.sticks:
        most = max(count_offers(state, action) for action in legal)
        legal = [action for action in legal if count_offers(state, action) == most]
    return max(legal, key=lambda action: liked[action])


def _longest_row(state: State, action: Action) -> int:
    """Return the length of the mover's row through the stone of `action`; 0 for a swap."""
    if not isinstance(action, Drop):
        return 0
    return len(row_through(with_stone(state, state.to_move, action.cell), action.cell))


# Proofs: won or lost, and in how many plies, for a position and for each action

Verdict: TypeAlias = tuple[str | None, int | None]
"""The value for the mover ("win", "loss"), and the plies to the end under best play; each None if unproven."""

UNPROVEN: Verdict = (None, None)
_PROOF_TABLE_BITS = 22 if COMPILED else 16


def prove(analysis: Analysis) -> dict[str, Verdict]:
    """Return the verdict on each stone with its stick, by notation: what is proven before the analysis must stop."""
    exact: dict[int, Verdict] = {}
    for depth in range(1, FRAMES):
        for branch in analysis.branches:
            if id(branch) in exact:
                continue
            if not analysis.search(branch, depth):
                return _by_text(analysis, exact)
            if branch.proven and plies_to_end(branch.value) <= depth:
                exact[id(branch)] = _verdict(branch.value)
        if len(exact) == len(analysis.branches):
            break
    return _by_text(analysis, exact)


def _by_text(analysis: Analysis, exact: dict[int, Verdict]) -> dict[str, Verdict]:
    """Return the verdicts on all actions. The distance is None if only the value is proven."""
    verdicts = {}
    for branch in analysis.branches:
        verdict = exact.get(id(branch)) or (_verdict(branch.value)[0] if branch.proven else None, None)
        verdicts.update({rules.text(action): verdict for action in branch.alike})
    return verdicts


def _verdict(value: int) -> Verdict:
    return "win" if value > 0 else "loss", plies_to_end(value)


def best_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the verdict on a position from the verdicts on its actions: the quickest win, or the latest loss."""
    listed = list(verdicts)
    wins = [distance for value, distance in listed if value == "win"]
    if wins:
        return "win", min((distance for distance in wins if distance is not None), default=None)
    if any(value is None for value, _ in listed):
        return UNPROVEN
    distances = [distance for _, distance in listed]
    return "loss", max(d for d in distances if d is not None) if None not in distances else None


def _with_pie(state: State, verdicts: dict[str, Verdict]) -> dict[str, Verdict]:
    """Return the verdicts on all actions with the swap allowed, from the verdicts without it.

    After a swap, the first player must move in the same position. So the second player takes the winning side.
    """
    if rules.may_swap(state):
        value, distance = best_of(verdicts.values())
        return {**verdicts, rules.text(Swap()): (_opposite(value), None if distance is None else distance + 1)}
    if state.pie and state.ply == 0 and state.n > 1:  # with n = 1 the first stone ends the game
        return {text: _swapped(verdict) for text, verdict in verdicts.items()}
    return verdicts


def _swapped(verdict: Verdict) -> Verdict:
    """Return the verdict on a first action. If the action would win, the second player swaps. The swap turns the win
    into a loss that comes one ply later.
    """
    value, distance = verdict
    if value != "win":
        return verdict
    return "loss", None if distance is None else distance + 1


def _opposite(value: str | None) -> str | None:
    return {"win": "loss", "loss": "win", None: None}[value]
