"""Race's board: what setup asks, what is picked up, drawn and said, and the page of a phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, cast

import pygame

from game.core.rules import Seat
from game.core.rules import Step as Played
from game.phones.snapshot import Owner
from scenes.kit import theme
from scenes.kit.canvas import Sheet, Target
from scenes.kit.intents import Point
from scenes.kit.paint import Sprite
from scenes.kit.picture import Picture
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.carry import Carried, CarryInput, Hand
from scenes.table.carry_phone import CarryPhone
from scenes.table.cell_marks import CellMarks
from scenes.table.cell_phone import PHONE, phone_art
from scenes.table.cell_words import CarryWords
from scenes.table.contract.board import Board
from scenes.table.contract.drawing import BoardDrawing
from scenes.table.contract.setup import BoardContext, GameSetup, Stock
from scenes.table.contract.shown import Mark, Piece, Shown
from scenes.table.contract.view import View
from scenes.table.contract.words import ActionWords, SeatWords, StepWords, TurnWords
from scenes.table.grid import Grid
from scenes.table.pieces import Carry, breath, draw_ground, hop, of_seat
from scenes.table.placements import BoardClip, Placement, Placements, diff_clip
from tests.fifth_game import rules
from tests.fifth_game.rules import CELLS, SIDE, State, Step, left_to_go
from tests.fifth_game.spec import STEP_MARKS

ART: Final = {
    "cell_origin": (70, 70),
    "cell_size": 140,
    "cell_pitch": 150,
    "cell_radius": 14,
    "label_lines": {"west_x": 35, "south_y": 845},
}
PAWN: Final = 52  # radius in board units
STEP: Final = Carry(0.22, 0.3, ("lift", "pawn"))
HELD: Final = 0.16  # how high a pawn is that was picked up, in cells
ROWS: Final = SIDE - 1  # to go from the start
Selection: TypeAlias = Carried[Step]
RaceView: TypeAlias = View[State, Step, Selection]


@dataclass(frozen=True, slots=True)
class PawnLook:
    """Whose pawn it is, by identity."""

    identity: str


class RaceHand(Hand[State, Step]):
    """Every action picks up the mover's pawn."""

    def on_board(self, actions: Sequence[Any]) -> list[Step]:
        return list(actions)

    def target_of(self, action: Step) -> int:
        return action.cell

    def origin_of(self, state: State, action: Step) -> int | None:
        return state.pawns[state.mover]

    def meant(self, state: State, held: int | None, cell: int) -> Step | None:
        return None if held is None else Step(cell)

    def can_lift(self, state: State, cell: int) -> bool:
        return cell == state.pawns[state.mover]


HAND: Final = RaceHand()


