"""The analysis of a position of four players: a tree of playouts that grows in slices between which one may stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from game.agents.kernels import array, zeros
from game.quoridor.board import Move
from game.quoridor.floods import COMPILED
from game.quoridor.frames import frames_of
from game.quoridor.ordering import MOST_MOVES
from game.quoridor.ordering_of_four import SELDOM, list_moves
from game.quoridor.playouts import JUMP_PAIRS, PLAYERS, Games
from game.quoridor.state import State
from game.quoridor.tree_of_four import (
    CONTROL,
    COUNT,
    DEEPEST,
    FIRST,
    FRAMES,
    GAMES,
    MOST_PLIES,
    MOVE,
    NOBODY,
    NODE,
    PRIOR,
    SEAT,
    USED,
    VISITS,
    WINNER,
    WON,
    Tree,
    add,
    run,
)

SLICE = 50 if COMPILED else 1
"""Games between two looks at the clock: some 5 ms, or 50."""

_NODES_PER_GAME = 8
_MOST_NODES = 400_000
_LONGEST_VARIATION = 16
_SEEN_OFTEN = 8


@dataclass(frozen=True, slots=True)
class TriedMove:
    """A move, how often it was tried and the part of those games that the mover won: its chance of winning."""

    move: Move
    visits: int
    chance: float


class AnalysisOfFour:
    """Playouts of `moves` of the mover of `state`, a game of four players that goes on.

    `games` is how many are played out at most, `stop` is asked between slices; `seed` is what chance begins with.
    """

    def __init__(self, state: State, moves: Sequence[Move], games: int, stop: Callable[[], bool], seed: str) -> None:
        self._seat = state.mover
        self._budget = games
        self._stop = stop
        self._control = zeros(CONTROL, "int64", COMPILED)
        self._control[JUMP_PAIRS], self._control[SEAT] = int(state.jump_pairs), state.mover
        nodes = min(1 + len(moves) + _NODES_PER_GAME * games, _MOST_NODES)
        self._tree = Tree(
            Games(
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
        """Give the root all of `moves` as its children."""
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
        """All moves, those tried most often first: that is the best proof of a move's worth; then by prior."""
        found = []
        for node in self._children(0):
            visits = self._of(node, VISITS)
            won = self._of(node, WON + self._seat)
            # A move that was never tried is taken to be as good as the position.
            chance = won / visits if visits else (self._of(0, WON + self._seat) + 1) / (self._of(0, VISITS) + PLAYERS)
            found.append((visits, self._of(node, PRIOR), TriedMove(self._of(node, MOVE), visits, chance)))
        return [candidate for _, _, candidate in sorted(found, key=lambda entry: entry[:2], reverse=True)]

    def line(self, move: Move) -> list[Move]:
        """Return the moves tried most often after `move`, as far as they were tried often."""
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
