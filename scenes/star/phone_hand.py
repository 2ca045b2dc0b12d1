"""Star in the hand: a finger takes a piece up and shows where it goes, and a button plays it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from game.core.rules import Seat
from game.phones.snapshot import Board, Button, Cell, Mark, Piece, corners, cut
from game.star import rules
from game.star.state import CELLS, SIZE, Action, PiecePlaced, PieceSlid, StarJumped, State, cell_name
from scenes.star.geometry import place
from scenes.star.input import StarInput, can_lift
from scenes.star.looks import PIECES, Look
from scenes.star.selection import Selection, Trying, aimed_at, held_cell, origin_of, target_of
from scenes.star.words import StarWords
from scenes.table.contract.input import Chosen
from scenes.table.contract.optional import PhoneHand
from scenes.table.contract.setup import BoardContext
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
        problem = self._words.problem(state, held.selection) if acts else None
        title = "" if held.seat is None else self._t("star.phone.hand", count=state.hands[held.seat])
        return HandPage(
            "board",
            self._buttons(held),
            board=self._board(held),
            title=cut(title, LINE),
            sentence=None if problem is None else cut(problem.title, LINE),
            helper=cut(self._helper(held) if problem is None else problem.text, LINE),
            decision=(state.ply, acts, state.offer),
        )

    def _helper(self, held: Held) -> str:
        if held.legal:
            return self._words.helper(held.state, held.selection, "touch")
        return held.last_told(self._t, self._names, self._words.said)

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
        state, marks = held.state, self._marks(held)
        spoken = self._spoken(state, held.seat)
        cells = tuple(
            Cell(cell_name(cell), *_place(cell), marks.get(cell, ""), spoken=spoken.get(cell, ""))
            for cell in range(CELLS)
        )
        pieces = [
            Piece(*_place(cell), _look(seat))
            for seat, standing in enumerate(state.pieces)
            for cell in range(CELLS)
            if standing >> cell & 1
        ]
        pieces.append(Piece(*_place(state.star), "star"))
        if held.legal and held.selection.cursor is not None and _ready(state, held.selection):
            lifted = held_cell(state, held.selection)
            look = "star" if lifted == state.star else _look(state.mover)
            pieces.append(Piece(*_place(held.selection.cursor), look, ghost=True))
        return Board(
            "felt", SIDE, 1.0, cells, (), tuple(pieces), outline=_FRAME, field=_FIELD, anywhere=bool(held.legal)
        )

    def _spoken(self, state: State, own: Seat | None) -> dict[int, str]:
        """What stands on a cell."""
        said = {state.star: self._t("star.phone.star")}
        for seat, pieces in enumerate(state.pieces):
            theirs = cut(self._t("star.phone.piece", name=self._names[seat]), LINE)
            theirs = self._t("star.phone.own") if seat == own else theirs
            said |= {cell: theirs for cell in range(CELLS) if pieces >> cell & 1}
        return said

    def _marks(self, held: Held) -> dict[int, Mark]:
        """Where the last step led, what is taken up, and where it may go; nothing may be taken up twice."""
        state, marks = held.state, dict[int, Mark]()
        for event in () if held.last is None else held.last.events:
            if isinstance(event, PieceSlid | StarJumped):
                marks |= {event.origin: "from", event.target: "last"}
            elif isinstance(event, PiecePlaced):
                marks[event.cell] = "last"
        if not held.legal:
            return marks
        lifted = held_cell(state, held.selection)
        for action in rules.board_actions(state):
            if origin_of(state, action) == lifted:
                marks[target_of(action)] = "lit"
        if lifted is not None:
            marks[lifted] = "chosen"
        if isinstance(held.selection, Trying) and not _ready(state, held.selection):
            marks[held.selection.cursor] = "barred"
        return marks


def _place(cell: int) -> Place:
    column, row = place(cell)
    return round(FIRST + PITCH * column, 4), round(FIRST + PITCH * row, 4)


def _look(seat: Seat) -> Literal["ring", "disc"]:
    """What a seat's pieces are."""
    return "ring" if PIECES[seat] is Look.RING else "disc"


def _ready(state: State, selection: Selection) -> bool:
    """Whether what is shown can be played."""
    return aimed_at(state, selection) in rules.board_actions(state)
