"""One game of the show on its real board, a move at a time, without hands and without a store.

It is an excerpt that was chosen before, or, of a game that has none, one that AI seats play now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.core.options import resolve
from game.core.record import SeatConfig, parse_action
from game.core.rules import AnyStep, Seat
from game.core.spec import GameSpec
from game.match_setup import IDENTITIES, NAMES
from game.puzzle_books import puzzle_of_day
from game.session.agent_requests import plain_action
from game.session.session import Session
from scenes.kiosk.places import attract_places
from scenes.kiosk.programme import LEAST, START_SECONDS, ProgrammeTurn
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.timeline import Timeline
from scenes.services import Services
from scenes.table.board_view import BoardView
from scenes.table.contract.board import AnyBoard
from scenes.table.loading import make_board, new_seed

LEVEL = 4
LONGEST = LEAST  # seconds of a game that AI seats play, then the next one comes
LATE = 2.0  # paces without a move, after which a plain one is played
LEAD_SECONDS = 0.3  # from when the last caption goes to the move
ALONE = 1  # the seats of a game in which several act at once: there a puzzle is solved instead


@dataclass(frozen=True, slots=True)
class WayChange:
    """The length of a seat's way before another one's step, and after it."""

    seat: Seat
    before: int
    after: int


class ShowTable(BoardView):
    """A board where the show has it; its clips are not heard."""

    def __init__(self, services: Services, board: AnyBoard, seats: tuple[SeatConfig, ...], state: object) -> None:
        super().__init__(services, board, seats, state)
        self.timeline = Timeline()

    def place(self) -> pygame.Rect:
        return attract_places(self.stage.metrics, 1, has_paper=True, has_join_code=False)["board"]


class ShownGame:
    """Plays by itself as time passes; whatever becomes of the agent, a move comes. Nothing of it is kept."""

    def __init__(
        self,
        services: Services,
        spec: GameSpec,
        pace: float,
        seed: int | None = None,
        turn: ProgrammeTurn | None = None,
    ) -> None:
        """`pace` is in seconds a move. What the `turn` has is shown; else a game by chance, or of this `seed`."""
        self.spec = spec
        self.pace = pace = pace if turn is None else turn.pace
        self.excerpt = None if turn is None else turn.excerpt
        alone = {"players": ALONE} if spec.simultaneous and ALONE in spec.seats else {}
        options = resolve(spec.options, alone if self.excerpt is None else self.excerpt.options)
        count = spec.seat_count(options)
        names = NAMES if turn is None else turn.names
        pairs = zip(IDENTITIES[:count], names[:count], strict=True)
        self.seats = tuple(SeatConfig("ai", LEVEL, name, identity) for identity, name in pairs)
        self.board = make_board(services, spec, options)
        if self.excerpt is not None:
            seed = self.excerpt.seed
        elif seed is None:
            seed = self._seed(services, options)
        self.session = Session(
            spec, options, seed, self.seats, agent=services.agent, agent_seed=seed, min_think=pace - LEAD_SECONDS
        )
        self._begin, self._end = (0, 0) if turn is None else (turn.begin, turn.end)
        self._beat = self._begin  # the next one
        for beat in () if self.excerpt is None else self.excerpt.beats[: self._begin]:
            self._submit(beat)
        self.table = ShowTable(services, self.board, self.seats, self.session.state)
        self.table.light(self.session.actors())
        self.last: AnyStep | None = None  # the step that led to the position on screen
        self.since_last = 0.0  # seconds since it has been there
        self.win_time = 0.0
        self.time = 0.0
        self.reading = 0.0  # seconds for which the position on screen stays at least
        self._waiting: AnyStep | None = None  # a step that is about to be shown
        self._landed: AnyStep | None = None  # one that has just come to be
        self._since_waiting = 0.0
        self._since_played = pace - START_SECONDS

    def _seed(self, services: Services, options: dict[str, object]) -> int:
        """A seed by chance; never that of the puzzle of the day, which the show would give away."""
        chosen = new_seed(services, self.spec, options)
        puzzle = puzzle_of_day(self.spec.id, services.today)
        is_known = puzzle is not None and puzzle.is_match and puzzle.seed == chosen
        return services.fresh_seed() if is_known else chosen

    # Time

    def tick(self, dt: float) -> AnyStep | None:
        """Let `dt` seconds pass; gives each step once, as soon as its piece has landed."""
        self._landed = None
        self.time += dt
        self.since_last += dt
        self.table.timeline.tick(dt)
        self._since_waiting += dt
        self._since_played += dt
        outcome = self.session.outcome if self._is_shown else None
        self.table.tick_lights(self.session.actors() if outcome is None else outcome.winners, dt)
        if outcome is not None:
            self.win_time += dt
        if self._waiting is not None:
            if self._since_waiting >= LEAD_SECONDS:
                self._begin_clip(self._waiting)
        elif not self.is_over:
            step = self._next_of_agent(dt) if self.excerpt is None else self._next_beat()
            if step is not None:
                self._wait(step)
        return self._landed

    @property
    def _may_move(self) -> bool:
        """Whether the last position has been seen for long enough."""
        return self.table.timeline.is_idle and (self.last is None or self.since_last >= self.reading)

    def _next_beat(self) -> AnyStep | None:
        """The next beat of the excerpt, if it is time for it."""
        assert self.excerpt is not None
        if self._since_played < self.pace or not self._may_move:
            return None
        self._beat += 1
        return self._submit(self.excerpt.beats[self._beat - 1])

    def _next_of_agent(self, dt: float) -> AnyStep | None:
        """The agent's next step, if it is time for it and the agent has one."""
        session = self.session
        session.advance(dt)
        step = session.tick(self._may_move)
        if step is None and self._since_played >= LATE * self.pace and self._may_move:
            seat = session.actors()[0]
            step = session.submit(seat, plain_action(self.spec, session.state, seat))
        return step

    def _submit(self, actions: Sequence[str]) -> AnyStep:
        """Play actions in turn; gives the step of the last one."""
        for text in actions:
            step = self.session.submit(*parse_action(self.spec, self.session.state, text))
        return step

    def _wait(self, step: AnyStep) -> AnyStep:
        """Show `step` in a moment."""
        self._waiting, self._since_waiting, self._since_played = step, 0.0, 0.0
        return step

    def leap(self, actions: Sequence[str]) -> AnyStep:
        """Play actions in turn: all but the last one unseen; gives that one, which is about to be shown."""
        *before, last = actions
        if before:
            self.table.shown = self._submit(before).after
        return self._wait(self._submit([last]))

    def _begin_clip(self, step: AnyStep) -> None:
        self._waiting = None
        self.table.play(step, lambda: self._arrived(step))

    def _arrived(self, step: AnyStep) -> None:
        self.table.shown, self.last, self.since_last = step.after, step, 0.0
        self._landed = step

    def close(self) -> None:
        """Leave the agent to others and let go of the picture of the board."""
        self.session.close()
        self.table.clear()

    # How it stands

    @property
    def _is_shown(self) -> bool:
        """Whether the position on screen is the game's present one."""
        return self._waiting is None and self.table.timeline.is_idle

    @property
    def departs(self) -> bool:
        """Whether a piece moves, or is about to."""
        return self._waiting is not None or not self.table.timeline.is_idle

    @property
    def optimum(self) -> int | None:
        """The fewest moves that the puzzle on the board needs, where it is one of an excerpt."""
        return None if self.excerpt is None else self.excerpt.optimum(self._beat - 1)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played: somebody has won, nobody can, or it has lasted long enough."""
        if self.session.outcome is not None:
            return True
        return self.time >= LONGEST if self.excerpt is None else self._beat >= self._end

    @property
    def has_ended(self) -> bool:
        """Whether it is over and its last position on screen."""
        return self.is_over and self._is_shown

    @property
    def share(self) -> float:
        """The share of the game that has passed, 0..1."""
        if self.excerpt is None:
            return min(1.0, self.time / LONGEST)
        passed = self._beat - self._begin + min(1.0, self._since_played / self.pace) - 1
        return max(0.0, min(1.0, passed / (self._end - self._begin)))

    @property
    def is_animated(self) -> bool:
        """Whether something on the board moves."""
        return self.table.is_animated or 0 < self.win_time < theme.WIN_SECONDS

    def ways(self, step: AnyStep) -> tuple[WayChange, ...]:
        """Return a step's changes of all ways, the one that grew most first, where it changed somebody else's."""
        if self.spec.play.progress is None:
            return ()
        before, after = self.spec.play.progress(step.before), self.spec.play.progress(step.after)
        if all(before[seat] == after[seat] for seat in range(len(before)) if seat != step.seat):
            return ()
        ways = [WayChange(seat, abs(before[seat]), abs(after[seat])) for seat in range(len(before))]
        return tuple(sorted(ways, key=lambda way: way.before - way.after))

    # Drawing

    def draw(self, canvas: Drawable, alpha: float) -> None:
        """Draw table and board."""
        table, outcome = self.table, self.session.outcome
        canvas.blit(table.ground.picture, (0, 0))
        single = outcome is not None and len(outcome.winners) == 1 and self._is_shown
        winner = outcome.winners[0] if outcome is not None and single else None
        view = table.view(
            alpha,
            last=self.last if table.timeline.is_idle else None,
            winner=winner,
            steps=self.session.steps if winner is not None else (),
            win_time=self.win_time,
        )
        self.board.drawing.draw(canvas, view)
