"""Reads positions drawn row by row, `*` the star, `o` and `x` the seats' pieces; and plays actions given as texts."""

from __future__ import annotations

from functools import partial
from typing import Any

from game.core.options import resolve
from game.star import SPEC, rules
from game.star.rules import EMPTY_MARK, PIECE_MARKS, STAR_MARK, board_marks
from game.star.state import CELLS, PIECES_EACH, State, cell_name
from tests import make


def read(drawing: str, mover: int = 0, memory: tuple[str, str] = ("", ""), **options: Any) -> State:
    """The drawn position; pieces that are not on the board are in hand, `memory` is what each seat may not play."""
    marks = "".join(drawing.split())
    assert len(marks) == CELLS and not set(marks) - {STAR_MARK, EMPTY_MARK, *PIECE_MARKS}
    masks = [sum(1 << cell for cell in range(CELLS) if marks[cell] == mark) for mark in PIECE_MARKS]
    given = resolve(SPEC.options, {"star": cell_name(marks.index(STAR_MARK)), **options})
    barred: Any = tuple(rules.parse(text) if text else None for text in memory)
    state = State(
        star=marks.index(STAR_MARK),
        fouls=given["fouls"],
        foul_guard=given["foul_guard"],
        pieces=(masks[0], masks[1]),
        hands=(PIECES_EACH - masks[0].bit_count(), PIECES_EACH - masks[1].bit_count()),
        mover=mover,
        memory=barred,
    )
    assert min(state.hands) >= 0 and board_marks(state) == marks
    return state


def drawn(state: State) -> str:
    """The board as `read` takes it, rows parted by blanks."""
    marks = board_marks(state)
    return " ".join(marks[start : start + 3] for start in (0, 3, 6))


played = partial(make.state, "star")
go_on = partial(make.go_on, "star")


def texts(actions: Any) -> list[str]:
    """Actions in notation."""
    return [rules.text(action) for action in actions]
