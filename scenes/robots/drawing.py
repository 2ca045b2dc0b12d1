"""Draws the robots' board: its ground (what never moves), the robots, the clips (animations) of steps, and lights."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import cast

import pygame

from game.core.record import SeatConfig
from game.core.rules import Seat, Step
from game.robots import DEMONSTRATION_PAUSE
from game.robots.board import COLOURS, Colour, RobotSlide, standing, xy
from game.robots.notation import corners, walk
from game.robots.state import Action, Move, State
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.paint import BOARD_AMBIENT, BOARD_CONTACT, LIFT_CARD
from scenes.robots.bidding.banner import Banners, draw_banner, place_over
from scenes.robots.bidding.docks import Owner, draw_controls
from scenes.robots.films import LatestStep, shown
from scenes.robots.looking_back import Memory, RoundShow
from scenes.robots.motion import (
    CHIP,
    BoardPoint,
    ChipLook,
    Ghost,
    Glow,
    Light,
    Placed,
    RobotLook,
    Spark,
    Staging,
    Trail,
    pieces,
    step_clip,
)
from scenes.robots.selection import STEERING, Declaring, LookingBack, Selection, Steering
from scenes.robots.sprites import (
    FRAME_PICTURE,
    GLOW,
    PREVIEW,
    SHADES,
    SPARK_STEPS,
    TILES,
    TRAIL,
    Geometry,
    Layers,
    RobotsGround,
    Sprites,
)
from scenes.robots.steering import first_robot, previews
from scenes.table.art.marks import draw_ribbon
from scenes.table.contract.drawing import BoardDrawing
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.shown import ShownBoard
from scenes.table.contract.view import BoardClip, Placement, View, seat_pitch

# Radius in board units of the chip in the middle of the board.
CHIP_RADIUS = 44.5
PULSES_PER_SECOND = 0.5
# The number of pictures of a pulsing light.
STEPS = 12
# Blur and width, in board units, of the light around the active target and its robot.
GLOW_SIGMA, GLOW_WIDTH = 12, 66
# Seconds for which a line leads from a new target to its robot, and seconds in which the line fades out.
LINE_SECONDS, LINE_FADE = 1.0, 0.25
# After a press: seconds for which all marks have their full colours, and seconds in which the colours fade out.
REVEAL_SECONDS, REVEAL_FADE = 4.0, 0.3
GHOST_AT_TARGET = 0.3
# A robot has a shadow if its opacity is greater than this.
LEAST_SHADOWED = 0.45
# Width of a ribbon, in cells.
WAY = 0.2
# Board units between ribbons that would otherwise overlap.
APART = 9
ALPHA = 0.9


class Reveal:
    """Remembers whether all marks have their full colours, as they have for some seconds after a press.

    It survives a new layout of the board.
    """

    def __init__(self) -> None:
        self._since = -REVEAL_SECONDS

    def press(self, now: float) -> None:
        """Show all marks from the time `now` on. If they are shown already, hide them."""
        self._since = now - REVEAL_SECONDS if self.alpha(now) else now

    def alpha(self, now: float) -> float:
        """Return the opacity of the full colours at a time of the stage."""
        left = REVEAL_SECONDS - (now - self._since)
        return min(1.0, max(0.0, left / REVEAL_FADE))


@dataclass(eq=False)
class RobotsDrawing(BoardDrawing[State, Action, Selection]):
    """Draws one layout, whose docks are at `places`. The latest step, banners and memory survive a new layout.

    `show` makes the films for the look back at the previous round.
    """

    context: BoardContext
    geometry: Geometry
    sprites: Sprites
    identities: Sequence[str]
    places: Mapping[Seat, pygame.Rect]
    latest: LatestStep
    banners: Banners
    memory: Memory
    reveal: Reveal = field(default_factory=Reveal)

    def __post_init__(self) -> None:
        self._stage = self.context.stage
        self.ground = RobotsGround(self._stage, self.geometry, self.sprites)
        self._known: tuple[State | None, ShownBoard[object]] = (None, ShownBoard())
        self.show = RoundShow()

    @property
    def is_animated(self) -> bool:
        now = self._stage.time
        is_new = 0 <= now - self.latest.turned < LINE_SECONDS
        return (
            is_new
            or self.banners.shows(now)
            or self.memory.in_view
            or self.latest.shines(now)
            or self.reveal.alpha(now) > 0
        )

    def pieces(self, state: State) -> Placed:
        return pieces(state)

    def animate(self, step: Step[State, Action, object]) -> BoardClip:
        way = self.latest.journey_of(step)
        by_ai = is_shown_by_ai(step, self.context.seats)
        pause = self.context.settings[DEMONSTRATION_PAUSE] if by_ai else 0.0
        clip = step_clip(step, Staging(self._stage.look.reduced_motion, way, self._dock_on_board, pause))
        if by_ai:
            # The sound with which a number is announced.
            clip = replace(clip, cues=((0.0, "bid"), *clip.cues))
        return replace(clip, pitch=seat_pitch(step.seat))

    def _dock_on_board(self, seat: Seat) -> BoardPoint:
        """Return the column and row of a seat's dock, which are outside the board."""
        field, pitch = self.geometry.field, self.geometry.pitch
        x, y = self.places[seat].center
        return (x - field.x) / pitch - 0.5, (y - field.y) / pitch - 0.5

    def draw_ground(self, target: Drawable) -> None:
        rect = self.geometry.rect
        shade = self._stage.paint.shadow(rect.size, 1.0, 16, (BOARD_AMBIENT, BOARD_CONTACT))
        self._stage.blit(target, shade, rect.topleft)
        target.blit(self._stage.assets.texture(TILES, self.geometry.field.size), self.geometry.field.topleft)
        target.blit(self._stage.assets.texture(FRAME_PICTURE, rect.size), rect.topleft)

    def draw(self, canvas: Drawable, view: View[State, Action, Selection]) -> None:
        still = self._stage.look.reduced_motion
        lights = () if still else self.latest.afterglow(view.last, self._stage.time)
        if view.win_time:
            lights = (*winning_route(view.state), *lights)
        past = self.memory.past
        if isinstance(view.selection, LookingBack) and past is not None:
            self._draw_field(canvas, self.show.over(self._stage, view, past, view.selection))
        else:
            self._draw_field(canvas, view, lights)
        if self.context.in_lesson and isinstance(view.selection, Declaring) and view.legal:
            self._draw_dial(canvas, view.state, view.selection)
        # In a match, the banner is in the side panel.
        if self.banners.latest is not None and self.context.in_lesson:
            draw_banner(self._stage, canvas, place_over(self.geometry.rect), self.banners.latest)

    def draw_weighed(self, canvas: Drawable, step: Step[State, Action, object], color: str, alpha: float) -> None:
        """Draw a slide of a route as a ribbon, a little off the middle, so that ribbons do not overlap.

        The robot is shown faintly at its target.
        """
        if not isinstance(step.action, Move):
            return
        before = step.before
        slid = next(walk(before.board, before.robots, (step.action,)))
        aside = (len(before.moves) % 3 - 1) * APART * self.geometry.unit
        places = []
        for cell in (slid.origin, *corners(slid), slid.target):
            x, y = self.geometry.center(*xy(cell))
            places.append((x + aside, y + aside))
        draw_ribbon(self._stage, canvas, places, WAY * self.geometry.pitch, color, alpha)
        self._robot(canvas, _robot_at(slid.colour, xy(slid.target), GHOST_AT_TARGET * alpha))

    def _draw_dial(self, canvas: Drawable, state: State, declaring: Declaring) -> None:
        """Draw the dock of a lesson's person."""
        for seat in declaring.open:
            place, shade = self.places[seat], self._stage.paint.shadow(self.places[seat].size, LIFT_CARD)
            self._stage.blit(canvas, shade, place.topleft)
            owner = Owner(self.identities[seat], self.context.names[seat])
            draw_controls(self._stage, canvas, place, owner, state, seat, declaring, False)

    # Pieces

    def _draw_field(
        self, canvas: Drawable, view: View[State, Action, Selection], afterglow: Sequence[Light] = ()
    ) -> None:
        """Draw everything on the field. `afterglow` has the lights that are visible longer than their clip."""
        state = view.state
        lights: list[Light] = [*afterglow, *view.effects]
        canvas.blit(self.ground.picture(state.board), self.geometry.field.topleft)
        self._all_marks(canvas, state)
        self._targets(canvas, state)
        self._markers(canvas, view)
        fading = any(isinstance(light, Trail) for light in lights)
        # While a trail still shows the last move, the next ways are not shown.
        ways = [] if fading else self._ways(view)
        for way in ways:
            self._draw_preview(canvas, way)
        for light in lights:
            if isinstance(light, Trail):
                self._draw_trail(canvas, light)
        centre = self.geometry.centre_rect()
        self._stage.blit(canvas, self.sprites.plate(centre.size), centre.topleft)
        self._line(canvas, view)
        for way in ways:
            self._robot(canvas, _robot_at(way.colour, xy(way.target), GHOST_AT_TARGET))
        self._standing(canvas, view, ways, lights)
        for light in lights:
            if isinstance(light, Spark):
                self._draw_spark(canvas, light)
        chip = view.placements.get(CHIP)
        if chip is not None:
            self._chip(canvas, chip)

    @property
    def _strength(self) -> float:
        """Return the current strength of a pulsing light."""
        breath = 0.5 + 0.5 * math.sin(self._stage.time * 2 * math.pi * PULSES_PER_SECOND)
        return 1.0 if self._stage.look.reduced_motion else 0.6 + 0.4 * round(breath * STEPS) / STEPS

    def _all_marks(self, canvas: Drawable, state: State) -> None:
        """Draw all marks in their full colours, for a while after somebody asked for them."""
        alpha = self.reveal.alpha(self._stage.time)
        for cell in state.board.marks if alpha else ():
            self.ground.draw_mark(canvas, state.board, cell, alpha)

    def _targets(self, canvas: Drawable, state: State) -> None:
        """Draw the target cells: the mark in full colour in a brass ring, with a pulsing light."""
        for mark in self._shows(state).marked("goal"):
            self._glow(canvas, self.geometry.middle(mark.cell))
            self.ground.on(canvas, self.sprites.goal(), mark.cell)
            self.ground.draw_mark(canvas, state.board, mark.cell)

    def _glow(self, canvas: Drawable, at: tuple[float, float]) -> None:
        """Draw the light that the active target and its robot have around them."""
        self._stage.blit(canvas, self.sprites.halo(GLOW, GLOW_SIGMA, GLOW_WIDTH), at, self._strength)

    def _line(self, canvas: Drawable, view: View[State, Action, Selection]) -> None:
        """Draw a line from each new target to its robot, for the first second."""
        state, left = view.state, self.latest.turned + LINE_SECONDS - self._stage.time
        robot = _glowing(state)
        if robot is None or not 0 < left <= LINE_SECONDS:
            return
        held = view.placements[robot]
        end = self.geometry.center(held.x, held.y)
        for index, mark in enumerate(self._shows(state).marked("goal")):
            begin = self.geometry.cell_rect(mark.cell).center
            alpha = 1.0 if self._stage.look.reduced_motion else min(1.0, left / LINE_FADE)
            self._stage.blit(canvas, self.sprites.hairline(index, begin, end), (0, 0), alpha)

    def _shows(self, state: State) -> ShownBoard[object]:
        """Return what the board shows, cached for each position."""
        if self._known[0] is not state:
            self._known = state, shown(state)
        return self._known[1]

    def _markers(self, canvas: Drawable, view: View[State, Action, Selection]) -> None:
        """Draw marks where robots stood when the chip was turned up, if they have moved since then."""
        state = view.state
        for colour, cell in standing(state.robots).items():
            home, moving = state.markers[COLOURS.index(colour)], view.placements[colour]
            if home != cell or (moving.x, moving.y) != xy(cell):
                self._stage.blit(canvas, self.sprites.marker(colour), self.geometry.center(*xy(home)))

    def _ways(self, view: View[State, Action, Selection]) -> list[RobotSlide]:
        """Return the slide of a hint, or else all slides of the chosen robot, while the board is at rest."""
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

    def _chip(self, canvas: Drawable, placement: Placement[ChipLook]) -> None:
        radius = CHIP_RADIUS * self.geometry.unit * (1 - 0.45 * placement.lift)
        # The radius is rounded to whole pixels, so that only few sizes are made.
        steps = round(radius)
        at = self.geometry.center(placement.x, placement.y)
        self._stage.blit(canvas, self.sprites.chip(placement.look.mark, steps), at, placement.alpha)

    def _standing(
        self, canvas: Drawable, view: View[State, Action, Selection], ways: list[RobotSlide], lights: list[Light]
    ) -> None:
        """Draw the robots from back to front, each with its shadow and its light. A chosen robot also has a ring."""
        for light in lights:
            if isinstance(light, Glow):
                self._draw_glow(canvas, light)
        if ways:
            held = view.placements[ways[0].colour]
            self._stage.blit(canvas, self.sprites.chosen(), self.geometry.center(held.x, held.y))
            self.ground.draw_walls(canvas, view.state.board, ways[0].origin)
        shown = [placement for placement in view.placements.values() if isinstance(placement.look, RobotLook)]
        shown += [_robot_at(light.robot, light.at, light.alpha) for light in lights if isinstance(light, Ghost)]
        glowing = _glowing(view.state)
        stopped = None if self._stage.look.reduced_motion else self.latest.look(view.last, self._stage.time)
        for placement in sorted(shown, key=lambda p: (p.y, p.x)):
            if stopped is not None and placement.look.colour == stopped.colour:
                placement = replace(placement, look=stopped)
            self._robot(canvas, placement, placement.look.colour == glowing)

    def _robot(self, canvas: Drawable, placement: Placement[RobotLook], glowing: bool = False) -> None:
        look = placement.look
        x, y = self.geometry.center(placement.x, placement.y)
        rise = placement.lift * self.geometry.pitch
        if placement.alpha > LEAST_SHADOWED:
            if glowing:
                self._glow(canvas, (round(x), round(y)))
            shadow = self.sprites.robot_shadow(look.colour)
            self._stage.blit(canvas, shadow, (round(x), round(y)), placement.alpha)
        face = self.sprites.robot(look.colour, look.facing, look.squash, glowing)
        self._stage.blit(canvas, face, (round(x), round(y - rise)), placement.alpha)

    # Lights

    def _draw_trail(self, canvas: Drawable, trail: Trail) -> None:
        """Draw the light that a robot leaves behind."""
        self._stretch(canvas, SHADES[trail.robot].base, TRAIL, trail.begin, trail.end, trail.alpha)

    def _draw_preview(self, canvas: Drawable, way: RobotSlide) -> None:
        """Draw a possible slide, from each corner of its way to the next."""
        for begin, end in pairwise((way.origin, *corners(way), way.target)):
            self._stretch(canvas, SHADES[way.colour].base, PREVIEW, xy(begin), xy(end), 1.0)

    def _stretch(
        self, canvas: Drawable, color: str, layers: Layers, first: BoardPoint, last: BoardPoint, alpha: float
    ) -> None:
        """Draw light from `first` to `last`, cut from a bar as long as the board. The end at `last` is cut square."""
        start, end = self.geometry.center(*first), self.geometry.center(*last)
        length = round(math.hypot(end[0] - start[0], end[1] - start[1]))
        if not length:
            return
        upright = abs(end[1] - start[1]) > abs(end[0] - start[0])
        bar = self.sprites.bar_of_light(color, layers, upright).surface
        cap = round(layers[0][0] * self.geometry.unit / 2)
        long, thick = length + cap, 2 * cap
        left, top = round(start[0]) - cap, round(start[1]) - cap
        if upright:
            forward = end[1] > start[1]
            area = pygame.Rect(0, 0 if forward else bar.get_height() - long, thick, long)
            at = (left, top if forward else round(end[1]))
        else:
            forward = end[0] > start[0]
            area = pygame.Rect(0 if forward else bar.get_width() - long, 0, long, thick)
            at = (left if forward else round(end[0]), top)
        canvas.blit(bar, at, alpha, area)

    def _draw_spark(self, canvas: Drawable, spark: Spark) -> None:
        """Draw the ten rays on a reflector, and the flash around them."""
        at = self.geometry.center(*spark.at)
        if spark.flashes:
            self._stage.blit(canvas, self.sprites.halo("#FFE9A0", 10), at, spark.alpha * 0.6)
        step = min(SPARK_STEPS - 1, int(spark.share * SPARK_STEPS))
        self._stage.blit(canvas, self.sprites.spark(SHADES[spark.colour].light, step), at, spark.alpha)

    def _draw_glow(self, canvas: Drawable, glow: Glow) -> None:
        """Draw the light of a robot that passes a reflector of its own colour."""
        self._stage.blit(
            canvas, self.sprites.halo(SHADES[glow.robot].light, 8), self.geometry.center(*glow.at), glow.alpha
        )


def _robot_at(colour: Colour, at: BoardPoint, alpha: float) -> Placement[RobotLook]:
    return Placement(RobotLook(colour), *at, alpha=alpha)


def _glowing(state: State) -> Colour | None:
    """Return the robot that has the light of the target: the target's own robot.

    None for the black hole, which any robot may reach.
    """
    colour = state.chip.colour
    return None if state.phase == "over" or colour == "any" else colour


def is_shown_by_ai(step: Step[State, Action, object], seats: Sequence[SeatConfig]) -> bool:
    """Return whether a step is a slide in an AI's demonstration."""
    showing = step.before.phase == "demonstrate" and isinstance(step.action, Move)
    return showing and step.seat < len(seats) and seats[step.seat].is_ai


def winning_route(state: State) -> tuple[Trail, ...]:
    """Return a light for each straight part of the moves in the last try; () before the game is over."""
    if state.phase != "over":
        return ()
    return tuple(
        Trail(cast(Colour, way.look), xy(begin), xy(end), ALPHA)
        for way in shown(state).ways
        for begin, end in pairwise(way.cells)
    )
