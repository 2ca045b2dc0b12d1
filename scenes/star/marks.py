"""Marks on Star's board: the last action, where something may go, the focus, a hint, what each action is worth."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import cache

import pygame

from game.core.rules import Seat
from game.star import rules
from game.star.state import (
    Action,
    BoardAction,
    Cell,
    Jump,
    Place,
    Slide,
    State,
    cells_in,
)
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Stage
from scenes.star.geometry import Geometry
from scenes.star.looks import PIECES, RADIUS, Look
from scenes.star.selection import Choosing, Trying, aimed_at, origin_of, target_of
from scenes.star.sprites import GHOST, Sprites
from scenes.star.theory import COLORS, ActionValue, Plates
from scenes.star.ways import Point, StarView, StarWays, over
from scenes.table.art.marks import BRASS
from scenes.table.cells.pieces import breath
from scenes.table.contract.shown import ShownBoard

TARGET = "#FFF1DC"
STAR_REACH = 92  # board units around the star that its points and body fill
FEW = 1  # ways that have words even where none of them is in focus
SPOTS = 32  # steps across the board in which a place for a pill is looked for
REACH = 0.5  # opacity of the star's reach while nothing is picked up

_parsed = cache(rules.parse)  # the board has few actions, and a theory names them in every frame


class StarMarks:
    """Draws marks on one geometry; `colors` are the seats'. `held` is the cell of what is picked up."""

    def __init__(
        self, stage: Stage, geometry: Geometry, sprites: Sprites, ways: StarWays, colors: Mapping[Seat, str]
    ) -> None:
        self._stage = stage
        self._geometry = geometry
        self._sprites = sprites
        self._ways = ways
        self._colors = colors
        self._plates = Plates(stage, geometry.unit)
        self._pills: tuple[object, dict[Slide | Jump, Point]] = ((), {})  # laid out once per position

    def draw_last(self, canvas: Drawable, shows: ShownBoard[object]) -> None:
        """Frames around where the last action came from and where it ended."""
        for mark in shows.marked("from", "last"):
            if mark.seat is not None:
                frame = self._sprites.mark(self._colors[mark.seat], mark.kind == "from")
                self._sprites.on(canvas, frame, mark.cell)

    def draw_targets(self, canvas: Drawable, view: StarView, shows: ShownBoard[object]) -> None:
        """Draw where something may go, and the ghost of the piece on the cell in focus."""
        cursor = view.selection.cursor
        for mark in shows.marked("offered", "lit"):
            target = self._sprites.target(TARGET, mark.cell == cursor)
            self._sprites.on(canvas, target, mark.cell)
        ghost = shows.ghost()
        if ghost is not None and view.theory is None:
            self._sprites.on(canvas, self._sprites.look(Look(ghost.look)), ghost.cell, GHOST)

    def draw_focus(self, canvas: Drawable, view: StarView, actions: Sequence[BoardAction]) -> None:
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
        self._sprites.ring(canvas, cell)

    def draw_ways(self, canvas: Drawable, view: StarView, shown: Sequence[BoardAction], held: Cell | None) -> None:
        """The ways of what was picked up; else the star's reach, faintly."""
        for action in shown:
            if isinstance(action, Jump):
                self._ways.draw(canvas, view.state, action, BRASS, REACH if held is None else 1.0)
                if held is not None:
                    at = self._geometry.middle(over(view.state, action))
                    self._sprites.blit(canvas, self._sprites.girdle(BRASS), at)
            elif isinstance(action, Slide) and held is not None:
                self._ways.draw(canvas, view.state, action, TARGET)

    def draw_hint(self, canvas: Drawable, view: StarView, hint: Action) -> None:
        """A hint, breathing."""
        if not isinstance(hint, Place | Slide | Jump):
            return
        alpha = breath(self._stage)
        target = self._sprites.target(theme.GOOD, True)
        self._sprites.on(canvas, target, target_of(hint), alpha)
        look = Look.STAR if isinstance(hint, Jump) else PIECES[view.state.mover]
        self._sprites.on(canvas, self._sprites.look(look), target_of(hint), GHOST * alpha)
        if isinstance(hint, Slide):
            self._sprites.on(canvas, self._sprites.girdle(theme.GOOD), hint.origin, alpha)
        if not isinstance(hint, Place):
            self._ways.draw(canvas, view.state, hint, theme.GOOD, alpha)

    def draw_weighed(self, canvas: Drawable, state: State, action: Action, color: str, alpha: float) -> None:
        """An action that is weighed in `state`."""
        if not isinstance(action, Place | Slide | Jump):
            return
        look = Look.STAR if isinstance(action, Jump) else PIECES[state.mover]
        middle = self._geometry.middle(target_of(action))
        self._sprites.blit(canvas, self._sprites.look(look), middle, 0.8 * alpha)
        self._sprites.blit(canvas, self._sprites.girdle(color), middle, alpha)
        if not isinstance(action, Place):
            self._ways.draw(canvas, state, action, color, alpha)

    def draw_theory(self, canvas: Drawable, view: StarView, held: Cell | None) -> None:
        """The value of each action: on its cell, or at its arrow.

        There it is a sign, and for what is in focus, or where there are few arrows, a pill beside it with words.
        """
        told = {_parsed(text): ActionValue(*found) for text, found in (view.theory or {}).items()}
        ways: dict[Slide | Jump, ActionValue] = {}
        for action, verdict in told.items():
            if isinstance(action, Place) and held is None:
                self._sprites.on(canvas, self._plates.plate(verdict), action.cell)
            elif isinstance(action, Slide | Jump) and held in (None, origin_of(view.state, action)):
                ways[action] = verdict
                self._ways.draw(canvas, view.state, action, COLORS[verdict.value])
        focus = view.selection.cursor if held is None and isinstance(view.selection, Choosing) else held
        worded = {action: verdict for action, verdict in ways.items() if origin_of(view.state, action) == focus}
        if len(ways) <= FEW:
            worded = ways
        for action, verdict in ways.items():
            if action not in worded:
                self._sprites.blit(canvas, self._plates.dot(verdict), self._ways.along(view.state, action, 0.5))
        look = self._stage.strings.language, self._stage.metrics.text_scale
        key = view.state, held, tuple(told.items()), tuple(worded), look
        if self._pills[0] != key:
            self._pills = key, self._lay_pills(view.state, told, ways, worded, held)
        for action, at in self._pills[1].items():
            self._sprites.blit(canvas, self._plates.pill(ways[action]), at)

    def _lay_pills(
        self,
        state: State,
        told: Mapping[Action, ActionValue],
        ways: Collection[Slide | Jump],
        worded: Mapping[Slide | Jump, ActionValue],
        held: Cell | None,
    ) -> dict[Slide | Jump, Point]:
        """The middle of the pill of each `worded` way: as near to its arrow as it can lie without covering anything."""
        taken = [self._around(state.star, STAR_REACH)]
        taken += [self._around(cell, RADIUS) for cell in cells_in(state.pieces[0] | state.pieces[1])]
        places = [(action, told[action]) for action in told if isinstance(action, Place) and held is None]
        taken += [self._covered(self._plates.plate(found), self._geometry.middle(act.cell)) for act, found in places]
        taken += [rect for action in ways for rect in self._ways.covered(state, action)]
        laid: dict[Slide | Jump, Point] = {}
        for action, verdict in worded.items():
            pill = self._plates.pill(verdict)
            near = self._ways.along(state, action, 0.5)
            laid[action] = min(self._spots(pill), key=lambda at: self._cost(self._covered(pill, at), near, taken))
            taken.append(self._covered(pill, laid[action]).inflate(6, 6))
        return laid

    def _spots(self, pill: Sprite) -> list[Point]:
        """Where the middle of a pill may lie: all over the board."""
        room = self._geometry.rect.inflate(-pill.surface.get_width(), -pill.surface.get_height())
        across, down = ([i / SPOTS for i in range(SPOTS + 1)] for _ in range(2))
        return [(room.left + room.width * x, room.top + room.height * y) for x in across for y in down]

    @staticmethod
    def _cost(place: pygame.Rect, near: Point, taken: Sequence[pygame.Rect]) -> float:
        """How bad a place is: pixels that it covers weigh more than the way to its arrow."""
        covered = [place.clip(taken[i]) for i in place.collidelistall(list(taken))]
        return sum(rect.width * rect.height for rect in covered) + math.dist(place.center, near)

    @staticmethod
    def _covered(sprite: Sprite, at: Point) -> pygame.Rect:
        """What a sprite covers that is put at a point."""
        return sprite.surface.get_rect(topleft=(round(at[0]) + sprite.dx, round(at[1]) + sprite.dy))

    def _around(self, cell: Cell, reach: float) -> pygame.Rect:
        """The square around a cell's middle; `reach` in board units."""
        side = round(2 * reach * self._geometry.unit)
        rect = pygame.Rect(0, 0, side, side)
        x, y = self._geometry.middle(cell)
        rect.center = round(x), round(y)
        return rect
