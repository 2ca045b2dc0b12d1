"""A board's page on a phone: texts from the board's words, cells and pieces from its content.

A finger picks a piece up and shows its target; a button plays.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
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
from scenes.table.contract.typevars import A, S, Sel
from scenes.table.contract.words import BoardWords, TurnWords

UNKNOWN: tuple[MarkKind, ...] = ("sealed",)  # marks that the page does not draw
PHONE = pygame.Rect(0, 0, FRAME, FRAME)
"""The frame of a grid whose cells lie on a phone: 880 units are the board's width."""
_FRAME, _FIELD = corners(0, 0, 1, 1), corners(0.022, 0.022, 0.978, 0.978)


class BoardPhone(PhonePages[S, A, Sel]):
    """The page of a board at one table. A game defines its buttons and its board."""

    def __init__(self, context: BoardContext, words: BoardWords[S, A, Sel]) -> None:
        self._t = context.stage.t
        self._context = context
        self._words = words
        self._remembered: defaultdict[str, PageCache] = defaultdict(PageCache)  # by language

    def page(self, data: PageData[S, A, Sel]) -> SeatPage | None:
        about = (tuple(self._context.names), *self.about())
        return self._remembered[self._context.stage.strings.language].page(data, about, lambda: self.made(data))

    def about(self) -> tuple[object, ...]:
        """Return everything that the page depends on, except position and selection."""
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
        """Return the point of the table's board under a finger, as `SeatPage.point`."""

    def _helper_between(self, data: PageData[S, A, Sel], turn: TurnWords | None) -> str:
        """The task; the last action while the holder is not to act."""
        if turn is None:
            return data.last_action(self._t, self._context.names, self._words.action)
        return self.helper(data, turn)

    def title(self, state: S, seat: Seat) -> str:
        """Return the stock of the holder, who plays `seat`; "" for none."""
        return ""

    def helper(self, data: PageData[S, A, Sel], turn: TurnWords) -> str:
        """Return the holder's next steps; by default the screen's."""
        return turn.helper

    @abstractmethod
    def buttons(self, data: PageData[S, A, Sel]) -> tuple[PhoneButton, ...]:
        """The buttons of a seat."""

    @abstractmethod
    def board(self, data: PageData[S, A, Sel]) -> PhoneBoard:
        """The board as the phone shows it."""

    def button(self, name: str, key: str, enabled: bool = True) -> PhoneButton:
        """Back, or the large button "confirm", with a text by its key."""
        label = cut(self._t(key), LABEL)
        if name == "back":
            return PhoneButton("back", label, glyph="back", enabled=enabled)
        return PhoneButton("confirm", label, "primary", enabled=enabled)


def phone_art(left: float, top: float, size: float, pitch: float) -> dict[str, object]:
    """The art of a phone's grid: the first cell's corner, the cells' size and pitch, in widths of the board."""
    return {"cell_origin": (FRAME * left, FRAME * top), "cell_size": FRAME * size, "cell_pitch": FRAME * pitch}


def phone_places(grid: Grid) -> dict[int, Place]:
    """Return the places of a phone grid's cells."""
    return {cell: on_phone(grid.middle(cell)) for cell in range(grid.side * grid.side)}


def on_grid(place: Place) -> tuple[int, int]:
    """A place on the phone as a point of its grid."""
    return round(place[0] * FRAME), round(place[1] * FRAME)


def on_phone(point: tuple[float, float]) -> Place:
    """A point of the phone's grid, in widths of the board."""
    return round(point[0] / FRAME, 4), round(point[1] / FRAME, 4)


def phone_cells(
    shown: AnyShown,
    places: Mapping[int, Place],
    names: Mapping[int, str],
    spoken: Mapping[int, str],
    owners: Sequence[Owner] = (),
    without: Sequence[MarkKind] = UNKNOWN,
) -> tuple[PhoneCell, ...]:
    """The cells at their `places`, each with its uppermost mark of a kind not in `without`.

    `owners` by seat give marks their colours, () leaves them plain. `spoken` has the cells' texts for a screen reader.
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
    """The pieces and ghosts at the places of their cells."""
    return tuple(
        PhonePiece(*places[piece.cell], piece.look, _owner(owners, piece.seat), piece.ghost) for piece in shown.pieces
    )


def _owner(owners: Sequence[Owner], seat: Seat | None) -> Owner:
    return owners[seat] if owners and seat is not None else ""


class CarryPhone(BoardPhone[S, A, Carried[B]], Generic[S, A, B]):
    """A page for one table: `grid` has the cells on the phone, `shown` the board's content.

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
        """The buttons: back lets go; by the direction ring, confirm picks up too (a finger does so at once)."""
        state, selection, carrying = data.state, data.selection, self._carrying
        lifted = bool(data.legal) and carrying.held_cell(state, selection) is not None
        back, cursor = self.button("back", "glyph.back", lifted), selection.cursor
        if data.legal and not lifted and cursor is not None and carrying.can_lift(state, cursor):
            return back, self.button("confirm", "carry.pick_up")
        places = not lifted and data.seat is not None and carrying.has_stock(state, data.seat)
        ready = bool(data.legal) and carrying.aimed_at(state, selection) in carrying.on_board(data.legal)
        return back, self.button("confirm", "glyph.place" if places else "carry.play", ready)

    def board(self, data: PageData[S, A, Carried[B]]) -> PhoneBoard:
        shows = self._shown(data.state, data.legal, data.selection, data.last)
        size = round(self._grid.cell_rect(0).width / FRAME, 4)
        names = {cell: self._grid.name(cell) for cell in self._places}
        texts = {cell: self.spoken(piece.look, piece.seat, data.seat) for cell, piece in shows.standing().items()}
        cells = phone_cells(shows, self._places, names, texts, self._owners, self.without)
        pieces, anywhere = phone_pieces(shows, self._places, self._owners), bool(data.legal)
        return PhoneBoard("felt", size, 1.0, cells, (), pieces, outline=_FRAME, field=_FIELD, anywhere=anywhere)

    def spoken(self, look: str, seat: Seat | None, own: Seat | None) -> str:
        """Return the spoken content of a cell, for the holder who plays `own`."""
        if seat == own:
            return self._t("carry.phone.own")
        return cut(self._t("carry.phone.theirs", name=self._context.names[seat or 0]), LINE)
