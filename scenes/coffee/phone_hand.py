"""Coffee in the hand: a finger chooses the saucer, a button the axis, another one lays the stick."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final, TypeAlias

from game.coffee import DANGER_MARKS, rules
from game.coffee.board import Axis, cell_name, cell_of_name
from game.coffee.board import Board as Table
from game.coffee.state import Action, Drop, State, Swap, other
from game.core.rules import Seat
from game.phones import snapshot
from game.phones.snapshot import PhoneBar, PhoneBoard, PhoneButton, PhoneTrail, Point, cut
from scenes.coffee.geometry import ANGLES, SAUCER, Geometry, wheel_order
from scenes.coffee.input import cells_of
from scenes.coffee.selection import Choosing, Completing, Pointing, Selection, Swapping
from scenes.coffee.shown import LaidStick, shown
from scenes.coffee.words import CoffeeWords
from scenes.kit.input.intents import Kind
from scenes.table.cells.phone import BoardPhone, phone_cells, phone_pieces
from scenes.table.contract.phone_hand import LABEL, LINE, HandPage, InHand, Place
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.shown import Bar as Lying
from scenes.table.contract.shown import ShownBoard, Way
from scenes.table.contract.words import TurnWords

Held: TypeAlias = InHand[State, Action, Selection]
REACH: Final = 0.75  # pitches from a saucer's middle within which a finger means it
EDGE, CORNER = 0.75, 0.8  # pitches from the outermost saucers' middles to a square's edge, to a hexagon's corner
WIDEST: Final = 0.24  # pitch of a board of few saucers, in widths of the board, as all places are
FIELD: Final = 0.935  # of the frame
STICK: Final = 1.21  # in pitches
MOST_THREATS: Final = 6  # rows that are shown
_AXIS = "axis."  # begins the ids of the axes' buttons


class CoffeeView:
    """The places of a board's cells on a phone."""

    def __init__(self, table: Table) -> None:
        self.table = table
        reach = table.side - 1 + CORNER if table.hexagonal else (table.side - 1) / 2 + EDGE
        self.pitch = min(WIDEST, 0.495 / reach)
        self._half = self.pitch * reach  # of the width
        self.height = round(2 * self._half * (math.sqrt(3) / 2 if table.hexagonal else 1) + 0.012, 4)
        self.cells = {cell: self._place(*table.center(cell)) for cell in table.cells}
        self.names = {cell: cell_name(cell) for cell in table.cells}

    def _place(self, x: float, y: float) -> Place:
        return round(0.5 + x * self.pitch, 4), round(self.height / 2 + y * self.pitch, 4)

    def corners(self, share: float) -> tuple[Point, ...]:
        """The corners of the frame, or of a share of it."""
        half, angles = (
            share * self._half / self.pitch,
            range(0, 360, 60) if self.table.hexagonal else range(45, 405, 90),
        )
        far = half if self.table.hexagonal else half * math.sqrt(2)
        turned = [math.radians(angle) for angle in angles]
        return tuple(Point(*self._place(far * math.cos(angle), far * math.sin(angle))) for angle in turned)

    def cell_at(self, place: Place) -> int | None:
        """The cell that a finger means: the nearest one, if it is near."""
        cell = min(self.cells, key=lambda cell: math.dist(place, self.cells[cell]))
        return cell if math.dist(place, self.cells[cell]) <= REACH * self.pitch else None

    def angle(self, axis: Axis) -> int:
        """An axis in degrees, clockwise from level."""
        return round(ANGLES[self.table.hexagonal][axis])


