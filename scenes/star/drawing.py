"""Draws Star's board: pieces, targets, the star's reach, a theory, the win."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.core.rules import Seat
from game.star import rules
from game.star.state import (
    AROUND,
    Action,
    BoardAction,
    Cell,
    Jump,
    PiecePlaced,
    PieceSlid,
    Place,
    Slide,
    StarJumped,
    cells_in,
)
from scenes.kit import theme
from scenes.kit.canvas import Target
from scenes.kit.timeline import Placement
from scenes.services import Services
from scenes.star.geometry import Geometry
from scenes.star.input import STAR, held_by, on_board, target_of
from scenes.star.motion import piece_key
from scenes.star.reasons import reason
from scenes.star.sprites import GHOST, LOOKS, Sprites
from scenes.star.theory import COLORS, Plates, Verdict
from scenes.star.ways import StarView, Ways, over

TARGET = "#FFF1DC"
BRASS = "#F0CB73"
GLOW = "#FFC95E"
HELD_LIFT = 0.16
POINTERS = ("mouse", "touch")
REACH = 0.5  # opacity of the star's reach while nothing is picked up


class Drawing:
    """Draws views on one geometry; `identities` by seat give the marks their colours."""

    def __init__(self, services: Services, geometry: Geometry, identities: Sequence[str]) -> None:
        self.services = services
        self.stage = services.stage
        self.geometry = geometry
        self.identities = tuple(identities)
        self.sprites = Sprites(services.stage, geometry)
        self.plates = Plates(services.stage, geometry.unit)
        self.ways = Ways(services.stage, geometry, self.sprites)

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
        self.ways.draw_barred(canvas, view, held, why.foul if why is not None else None)
        self.ways.draw_foul(canvas, view)
        if view.theory is not None:
            self._draw_theory(canvas, view, held)
        if why is not None and why.foul is None and view.selection.tried is not None:
            self.ways.draw_refused(canvas, view.selection.tried)

    def _color(self, seat: Seat) -> str:
        return self.services.identities[self.identities[seat]].color

    # Pieces

    def _draw_pieces(self, canvas: Target, view: StarView, held: Cell | None) -> None:
        key = None if held is None else "star" if held == STAR else piece_key(view.state.mover, held)
        ordered = sorted(view.placements.items(), key=lambda item: (item[1].lift > 0.02, item[1].look.startswith("s")))
        for name, placement in ordered:
            if name == key == "star":
                self.sprites.put(
                    canvas, self.sprites.halo(GLOW, hollow=False), self.geometry.center(placement.x, placement.y)
                )
            self._draw_piece(canvas, placement, HELD_LIFT if name == key else self._joy(view, name))
            if name == key and name != "star":
                x, y = self.geometry.center(placement.x, placement.y)
                self.sprites.put(canvas, self.sprites.girdle(BRASS), (x, y - 0.5 * HELD_LIFT * self.geometry.pitch))

    def _draw_piece(self, canvas: Target, placement: Placement, raised: float = 0.0) -> None:
        lift = placement.lift + raised
        x, y = self.geometry.center(placement.x, placement.y)
        high = lift * self.geometry.pitch
        ambient, contact = (self.sprites.shadow(placement.look, layer) for layer in ("ambient", "contact"))
        self.sprites.put(canvas, ambient, (x + 0.28 * high, y + 0.42 * high), placement.alpha)
        self.sprites.put(canvas, contact, (x, y), placement.alpha * max(0.15, 1 - 2.4 * lift))
        self.sprites.put(canvas, self.sprites.look(placement.look), (x, y - 0.5 * high), placement.alpha)

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
        self.sprites.put(canvas, self.sprites.mark(self._color(seat), dashed), self.geometry.middle(cell))

    def _draw_targets(self, canvas: Target, view: StarView, shown: Sequence[BoardAction]) -> None:
        for cell in {target_of(action) for action in shown}:
            wished = cell == view.selection.cursor
            self.sprites.put(canvas, self.sprites.target(TARGET, wished), self.geometry.middle(cell))
        cursor, held = view.selection.cursor, view.selection.held
        if cursor is None or view.theory is not None:
            return
        for action in shown:
            if target_of(action) == cursor and held_by(action) == held:
                look = "star 0" if held == STAR else LOOKS[view.state.mover]
                self.sprites.put(canvas, self.sprites.look(look), self.geometry.middle(cursor), GHOST)

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

    def _draw_ways(self, canvas: Target, view: StarView, shown: Sequence[BoardAction], held: Cell | None) -> None:
        """The ways of what was picked up; else the star's reach, faintly."""
        for action in shown:
            if isinstance(action, Jump):
                self.ways.draw(canvas, view.state, action, BRASS, REACH if held is None else 1.0)
                if held == STAR:
                    self.sprites.put(canvas, self.sprites.girdle(BRASS), self.geometry.middle(over(view.state, action)))
            elif isinstance(action, Slide) and held is not None:
                self.ways.draw(canvas, view.state, action, TARGET)

    # Hint, theory, win

    def _draw_hint(self, canvas: Target, view: StarView, hint: Action) -> None:
        if not isinstance(hint, Place | Slide | Jump):
            return
        breath = 0.75 + 0.25 * math.sin(self.stage.time * math.pi)
        cell = target_of(hint)
        self.sprites.put(canvas, self.sprites.target(theme.GOOD, True), self.geometry.middle(cell), breath)
        look = "star 0" if isinstance(hint, Jump) else LOOKS[view.state.mover]
        self.sprites.put(canvas, self.sprites.look(look), self.geometry.middle(cell), GHOST * breath)
        if isinstance(hint, Slide):
            self.sprites.put(canvas, self.sprites.girdle(theme.GOOD), self.geometry.middle(hint.origin), breath)
        if not isinstance(hint, Place):
            self.ways.draw(canvas, view.state, hint, theme.GOOD, breath)

    def _draw_theory(self, canvas: Target, view: StarView, held: Cell | None) -> None:
        """The value of each action, in its own place."""
        for text, (value, plies) in (view.theory or {}).items():
            action = rules.parse(text)
            verdict = Verdict(value, plies)
            if isinstance(action, Place):
                if held is None:
                    self.sprites.put(canvas, self.plates.plate(verdict), self.geometry.middle(action.cell))
            elif isinstance(action, Slide | Jump) and (held is None or held_by(action) == held):
                if isinstance(action, Jump):
                    self.ways.draw(canvas, view.state, action, COLORS[value])
                at, to = self.ways.tag_place(view.state, action)
                self.sprites.put(canvas, self.plates.tag(verdict, to), at)

    def _surrounded(self, view: StarView) -> bool:
        """Whether the winner's pieces stand on all the cells beside the star."""
        return view.winner is not None and not AROUND[view.state.star] & ~view.state.pieces[view.winner]

    def _draw_win_below(self, canvas: Target, view: StarView) -> None:
        if not self._surrounded(view):
            return
        breath = 1.0 if view.win_time >= theme.WIN_SECONDS else 0.7 + 0.3 * math.sin(math.tau * view.win_time)
        self.sprites.put(canvas, self.sprites.halo(GLOW, hollow=False), self.geometry.middle(view.state.star), breath)
        for cell in cells_in(AROUND[view.state.star]):
            self.sprites.put(canvas, self.sprites.halo(GLOW, hollow=True), self.geometry.middle(cell), breath)

    def _draw_win_above(self, canvas: Target, view: StarView) -> None:
        if self._surrounded(view):
            for cell in cells_in(AROUND[view.state.star]):
                self.sprites.put(canvas, self.sprites.girdle(BRASS), self.geometry.middle(cell))
