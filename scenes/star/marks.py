"""Marks on Star's board: the last action, where something may go, the focus, a hint, what each action is worth."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache

from game.core.rules import Seat
from game.star import rules
from game.star.state import Action, BoardAction, Cell, Jump, PiecePlaced, PieceSlid, Place, Slide, StarJumped
from scenes.kit import theme
from scenes.kit.canvas import Target
from scenes.kit.stage import Stage
from scenes.star.geometry import Geometry
from scenes.star.looks import PIECES, Look
from scenes.star.selection import Trying, aimed_at, origin_of, target_of
from scenes.star.sprites import GHOST, Sprites
from scenes.star.theory import COLORS, Plates, Verdict
from scenes.star.ways import StarView, Ways, over
from scenes.table.marks import BRASS

TARGET = "#FFF1DC"
REACH = 0.5  # opacity of the star's reach while nothing is picked up

_parsed = cache(rules.parse)  # the board has few actions, and a theory names them in every frame


class Marks:
    """Draws marks on one geometry; `colors` are the seats'. `held` is the cell of what is picked up."""

    def __init__(
        self, stage: Stage, geometry: Geometry, sprites: Sprites, ways: Ways, colors: Mapping[Seat, str]
    ) -> None:
        self._stage = stage
        self._geometry = geometry
        self._sprites = sprites
        self._ways = ways
        self._colors = colors
        self._plates = Plates(stage, geometry.unit)

    def draw_last(self, canvas: Target, view: StarView) -> None:
        """Frames around where the last action came from and where it ended."""
        for event in view.last.events if view.last is not None else ():
            if isinstance(event, PiecePlaced):
                self._frame(canvas, event.seat, event.cell)
            elif isinstance(event, PieceSlid | StarJumped):
                self._frame(canvas, event.seat, event.origin, dashed=True)
                self._frame(canvas, event.seat, event.target)

    def _frame(self, canvas: Target, seat: Seat, cell: Cell, dashed: bool = False) -> None:
        self._sprites.put(canvas, self._sprites.mark(self._colors[seat], dashed), self._geometry.middle(cell))

    def draw_targets(self, canvas: Target, view: StarView, shown: Sequence[BoardAction]) -> None:
        """Where the actions in `shown` end, and the ghost of what would stand on the cell in focus."""
        cursor = view.selection.cursor
        for cell in {target_of(action) for action in shown}:
            self._sprites.put(canvas, self._sprites.target(TARGET, cell == cursor), self._geometry.middle(cell))
        aimed = aimed_at(view.state, view.selection)
        if aimed is not None and aimed in shown and view.theory is None:
            self._ghost(canvas, view, aimed, GHOST)

    def _ghost(self, canvas: Target, view: StarView, action: BoardAction, alpha: float) -> None:
        look = Look.STAR if isinstance(action, Jump) else PIECES[view.state.mover]
        self._sprites.put(canvas, self._sprites.look(look), self._geometry.middle(target_of(action)), alpha)

    def draw_focus(self, canvas: Target, view: StarView, actions: Sequence[BoardAction]) -> None:
        """The focus; a mouse's only where a press would do something, a finger's where a second one plays."""
        cell = view.selection.cursor
        if cell is None or not view.legal:
            return
        if view.family == "touch" and (
            isinstance(view.selection, Trying) or aimed_at(view.state, view.selection) not in actions
        ):
            return
        if view.family == "mouse":
            own = view.state.pieces[view.state.mover] >> cell & 1 or cell == view.state.star
            if not own and all(target_of(action) != cell for action in actions):
                return
        rect = self._geometry.cell_rect(cell)
        self._stage.put(canvas, self._stage.paint.ring(rect.size, 12, 1, 5), rect.topleft)

    def draw_ways(self, canvas: Target, view: StarView, shown: Sequence[BoardAction], held: Cell | None) -> None:
        """The ways of what was picked up; else the star's reach, faintly."""
        for action in shown:
            if isinstance(action, Jump):
                self._ways.draw(canvas, view.state, action, BRASS, REACH if held is None else 1.0)
                if held is not None:
                    at = self._geometry.middle(over(view.state, action))
                    self._sprites.put(canvas, self._sprites.girdle(BRASS), at)
            elif isinstance(action, Slide) and held is not None:
                self._ways.draw(canvas, view.state, action, TARGET)

    def draw_hint(self, canvas: Target, view: StarView, hint: Action) -> None:
        """A hint, breathing."""
        if not isinstance(hint, Place | Slide | Jump):
            return
        breath = 0.75 + 0.25 * math.sin(self._stage.time * math.pi)
        target = self._sprites.target(theme.GOOD, True)
        self._sprites.put(canvas, target, self._geometry.middle(target_of(hint)), breath)
        self._ghost(canvas, view, hint, GHOST * breath)
        if isinstance(hint, Slide):
            self._sprites.put(canvas, self._sprites.girdle(theme.GOOD), self._geometry.middle(hint.origin), breath)
        if not isinstance(hint, Place):
            self._ways.draw(canvas, view.state, hint, theme.GOOD, breath)

    def draw_theory(self, canvas: Target, view: StarView, held: Cell | None) -> None:
        """The value of each action, in its own place."""
        for text, (value, plies) in (view.theory or {}).items():
            action = _parsed(text)
            verdict = Verdict(value, plies)
            if isinstance(action, Place):
                if held is None:
                    self._sprites.put(canvas, self._plates.plate(verdict), self._geometry.middle(action.cell))
            elif isinstance(action, Slide | Jump) and held in (None, origin_of(view.state, action)):
                if isinstance(action, Jump):
                    self._ways.draw(canvas, view.state, action, COLORS[value])
                at, to = self._ways.tag_place(view.state, action)
                self._sprites.put(canvas, self._plates.tag(verdict, to), at)
