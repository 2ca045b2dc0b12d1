"""Coffee's board on a table, the game's part of the setup, and its page on a phone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

import pygame

from game.coffee import DANGER_MARKS, rules
from game.coffee.board import SIDES, Axis, cell_name, cell_of_name
from game.coffee.board import Board as Table
from game.coffee.board import board as board_named
from game.coffee.state import STARTING, Action, Drop, State, Swap, other
from game.core.options import Option
from game.core.rules import Options, Seat, Step
from game.phones import snapshot
from game.phones.snapshot import PhoneBar, PhoneBoard, PhoneButton, PhoneTrail, Point, cut
from scenes.coffee.drawing import CoffeeDrawing
from scenes.coffee.geometry import ANGLES, SAUCER, Geometry, wheel_order
from scenes.coffee.input import (
    Choosing,
    CoffeeInput,
    Completing,
    LaidStick,
    Pointing,
    Selection,
    Swapping,
    cells_of,
    shown,
)
from scenes.coffee.sprites import ART, Pieces
from scenes.coffee.wheel import WheelPlaces
from scenes.coffee.words import INKS, CoffeeWords, CupStock, cup_stock
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.intents import Kind
from scenes.kit.stage import Picture, Stage
from scenes.table.board.layout import board_place
from scenes.table.cells.phone import BoardPhone, phone_cells, phone_pieces
from scenes.table.contract.board import Branch, GameBoard, Leaf, Part, Rim, by, in_rows
from scenes.table.contract.phone_pages import LABEL, LINE, PageData, Place, SeatPage
from scenes.table.contract.setup import BoardContext, GameSetup, SeatNote, Stock
from scenes.table.contract.shown import Bar as Lying
from scenes.table.contract.shown import ShownBoard, Way
from scenes.table.contract.words import TurnWords

# The frame's width divided by its height: for a square board, and for a hexagon that stands on an edge.
ASPECTS: Final = 1.0, 2 / math.sqrt(3)
# Stands for the swap in place of a cell.
SWAP: Final = -1


class CoffeeBoard(GameBoard[State, Action, Selection]):
    """Holds the input, the drawing and the words of one table.

    The side panel fills `places_beside` after each layout.
    """

    words: CoffeeWords

    def __init__(self, context: BoardContext) -> None:
        self.context = context
        self.setup = CoffeeSetup()
        self.words = CoffeeWords(context)
        self.aspect = ASPECTS[board_named(context.options["board"]).hexagonal]

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        stage = self.context.stage
        self.geometry = Geometry(rect, board_named(self.context.options["board"]), stage.assets.data(ART))
        self.places_beside = WheelPlaces(stage.metrics, self.geometry)
        self.input = CoffeeInput(self.geometry, self.places_beside)
        self.drawing = CoffeeDrawing(self.context, self.geometry, self.places_beside)
        self.phone = CoffeePhone(self.context, self.geometry, self.words)
        self.rim = Rim(tuple(self.drawing.ground.corners()), self.geometry.unit)
        self.seats = (bottom, 1 - bottom)

    def shown(
        self,
        state: State,
        legal: Sequence[Action] = (),
        selection: Selection | None = None,
        last: Step[State, Action, object] | None = None,
    ) -> ShownBoard[LaidStick]:
        with_dangers = bool(self.context.settings[DANGER_MARKS])
        return shown(state, legal, selection, with_dangers)

    def branches(self, state: State, leaves: Sequence[Leaf[Action]]) -> Sequence[Part[Action]]:
        """Group the actions by cell, then by the stick's axis. If there are many cells, group these by row, too.

        The swap comes last.
        """
        on_cells = by(leaves, lambda action: action.cell if isinstance(action, Drop) else SWAP)
        swap = on_cells.pop(SWAP, [])
        cells: list[Branch[Action]] = []
        for cell, on_cell in on_cells.items():
            area = self.geometry.cell_rect(cell)
            axes = tuple(replace(leaf, area=self._axis_area(leaf)) for leaf in on_cell)
            cells.append(Branch(axes, cell_name(cell), area))
        return (*in_rows(cells), *swap)

    def _axis_area(self, leaf: Leaf[Action]) -> pygame.Rect:
        """Return the rectangle in which an axis is chosen: its disc on the wheel, or the cell if there is no wheel."""
        wheel, action = self.places_beside.wheel, leaf.action
        if wheel is None or not isinstance(action, Drop) or action.axis is None:
            return leaf.area
        side = 2 * wheel.spoke_radius
        disc = pygame.Rect(0, 0, side, side)
        disc.center = wheel.spokes[action.axis]
        return disc


# The shortest winning row and the smallest side of a board that are offered.
LEAST_ROW = 3
# Square boards with at least this side fill their frame.
FULL_FROM = 3
FRAMES = ("textures/coffee-hex.jpg", "textures/coffee-square.jpg")
# Height of the picture of a seat's stock (`cup`) and radius of the saucer in it, in design pixels.
HEIGHT = 48
RADIUS = 24
# Radius and distance of the places of a row in this picture.
PIP, PITCH = 7.0, 21.0


class CoffeeSetup(GameSetup):
    """The seats' starting colours, and the boards and rows to choose from."""

    def pictures(self, stage: Stage) -> list[Picture]:
        sides = [board_place(stage.metrics, aspect).width for aspect in ASPECTS[::-1]]
        return [Picture(stage, name, (side, side)) for name, side in zip(FRAMES, sides, strict=True)]

    def seat_note(self, stage: Stage, index: int, options: Options) -> SeatNote:
        return SeatNote(stage.t(f"coffee.seat.{STARTING[index]}"))

    def stock(self, stage: Stage, options: Options, seat: Seat) -> Stock:
        return cup_stock(0, options["n"], stage.t("coffee.in_a_row"), colour=STARTING[seat])

    def stock_row(self, stage: Stage, stock: Stock, lit: bool, room: int) -> Sprite:
        assert isinstance(stock, CupStock)
        return cup(stage, stock, lit, room)

    def badge(self, stage: Stage, stock: Stock, radius: float) -> Sprite | None:
        """Draw the seat's bean on its saucer, because the swap changes the seat's colour."""
        assert isinstance(stock, CupStock)
        colour = stock.colour
        size = stage.metrics.px(radius)

        def make() -> Sprite:
            pieces = Pieces(stage)
            sheet = SurfaceCanvas.blank((2 * size, 2 * size))
            layers = (
                pieces.saucer(size, 1, lit=False),
                pieces.bean_shadow(size, lifted=False),
                pieces.bean(size, colour),
            )
            for layer in layers:
                stage.blit(sheet, layer, (size, size))
            return Sprite(sheet.surface, -size, -size)

        return stage.paint.cached(("coffee badge", colour, size), make)

    def offered(self, option: Option, options: Options) -> Sequence[Any]:
        """Leave out boards and rows on which the game would be over before it begins."""
        values = super().offered(option, options)
        if option.name == "board":
            return [board for board in values if SIDES[board] >= LEAST_ROW]
        return [row for row in values if row >= LEAST_ROW] if option.name == "n" else values

    def fills_square(self, options: Options) -> bool:
        table = board_named(options["board"])
        return not table.hexagonal and table.side >= FULL_FROM


