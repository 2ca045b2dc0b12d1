"""Draws Quoridor's board: goals, the last move, targets, moving pieces, a hint, and a previewed wall with the detours
that it causes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pygame

from game.core.rules import Seat, Step
from game.quoridor.paths import distances
from game.quoridor.rules import text
from game.quoridor.state import (
    Action,
    Cell,
    Orientation,
    PawnMove,
    PawnStepped,
    State,
    WallPlaced,
    WallPlacement,
    walls,
)
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.intents import Point
from scenes.kit.stage import Stage
from scenes.quoridor.input import Choosing, Reaching, Selection, Trial, Trials, shown
from scenes.quoridor.sprites import Geometry, QuoridorWays, Sprites
from scenes.table.art.marks import draw_ribbon
from scenes.table.cells.pieces import Carry, DropMotion, breath, draw_ground, draw_labels, hop
from scenes.table.contract.drawing import BoardDrawing
from scenes.table.contract.shown import Piece, ShownBoard
from scenes.table.contract.view import BoardClip, Placement, Placements, View, diff_clip, of_seat

STEP = Carry(0.22, 0.32, ("lift", "pawn"), push=0.4, lands=0.92)
# A jump is higher and longer, because the pawn passes over another one.
JUMP = Carry(0.297, 0.64, ("lift", "pawn"), push=0.4, lands=0.92)
# The wall bounces by two board units.
WALL = DropMotion(0.18, 0.56, "wall", fall=0.78, settle=2 / 44, faint=0.35)


@dataclass(frozen=True, slots=True)
class PawnLook:
    """A pawn of the player with this identity."""

    identity: str


@dataclass(frozen=True, slots=True)
class WallLook:
    """A wall, in the orientation in which it is seen."""

    seen: Orientation


def pawn_key(seat: Seat) -> str:
    """Return the id of a seat's pawn."""
    return f"pawn{seat}"


def wall_key(wall: WallPlacement) -> str:
    """Return the id of a placed wall."""
    return f"wall {text(wall)}"


BOARD = "textures/quoridor-board.png"
ART = "textures/quoridor-board.json"
GHOST_PAWN = 0.5
# Opacity of the squares on the winner's way.
WAY_TINT = 0.3

QuoridorView = View[State, Action, Selection]


