"""The table of a lesson: a game's board where a match has it, with seat cards beside it where there is room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from game.core.options import resolve
from game.core.record import SeatConfig
from game.core.rules import Seat, Step
from game.core.spec import GameSpec
from game.table import IDENTITIES, NAMES
from scenes import routes
from scenes.board import View
from scenes.cards import Card, draw_card
from scenes.house import House
from scenes.kit import theme
from scenes.kit.canvas import Canvas, Sheet
from scenes.kit.layout import Shape
from scenes.kit.timeline import Timeline
from scenes.lessons import Position, reach

LIGHT_STEPS = 20


class LessonTable:
    """One position on a real board. `begin` sets it up, `play` moves on with the game's own clips."""

    def __init__(self, house: House, spec: GameSpec) -> None:
        self.house = house
        self.stage = house.stage
        self.spec = spec
        self.board = routes.board_class(spec)(house)
        self.timeline = Timeline(on_cue=house.stage.audio.play)
        self.seats: tuple[SeatConfig, ...] = ()
        self.state: Any = None
        self.shown: Any = None  # behind the state while a clip plays
        self.last: Step[Any, Any, Any] | None = None
        self.lights: dict[Seat, float] = {}
        self.win_time = 0.0

    def begin(self, position: Position) -> None:
        """Set the board up; call `layout` afterwards."""
        count = self.spec.seat_count(resolve(self.spec.options, position.options))
        pairs = zip(IDENTITIES[:count], NAMES[:count], strict=True)
        self.seats = tuple(SeatConfig("human", name=name, identity=identity) for identity, name in pairs)
        self.timeline.skip()
        self.state = self.shown = reach(self.spec, position).state
        self.last = None
        self.win_time = 0.0
        self.lights = {seat: float(seat in self.actors) for seat in range(count)}

    @property
    def actors(self) -> Sequence[Seat]:
        """The seats to act; none once the game is over."""
        return self.spec.rules.actors(self.state)

    @property
    def winner(self) -> Seat | None:
        """Who has won, once the winning clip is over."""
        outcome = self.spec.rules.outcome(self.shown)
        return outcome.winners[0] if outcome is not None else None

    def layout(self) -> None:
        """Take the places of a match."""
        shape = self.stage.metrics.shape
        side = 972 if shape is Shape.TALL else self.board.frame_size
        left, top = {Shape.WIDE: (520, 56), Shape.CLASSIC: (72, 56), Shape.TALL: (54, 336)}[shape]
        frame = self.stage.metrics.rect(left, top, side, side)
        frame.height = frame.width
        self.board.names = [self.house.name(seat) for seat in self.seats]
        self.board.layout(frame, [seat.identity for seat in self.seats], 0)
        sheet = Sheet(self.stage.table.copy())
        self.board.draw_ground(sheet)
        self._ground: pygame.Surface = sheet.surface

    def play(self, action: Any, done: Callable[[], None] = lambda: None) -> None:
        """Apply a legal action of the mover and show it; `done` when it has been shown."""
        seat = self.actors[0]
        before = self.state
        self.state, events = self.spec.rules.apply(before, seat, action)
        step = Step(0, before, seat, action, self.state, events)

        def arrived() -> None:
            self.shown, self.last = step.after, step
            done()

        self.timeline.push(self.board.animate(step), arrived)

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass for clips, lights and the winner's joy."""
        self.timeline.tick(dt)
        step = dt / self.stage.seconds(theme.LIGHT_SECONDS)
        for seat, light in self.lights.items():
            goal = 1.0 if seat in self.actors or seat == self.winner else 0.0
            self.lights[seat] = light + max(-step, min(step, goal - light))
        if self.winner is not None:
            self.win_time += dt

    @property
    def lively(self) -> bool:
        """Whether something on the table moves."""
        fading = any(light not in (0.0, 1.0) for light in self.lights.values())
        joy = self.winner is not None and self.win_time < theme.WIN_SECONDS
        return not self.timeline.idle or fading or joy

    def draw(
        self, canvas: Canvas, alpha: float, *, selection: Any = None, legal: Sequence[Any] = (), hint: Any = None
    ) -> None:
        """Draw table, board and cards; `legal` is empty while nobody chooses."""
        canvas.blit(self._ground, (0, 0))
        lights = {seat: round(light * LIGHT_STEPS) / LIGHT_STEPS for seat, light in self.lights.items()}
        view = View(
            self.shown,
            {**self.board.pieces(self.shown), **self.timeline.sample(alpha)},
            legal,
            self.board.empty(self.shown, "mouse") if selection is None else selection,
            last=self.last if self.timeline.idle else None,
            hint=hint,
            lights=lights,
            winner=self.winner,
            win_time=self.win_time,
        )
        self.board.draw(canvas, view)
        if self.stage.metrics.shape is Shape.WIDE and len(self.seats) == 2:
            for seat, corner in enumerate(((96, 720), (1432, 56))):
                place = self.stage.metrics.rect(*corner, 392, 216)
                draw_card(self.house, canvas, place, self._card(seat), lights[seat])

    def _card(self, seat: Seat) -> Card:
        config = self.seats[seat]
        note = self.board.side_note(seat)
        return Card(
            config.identity,
            self.house.name(config),
            (note, self.board.side_note(seat, short=True)),
            self.board.stock(self.shown, seat),
        )
