"""Reads positions drawn row by row: `*` is the star, `o` and `x` are pieces. Plays given actions, or by chance."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from game.core.options import resolve
from game.star import SPEC, rules
from game.star.rules import EMPTY_MARK, PIECE_MARKS, STAR_MARK, board_marks
from game.star.state import CELLS, CORNERS, PIECES_EACH, State, cell_name
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


def walks(fouls: str, count: int, seed: int, **options: object) -> list[State]:
    """Positions from random games without fouls, in every corner, with nothing to repeat."""
    random = Random(seed)
    found: list[State] = []
    while len(found) < count:
        star = cell_name(random.choice(CORNERS))
        state = rules.start(resolve(SPEC.options, {"star": star, "fouls": fouls, **options}), 0)
        for _ in range(random.randrange(25)):
            actions = [action for action in rules.board_actions(state) if action not in rules.barred_actions(state)]
            if not actions or state.result is not None:
                break
            state = rules.apply(state, state.mover, random.choice(actions))[0]
        if state.result is None:
            found.append(replace(state, history=()))
    return found
