"""Quoridor's alpha-beta against a plain minimax, which looks at everything, remembers nothing and trusts the rules."""

from __future__ import annotations

import functools
from dataclasses import replace
from random import Random

import pytest

from game.quoridor import rules
from game.quoridor.alphabeta import AlphaBeta, Found
from game.quoridor.board import Board, Move, action_of
from game.quoridor.evaluation import WIN, evaluate
from game.quoridor.paths import distances
from game.quoridor.state import State, start_state

EVERYTHING = 1_000_000  # more walls and nodes than there are
POSITIONS = 3  # for each of TREES
TREES = [(2, 8, 10, 2), (2, 12, 3, 3), (2, 14, 1, 4), (2, 14, 1, 5), (4, 16, 1, 3)]
"""Players, plies played, walls left to each seat at most, depth: each tree is small enough to be walked whole."""


class Minimax:
    """Values of positions for one seat, from the rules alone; only which moves are sensible it asks the search.

    `positions` holds every one that it had to expand, with the plies left: what a search without pruning visits at
    least, however much it remembers.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.positions: dict[tuple[State, int], float] = {}

    def value(self, state: State, depth: int, ply: int = 0) -> float:
        """The value of `state`, `ply` plies below the root, with `depth` plies to look ahead."""
        if (state, depth) not in self.positions:
            values = [self.value_after(state, move, depth, ply) for move in sensible(state, self.seat)]
            self.positions[state, depth] = max(values) if state.mover == self.seat else min(values)
        return self.positions[state, depth]

    def value_after(self, state: State, move: Move, depth: int, ply: int = 0) -> float:
        """The value of `state` for one of its moves."""
        after, _ = rules.apply(state, state.mover, action_of(move))
        if after.winner is not None:
            return WIN - ply if after.winner == self.seat else ply - WIN
        if depth == 1:
            return evaluate(distances(after), after.walls_left, after.mover, self.seat)
        return self.value(after, depth - 1, ply + 1)


def searcher(state: State, seat: int) -> AlphaBeta:
    return AlphaBeta(Board(state), seat, EVERYTHING, EVERYTHING, lambda: False)


def sensible(state: State, seat: int) -> list[Move]:
    return [move for _, move in searcher(state, seat).expand(0)]


def found_and_nodes(state: State, depth: int) -> tuple[Found, int]:
    """What the search finds for the mover, and the nodes that it took."""
    search = searcher(state, state.mover)
    roots = search.expand(0)
    search.nodes = 0
    return search.run(roots, depth, EVERYTHING), search.nodes


def random_position(players: int, seed: int, plies: int, walls_left: int) -> State:
    """A position after `plies` sensible but random plies in which nobody has won; few walls keep its tree small."""
    random = Random(seed)
    while True:
        state = start_state(players, False)
        while state.ply < plies and state.winner is None:
            move = random.choice(sensible(state, state.mover))
            state, _ = rules.apply(state, state.mover, action_of(move))
        if state.winner is None:
            return replace(state, walls_left=tuple(min(left, walls_left) for left in state.walls_left))


@functools.cache
def walked(tree: tuple[int, int, int, int]) -> list[tuple[State, dict[Move, float], int]]:
    """Positions of a kind, each with what every sensible move is worth and how many positions lie between."""
    players, plies, walls_left, depth = tree
    found = []
    for seed in range(POSITIONS):
        state = random_position(players, seed, plies, walls_left)
        minimax = Minimax(state.mover)
        values = {move: minimax.value_after(state, move, depth) for move in sensible(state, state.mover)}
        found.append((state, values, len(minimax.positions)))
    return found


@pytest.mark.parametrize("tree", [pytest.param(tree, marks=pytest.mark.long if tree[3] > 4 else ()) for tree in TREES])
@pytest.mark.one_in(4)
def test_the_best_move_and_its_score_are_those_of_a_plain_minimax(tree: tuple[int, int, int, int]) -> None:
    for state, values, _ in walked(tree):
        found, _ = found_and_nodes(state, depth=tree[-1])
        assert (found.score, found.depth) == (max(values.values()), tree[-1])
        assert values[found.move] == found.score


@pytest.mark.parametrize("tree", TREES[1:])
@pytest.mark.one_in(4)
def test_pruning_leaves_out_more_than_half_of_the_tree(tree: tuple[int, int, int, int]) -> None:
    """A search that only remembered would visit each position once at least, and those of the iterations before."""
    visited = sum(found_and_nodes(state, depth=tree[-1])[1] for state, _, _ in walked(tree))
    assert 0 < visited < sum(positions for _, _, positions in walked(tree)) / 2


@pytest.mark.parametrize("seed", range(POSITIONS))
@pytest.mark.parametrize("depth", [2, 3, 4])
def test_a_score_outside_the_window_is_a_bound_and_is_remembered_as_one(depth: int, seed: int) -> None:
    state = random_position(2, seed, plies=14, walls_left=1)
    value = Minimax(0).value(state, depth)
    random = Random(seed)
    search = searcher(state, 0)
    for _ in range(12):
        alpha = value + random.choice([-9.5, -4.5, -1.5, -0.5, 0.5, 1.5, 4.5, 9.5])
        beta = alpha + random.choice([0.25, 1, 3])
        score = search._search(depth, 0, alpha, beta)
        assert value == score if alpha < score < beta else value <= score <= alpha or value >= score >= beta
        nodes = search.nodes
        assert (search._search(depth, 0, alpha, beta), search.nodes) == (score, nodes)
