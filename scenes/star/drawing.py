"""Draws Star's board: its ground, what stands on it, the win. Marks and ways have parts of their own."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.core.rules import Step
from game.star.state import AROUND, SEATS, Action, BoardAction, State, cells_in
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Stage
from scenes.star.geometry import Geometry, place
from scenes.star.looks import PIECES, Look, StarPlacement, StarPlacements
from scenes.star.marks import StarMarks
from scenes.star.reasons import reason
from scenes.star.selection import HAND, Trying, held_cell, on_board, origin_of
from scenes.star.shown import shown
from scenes.star.sprites import BOARD, Sprites
from scenes.star.ways import StarView, StarWays
from scenes.table.art.marks import BRASS
from scenes.table.cells.carry_drawing import FLYING, HELD_LIFT, CarryDrawing
from scenes.table.cells.pieces import Carry, DropMotion, hop
from scenes.table.contract.placements import Placement

GLOW = "#FFC95E"
PLACE = DropMotion(0.16, 0.5, "stone")
SLIDE = Carry(0.22, 0.14, ("lift", "stone"))
JUMP = Carry(0.42, 0.55, ("star", "pawn"), push=0.35, turn=144)  # by two of the star's five points
STAR_KEY = "star"  # the star's id


class StarDrawing(CarryDrawing[State, Action, BoardAction]):
    """Draws on one geometry; `identities` by seat give the marks their colours."""

    picture = BOARD
    carry, drop = SLIDE, PLACE

    def __init__(self, stage: Stage, geometry: Geometry, identities: Sequence[str]) -> None:
        self.sprites = Sprites(stage, geometry)
        super().__init__(stage, geometry, self.sprites, HAND, shown, identities)
        self._geometry = geometry
        colors = {seat: stage.identities[identity].color for seat, identity in enumerate(identities)}
        self.ways = StarWays(stage, geometry, self.sprites)
        self._star_marks = StarMarks(stage, geometry, self.sprites, self.ways, colors)

    # What stands where, and how it looks

    def pieces(self, state: State) -> StarPlacements:
        placed: dict[str, StarPlacement] = {STAR_KEY: Placement(Look.STAR, *place(state.star))}
        for seat in SEATS:
            for cell in cells_in(state.pieces[seat]):
                placed[f"piece {seat} {cell}"] = Placement(PIECES[seat], *place(cell))
        return placed

    def carry_of(self, look: Look) -> Carry:
        return JUMP if look is Look.STAR else SLIDE

    def sprite(self, look: Look, angle: float) -> Sprite:
        return self.sprites.look(look, angle)

    def shadow(self, look: Look, angle: float, layer: str) -> Sprite:
        return self.sprites.shadow_of(look, angle, layer)

    # What changes

    def draw(self, canvas: Drawable, view: StarView) -> None:
        actions = on_board(view.legal)
        held = held_cell(view.state, view.selection) if view.legal else None
        open_ways = [action for action in actions if held in (None, origin_of(view.state, action))]
        shows = shown(view.state, view.legal, view.selection, view.last)
        why = reason(view.state, view.selection) if view.legal else None
        self._star_marks.draw_last(canvas, shows)
        self._star_marks.draw_targets(canvas, view, shows)
        self._draw_win_below(canvas, view)
        if view.hint is not None:
            self._star_marks.draw_hint(canvas, view, view.hint)
        self.draw_pieces(canvas, view, held)
        if view.hand is not None and held is None:
            self.draw_at(canvas, Placement(PIECES[view.state.mover], 0, 0), view.hand, HELD_LIFT)
        self._draw_win_above(canvas, view)
        if view.theory is None:
            self._star_marks.draw_ways(canvas, view, open_ways, held)
        self._star_marks.draw_focus(canvas, view, actions)
        self.ways.draw_barred(canvas, view, held, why.foul if why is not None else None)
        self.ways.draw_foul(canvas, view)
        if view.legal and not actions and view.state.offer != "open":
            self.ways.draw_stuck(canvas, view.state)
        if view.theory is not None:
            self._star_marks.draw_theory(canvas, view, held)
        if why is not None and why.foul is None and isinstance(view.selection, Trying):
            self.ways.draw_refused(canvas, view.selection.action)

    def draw_weighed(self, canvas: Drawable, step: Step[State, Action, object], color: str, alpha: float) -> None:
        self._star_marks.draw_weighed(canvas, step.before, step.action, color, alpha)

    def rank(self, placement: StarPlacement) -> tuple[bool, bool]:
        return placement.lift > FLYING, placement.look is Look.STAR

    def draw_raised(self, canvas: Drawable, placement: StarPlacement, at: tuple[float, float]) -> None:
        """The star glows below, a piece has a ring."""
        if placement.look is Look.STAR:
            self.sprites.blit(canvas, self.sprites.halo(GLOW, hollow=False), at)
        super().draw_raised(canvas, placement, at)
        if placement.look is not Look.STAR:
            self.sprites.blit(canvas, self.sprites.girdle(BRASS), (at[0], at[1] - 0.5 * HELD_LIFT * self._grid.pitch))

    def joy(self, view: StarView, look: Look) -> float:
        """Return how high the star hops for the winner who surrounded it."""
        if look is not Look.STAR or not _surrounded(view) or self._stage.look.reduced_motion:
            return 0.0
        return hop(view.win_time, 0.3)

    def _draw_win_below(self, canvas: Drawable, view: StarView) -> None:
        if not _surrounded(view):
            return
        breath = 1.0 if view.win_time >= theme.WIN_SECONDS else 0.7 + 0.3 * math.sin(math.tau * view.win_time)
        self.sprites.on(canvas, self.sprites.halo(GLOW, hollow=False), view.state.star, breath)
        for cell in cells_in(AROUND[view.state.star]):
            self.sprites.on(canvas, self.sprites.halo(GLOW, hollow=True), cell, breath)

    def _draw_win_above(self, canvas: Drawable, view: StarView) -> None:
        if _surrounded(view):
            for cell in cells_in(AROUND[view.state.star]):
                self.sprites.on(canvas, self.sprites.girdle(BRASS), cell)


def _surrounded(view: StarView) -> bool:
    """Whether the winner's pieces stand on all the cells beside the star."""
    return view.winner is not None and not AROUND[view.state.star] & ~view.state.pieces[view.winner]
