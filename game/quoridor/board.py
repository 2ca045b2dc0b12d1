"""The position of the search. It is changed in place, moves are ints, and the lengths of ways are cached."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

from game.core.rules import Seat
from game.quoridor import paths
from game.quoridor.paths import EAST_CUT, GOAL_MASKS, NORTH_CUT, is_open, pawn_targets
from game.quoridor.state import ANCHORS, CELLS, SIZE, Action, Cell, Pass, PawnMove, State, WallPlacement

Move: TypeAlias = int
"""0 to 80 are the pawn's targets. Next come 64 horizontal walls and 64 vertical walls by anchor, then the pass."""

HORIZONTAL = CELLS
VERTICAL = HORIZONTAL + ANCHORS
PASS = VERTICAL + ANCHORS

SHUT_IN = -1
"""The length of a way if there is none."""

Key: TypeAlias = tuple[int, int, tuple[Cell, ...], tuple[int, ...], Seat]
Way: TypeAlias = tuple[int, int, int]
"""The length of a shortest way, and the anchors of the horizontal and of the vertical walls that would cut it."""


def move_of(action: Action) -> Move:
    """Return the search's move for an action of the rules."""
    if isinstance(action, PawnMove):
        return action.cell
    if isinstance(action, WallPlacement):
        return action.anchor + (HORIZONTAL if action.orientation == "h" else VERTICAL)
    return PASS


def action_of(move: Move) -> Action:
    """Return the rules' action for a move of the search."""
    if move < HORIZONTAL:
        return PawnMove(move)
    if move < VERTICAL:
        return WallPlacement(move - HORIZONTAL, "h")
    return WallPlacement(move - VERTICAL, "v") if move < PASS else Pass()


class SearchBoard:
    """A position that `play` changes and `undo` restores.

    Moves are assumed to be legal. If a wall shuts a pawn in, the length of its way is SHUT_IN.
    """

    __slots__ = (
        "_lengths",
        "_taken_back",
        "_ways",
        "east",
        "goals",
        "horizontal",
        "jump_pairs",
        "left",
        "mover",
        "north",
        "pawns",
        "players",
        "vertical",
    )

    def __init__(self, state: State) -> None:
        self.players = state.players
        self.jump_pairs = state.jump_pairs
        self.goals = GOAL_MASKS[state.players]
        self.pawns = state.pawns
        self.horizontal = state.horizontal
        self.vertical = state.vertical
        self.left = state.walls_left
        self.mover = state.mover
        self.north, self.east = paths.passages(state.horizontal, state.vertical)
        self._taken_back: list[tuple[int, int, Key]] = []
        self._lengths: dict[tuple[int, int, Seat, Cell], int] = {}
        self._ways: dict[tuple[int, int, Seat, Cell], Way] = {}

    def key(self) -> Key:
        """Return a key that identifies the position within a game. The ply is not part of it."""
        return self.horizontal, self.vertical, self.pawns, self.left, self.mover

    def play(self, move: Move) -> None:
        """Make a move."""
        self._taken_back.append((self.north, self.east, self.key()))
        seat = self.mover
        if move < HORIZONTAL:
            self.pawns = (*self.pawns[:seat], move, *self.pawns[seat + 1 :])
        elif move < PASS:
            self.left = (*self.left[:seat], self.left[seat] - 1, *self.left[seat + 1 :])
            if move < VERTICAL:
                self.horizontal |= 1 << move - HORIZONTAL
                self.north &= ~NORTH_CUT[move - HORIZONTAL]
            else:
                self.vertical |= 1 << move - VERTICAL
                self.east &= ~EAST_CUT[move - VERTICAL]
        self.mover = (seat + 1) % self.players

    def undo(self) -> None:
        """Take back the last move."""
        self.north, self.east, key = self._taken_back.pop()
        self.horizontal, self.vertical, self.pawns, self.left, self.mover = key

    def pawn_targets(self, seat: Seat) -> dict[Cell, Cell | None]:
        """Return where the pawn of `seat` could go if it were its turn; see `paths.pawn_targets`."""
        return pawn_targets(self.pawns, seat, self.jump_pairs, self.north, self.east)

    def can_win(self, seat: Seat) -> bool:
        """Whether `seat` could reach its goal now, if it were its turn."""
        # A jump goes at most two steps.
        return self.way(seat)[0] <= 2 and any(self.goals[seat] >> cell & 1 for cell in self.pawn_targets(seat))

    def length(self, seat: Seat, cell: Cell) -> int:
        """Return the steps from `cell` to the goal of `seat`."""
        return self._length(self.horizontal, self.vertical, seat, cell, self.north, self.east)

    def length_with(self, seat: Seat, wall: Move) -> int:
        """Return the steps from the pawn of `seat` to its goal with `wall` added; SHUT_IN if there is no way."""
        cell = self.pawns[seat]
        horizontal, vertical, north, east = self.horizontal, self.vertical, self.north, self.east
        if wall < VERTICAL:
            horizontal |= 1 << wall - HORIZONTAL
            north &= ~NORTH_CUT[wall - HORIZONTAL]
        else:
            vertical |= 1 << wall - VERTICAL
            east &= ~EAST_CUT[wall - VERTICAL]
        return self._length(horizontal, vertical, seat, cell, north, east)

    def _length(self, horizontal: int, vertical: int, seat: Seat, cell: Cell, north: int, east: int) -> int:
        key = (horizontal, vertical, seat, cell)
        known = self._lengths.get(key)
        if known is None:
            steps = paths.distance(cell, self.goals[seat], north, east)
            known = self._lengths[key] = SHUT_IN if steps is None else steps
        return known

    def way(self, seat: Seat) -> Way:
        """Return a shortest way of `seat` from its pawn: its length, and the walls that would cut it."""
        cell = self.pawns[seat]
        key = (self.horizontal, self.vertical, seat, cell)
        if key not in self._ways:
            way = paths.path(cell, self.goals[seat], self.north, self.east)
            self._ways[key] = (len(way) - 1, *paths.cutters(way))
        return self._ways[key]


