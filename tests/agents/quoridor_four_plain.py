"""A search for four to compare with: playouts followed by the rules, and a tree of objects."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from game.agents.kernels import Words, array, zeros
from game.quoridor import rules
from game.quoridor.board import Move, action_of, move_of
from game.quoridor.floods import COMPILED
from game.quoridor.frames import INTS, MOST_MOVES, PAWN, WORDS, H, V
from game.quoridor.paths import distances
from game.quoridor.playouts import (
    CONTROL,
    CURIOSITY,
    EXPAND,
    FRAMES,
    JUMP_PAIRS,
    LONGEST,
    PLAYERS,
    PLIES,
    RIVALS_CURIOSITY,
    SELDOM,
    UNTRIED,
    Playouts,
    list_moves,
    play_out,
)
from game.quoridor.state import Action, PawnMove, State, goal_cells
from tests.agents.quoridor_frames import Position, wander


def random_position(seed: int, *, jump_pairs: bool = False, plies: int = 50) -> State:
    """A position of a random game, rich in steps that lead on, in which nobody has won."""
    random = Random(seed)
    return wander(random, random.randint(0, plies), often_nearer, players=PLAYERS, jump_pairs=jump_pairs)


def often_nearer(random: Random, state: State, legal: Sequence[Action]) -> Action:
    steps = [action for action in legal if isinstance(action, PawnMove)]
    pick = random.choice(legal)
    if steps and random.random() < 0.7:
        pick = min(steps, key=lambda step: distances(rules.apply(state, state.mover, step)[0])[state.mover])
    return pick


class Storage(Position):
    """What kernels need to look at `state`."""

    def __init__(self, state: State, seeds: Words | None = None) -> None:
        super().__init__(state, plies=FRAMES)
        moves = zeros(FRAMES * MOST_MOVES, "int64", COMPILED)
        self.priors = zeros(FRAMES * MOST_MOVES, "int64", COMPILED)
        seeds = array([12345], "uint64", COMPILED) if seeds is None else seeds
        self.games = Playouts(self.frames, moves, seeds, zeros(CONTROL, "int64", COMPILED))
        self.games.control[JUMP_PAIRS] = int(state.jump_pairs)

    def listed(self) -> dict[Move, int]:
        """The moves worth a try that are legal, with their priors."""
        found = list_moves(self.games, self.priors, 0)
        moves = [int(move) for move in self.games.moves[:found]]
        assert len(set(moves)) == found
        legal = {move_of(action) for action in rules.legal(self.state, self.state.mover)}
        return {move: int(self.priors[i]) for i, move in enumerate(moves) if move in legal}

    def played_out(self) -> tuple[int, list[State]]:
        """The winner of a playout and the positions on its way, the first included."""
        before = int(self.games.control[PLIES])
        winner = self.play_out()
        plies = int(self.games.control[PLIES]) - before
        states = [self.state]
        for ply in range(1, min(plies, LONGEST - 1)):
            states.append(self._after(states[-1], ply))
        return winner, states

    def play_out(self) -> int:
        """The winner of a playout, whose positions stand in the frames after it."""
        return int(play_out(self.games, 0))

    def _after(self, state: State, ply: int) -> State:
        """The position in the frame of `ply`, reached from `state` by an action of the rules."""
        frame, here = ply * WORDS, ply * INTS
        for action in rules.legal(state, state.mover):
            after, _ = rules.apply(state, state.mover, action)
            same = after.pawns == tuple(int(cell) for cell in self.ints[here + PAWN : here + PAWN + PLAYERS])
            if same and (after.horizontal, after.vertical) == (int(self.words[frame + H]), int(self.words[frame + V])):
                return after
        raise AssertionError(f"no legal action leads from {rules.picture(state)} to ply {ply}")


def winning_steps(state: State, seat: int) -> list[Move]:
    """The steps that win for `seat`, were it its turn."""
    here = replace(state, mover=seat)
    goal = goal_cells(PLAYERS, seat)
    return [step.cell for step in rules.legal(here, seat) if isinstance(step, PawnMove) and step.cell in goal]


@dataclass
class Node:
    """A node of the plain tree below."""

    state: State
    prior: int
    visits: int = 0
    won: list[int] = field(default_factory=lambda: [0] * PLAYERS)
    children: dict[Move, Node] | None = None


class PlainTree:
    """The same search with objects and the rules: its playouts alone are the kernel's, from the same chance."""

    def __init__(self, state: State, moves: list[Move], seeds: Words) -> None:
        self.seat = state.mover
        self.seeds = seeds
        listed = Storage(state).listed()
        self.root = Node(state, 0)
        self.root.children = {move: self._child(state, move, listed.get(move, SELDOM)) for move in moves}

    @staticmethod
    def _child(state: State, move: Move, prior: int) -> Node:
        return Node(rules.apply(state, state.mover, action_of(move))[0], prior)

    def play_out(self) -> None:
        node, path = self.root, [self.root]
        while True:
            mover = node.state.mover
            if node.children is None and node.visits >= EXPAND and not winning_steps(node.state, mover):
                listed = Storage(node.state).listed()
                node.children = {move: self._child(node.state, move, prior) for move, prior in listed.items()}
            if not node.children:
                break
            node = self._best(node, mover)
            path.append(node)
        at = Storage(node.state, seeds=self.seeds)
        winner = mover
        if node.visits < EXPAND or not winning_steps(node.state, mover):
            winner = at.play_out()
        for visited in path:
            visited.visits += 1
            visited.won[winner] += 1

    def _best(self, node: Node, mover: int) -> Node:
        curiosity = CURIOSITY if mover == self.seat else RIVALS_CURIOSITY
        assert node.children
        bonus = curiosity * math.sqrt(node.visits + 1) / sum(child.prior for child in node.children.values())
        unknown = node.won[mover] / max(1, node.visits) - UNTRIED

        def worth(child: Node) -> float:
            value = child.won[mover] / child.visits if child.visits else unknown
            return value + bonus * child.prior / (1 + child.visits)

        return max(node.children.values(), key=worth)
