"""Coffee in the hand: a finger chooses the saucer, a button the axis, another one lays the stick."""

from __future__ import annotations

import math
from typing import Final, TypeAlias

from game.coffee import DANGER_MARKS, rules
from game.coffee.board import Axis, cell_name, cell_named
from game.coffee.board import Board as Table
from game.coffee.state import Action, Drop, State, Swap, other
from game.core.rules import Seat
from game.phones import snapshot
from game.phones.snapshot import Bar, Board, Button, Cell, Mark, Piece, Point, Trail, cut
from scenes.coffee.geometry import ANGLES, SAUCER, wheel_order
from scenes.coffee.input import CoffeeInput, cells_of
from scenes.coffee.selection import Choosing, Completing, Pointing, Selection, Swapping, Trying
from scenes.coffee.words import CoffeeWords
from scenes.table.contract.input import Chosen
from scenes.table.contract.optional import PhoneHand
from scenes.table.contract.setup import BoardContext
from scenes.table.phone_hand import LABEL, LINE, HandPage, InHand, Place, Remembered

Held: TypeAlias = InHand[State, Action, Selection]
REACH: Final = 0.75  # pitches from a saucer's middle within which a finger means it
EDGE, CORNER = 0.75, 0.8  # pitches from the outermost saucers' middles to a square's edge, to a hexagon's corner
WIDEST: Final = 0.24  # pitch of a board of few saucers, in widths of the board, as all places are
FIELD: Final = 0.935  # of the frame
STICK: Final = 1.21  # in pitches
_AXIS = "axis."  # begins the ids of the axes' buttons


class CoffeeView:
    """Where the cells of a board lie on a phone."""

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