def cup(stage: Stage, stock: CupStock, lit: bool, room: int) -> Sprite:
    """Draw a saucer with the seat's bean, then `total` places. Fill as many places as the longest row has beans."""
    key = ("coffee cup", stock.colour, stock.row, stock.total, lit, room)
    return stage.paint.cached(key, lambda: _make(stage, stock, lit, room))


def _make(stage: Stage, stock: CupStock, lit: bool, room: int) -> Sprite:
    unit = stage.metrics.px
    radius = unit(RADIUS)
    pieces = Pieces(stage)
    gap = stage.metrics.scale * 14
    pitch = min(stage.metrics.scale * PITCH, max(1.0, (room - 2 * radius - gap) / stock.total))
    sheet = SurfaceCanvas.blank((round(2 * radius + gap + stock.total * pitch), unit(HEIGHT)))
    middle = radius, unit(HEIGHT) // 2
    stage.blit(sheet, pieces.saucer(radius, 1, lit=False), middle)
    stage.blit(sheet, pieces.bean_shadow(radius, lifted=False), middle)
    stage.blit(sheet, pieces.bean(radius, stock.colour), middle)
    size = min(PIP * stage.metrics.scale, pitch * 0.42)
    body = ""
    for i in range(stock.total):
        x, y = 2 * radius + gap + (i + 0.5) * pitch, middle[1]
        edge = theme.INK if lit else theme.IVORY
        pen = (
            f'fill="{INKS[lit][stock.colour]}" stroke-width="{size * 0.3:.2f}"'
            if i < stock.row
            else 'fill="none" opacity=".42"'
        )
        pen += f' stroke="{edge}"'
        body += f'<circle cx="{x:.2f}" cy="{y}" r="{size:.2f}" {pen}/>'
    sheet.blit(svg.render(body, *sheet.surface.get_size()), (0, 0))
    return Sprite(sheet.surface)


# The phone: a finger chooses the saucer, a button chooses the axis, another button lays the stick

