"""Reads positions drawn as `game.quoridor.rules.picture` draws them.

Ranks that a drawing leaves out are empty. Digits are pawns (two or four of them), a `*` marks a cell that
the test is about.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core.rules import Seat
from game.quoridor.rules import picture
from game.quoridor.state import SIZE, SLOTS, Cell, State, cell_name


@dataclass(frozen=True)
class Drawing:
    """A position and the names of the marked cells."""

    state: State
    marked: frozenset[str]


def read(drawing: str, mover: Seat = 0, walls_left: int | list[int] = 5, jump_pairs: bool = False) -> Drawing:
    """The drawn position, with `walls_left` for each seat, or for all of them."""
    lines = [line for line in drawing.splitlines() if line.strip()]
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    pawns: dict[int, Cell] = {}
    masks = {"-": 0, "|": 0}
    marked = set()
    rank = 0
    for line in (line[indent:] for line in lines):
        if line[0] != " ":
            rank = int(line[0]) - 1
            for file, mark in enumerate(line[2::2]):
                if mark.isdecimal():
                    pawns[int(mark)] = rank * SIZE + file
                elif mark == "*":
                    marked.add(cell_name(rank * SIZE + file))
        else:
            for file, centre in enumerate(line[3::2]):
                if centre in masks:
                    masks[centre] |= 1 << (rank - 1) * SLOTS + file
    players = len(pawns)
    state = State(
        players,
        jump_pairs,
        tuple(pawns[seat] for seat in range(players)),
        masks["-"],
        masks["|"],
        (walls_left,) * players if isinstance(walls_left, int) else tuple(walls_left),
        mover,
    )
    _check_redrawn(state, [line[indent:].replace("*", ".") for line in lines])
    return Drawing(state, frozenset(marked))


def _check_redrawn(state: State, lines: list[str]) -> None:
    """Fail on a slip in a drawing, such as half a wall: drawing the position must give its lines again."""
    redrawn = {line.rstrip() for line in picture(state).splitlines()}
    for line in lines:
        assert line.rstrip() in redrawn, f"not as the position draws it: {line!r}\n{picture(state)}"
