"""Draws a position of the robots: ground, targets, markers, the ways that could be gone, lights, chip, robots."""

from __future__ import annotations

import math
from itertools import pairwise

from game.robots.board import COLOURS, Mark, Slide, xy
from game.robots.state import Action, Move, RobotSlid, State
from scenes.kit.canvas import Target
from scenes.kit.stage import Stage
from scenes.kit.timeline import Placement
from scenes.robots.effects import Effects
from scenes.robots.geometry import Geometry
from scenes.robots.ground import Ground
from scenes.robots.motion.clips import CHIP
from scenes.robots.motion.slides import journey
from scenes.robots.selection import Selection
from scenes.robots.sprites import Sprites
from scenes.robots.steering import first_robot, previews
from scenes.table.board import View

CHIP_RADIUS = 44.5  # of the chip in the middle, board units
PULSES_PER_SECOND = 0.5
STEPS = 12  # of a pulse's brightness
GHOST_AT_TARGET = 0.45


class RobotsPainter:
    """Draws for one geometry."""

    def __init__(self, stage: Stage, geometry: Geometry, sprites: Sprites, effects: Effects, ground: Ground) -> None:
        self._stage = stage
        self._geometry = geometry
        self._sprites = sprites
        self._effects = effects
        self._ground = ground

    def draw(self, canvas: Target, view: View[State, Action, Selection], glow: dict[str, Placement]) -> None:
        """Draw everything on the field; `glow` are lights that outlast their clip."""
        state = view.state
        canvas.blit(self._ground.picture(state.board), self._geometry.field.topleft)
        self._targets(canvas, state)
        self._markers(canvas, view)
        ways = self._ways(view)
        for way in ways:
            self._preview(canvas, state, way)
        lights = [*glow.values(), *(p for p in view.placements.values() if p.look.startswith("trail"))]
        for placement in lights:
            if placement.look.startswith("trail"):
                self._effects.draw_trail(canvas, placement)
        self._plate(canvas)
        for way in ways:
            self._robot(canvas, Placement(f"robot {way.colour}", *xy(way.target), alpha=GHOST_AT_TARGET))
        self._standing(canvas, view, ways)
        for placement in [*glow.values(), *view.placements.values()]:
            if placement.look.startswith("spark"):
                self._effects.draw_spark(canvas, placement)
        chip = view.placements.get(CHIP)
        if chip is not None:
            self._chip(canvas, chip)

    def _targets(self, canvas: Target, state: State) -> None:
        """The target cells pulse in a brass ring."""
        if state.phase == "over":
            return
        breath = 0.5 + 0.5 * math.sin(self._stage.time * 2 * math.pi * PULSES_PER_SECOND)
        strength = 1.0 if self._stage.look.reduced_motion else 0.55 + 0.45 * round(breath * STEPS) / STEPS
        for cell in state.board.targets(state.chip):
            rect = self._geometry.cell_rect(cell)
            self._stage.put(canvas, self._stage.paint.ring(rect.size, 6, 0, 5), rect.topleft, strength)

    def _markers(self, canvas: Target, view: View[State, Action, Selection]) -> None:
        """Where robots stood when the chip was turned, if they have left."""
        state = view.state
        for colour, home, cell in zip(COLOURS, state.markers, state.robots, strict=True):
            moving = view.placements[colour]
            if home != cell or (moving.x, moving.y) != xy(cell):
                self._stage.put(canvas, self._sprites.marker(colour), self._geometry.center(*xy(home)))

    def _ways(self, view: View[State, Action, Selection]) -> list[Slide]:
        """The slides of the robot in the hand, or the one that is advised, while the board is at rest."""
        state, selection = view.state, view.selection
        pairs = zip(COLOURS, state.robots, strict=True)
        at_rest = all((view.placements[c].x, view.placements[c].y) == xy(cell) for c, cell in pairs)
        if state.phase not in ("demonstrate", "practice") or selection is None or not at_rest:
            return []
        if isinstance(view.hint, Move):
            return previews(state, [view.hint], view.hint.colour)
        legal = view.choices.get(state.demonstrator or 0) or view.legal
        return previews(state, legal, selection.robot or first_robot(state)) if legal else []

    def _preview(self, canvas: Target, state: State, way: Slide) -> None:
        corners = journey(state.board, RobotSlid(way.colour, way.origin, way.target, way.legs)).points
        for begin, end in pairwise(corners):
            self._effects.draw_preview(canvas, way.colour, begin, end)

    def _plate(self, canvas: Target) -> None:
        rect = self._geometry.centre_rect()
        self._stage.put(canvas, self._sprites.plate(rect.size), rect.topleft)

    def _chip(self, canvas: Target, placement: Placement) -> None:
        _, colour, symbol = placement.look.split(" ")
        radius = CHIP_RADIUS * self._geometry.unit * (1 - 0.45 * placement.lift)
        mark = Mark(colour, symbol)  # type: ignore[arg-type]
        steps = round(radius)  # whole pixels, so that few sizes are made
        at = self._geometry.center(placement.x, placement.y)
        self._stage.put(canvas, self._sprites.chip(mark, steps), at, placement.alpha)

    def _standing(self, canvas: Target, view: View[State, Action, Selection], ways: list[Slide]) -> None:
        """Robots from the back to the front, each with its shadow, its glow, and a ring if it is in the hand."""
        shown = [p for p in view.placements.values() if p.look.split(" ")[0] in ("robot", "ghost")]
        for placement in [p for p in view.placements.values() if p.look.startswith("glow")]:
            self._effects.draw_glow(canvas, placement)
        if ways:
            held = view.placements[ways[0].colour]
            self._stage.put(canvas, self._sprites.chosen(), self._geometry.center(held.x, held.y))
        for placement in sorted(shown, key=lambda p: (p.y, p.x)):
            self._robot(canvas, placement)

    def _robot(self, canvas: Target, placement: Placement) -> None:
        kind, colour = placement.look.split(" ")
        x, y = self._geometry.center(placement.x, placement.y)
        rise = placement.lift * self._geometry.pitch
        if kind == "robot" and placement.alpha > GHOST_AT_TARGET:
            self._stage.put(canvas, self._sprites.robot_shadow(), (round(x), round(y)), placement.alpha)
        sprite = self._sprites.robot(colour)  # type: ignore[arg-type]
        self._stage.put(canvas, sprite, (round(x), round(y - rise)), placement.alpha)