class CoffeePhone(PhoneHand[State, Action, Selection]):
    """For one table; the board is never turned."""

    def __init__(self, context: BoardContext, table: Table, entering: CoffeeInput, words: CoffeeWords) -> None:
        self._t = context.stage.t
        self._context = context
        self._input = entering
        self._words = words
        self._view = CoffeeView(table)
        self._remembered = Remembered()

    # What is chosen

    def tapped(self, held: Held, place: Place, cell: str) -> Chosen[Action, Selection] | None:
        """A saucer of the line, near which the finger is, or else the one under it, with the reason why not."""
        if isinstance(held.selection, Swapping):
            return None
        named = cell_named(cell) if cell else None
        at = named if named in cells_of(held.legal) else self._view.cell_at(place)
        if at is None or (isinstance(held.selection, Pointing) and at == held.selection.cell):
            return None
        return Chosen(self._input.put(held.legal, at).selection)

    def pressed(self, held: Held, button: str, value: int) -> Chosen[Action, Selection] | None:
        axis, selection = button.removeprefix(_AXIS), held.selection
        if axis not in self._view.table.axes or not isinstance(selection, Pointing):
            return None
        return Chosen(Pointing(selection.cell, axis))

    # What is shown

    def page(self, held: Held) -> HandPage:
        about = (self._t("glyph.place"), self._marks_dangers, tuple(self._context.names))
        return self._remembered.page(held, about, lambda: self._made(held))

    @property
    def _marks_dangers(self) -> bool:
        return bool(self._context.services.settings.of_games[DANGER_MARKS])

    def _made(self, held: Held) -> HandPage:
        state, pointing = held.state, _pointing(held)
        problem = self._words.problem(state, held.selection) if held.legal else None
        rival = self._words.colour(other(state.to_move))
        return HandPage(
            "board",
            self._buttons(held),
            board=self._board(held),
            axes=self._axes(held, pointing),
            axes_title=cut(self._t("coffee.axis"), LABEL),
            axes_note=cut(self._t("coffee.cells_left", colour=rival), LINE),
            title="" if held.seat is None else self._title(state, held.seat),
            sentence=None if problem is None else cut(problem.title, LINE),
            helper=cut(self._helper(held) if problem is None else problem.text, LINE),
            decision=(state.ply, bool(held.legal)),
        )

    def _title(self, state: State, seat: Seat) -> str:
        roast = self._words.roast(state.colours[seat])
        return self._t("coffee.phone.title", roast=roast, count=self._words.stock(state, seat).left)

    def _helper(self, held: Held) -> str:
        if not held.legal:
            return held.last_told(self._t, self._context.names, self._words.said)
        selection, pointing = held.selection, _pointing(held)
        if pointing is not None and pointing.axis in self._dangers(held.state, pointing):
            return self._t("coffee.danger", colour=self._words.colour(other(held.state.to_move)))
        if isinstance(selection, Choosing) and not rules.may_swap(held.state):
            return self._words.touch_helper(selection)
        return self._words.doing(held.state, selection)

    def _buttons(self, held: Held) -> tuple[Button, ...]:
        """Back from the axes to the cells; the great button comes with something to lay."""
        selection, t = held.selection, self._t
        if held.seat is None:
            return ()
        cell = Button("back", cut(t("coffee.phone.cell"), LABEL), glyph="back", enabled=_pointing(held) is not None)
        if not held.legal:
            return cell, Button("confirm", cut(t("coffee.glyph.lay"), LABEL), "primary", enabled=False)
        if isinstance(selection, Swapping):
            back = Button("back", cut(t("glyph.back"), LABEL), glyph="back")
            return back, Button("confirm", cut(t("coffee.glyph.swap"), LABEL), "primary")
        if isinstance(selection, Completing):
            return cell, Button("confirm", cut(t("coffee.glyph.put"), LABEL), "primary")
        if isinstance(selection, Pointing):
            lays = selection.axis is not None and Drop(selection.cell, selection.axis) in held.legal
            return cell, Button("confirm", cut(t("coffee.glyph.lay"), LABEL), "primary", enabled=lays)
        if Swap() in held.legal:
            return (Button("secondary", cut(t("coffee.glyph.swap"), LABEL), glyph="swap"),)
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

    def _board(self, held: Held) -> Board:
        view, state, pointing = self._view, held.state, _pointing(held)
        marks, bars, trails = self._marks(held, pointing), [], []
        pieces = [Piece(*view.cells[cell], "black") for cell in view.table.members(state.black)]
        pieces += [Piece(*view.cells[cell], "orange") for cell in view.table.members(state.orange)]
        if state.stick is not None:
            bars.append(self._stick(*state.stick))
        put = held.selection.cell if held.legal and isinstance(held.selection, Pointing | Completing) else None
        if put is not None:
            pieces.append(Piece(*view.cells[put], state.to_move))
        if pointing is not None and pointing.axis is not None:
            line = view.table.line(pointing.cell, pointing.axis)
            trails.append(Trail(*view.cells[line[0]], *view.cells[line[-1]]))
            bars.append(self._stick(pointing.cell, pointing.axis, Drop(pointing.cell, pointing.axis) in held.legal))
        spoken = self._spoken(state)
        cells = tuple(
            Cell(view.names[cell], *at, marks.get(cell, ""), spoken=spoken.get(cell, ""))
            for cell, at in view.cells.items()
        )
        return Board(
            "saucers",
            round(2 * SAUCER * view.pitch, 4),
            view.height,
            cells,
            tuple(bars),
            tuple(pieces),
            trails=(*trails, *self._threats(held, pointing)),
            outline=view.corners(1.0),
            field=view.corners(FIELD),
            anywhere=bool(held.legal),
        )

    def _spoken(self, state: State) -> dict[int, str]:
        """Whose bean lies on a saucer, and where the stick lies."""
        said = {cell: self._words.colour("black") for cell in self._view.table.members(state.black)}
        said |= {cell: self._words.colour("orange") for cell in self._view.table.members(state.orange)}
        if state.stick is not None:
            cell, axis = state.stick
            stick = self._t("coffee.phone.stick", axis=self._t(f"coffee.axis.{axis}"))
            said[cell] = f"{said[cell]}, {stick}" if cell in said else stick
        return said

    def _marks(self, held: Held, pointing: Pointing | None) -> dict[int, Mark]:
        """The glowing line, what of it can be chosen, and what the axis in view would leave the other."""
        state, marks = held.state, dict[int, Mark]()
        if state.stick is not None and state.winner is None:
            marks |= dict.fromkeys(self._view.table.line(*state.stick), "line")
        marks |= dict.fromkeys(cells_of(held.legal), "lit")
        if pointing is not None:
            if pointing.axis is not None:
                marks |= dict.fromkeys(rules.offer_of(state, pointing.cell, pointing.axis), "offered")
                marks |= dict.fromkeys(self._dangers(state, pointing).get(pointing.axis, ()), "barred")
            marks[pointing.cell] = "chosen"
        elif held.legal and isinstance(held.selection, Completing | Trying):
            marks[held.selection.cell] = "chosen" if isinstance(held.selection, Completing) else "barred"
        return marks

    def _threats(self, held: Held, pointing: Pointing | None) -> tuple[Trail, ...]:
        """The rows that the other could complete with the axis in view."""
        if pointing is None or pointing.axis is None:
            return ()
        state, view = held.state, self._view
        theirs = state.stones_of(other(state.to_move))
        found = []
        for cell in self._dangers(state, pointing).get(pointing.axis, ()):
            for axis in view.table.axes:
                row = _row(view.table.line(cell, axis), cell, theirs)
                if len(row) >= state.n:
                    found.append(Trail(*view.cells[row[0]], *view.cells[row[-1]], warning=True))
        return tuple(found[:6])

    def _stick(self, cell: int, axis: Axis, may: bool = True) -> Bar:
        length = round(STICK * self._view.pitch, 4)
        return Bar(*self._view.cells[cell], length, self._view.angle(axis), "stick", "" if may else "bad")


def _pointing(held: Held) -> Pointing | None:
    return held.selection if held.legal and isinstance(held.selection, Pointing) else None


def _row(line: tuple[int, ...], cell: int, stones: int) -> tuple[int, ...]:
    """The unbroken row of stones through `cell`, that cell counted."""
    at = line.index(cell)
    first = last = at
    while first > 0 and stones >> line[first - 1] & 1:
        first -= 1
    while last < len(line) - 1 and stones >> line[last + 1] & 1:
        last += 1
    return line[first : last + 1]
