"""Star's notation: "@b2" places, "a2-b2" slides, "*c3" jumps; "draw?", "accept", "refuse" and "resign"."""

from __future__ import annotations

import re

from game.core.rules import NotationError
from game.star.state import (
    CELLS,
    SEATS,
    SIZE,
    Accept,
    Action,
    Jump,
    OfferDraw,
    Place,
    Refuse,
    Resign,
    Slide,
    State,
    cell_name,
    cell_of,
)

_PLACE = re.compile(r"@([abc][123])", re.ASCII)
_SLIDE = re.compile(r"([abc][123])-([abc][123])", re.ASCII)
_JUMP = re.compile(r"\*([abc][123])", re.ASCII)
_WORDS: dict[str, Action] = {"draw?": OfferDraw(), "accept": Accept(), "refuse": Refuse(), "resign": Resign()}
_TEXTS = {action: word for word, action in _WORDS.items()}

PIECE_MARKS = "ox"
STAR_MARK = "*"
EMPTY_MARK = "."


def text(action: Action) -> str:
    """The action in notation."""
    if isinstance(action, Place):
        return f"@{cell_name(action.cell)}"
    if isinstance(action, Slide):
        return f"{cell_name(action.origin)}-{cell_name(action.target)}"
    if isinstance(action, Jump):
        return f"*{cell_name(action.target)}"
    return _TEXTS[action]


def parse(text: str) -> Action:
    """The action that `text` stands for. Raises NotationError."""
    if text in _WORDS:
        return _WORDS[text]
    if match := _PLACE.fullmatch(text):
        return Place(cell_of(match[1]))
    if match := _SLIDE.fullmatch(text):
        return Slide(cell_of(match[1]), cell_of(match[2]))
    if match := _JUMP.fullmatch(text):
        return Jump(cell_of(match[1]))
    raise NotationError(
        f"{text!r} is no Star action: write @b2 (place), a2-b2 (slide), *c3 (jump), {', '.join(_WORDS)}"
    )


def board_marks(state: State) -> str:
    """The board as nine characters row by row from a3: `*` the star, `o` and `x` the seats' pieces, `.` empty."""
    marks = [EMPTY_MARK] * CELLS
    for seat in SEATS:
        for cell in range(CELLS):
            if state.pieces[seat] >> cell & 1:
                marks[cell] = PIECE_MARKS[seat]
    marks[state.star] = STAR_MARK
    return "".join(marks)


def picture(state: State) -> str:
    """The board in ASCII, row 3 on top, then a line for each seat."""
    marks = board_marks(state)
    lines = [f"{SIZE - row} {' '.join(marks[row * SIZE : (row + 1) * SIZE])}" for row in range(SIZE)]
    return "\n".join([*lines, "  a b c", *(_seat_line(state, seat) for seat in SEATS)])


def _seat_line(state: State, seat: int) -> str:
    line = f"{seat}: {PIECE_MARKS[seat]}, in hand {state.hands[seat]}"
    memory = state.memory[seat]
    if memory is not None:
        line += f", may not take back with {text(memory)}"
    if state.result is not None:
        return line + (", has won" if seat in state.result.winners else "")
    if state.mover != seat:
        return line + (", to answer the draw offer" if state.offer == "open" else "")
    return line + {"none": ", to move", "open": ", offers a draw", "refused": ", to move, draw refused"}[state.offer]