class CoffeePhone(BoardPhone[State, Action, Selection]):
    """Coffee's page on a phone, for one table; the board is never turned."""

    def __init__(self, context: BoardContext, geometry: Geometry, words: CoffeeWords) -> None:
        super().__init__(context, words)
        self._geometry = geometry
        self._coffee = words
        self._view = CoffeeView(geometry.board)

    def point(self, held: Held, place: Place, cell: str) -> tuple[int, int] | None:
        """A saucer of the line, near which the finger is, or else the one under it, with the reason why not."""
        if isinstance(held.selection, Swapping):
            return None
        named = cell_of_name(cell) if cell else None
        at = named if named in cells_of(held.legal) else self._view.cell_at(place)
        if at is None or (isinstance(held.selection, Pointing) and at == held.selection.cell):
            return None
        return self._geometry.cell_rect(at).center

    def about(self) -> tuple[bool]:
        return (self._marks_dangers,)

    @property
    def _marks_dangers(self) -> bool:
        return bool(self._context.settings[DANGER_MARKS])

    def made(self, held: Held) -> HandPage:
        rival = self._coffee.colour(other(held.state.to_move))
        order = wheel_order(self._view.table) if _pointing(held) is not None else ()
        return replace(
            super().made(held),
            kinds={_AXIS + axis: (Kind.DIGIT, number) for number, axis in enumerate(order, 1)},
            axes=self._axes(held, _pointing(held)),
            axes_title=cut(self._t("coffee.axis"), LABEL),
            axes_note=cut(self._t("coffee.cells_left", colour=rival), LINE),
        )

    def title(self, state: State, seat: Seat) -> str:
        roast = self._coffee.roast(state.colours[seat])
        return self._t("coffee.phone.title", roast=roast, count=self._coffee.stock(state, seat).left)

    def helper(self, held: Held, turn: TurnWords) -> str:
        selection, pointing = held.selection, _pointing(held)
        if pointing is not None and pointing.axis in self._dangers(held.state, pointing):
            return self._t("coffee.danger", colour=self._coffee.colour(other(held.state.to_move)))
        if isinstance(selection, Choosing) and not rules.may_swap(held.state):
            return turn.touch_helper
        return self._coffee.doing(held.state, selection)

    def buttons(self, held: Held) -> tuple[PhoneButton, ...]:
        """Back from the axes to the cells; the great button comes with something to lay."""
        selection = held.selection
        cell = self.button("back", "coffee.phone.cell", _pointing(held) is not None)
        if not held.legal:
            return cell, self.button("confirm", "coffee.glyph.lay", False)
        if isinstance(selection, Swapping):
            return self.button("back", "glyph.back"), self.button("confirm", "coffee.glyph.swap")
        if isinstance(selection, Completing):
            return cell, self.button("confirm", "coffee.glyph.put")
        if isinstance(selection, Pointing):
            lays = selection.axis is not None and Drop(selection.cell, selection.axis) in held.legal
            return cell, self.button("confirm", "coffee.glyph.lay", lays)
        if Swap() in held.legal:
            return (PhoneButton("secondary", cut(self._t("coffee.glyph.swap"), LABEL), glyph="swap"),)
        return (cell,)

    def _axes(self, held: Held, pointing: Pointing | None) -> tuple[snapshot.Axis, ...]:
        """A button for each axis, disabled before the cell is chosen."""
        if held.seat is None:
            return ()
        dangers = {} if pointing is None else self._dangers(held.state, pointing)
        return tuple(
            snapshot.Axis(
                _AXIS + axis,
                self._view.angle(axis),
                0 if pointing is None else len(rules.offer_of(held.state, pointing.cell, axis)),
                warning=axis in dangers,
                chosen=pointing is not None and pointing.axis == axis,
                enabled=pointing is not None,
                spoken=cut(self._t(f"coffee.axis.{axis}"), LINE),
            )
            for axis in wheel_order(self._view.table)
        )

    def _dangers(self, state: State, pointing: Pointing) -> dict[Axis, tuple[int, ...]]:
        """What the other could complete, by axis; nothing where that is not to be shown."""
        return rules.dangers(state, pointing.cell) if self._marks_dangers else {}

    def board(self, held: Held) -> PhoneBoard:
        """Return the board. A finger on a cell does not show a stone yet: only one that is put does."""
        view, pointing = self._view, _pointing(held)
        selection = None if isinstance(held.selection, Choosing) else held.selection
        shows = shown(held.state, held.legal, selection, self._marks_dangers)
        axis = None if pointing is None else pointing.axis
        threats = [way for way in shows.ways if way.warning and way.look == axis][:MOST_THREATS]
        return PhoneBoard(
            "saucers",
            round(2 * SAUCER * view.pitch, 4),
            view.height,
            phone_cells(shows, view.cells, view.names, self._spoken(held.state, shows)),
            tuple(self._stick(bar) for bar in shows.bars),
            phone_pieces(shows, view.cells),
            trails=tuple(self._trail(way) for way in (*(way for way in shows.ways if not way.warning), *threats)),
            outline=view.corners(1.0),
            field=view.corners(FIELD),
            anywhere=bool(held.legal),
        )

    def _spoken(self, state: State, shows: ShownBoard[LaidStick]) -> dict[int, str]:
        """Whose bean lies on a saucer, and where the stick lies."""
        colours: dict[str, str] = {"black": self._coffee.colour("black"), "orange": self._coffee.colour("orange")}
        lies = state.stones
        said = {cell: colours[piece.look] for cell, piece in shows.standing().items() if lies >> cell & 1}
        if state.stick is not None:
            cell, axis = state.stick
            stick = self._t("coffee.phone.stick", axis=self._t(f"coffee.axis.{axis}"))
            said[cell] = f"{said[cell]}, {stick}" if cell in said else stick
        return said

    def _trail(self, way: Way) -> PhoneTrail:
        ends = self._view.cells[way.cells[0]], self._view.cells[way.cells[-1]]
        return PhoneTrail(*ends[0], *ends[1], warning=way.warning)

    def _stick(self, bar: Lying[LaidStick]) -> PhoneBar:
        cell, axis = bar.lying
        length = round(STICK * self._view.pitch, 4)
        return PhoneBar(
            *self._view.cells[cell], length, self._view.angle(axis), "stick", "bad" if bar.mark == "bad" else ""
        )


def _pointing(held: Held) -> Pointing | None:
    return held.selection if held.legal and isinstance(held.selection, Pointing) else None
