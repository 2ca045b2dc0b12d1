"""A board's page on a phone. Its texts come from the board's words, its cells and pieces from the board's content.

A finger on the phone picks a piece up and shows where it can go; a button plays.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Generic, cast

import pygame

from game.core.rules import Seat
from game.phones.snapshot import Mark, Owner, PhoneBoard, PhoneButton, PhoneCell, PhonePiece, corners, cut
from scenes.kit.input.intents import Point
from scenes.table.cells.carry import B, Carried, CarryInput
from scenes.table.cells.grid import FRAME, Grid
from scenes.table.contract.optional import PhonePages
from scenes.table.contract.phone_pages import LABEL, LINE, PageCache, PageData, Place, SeatPage
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.shown import AnyShown, MarkKind
from scenes.table.contract.shown import Mark as BoardMark
from scenes.table.contract.typevars import A, S, Sel
from scenes.table.contract.words import BoardWords, TurnWords

# Kinds of marks that the page does not draw.
UNKNOWN: tuple[MarkKind, ...] = ("sealed",)
PHONE = pygame.Rect(0, 0, FRAME, FRAME)
"""The frame of a grid whose cells lie on a phone. Its 880 units are the width of the phone's board."""
_FRAME, _FIELD = corners(0, 0, 1, 1), corners(0.022, 0.022, 0.978, 0.978)


class BoardPhone(PhonePages[S, A, Sel]):
    """The page of a board at one table. A game defines the buttons and the board on it."""

    def __init__(self, context: BoardContext, words: BoardWords[S, A, Sel]) -> None:
        self._t = context.stage.t
        self._context = context
        self._words = words
        # By language: the latest page of each seat.
        self._remembered: defaultdict[str, PageCache] = defaultdict(PageCache)

    def page(self, data: PageData[S, A, Sel]) -> SeatPage | None:
        about = (tuple(self._context.names), *self.about())
        return self._remembered[self._context.stage.strings.language].page(data, about, lambda: self.made(data))

    def about(self) -> tuple[object, ...]:
        """Return everything except position and selection on which the page depends."""
        return ()

    def made(self, data: PageData[S, A, Sel]) -> SeatPage:
        """Make the page."""
        state: Any = data.state
        turn = self._words.turn(data.state, data.selection, "touch") if data.legal else None
        problem = None if turn is None else turn.problem
        return SeatPage(
            "board",
            () if data.seat is None else self.buttons(data),
            board=self.board(data),
            title="" if data.seat is None else cut(self.title(data.state, data.seat), LINE),
            sentence=None if problem is None else cut(problem.title, LINE),
            helper=cut(self._helper_between(data, turn) if problem is None else problem.text, LINE),
            decision=(state.ply, bool(data.legal)),
            point=partial(self.point, data) if data.legal else None,
        )

    @abstractmethod
    def point(self, data: PageData[S, A, Sel], place: Place, cell: str) -> Point | None:
        """Return the point of the table's board that belongs to a finger's place on the phone. See `SeatPage.point`."""

    def _helper_between(self, data: PageData[S, A, Sel], turn: TurnWords | None) -> str:
        """Return what the holder can do next, or the last action if another seat is in turn."""
        if turn is None:
            return data.last_action(self._t, self._context.names, self._words.action)
        return self.helper(data, turn)

    def title(self, state: S, seat: Seat) -> str:
        """Return what the holder, who plays `seat`, has in stock; "" for nothing."""
        return ""

    def helper(self, data: PageData[S, A, Sel], turn: TurnWords) -> str:
        """Return what the holder can do next. By default it is the text on the screen."""
        return turn.helper

    @abstractmethod
    def buttons(self, data: PageData[S, A, Sel]) -> tuple[PhoneButton, ...]:
        """Return the buttons of a seat."""

    @abstractmethod
    def board(self, data: PageData[S, A, Sel]) -> PhoneBoard:
        """Return the board as the phone shows it."""

    def button(self, name: str, key: str, enabled: bool = True) -> PhoneButton:
        """Return the button `name`: "back", or the large button "confirm". `key` is the key of its text."""
        label = cut(self._t(key), LABEL)
        if name == "back":
            return PhoneButton("back", label, glyph="back", enabled=enabled)
        return PhoneButton("confirm", label, "primary", enabled=enabled)


def phone_art(left: float, top: float, size: float, pitch: float) -> dict[str, object]:
    """Return the art of a phone's grid: the corner of the first cell, and the size and distance of cells, in widths of
    the board.
    """
    return {"cell_origin": (FRAME * left, FRAME * top), "cell_size": FRAME * size, "cell_pitch": FRAME * pitch}


def phone_places(grid: Grid) -> dict[int, Place]:
    """Return the places of a phone grid's cells."""
    return {cell: on_phone(grid.middle(cell)) for cell in range(grid.side * grid.side)}