class QuoridorDrawing(BoardDrawing[State, Action, Selection]):
    """Draws positions in one geometry. `identities` has the identity of each seat, which sets the colours."""

    def __init__(self, stage: Stage, geometry: Geometry, identities: Sequence[str], trials: Trials) -> None:
        self.stage = stage
        self.geometry = geometry
        self.identities = tuple(identities)
        self.sprites = Sprites(stage, geometry)
        self._trials = trials

    # Pieces and their motion

    def pieces(self, state: State) -> Placements:
        placed: dict[str, Placement[PawnLook | WallLook]] = {}
        for seat, cell in enumerate(state.pawns):
            column, row = self.geometry.cell_view(cell)
            placed[pawn_key(seat)] = Placement(PawnLook(self.identities[seat]), column, row)
        for wall in walls(state):
            look = WallLook(self.geometry.seen(wall.orientation))
            placed[wall_key(wall)] = Placement(look, *self.geometry.wall_center(wall))
        return placed

    def animate(self, step: Step[State, Action, object]) -> BoardClip:
        before, after = self.pieces(step.before), self.pieces(step.after)
        clip = diff_clip(before, after)
        for event in step.events:
            if isinstance(event, PawnStepped):
                key = pawn_key(event.seat)
                clip = (STEP if event.jumped is None else JUMP).clip(key, before[key], after[key])
            elif isinstance(event, WallPlaced):
                key = wall_key(event.wall)
                clip = WALL.clip(key, after[key])
        return of_seat(self.stage, clip, before, after, step.seat)

    # The whole board

    def draw_ground(self, target: Drawable) -> None:
        board = Sprite(self.stage.assets.texture(BOARD, self.geometry.rect.size))
        draw_ground(self.stage, target, self.geometry, board)

    def draw_labels(self, target: Drawable, color: str = "") -> None:
        draw_labels(self.stage, target, self.geometry, color)

    def draw(self, canvas: Drawable, view: QuoridorView) -> None:
        for seat in range(len(self.identities)):
            self._draw_goal(canvas, seat, view.lights.get(seat, 0.0))
        self._draw_way(canvas, view)
        trial = self._trials.of(view.state, view.selection) if view.legal else None
        shows = shown(view.state, view.legal, view.selection, view.last, trial)
        self._draw_marks(canvas, view, shows)
        self._draw_pieces(canvas, view, shows)
        self._draw_hint(canvas, view)
        if trial is not None:
            self._draw_ghost(canvas, trial)
        for mark in shows.marked("barred"):
            self.sprites.on(canvas, self.sprites.sign(), mark.cell)
        if view.drag_at is not None:
            self._draw_carried(canvas, view, view.drag_at)

    def draw_trial(self, canvas: Drawable, view: QuoridorView) -> None:
        """Draw how far each player is from the goal, before and after the wall in the hand."""
        trial = self._trials.of(view.state, view.selection) if view.legal else None
        if trial is None or trial.problem is not None:
            return
        state, wall = trial.state, trial.wall
        order = [*(seat for seat in range(state.players) if seat != state.mover), state.mover]
        before = distances(state)
        rows = [(self.identities[seat], before[seat], trial.distances[seat]) for seat in order]
        cells = {*state.pawns, *(action.cell for action in view.legal if isinstance(action, PawnMove))}
        taken = [self._standing(cell) for cell in cells]
        draw_distances(self.stage, canvas, rows, self.geometry.wall_rect(wall), self.geometry.rect, taken)

    def draw_reason(
        self,
        canvas: Drawable,
        step: Step[State, Action, object],
        seat: Seat,
        cells: Mapping[str, tuple[int, ...]],
        time: float,
    ) -> None:
        """Draw the way of `seat` that a wall has cut ("old") and the way that remains ("new")."""
        if isinstance(step.action, WallPlacement):
            who = self.stage.identities[self.identities[seat]]
            QuoridorWays(self.stage, self.geometry).draw(canvas, who, step.action, cells["old"], cells["new"], time)

    def draw_weighed(self, canvas: Drawable, step: Step[State, Action, object], color: str, alpha: float) -> None:
        action = step.action
        if isinstance(action, WallPlacement):
            seen, place = self.geometry.seen(action.orientation), self.geometry.wall_center(action)
            self._at(canvas, self.sprites.wall(seen), *place, alpha=alpha)
            self._at(canvas, self.sprites.wall_mark(seen, color), *place)
        elif isinstance(action, PawnMove):
            origin, target = (self.geometry.cell_view(cell) for cell in (step.before.pawns[step.seat], action.cell))
            start, end = self.geometry.center(*origin), self.geometry.center(*target)
            width = 0.2 * self.geometry.cell_rect(0).width
            self._at(canvas, self.sprites.frame(color, dashed=False), *target, alpha=alpha)
            draw_ribbon(self.stage, canvas, (start, end), width, color, alpha)
            self._at(canvas, self.sprites.pawn(self.identities[step.seat]), *target, alpha=GHOST_PAWN * alpha)

    def _draw_carried(self, canvas: Drawable, view: QuoridorView, at: Point) -> None:
        """Draw what a pointer drags: the pawn, or a wall that is not over a groove yet."""
        if isinstance(view.selection, Choosing):
            sprite = self.sprites.pawn(self.identities[view.state.mover])
            self.stage.blit(canvas, sprite, (at[0], at[1] + round(0.3 * self.geometry.cell_rect(0).height)))
        elif isinstance(view.selection, Reaching):
            self.stage.blit(canvas, self.sprites.ghost("h", True), at)

    def _at(
        self, canvas: Drawable, sprite: Sprite, column: float, row: float, dy: float = 0, alpha: float = 1.0
    ) -> None:
        x, y = self.geometry.center(column, row)
        self.stage.blit(canvas, sprite, (round(x), round(y + dy)), alpha)

    def _color(self, seat: Seat) -> str:
        return self.stage.identities[self.identities[seat]].color

    # Goals

    def _draw_goal(self, canvas: Drawable, seat: Seat, light: float) -> None:
        side = self.geometry.goal_side(seat, len(self.identities))
        strip = self.geometry.art_rect(self.geometry.art["strips"][("north", "east", "south", "west")[side]])
        who = self.identities[seat]
        self.stage.blit(canvas, self.sprites.goal_strip(who, strip.size, lit=False), strip.topleft)
        if light > 0:
            row = self._goal_row(side)
            self.stage.blit(canvas, self.sprites.goal_glow(who, row.size, side), row.topleft, light)
            self.stage.blit(canvas, self.sprites.goal_strip(who, strip.size, lit=True), strip.topleft, light)

    def _goal_row(self, side: int) -> pygame.Rect:
        """Return the row of cells along a side, including the grooves up to the next row."""
        field = self.geometry.art_rect(self.geometry.art["bed"])
        depth = round(self.geometry.art["cell_pitch"] * self.geometry.unit)
        if side in (0, 2):
            top = field.top if side == 0 else field.bottom - depth
            return pygame.Rect(field.left, top, field.width, depth)
        left = field.right - depth if side == 1 else field.left
        return pygame.Rect(left, field.top, depth, field.height)

    # Marks

    def _draw_way(self, canvas: Drawable, view: QuoridorView) -> None:
        """Draw the squares on the winner's way."""
        if view.winner is None:
            return
        tint = self.sprites.tint(self._color(view.winner), WAY_TINT, line=False)
        steps = (event for step in view.steps if step.seat == view.winner for event in step.events)
        for cell in {event.origin for event in steps if isinstance(event, PawnStepped)}:
            self.sprites.on(canvas, tint, cell)

    def _draw_marks(self, canvas: Drawable, view: QuoridorView, shows: ShownBoard[WallPlacement]) -> None:
        """Draw the marks below the pieces. A possible move is an outline; the move in focus is a pawn."""
        ghost, mover = shows.ghost(), self.identities[view.state.mover]
        color = self._color(view.state.mover)
        for mark in shows.marks:
            chosen = ghost is not None and mark.cell == ghost.cell
            if mark.kind in ("from", "last") and mark.seat is not None:
                sprite = self.sprites.frame(self._color(mark.seat), dashed=mark.kind == "from")
            elif mark.kind == "lit":
                sprite = self.sprites.tint(color, 0.42, line=True) if chosen else self.sprites.outline(mover)
            elif mark.kind == "sealed":
                sprite = self.sprites.sealed()
            else:
                continue
            self.sprites.on(canvas, sprite, mark.cell)
            if mark.kind == "lit" and chosen:
                self.sprites.ring(canvas, mark.cell)

    def _draw_last_wall(self, canvas: Drawable, view: QuoridorView) -> None:
        if view.last is None or not isinstance(view.last.action, WallPlacement):
            return
        wall = view.last.action
        color = self._color(view.last.seat)
        if wall_key(wall) in view.placements:
            sprite = self.sprites.wall_mark(self.geometry.seen(wall.orientation), color)
            self._at(canvas, sprite, *self.geometry.wall_center(wall))

    # Pieces

    def _draw_pieces(self, canvas: Drawable, view: QuoridorView, shows: ShownBoard[WallPlacement]) -> None:
        pawns = [self._ghost_pawn(piece) for piece in shows.pieces if piece.ghost]
        dragged = (
            pawn_key(view.state.mover) if view.drag_at is not None and isinstance(view.selection, Choosing) else ""
        )
        for key, placement in view.placements.items():
            if isinstance(placement.look, PawnLook):
                pawns.append(replace(placement, alpha=GHOST_PAWN) if key == dragged else placement)
                continue
            sprite = self.sprites.wall(placement.look.seen)
            rise = -placement.lift * self.geometry.unit * 44
            self._at(canvas, sprite, placement.x, placement.y, rise, placement.alpha)
        self._draw_last_wall(canvas, view)
        for placement in sorted(pawns, key=lambda p: (p.lift > 0.02, p.y, p.x)):
            self._draw_pawn(canvas, placement, view)

    def _ghost_pawn(self, piece: Piece) -> Placement[PawnLook]:
        """Return the previewed pawn on the cell in focus."""
        look = PawnLook(self.identities[piece.seat or 0])
        return Placement(look, *self.geometry.cell_view(piece.cell), alpha=GHOST_PAWN)

    def _draw_pawn(self, canvas: Drawable, placement: Placement[PawnLook], view: QuoridorView) -> None:
        identity = placement.look.identity
        lift = placement.lift
        if view.winner is not None and identity == self.identities[view.winner]:
            lift += hop(view.win_time, 0.35)
        solid = placement.alpha > GHOST_PAWN
        if solid:
            far = self.geometry.unit * 44 * lift
            self._at(canvas, self.sprites.pawn_shadow("ambient"), placement.x + lift * 0.35, placement.y, far * 0.4)
            self._at(canvas, self.sprites.pawn_shadow("contact"), placement.x, placement.y, 0, max(0.2, 1 - 2 * lift))
        rise = -lift * self.geometry.art["cell_pitch"] * self.geometry.unit
        self._at(canvas, self.sprites.pawn(identity), placement.x, placement.y, rise, placement.alpha)

    # Hint and preview

    def _draw_hint(self, canvas: Drawable, view: QuoridorView) -> None:
        if view.hint is None:
            return
        alpha = breath(self.stage)
        if isinstance(view.hint, PawnMove):
            tint = self.sprites.tint(theme.GOOD, 0.5, line=True)
            self.sprites.on(canvas, tint, view.hint.cell, alpha=alpha)
            self.sprites.ring(canvas, view.hint.cell, alpha)
        elif isinstance(view.hint, WallPlacement):
            seen = self.geometry.seen(view.hint.orientation)
            self._at(canvas, self.sprites.ghost(seen, True), *self.geometry.wall_center(view.hint), alpha=alpha)
            mark = self.sprites.wall_mark(seen, theme.GOOD)
            self._at(canvas, mark, *self.geometry.wall_center(view.hint), alpha=alpha)

    def _draw_ghost(self, canvas: Drawable, trial: Trial) -> None:
        wall, place = trial.wall, self.geometry.wall_center(trial.wall)
        self._at(canvas, self.sprites.ghost(self.geometry.seen(wall.orientation), trial.problem is None), *place)
        if trial.problem is not None:
            self._at(canvas, self.sprites.sign(), *place)

    def _standing(self, cell: Cell) -> pygame.Rect:
        """Return the rectangle that a pawn on a cell covers. It is higher than the cell."""
        rect = self.geometry.cell_rect(cell)
        above = rect.height // 4
        return pygame.Rect(rect.left, rect.top - above, rect.width, rect.height + above)


