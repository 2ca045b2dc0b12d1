"""The content of Star's board, by its cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.rules import Step
from game.star.state import SEATS, Action, Cell, Jump, PiecePlaced, PieceSlid, StarJumped, State, cells_in
from scenes.star.looks import PIECES, Look
from scenes.star.selection import Selection, Trying, aimed_at, held_cell, on_board, origin_of, target_of
from scenes.table.contract.shown import Mark, Piece, ShownBoard


def shown(
    state: State,
    legal: Sequence[Action] = (),
    selection: Selection | None = None,
    last: Step[State, Action, object] | None = None,
) -> ShownBoard[object]:
    """Return the content of a position, with the last step and the selection among the `legal` actions."""
    pieces = [Piece(cell, PIECES[seat].value, seat) for seat in SEATS for cell in cells_in(state.pieces[seat])]
    pieces.append(Piece(state.star, Look.STAR.value))
    marks = list(_led(last))
    if legal and selection is not None:
        actions, held = on_board(legal), held_cell(state, selection)
        marks += _targets(state, legal, held)
        aimed = aimed_at(state, selection)
        if aimed is not None and aimed in actions:
            look, seat = (Look.STAR, None) if isinstance(aimed, Jump) else (PIECES[state.mover], state.mover)
            pieces.append(Piece(target_of(aimed), look.value, seat, ghost=True))
        elif isinstance(selection, Trying):
            marks.append(Mark(selection.cursor, "barred"))
    return ShownBoard(pieces, marks)


def _led(last: Step[State, Action, object] | None) -> Iterator[Mark]:
    """Where the last step came from and led to."""
    for event in () if last is None else last.events:
        if isinstance(event, PiecePlaced):
            yield Mark(event.cell, "last", event.seat)
        elif isinstance(event, PieceSlid | StarJumped):
            yield Mark(event.origin, "from", event.seat)
            yield Mark(event.target, "last", event.seat)


def _targets(state: State, legal: Sequence[Action], held: Cell | None) -> Iterator[Mark]:
    """What is taken up, and where it may go; where what stands here could go, while nothing is taken up."""
    actions = on_board(legal)
    now = {target_of(action) for action in actions if origin_of(state, action) == held}
    later = {target_of(action) for action in actions} - now if held is None else set()
    yield from (Mark(cell, "offered") for cell in sorted(later))
    yield from (Mark(cell, "lit") for cell in sorted(now))
    if held is not None:
        yield Mark(held, "chosen")
