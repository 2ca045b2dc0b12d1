"""The content of Coffee's board, by its cells and sticks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from game.coffee import rules
from game.coffee.board import Axis, Cell, board
from game.coffee.rules import row_through
from game.coffee.state import Action, State, other, with_stone
from scenes.coffee.input import cells_of
from scenes.coffee.selection import Choosing, Completing, Pointing, Selection, Trying
from scenes.table.contract.shown import Bar, Mark, Piece, ShownBoard, Way

LaidStick = tuple[Cell, Axis]


def shown(
    state: State, legal: Sequence[Action] = (), selection: Selection | None = None, with_dangers: bool = True
) -> ShownBoard[LaidStick]:
    """Return the content of a position, with the selection among the `legal` actions.

    Of a stone without its stick `with_dangers` shows the rows that the rival could win by; each such way has the axis
    of the stick that would allow it, and the cell that would complete it.
    """
    table = board(state.board)
    pieces = [Piece(cell, "black", state.colours.index("black")) for cell in table.members(state.black)]
    pieces += [Piece(cell, "orange", state.colours.index("orange")) for cell in table.members(state.orange)]
    bars: list[Bar[LaidStick]] = [] if state.stick is None else [Bar(state.stick)]
    ways: list[Way] = []
    if legal and isinstance(selection, Pointing):
        cell, axis = selection.cell, selection.axis
        pieces.append(Piece(cell, state.to_move, state.mover))
        if axis is not None:
            bars.append(Bar((cell, axis), "ghost" if rules.offer_of(state, cell, axis) else "bad"))
            ways.append(Way(table.line(cell, axis)))
        ways += [Way(row, by, warning=True, at=win) for by, win, row in _threats(state, cell)] if with_dangers else ()
    elif legal and isinstance(selection, Choosing | Completing) and selection.cell is not None:
        pieces.append(Piece(selection.cell, state.to_move, state.mover, ghost=True))
    return ShownBoard(pieces, tuple(_marks(state, legal, selection, ways)), bars, ways)


def _marks(state: State, legal: Sequence[Action], selection: Selection | None, ways: Sequence[Way]) -> Iterator[Mark]:
    if state.stick is not None and state.winner is None:
        yield from (Mark(cell, "line") for cell in board(state.board).line(*state.stick))
    yield from (Mark(cell, "lit") for cell in cells_of(legal))
    if not legal:
        return
    if isinstance(selection, Pointing):
        if selection.axis is not None:
            yield from (Mark(cell, "offered") for cell in rules.offer_of(state, selection.cell, selection.axis))
            yield from (Mark(way.at, "barred") for way in ways if way.look == selection.axis and way.at is not None)
        yield Mark(selection.cell, "chosen")
    elif isinstance(selection, Completing):
        yield Mark(selection.cell, "chosen")
    elif isinstance(selection, Trying):
        yield Mark(selection.cell, "barred")


@lru_cache(maxsize=1)  # the same in every frame while an axis is chosen
def _threats(state: State, cell: Cell) -> tuple[tuple[str, Cell, tuple[Cell, ...]], ...]:
    """Where the rival could win after a stone on `cell`: the stick's axis, the winning cell and the row."""
    after, rival = with_stone(state, state.to_move, cell), other(state.to_move)
    return tuple(
        (axis, win, row_through(with_stone(after, rival, win), win))
        for axis, wins in rules.dangers(state, cell).items()
        for win in sorted(wins)
    )
