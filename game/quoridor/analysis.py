"""The moves of one position of two players, searched one by one in slices between which the caller may stop."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.agents.kernels import Words, array, zeros
from game.quoridor import rules
from game.quoridor.board import HORIZONTAL, PASS, Move, action_of, move_of
from game.quoridor.detours import HARMS_BITS
from game.quoridor.floods import COMPILED
from game.quoridor.frames import KEY, frames_of
from game.quoridor.leaves import MATE, PROVEN, SCORES_BITS, UNIT, Judge
from game.quoridor.net import MOST_FEATURES, load
from game.quoridor.ordering import KILLERS, MOST_MOVES, SIDE
from game.quoridor.pvs import (
    CONTROL,
    EVERY_WALL,
    MOST_PLIES,
    MOVE,
    NODES,
    RESULT,
    SELECTIVE,
    Parts,
    begin,
    run,
)
from game.quoridor.state import State, goal_cells
from game.quoridor.stored import NOTHING, Transpositions, move_of_entry
from game.quoridor.weights import WEIGHTS

SLICE = 5_000 if COMPILED else 25
"""Nodes between two looks at the clock: some 5 ms, or 20."""

_LONGEST_VARIATION = 16


@dataclass(slots=True)
class RootMove:
    """One move and its value so far, from the mover's view: `value` is of the last search, or at least a bound.

    `liking` is added to its value where moves are compared.
    """

    move: Move
    value: int = 0
    depth: int = 0
    liking: int = 0
    wins: bool = False


class Analysis:
    """Searches of the moves of `state`, a game of two players that goes on.

    `nodes` is the budget of all searches together, `stop` is asked between slices. The table remembers 2**`size_bits`
    positions. Where not `selective`, no move is reduced and no position taken to be decided by its first look. With
    `every_wall` no wall is left out near the end of a search either: then every proof is true of all play.
    """

    def __init__(
        self,
        state: State,
        nodes: int,
        stop: Callable[[], bool],
        *,
        size_bits: int,
        selective: bool = True,
        every_wall: bool = False,
        weights: Sequence[int] = WEIGHTS,
        net: Words | None = None,
    ) -> None:
        self._state = state
        self._budget = nodes
        self._stop = stop
        self.selective = selective
        plies = MOST_PLIES + 2
        moves, order = (zeros(plies * MOST_MOVES, "int64", COMPILED) for _ in range(2))
        history, killers = zeros(2 * SIDE, "int64", COMPILED), array([NOTHING] * (KILLERS * plies), "int64", COMPILED)
        size = 1 << size_bits
        self._table = Transpositions(zeros(size + 1, "uint64", COMPILED), zeros(size, "int64", COMPILED))
        self._table.keys[size] = size - 1
        judge = Judge(
            weights=array(weights, "int64", COMPILED),
            harms=zeros(1 << HARMS_BITS, "uint64", COMPILED),
            scores=zeros(1 << SCORES_BITS, "int64", COMPILED),
            net=load() if net is None else net,
            features=zeros(MOST_FEATURES, "int64", COMPILED),
        )
        self._control = zeros(CONTROL, "int64", COMPILED)
        self._control[SELECTIVE], self._control[EVERY_WALL] = int(selective), int(every_wall)
        frames = frames_of(state, plies)
        frames.ints[MOVE] = PASS
        self._parts: Parts = (frames[:], (moves, order), (history, killers), self._table[:], judge[:])
        goal = goal_cells(2, state.mover)
        self.branches = [
            RootMove(move, wins=move < HORIZONTAL and move in goal)
            for move in map(move_of, rules.legal(state, state.mover))
        ]

    @property
    def nodes(self) -> int:
        """The number of nodes searched."""
        return int(self._control[NODES])

    def search(
        self, branch: RootMove, depth: int, alpha: int = -MATE, beta: int = MATE, most: int | None = None
    ) -> bool:
        """Set the branch's value from a search of `depth` plies, its own move counted.

        The value is exact where it lies between `alpha` and `beta`. False where the search was stopped, or would have
        taken more than `most` nodes; the value stays.
        """
        if branch.wins:
            branch.value = MATE - 1
            return True
        begin(self._parts[0], self._control, branch.move, depth, alpha, beta)
        end = self._budget if most is None else min(self._budget, self.nodes + most)
        while self.nodes < end and not self.is_out():
            if run(self._parts, self._control, min(SLICE, end - self.nodes)):
                branch.value = -int(self._control[RESULT])
                return True
        return False

    def line(self, branch: RootMove) -> list[Move]:
        """The principal variation that begins with `branch`, as far as the table remembers it."""
        line = [branch.move]
        state, _ = rules.apply(self._state, self._state.mover, action_of(branch.move))
        while state.winner is None and len(line) < _LONGEST_VARIATION:
            move = self._remembered(state)
            if move == NOTHING or action_of(move) not in rules.legal(state, state.mover):
                break
            line.append(move)
            state, _ = rules.apply(state, state.mover, action_of(move))
        return line

    def _remembered(self, state: State) -> Move:
        table, key = self._table, int(frames_of(state).words[KEY])
        place = key % (len(table.keys) - 1)
        return move_of_entry(int(table.entries[place])) if int(table.keys[place]) == key else NOTHING

    def is_out(self) -> bool:
        """Whether the budget is used up, or the caller has stopped it."""
        return self.nodes >= self._budget or self._stop()


def chance(value: int) -> float:
    """The chance of winning that a value stands for."""
    if is_proven(value):
        return float(value > 0)
    return 1 / (1 + math.exp(-value / UNIT))


def is_proven(value: int) -> bool:
    """Whether a value is a win or a loss for certain."""
    return abs(value) > PROVEN
