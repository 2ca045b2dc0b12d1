"""A second Quoridor, slow and obvious, written from the rules alone: sets, lists and breadth-first search.

Cells are (file, rank) pairs counted from 0; a wall is (file, rank, "h" or "v") of its lower-left cell.
Actions are texts in the game's notation. Nothing is shared with game.quoridor.
"""

from __future__ import annotations

from collections import deque

Square = tuple[int, int]
Wall = tuple[int, int, str]
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Reference:
    """One game, changed in place by `play`."""

    def __init__(self, players: int, jump_pairs: bool) -> None:
        self.jump_pairs = jump_pairs
        if players == 2:
            self.pawns = [(4, 0), (4, 8)]
            self.left = [10, 10]
        else:
            self.pawns = [(4, 0), (0, 4), (4, 8), (8, 4)]
            self.left = [5, 5, 5, 5]
        self.walls: set[Wall] = set()
        self.mover = 0
        self.winner: int | None = None

    def at_goal(self, seat: int, square: Square) -> bool:
        file, rank = square
        if len(self.pawns) == 2:
            return rank == (8, 0)[seat]
        return (rank == 8, file == 8, rank == 0, file == 0)[seat]

    @staticmethod
    def on_board(square: Square) -> bool:
        return 0 <= square[0] <= 8 and 0 <= square[1] <= 8

    @staticmethod
    def edges(wall: Wall) -> list[frozenset[Square]]:
        """The two pairs of cells that a wall separates."""
        file, rank, kind = wall
        if kind == "h":
            return [frozenset({(x, rank), (x, rank + 1)}) for x in (file, file + 1)]
        return [frozenset({(file, y), (file + 1, y)}) for y in (rank, rank + 1)]

    def closed(self) -> set[frozenset[Square]]:
        return {edge for wall in self.walls for edge in self.edges(wall)}

    def has_path(self, seat: int) -> bool:
        closed = self.closed()
        queue = deque([self.pawns[seat]])
        seen = {self.pawns[seat]}
        while queue:
            here = queue.popleft()
            if self.at_goal(seat, here):
                return True
            for dx, dy in DIRECTIONS:
                there = (here[0] + dx, here[1] + dy)
                if self.on_board(there) and there not in seen and frozenset({here, there}) not in closed:
                    seen.add(there)
                    queue.append(there)
        return False

    def pawn_moves(self) -> set[Square]:
        closed = self.closed()
        here = self.pawns[self.mover]
        moves = set()
        for dx, dy in DIRECTIONS:
            near = (here[0] + dx, here[1] + dy)
            if not self.on_board(near) or frozenset({here, near}) in closed:
                continue
            if near not in self.pawns:
                moves.add(near)
                continue
            behind = (near[0] + dx, near[1] + dy)
            barred = not self.on_board(behind) or frozenset({near, behind}) in closed
            if not barred and behind not in self.pawns:
                moves.add(behind)
            elif barred or self.jump_pairs:
                for side in ((near[0] + dy, near[1] + dx), (near[0] - dy, near[1] - dx)):
                    if self.on_board(side) and side not in self.pawns and frozenset({near, side}) not in closed:
                        moves.add(side)
        return moves

    def wall_fits(self, wall: Wall) -> bool:
        file, rank, kind = wall
        if (file, rank, "v" if kind == "h" else "h") in self.walls:
            return False
        closed = self.closed()
        if any(edge in closed for edge in self.edges(wall)):
            return False
        self.walls.add(wall)
        fits = all(self.has_path(seat) for seat in range(len(self.pawns)))
        self.walls.remove(wall)
        return fits

    def legal(self) -> set[str]:
        if self.winner is not None:
            return set()
        actions = {name(square) for square in self.pawn_moves()}
        if self.left[self.mover] > 0:
            every = [(file, rank, kind) for file in range(8) for rank in range(8) for kind in "hv"]
            actions |= {name((file, rank)) + kind for file, rank, kind in every if self.wall_fits((file, rank, kind))}
        return actions or {"pass"}

    def play(self, action: str) -> None:
        """Carry out an action that is taken to be legal."""
        if action != "pass":
            square = ("abcdefghi".index(action[0]), int(action[1]) - 1)
            if len(action) == 3:
                self.walls.add((*square, action[2]))
                self.left[self.mover] -= 1
            else:
                self.pawns[self.mover] = square
                if self.at_goal(self.mover, square):
                    self.winner = self.mover
        self.mover = (self.mover + 1) % len(self.pawns)


def name(square: Square) -> str:
    return "abcdefghi"[square[0]] + str(square[1] + 1)