# Tactics of all levels: wins, rivals about to win, useful steps, and how a beginner walks


def winning_move(board: SearchBoard, moves: Sequence[Move]) -> Move | None:
    """Return a move of the mover's pawn onto its goal line; None if there is none."""
    goal = board.goals[board.mover]
    return next((move for move in moves if move < HORIZONTAL and goal >> move & 1), None)


def safest(board: SearchBoard, moves: Sequence[Move]) -> list[Move]:
    """Return the moves that delay a rival's win the longest; all moves if no rival is about to win.

    If two rivals are about to win, the one whose turn comes first must be stopped.
    """
    delays = [_turns_until_a_win(board, move) for move in moves]
    return [move for move, delay in zip(moves, delays, strict=True) if delay == max(delays)]


def _turns_until_a_win(board: SearchBoard, move: Move) -> int:
    """Return how many turns rivals have after `move` before one of them can win."""
    mover = board.mover
    board.play(move)
    rivals = [(mover + offset) % board.players for offset in range(1, board.players)]
    turns = next((turn for turn, rival in enumerate(rivals) if board.can_win(rival)), len(rivals))
    board.undo()
    return turns


def purposeful(board: SearchBoard, moves: Sequence[Move]) -> list[Move]:
    """Return `moves` without the steps that bring the pawn no nearer.

    If only such steps are left, keep the best of them. So no game goes on for ever: steps lead nearer, and the number
    of walls is limited.
    """
    seat = board.mover
    near = board.way(seat)[0]
    lengths = {move: board.length(seat, move) for move in moves if move < HORIZONTAL}
    reach = max(near - 1, min(lengths.values(), default=near))
    return [move for move in moves if move >= HORIZONTAL or lengths[move] <= reach]


def stroll(board: SearchBoard, moves: Sequence[Move], seed: str) -> Move:
    """Return the pawn move of a beginner, who has favourite cells and so takes a slightly longer way.

    `seed` fixes a cost between 1 and 2 for each cell for a whole game. The pawn follows the cheapest way, unless its
    next step leads away from the goal. So the pawn never walks back and forth.
    """
    seat = board.mover
    costs = _costs_to_goal(board, seat, seed)
    here = board.pawns[seat]
    near = board.way(seat)[0]
    lengths = {move: board.length(seat, move) for move in moves}
    onward = [move for move in moves if costs[move] < costs[here] and lengths[move] <= near]
    if onward:
        return min(onward, key=lambda move: costs[move])
    return min(moves, key=lambda move: (lengths[move], costs[move]))


def _costs_to_goal(board: SearchBoard, seat: Seat, seed: str) -> list[float]:
    """Return the least cost from each cell to the goal of `seat` (by Bellman-Ford, since the board is small)."""
    random = Random(seed)
    enter = [1 + random.random() for _ in range(CELLS)]
    costs = [0.0 if board.goals[seat] >> cell & 1 else float("inf") for cell in range(CELLS)]
    changed = True
    while changed:
        changed = False
        for cell in range(CELLS):
            for step in (SIZE, 1, -SIZE, -1):
                if (
                    is_open(cell, step, board.north, board.east)
                    and costs[cell + step] + enter[cell + step] < costs[cell]
                ):
                    costs[cell] = costs[cell + step] + enter[cell + step]
                    changed = True
    return costs
