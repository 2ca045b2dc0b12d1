"""Pieces picked up on a board in the hand: a finger takes one up and shows where it goes, a button plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from game.core.rules import Seat
from game.phones.snapshot import Owner, PhoneBoard, PhoneButton, corners, cut
from scenes.kit.input.intents import Point
from scenes.table.cells.carry import B, Carried, CarryInput
from scenes.table.cells.grid import FRAME, Grid
from scenes.table.cells.phone import BoardPhone, on_grid, phone_cells, phone_pieces, phone_places
from scenes.table.contract.phone_hand import LINE, InHand, Place
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.shown import AnyShown, MarkKind
from scenes.table.contract.typevars import A, S
from scenes.table.contract.words import BoardWords

_FRAME, _FIELD = corners(0, 0, 1, 1), corners(0.022, 0.022, 0.978, 0.978)


class CarryPhone(BoardPhone[S, A, Carried[B]], Generic[S, A, B]):
    """A page on a phone for one table: `grid` are the cells on the phone, `shown` is the board's.

    `owners` by seat give pieces and marks their colours.
    """

    without: tuple[MarkKind, ...] = ()  # marks that the page leaves out

    def __init__(
        self,
        context: BoardContext,
        words: BoardWords[S, A, Carried[B]],
        entering: CarryInput[S, A, B],
        grid: Grid,
        shown: Callable[..., AnyShown],
        owners: tuple[Owner, ...] = (),
    ) -> None:
        super().__init__(context, words)
        self._hand = entering.hand
        self._table = entering.geometry
        self._grid = grid
        self._shown = shown
        self._places = phone_places(grid)
        self._owners = owners

    def point(self, held: InHand[S, A, Carried[B]], place: Place, cell: str) -> Point | None:
        at = self._grid.cell_at(on_grid(place))
        return None if at is None or not self._hand.on_board(held.legal) else self._table.cell_rect(at).center

    def buttons(self, held: InHand[S, A, Carried[B]]) -> tuple[PhoneButton, ...]:
        """Back lets go. By the ring confirm picks up as well; a finger has the piece up at once."""
        state, selection, hand = held.state, held.selection, self._hand
        lifted = bool(held.legal) and hand.held_cell(state, selection) is not None
        back, cursor = self.button("back", "glyph.back", lifted), selection.cursor
        if held.legal and not lifted and cursor is not None and hand.can_lift(state, cursor):
            return back, self.button("confirm", "carry.pick_up")
        places = not lifted and held.seat is not None and hand.has_stock(state, held.seat)
        ready = bool(held.legal) and hand.aimed_at(state, selection) in hand.on_board(held.legal)
        return back, self.button("confirm", "glyph.place" if places else "carry.play", ready)

    def board(self, held: InHand[S, A, Carried[B]]) -> PhoneBoard:
        shows = self._shown(held.state, held.legal, held.selection, held.last)
        size = round(self._grid.cell_rect(0).width / FRAME, 4)
        names = {cell: self._grid.name(cell) for cell in self._places}
        said = {cell: self.spoken(piece.look, piece.seat, held.seat) for cell, piece in shows.standing().items()}
        cells = phone_cells(shows, self._places, names, said, self._owners, self.without)
        pieces, anywhere = phone_pieces(shows, self._places, self._owners), bool(held.legal)
        return PhoneBoard("felt", size, 1.0, cells, (), pieces, outline=_FRAME, field=_FIELD, anywhere=anywhere)

    def spoken(self, look: str, seat: Seat | None, own: Seat | None) -> str:
        """Return the spoken content of a cell, for the holder who plays `own`."""
        if seat == own:
            return self._t("carry.phone.own")
        return cut(self._t("carry.phone.theirs", name=self._context.names[seat or 0]), LINE)