Data: TypeAlias = PageData[State, Action, Selection]
# Distance from a saucer's middle within which a finger touches it, in pitches.
REACH: Final = 0.75
# Distances from the middles of the outermost saucers to a square's edge and to a hexagon's corner, in pitches.
EDGE, CORNER = 0.75, 0.8
# The greatest pitch, for small boards. It is in widths of the phone's board, like all places on the phone.
WIDEST: Final = 0.24
# The field's share of the frame.
FIELD: Final = 0.935
# Length of the stick in pitches.
STICK: Final = 1.21
# At most this many of the rows that the rival could complete are marked.
MOST_THREATS: Final = 6
# How the ids of the axis buttons begin.
_AXIS = "axis."


class PhonePlaces:
    """The places of a board's cells on a phone."""

    def __init__(self, table: Table) -> None:
        self.table = table
        reach = table.side - 1 + CORNER if table.hexagonal else (table.side - 1) / 2 + EDGE
        self.pitch = min(WIDEST, 0.495 / reach)
        # In widths of the phone's board.
        self._half = self.pitch * reach
        self.height = round(2 * self._half * (math.sqrt(3) / 2 if table.hexagonal else 1) + 0.012, 4)
        self.cells = {cell: self._place(*table.center(cell)) for cell in table.cells}
        self.names = {cell: cell_name(cell) for cell in table.cells}

    def _place(self, x: float, y: float) -> Place:
        return round(0.5 + x * self.pitch, 4), round(self.height / 2 + y * self.pitch, 4)

    def corners(self, share: float) -> tuple[Point, ...]:
        """Return the corners of the frame, with their distance from the middle multiplied by `share`."""
        half, angles = (
            share * self._half / self.pitch,
            range(0, 360, 60) if self.table.hexagonal else range(45, 405, 90),
        )
        far = half if self.table.hexagonal else half * math.sqrt(2)
        turned = [math.radians(angle) for angle in angles]
        return tuple(Point(*self._place(far * math.cos(angle), far * math.sin(angle))) for angle in turned)

    def cell_at(self, place: Place) -> int | None:
        """Return the cell nearest to `place`; None if no cell is within reach."""
        cell = min(self.cells, key=lambda cell: math.dist(place, self.cells[cell]))
        return cell if math.dist(place, self.cells[cell]) <= REACH * self.pitch else None

    def angle(self, axis: Axis) -> int:
        """Return an axis in degrees, clockwise from horizontal."""
        return round(ANGLES[self.table.hexagonal][axis])


