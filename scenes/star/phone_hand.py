"""Star in the hand: a finger takes a piece up and shows where it goes, and a button plays it."""

from __future__ import annotations

from typing import Any, TypeAlias

from game.core.rules import Seat
from game.phones.snapshot import Board, Button, corners, cut
from game.star import rules
from game.star.state import CELLS, SEATS, SIZE, Action, State, cell_name
from scenes.star.geometry import place
from scenes.star.input import StarInput, can_lift
from scenes.star.selection import Selection, aimed_at, held_cell
from scenes.star.shown import shown
from scenes.star.words import StarWords
from scenes.table.contract.input import Chosen
from scenes.table.contract.optional import PhoneHand
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.shown import Shown
from scenes.table.phone_board import phone_cells, phone_pieces
from scenes.table.phone_hand import LABEL, LINE, HandPage, InHand, Place, Remembered

Held: TypeAlias = InHand[State, Action, Selection]
PITCH, FIRST, SIDE = 0.32, 0.18, 0.29  # in widths of the board, as all places are
_FRAME, _FIELD = corners(0, 0, 1, 1), corners(0.022, 0.022, 0.978, 0.978)


class StarPhone(PhoneHand[State, Action, Selection]):
    """For one table; the board is never turned."""

    def __init__(self, context: BoardContext, entering: StarInput, words: StarWords) -> None:
        self._t = context.stage.t
        self._names = context.names
        self._input = entering
        self._words = words
        self._remembered = Remembered()

    def tapped(self, held: Held, place: Place, cell: str) -> Chosen[Action, Selection] | None:
        column, row = (round((at - FIRST) / PITCH) for at in place)
        if not (0 <= column < SIZE and 0 <= row < SIZE) or not rules.board_actions(held.state):
            return None
        return Chosen(self._input.pressed(held.state, held.legal, held.selection, row * SIZE + column).selection)

    # What is shown

    def page(self, held: Held) -> HandPage | None:
        if held.state.offer == "open":
            return None  # the answer is asked for in a dialog of its own
        return self._remembered.page(held, (self._t("glyph.place"), tuple(self._names)), lambda: self._made(held))

    def _made(self, held: Held) -> HandPage:
        state, acts = held.state, bool(held.legal)
        turn = self._words.turn(state, held.selection, "touch") if acts else None
        problem = None if turn is None else turn.problem
        helper = held.last_told(self._t, self._names, self._words.action) if turn is None else turn.helper
        title = "" if held.seat is None else self._t("star.phone.hand", count=state.hands[held.seat])
        return HandPage(
            "board",
            self._buttons(held),
            board=self._board(held),
            title=cut(title, LINE),
            sentence=None if problem is None else cut(problem.title, LINE),
            helper=cut(helper if problem is None else problem.text, LINE),
            decision=(state.ply, acts, state.offer),
        )

    def _buttons(self, held: Held) -> tuple[Button, ...]:
        state, selection, t = held.state, held.selection, self._t
        if held.seat is None:
            return ()
        lifted = held_cell(state, selection) is not None if held.legal else False
        back = Button("back", cut(t("glyph.back"), LABEL), glyph="back", enabled=lifted)
        if held.legal and not rules.board_actions(state):
            return (Button("confirm", cut(t("star.glyph.resign"), LABEL), "primary"),)
        label = t("star.glyph.play" if lifted or not state.hands[held.seat] else "glyph.place")
        ready = bool(held.legal) and _ready(state, selection)
        if held.legal and not lifted and selection.cursor is not None and can_lift(state, selection.cursor):
            label, ready = t("star.glyph.pick_up"), True  # by the ring; a finger has it up at once
        return back, Button("confirm", cut(label, LABEL), "primary", enabled=ready)

    def _board(self, held: Held) -> Board:
        """A piece in the hand may go where it is lit; what another one could do is not marked."""
        shows = shown(held.state, held.legal, held.selection, held.last)
        cells = phone_cells(shows, _PLACES, _NAMES, self._spoken(shows, held.seat), without=("offered",))
        pieces, anywhere = phone_pieces(shows, _PLACES), bool(held.legal)
        return Board("felt", SIDE, 1.0, cells, (), pieces, outline=_FRAME, field=_FIELD, anywhere=anywhere)

    def _spoken(self, shows: Shown[Any], own: Seat | None) -> dict[int, str]:
        """What stands on a cell."""
        names = [self._t("star.phone.own") if seat == own else self._theirs(seat) for seat in SEATS]
        star = self._t("star.phone.star")
        return {cell: star if piece.seat is None else names[piece.seat] for cell, piece in shows.standing().items()}

    def _theirs(self, seat: Seat) -> str:
        return cut(self._t("star.phone.piece", name=self._names[seat]), LINE)


def _place(cell: int) -> Place:
    column, row = place(cell)
    return round(FIRST + PITCH * column, 4), round(FIRST + PITCH * row, 4)


_PLACES = {cell: _place(cell) for cell in range(CELLS)}
_NAMES = {cell: cell_name(cell) for cell in range(CELLS)}


def _ready(state: State, selection: Selection) -> bool:
    """Whether what is shown can be played."""
    return aimed_at(state, selection) in rules.board_actions(state)
