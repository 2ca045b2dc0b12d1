"""Draws Star's board: pieces, targets, the star's reach, the barred way back, a theory, the win."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.core.rules import Seat
from game.star import rules
from game.star.state import (
    AROUND,
    JUMPS,
    Action,
    BoardAction,
    Cell,
    Foul,
    Jump,
    PiecePlaced,
    PieceSlid,
    Place,
    Slide,
    StarJumped,
    State,
    cells_in,
)
from scenes.board import View
from scenes.house import House
from scenes.kit import theme
from scenes.kit.canvas import Target
from scenes.kit.paint import Sprite
from scenes.kit.timeline import Placement
from scenes.star.arrows import Point, arrow, straight
from scenes.star.geometry import Geometry, place
from scenes.star.hands import STAR, Selection, held_by, on_board, target_of
from scenes.star.motion import piece_key
from scenes.star.reasons import reason
from scenes.star.sprites import GHOST, LOOKS, Sprites
from scenes.star.theory import COLORS, Plates, Verdict

TARGET = "#FFF1DC"
BRASS = "#F0CB73"
GLOW = "#FFC95E"
HELD_LIFT = 0.16
POINTERS = ("mouse", "touch")
REACH = 0.5  # opacity of the star's reach while nothing is picked up
START, TIP = 40.0, 58.0  # board units from the bar's middle to an arrow's ends
BOW_START, BOW, BOW_TIP = (52.0, 46.0), 150.0, (84.0, 66.0)  # along and aside: of a jump's arrow
SIGN_ASIDE = 62.0
SIGN_CORNER = 84.0
TAG_BACK = 14.0  # how far a tag lies from the middle of its bar, towards where the action begins

StarView = View[State, Action, Selection]


class Drawing:
    """Draws views on one geometry; `identities` by seat give the marks their colours."""

    def __init__(self, house: House, geometry: Geometry, identities: Sequence[str]) -> None:
        self.house = house
        self.stage = house.stage
        self.geometry = geometry
        self.identities = tuple(identities)
        self.sprites = Sprites(house.stage, geometry)
        self.plates = Plates(house.stage, geometry.unit)

    def draw(self, canvas: Target, view: StarView) -> None:
        """Draw everything on the ground."""
        actions = on_board(view.legal)
        held = view.selection.held if view.legal else None
        shown = [action for action in actions if held is None or held_by(action) == held]
        why = reason(view.state, view.selection) if view.legal else None
        self._draw_last(canvas, view)
        self._draw_targets(canvas, view, shown)
        self._draw_win_below(canvas, view)
        if view.hint is not None:
            self._draw_hint(canvas, view, view.hint)
        self._draw_pieces(canvas, view, held)
        self._draw_win_above(canvas, view)
        if view.theory is None:
            self._draw_ways(canvas, view, shown, held)
        self._draw_ring(canvas, view, actions)
        self._draw_barred(canvas, view, held, why.foul if why is not None else None)
        if view.theory is not None:
            self._draw_theory(canvas, view, held)
        if why is not None and why.foul is None and view.selection.tried is not None:
            self._draw_refused(canvas, view.selection.tried)

    def _color(self, seat: Seat) -> str:
        return self.house.identities[self.identities[seat]].color

    def _put(self, canvas: Target, sprite: Sprite, at: Point, alpha: float = 1.0) -> None:
        self.stage.put(canvas, sprite, (round(at[0]), round(at[1])), alpha)

    # Pieces

    def _draw_pieces(self, canvas: Target, view: StarView, held: Cell | None) -> None:
        key = None if held is None else "star" if held == STAR else piece_key(view.state.mover, held)
        ordered = sorted(view.placements.items(), key=lambda item: (item[1].lift > 0.02, item[1].look.startswith("s")))
        for name, placement in ordered:
            if name == key == "star":
                self._put(canvas, self.sprites.halo(GLOW, hollow=False), self.geometry.center(placement.x, placement.y))
            self._draw_piece(canvas, placement, HELD_LIFT if name == key else self._joy(view, name))
            if name == key and name != "star":
                x, y = self.geometry.center(placement.x, placement.y)
                self._put(canvas, self.sprites.girdle(BRASS), (x, y - 0.5 * HELD_LIFT * self.geometry.pitch))

    def _draw_piece(self, canvas: Target, placement: Placement, raised: float = 0.0) -> None:
        lift = placement.lift + raised
        x, y = self.geometry.center(placement.x, placement.y)
        high = lift * self.geometry.pitch
        ambient, contact = (self.sprites.shadow(placement.look, layer) for layer in ("ambient", "contact"))
        self._put(canvas, ambient, (x + 0.28 * high, y + 0.42 * high), placement.alpha)
        self._put(canvas, contact, (x, y), placement.alpha * max(0.15, 1 - 2.4 * lift))
        self._put(canvas, self.sprites.look(placement.look), (x, y - 0.5 * high), placement.alpha)

    def _joy(self, view: StarView, name: str) -> float:
        """How high the star hops for the winner who surrounded it."""
        if name != "star" or not self._surrounded(view) or view.win_time >= theme.WIN_SECONDS:
            return 0.0
        if self.stage.look.reduced_motion:
            return 0.0
        return 0.3 * abs(math.sin(math.pi * 2 * view.win_time)) * (1 - view.win_time / theme.WIN_SECONDS)

    # Marks

    def _draw_last(self, canvas: Target, view: StarView) -> None:
        for event in view.last.events if view.last is not None else ():
            if isinstance(event, PiecePlaced):
                self._mark(canvas, event.seat, event.cell)
            elif isinstance(event, PieceSlid | StarJumped):
                self._mark(canvas, event.seat, event.origin, dashed=True)
                self._mark(canvas, event.seat, event.target)

    def _mark(self, canvas: Target, seat: Seat, cell: Cell, dashed: bool = False) -> None:
        self._put(canvas, self.sprites.mark(self._color(seat), dashed), self.geometry.middle(cell))

    def _draw_targets(self, canvas: Target, view: StarView, shown: Sequence[BoardAction]) -> None:
        for cell in {target_of(action) for action in shown}:
            wished = cell == view.selection.cursor
            self._put(canvas, self.sprites.target(TARGET, wished), self.geometry.middle(cell))
        cursor, held = view.selection.cursor, view.selection.held
        if cursor is None or view.theory is not None:
            return
        for action in shown:
            if target_of(action) == cursor and held_by(action) == held:
                look = "star 0" if held == STAR else LOOKS[view.state.mover]
                self._put(canvas, self.sprites.look(look), self.geometry.middle(cursor), GHOST)

    def _draw_ring(self, canvas: Target, view: StarView, actions: Sequence[BoardAction]) -> None:
        """The focus; a pointer's only where a press would do something."""
        cell = view.selection.cursor
        if cell is None or not view.legal:
            return
        if view.family in POINTERS:
            own = view.state.pieces[view.state.mover] >> cell & 1 or cell == view.state.star
            if view.family == "touch" and not view.selection.armed:
                return
            if not own and all(target_of(action) != cell for action in actions):
                return
        rect = self.geometry.cell_rect(cell)
        self.stage.put(canvas, self.stage.paint.ring(rect.size, 12, 1, 5), rect.topleft)

    # Ways

    def _way(self, state: State, action: Slide | Jump) -> tuple[Point, Point, Point]:
        """The curve of an action's arrow, in pixels."""
        unit = self.geometry.unit
        if isinstance(action, Slide):
            x, y = self.geometry.between(action.origin, action.target)
            dx, dy = _direction(action.origin, action.target)
            start = x - START * unit * dx, y - START * unit * dy
            return straight(start, (x + TIP * unit * dx, y + TIP * unit * dy))
        dx, dy = _direction(state.star, action.target)
        out_x, out_y = self._outward(state.star, action.target)
        (x0, y0), (x1, y1) = self.geometry.middle(state.star), self.geometry.middle(action.target)
        along, aside = (length * unit for length in BOW_START)
        start = x0 + along * dx + aside * out_x, y0 + along * dy + aside * out_y
        along, aside = (length * unit for length in BOW_TIP)
        tip = x1 - along * dx + aside * out_x, y1 - along * dy + aside * out_y
        bow = BOW * unit
        return start, ((x0 + x1) / 2 + bow * out_x, (y0 + y1) / 2 + bow * out_y), tip

    def _outward(self, star: Cell, target: Cell) -> tuple[int, int]:
        """From the way between two corners to the nearer edge of the board."""
        (column, row), (dx, _) = place(star), _direction(star, target)
        return (0, -1 if row == 0 else 1) if dx else (-1 if column == 0 else 1, 0)

    def _draw_way(
        self, canvas: Target, state: State, action: Slide | Jump, color: str, alpha: float = 1.0, dotted: bool = False
    ) -> None:
        sprite = arrow(self.stage.paint, self.geometry.unit, self._way(state, action), color, dotted)
        self.stage.put(canvas, sprite, (0, 0), alpha)

    def _draw_ways(self, canvas: Target, view: StarView, shown: Sequence[BoardAction], held: Cell | None) -> None:
        """The ways of what was picked up; else the star's reach, faintly."""
        for action in shown:
            if isinstance(action, Jump):
                self._draw_way(canvas, view.state, action, BRASS, REACH if held is None else 1.0)
                if held == STAR:
                    self._put(canvas, self.sprites.girdle(BRASS), self.geometry.middle(_over(view.state, action)))
            elif isinstance(action, Slide) and held is not None:
                self._draw_way(canvas, view.state, action, TARGET)

    def _draw_barred(self, canvas: Target, view: StarView, held: Cell | None, foul: Foul | None) -> None:
        """The way back that the foul rule bars, with its sign; where it was tried, the shape it would repeat."""
        if not view.legal or not (view.state.foul_guard or view.theory is not None):
            return
        for action, why in rules.barred(view.state).items():
            if not isinstance(action, Slide | Jump):
                continue
            if foul is not None and foul == why:
                self._draw_shape(canvas, view.state, action, foul)
            elif held_by(action) != held and (view.theory is None or held is not None):
                continue
            self._draw_way(canvas, view.state, action, theme.WARN, dotted=True)
            self._draw_sign(canvas, view.state, action)

    def _draw_shape(self, canvas: Target, state: State, action: Slide | Jump, foul: Foul) -> None:
        """The mover's pieces and the star as they would stand once more."""
        for cell in (*cells_in(foul.pieces), foul.star):
            self._put(canvas, self.sprites.girdle(theme.WARN, dashed=True), self.geometry.middle(cell))
        look = "star 0" if isinstance(action, Jump) else LOOKS[state.mover]
        self._put(canvas, self.sprites.look(look), self.geometry.middle(action.target), GHOST)

    def _draw_sign(self, canvas: Target, state: State, action: Slide | Jump) -> None:
        """The barred sign beside an action's arrow."""
        aside = SIGN_ASIDE * self.geometry.unit
        if isinstance(action, Slide):
            x, y = self.geometry.between(action.origin, action.target)
            dx, _ = _direction(action.origin, action.target)
            self._put(canvas, self.sprites.sign(), (x, y - aside) if dx else (x + aside, y))
            return
        out_x, out_y = self._outward(state.star, action.target)
        x, y = self.geometry.middle(_over(state, action))
        self._put(canvas, self.sprites.sign(), (x + 1.6 * aside * out_x, y + 1.6 * aside * out_y))

    def _draw_refused(self, canvas: Target, action: BoardAction) -> None:
        """The sign in the corner of the cell that was tried."""
        x, y = self.geometry.middle(target_of(action))
        corner = SIGN_CORNER * self.geometry.unit
        self._put(canvas, self.sprites.sign(), (x + corner, y - corner))

    # Hint, theory, win

    def _draw_hint(self, canvas: Target, view: StarView, hint: Action) -> None:
        if not isinstance(hint, Place | Slide | Jump):
            return
        breath = 0.75 + 0.25 * math.sin(self.stage.time * math.pi)
        cell = target_of(hint)
        self._put(canvas, self.sprites.target(theme.GOOD, True), self.geometry.middle(cell), breath)
        look = "star 0" if isinstance(hint, Jump) else LOOKS[view.state.mover]
        self._put(canvas, self.sprites.look(look), self.geometry.middle(cell), GHOST * breath)
        if isinstance(hint, Slide):
            self._put(canvas, self.sprites.girdle(theme.GOOD), self.geometry.middle(hint.origin), breath)
        if not isinstance(hint, Place):
            self._draw_way(canvas, view.state, hint, theme.GOOD, breath)

    def _draw_theory(self, canvas: Target, view: StarView, held: Cell | None) -> None:
        """The value of each action, in its own place."""
        unit = self.geometry.unit
        for text, (value, plies) in (view.theory or {}).items():
            action = rules.parse(text)
            verdict = Verdict(value, plies)
            if isinstance(action, Place):
                if held is None:
                    self._put(canvas, self.plates.plate(verdict), self.geometry.middle(action.cell))
            elif isinstance(action, Slide | Jump) and (held is None or held_by(action) == held):
                if isinstance(action, Jump):
                    self._draw_way(canvas, view.state, action, COLORS[value])
                origin = view.state.star if isinstance(action, Jump) else action.origin
                dx, dy = _direction(origin, action.target)
                x, y = self._tag_place(view.state, action)
                back = TAG_BACK * unit
                self._put(canvas, self.plates.tag(verdict, (dx, dy)), (x - back * dx, y - back * dy))

    def _tag_place(self, state: State, action: Slide | Jump) -> Point:
        if isinstance(action, Slide):
            return self.geometry.between(action.origin, action.target)
        return self.geometry.between(state.star, _over(state, action))

    def _surrounded(self, view: StarView) -> bool:
        """Whether the winner's pieces stand on all the cells beside the star."""
        return view.winner is not None and not AROUND[view.state.star] & ~view.state.pieces[view.winner]

    def _draw_win_below(self, canvas: Target, view: StarView) -> None:
        if not self._surrounded(view):
            return
        breath = 1.0 if view.win_time >= theme.WIN_SECONDS else 0.7 + 0.3 * math.sin(math.tau * view.win_time)
        self._put(canvas, self.sprites.halo(GLOW, hollow=False), self.geometry.middle(view.state.star), breath)
        for cell in cells_in(AROUND[view.state.star]):
            self._put(canvas, self.sprites.halo(GLOW, hollow=True), self.geometry.middle(cell), breath)

    def _draw_win_above(self, canvas: Target, view: StarView) -> None:
        if self._surrounded(view):
            for cell in cells_in(AROUND[view.state.star]):
                self._put(canvas, self.sprites.girdle(BRASS), self.geometry.middle(cell))


def _over(state: State, jump: Jump) -> Cell:
    """The cell that the star jumps over."""
    return next(over for over, landing in JUMPS[state.star] if landing == jump.target)


def _direction(origin: Cell, target: Cell) -> tuple[int, int]:
    """The unit step from one cell towards another in its row or column."""
    (x0, y0), (x1, y1) = place(origin), place(target)
    return (x1 > x0) - (x1 < x0), (y1 > y0) - (y1 < y0)