def on_grid(place: Place) -> tuple[int, int]:
    """Return a point of the phone's grid from a place on the phone."""
    return round(place[0] * FRAME), round(place[1] * FRAME)


def on_phone(point: tuple[float, float]) -> Place:
    """Return a place on the phone, in widths of the board, from a point of the phone's grid."""
    return round(point[0] / FRAME, 4), round(point[1] / FRAME, 4)


def phone_cells(
    shown: AnyShown,
    places: Mapping[int, Place],
    names: Mapping[int, str],
    spoken: Mapping[int, str],
    owners: Sequence[Owner] = (),
    without: Sequence[MarkKind] = UNKNOWN,
) -> tuple[PhoneCell, ...]:
    """Return the cells at their `places`. Each has its uppermost mark, except marks of a kind in `without`.

    `owners` has the owner of each seat. A mark gets the colour of its seat's owner; without owners it stays plain.
    `spoken` has the texts of cells for a screen reader.
    """
    marks = {mark.cell: mark for mark in shown.marks if mark.kind not in without}
    found = []
    for cell, at in places.items():
        mark = marks.get(cell)
        kind = cast(Mark, "" if mark is None else mark.kind)
        owner = _owner(owners, None if mark is None else mark.seat)
        found.append(PhoneCell(names[cell], *at, kind, owner, spoken.get(cell, "")))
    return tuple(found)


def phone_pieces(shown: AnyShown, places: Mapping[int, Place], owners: Sequence[Owner] = ()) -> tuple[PhonePiece, ...]:
    """Return the pieces and previewed pieces at the places of their cells."""
    return tuple(
        PhonePiece(*places[piece.cell], piece.look, _owner(owners, piece.seat), piece.ghost) for piece in shown.pieces
    )


def _owner(owners: Sequence[Owner], seat: Seat | None) -> Owner:
    return owners[seat] if owners and seat is not None else ""


class CarryPhone(BoardPhone[S, A, Carried[B]], Generic[S, A, B]):
    """The page of boards of cells, for one table. `grid` has the cells on the phone, `shown` the board's content.

    `owners` has the owner of each seat. Pieces and marks get the colour of their seat's owner. The pieces that can move
    are lit until one is picked up.
    """

    # Kinds of marks that the page leaves out.
    without: tuple[MarkKind, ...] = ()

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
        self._carrying = entering.carrying
        self._table = entering.geometry
        self._grid = grid
        self._shown = shown
        self._places = phone_places(grid)
        self._owners = owners

    def point(self, data: PageData[S, A, Carried[B]], place: Place, cell: str) -> Point | None:
        at = self._grid.cell_at(on_grid(place))
        return None if at is None or not self._carrying.on_board(data.legal) else self._table.cell_rect(at).center

    def buttons(self, data: PageData[S, A, Carried[B]]) -> tuple[PhoneButton, ...]:
        """Return the buttons. Back lets go of a piece.

        With the direction ring, Confirm also picks a piece up; a finger needs no button for that.
        """
        state, selection, carrying = data.state, data.selection, self._carrying
        lifted = bool(data.legal) and carrying.held_cell(state, selection) is not None
        back, cursor = self.button("back", "glyph.back", lifted), selection.cursor
        if data.legal and not lifted and cursor is not None and carrying.can_lift(state, cursor):
            return back, self.button("confirm", "carry.pick_up")
        places = not lifted and data.seat is not None and carrying.has_stock(state, data.seat)
        ready = bool(data.legal) and carrying.aimed_at(state, selection) in carrying.on_board(data.legal)
        return back, self.button("confirm", "glyph.place" if places else "carry.play", ready)

    def board(self, data: PageData[S, A, Carried[B]]) -> PhoneBoard:
        state, carrying = data.state, self._carrying
        shows = self._shown(state, data.legal, data.selection, data.last)
        if carrying.held_cell(state, data.selection) is None:
            origins = {carrying.origin_of(state, action) for action in carrying.on_board(data.legal)}
            movable = [BoardMark(cell, "lit") for cell in origins if cell is not None]
            shows = replace(shows, marks=[*shows.marks, *movable])
        size = round(self._grid.cell_rect(0).width / FRAME, 4)
        names = {cell: self._grid.name(cell) for cell in self._places}
        texts = {cell: self.spoken(piece.look, piece.seat, data.seat) for cell, piece in shows.standing().items()}
        cells = phone_cells(shows, self._places, names, texts, self._owners, self.without)
        pieces, anywhere = phone_pieces(shows, self._places, self._owners), bool(data.legal)
        return PhoneBoard("felt", size, 1.0, cells, (), pieces, outline=_FRAME, field=_FIELD, anywhere=anywhere)

    def spoken(self, look: str, seat: Seat | None, own: Seat | None) -> str:
        """Return what a screen reader says for the content of a cell. The holder plays `own`."""
        if seat == own:
            return self._t("carry.phone.own")
        return cut(self._t("carry.phone.theirs", name=self._context.names[seat or 0]), LINE)
