"""One game of the show on its real board: an excerpt that was chosen before is played back, a beat at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.core.rules import AnyStep, Seat
from game.match_setup import IDENTITIES
from game.playback import Playback
from game.registry import find
from scenes.kiosk.places import attract_places
from scenes.kiosk.programme import LEAST, START_SECONDS, ProgrammeTurn
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.timeline import Timeline
from scenes.services import Services
from scenes.table.board.board_view import PlaybackView
from scenes.table.loading import make_board

LEVEL = 4
LEAD_SECONDS = 0.3  # from when the last caption goes to the move


@dataclass(frozen=True, slots=True)
class WayChange:
    """The length of a seat's way before another one's step, and after it."""

    seat: Seat
    before: int
    after: int


class ShowTable(PlaybackView):
    """A board where the show has it; its clips are not heard."""

    def __init__(self, services: Services, playback: Playback) -> None:
        super().__init__(services, make_board(services, playback.spec, playback.record.options), playback)
        self.timeline = Timeline()

    @property
    def has_arrived(self) -> bool:
        return self.shown is self.playback.state and super().has_arrived

    def place(self) -> pygame.Rect:
        return attract_places(self.stage.metrics, 1, has_paper=True, has_join_code=False)["board"]


class ShownGame:
    """Plays the excerpt of a `turn` by itself as time passes. Of a game without one it shows the board."""

    def __init__(self, services: Services, turn: ProgrammeTurn) -> None:
        self.spec = find(turn.game)
        self.turn = turn
        excerpt = turn.excerpt
        options = resolve(self.spec.options, excerpt.options)
        pairs = zip(IDENTITIES, turn.names[: self.spec.seat_count(options)], strict=False)
        seats = tuple(SeatConfig("ai", LEVEL, name, identity) for identity, name in pairs)
        actions = tuple(action for beat in excerpt.beats for action in beat)
        self._beat = turn.begin  # the next one
        before = sum(map(len, excerpt.beats[: turn.begin]))
        self.playback = Playback(self.spec, Record(turn.game, options, excerpt.seed, actions, seats), before)
        self.table = ShowTable(services, self.playback)
        self.board, self.seats = self.table.board, seats
        self.table.light(self.playback.actors())
        self.last: AnyStep | None = None  # the step that led to the position on screen
        self.since_last = 0.0  # seconds since it has been there
        self.win_time = 0.0
        self.time = 0.0
        self.reading = 0.0  # seconds for which the position on screen stays at least
        self._waiting: AnyStep | None = None  # a step that is about to be shown
        self._landed: AnyStep | None = None  # one that has just come to be
        self._since_played = turn.pace - START_SECONDS

    # Time

    def tick(self, dt: float) -> AnyStep | None:
        """Let `dt` seconds pass; gives each step once, as soon as its piece has landed."""
        self._landed = None
        self.time += dt
        self.since_last += dt
        self._since_played += dt
        self.table.timeline.tick(dt)
        self.table.tick_lights(self.playback.actors() if self.departs else self.table.lit, dt)
        if self.playback.outcome is not None and not self.departs:
            self.win_time += dt
        if self._waiting is not None:
            if self._since_played >= LEAD_SECONDS:
                self._begin_clip(self._waiting)
        elif not self.is_over and self._since_played >= self.turn.pace and self._may_move:
            self._beat += 1
            self._go(len(self.turn.excerpt.beats[self._beat - 1]))
        return self._landed

    @property
    def _may_move(self) -> bool:
        """Whether there is a beat, and the last position has been seen for long enough."""
        is_read = self.last is None or self.since_last >= self.reading
        return self.turn.end > self.turn.begin and self.table.timeline.is_idle and is_read

    def _go(self, count: int) -> AnyStep:
        """Play so many actions; the last one is shown in a moment."""
        self.playback.seek(self.playback.ply + count)
        self._waiting, self._since_played = self.playback.steps[self.playback.ply - 1], 0.0
        return self._waiting

    def leap(self, actions: Sequence[str]) -> AnyStep:
        """Play other actions from here, all but the last one unseen; gives that one, which is about to be shown."""
        ply, record = self.playback.ply, self.playback.record
        record = replace(record, actions=(*record.actions[:ply], *actions))
        self.playback = self.table.playback = Playback(self.spec, record, ply)
        step = self._go(len(actions))
        self.table.shown = step.before
        return step

    def _begin_clip(self, step: AnyStep) -> None:
        self._waiting = None
        self.table.play(step, lambda: self._arrived(step))

    def _arrived(self, step: AnyStep) -> None:
        self.table.arrived(step.after)
        self.last, self.since_last = step, 0.0
        self._landed = step

    def close(self) -> None:
        """Let go of the picture of the board."""
        self.table.clear()

    # How it stands

    @property
    def departs(self) -> bool:
        """Whether a piece moves, or is about to."""
        return self._waiting is not None or not self.table.timeline.is_idle

    @property
    def optimum(self) -> int | None:
        """The fewest moves that the puzzle on the board needs, where it is one."""
        return self.turn.excerpt.optimum(self._beat - 1)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played: somebody has won, or the excerpt ends."""
        if self.playback.outcome is not None:
            return True
        return self._beat >= self.turn.end if self.turn.excerpt.beats else self.time >= LEAST

    @property
    def has_ended(self) -> bool:
        """Whether it is over and its last position on screen."""
        return self.is_over and not self.departs

    @property
    def share(self) -> float:
        """The share of the game that has passed, 0..1."""
        begin, end = self.turn.begin, self.turn.end
        if end == begin:
            return min(1.0, self.time / LEAST)
        passed = self._beat - begin + min(1.0, self._since_played / self.turn.pace) - 1
        return max(0.0, min(1.0, passed / (end - begin)))

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

    def draw(self, canvas: Drawable, alpha: float) -> None:
        """Draw table and board."""
        canvas.blit(self.table.ground.picture, (0, 0))
        last = self.last if self.table.timeline.is_idle else None
        self.board.drawing.draw(canvas, self.table.view(alpha, last=last, win_time=self.win_time))
