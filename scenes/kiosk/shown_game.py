"""One game of the show: AI seats on the game's real board, a move at a time, without hands and without a store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from game.agent_requests import plain_action
from game.core.options import resolve
from game.core.record import SeatConfig
from game.core.rules import Seat
from game.core.spec import GameSpec
from game.session import AnyStep, Session
from game.table import IDENTITIES, NAMES
from scenes.kiosk.places import PLANS
from scenes.kit import theme
from scenes.kit.canvas import Target
from scenes.kit.timeline import Timeline
from scenes.services import Services
from scenes.table.board import AnyBoard, View
from scenes.table.loading import daily_of, make_board
from scenes.table.tabletop import Tabletop

LEVEL = 4
MOST_MOVES = 60  # of a game, then the next one comes
LATE = 2.0  # paces without a move, after which a plain one is played
LEAD_SECONDS = 0.8  # from a move's caption to the move
ALONE = 1  # the seats of a game in which several act at once: there a puzzle is solved instead


@dataclass(frozen=True, slots=True)
class Way:
    """How far a seat had to go before a step of another one, and how far it has to go after it."""

    seat: Seat
    before: int
    after: int


class ShowTable(Tabletop):
    """A board where the show has it; its clips are not heard."""

    def __init__(self, services: Services, board: AnyBoard, seats: tuple[SeatConfig, ...], state: Any) -> None:
        super().__init__(services, board, seats, state)
        self.timeline = Timeline()

    def place(self) -> pygame.Rect:
        x, y, side = PLANS[self.stage.metrics.shape].board
        return self.stage.metrics.rect(x, y, side, side)


class ShownGame:
    """Plays by itself as time passes; whatever becomes of the agent, a move comes. Nothing of it is kept."""

    def __init__(self, services: Services, spec: GameSpec, pace: float, seed: int | None = None) -> None:
        """`pace` is in seconds a move; without a `seed` the game is by chance."""
        self.spec = spec
        self.pace = pace
        alone = {"players": ALONE} if spec.simultaneous and ALONE in spec.seats else {}
        options = resolve(spec.options, alone)
        count = spec.seat_count(options)
        pairs = zip(IDENTITIES[:count], NAMES[:count], strict=True)
        self.seats = tuple(SeatConfig("ai", LEVEL, name, identity) for identity, name in pairs)
        self.board = make_board(services, spec, options)
        seed = self._seed(services, options) if seed is None else seed
        self.session = Session(
            spec, options, seed, self.seats, agent=services.agent, agent_seed=seed, min_think=pace - LEAD_SECONDS
        )
        self.table = ShowTable(services, self.board, self.seats, self.session.state)
        self.table.light(self.session.actors())
        self.last: AnyStep | None = None  # the step that led to the position on screen
        self.since_last = 0.0  # seconds since it has been there
        self.win_time = 0.0
        self._waiting: AnyStep | None = None  # a step that was told and is not shown yet
        self._since_told = 0.0
        self._since_played = 0.0

    def _seed(self, services: Services, options: dict[str, Any]) -> int:
        """A seed by chance; never that of the puzzle of the day, which the show would give away."""
        chosen = self.board.setup.seed(services, options)
        daily = daily_of(self.spec)
        return services.fresh_seed() if daily is not None and daily.route(services.today).seed == chosen else chosen

    # Time

    def tick(self, dt: float) -> AnyStep | None:
        """Let `dt` seconds pass; gives the step that comes next, once, as it is to be told."""
        self.table.timeline.tick(dt)
        self.since_last += dt
        self._since_told += dt
        outcome = self.session.outcome if self._is_shown else None
        self.table.tick_lights(self.session.actors() if outcome is None else outcome.winners, dt)
        if outcome is not None:
            self.win_time += dt
        if self._waiting is not None and self._since_told >= LEAD_SECONDS:
            self._begin_clip(self._waiting)
        if self.is_over or self._waiting is not None:
            return None
        return self._next(dt)

    def _next(self, dt: float) -> AnyStep | None:
        """The next step, if it is time for it."""
        session = self.session
        session.advance(dt)
        self._since_played += dt
        step = session.tick(self.table.timeline.idle)
        if step is None and self._since_played >= LATE * self.pace and self.table.timeline.idle:
            seat = session.actors()[0]
            step = session.submit(seat, plain_action(self.spec, session.state, seat))
        return None if step is None else self._tell(step)

    def _tell(self, step: AnyStep) -> AnyStep:
        """Show `step` as soon as it has been told."""
        self._waiting, self._since_told, self._since_played = step, 0.0, 0.0
        return step

    def leap(self, actions: Sequence[str]) -> AnyStep:
        """Play actions of those in turn: all but the last one unseen; gives that one, to be told."""
        *before, last = actions
        for text in before:
            step = self.session.submit(self.session.actors()[0], self.spec.rules.parse(text))
            self.table.shown = step.after
        return self._tell(self.session.submit(self.session.actors()[0], self.spec.rules.parse(last)))

    def _begin_clip(self, step: AnyStep) -> None:
        self._waiting = None
        self.table.play(step, lambda: self._arrived(step))

    def _arrived(self, step: AnyStep) -> None:
        self.table.shown, self.last, self.since_last = step.after, step, 0.0

    def close(self) -> None:
        """Leave the agent to others and let go of the picture of the board."""
        self.session.close()
        self.table.clear()

    # How it stands

    @property
    def _is_shown(self) -> bool:
        """Whether the position on screen is the game's present one."""
        return self._waiting is None and self.table.timeline.idle

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played: somebody has won, nobody can, or it has lasted long enough."""
        return self.session.outcome is not None or self.session.ply >= MOST_MOVES

    @property
    def has_ended(self) -> bool:
        """Whether it is over and its last position on screen."""
        return self.is_over and self._is_shown

    @property
    def share(self) -> float:
        """How much of the longest game has passed, 0..1."""
        return min(1.0, (self.session.ply + min(1.0, self._since_told / self.pace)) / MOST_MOVES)

    @property
    def lively(self) -> bool:
        """Whether something on the board moves."""
        return self.table.lively or 0 < self.win_time < theme.WIN_SECONDS

    def ways(self, step: AnyStep) -> tuple[Way, ...]:
        """What a step has done to the ways of all, whose grew most first, where it changed that of somebody else."""
        if self.spec.progress is None:
            return ()
        before, after = self.spec.progress(step.before), self.spec.progress(step.after)
        if all(before[seat] == after[seat] for seat in range(len(before)) if seat != step.seat):
            return ()
        ways = [Way(seat, abs(before[seat]), abs(after[seat])) for seat in range(len(before))]
        return tuple(sorted(ways, key=lambda way: way.before - way.after))

    # Drawing

    def draw(self, canvas: Target, alpha: float) -> None:
        """Draw table and board."""
        table, outcome = self.table, self.session.outcome
        canvas.blit(table.ground.picture, (0, 0))
        snapshot = table.snapshot(alpha)
        single = outcome is not None and len(outcome.winners) == 1 and self._is_shown
        winner = outcome.winners[0] if outcome is not None and single else None
        view = View(
            state=table.shown,
            placements=snapshot.placements,
            effects=snapshot.effects,
            legal=(),
            selection=self.board.input.empty(table.shown, (), "mouse"),
            last=self.last if table.timeline.idle else None,
            lights=table.drawn_lights(),
            winner=winner,
            steps=self.session.steps if winner is not None else (),
            win_time=self.win_time,
        )
        self.board.drawing.draw(canvas, view)
