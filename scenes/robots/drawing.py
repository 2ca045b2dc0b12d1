"""The drawing of the robots' board: its pieces and their clips, the field in its frame, the lights over it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import cast

import pygame

from game.core.record import SeatConfig
from game.core.rules import Seat, Step
from game.robots import DEMONSTRATION_PAUSE
from game.robots.board import Colour, xy
from game.robots.state import Action, Move, State
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.paint import BOARD_AMBIENT, BOARD_CONTACT, LIFT_CARD
from scenes.robots.bidding.banner import Banners, draw_banner, place_over
from scenes.robots.bidding.controls import Owner, draw_controls
from scenes.robots.geometry import Geometry
from scenes.robots.ground import FRAME_PICTURE, TILES
from scenes.robots.looks import BoardPoint, Placed, Trail
from scenes.robots.motion.clips import Staging, pieces, step_clip
from scenes.robots.motion.latest_step import LatestStep
from scenes.robots.painter import RobotsPainter
from scenes.robots.review.memory import Memory
from scenes.robots.review.round_show import RoundShow
from scenes.robots.selection import Declaring, LookingBack, Selection
from scenes.robots.shown import shown
from scenes.table.contract.drawing import BoardDrawing
from scenes.table.contract.placements import BoardClip, seat_pitch
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.view import View

ALPHA = 0.9


@dataclass(eq=False)
class RobotsDrawing(BoardDrawing[State, Action, Selection]):
    """Draws one layout, whose docks lie at `places`; the latest step, banners and memory outlive it.

    `show` is the look back.
    """

    context: BoardContext
    geometry: Geometry
    painter: RobotsPainter
    identities: Sequence[str]
    places: Mapping[Seat, pygame.Rect]
    latest: LatestStep
    banners: Banners
    memory: Memory

    def __post_init__(self) -> None:
        self._stage = self.context.stage
        self.show = RoundShow()

    @property
    def is_animated(self) -> bool:
        now = self._stage.time
        return self.banners.shows(now) or self.memory.in_view or self.latest.shines(now)

    def pieces(self, state: State) -> Placed:
        return pieces(state)

    def animate(self, step: Step[State, Action, object]) -> BoardClip:
        way = self.latest.journey_of(step)
        by_ai = is_shown_by_ai(step, self.context.seats)
        pause = self.context.settings[DEMONSTRATION_PAUSE] if by_ai else 0.0
        clip = step_clip(step, Staging(self._stage.look.reduced_motion, way, self._dock_on_board, pause))
        if by_ai:
            clip = replace(clip, cues=((0.0, "bid"), *clip.cues))  # its number is called
        return replace(clip, pitch=seat_pitch(step.seat))

    def _dock_on_board(self, seat: Seat) -> BoardPoint:
        """The column and row, beyond the board, at which a seat's dock lies."""
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
            self.painter.draw(canvas, self.show.over(self._stage, view, past, view.selection))
        else:
            self.painter.draw(canvas, view, lights)
        if self.context.in_lesson and isinstance(view.selection, Declaring) and view.legal:
            self._draw_dial(canvas, view.state, view.selection)
        if self.banners.latest is not None and self.context.in_lesson:  # in a match it lies in the side panel
            draw_banner(self._stage, canvas, place_over(self.geometry.rect), self.banners.latest)

    def draw_weighed(self, canvas: Drawable, step: Step[State, Action, object], color: str, alpha: float) -> None:
        """A slide of a route: its way as a ribbon, and where it leaves its robot, faintly."""
        if isinstance(step.action, Move):
            self.painter.draw_route_part(canvas, step.before, step.action, color, alpha)

    def _draw_dial(self, canvas: Drawable, state: State, declaring: Declaring) -> None:
        """The dock of a lesson's only person."""
        for seat in declaring.open:
            place, shade = self.places[seat], self._stage.paint.shadow(self.places[seat].size, LIFT_CARD)
            self._stage.blit(canvas, shade, place.topleft)
            owner = Owner(self.identities[seat], self.context.names[seat])
            draw_controls(self._stage, canvas, place, owner, state, seat, declaring, False)


def is_shown_by_ai(step: Step[State, Action, object], seats: Sequence[SeatConfig]) -> bool:
    """Whether a step is a slide in the demonstration of an AI."""
    showing = step.before.phase == "demonstrate" and isinstance(step.action, Move)
    return showing and step.seat < len(seats) and seats[step.seat].is_ai


def winning_route(state: State) -> tuple[Trail, ...]:
    """A stretch of light for every leg of the moves of the last try; none before the game is over."""
    if state.phase != "over":
        return ()
    return tuple(
        Trail(cast(Colour, way.look), xy(begin), xy(end), ALPHA)
        for way in shown(state).ways
        for begin, end in pairwise(way.cells)
    )
