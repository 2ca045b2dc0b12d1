"""Quoridor's notation: "e2" for a pawn's destination, "e3h" and "e3v" for walls, "pass"."""

from __future__ import annotations

import re

from game.core.rules import NotationError
from game.quoridor.paths import distances
from game.quoridor.state import (
    FILES,
    SIZE,
    SLOTS,
    Action,
    Pass,
    PawnMove,
    State,
    WallPlacement,
    anchor_cell,
    cell_name,
    walls,
)

_CELL = re.compile(r"([a-i])([1-9])", re.ASCII)
_WALL = re.compile(r"([a-h])([1-8])([hv])", re.ASCII)


def text(action: Action) -> str:
    """The action in notation."""
    if isinstance(action, PawnMove):
        return cell_name(action.cell)
    if isinstance(action, WallPlacement):
        return cell_name(anchor_cell(action.anchor)) + action.orientation
    return "pass"


def parse(text: str) -> Action:
    """The action that `text` stands for. Raises NotationError."""
    if text == "pass":
        return Pass()
    if match := _CELL.fullmatch(text):
        return PawnMove((int(match[2]) - 1) * SIZE + FILES.index(match[1]))
    if match := _WALL.fullmatch(text):
        anchor = (int(match[2]) - 1) * SLOTS + FILES.index(match[1])
        return WallPlacement(anchor, "h" if match[3] == "h" else "v")
    raise NotationError(
        f"{text!r} is no Quoridor action: write a cell (e2), a wall from a1 to h8 with h or v (e3h), or pass"
    )


def picture(state: State) -> str:
    """The board in ASCII, rank 9 on top, pawns as seat digits, then a line for each seat.

    A cell stands at column 2 * file + 2 of its rank's line; walls run in the columns and lines between.
    """
    grid = [[" "] * (2 * SIZE - 1) for _ in range(2 * SIZE - 1)]
    for line in range(0, 2 * SIZE - 1, 2):
        grid[line][::2] = ["."] * SIZE
    for seat, cell in enumerate(state.pawns):
        grid[cell // SIZE * 2][cell % SIZE * 2] = str(seat)
    for wall in walls(state):
        line, column = wall.anchor // SLOTS * 2 + 1, wall.anchor % SLOTS * 2 + 1
        for offset in (-1, 0, 1):
            if wall.orientation == "h":
                grid[line][column + offset] = "-"
            else:
                grid[line + offset][column] = "|"
    lines = []
    for number in reversed(range(2 * SIZE - 1)):
        label = " " if number % 2 else str(number // 2 + 1)
        lines.append(f"{label} {''.join(grid[number])}".rstrip())
    return "\n".join([*lines, "  " + " ".join(FILES), *_seat_lines(state)])


def _seat_lines(state: State) -> list[str]:
    lines = []
    for seat, steps in enumerate(distances(state)):
        line = f"{seat}: {cell_name(state.pawns[seat])}, walls left {state.walls_left[seat]}, steps to go {steps}"
        if state.winner == seat:
            line += ", has won"
        elif state.winner is None and state.mover == seat:
            line += ", to move"
        lines.append(line)
    return lines
