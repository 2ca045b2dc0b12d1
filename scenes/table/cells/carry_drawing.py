"""Draws pieces that are picked up and put down on cells, with their motion, shadows and marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from game.core.rules import Seat, Step
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable, SurfaceCanvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Stage
from scenes.table.art.marks import draw_ribbon
from scenes.table.cells.carry import B, Carried, CarryRules
from scenes.table.cells.grid import Grid
from scenes.table.cells.marks import CellMarks
from scenes.table.cells.pieces import (
    Carry,
    DropMotion,
    breath,
    draw_ground,
    draw_labels,
    hop,
    rounded_board,
    same_pieces,
)
from scenes.table.contract.drawing import BoardDrawing
from scenes.table.contract.shown import AnyShown, Mark, ShownBoard
from scenes.table.contract.typevars import A, S
from scenes.table.contract.view import BoardClip, Placement, Placements, View, diff_clip, of_seat

# Height of a picked-up piece above the board, in cells.
HELD_LIFT = 0.16
# A piece that is higher than this is drawn above all pieces that stand on the board.
FLYING = 0.02
# Width of the ribbon along a previewed action, in cells.
RIBBON = 0.12
# Opacity of a previewed piece.
GHOST = 0.5


@dataclass(frozen=True, slots=True)
class PieceLook:
    """The kind of a piece, as a value that the game defines, and the piece's owner."""

    kind: str
    seat: Seat | None


