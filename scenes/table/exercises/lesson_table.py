"""The table of a lesson: a position on a game's real board, with seat cards beside it where there is room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.core.options import resolve
from game.core.record import SeatConfig
from game.core.rules import AnyStep, Seat, Step
from game.core.spec import GameSpec
from game.match_setup import IDENTITIES, NAMES
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.services import Services
from scenes.table.board.board_view import BoardView
from scenes.table.board.layout import lesson_places
from scenes.table.column.seat_cards import SeatCard, draw_card
from scenes.table.contract.lessons import LessonPosition, reach
from scenes.table.loading import make_board


class LessonTable(BoardView):
    """Starts in a position; `act` moves on with the game's own clips. Nothing of it is stored.

    `cards` are the places of the seats' cards, in pixels: those of an exercise, unless the scene has others. They are
    drawn where there is one for each seat.
    """

    def __init__(
        self,
        services: Services,
        spec: GameSpec,
        position: LessonPosition,
        names: Sequence[str] = NAMES,
        person: Seat = 0,
    ) -> None:
        """`names` go by seat; `person` is who tries things here, and sits below the board."""
        self.spec = spec
        self.person = person
        options = resolve(spec.options, position.options)
        count = spec.seat_count(options)
        pairs = zip(IDENTITIES[:count], names[:count], strict=True)
        seats = [SeatConfig("human", name=name, identity=identity) for identity, name in pairs]
        self.state = reach(spec, position).state  # ahead of what is shown while a clip plays
        super().__init__(services, make_board(services, spec, options), seats, self.state)
        self.board.context.in_lesson = True
        self.last: AnyStep | None = None
        self.win_time = 0.0
        self.light(self.actors)

    def lay(self, seats: Sequence[SeatConfig]) -> None:
        super().lay(seats)
        self.cards = lesson_places(self.stage.metrics).all("card")

    @property
    def bottom_seat(self) -> Seat:
        return self.person

    @property
    def actors(self) -> Sequence[Seat]:
        """The seats to act; none once the game is over."""
        return self.spec.rules.actors(self.state)

    @property
    def winner(self) -> Seat | None:
        """The winner, once the winning clip is over."""
        outcome = self.spec.rules.outcome(self.shown)
        return outcome.winners[0] if outcome is not None and outcome.winners else None

    def act(self, action: object, done: Callable[[], None] = lambda: None, seat: Seat | None = None) -> None:
        """Apply a legal action of `seat`, or of the mover, and show it; `done` when it has been shown."""
        self.show(self.step(action, seat), done)

    def step(self, action: object, seat: Seat | None = None) -> AnyStep:
        """Return the step of a legal action of `seat`, or of the mover; nothing is played."""
        return step_from(self.spec, self.state, action, seat)

    def show(self, step: AnyStep, done: Callable[[], None] = lambda: None) -> None:
        """Go on with a step from the present position, with its clip."""
        self.state = step.after

        def arrived() -> None:
            self.shown, self.last = step.after, step
            done()

        self.play(step, arrived)

    def turn_to(self, state: object, last: AnyStep | None = None, done: Callable[[], None] = lambda: None) -> None:
        """Slide to another position, into which `last` has led; `done` when it is there."""
        self.state, self.last, self.win_time = state, last, 0.0

        def arrived() -> None:
            self.shown = state
            done()

        self.slide(state, arrived)

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass for clips, lights and the winner's joy."""
        self.timeline.tick(dt)
        winner = self.winner
        self.tick_lights(self.actors if winner is None else (winner,), dt)
        if winner is not None:
            self.win_time += dt

    @property
    def is_animated(self) -> bool:
        return super().is_animated or (self.winner is not None and self.win_time < theme.WIN_SECONDS)

    def draw(self, canvas: Canvas, alpha: float, **more: Any) -> None:
        """Draw table, board and cards, with whatever `more` of a `View` is to be seen."""
        canvas.blit(self.ground.picture, (0, 0))
        last = self.last if self.timeline.is_idle else None
        view = self.view(alpha, last=last, winner=self.winner, win_time=self.win_time, **more)
        if len(self.cards) == len(self.seats):
            for seat, place in enumerate(self.cards):
                draw_card(self.stage, canvas, place, self._card(seat), view.lights[seat])
        self.board.drawing.draw(canvas, view)  # what is pressed beside it may lie on a card

    def _card(self, seat: Seat) -> SeatCard:
        config = self.seats[seat]
        words, name = self.board.words.seat(self.shown, seat), self.services.people.name(config)
        return SeatCard(
            config.identity,
            name,
            ("",) if name == words.short_aim else (words.aim, words.short_aim),  # a side is named once
            words.stock,
            self.board.setup,
        )


def step_from(spec: GameSpec, state: object, action: object, seat: Seat | None = None) -> AnyStep:
    """The step of a legal action of `seat`, or of the mover, in a position."""
    by = spec.rules.actors(state)[0] if seat is None else seat
    after, events = spec.rules.apply(state, by, action)
    return Step(0, state, by, action, after, events)
