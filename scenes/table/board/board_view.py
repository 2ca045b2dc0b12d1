"""A board on the table: its place, its moving pieces and its lights. Match and replay share it.

The table and the fixed parts of the board are one picture, so that a single blit draws most of a frame.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import pygame

from game.core.record import SeatConfig
from game.core.rules import AnyStep, Seat
from game.records.playback import Playback
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable, SurfaceCanvas
from scenes.kit.drawing.timeline import Timeline
from scenes.kit.input.intents import Point
from scenes.kit.layout import Shape
from scenes.kit.scene import Scene
from scenes.kit.stage import Stage
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.services import Services
from scenes.table.board.layout import BAR, BAR_TOP, board_place
from scenes.table.contract.board import AnyBoard, view_of
from scenes.table.contract.view import ClipFrame, Placements, View

Draw = Callable[[Drawable], None]
LIGHT_STEPS, LIGHT_STEPS_LARGE = 20, 5
LARGE_SCALE = 1.5
# Seconds that `BoardView.slide` takes, whatever the position that it leads to.
SLIDE_SECONDS = 0.22
TALL_BAR = (54, 1541, 972, 350)


class _Nothing(Drawable):
    """A target that discards what is drawn."""

    def take(self, surface: pygame.Surface, at: Point, opacity: int, area: pygame.Rect | None) -> None:
        """Discard `surface`."""


class Ground:
    """The picture of the table with something drawn on it.

    It is made within the frame's time budget, and kept until `lay` asks for a new one.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        # Draws on the table; None if there is nothing to show.
        self._draw: Draw | None = None
        self._picture: pygame.Surface | None = None
        # The table with nothing on it.
        self._bare: pygame.Surface | None = None

    def lay(self, draw: Draw) -> None:
        """Show what `draw` draws on the table."""
        self._draw, self._picture, self._bare = draw, None, None

    def rest(self) -> None:
        """If the window is large, drop the picture. The next use of `picture` makes it again."""
        if self._stage.is_large:
            self._picture = self._bare = None

    def clear(self) -> None:
        """Drop the picture, which needs more memory than anything else in a scene."""
        self._draw = self._picture = self._bare = None

    @property
    def picture(self) -> pygame.Surface:
        """Return the picture, as large as the window. Raises OverBudgetError if the frame has no time left."""
        if self._picture is None:
            table = self._stage.table
            if self._stage.is_large:
                # A first drawing, which is discarded, makes all parts. Only then is the table copied.
                self._draw_on(_Nothing())
            if self._bare is None:
                self._bare = self._stage.budget.make(table.copy)
            self._picture = self._stage.budget.make(self._make)
        return self._picture

    def _make(self) -> pygame.Surface:
        sheet, self._bare = (
            SurfaceCanvas(self._bare or self._stage.table.copy()),
            None,
            # The drawing changes the copy of the bare table, so `_bare` must not keep that copy.
        )
        self._draw_on(sheet)
        return sheet.surface

    def _draw_on(self, target: Drawable) -> None:
        if self._draw is not None:
            self._draw(target)


