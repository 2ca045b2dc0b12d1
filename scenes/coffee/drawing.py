"""Draws Coffee's board: ground, lit line, beans and stick, and what is being considered."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from game.coffee import rules
from game.coffee.board import Cell
from game.coffee.rows import row_through
from game.coffee.state import Action, Drop, State, with_stone
from scenes.coffee.geometry import Geometry
from scenes.coffee.ground import Ground
from scenes.coffee.input import Selection
from scenes.coffee.marks import Marks
from scenes.coffee.motion import stick_angle
from scenes.coffee.pieces import Pieces
from scenes.coffee.spokes import draw_spokes
from scenes.coffee.words import other
from scenes.kit import theme
from scenes.kit.canvas import Target
from scenes.kit.fonts import Style
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage
from scenes.kit.timeline import Placement
from scenes.table.board import View

LABEL = Style(theme.HELPER, theme.LABEL, bold=True)
LABEL_SIZE = 26  # board units; the coordinates belong to the board and grow with it, not with the text
GHOST = 0.62
GHOST_STICK = 0.72
BREATH_SECONDS = 2.0
BREATH_STEPS = 8
FIRST_GLOW = 0.45  # of the saucers before the first stone: all of them are offered
WIN_DRAWN = 0.6  # seconds until the outline of the row is complete
HOP, HOP_SECONDS = 0.8, 0.36  # how high the beans of the row that won hop (as a bean's lift), and for how long
FIRST_HOP, NEXT_HOP = 0.30, 0.12  # seconds until the first of them hops, and from each to the next
HINT_GLOW = "#8FD6A6"


class BoardPainter:
    """Draws for one geometry."""

    def __init__(self, stage: Stage, geometry: Geometry) -> None:
        self.stage = stage
        self.geometry = geometry
        self.pieces = Pieces(stage)
        self.ground = Ground(stage, geometry, self.pieces)
        self.marks = Marks(stage, geometry)
        self._labels = geometry.labels()
        self._rows: tuple[object, list[tuple[Cell, Sequence[Cell]]]] = (None, [])

    def draw_ground(self, target: Target) -> None:
        """The frame, its saucers at rest, and the coordinates."""
        self.stage.put(target, self.ground.board(), self.geometry.rect.topleft)
        style = LABEL._replace(
            size=LABEL_SIZE * self.geometry.unit / self.stage.metrics.scale / self.stage.metrics.text_scale
        )
        for text, x, y in self._labels:
            surface = self.stage.fonts.line(text, style)
            baseline = y + 0.366 * LABEL_SIZE * self.geometry.unit
            self.stage.text(target, text, (x - surface.get_width() / 2, baseline), style)

    def draw(self, canvas: Target, view: View[State, Action, Selection], with_dangers: bool, with_spokes: bool) -> None:
        """Everything on the ground; `with_spokes` shows on the board what else the wheel says beside it."""
        won = self._won(view)
        self._draw_offer(canvas, view, won)
        choosing = bool(view.legal) and view.selection.cell is not None
        rows = self._danger_rows(view.state, view.selection) if choosing and with_dangers else []
        self._draw_end(canvas, view, won)
        self._draw_pieces(canvas, {**view.placements, **self.hopping(view)})
        if choosing:
            self._draw_considered(canvas, view.state, view.selection, rows)
            if with_spokes and view.selection.placed and view.selection.cell is not None:
                dangers = frozenset(rules.dangers(view.state, view.selection.cell)) if rows else frozenset()
                draw_spokes(self.stage, canvas, self.geometry, view.state, view.selection, dangers)
        self._draw_hint(canvas, view)

    def _put(self, canvas: Target, sprite: Sprite, alpha: float = 1.0) -> None:
        """Show what is placed from the frame's corner."""
        self.stage.put(canvas, sprite, self.geometry.rect.topleft, alpha)

    def _at(self, canvas: Target, sprite: Sprite, x: float, y: float, rise: float = 0.0, alpha: float = 1.0) -> None:
        """Show a piece at a point given in pitches from the board's middle."""
        left, top = self.geometry.center(x, y)
        self.stage.put(canvas, sprite, (round(left), round(top - rise)), alpha)

    def _on(self, canvas: Target, sprite: Sprite, cell: Cell, alpha: float = 1.0) -> None:
        self.stage.put(canvas, sprite, self.geometry.cell_rect(cell).center, alpha)

    def _draw_offer(self, canvas: Target, view: View[State, Action, Selection], won: Sequence[Cell]) -> None:
        """The line that the stick shows; in the end the row that won, lit in its place."""
        state = view.state
        if won:
            self._put(canvas, self.ground.offer(won, won), self._win_share(view))
        elif state.winner is None:
            line = () if state.stick is None else self.geometry.board.line(*state.stick)
            glow = self._breath() if state.stick is not None else FIRST_GLOW
            self._put(canvas, self.ground.offer(line, rules.offered(state)), glow)

    @staticmethod
    def _won(view: View[State, Action, Selection]) -> Sequence[Cell]:
        """The row that ended the game, if one did."""
        state = view.state
        if state.winner is None or state.reason != "row":
            return ()
        return rules.longest(state, state.colours[state.winner])

    def _win_share(self, view: View[State, Action, Selection]) -> float:
        """How much of the row's outline is drawn: all of it where nothing moves."""
        still = self.stage.look.reduced_motion or view.winner is None
        return 1.0 if still else min(1.0, view.win_time / WIN_DRAWN)

    def hopping(self, view: View[State, Action, Selection]) -> dict[str, Placement]:
        """The beans of the row that are in the air: they hop one after the other."""
        if self.stage.look.reduced_motion or view.winner is None:
            return {}
        lifted = {}
        for i, cell in enumerate(self._won(view)):
            share = (view.win_time - FIRST_HOP - i * NEXT_HOP) / HOP_SECONDS
            if 0 < share < 1:
                key = f"bean {cell}"
                lifted[key] = replace(view.placements[key], lift=HOP * math.sin(math.pi * share))
        return lifted

    def _breath(self) -> float:
        """0.9 .. 1 and back in two seconds."""
        if self.stage.look.reduced_motion:
            return 1.0
        wave = 0.5 + 0.5 * math.cos(2 * math.pi * self.stage.time / BREATH_SECONDS)
        return 0.9 + 0.1 * round(wave * BREATH_STEPS) / BREATH_STEPS

    def _draw_pieces(self, canvas: Target, placements: Mapping[str, Placement]) -> None:
        radius = self.geometry.radius
        beans = [place for key, place in placements.items() if key.startswith("bean")]
        for place in sorted(beans, key=lambda p: (p.lift > 0, p.y, p.x)):
            lift = place.lift
            shadow = self.pieces.bean_shadow(radius, lifted=lift > 0.12)
            self._at(canvas, shadow, place.x + 0.12 * lift, place.y + 0.1 * lift, 0, place.alpha)
            bean = self.pieces.bean(radius, place.look)
            self._at(canvas, bean, place.x, place.y, lift * self.geometry.pitch * 0.5, place.alpha)
        stick = placements.get("stick")
        if stick is not None:
            sprite = self.pieces.stick(radius, stick_angle(stick.look))
            self._at(canvas, sprite, stick.x, stick.y, stick.lift * self.geometry.pitch, stick.alpha)

    def _draw_end(self, canvas: Target, view: View[State, Action, Selection], won: Sequence[Cell]) -> None:
        """The outline of the row that won; or, where the rival was stuck, the cells that were no way out."""
        if won:
            self._put(canvas, self.marks.won(won, self._win_share(view)))
        elif view.state.winner is not None:
            self._put(canvas, self.marks.barred(rules.offered(view.state)))

    def _draw_considered(
        self, canvas: Target, state: State, selection: Selection, rows: list[tuple[Cell, Sequence[Cell]]]
    ) -> None:
        cell = selection.cell
        assert cell is not None
        if selection.tried:
            self._put(canvas, self.marks.barred((cell,)))
            return
        cells = rules.offer_of(state, cell, selection.axis) if selection.placed and selection.axis is not None else ()
        if cells and selection.axis is not None:
            self._put(canvas, self.marks.preview(self.geometry.board.line(cell, selection.axis), cells))
        radius = self.geometry.radius
        alpha = 1.0 if selection.placed else GHOST
        self._on(canvas, self.pieces.bean_shadow(radius, lifted=False), cell, alpha)
        self._on(canvas, self.pieces.bean(radius, state.to_move), cell, alpha)
        self._ring(canvas, cell)
        if selection.placed and selection.axis is not None:
            ghost = self.pieces.stick(radius, self.geometry.angle(selection.axis))
            self._on(canvas, ghost, cell, GHOST_STICK)
            if not cells:
                self._put(canvas, self.marks.blocked(self.geometry.board.line(cell, selection.axis)))
        if rows:
            self._put(canvas, self.marks.danger(rows))

    def _ring(self, canvas: Target, cell: Cell, alpha: float = 1.0) -> None:
        rect = self.geometry.cell_rect(cell)
        ring = self.stage.paint.ring(rect.size, rect.width / 2 / self.stage.metrics.scale, 0, 5)
        self.stage.put(canvas, ring, rect.topleft, alpha)

    def _danger_rows(self, state: State, selection: Selection) -> list[tuple[Cell, Sequence[Cell]]]:
        """Where the rival could win after the stone that is considered, and the row that it would have then."""
        if not selection.placed or selection.cell is None:
            return []
        key = (state, selection.cell)
        if self._rows[0] != key:
            after = with_stone(state, state.to_move, selection.cell)
            rival = other(state.to_move)
            cells = {cell for found in rules.dangers(state, selection.cell).values() for cell in found}
            self._rows = (key, [(cell, row_through(with_stone(after, rival, cell), cell)) for cell in sorted(cells)])
        return self._rows[1]

    def _draw_hint(self, canvas: Target, view: View[State, Action, Selection]) -> None:
        if not isinstance(view.hint, Drop):
            return
        breath = 0.75 + 0.25 * math.sin(self.stage.time * math.pi)
        radius = self.geometry.radius
        self._on(canvas, self.pieces.halo(radius, HINT_GLOW, 0.9), view.hint.cell, breath)
        self._on(canvas, self.pieces.bean(radius, view.state.to_move), view.hint.cell, breath)
        self._ring(canvas, view.hint.cell, breath)
        if view.hint.axis is not None:
            stick = self.pieces.stick(radius, self.geometry.angle(view.hint.axis), lit=True)
            self._on(canvas, stick, view.hint.cell, breath)
