"""A second Coffee, slow and obvious, written from the rules alone: coordinates, sets and walking step by step.

A cell is its name; a square's coordinates are (row, column), a hexagon's (row, column of a slanted grid), where the
first row begins side - 1 columns to the right. Actions are texts. Nothing is shared with game.coffee.
"""

from __future__ import annotations

SQUARE_STEPS = {"h": (0, 1), "d": (1, 1), "u": (-1, 1), "v": (1, 0)}
HEXAGON_STEPS = {"h": (0, 1), "d": (1, 0), "u": (-1, 1)}


def cells(board: str) -> dict[tuple[int, int], str]:
    """The board's cells by coordinates."""
    side = int(board[-1])
    found = {}
    if board.startswith("sq"):
        for row in range(side):
            for column in range(side):
                found[row, column] = f"{'abcdefghi'[row]}{column + 1}"
        return found
    for row in range(2 * side - 1):
        place = 0
        for column in range(2 * side - 1):
            if side - 1 <= row + column <= 3 * (side - 1):
                place += 1
                found[row, column] = f"{'abcdefghi'[row]}{place}"
    return found


class Reference:
    """One game, changed in place by `play`."""

    def __init__(self, board: str, n: int, pie: bool) -> None:
        self.at = cells(board)
        self.place = {name: coordinates for coordinates, name in self.at.items()}
        self.steps = SQUARE_STEPS if board.startswith("sq") else HEXAGON_STEPS
        self.n = n
        self.pie = pie
        self.stones: dict[str, str] = {}
        self.stick: tuple[str, str] | None = None
        self.turn = "black"
        self.owner = {"black": 0, "orange": 1}
        self.actions = 0
        self.winner: int | None = None

    def walk(self, cell: str, axis: str, direction: int) -> list[str]:
        """The cells of a line from the one after `cell` to the border."""
        row, column = self.place[cell]
        down, right = self.steps[axis]
        found: list[str] = []
        while True:
            row, column = row + direction * down, column + direction * right
            if (row, column) not in self.at:
                return found
            found.append(self.at[row, column])

    def line(self, cell: str, axis: str) -> list[str]:
        return [*self.walk(cell, axis, -1), cell, *self.walk(cell, axis, 1)]

    def completes(self, cell: str) -> bool:
        """Whether a stone of the colour in turn on `cell` makes a row of n or more."""
        for axis in self.steps:
            length = 1
            for direction in (-1, 1):
                for other in self.walk(cell, axis, direction):
                    if self.stones.get(other) != self.turn:
                        break
                    length += 1
            if length >= self.n:
                return True
        return False

    def legal(self) -> set[str]:
        if self.winner is not None:
            return set()
        offered = list(self.place) if self.stick is None else self.line(*self.stick)
        found = set()
        for cell in offered:
            if cell in self.stones:
                continue
            if self.completes(cell):
                found.add(f"{cell}*")
                continue
            for axis in self.steps:
                if any(other not in self.stones and other != cell for other in self.line(cell, axis)):
                    found.add(f"{cell}{axis}")
        if self.pie and self.actions == 1:
            found.add("swap")
        return found

    def play(self, action: str) -> None:
        """Carry out an action that is taken to be legal."""
        self.actions += 1
        if action == "swap":
            self.owner = {"black": 1, "orange": 0}
            return
        cell, axis = action[:-1], action[-1]
        mover = self.owner[self.turn]
        self.stones[cell] = self.turn
        self.turn = "orange" if self.turn == "black" else "black"
        if axis == "*":
            self.winner = mover
            return
        self.stick = (cell, axis)
        if not self.legal():
            self.winner = mover
