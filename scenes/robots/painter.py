"""Draws a position of the robots: ground, targets, markers, the ways that could be gone, lights, chip, robots."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from game.robots.board import COLOURS, Colour, RobotSlide, standing, xy
from game.robots.route import corners, walk
from game.robots.state import Action, Move, State
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.stage import Stage
from scenes.robots.effects import Effects
from scenes.robots.geometry import Geometry
from scenes.robots.ground import RobotsGround
from scenes.robots.looks import BoardPoint, ChipLook, Ghost, Glow, Light, RobotLook, Spark, Trail
from scenes.robots.motion.clips import CHIP
from scenes.robots.selection import STEERING, Selection, Steering
from scenes.robots.shown import shown
from scenes.robots.sprites import Sprites
from scenes.robots.steering import first_robot, previews
from scenes.table.art.ribbon import draw_ribbon
from scenes.table.contract.placements import Placement
from scenes.table.contract.shown import ShownBoard
from scenes.table.contract.view import View

CHIP_RADIUS = 44.5  # of the chip in the middle, board units
PULSES_PER_SECOND = 0.5
STEPS = 12  # of a pulse's brightness
GHOST_AT_TARGET = 0.45
WAY = 0.2  # of a ribbon's width in cells
APART = 9  # board units between ribbons that would cover each other


class RobotsPainter:
    """Draws for one geometry."""

    def __init__(
        self, stage: Stage, geometry: Geometry, sprites: Sprites, effects: Effects, ground: RobotsGround
    ) -> None:
        self._stage = stage
        self._geometry = geometry
        self._sprites = sprites
        self._effects = effects
        self._ground = ground
        self._known: tuple[State | None, ShownBoard[object]] = (None, ShownBoard())

    def draw(self, canvas: Drawable, view: View[State, Action, Selection], afterglow: Sequence[Light] = ()) -> None:
        """Draw everything on the field; `afterglow` are lights that outlast their clip."""
        state = view.state
        lights: list[Light] = [*afterglow, *view.effects]
        canvas.blit(self._ground.picture(state.board), self._geometry.field.topleft)
        self._targets(canvas, state)
        self._markers(canvas, view)
        fading = any(isinstance(light, Trail) for light in lights)
        ways = [] if fading else self._ways(view)  # the trail still tells what has been done
        for way in ways:
            self._preview(canvas, way)
        for light in lights:
            if isinstance(light, Trail):
                self._effects.draw_trail(canvas, light)
        self._plate(canvas)
        for way in ways:
            self._robot(canvas, _robot_at(way.colour, xy(way.target), GHOST_AT_TARGET))
        self._standing(canvas, view, ways, lights)
        for light in lights:
            if isinstance(light, Spark):
                self._effects.draw_spark(canvas, light)
        chip = view.placements.get(CHIP)
        if chip is not None:
            self._chip(canvas, chip)

    def _targets(self, canvas: Drawable, state: State) -> None:
        """The target cells pulse in a brass ring."""
        breath = 0.5 + 0.5 * math.sin(self._stage.time * 2 * math.pi * PULSES_PER_SECOND)
        strength = 1.0 if self._stage.look.reduced_motion else 0.55 + 0.45 * round(breath * STEPS) / STEPS
        for mark in self._shows(state).marked("goal"):
            rect = self._geometry.cell_rect(mark.cell)
            self._stage.blit(canvas, self._stage.paint.ring(rect.size, 6, 0, 5), rect.topleft, strength)
            self._ground.draw_walls(canvas, state.board, mark.cell)

    def _shows(self, state: State) -> ShownBoard[object]:
        """What the board shows, made once for each position."""
        if self._known[0] is not state:
            self._known = state, shown(state)
        return self._known[1]

    def _markers(self, canvas: Drawable, view: View[State, Action, Selection]) -> None:
        """Where robots stood when the chip was turned, if they have left."""
        state = view.state
        for colour, cell in standing(state.robots).items():
            home, moving = state.markers[COLOURS.index(colour)], view.placements[colour]
            if home != cell or (moving.x, moving.y) != xy(cell):
                self._stage.blit(canvas, self._sprites.marker(colour), self._geometry.center(*xy(home)))

    def _ways(self, view: View[State, Action, Selection]) -> list[RobotSlide]:
        """The slides of the robot in the hand, or the one that is advised, while the board is at rest."""
        state, selection = view.state, view.selection
        pairs = standing(state.robots).items()
        at_rest = all((view.placements[c].x, view.placements[c].y) == xy(cell) for c, cell in pairs)
        if state.phase not in STEERING or not at_rest:
            return []
        if isinstance(view.hint, Move):
            return previews(state, [view.hint], view.hint.colour)
        legal = view.choices.get(state.demonstrator or 0) or view.legal
        robot = selection.robot if isinstance(selection, Steering) else None
        return previews(state, legal, robot or first_robot(state)) if legal else []

    def _preview(self, canvas: Drawable, way: RobotSlide) -> None:
        for begin, end in pairwise((way.origin, *corners(way), way.target)):
            self._effects.draw_preview(canvas, way.colour, xy(begin), xy(end))

    def draw_route_part(self, canvas: Drawable, before: State, move: Move, color: str, alpha: float) -> None:
        """The slide `move` of a route as a ribbon, a little beside the middle, so that no two cover each other."""
        slid = next(walk(before.board, before.robots, (move,)))
        aside = (len(before.moves) % 3 - 1) * APART * self._geometry.unit
        places = []
        for cell in (slid.origin, *corners(slid), slid.target):
            x, y = self._geometry.center(*xy(cell))
            places.append((x + aside, y + aside))
        draw_ribbon(self._stage, canvas, places, WAY * self._geometry.pitch, color, alpha)
        self._robot(canvas, _robot_at(slid.colour, xy(slid.target), GHOST_AT_TARGET * alpha))

    def _plate(self, canvas: Drawable) -> None:
        rect = self._geometry.centre_rect()
        self._stage.blit(canvas, self._sprites.plate(rect.size), rect.topleft)

    def _chip(self, canvas: Drawable, placement: Placement[ChipLook]) -> None:
        radius = CHIP_RADIUS * self._geometry.unit * (1 - 0.45 * placement.lift)
        steps = round(radius)  # whole pixels, so that few sizes are made
        at = self._geometry.center(placement.x, placement.y)
        self._stage.blit(canvas, self._sprites.chip(placement.look.mark, steps), at, placement.alpha)

    def _standing(
        self, canvas: Drawable, view: View[State, Action, Selection], ways: list[RobotSlide], lights: list[Light]
    ) -> None:
        """Robots from the back to the front, each with its shadow, its glow, and a ring if it is in the hand."""
        for light in lights:
            if isinstance(light, Glow):
                self._effects.draw_glow(canvas, light)
        if ways:
            held = view.placements[ways[0].colour]
            self._stage.blit(canvas, self._sprites.chosen(), self._geometry.center(held.x, held.y))
            self._ground.draw_walls(canvas, view.state.board, ways[0].origin)
        shown = [placement for placement in view.placements.values() if isinstance(placement.look, RobotLook)]
        shown += [_robot_at(light.robot, light.at, light.alpha) for light in lights if isinstance(light, Ghost)]
        for placement in sorted(shown, key=lambda p: (p.y, p.x)):
            self._robot(canvas, placement)

    def _robot(self, canvas: Drawable, placement: Placement[RobotLook]) -> None:
        x, y = self._geometry.center(placement.x, placement.y)
        rise = placement.lift * self._geometry.pitch
        if placement.alpha > GHOST_AT_TARGET:
            shadow = self._sprites.robot_shadow(placement.look.colour)
            self._stage.blit(canvas, shadow, (round(x), round(y)), placement.alpha)
        self._stage.blit(
            canvas, self._sprites.robot(placement.look.colour), (round(x), round(y - rise)), placement.alpha
        )


def _robot_at(colour: Colour, at: BoardPoint, alpha: float) -> Placement[RobotLook]:
    return Placement(RobotLook(colour), *at, alpha=alpha)
