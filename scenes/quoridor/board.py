"""Quoridor's board, made for each layout; the game's part of the setup, with the rack of walls; and its page on a
phone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias, cast

import pygame

from game.core.options import Option
from game.core.rules import Options, Seat, Step
from game.phones.snapshot import (
    Figure,
    Owner,
    PhoneBar,
    PhoneBoard,
    PhoneButton,
    PhoneCell,
    PhoneEdge,
    Shape,
    corners,
    cut,
)
from game.quoridor import rules
from game.quoridor.paths import distances
from game.quoridor.state import (
    CELLS,
    WALLS_EACH,
    Action,
    Orientation,
    PawnMove,
    State,
    WallPlacement,
    anchor_cell,
    cell_name,
    stocks,
)
from game.quoridor.state import SIZE as FILES
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.paint import Sprite, remembered
from scenes.kit.input.intents import Point
from scenes.kit.stage import Picture, Stage
from scenes.quoridor.drawing import ART, BOARD, QuoridorDrawing
from scenes.quoridor.input import Choosing, Passing, QuoridorInput, Selection, Trial, Trials, Walling, shown
from scenes.quoridor.sprites import Geometry
from scenes.quoridor.words import ARROWS_BY_SIDE, QuoridorWords
from scenes.table.board.layout import board_place
from scenes.table.cells.phone import (
    PHONE,
    BoardPhone,
    on_grid,
    on_phone,
    phone_art,
    phone_cells,
    phone_pieces,
    phone_places,
)
from scenes.table.contract.board import Branch, GameBoard, Leaf, Part, Rim, by, in_rows
from scenes.table.contract.phone_pages import LABEL, LINE, PageData, Place, SeatPage
from scenes.table.contract.setup import BoardContext, GameSetup, SeatNote, Stock
from scenes.table.contract.shown import Bar as Lying
from scenes.table.contract.shown import Mark, ShownBoard
from scenes.table.contract.words import TurnWords


class QuoridorBoard(GameBoard[State, Action, Selection]):
    """Quoridor's board. It is turned so that the player of the seat at the bottom moves up."""

    words: QuoridorWords

    def __init__(self, context: BoardContext) -> None:
        self.context = context
        self.setup = QuoridorSetup()
        self._trials = Trials()

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        players = len(identities)
        self.geometry = Geometry(rect, self.context.stage.assets.data(ART), 4 // players * bottom)
        self.input = QuoridorInput(self.geometry)
        self.drawing = QuoridorDrawing(self.context.stage, self.geometry, identities, self._trials)
        self.words = QuoridorWords(self.context, self.geometry, players, self._trials)
        self.phone = QuoridorPhone(self.context, self.words, self._trials, identities, self.geometry)
        self.rim = Rim.of(rect)
        self.seats = tuple((bottom + i) % players for i in range(players))

    def shown(
        self,
        state: State,
        legal: Sequence[Action] = (),
        selection: Selection | None = None,
        last: Step[State, Action, object] | None = None,
    ) -> ShownBoard[WallPlacement]:
        trial = self._trials.of(state, selection) if legal and selection is not None else None
        return shown(state, legal, selection, last, trial)

    def branches(self, state: State, leaves: Sequence[Leaf[Action]]) -> Sequence[Part[Action]]:
        """Group actions for one-button play: the moves, then the walls by orientation on the screen, row by row."""
        lying = by(leaves, self._lies)
        walls = [Branch(in_rows(lying[way], 1), self.words.walls(way)) for way in ("h", "v") if way in lying]
        return (*lying.get(None, ()), *walls)

    def _lies(self, action: Action) -> Orientation | None:
        return self.geometry.seen(action.orientation) if isinstance(action, WallPlacement) else None


# The fewest players with which a third pawn can stand behind the jumped one.
PAWNS_FOR_PAIRS = 3
# Width and height of a bar in the rack, and the distance between the left edges of two bars, in design pixels.
_WIDTH, _HEIGHT, _PITCH = 16, 48, 22


class QuoridorSetup(GameSetup):
    """Quoridor's part of the setup. Seats are named by the side where they start, and racks are full of walls."""

    def pictures(self, stage: Stage) -> list[Picture]:
        return [Picture(stage, BOARD, board_place(stage.metrics).size)]

    def seat_note(self, stage: Stage, index: int, options: Options) -> SeatNote:
        side = 4 // options["players"] * index
        name = stage.t(f"seat.{('south', 'west', 'north', 'east')[side]}")
        walls = stocks(options["players"], options["walls"])[index]
        usual = walls == WALLS_EACH[options["players"]]
        handicap = "" if usual else stage.t("quoridor.begins_with", count=walls)
        return SeatNote(f"{name} · {stage.t('quoridor.goal', arrow=ARROWS_BY_SIDE[side])}", handicap)

    def offered(self, option: Option, options: Options) -> Sequence[Any]:
        """For two players, leave out the rule about a third pawn."""
        if option.name == "jump_pairs" and options["players"] < PAWNS_FOR_PAIRS:
            return ()
        return super().offered(option, options)

    def stock(self, stage: Stage, options: Options, seat: Seat) -> Stock:
        walls = stocks(options["players"], options["walls"])[seat]
        return Stock(walls, walls, stage.t("setup.walls"))

    def stock_row(self, stage: Stage, stock: Stock, lit: bool, room: int) -> Sprite:
        return _rack(stage, stock, lit, room)


@remembered
def _rack(stage: Stage, stock: Stock, lit: bool, room: int) -> Sprite:
    """Draw ivory bars in their slots, and empty slots. They are closer together if `room` (pixels) is short."""
    scale = stage.metrics.scale
    width, height = round(scale * _WIDTH), round(scale * _HEIGHT)
    pitch = min(scale * _PITCH, max(1.0, (room - width) / max(1, stock.total - 1)))
    sheet = SurfaceCanvas.blank((round((stock.total - 1) * pitch) + width, height))
    for i in range(stock.total):
        sheet.blit(_bar(stage, lit, i < stock.left, (width, height)).surface, (round(i * pitch), 0))
    return Sprite(sheet.surface)


def _bar(stage: Stage, lit: bool, filled: bool, size: tuple[int, int]) -> Sprite:
    ground = "enamel" if lit else "lacquer"
    name = f"rack-bar-{ground}" if filled else f"rack-slot-{ground}"
    return stage.paint.cached(("rack", lit, filled), lambda: Sprite(stage.assets.svg(f"sprites/{name}.svg", size)))


# The phone: the holder sees the board from their side; a finger previews a wall or move, a button plays it

Data: TypeAlias = PageData[State, Action, Selection]
# By cell: what a screen reader says about the cell and its sides.
CellTexts: TypeAlias = dict[int, str]
# The unit of all places here is the width of the phone's board. In order: the distance from one cell to the next, the
# side of a cell, the left and top edge of the first cell, and the height of the board.
PITCH, SIZE, LEFT, TOP, HEIGHT = 0.1062, 0.083, 0.034, 0.073, 1.06
WALL: Final = 0.19
# A destination is preferred unless the nearest wall is nearer to the finger by more than this factor.
CELL_FIRST: Final = 1.2
_ART = phone_art(LEFT, TOP, SIZE, PITCH)
_SIDES = ("above", "right", "below", "left")
_NAMES = {cell: cell_name(cell) for cell in range(CELLS)}
# Distance from a corner of the board to the end of a goal's edge.
_END = 0.0394
_FIELD = (0.024, 0.063, 0.976, 1.0156)
# The middles of the top, right, bottom and left edge.
_MIDDLES = (_FIELD[1] / 2, (1 + _FIELD[2]) / 2, (HEIGHT + _FIELD[3]) / 2, _FIELD[0] / 2)


class QuoridorPhone(BoardPhone[State, Action, Selection]):
    """Quoridor's page on a phone, for one table. Every player moves up on it, but cells have the table's names."""

    def __init__(
        self, context: BoardContext, words: QuoridorWords, trials: Trials, identities: Sequence[str], table: Geometry
    ) -> None:
        super().__init__(context, words)
        self._table = table
        self._trials = trials
        self._shapes = tuple(cast(Shape, identity) for identity in identities)
        self._known_cells: dict[Seat, tuple[tuple[tuple[Mark, ...], CellTexts], tuple[PhoneCell, ...]]] = {}
        self._sides = [self._side(seat) for seat in range(len(identities))]
        self._places = [phone_places(side) for side in self._sides]

    def _side(self, seat: Seat) -> Geometry:
        """Return the board as it is seen from a seat, in 1/880 of its width."""
        return Geometry(PHONE, _ART, 4 // len(self._shapes) * seat)

    def point(self, data: Data, place: Place, cell: str) -> Point | None:
        """Return the point of the table's board where a press chooses the destination under the finger.

        Without a destination there, a press at the point chooses the nearest wall.

        If the player has no walls left, the point chooses the nearest cell instead of the wall.
        """
        state, side = data.state, self._sides[data.seat or 0]
        if isinstance(data.selection, Passing):
            return None
        point = on_grid(place)
        wall = side.wall_near(point)
        for action in data.legal:
            if isinstance(action, PawnMove) and cell_name(action.cell) == cell:
                to_cell = math.dist(point, side.middle(action.cell))
                if to_cell <= CELL_FIRST * math.dist(point, side.center(*side.wall_center(wall))):
                    return self._table.cell_rect(action.cell).center
        if not state.walls_left[state.mover]:
            return self._table.cell_rect(side.cell_near(point)).center
        return self._table.on_gutter(wall)

    def made(self, data: Data) -> SeatPage:
        return replace(super().made(data), figures=self._figures(data, self._trial(data)))

    def _trial(self, data: Data) -> Trial | None:
        return self._trials.of(data.state, data.selection) if data.legal else None

    def title(self, state: State, seat: Seat) -> str:
        return self._t("quoridor.phone.left", count=state.walls_left[seat])

    def buttons(self, data: Data) -> tuple[PhoneButton, ...]:
        selection, trial = data.selection, self._trial(data)
        if data.legal and isinstance(selection, Passing):
            return (self.button("confirm", "glyph.pass"),)
        goes = bool(data.legal) and isinstance(selection, Choosing) and selection.cell is not None
        stands = trial is not None and trial.problem is None
        turn = PhoneButton("next", cut(self._t("glyph.turn"), LABEL), glyph="turn", enabled=trial is not None)
        return turn, self.button("confirm", "glyph.move" if goes else "glyph.place", goes or stands)

    def helper(self, data: Data, turn: TurnWords) -> str:
        selection = data.selection
        if isinstance(selection, Walling):
            return self._t("quoridor.phone.wall", cell=rules.text(selection.wall)[:-1])
        if isinstance(selection, Choosing) and selection.cell is not None:
            return self._t("quoridor.phone.move", cell=cell_name(selection.cell))
        return turn.touch_helper

    def _figures(self, data: Data, trial: Trial | None) -> tuple[Figure, ...]:
        """Return how far each player has to go, now and with the previewed wall. The holder comes last."""
        now, last = distances(data.state), data.seat or 0
        order = [(last + 1 + by) % len(now) for by in range(len(now))]
        with_ghost = () if trial is None else trial.distances
        then = [-1 if steps is None else steps for steps in with_ghost] or [-1] * len(now)
        return tuple(Figure(self._shapes[seat], now[seat], then[seat]) for seat in order)

    def board(self, data: Data) -> PhoneBoard:
        state, side, trial = data.state, self._sides[data.seat or 0], self._trial(data)
        shows = shown(state, data.legal, data.selection, data.last, trial)
        lit = state.mover if state.winner is None else None
        edges = [
            _edge(side.goal_side(seat, state.players), shape, seat == lit) for seat, shape in enumerate(self._shapes)
        ]
        cells = self._cells(data.seat or 0, shows, self._texts(shows, data.seat, side))
        return PhoneBoard(
            "walnut",
            SIZE,
            HEIGHT,
            cells,
            tuple(self._wall(side, bar) for bar in shows.bars),
            phone_pieces(shows, self._places[data.seat or 0], self._shapes),
            tuple(edges),
            outline=corners(0, 0, 1, HEIGHT),
            field=corners(*_FIELD),
            anywhere=bool(data.legal),
        )

    def _cells(self, seat: Seat, shows: ShownBoard[WallPlacement], texts: CellTexts) -> tuple[PhoneCell, ...]:
        """Return the cells as seen from a seat. They are cached, because they do not change while a wall is dragged."""
        known, about = self._known_cells.get(seat), (tuple(shows.marks), texts)
        if known is None or known[0] != about:
            cells = phone_cells(shows, self._places[seat], _NAMES, texts, self._shapes)
            known = self._known_cells[seat] = about, cells
        return known[1]

    def _texts(self, shows: ShownBoard[WallPlacement], own: Seat | None, side: Geometry) -> CellTexts:
        """Return whose pawn stands on each cell, and on which sides walls touch it, as seen on the phone."""
        texts = {}
        for cell, piece in shows.standing().items():
            theirs = self._t("quoridor.phone.pawn", name=self._context.names[piece.seat or 0])
            texts[cell] = [self._t("quoridor.phone.own") if piece.seat == own else theirs]
        walled: dict[int, list[str]] = {}
        for wall in (bar.lying for bar in shows.bars if bar.mark in ("", "last")):
            x, y = side.center(*side.wall_center(wall))
            for cell in _beside(wall):
                at_x, at_y = side.middle(cell)
                lies = ("above" if y < at_y else "below") if side.seen(wall.orientation) == "h" else None
                walled.setdefault(cell, []).append(lies or ("left" if x < at_x else "right"))
        for cell, sides in walled.items():
            words = [self._t(f"quoridor.phone.side.{each}") for each in _SIDES if each in sides]
            texts.setdefault(cell, []).append(self._t("quoridor.phone.walled", sides=" ".join(words)))
        return {cell: cut(", ".join(words), LINE) for cell, words in texts.items()}

    def _wall(self, side: Geometry, bar: Lying[WallPlacement]) -> PhoneBar:
        x, y = on_phone(side.center(*side.wall_center(bar.lying)))
        angle = 0 if side.seen(bar.lying.orientation) == "h" else 90
        owner: Owner = "" if bar.seat is None else self._shapes[bar.seat]
        return PhoneBar(x, y, WALL, angle, mark=bar.mark, owner=owner)


def _beside(wall: WallPlacement) -> tuple[int, ...]:
    """Return the four cells that a wall touches."""
    corner = anchor_cell(wall.anchor)
    return corner, corner + 1, corner + FILES, corner + FILES + 1


def _edge(side: int, owner: Shape, lit: bool) -> PhoneEdge:
    """Return the goal edge at a side of the phone's board: 0 top, 1 right, 2 bottom, 3 left."""
    middle = round(_MIDDLES[side], 4)
    if side % 2:
        return PhoneEdge(middle, _FIELD[1] + 0.015, middle, _FIELD[3] - 0.015, owner, lit)
    return PhoneEdge(_END, middle, 1 - _END, middle, owner, lit)
