"""The five levels of play with four players.

Playouts are random, seeded by the agent's seed. So chance decides between nearly equal moves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from game.agents.agent import Thought, Variation
from game.agents.kernels import array, zeros
from game.core.rules import Seat
from game.core.strengths import row_for
from game.quoridor import rules
from game.quoridor.board import (
    HORIZONTAL,
    PASS,
    VERTICAL,
    Move,
    SearchBoard,
    action_of,
    move_of,
    purposeful,
    safest,
    stroll,
    winning_move,
)
from game.quoridor.floods import COMPILED
from game.quoridor.frames import MOST_MOVES, frames_of
from game.quoridor.playouts import (
    CONTROL,
    COUNT,
    DEEPEST,
    FIRST,
    FRAMES,
    GAMES,
    JUMP_PAIRS,
    MOST_PLIES,
    MOVE,
    NOBODY,
    NODE,
    PLAYERS,
    PRIOR,
    SEAT,
    SELDOM,
    USED,
    VISITS,
    WINNER,
    WON,
    Playouts,
    Tree,
    add,
    list_moves,
    run,
)
from game.quoridor.state import State


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a level: its number of playouts, and the probability that it makes a beginner's move."""

    games: int
    errors: float


LEVELS: dict[float, Level] = {
    1: Level(games=1, errors=1.0),
    2: Level(games=60, errors=0.7),
    3: Level(games=300, errors=0.3),
    4: Level(games=1_500, errors=0.0),
    5: Level(games=14_000, errors=0.0),
}
UNCOMPILED_GAMES: dict[float, int] = {1: 1, 2: 10, 3: 20, 4: 60, 5: 200}
"""Playouts by level while the kernels are not compiled."""

GAMES_A_SECOND = 30_000 if COMPILED else 50
"""The playouts of an average core in a second."""

BEGINNERS_WALL = 0.12
GAMES_OF_ONE = 20
"""The most playouts if only one move is considered. They only estimate the move's chance of winning."""

HURRY = 100
"""From this ply on, every step must lead nearer, so that no game goes on for ever."""


def budget(level: float, seed: str) -> int:
    """Return the number of playouts of a level. For a strength between levels, `seed` selects one of them."""
    row = row_for(LEVELS, level, seed)
    return LEVELS[row].games if COMPILED else UNCOMPILED_GAMES[row]


def choose(state: State, seat: Seat, level: float, seed: str, games: int, is_late: Callable[[], bool]) -> Thought:
    """Return the action of a level for `seat`, the mover of `state`, with at most `games` playouts."""
    begun = time.monotonic()
    board = SearchBoard(state)
    legal = [move_of(action) for action in rules.legal(state, seat)]
    win = winning_move(board, legal)
    if win is not None:
        return Thought(rules.text(action_of(win)), 1.0, 1, 0, time.monotonic() - begun, (rules.text(action_of(win)),))
    random = Random(f"{seed}/{state.ply}")
    row = LEVELS[row_for(LEVELS, level, f"{seed}/{state.ply}")]
    moves = safest(board, legal)
    if row.errors > 0 or state.ply >= HURRY:
        moves = purposeful(board, moves)
    random.shuffle(moves)
    if random.random() < row.errors and any(move < HORIZONTAL for move in moves):
        moves = [_as_a_beginner(board, moves, seed, random)]
    if len(moves) == 1:
        games = min(games, GAMES_OF_ONE)
    analysis = AnalysisOfFour(state, moves, games, is_late, f"{seed}/{state.ply}")
    analysis.play_out()
    best = analysis.candidates()[0]
    return Thought(
        action=rules.text(action_of(best.move)),
        score=round(best.chance, 4),
        depth=analysis.depth,
        nodes=analysis.games,
        seconds=time.monotonic() - begun,
        pv=_texts(analysis, best.move),
    )


def rank(state: State, seat: Seat, games: int, is_late: Callable[[], bool], count: int) -> list[Variation]:
    """Return the `count` best actions of the mover `seat`, the best first.

    Safe moves and all others are analysed separately, with at most `games` playouts each.
    """
    board = SearchBoard(state)
    legal = [move_of(action) for action in rules.legal(state, seat)]
    wins = [move for move in legal if winning_move(board, [move]) is not None][:count]
    lines = [Variation(rules.text(action_of(move)), 1.0, 1, (rules.text(action_of(move)),)) for move in wins]
    others = [move for move in legal if move not in wins]
    if not others or len(lines) == count:
        return lines
    safe = safest(board, others)
    for moves in (safe, [move for move in others if move not in safe]):
        wanted = count - len(lines)
        if moves and wanted > 0:
            analysis = AnalysisOfFour(state, moves, games, is_late, f"rank/{state.ply}")
            analysis.play_out()
            for candidate in analysis.candidates()[:wanted]:
                texts = _texts(analysis, candidate.move)
                lines.append(Variation(texts[0], round(candidate.chance, 4), analysis.depth, texts))
    return lines


def _texts(analysis: AnalysisOfFour, move: Move) -> tuple[str, ...]:
    return tuple(rules.text(action_of(other)) for other in analysis.line(move))


