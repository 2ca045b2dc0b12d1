"""A second, slow and obvious Star: a dictionary of cells, texts for actions, and whole boards remembered.

The foul rule is played as it is written: shapes are compared, or in the reading `takeback` the last action is turned
around. Nothing is shared with `game.star`.
"""

from __future__ import annotations

CELLS = [file + rank for rank in "321" for file in "abc"]
CORNERS = ("a3", "c3", "a1", "c1")


def distance(a: str, b: str) -> int:
    return abs(ord(a[0]) - ord(b[0])) + abs(ord(a[1]) - ord(b[1]))


def between(a: str, b: str) -> str:
    return chr((ord(a[0]) + ord(b[0])) // 2) + chr((ord(a[1]) + ord(b[1])) // 2)


class Game:
    """A game that is played on by texts; `winners` is None while it goes on."""

    def __init__(self, star: str, fouls: str, guard: bool) -> None:
        self.fouls, self.guard = fouls, guard
        self.board: dict[str, object] = {star: "*"}
        self.mover = 0
        self.shapes: list[list[object]] = [[], []]  # by seat: its shape at the start of each of its turns
        self.last: list[str] = ["", ""]
        self.seen = [self.full_state()]
        self.winners: tuple[int, ...] | None = None

    def star(self) -> str:
        return next(cell for cell, what in self.board.items() if what == "*")

    def own(self, seat: int) -> set[str]:
        return {cell for cell, what in self.board.items() if what == seat}

    def after(self, seat: int, text: str) -> dict[str, object] | None:
        """The board after a board action of `seat`, None where the board does not allow it."""
        board = dict(self.board)
        target = text[-2:]
        if target in board:
            return None
        if text[0] == "@":
            if len(self.own(seat)) == 3:
                return None
        elif text[0] == "*":
            star = self.star()
            middle = between(star, target)
            if distance(star, target) != 2 or target not in CORNERS or board.get(middle) != seat:
                return None
            del board[star]
            board[target] = "*"
            return board
        else:
            origin = text[:2]
            if board.get(origin) != seat or distance(origin, target) != 1:
                return None
            del board[origin]
        board[target] = seat
        return board

    def is_foul(self, seat: int, text: str) -> bool:
        after = self.after(seat, text)
        if after is None or not self.shapes[seat] or self.fouls == "none":
            return False
        if self.fouls == "literal":
            return shape(after, seat) == self.shapes[seat][-1]
        last, star = self.last[seat], self.star()
        if last[0] == "*":
            was, now = last[1:3], last[3:5]
            return star == now and text == "*" + was
        return last[2] == "-" and text == last[3:5] + "-" + last[0:2]

    def all_texts(self) -> list[str]:
        slides = [f"{a}-{b}" for a in CELLS for b in CELLS]
        return ["@" + cell for cell in CELLS] + slides + ["*" + cell for cell in CELLS]

    def possible(self, seat: int) -> set[str]:
        return {text for text in self.all_texts() if self.after(seat, text) is not None}

    def barred(self, seat: int) -> set[str]:
        return {text for text in self.possible(seat) if self.is_foul(seat, text)}

    def legal(self) -> set[str]:
        """The board actions of the mover."""
        if self.winners is not None:
            return set()
        return self.possible(self.mover) - (self.barred(self.mover) if self.guard else set())

    def full_state(self) -> object:
        """Board, mover and what each seat remembers: the actions that its memory would bar on this board."""
        memories = [sorted(self.barred(seat)) for seat in (0, 1)]
        return sorted(self.board.items()), self.mover, memories

    def play(self, text: str) -> None:
        seat = self.mover
        foul = self.is_foul(seat, text)
        after = self.after(seat, text)
        assert after is not None
        self.last[seat] = f"*{self.star()}{text[1:]}" if text[0] == "*" else text
        self.shapes[seat].append(shape(self.board, seat))
        self.board = after
        self.mover = 1 - seat
        self.seen.append(self.full_state())
        star = self.star()
        beside = {cell for cell in CELLS if distance(star, cell) == 1}
        if foul:
            self.winners = (1 - seat,)
        elif beside <= self.own(0):
            self.winners = (0,)
        elif beside <= self.own(1):
            self.winners = (1,)
        elif self.seen.count(self.full_state()) == 3:
            self.winners = ()


def shape(board: dict[str, object], seat: int) -> object:
    return sorted(cell for cell, what in board.items() if what in (seat, "*")), [
        cell for cell, what in board.items() if what == "*"
    ]