# The small panel beside a previewed wall: each player's shortest way before and after

# A player's identity, and the length of the player's shortest way before and after the wall.
Row = tuple[str, int, int | None]
BEFORE = Style(theme.NAME, theme.MUTED)
SAME = Style(theme.NAME, theme.IVORY, bold=True)
LONGER = Style(theme.NAME, theme.HIGHLIGHT, bold=True)
WIDTH, ROW, PAD = 232, 54, 12
TOKEN = 20
# The number of steps across the board in the search for a free place.
GRID = 20
# The numbers grow with the text scale up to this factor.
MOST_GROWTH = 1.2


def draw_distances(
    stage: Stage,
    canvas: Drawable,
    rows: Sequence[Row],
    wall: pygame.Rect,
    board: pygame.Rect,
    taken: Sequence[pygame.Rect] = (),
) -> None:
    """Draw the panel inside `board` (pixels), near `wall`, but not over the wall or the `taken` rectangles."""
    unit = stage.metrics.px
    size = unit(WIDTH), unit(2 * PAD + ROW * len(rows))
    panel = free_place(size, wall.inflate(unit(24), unit(24)), board.inflate(-unit(40), -unit(40)), taken)
    stage.blit(canvas, stage.paint.panel("lacquer", panel.size, radius=14, rim=2.5), panel.topleft)
    arrow = stage.drawing("step", (unit(34), unit(28)))
    for i, (identity, before, after) in enumerate(rows):
        middle = panel.top + unit(PAD) + round(unit(ROW) * (i + 0.5))
        token = stage.identities.token(identity, TOKEN)
        stage.blit(canvas, token, (panel.left + unit(20), middle - unit(TOKEN)))
        known = stage.limit_scale(BEFORE, MOST_GROWTH)
        baseline = middle + round(stage.drop(known))
        stage.text(canvas, str(before), (panel.left + unit(112), baseline), known, "right")
        stage.blit(canvas, arrow, (panel.left + unit(128), middle - unit(14)))
        style = stage.limit_scale(LONGER if after is not None and after > before else SAME, MOST_GROWTH)
        stage.text(canvas, "–" if after is None else str(after), (panel.left + unit(204), baseline), style, "right")


def free_place(
    size: tuple[int, int], wall: pygame.Rect, board: pygame.Rect, taken: Sequence[pygame.Rect]
) -> pygame.Rect:
    """Return a rectangle of `size` in `board`, near `wall`, that covers neither the wall nor the `taken` rectangles.

    If there is no such place, it covers as few of them as possible.
    """
    places = [
        pygame.Rect(
            (board.left + (board.width - size[0]) * i // GRID, board.top + (board.height - size[1]) * j // GRID), size
        )
        for i in range(GRID + 1)
        for j in range(GRID + 1)
    ]

    def cost(place: pygame.Rect) -> tuple[int, float]:
        covered = len(place.collidelistall(list(taken))) + 9 * place.colliderect(wall)
        return covered, math.dist(place.center, wall.center)

    return min(places, key=cost)
