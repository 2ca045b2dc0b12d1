"""The table of a lesson: a position on a game's real board, with seat cards beside it where there is room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.core.options import resolve
from game.core.record import SeatConfig
from game.core.rules import Seat, Step
from game.core.spec import GameSpec
from game.table import IDENTITIES, NAMES
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.services import Services
from scenes.table.lessons import Position, reach
from scenes.table.loading import make_board
from scenes.table.seat_cards import Card, draw_card
from scenes.table.tabletop import Tabletop, lesson_places


class LessonTable(Tabletop):
    """Starts in a position; `act` moves on with the game's own clips. Nothing of it is stored."""

    def __init__(self, services: Services, spec: GameSpec, position: Position) -> None:
        self.spec = spec
        options = resolve(spec.options, position.options)
        count = spec.seat_count(options)
        pairs = zip(IDENTITIES[:count], NAMES[:count], strict=True)
        seats = [SeatConfig("human", name=name, identity=identity) for identity, name in pairs]
        self.state = reach(spec, position).state  # ahead of what is shown while a clip plays
        super().__init__(services, make_board(services, spec, options), seats, self.state)
        self.board.context.in_lesson = True
        self.last: Step[Any, Any, Any] | None = None
        self.win_time = 0.0
        self.light(self.actors)

    def lay(self, seats: Sequence[SeatConfig]) -> None:
        super().lay(seats)
        self._cards = lesson_places(self.stage.metrics).all("card")

    @property
    def actors(self) -> Sequence[Seat]:
        """The seats to act; none once the game is over."""
        return self.spec.rules.actors(self.state)

    @property
    def winner(self) -> Seat | None:
        """Who has won, once the winning clip is over."""
        outcome = self.spec.rules.outcome(self.shown)
        return outcome.winners[0] if outcome is not None and outcome.winners else None

    def act(self, action: Any, done: Callable[[], None] = lambda: None, seat: Seat | None = None) -> None:
        """Apply a legal action of `seat`, or of the mover, and show it; `done` when it has been shown."""
        before = self.state
        seat = self.actors[0] if seat is None else seat
        self.state, events = self.spec.rules.apply(before, seat, action)
        step = Step(0, before, seat, action, self.state, events)

        def arrived() -> None:
            self.shown, self.last = step.after, step
            done()

        self.play(step, arrived)

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass for clips, lights and the winner's joy."""
        self.timeline.tick(dt)
        winner = self.winner
        self.tick_lights(self.actors if winner is None else (winner,), dt)
        if winner is not None:
            self.win_time += dt

    @property
    def lively(self) -> bool:
        return super().lively or (self.winner is not None and self.win_time < theme.WIN_SECONDS)

    def draw(self, canvas: Canvas, alpha: float, **more: Any) -> None:
        """Draw table, board and cards, with whatever `more` of a `View` is to be seen."""
        canvas.blit(self.ground.picture, (0, 0))
        last = self.last if self.timeline.idle else None
        view = self.view(alpha, last=last, winner=self.winner, win_time=self.win_time, **more)
        if len(self._cards) == len(self.seats):
            for seat, place in enumerate(self._cards):
                draw_card(self.services, canvas, place, self._card(seat), view.lights[seat])
        self.board.drawing.draw(canvas, view)  # what is pressed beside it may lie on a card

    def _card(self, seat: Seat) -> Card:
        config = self.seats[seat]
        words = self.board.words.seat(self.shown, seat)
        return Card(
            config.identity,
            self.services.people.name(config),
            (words.aim, words.short_aim),
            words.stock,
            self.board.setup,
        )