class CarryDrawing(BoardDrawing[S, A, Carried[B]], Generic[S, A, B]):
    """Draws a board of wells with the seats' tokens. Games override what differs.

    `shown` returns the content of the board. `identities` has the identity of each seat, from which pieces and marks
    get their colours.
    """

    # The texture of the board; "" for lacquer with wells.
    picture = ""
    carry = Carry(0.22, 0.3, ("lift", "pawn"))
    drop = DropMotion(0.16, 0.5, "pawn")

    def __init__(
        self,
        stage: Stage,
        grid: Grid,
        marks: CellMarks,
        carrying: CarryRules[S, B],
        shown: Callable[..., AnyShown],
        identities: Sequence[str],
    ) -> None:
        self._stage = stage
        self._grid = grid
        self._marks = marks
        self._carrying = carrying
        self._shown = shown
        self._identities = tuple(identities)

    # For games to override

    def sprite(self, look: Any, angle: float) -> Sprite:
        """Return the picture of a piece turned by `angle` degrees, placed by the middle of its cell.

        By default it is the owner's token.
        """
        radius = self._marks.radius
        token = self._stage.identities.token(
            self._identities[look.seat], radius * self._grid.unit / self._stage.metrics.scale
        )
        return Sprite(token.surface, token.dx - self._marks.px(radius), token.dy - self._marks.px(radius))

    def shadow(self, look: Any, angle: float, layer: str) -> Sprite:
        """Return the shadow of a piece, as `CellMarks.shadow` does."""
        return self._marks.shadow(self.sprite(look, angle), (look, self._identities), layer)

    def carry_of(self, look: Any) -> Carry:
        """Return how a piece moves from cell to cell."""
        return self.carry

    def board(self) -> Sprite:
        """Return the board's picture, placed by the corner of its frame."""
        stage, grid = self._stage, self._grid
        if self.picture:
            return rounded_board(stage, grid, self.picture)

        def make() -> Sprite:
            sheet = SurfaceCanvas.blank(grid.rect.size)
            stage.blit(sheet, stage.paint.panel("lacquer", grid.rect.size), (0, 0))
            for cell in range(grid.side * grid.side):
                rect = grid.cell_rect(cell).move(-grid.rect.x, -grid.rect.y)
                stage.blit(sheet, stage.paint.well(rect.size, round(grid.art["cell_radius"])), rect.topleft)
            return Sprite(sheet.surface)

        return stage.paint.cached(("board of wells", grid.side, grid.rect.size), make)

    def is_marked(self, mark: Mark) -> bool:
        """Whether a mark is drawn. A setting may hide some marks."""
        return True

    def joy(self, view: View[S, A, Carried[B]], look: Any) -> float:
        """Return how high a piece hops after the win; 0 if it stays. By default the winner's pieces hop."""
        won = view.winner is not None and look.seat == view.winner and not self._stage.look.reduced_motion
        return hop(view.win_time, 0.3) if won else 0.0

    def draw_raised(self, canvas: Drawable, placement: Placement[Any], at: tuple[float, float]) -> None:
        """Draw the picked-up piece above its cell."""
        self.draw_at(canvas, placement, at, HELD_LIFT)

    # Places and motions of pieces

    def pieces(self, state: S) -> Placements:
        return {
            f"{piece.look} {piece.seat} {cell}": Placement(
                PieceLook(piece.look, piece.seat), *self._grid.cell_view(cell)
            )
            for cell, piece in self._shown(state).standing().items()
        }

    def animate(self, step: Step[S, A, object]) -> BoardClip:
        """Return the clip of a step. Moved pieces are carried; if no piece moves, new pieces drop onto their cells."""
        before, after = self.pieces(step.before), self.pieces(step.after)
        ends, clip = same_pieces(before, after), diff_clip(before, after)
        gone = [key for key in ends if key in before and _place(before[key]) != _place(ends[key])]
        if gone:
            clip = self.carry_of(ends[gone[0]].look).clip(gone[0], before[gone[0]], ends[gone[0]])
        elif new := [key for key in ends if key not in before]:
            clip = self.drop.clip(new[0], ends[new[0]])
        return of_seat(self._stage, clip, before, after, step.seat)

    def passage(self, before: S, after: S, seconds: float) -> BoardClip:
        placed = self.pieces(before)
        return diff_clip(placed, same_pieces(placed, self.pieces(after)), seconds)

    # The whole board

    def draw_ground(self, target: Drawable) -> None:
        draw_ground(self._stage, target, self._grid, self.board())

    def draw_labels(self, target: Drawable, color: str = "") -> None:
        draw_labels(self._stage, target, self._grid, color)

    def draw(self, canvas: Drawable, view: View[S, A, Carried[B]]) -> None:
        marks, shows = self._marks, self._shown(view.state, view.legal, view.selection, view.last)
        self._draw_marks(canvas, view, shows)
        if view.hint is not None:
            tint = marks.tint(theme.GOOD, 0.5, line=True)
            for action in self._carrying.on_board([view.hint]):
                marks.on(canvas, tint, self._carrying.target_of(action), breath(self._stage))
        if (ghost := shows.ghost()) is not None:
            marks.on(canvas, self.sprite(PieceLook(ghost.look, ghost.seat), 0.0), ghost.cell, GHOST)
        self.draw_pieces(canvas, view, self._carrying.held_cell(view.state, view.selection) if view.legal else None)
        if view.legal and view.selection.cursor is not None and view.family != "touch":
            marks.ring(canvas, view.selection.cursor)

    def draw_weighed(self, canvas: Drawable, step: Step[S, A, object], color: str, alpha: float) -> None:
        """Draw a frame around the action's cell, and the way to it."""
        for action in self._carrying.on_board([step.action]):
            target, origin = self._carrying.target_of(action), self._carrying.origin_of(step.before, action)
            self._marks.on(canvas, self._marks.frame(color, False), target, alpha)
            if origin is not None:
                ends = self._grid.middle(origin), self._grid.middle(target)
                draw_ribbon(self._stage, canvas, ends, RIBBON * self._grid.pitch, color, alpha)

    def _draw_marks(self, canvas: Drawable, view: View[S, A, Carried[B]], shows: ShownBoard[object]) -> None:
        marks = self._marks
        for mark in filter(self.is_marked, shows.marks):
            color = theme.IVORY if mark.seat is None else self._stage.identities[self._identities[mark.seat]].color
            if mark.kind == "sealed":
                sprite = marks.tint(theme.SIGN, 0.3, line=False)
            elif mark.kind == "goal":
                sprite = marks.tint(color, 0.3, line=False)
            elif mark.kind in ("from", "last"):
                sprite = marks.frame(color, mark.kind == "from")
            elif mark.kind == "barred":
                sprite = marks.sign()
            elif mark.kind == "offered":
                sprite = marks.reach(color)
            else:
                sprite = marks.target(color, mark.cell == view.selection.cursor)
            marks.on(canvas, sprite, mark.cell)

    def draw_pieces(self, canvas: Drawable, view: View[S, A, Carried[B]], held: int | None) -> None:
        """Draw the pieces on their cells, above them the flying ones, and on top the one picked up from the cell
        `held`.
        """
        raised = None if held is None else self._key_at(view.state, held)
        for key, placement in sorted(view.placements.items(), key=lambda item: self.rank(item[1])):
            at = self._grid.center(placement.x, placement.y)
            if key != raised:
                self.draw_at(canvas, placement, at, self.joy(view, placement.look))
            elif view.drag_at is None:
                self.draw_raised(canvas, placement, at)
        if raised is not None and view.drag_at is not None:
            self.draw_at(canvas, view.placements[raised], view.drag_at, HELD_LIFT)

    def rank(self, placement: Placement[Any]) -> Any:
        """Return the drawing order of a piece. A higher one covers a lower one."""
        return placement.lift > FLYING

    def draw_at(self, canvas: Drawable, placement: Placement[Any], at: tuple[float, float], raised: float) -> None:
        """Draw a piece at a point in pixels, `raised` cells higher than its placement says.

        Its shadow moves away accordingly.
        """
        (x, y), look, angle, alpha = at, placement.look, placement.angle, placement.alpha
        lift = placement.lift + raised
        high = lift * self._grid.pitch
        ambient, contact = (self.shadow(look, angle, layer) for layer in ("ambient", "contact"))
        self._marks.blit(canvas, ambient, (x + 0.28 * high, y + 0.42 * high), alpha)
        self._marks.blit(canvas, contact, (x, y), alpha * max(0.15, 1 - 2.4 * lift))
        self._marks.blit(canvas, self.sprite(look, angle), (x, y - 0.5 * high), alpha)

    def _key_at(self, state: S, cell: int) -> str | None:
        """Return the id of the piece on a cell, or None."""
        place = self._grid.cell_view(cell)
        return next((key for key, placed in self.pieces(state).items() if _place(placed) == place), None)


def _place(placement: Placement[Any]) -> tuple[float, float]:
    return placement.x, placement.y