def _as_a_beginner(board: SearchBoard, moves: Sequence[Move], seed: str, random: Random) -> Move:
    """Return a step along a favourite way, or now and then a useful wall."""
    if random.random() < BEGINNERS_WALL:
        walls = [move for move in moves if HORIZONTAL <= move < PASS and _harms(board, move)]
        if walls:
            return random.choice(walls)
    return stroll(board, [move for move in moves if move < HORIZONTAL], seed)


def _harms(board: SearchBoard, wall: Move) -> bool:
    """Whether a wall costs a rival more steps than it costs the mover."""
    costs = [_cost(board, seat, wall) for seat in range(board.players)]
    return max(costs) > costs[board.mover]


def _cost(board: SearchBoard, seat: Seat, wall: Move) -> int:
    """Return the steps that a legal wall adds to a seat's way."""
    length, horizontal, vertical = board.way(seat)
    cut = horizontal >> wall - HORIZONTAL if wall < VERTICAL else vertical >> wall - VERTICAL
    return board.length_with(seat, wall) - length if cut & 1 else 0


# A tree of playouts that grows in slices between which the caller may stop

SLICE = 50 if COMPILED else 1
"""Playouts between two checks of the clock: about 5 ms, or 50 ms if the kernels are not compiled."""

_NODES_PER_GAME = 8
_MOST_NODES = 400_000
_LONGEST_VARIATION = 16
_SEEN_OFTEN = 8


@dataclass(frozen=True, slots=True)
class TriedMove:
    """A move, its number of playouts, and its chance of winning: the share of them that the mover won."""

    move: Move
    visits: int
    chance: float


class AnalysisOfFour:
    """Playouts of `moves` in `state`, an unfinished game of four players.

    There are at most `games` playouts. `stop` is called between slices. `seed` seeds the random generator.
    """

    def __init__(self, state: State, moves: Sequence[Move], games: int, stop: Callable[[], bool], seed: str) -> None:
        self._seat = state.mover
        self._budget = games
        self._stop = stop
        self._control = zeros(CONTROL, "int64", COMPILED)
        self._control[JUMP_PAIRS], self._control[SEAT] = int(state.jump_pairs), state.mover
        nodes = min(1 + len(moves) + _NODES_PER_GAME * games, _MOST_NODES)
        self._tree = Tree(
            Playouts(
                frames_of(state, FRAMES),
                moves=zeros(FRAMES * MOST_MOVES, "int64", COMPILED),
                seeds=array([Random(seed).getrandbits(64) | 1], "uint64", COMPILED),
                control=self._control,
            ),
            priors=zeros(FRAMES * MOST_MOVES, "int64", COMPILED),
            nodes=zeros(nodes * NODE, "int64", COMPILED),
            path=zeros(MOST_PLIES + 1, "int64", COMPILED),
        )
        self._plant(moves)

    def _plant(self, moves: Sequence[Move]) -> None:
        """Make `moves` the children of the root."""
        games, nodes = self._tree.games, self._tree.nodes
        found = list_moves(games, self._tree.priors, 0)
        priors = {int(games.moves[i]): int(self._tree.priors[i]) for i in range(found)}
        nodes[WINNER] = NOBODY
        nodes[FIRST], nodes[COUNT] = 1, len(moves)
        for node, move in enumerate(moves, 1):
            add(nodes, node, move, priors.get(move, SELDOM))
        self._control[USED] = 1 + len(moves)

    @property
    def games(self) -> int:
        """The number of games played out."""
        return int(self._control[GAMES])

    @property
    def depth(self) -> int:
        """The plies to the deepest node of the tree."""
        return max(1, int(self._control[DEEPEST]))

    def play_out(self) -> None:
        """Play out games until the budget is used up or the caller stops."""
        while self.games < self._budget and not self._stop():
            run(self._tree, min(SLICE, self._budget - self.games))

    def candidates(self) -> list[TriedMove]:
        """Return all moves, the most often tried first. The number of tries says more than the chance.

        Moves with equal tries are sorted by their prior.
        """
        found = []
        for node in self._children(0):
            visits = self._of(node, VISITS)
            won = self._of(node, WON + self._seat)
            # An untried move has the chance of the position.
            chance = won / visits if visits else (self._of(0, WON + self._seat) + 1) / (self._of(0, VISITS) + PLAYERS)
            found.append((visits, self._of(node, PRIOR), TriedMove(self._of(node, MOVE), visits, chance)))
        return [candidate for _, _, candidate in sorted(found, key=lambda entry: entry[:2], reverse=True)]

    def line(self, move: Move) -> list[Move]:
        """Return `move` and its most tried continuation, as far as the moves were tried often enough."""
        (node,) = [child for child in self._children(0) if self._of(child, MOVE) == move]
        line = [move]
        while len(line) < _LONGEST_VARIATION and self._of(node, COUNT):
            node = max(self._children(node), key=lambda child: self._of(child, VISITS))
            if self._of(node, VISITS) < _SEEN_OFTEN:
                break
            line.append(self._of(node, MOVE))
        return line

    def _children(self, node: int) -> range:
        first = self._of(node, FIRST)
        return range(first, first + self._of(node, COUNT))

    def _of(self, node: int, number: int) -> int:
        return int(self._tree.nodes[node * NODE + number])
