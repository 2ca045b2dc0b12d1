"""Race's board: what setup asks, what is picked up, drawn and said, and the page of a phone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias, cast

import pygame

from game.core.kinds import SettingValues
from game.core.rules import Options, Seat
from game.core.rules import Step as Played
from game.phones.snapshot import Owner
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Picture, Stage
from scenes.table.cells.carry import Carried, CarryInput, CarryRules, CarryWords
from scenes.table.cells.carry_drawing import CarryDrawing
from scenes.table.cells.grid import Grid
from scenes.table.cells.marks import CellMarks
from scenes.table.cells.phone import PHONE, CarryPhone, phone_art
from scenes.table.contract.board import GameBoard
from scenes.table.contract.setup import BoardContext, GameSetup, SeatNote, Stock
from scenes.table.contract.shown import Mark, Piece, ShownBoard
from scenes.table.contract.words import ActionWords, SeatWords, TurnWords
from tests.fifth_game import rules
from tests.fifth_game.rules import CELLS, SIDE, State, Step, Stepped, left_to_go
from tests.fifth_game.spec import STEP_MARKS

ART: Final = {
    "cell_origin": (70, 70),
    "cell_size": 140,
    "cell_pitch": 150,
    "cell_radius": 14,
    "label_lines": {"west_x": 35, "south_y": 845},
}
PAWN: Final = 52  # radius in board units
ROWS: Final = SIDE - 1  # to go from the start
Selection: TypeAlias = Carried[Step]


class RaceCarryRules(CarryRules[State, Step]):
    """Every action picks up the mover's pawn."""

    def on_board(self, actions: Sequence[object]) -> list[Step]:
        return [action for action in actions if isinstance(action, Step)]

    def target_of(self, action: Step) -> int:
        return action.cell

    def origin_of(self, state: State, action: Step) -> int | None:
        return state.pawns[state.mover]

    def meant(self, state: State, held: int | None, cell: int) -> Step | None:
        return None if held is None else Step(cell)

    def can_lift(self, state: State, cell: int) -> bool:
        return cell == state.pawns[state.mover]


CARRYING: Final = RaceCarryRules()


class RaceSetup(GameSetup):
    """Seats and what they have to go, before there is a board."""

    def pictures(self, stage: Stage) -> list[Picture]:
        return []

    def seat_note(self, stage: Stage, index: int, options: Options) -> SeatNote:
        return SeatNote(stage.t(f"race.seat.{index}"))

    def stock(self, stage: Stage, options: Options, seat: Seat) -> Stock:
        return Stock(ROWS, ROWS, stage.t("race.rows"))

    def stock_row(self, stage: Stage, stock: Stock, lit: bool, room: int) -> Sprite:
        """A well for each row, lit in those that are left."""
        side = stage.metrics.px(48)

        def make() -> Sprite:
            sheet = SurfaceCanvas.blank((side * stock.total, side))
            for i in range(stock.total):
                stage.blit(sheet, stage.paint.well((side * 3 // 4, side // 3), 8), (i * side, side // 3))
                if i < stock.left:
                    sheet.surface.fill(theme.IVORY, (i * side + side // 8, side * 5 // 12, side // 2, side // 6))
            return Sprite(sheet.surface)

        return stage.paint.cached(("race rows", stock.left, stock.total, side), make)


def shown(
    state: State,
    legal: Sequence[Step] = (),
    selection: Selection | None = None,
    last: Played[State, Step, object] | None = None,
) -> ShownBoard[object]:
    """The pawns, what sank, the last step, and where the one that is picked up can go."""
    pieces = [Piece(cell, "pawn", seat) for seat, cell in enumerate(state.pawns)]
    marks = [Mark(cell, "sealed") for cell in range(CELLS) if state.sunk >> cell & 1]
    for event in () if last is None else last.events:
        if isinstance(event, Stepped):
            marks += [Mark(event.origin, "from", event.seat), Mark(event.target, "last", event.seat)]
    marks += [Mark(step.cell, "lit") for step in legal]
    aimed = None if selection is None or not legal else CARRYING.aimed_at(state, selection)
    if aimed is not None and aimed in legal:
        pieces.append(Piece(aimed.cell, "pawn", state.mover, ghost=True))
    elif aimed is not None and aimed.cell != state.pawns[state.mover]:
        marks.append(Mark(aimed.cell, "barred"))
    return ShownBoard(pieces, marks)


class RaceDrawing(CarryDrawing[State, Step, Step]):
    """Wells in lacquer, and the seats' tokens."""

    settings: SettingValues

    def is_marked(self, mark: Mark) -> bool:
        return mark.kind != "lit" or bool(self.settings[STEP_MARKS])


class RaceWords(CarryWords[State, Step, Step]):
    """What is said of steps."""

    def turn(self, state: State, selection: Selection, family: str, armed: Step | None = None) -> TurnWords:
        actions = rules.legal(state, state.mover)
        helper = self.carried_text(state, actions, selection, family) or self._stage.t("race.helper")
        if armed is not None:
            helper = self._stage.t("carry.confirm")
        cell = selection.cursor
        aim = self.aim(state, shown(state), selection, "" if cell is None else rules.text(Step(cell)))
        return TurnWords(self.prompts(state, actions, selection, family), helper, aim=aim)

    def action(self, action: Step) -> ActionWords:
        return ActionWords(rules.text(action), self._stage.t("race.hint", cell=rules.text(action)))

    def seat(self, state: State, seat: Seat) -> SeatWords:
        stock = Stock(left_to_go(state, seat), ROWS, self._stage.t("race.rows"))
        row = "1" if seat else str(SIDE)
        return SeatWords(stock, self._stage.t("race.aim", row=row), row)


class RaceBoard(GameBoard[State, Step, Selection]):
    """Turned by half for who sits at the bottom."""

    shown = staticmethod(shown)

    def __init__(self, context: BoardContext) -> None:
        self.context = context
        self.setup = RaceSetup()

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        self.seats = (bottom, 1 - bottom)
        self.geometry = grid = Grid(rect, ART, 2 * bottom, SIDE, from_below=True)
        on_phone = Grid(PHONE, phone_art(0.08, 0.08, 0.16, 0.17), 2 * bottom, SIDE, from_below=True)
        self.input = CarryInput[State, Step, Step](grid, CARRYING)
        stage = self.context.stage
        marks = CellMarks(stage, grid, PAWN)
        self.drawing = RaceDrawing(stage, grid, marks, CARRYING, shown, identities)
        self.drawing.settings = self.context.settings
        self.words = RaceWords(self.context, CARRYING)
        owners = tuple(cast(Owner, identity) for identity in identities)
        self.phone = CarryPhone[State, Step, Step](self.context, self.words, self.input, on_phone, shown, owners)