class BoardView:
    """A board on the table. `shown` is the position on screen; while a clip plays, the game is ahead of `shown`."""

    def __init__(self, services: Services, board: AnyBoard, seats: Sequence[SeatConfig], state: Any) -> None:
        self.services = services
        self.stage = services.stage
        self.board = board
        self.seats = tuple(seats)
        self.shown = state
        self.ground = Ground(services.stage)
        self.timeline: Timeline[ClipFrame] = Timeline(on_cue=services.stage.audio.play)
        self.lights = dict.fromkeys(range(len(self.seats)), 0.0)
        self._pieces: tuple[object, Placements] = (None, {})

    def lay(self, seats: Sequence[SeatConfig]) -> None:
        """Lay the board out for the current window, with `seats` around it."""
        self.seats = tuple(seats)
        frame = self.place()
        context, people = self.board.context, self.services.people
        context.seats, context.names, context.keys = self.seats, list(map(people.name, self.seats)), people.keys
        self.board.layout(frame, [seat.identity for seat in self.seats], self.bottom_seat)
        self.frame = frame
        self.ground.lay(self.board.drawing.draw_ground)
        self._pieces = (None, {})

    def place(self) -> pygame.Rect:
        """Return the board's rectangle in the current window, in pixels."""
        return board_place(self.stage.metrics, self.board.aspect)

    def clear(self) -> None:
        """Drop the picture of the table and the board."""
        self.ground.clear()

    @property
    def bottom_seat(self) -> Seat:
        """Return the seat below the board: the seat of the only person, otherwise seat 0.

        The seat stays the same when a person resigns.
        """
        people = [i for i, seat in enumerate(self.seats) if seat.resigned or not seat.is_ai]
        return people[0] if len(people) == 1 else 0

    def slide(self, after: object, done: Callable[[], None]) -> None:
        """Slide from the position on screen to `after`, which can be any position. Then call `done`."""
        self.timeline.skip()
        seconds = self.stage.seconds(SLIDE_SECONDS)
        self.timeline.push(self.board.drawing.passage(self.shown, after, seconds), done)

    def play(self, step: AnyStep, done: Callable[[], None]) -> None:
        """Play a step's clip, then call `done`."""
        self.board.on_step(step)
        self.timeline.push(self.board.drawing.animate(step), done)

    def snapshot(self, alpha: float) -> ClipFrame:
        """Return the current places of all pieces, and the effects of the clip."""
        if self._pieces[0] is not self.shown:
            self._pieces = (self.shown, self.board.drawing.pieces(self.shown))
        moving = self.timeline.sample(alpha)
        return ClipFrame(self._pieces[1]) if moving is None else moving.over(self._pieces[1])

    def view(self, alpha: float, **more: Any) -> View[Any, Any, Any]:
        """Return the board's View. `more` sets further fields. By default no seat may act."""
        snapshot = self.snapshot(alpha)
        more = {"effects": snapshot.effects, "lights": self.drawn_lights(), **more}
        return view_of(self.board, self.shown, snapshot.placements, **more)

    def light(self, seats: Collection[Seat]) -> None:
        """Light exactly these seats, without a fade."""
        self.lights = {seat: float(seat in seats) for seat in self.lights}

    def tick_lights(self, seats: Collection[Seat], dt: float) -> None:
        """Fade in the lights of `seats`, and fade out all others."""
        if self.lights == {seat: float(seat in seats) for seat in self.lights}:
            return
        step = dt / self.stage.seconds(theme.LIGHT_SECONDS)
        for seat, light in self.lights.items():
            goal = 1.0 if seat in seats else 0.0
            self.lights[seat] = light + max(-step, min(step, goal - light))

    @property
    def is_animated(self) -> bool:
        """Whether a clip plays, a light fades or the board moves by itself."""
        fading = any(light not in (0.0, 1.0) for light in self.lights.values())
        return fading or not self.timeline.is_idle or self.board.drawing.is_animated

    def drawn_lights(self) -> dict[Seat, float]:
        """Return the lights by seat, rounded to the steps in which they are drawn. Large windows have fewer steps."""
        steps = LIGHT_STEPS_LARGE if self.stage.metrics.scale > LARGE_SCALE else LIGHT_STEPS
        return {seat: round(light * steps) / steps for seat, light in self.lights.items()}


class PlaybackView(BoardView):
    """Shows the position of `playback` with a board."""

    def __init__(self, services: Services, board: AnyBoard, playback: Playback) -> None:
        super().__init__(services, board, playback.record.seats, playback.state)
        self.playback = playback

    @property
    def has_arrived(self) -> bool:
        """Whether the shown position has come to rest."""
        return self.timeline.is_idle

    @property
    def lit(self) -> tuple[Seat, ...]:
        """Return the seats that may act. At the end of the game they are the winners."""
        outcome = self.playback.outcome
        return outcome.winners if outcome is not None else self.playback.actors()

    def arrived(self, state: Any) -> None:
        """Note that the board has come to rest in `state`."""
        self.shown = state

    def view(self, alpha: float, **more: Any) -> View[Any, Any, Any]:
        outcome = self.playback.outcome
        if outcome is not None and len(outcome.winners) == 1 and self.has_arrived:
            more |= {"winner": outcome.winners[0], "steps": self.playback.steps}
        return super().view(alpha, **more)


class OnTable(Scene):
    """A scene with a board. It drops the board's picture when it ends and, in a large window, when it is covered."""

    table: BoardView

    def covered(self) -> None:
        self.table.ground.rest()

    def leave(self) -> None:
        self.table.clear()


def place_bar(stage: Stage, tall: tuple[float, float, float, float] = TALL_BAR) -> GlyphBar:
    """Return a bar along the lower edge. `tall` is its place in an upright window, in design pixels."""
    wide = (54, BAR_TOP, stage.metrics.design[0] - 108, BAR)
    return GlyphBar(stage, stage.metrics.rect(*(tall if stage.metrics.shape is Shape.TALL else wide)))
