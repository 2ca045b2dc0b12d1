"""The content of Quoridor's board, by its cells and walls, however it is turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.rules import Step
from game.quoridor.state import Action, PawnMove, PawnStepped, State, WallPlaced, WallPlacement, walls
from scenes.quoridor.selection import Choosing, Selection, Trying
from scenes.quoridor.trial import Trial
from scenes.table.contract.shown import Bar, Mark, Piece, ShownBoard

PAWN = "pawn"


def shown(
    state: State,
    legal: Sequence[Action] = (),
    selection: Selection | None = None,
    last: Step[State, Action, object] | None = None,
    trial: Trial | None = None,
) -> ShownBoard[WallPlacement]:
    """Return the content of a position, with the last step and the selection among `legal`: `trial` is the wall."""
    trial = trial if legal else None
    pieces = [Piece(cell, PAWN, seat) for seat, cell in enumerate(state.pawns)]
    if legal and isinstance(selection, Choosing) and selection.cell is not None:
        pieces.append(Piece(selection.cell, PAWN, state.mover, ghost=True))
    bars = [_lying(wall, last) for wall in walls(state)]
    if trial is not None:
        bars.append(Bar(trial.wall, "ghost" if trial.problem is None else "bad"))
    return ShownBoard(pieces, tuple(_marks(legal, selection, last, trial)), bars)


def _marks(
    legal: Sequence[Action],
    selection: Selection | None,
    last: Step[State, Action, object] | None,
    trial: Trial | None,
) -> Iterator[Mark]:
    for event in () if last is None else last.events:
        if isinstance(event, PawnStepped):
            yield Mark(event.origin, "from", event.seat)
            yield Mark(event.target, "last", event.seat)
    yield from (Mark(action.cell, "lit") for action in legal if isinstance(action, PawnMove))
    if trial is not None and trial.problem is not None:
        yield from (Mark(cell, "sealed") for cell in trial.problem.region)
    if legal and isinstance(selection, Trying):
        yield Mark(selection.cell, "barred")


def _lying(wall: WallPlacement, last: Step[State, Action, object] | None) -> Bar[WallPlacement]:
    for event in () if last is None else last.events:
        if isinstance(event, WallPlaced) and event.wall == wall:
            return Bar(wall, "last", event.seat)
    return Bar(wall)
