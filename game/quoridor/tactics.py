"""Tactics that every level sees: wins, rivals about to win, steps that lead on, and a beginner's way of walking."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from game.core.rules import Seat
from game.quoridor.bitboard import is_open
from game.quoridor.board import HORIZONTAL, Move, SearchBoard
from game.quoridor.state import CELLS, SIZE


def winning_move(board: SearchBoard, moves: Sequence[Move]) -> Move | None:
    """A move of the mover's pawn onto its goal line, if there is one."""
    goal = board.goals[board.mover]
    return next((move for move in moves if move < HORIZONTAL and goal >> move & 1), None)


def safest(board: SearchBoard, moves: Sequence[Move]) -> list[Move]:
    """The moves after which it takes longest until a rival can win at its next turn; all, if none ever can.

    Rivals count in turn order: where two are about to win, stopping the one that comes first buys time.
    """
    delays = [_turns_until_a_win(board, move) for move in moves]
    return [move for move, delay in zip(moves, delays, strict=True) if delay == max(delays)]


def _turns_until_a_win(board: SearchBoard, move: Move) -> int:
    """After how many turns of rivals one of them can win, as things stand after `move`."""
    mover = board.mover
    board.play(move)
    rivals = [(mover + offset) % board.players for offset in range(1, board.players)]
    turns = next((turn for turn, rival in enumerate(rivals) if board.can_win(rival)), len(rivals))
    board.undo()
    return turns


def purposeful(board: SearchBoard, moves: Sequence[Move]) -> list[Move]:
    """`moves` without the steps that bring the pawn no nearer, unless no step does: then the best of them stay.

    Walls can be placed but finitely often and steps lead ever nearer, so play never goes round in circles.
    """
    seat = board.mover
    near = board.way(seat)[0]
    lengths = {move: board.length(seat, move) for move in moves if move < HORIZONTAL}
    reach = max(near - 1, min(lengths.values(), default=near))
    return [move for move in moves if move >= HORIZONTAL or lengths[move] <= reach]


def stroll(board: SearchBoard, moves: Sequence[Move], seed: str) -> Move:
    """The pawn move of a beginner who has favourite cells and takes a slightly longer way for them.

    Each cell costs between 1 and 2 to enter, fixed by `seed` for a whole game, and the way of least cost is
    followed as long as it does not lead away from the goal: the pawn never walks back and forth.
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
    """The least cost from each cell to the goal of `seat` (Bellman-Ford: the board is small)."""
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
