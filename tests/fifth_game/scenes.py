"""The fifth game on the screen: setup, input, drawing, words and the board made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pygame

from game.core.rules import Seat, Step
from scenes.kit import svg, theme
from scenes.kit.canvas import Target
from scenes.kit.glyphbar import Prompt
from scenes.kit.glyphs import ARROWS
from scenes.kit.intents import DIRECTIONS, Intent, Kind
from scenes.kit.paint import Sprite
from scenes.kit.picture import Picture
from scenes.kit.stage import Stage
from scenes.kit.timeline import Clip
from scenes.services import Services
from scenes.table.contract.board import Board
from scenes.table.contract.drawing import BoardDrawing
from scenes.table.contract.input import BoardInput, Chosen, Spot
from scenes.table.contract.setup import BoardContext, GameSetup, Stock
from scenes.table.contract.shown import Mark, Piece, Shown
from scenes.table.contract.view import View
from scenes.table.contract.words import ActionWords, BoardWords, SeatWords, StepWords, TurnWords
from scenes.table.coordinates import coordinate_style
from scenes.table.loading import GameScenes
from scenes.table.pitch import seat_pitch
from scenes.table.placements import BoardClip, Placement, Placements, Snapshot, without_motion
from tests.fifth_game import rules
from tests.fifth_game.rules import COLUMNS, FILES, ROWS, Drop, State, bit, height, lined

SIDE = 880  # board units of the square; its cells are CELL wide, an empty row on top, coordinates below
CELL, LEFT, TOP = 112, 48, 40
EACH = COLUMNS * ROWS // 2
FALL = 0.07  # seconds per row


@dataclass(frozen=True, slots=True)
class StoneLook:
    """Whose stone it is, by identity."""

    identity: str


@dataclass(frozen=True, slots=True)
class Choosing:
    """The column in focus or under the pointer, if any."""

    column: int | None = None


class Geometry:
    """Where cells lie in a square; rows count from below, row ROWS is the one above the board."""

    def __init__(self, rect: pygame.Rect) -> None:
        self.rect = rect
        self.unit = rect.width / SIDE

    def center(self, column: float, row: float) -> tuple[int, int]:
        """Pixels of the middle of a (fractional) cell."""
        x, y = LEFT + (column + 0.5) * CELL, TOP + (ROWS - row + 0.5) * CELL
        return round(self.rect.x + x * self.unit), round(self.rect.y + y * self.unit)

    def column_rect(self, column: int) -> pygame.Rect:
        """A whole column, with the place above it."""
        whole = pygame.Rect(0, 0, round(CELL * self.unit), round(CELL * (ROWS + 1) * self.unit))
        whole.midtop = self.center(column, ROWS + 0.5)
        return whole


class FoursSetup(GameSetup):
    """Two sides of one board, a heap of stones each."""

    def pictures(self, stage: Stage) -> list[Picture]:
        return []

    def seat_note(self, stage: Stage, index: int, options: Mapping[str, Any]) -> str:
        return stage.t(f"fours.seat.{index}")

    def stock(self, stage: Stage, options: Mapping[str, Any], seat: Seat) -> Stock:
        return Stock(EACH, EACH, stage.t("fours.stones"))

    def stock_row(self, services: Services, stock: Stock, lit: bool, room: int) -> Sprite:
        paint = services.stage.paint

        def make() -> Sprite:
            tall = services.stage.metrics.px(48)
            pitch = min(tall * 0.75, (room - tall) / max(1, stock.total - 1))
            fills = [theme.INK_SOFT if lit else theme.IVORY] * stock.left + ["none"] * (stock.total - stock.left)
            body = "".join(
                f'<circle cx="{tall / 2 + i * pitch:.1f}" cy="{tall / 2}" r="{tall * 0.28:.1f}" fill="{fill}" '
                f'stroke="{theme.BRASS_DEEP}" stroke-width="{tall * 0.05:.1f}"/>'
                for i, fill in enumerate(fills)
            )
            return Sprite(svg.render(body, round(tall + pitch * (stock.total - 1)), tall))

        return paint.once(("fours stock", stock.left, stock.total, lit, room), make)


def shown(
    state: State,
    legal: Sequence[Drop] = (),
    selection: Choosing | None = None,
    last: Step[State, Drop, Any] | None = None,
) -> Shown[Any]:
    """A position, the stone that was dropped last, and where one would come to lie; cells count row by row."""
    cells = [(seat, column, row) for seat in (0, 1) for column in range(COLUMNS) for row in range(ROWS)]
    stones = [
        Piece(column + COLUMNS * row, "stone", s) for s, column, row in cells if state.stones[s] & bit(column, row)
    ]
    if selection is not None and selection.column is not None and Drop(selection.column) in legal:
        target = selection.column + COLUMNS * height(state, selection.column)
        stones.append(Piece(target, "stone", state.mover, ghost=True))
    events = () if last is None else last.events
    return Shown(stones, [Mark(event.column + COLUMNS * event.row, "last", last.seat) for event in events if last])


class FoursInput(BoardInput[State, Drop, Choosing]):
    """Columns: arrows move between them, a pointer is always in one."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    def empty(self, state: State, legal: Sequence[Drop], family: str) -> Choosing:
        if not legal or family in ("mouse", "touch"):
            return Choosing()
        return Choosing(min((drop.column for drop in legal), key=lambda column: abs(column - COLUMNS // 2)))

    def targets(self, state: State, legal: Sequence[Drop]) -> Sequence[Spot[Drop]]:
        return [Spot(self.geometry.column_rect(drop.column), drop) for drop in legal]

    def choose(
        self, state: State, legal: Sequence[Drop], selection: Choosing, intent: Intent
    ) -> Chosen[Drop, Choosing]:
        if intent.point is not None:
            hit = [spot.action for spot in self.targets(state, legal) if spot.area.collidepoint(intent.point)]
            pointed = Choosing(hit[0].column) if hit else Choosing()
            return Chosen(pointed, hit[0] if hit and intent.kind is Kind.RELEASE else None)
        if intent.kind in DIRECTIONS:
            columns = [drop.column for drop in legal]
            step = DIRECTIONS[intent.kind][0]
            ahead = [c for c in columns if selection.column is None or (c - selection.column) * step > 0]
            return Chosen(Choosing(min(ahead, key=lambda c: c * step)) if ahead and step else selection)
        played = self.considered(selection) if intent.kind is Kind.CONFIRM else None
        return Chosen(selection, played if played in legal else None)

    def engaged(self, selection: Choosing) -> bool:
        return False

    def considering(self, action: Drop) -> Choosing:
        return Choosing(action.column)

    def considered(self, selection: Choosing) -> Drop | None:
        return None if selection.column is None else Drop(selection.column)

    def area(self, state: State, action: Drop) -> pygame.Rect:
        return self.geometry.column_rect(action.column)


class FoursDrawing(BoardDrawing[State, Drop, Choosing]):
    """A lacquered board with holes; stones are the seats' tokens."""

    def __init__(self, services: Services, geometry: Geometry, identities: Sequence[str]) -> None:
        self.services = services
        self.stage = services.stage
        self.geometry = geometry
        self.identities = tuple(identities)

    def pieces(self, state: State) -> Placements:
        cells = [(seat, column, row) for seat in (0, 1) for column in range(COLUMNS) for row in range(ROWS)]
        return {
            f"stone {column} {row}": Placement(StoneLook(self.identities[seat]), column, row)
            for seat, column, row in cells
            if state.stones[seat] & bit(column, row)
        }

    def animate(self, step: Step[State, Drop, Any]) -> BoardClip:
        event = step.events[0]
        before, after = self.pieces(step.before), self.pieces(step.after)
        key = f"stone {event.column} {event.row}"
        seconds = FALL * (ROWS - event.row)

        def sample(t: float) -> Snapshot:
            fallen = (t / seconds) ** 2
            return Snapshot({key: replace(after[key], y=ROWS + (event.row - ROWS) * fallen)})

        clip = Clip(seconds, sample, cues=((seconds * 0.95, "stone"),))
        if self.stage.look.reduced_motion:
            clip = without_motion(clip, before, after)
        return replace(clip, pitch=seat_pitch(step.seat))

    def draw_ground(self, target: Target) -> None:
        rect, unit = self.geometry.rect, self.geometry.unit
        self.stage.put(target, self.stage.paint.panel("lacquer", rect.size), rect.topleft)
        hole = round(96 * unit)
        well = self.stage.paint.well((hole, hole), hole / 2 / self.stage.metrics.scale)
        for column in range(COLUMNS):
            for row in range(ROWS):
                x, y = self.geometry.center(column, row)
                self.stage.put(target, well, (x - hole // 2, y - hole // 2))
            box = pygame.Rect(0, 0, round(80 * unit), round(40 * unit))
            box.center = self.geometry.center(column, -0.68)
            self.stage.centred(target, FILES[column], box, coordinate_style(self.stage, unit))

    def draw(self, canvas: Target, view: View[State, Drop, Choosing]) -> None:
        line = lined(view.state.stones[view.winner], view.state.line) if view.winner is not None else 0
        for placement in view.placements.values():
            self._stone(canvas, placement.look.identity, placement.x, placement.y, placement.alpha)
            if placement.y == int(placement.y) and line & bit(int(placement.x), int(placement.y)):
                self._ring(canvas, int(placement.x), int(placement.y))
        shows = shown(view.state, view.legal, view.selection, view.last)
        for mark in shows.marked("last"):
            self._ring(canvas, mark.cell % COLUMNS, mark.cell // COLUMNS, 0.6)
        if (ghost := shows.ghost()) is not None:
            column, mover = ghost.cell % COLUMNS, self.identities[view.state.mover]
            self._stone(canvas, mover, column, ROWS)
            self._stone(canvas, mover, column, ghost.cell // COLUMNS, 0.4)
        if view.hint is not None:
            self._ring(canvas, view.hint.column, height(view.state, view.hint.column))

    def _stone(self, canvas: Target, identity: str, column: float, row: float, alpha: float = 1.0) -> None:
        radius = 44 * self.geometry.unit / self.stage.metrics.scale
        x, y = self.geometry.center(column, row)
        half = round(44 * self.geometry.unit)
        self.stage.put(canvas, self.stage.identities.token(identity, radius), (x - half, y - half), alpha)

    def _ring(self, canvas: Target, column: int, row: int, alpha: float = 1.0) -> None:
        side = round(100 * self.geometry.unit)
        x, y = self.geometry.center(column, row)
        ring = self.stage.paint.ring((side, side), side / 2 / self.stage.metrics.scale, 1, 5)
        self.stage.put(canvas, ring, (x - side // 2, y - side // 2), alpha)


class FoursWords(BoardWords[State, Drop, Choosing]):
    """What is said about columns."""

    def __init__(self, stage: Stage, line: int) -> None:
        self.stage = stage
        self.line = line

    def turn(self, state: State, selection: Choosing, family: str, armed: Drop | None = None) -> TurnWords:
        t = self.stage.t
        prompts = [Prompt(ARROWS, t("fours.glyph.column"), ""), Prompt(Kind.CONFIRM, t("fours.glyph.drop"), "primary")]
        again = "fours.again" if family in ("mouse", "touch") else "fours.confirm"
        return TurnWords(prompts, t("fours.helper" if armed is None else again), t("fours.touch"))

    def action(self, action: Drop) -> ActionWords:
        return ActionWords(rules.text(action), self.stage.t("fours.hint", column=rules.text(action)))

    def step(self, step: Step[State, Drop, Any]) -> StepWords:
        return StepWords(rules.text(step.action))

    def seat(self, state: State, seat: Seat) -> SeatWords:
        stock = Stock(EACH - state.stones[seat].bit_count(), EACH, self.stage.t("fours.left"))
        return SeatWords(stock, self.stage.t("fours.aim", line=self.line), str(self.line))


class FoursBoard(Board[State, Drop, Choosing]):
    """Both seats look at the same side of it, so that it is never turned."""

    def __init__(self, context: BoardContext) -> None:
        self.context = context
        self.setup = FoursSetup()
        self._bottom = 0

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        geometry = Geometry(rect)
        self._bottom = bottom
        self.input = FoursInput(geometry)
        self.drawing = FoursDrawing(self.context.services, geometry, identities)
        self.words = FoursWords(self.context.stage, self.context.options["line"])

    def places(self) -> Sequence[Seat]:
        return (self._bottom, 1 - self._bottom)

    def shown(
        self,
        state: State,
        legal: Sequence[Drop] = (),
        selection: Choosing | None = None,
        last: Step[State, Drop, Any] | None = None,
    ) -> Shown[Any]:
        return shown(state, legal, selection, last)


SCENES = GameScenes(setup=FoursSetup(), board=FoursBoard, lessons="tests.fifth_game.lessons", sounds=("stone",))