class RaceSetup(GameSetup):
    """Seats and what they have to go, before there is a board."""

    def pictures(self, stage: Stage) -> list[Picture]:
        return []

    def seat_note(self, stage: Stage, index: int, options: Mapping[str, Any]) -> str:
        return stage.t(f"race.seat.{index}")

    def stock(self, stage: Stage, options: Mapping[str, Any], seat: Seat) -> Stock:
        return Stock(ROWS, ROWS, stage.t("race.rows"))

    def stock_row(self, services: Services, stock: Stock, lit: bool, room: int) -> Sprite:
        """A well for each row, lit in those that are left."""
        stage, side = services.stage, services.stage.metrics.px(48)

        def make() -> Sprite:
            sheet = Sheet.blank((side * stock.total, side))
            for i in range(stock.total):
                stage.put(sheet, stage.paint.well((side * 3 // 4, side // 3), 8), (i * side, side // 3))
                if i < stock.left:
                    sheet.surface.fill(theme.IVORY, (i * side + side // 8, side * 5 // 12, side // 2, side // 6))
            return Sprite(sheet.surface)

        return stage.paint.once(("race rows", stock.left, stock.total, side), make)


def shown(
    state: State,
    legal: Sequence[Step] = (),
    selection: Selection | None = None,
    last: Played[State, Step, Any] | None = None,
) -> Shown[Any]:
    """The pawns, what sank, the last step, and where the one that is picked up can go."""
    pieces = [Piece(cell, "pawn", seat) for seat, cell in enumerate(state.pawns)]
    marks = [Mark(cell, "sealed") for cell in range(CELLS) if state.sunk >> cell & 1]
    for event in () if last is None else last.events:
        marks += [Mark(event.origin, "from", event.seat), Mark(event.target, "last", event.seat)]
    marks += [Mark(step.cell, "lit") for step in legal]
    aimed = None if selection is None or not legal else HAND.aimed_at(state, selection)
    if aimed is not None and aimed in legal:
        pieces.append(Piece(aimed.cell, "pawn", state.mover, ghost=True))
    elif aimed is not None and aimed.cell != state.pawns[state.mover]:
        marks.append(Mark(aimed.cell, "barred"))
    return Shown(pieces, marks)


class RaceDrawing(BoardDrawing[State, Step, Selection]):
    """Wells in lacquer; pawns are the seats' tokens."""

    def __init__(self, services: Services, grid: Grid, identities: Sequence[str]) -> None:
        self._services = services
        self._stage = services.stage
        self._grid = grid
        self._identities = tuple(identities)
        self._marks = CellMarks(services.stage, grid, PAWN)

    def pieces(self, state: State) -> Placements:
        return {
            f"pawn{seat}": Placement(PawnLook(self._identities[seat]), *self._grid.cell_view(cell))
            for seat, cell in enumerate(state.pawns)
        }

    def animate(self, step: Played[State, Step, Any]) -> BoardClip:
        before, after, key = self.pieces(step.before), self.pieces(step.after), f"pawn{step.seat}"
        clip = STEP.clip(key, before[key], after[key]) if step.events else diff_clip(before, after)
        return of_seat(self._stage, clip, before, after, step.seat)

    def draw_ground(self, target: Target) -> None:
        stage, grid = self._stage, self._grid

        def make() -> Sprite:
            sheet = Sheet.blank(grid.rect.size)
            stage.put(sheet, stage.paint.panel("lacquer", grid.rect.size), (0, 0))
            for cell in range(CELLS):
                rect = grid.cell_rect(cell).move(-grid.rect.x, -grid.rect.y)
                stage.put(sheet, stage.paint.well(rect.size, 14), rect.topleft)
            return Sprite(sheet.surface)

        draw_ground(stage, target, grid, stage.paint.once(("race board", grid.rect.size), make))

    def draw(self, canvas: Target, view: RaceView) -> None:
        marks, shows = self._marks, shown(view.state, view.legal, view.selection, view.last)
        for mark in shows.marks:
            if mark.kind == "sealed":
                marks.on(canvas, marks.tint(theme.SIGN, 0.3, line=False), mark.cell)
            elif mark.kind in ("from", "last"):
                marks.on(canvas, marks.frame(self._color(mark.seat or 0), mark.kind == "from"), mark.cell)
            elif mark.kind == "lit" and self._services.settings.of_games[STEP_MARKS]:
                marks.on(canvas, marks.target(theme.IVORY, mark.cell == view.selection.cursor), mark.cell)
            elif mark.kind == "barred":
                marks.on(canvas, marks.sign(), mark.cell)
        if view.hint is not None:
            marks.on(canvas, marks.tint(theme.GOOD, 0.5, line=True), view.hint.cell, breath(self._stage))
        if (ghost := shows.ghost()) is not None:
            marks.on(canvas, self._token(self._identities[view.state.mover]), ghost.cell, 0.5)
        self._draw_pawns(canvas, view)
        if view.legal and view.selection.cursor is not None and view.family != "touch":
            marks.ring(canvas, view.selection.cursor)

    def _draw_pawns(self, canvas: Target, view: RaceView) -> None:
        raised = bool(view.legal) and HAND.held_cell(view.state, view.selection) is not None
        for key, placement in sorted(view.placements.items(), key=lambda item: item[1].lift):
            lift = placement.lift + (HELD if raised and key == f"pawn{view.state.mover}" else 0.0)
            if key == f"pawn{view.winner}" and not self._stage.look.reduced_motion:
                lift += hop(view.win_time, 0.3)
            at: Point | tuple[float, float] = self._grid.center(placement.x, placement.y)
            if raised and view.hand is not None and key == f"pawn{view.state.mover}":
                at = view.hand
            token = self._token(placement.look.identity)
            for layer in ("ambient", "contact"):
                self._marks.put(canvas, self._marks.shadow(token, placement.look, layer), at, placement.alpha)
            self._marks.put(canvas, token, (at[0], at[1] - lift * self._grid.pitch), placement.alpha)

    def _token(self, identity: str) -> Sprite:
        """A pawn, put at the middle of its cell."""
        side = self._marks.px(PAWN)
        token = self._stage.identities.token(identity, PAWN * self._grid.unit / self._stage.metrics.scale)
        return Sprite(token.surface, token.dx - side, token.dy - side)

    def _color(self, seat: Seat) -> str:
        return self._stage.identities[self._identities[seat]].color


class RaceWords(CarryWords[State, Step, Step]):
    """What is said of steps."""

    def turn(self, state: State, selection: Selection, family: str, armed: Step | None = None) -> TurnWords:
        actions = rules.legal(state, state.mover)
        helper = self.in_hand(state, actions, selection, family) or self._stage.t("race.helper")
        if armed is not None:
            helper = self._stage.t("carry.confirm")
        cell = selection.cursor
        aim = self.aim(state, shown(state), selection, "" if cell is None else rules.text(Step(cell)))
        return TurnWords(self.prompts(state, actions, selection, family), helper, aim=aim)

    def action(self, action: Step) -> ActionWords:
        return ActionWords(rules.text(action), self._stage.t("race.hint", cell=rules.text(action)))

    def step(self, step: Played[State, Step, Any]) -> StepWords:
        return StepWords(rules.text(step.action))

    def seat(self, state: State, seat: Seat) -> SeatWords:
        stock = Stock(left_to_go(state, seat), ROWS, self._stage.t("race.rows"))
        row = "1" if seat else str(SIDE)
        return SeatWords(stock, self._stage.t("race.aim", row=row), row)


class RaceBoard(Board[State, Step, Selection]):
    """Turned by half for who sits at the bottom."""

    shown = staticmethod(shown)

    def __init__(self, context: BoardContext) -> None:
        self.context = context
        self.setup = RaceSetup()

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        self.seats = (bottom, 1 - bottom)
        self.geometry = grid = Grid(rect, ART, 2 * bottom, SIDE, from_below=True)
        on_phone = Grid(PHONE, phone_art(0.08, 0.08, 0.16, 0.17), 2 * bottom, SIDE, from_below=True)
        self.input = CarryInput[State, Step, Step](grid, HAND)
        self.drawing = RaceDrawing(self.context.services, grid, identities)
        self.words = RaceWords(self.context, HAND)
        owners = tuple(cast(Owner, identity) for identity in identities)
        self.phone = CarryPhone[State, Step, Step](self.context, self.words, HAND, on_phone, shown, owners)
