"""Draws Star's board: its ground, what stands on it, the win. Marks and ways have parts of their own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from game.core.rules import Step
from game.star.state import AROUND, SEATS, Action, Cell, State, cells_in
from scenes.kit import theme
from scenes.kit.canvas import Target
from scenes.services import Services
from scenes.star.geometry import Geometry, place
from scenes.star.looks import PIECES, Look, StarPlacement, StarPlacements
from scenes.star.marks import Marks
from scenes.star.motion import STAR_KEY, piece_key, same_pieces, step_clip
from scenes.star.reasons import reason
from scenes.star.selection import Selection, Trying, held_cell, on_board, origin_of
from scenes.star.shown import shown
from scenes.star.sprites import Sprites
from scenes.star.ways import StarView, Ways
from scenes.table.contract.drawing import BoardDrawing
from scenes.table.marks import BRASS
from scenes.table.pieces import draw_ground, hop, of_seat
from scenes.table.placements import BoardClip, Placement, diff_clip

GLOW = "#FFC95E"
HELD_LIFT = 0.16
FLYING = 0.02  # lift from which something is drawn over all that stands


class StarDrawing(BoardDrawing[State, Action, Selection]):
    """Draws on one geometry; `identities` by seat give the marks their colours."""

    def __init__(self, services: Services, geometry: Geometry, identities: Sequence[str]) -> None:
        self._stage = services.stage
        self._geometry = geometry
        colors = {seat: services.stage.identities[identity].color for seat, identity in enumerate(identities)}
        self.sprites = Sprites(services.stage, geometry)
        self.ways = Ways(services.stage, geometry, self.sprites)
        self._marks = Marks(services.stage, geometry, self.sprites, self.ways, colors)

    # What stands where

    def pieces(self, state: State) -> StarPlacements:
        placed: dict[str, StarPlacement] = {STAR_KEY: Placement(Look.STAR, *place(state.star))}
        for seat in SEATS:
            for cell in cells_in(state.pieces[seat]):
                placed[piece_key(seat, cell)] = Placement(PIECES[seat], *place(cell))
        return placed

    def animate(self, step: Step[State, Action, Any]) -> BoardClip:
        before, after = self.pieces(step.before), self.pieces(step.after)
        clip = step_clip(step.events, before, after)
        return of_seat(self._stage, clip, before, after, step.seat)

    def passage(self, before: State, after: State, seconds: float) -> BoardClip:
        placed = self.pieces(before)
        return diff_clip(placed, same_pieces(placed, self.pieces(after)), seconds)

    # The ground

    def draw_ground(self, target: Target) -> None:
        draw_ground(self._stage, target, self._geometry, self.sprites.board())

    # What changes

    def draw(self, canvas: Target, view: StarView) -> None:
        actions = on_board(view.legal)
        held = held_cell(view.state, view.selection) if view.legal else None
        open_ways = [action for action in actions if held in (None, origin_of(view.state, action))]
        shows = shown(view.state, view.legal, view.selection, view.last)
        why = reason(view.state, view.selection) if view.legal else None
        self._marks.draw_last(canvas, shows)
        self._marks.draw_targets(canvas, view, shows)
        self._draw_win_below(canvas, view)
        if view.hint is not None:
            self._marks.draw_hint(canvas, view, view.hint)
        self._draw_pieces(canvas, view, held)
        if view.hand is not None and held is None:
            self._draw_at(canvas, Placement(PIECES[view.state.mover], 0, 0), view.hand, HELD_LIFT)
        self._draw_win_above(canvas, view)
        if view.theory is None:
            self._marks.draw_ways(canvas, view, open_ways, held)
        self._marks.draw_focus(canvas, view, actions)
        self.ways.draw_barred(canvas, view, held, why.foul if why is not None else None)
        self.ways.draw_foul(canvas, view)
        if view.legal and not actions and view.state.offer != "open":
            self.ways.draw_stuck(canvas, view.state)
        if view.theory is not None:
            self._marks.draw_theory(canvas, view, held)
        if why is not None and why.foul is None and isinstance(view.selection, Trying):
            self.ways.draw_refused(canvas, view.selection.action)

    def draw_weighed(self, canvas: Target, step: Step[State, Action, Any], color: str, alpha: float) -> None:
        self._marks.draw_weighed(canvas, step.before, step.action, color, alpha)

    def _draw_pieces(self, canvas: Target, view: StarView, held: Cell | None) -> None:
        raised = _key_of(view.state, held)
        order = sorted(view.placements.items(), key=lambda item: (item[1].lift > FLYING, item[1].look is Look.STAR))
        for key, placement in order:
            if key == raised and view.hand is not None:
                continue  # drawn last, below the pointer
            x, y = self._geometry.center(placement.x, placement.y)
            if key == raised == STAR_KEY:
                self.sprites.put(canvas, self.sprites.halo(GLOW, hollow=False), (x, y))
            self._draw_at(canvas, placement, (x, y), HELD_LIFT if key == raised else self._joy(view, key))
            if key == raised != STAR_KEY:
                at = x, y - 0.5 * HELD_LIFT * self._geometry.pitch
                self.sprites.put(canvas, self.sprites.girdle(BRASS), at)
        if raised is not None and view.hand is not None:
            self._draw_at(canvas, view.placements[raised], view.hand, HELD_LIFT)

    def _draw_at(self, canvas: Target, placement: StarPlacement, at: tuple[float, float], raised: float) -> None:
        lift = placement.lift + raised
        x, y = at
        high = lift * self._geometry.pitch
        look, angle, alpha = placement.look, placement.angle, placement.alpha
        ambient, contact = (self.sprites.shadow_of(look, angle, layer) for layer in ("ambient", "contact"))
        self.sprites.put(canvas, ambient, (x + 0.28 * high, y + 0.42 * high), alpha)
        self.sprites.put(canvas, contact, (x, y), alpha * max(0.15, 1 - 2.4 * lift))
        self.sprites.put(canvas, self.sprites.look(look, angle), (x, y - 0.5 * high), alpha)

    def _joy(self, view: StarView, key: str) -> float:
        """How high the star hops for the winner who surrounded it."""
        if key != STAR_KEY or not _surrounded(view) or self._stage.look.reduced_motion:
            return 0.0
        return hop(view.win_time, 0.3)

    def _draw_win_below(self, canvas: Target, view: StarView) -> None:
        if not _surrounded(view):
            return
        breath = 1.0 if view.win_time >= theme.WIN_SECONDS else 0.7 + 0.3 * math.sin(math.tau * view.win_time)
        self.sprites.on(canvas, self.sprites.halo(GLOW, hollow=False), view.state.star, breath)
        for cell in cells_in(AROUND[view.state.star]):
            self.sprites.on(canvas, self.sprites.halo(GLOW, hollow=True), cell, breath)

    def _draw_win_above(self, canvas: Target, view: StarView) -> None:
        if _surrounded(view):
            for cell in cells_in(AROUND[view.state.star]):
                self.sprites.on(canvas, self.sprites.girdle(BRASS), cell)


def _key_of(state: State, held: Cell | None) -> str | None:
    """The id of what stands on the cell of what is picked up."""
    if held is None:
        return None
    return STAR_KEY if held == state.star else piece_key(state.mover, held)


def _surrounded(view: StarView) -> bool:
    """Whether the winner's pieces stand on all the cells beside the star."""
    return view.winner is not None and not AROUND[view.state.star] & ~view.state.pieces[view.winner]
