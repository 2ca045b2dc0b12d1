"""The cells to which a pawn may go: steps and jumps."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.rules import Seat
from game.quoridor.bitboard import is_open
from game.quoridor.state import SIZE, Cell

_STEPS = (SIZE, 1, -SIZE, -1)


def pawn_targets(
    pawns: Sequence[Cell], mover: Seat, jump_pairs: bool, north: int, east: int
) -> dict[Cell, Cell | None]:
    """Return the cells to which the mover's pawn may go, each with the cell of the pawn it jumps over, if any.

    `north` and `east` are the open edges of the board (`bitboard.passages`). Only a wall or the edge behind
    a pawn turns a jump aside; with `jump_pairs` a second pawn behind does so too.
    """
    here = pawns[mover]
    targets: dict[Cell, Cell | None] = {}
    for step in _STEPS:
        if not is_open(here, step, north, east):
            continue
        near = here + step
        if near not in pawns:
            targets[near] = None
            continue
        behind = is_open(near, step, north, east)
        if behind and near + step not in pawns:
            targets.setdefault(near + step, near)
        elif not behind or jump_pairs:
            for side in (1, -1) if step in (SIZE, -SIZE) else (SIZE, -SIZE):
                if is_open(near, side, north, east) and near + side not in pawns:
                    targets.setdefault(near + side, near)
    return targets