class CoffeePhone(BoardPhone[State, Action, Selection]):
    """Coffee's page on a phone, for one table. The board on the phone is never turned."""

    def __init__(self, context: BoardContext, geometry: Geometry, words: CoffeeWords) -> None:
        super().__init__(context, words)
        self._geometry = geometry
        self._coffee = words
        self._view = PhonePlaces(geometry.board)

    def point(self, data: Data, place: Place, cell: str) -> tuple[int, int] | None:
        """Return the middle of the chosen saucer on the table's board, in pixels; None if no saucer is chosen.

        The chosen saucer is `cell` if a bean may go there, otherwise the saucer under the finger.
        """
        if isinstance(data.selection, Swapping):
            return None
        named = cell_of_name(cell) if cell else None
        at = named if named in cells_of(data.legal) else self._view.cell_at(place)
        if at is None or (isinstance(data.selection, Pointing) and at == data.selection.cell):
            return None
        return self._geometry.cell_rect(at).center

    def about(self) -> tuple[bool]:
        return (self._marks_dangers,)

    @property
    def _marks_dangers(self) -> bool:
        return bool(self._context.settings[DANGER_MARKS])

    def made(self, data: Data) -> SeatPage:
        rival = self._coffee.colour(other(data.state.to_move))
        order = wheel_order(self._view.table) if _pointing(data) is not None else ()
        return replace(
            super().made(data),
            kinds={_AXIS + axis: (Kind.DIGIT, number) for number, axis in enumerate(order, 1)},
            axes=self._axes(data, _pointing(data)),
            axes_title=cut(self._t("coffee.axis"), LABEL),
            axes_note=cut(self._t("coffee.cells_left", colour=rival), LINE),
        )

    def title(self, state: State, seat: Seat) -> str:
        roast = self._coffee.roast(state.colours[seat])
        return self._t("coffee.phone.title", roast=roast, count=self._coffee.stock(state, seat).left)

    def helper(self, data: Data, turn: TurnWords) -> str:
        selection, pointing = data.selection, _pointing(data)
        if pointing is not None and pointing.axis in self._dangers(data.state, pointing):
            return self._t("coffee.danger", colour=self._coffee.colour(other(data.state.to_move)))
        if isinstance(selection, Choosing) and not rules.may_swap(data.state):
            return turn.touch_helper
        return self._coffee.doing(data.state, selection)

    def buttons(self, data: Data) -> tuple[PhoneButton, ...]:
        """Return the buttons.

        Back leads from the axes to the cells; the main button is enabled when there is something to lay.
        """
        selection = data.selection
        cell = self.button("back", "coffee.phone.cell", _pointing(data) is not None)
        if not data.legal:
            return cell, self.button("confirm", "coffee.glyph.lay", False)
        if isinstance(selection, Swapping):
            return self.button("back", "glyph.back"), self.button("confirm", "coffee.glyph.swap")
        if isinstance(selection, Completing):
            return cell, self.button("confirm", "coffee.glyph.put")
        if isinstance(selection, Pointing):
            lays = selection.axis is not None and Drop(selection.cell, selection.axis) in data.legal
            return cell, self.button("confirm", "coffee.glyph.lay", lays)
        if Swap() in data.legal:
            return (PhoneButton("secondary", cut(self._t("coffee.glyph.swap"), LABEL), glyph="swap"),)
        return (cell,)

    def _axes(self, data: Data, pointing: Pointing | None) -> tuple[snapshot.Axis, ...]:
        """Return a button for each axis; none is enabled before a cell is chosen."""
        if data.seat is None:
            return ()
        dangers = {} if pointing is None else self._dangers(data.state, pointing)
        return tuple(
            snapshot.Axis(
                _AXIS + axis,
                self._view.angle(axis),
                0 if pointing is None else len(rules.offer_of(data.state, pointing.cell, axis)),
                warning=axis in dangers,
                chosen=pointing is not None and pointing.axis == axis,
                enabled=pointing is not None,
                spoken=cut(self._t(f"coffee.axis.{axis}"), LINE),
            )
            for axis in wheel_order(self._view.table)
        )

    def _dangers(self, state: State, pointing: Pointing) -> dict[Axis, tuple[int, ...]]:
        """Return, by axis, the rows that the rival could complete; {} if they should not be marked."""
        return rules.dangers(state, pointing.cell) if self._marks_dangers else {}

    def board(self, data: Data) -> PhoneBoard:
        """Return the board for the phone. A bean is shown once it is placed, not while the finger is still down."""
        view, pointing = self._view, _pointing(data)
        selection = None if isinstance(data.selection, Choosing) else data.selection
        shows = shown(data.state, data.legal, selection, self._marks_dangers)
        axis = None if pointing is None else pointing.axis
        threats = [way for way in shows.ways if way.warning and way.look == axis][:MOST_THREATS]
        return PhoneBoard(
            "saucers",
            round(2 * SAUCER * view.pitch, 4),
            view.height,
            phone_cells(shows, view.cells, view.names, self._texts(data.state, shows)),
            tuple(self._stick(bar) for bar in shows.bars),
            phone_pieces(shows, view.cells),
            trails=tuple(map(self._trail, threats)),
            outline=view.corners(1.0),
            field=view.corners(FIELD),
            anywhere=bool(data.legal),
        )

    def _texts(self, state: State, shows: ShownBoard[LaidStick]) -> dict[int, str]:
        """Return what a screen reader says for each saucer: whose bean lies there, and where the stick lies."""
        colours: dict[str, str] = {"black": self._coffee.colour("black"), "orange": self._coffee.colour("orange")}
        lies = state.stones
        texts = {cell: colours[piece.look] for cell, piece in shows.standing().items() if lies >> cell & 1}
        if state.stick is not None:
            cell, axis = state.stick
            stick = self._t("coffee.phone.stick", axis=self._t(f"coffee.axis.{axis}"))
            texts[cell] = f"{texts[cell]}, {stick}" if cell in texts else stick
        return texts

    def _trail(self, way: Way) -> PhoneTrail:
        ends = self._view.cells[way.cells[0]], self._view.cells[way.cells[-1]]
        return PhoneTrail(*ends[0], *ends[1], warning=way.warning)

    def _stick(self, bar: Lying[LaidStick]) -> PhoneBar:
        cell, axis = bar.lying
        length = round(STICK * self._view.pitch, 4)
        return PhoneBar(
            *self._view.cells[cell], length, self._view.angle(axis), "stick", "bad" if bar.mark == "bad" else ""
        )


def _pointing(data: Data) -> Pointing | None:
    return data.selection if data.legal and isinstance(data.selection, Pointing) else None
