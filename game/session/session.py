"""One game in play with clocks, AI seats and autosave. This module never blocks, and never reads the system's clock.

The game is saved after every action, so that it can be resumed after a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from game.agents.agent import Agent
from game.core.device_id import ANY
from game.core.record import CLOCK_SEAT, MAX_TIME_MS, Record, SeatConfig, action_text
from game.core.rules import AnyStep, IllegalActionError, Outcome, Seat, Timer
from game.core.spec import GameSpec
from game.match_setup import free_ai_name
from game.session.agent_seats import AgentSeats, AnalysisQueue
from game.session.running_game import Game
from game.storage.store import Store

CLOCK_INTERVAL = 1.0  # seconds of play between two saves of a running clock
MOST_ON_CLOCK = 3600.0  # the most seconds that a clock has after an extension
HANDED_OVER_LEVEL = 3


class Autosave:
    """Saves each action of one game. `record` returns the present game. Without a store, nothing is saved."""

    def __init__(self, store: Store | None, record: Callable[[], Record]) -> None:
        self._store = store
        self._record = record
        self._game = record().game
        self._clock_kept = float("inf")  # seconds left when the clock was last saved

    def keep_all(self) -> None:
        """Save the whole game, with its result if it is over."""
        if self._store:
            record = self._record()
            keep = self._store.finish if record.result else self._store.begin
            keep(record)

    def keep_action(self, ply: int, text: str, time_ms: int) -> None:
        """Save one more action of an unfinished game."""
        if self._store:
            if self._store.length(self._game) == ply:
                self._store.append(self._game, ply, text, time_ms)
            else:  # the saved game was deleted during play
                self.keep_all()

    def truncate(self, ply: int) -> None:
        """Keep only the first `ply` actions."""
        if self._store:
            if self._store.length(self._game) is not None:
                self._store.truncate(self._game, ply)
            else:
                self.keep_all()

    def follow_clock(self, clock: Timer) -> None:
        """Save the running `clock` if it is new, or has run for CLOCK_INTERVAL since the last save."""
        if not 0 <= self._clock_kept - clock.seconds < CLOCK_INTERVAL:
            self.keep_clock(clock)

    def keep_clock(self, clock: Timer) -> None:
        """Save the time left on the running `clock`."""
        if self._store:
            self._store.save_clock(self._game, clock.id, clock.seconds)
        self._clock_kept = clock.seconds


class Clocks:
    """The clocks of a game, from `state` on. Time passes only by `advance`."""

    def __init__(self, spec: GameSpec, state: object) -> None:
        self._spec = spec
        self.clock: Timer | None = spec.rules.timer(state)
        self.silence: Timer | None = self._silence(state)
        self.elapsed = 0.0  # seconds since the last action

    def follow(self, state: object) -> None:
        """Switch to `state`. A clock that still runs in `state` keeps its time."""
        self.elapsed = 0.0
        self.clock = _same_or(self.clock, self._spec.rules.timer(state))
        self.silence = _same_or(self.silence, self._silence(state))

    def resume(self, state: object, steps: Sequence[AnyStep], times: Sequence[int], saved: Timer | None) -> None:
        """Resume at `state` with the `saved` clock. The `steps` led to this state; `times` are their milliseconds."""
        self.clock = self._spec.rules.timer(state)
        if saved and self.clock and saved.id == self.clock.id:
            self.clock = replace(saved, seconds=min(saved.seconds, MOST_ON_CLOCK))
        self.silence = self._silence_left(state, steps, times)

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass on the running clocks. None goes below 0."""
        self.elapsed += seconds
        self.clock = self.clock and _less(self.clock, seconds)
        self.silence = self.silence and _less(self.silence, seconds)

    def extend(self, seconds: float) -> None:
        """Give a running clock `seconds` more, up to MOST_ON_CLOCK in all."""
        if self.clock:
            self.clock = replace(self.clock, seconds=min(self.clock.seconds + seconds, MOST_ON_CLOCK))

    def due(self) -> str:
        """Return the notation of the expired clock's action; "" if no clock has expired."""
        if self.clock and self.clock.seconds == 0.0:
            return "expire"
        together = self._spec.simultaneous
        return together.silence_over if together and self.silence and self.silence.seconds == 0.0 else ""

    def _silence(self, state: object) -> Timer | None:
        """Return the bidding delay of `state`; None if it has none."""
        together = self._spec.simultaneous
        return together.silence(state) if together else None

    def _silence_left(self, state: object, steps: Sequence[AnyStep], times: Sequence[int]) -> Timer | None:
        """Return the bidding delay of `state`, less the time of the actions that were played during this delay."""
        left = self._silence(state)
        for step, time_ms in zip(reversed(steps), reversed(times), strict=True):
            before = self._silence(step.before)
            if left is None or before is None or before.id != left.id:
                break
            left = _less(left, time_ms / 1000)
        return left


def _same_or(running: Timer | None, wanted: Timer | None) -> Timer | None:
    return running if running and wanted and running.id == wanted.id else wanted


def _less(timer: Timer, seconds: float) -> Timer:
    return replace(timer, seconds=max(0.0, timer.seconds - seconds))


class Session(Game):
    """A game in play. Time passes only by `advance`. `tick` lets AI seats and clocks act.

    `agent` answers for AI seats and for `analysis`. The caller owns it, and may share it between sessions. Without it,
    AI seats play by a simple rule. `min_think` is the least number of seconds for an AI move. Raises OptionError for
    wrong options or a wrong number of seats.
    """

    def __init__(
        self,
        spec: GameSpec,
        options: Mapping[str, object],
        seed: int,
        seats: Sequence[SeatConfig],
        *,
        agent: Agent | None = None,
        store: Store | None = None,
        agent_seed: int = 0,
        min_think: float = 0.4,
    ) -> None:
        super().__init__(spec, options, seed, seats)
        self.clocks = Clocks(spec, self.state)
        self.agent_seats = AgentSeats(self, self.submit, agent, agent_seed, min_think)
        self.analysis = AnalysisQueue(self, self.agent_seats)
        self._autosave = self._keep_in(store)

    @classmethod
    def resume(
        cls,
        spec: GameSpec,
        record: Record,
        *,
        agent: Agent | None = None,
        store: Store | None = None,
        agent_seed: int = 0,
        min_think: float = 0.4,
    ) -> Session:
        """Resume `record`, with the clock that `store` saved. Raises OptionError or ReplayError.

        The other arguments are those of a new session. A finished game is not stored again.
        """
        session = cls(
            spec, record.options, record.seed, record.seats, agent=agent, agent_seed=agent_seed, min_think=min_think
        )
        session.restore(record)
        saved = store.saved_clock(spec.id) if store and store.holds(record) else None
        session.clocks.resume(session.state, session.steps, session.times, saved)
        session._autosave = Autosave(store, session.record) if record.result else session._keep_in(store)
        return session

    @property
    def thinking_seat(self) -> Seat | None:
        """The AI seat whose move is awaited; None if there is none."""
        return self.agent_seats.requests.seat

    @property
    def clock(self) -> Timer | None:
        """The rules' own clock with the time left; None if it does not run."""
        return self.clocks.clock

    @property
    def silence(self) -> Timer | None:
        """The running bidding delay with the time left; None if there is none."""
        return self.clocks.silence

    @property
    def has_clock(self) -> bool:
        """Whether a clock runs."""
        return self.clock is not None and self.outcome is None

    # Playing

    def submit(self, seat: Seat, action: object) -> AnyStep:
        """Play `action`. Raises IllegalActionError if it is not allowed. Nothing changes then."""
        step = self.play(seat, action, min(round(self.clocks.elapsed * 1000), MAX_TIME_MS))
        self.forget_undone()
        return step

    def play(self, seat: Seat, action: object, time_ms: int) -> AnyStep:
        """Play `action` as `Game.play` does, and update clocks, AI requests and the saved game."""
        step = super().play(seat, action, time_ms)
        self._follow()
        if self.outcome:
            self._autosave.keep_all()
        else:
            self._autosave.keep_action(step.ply, action_text(self.spec, seat, action), time_ms)
        return step

    def resign(self, seat: Seat) -> None:
        """Resign for `seat`.

        If the game has an action for this and the seat may act, the action is played, and is in the record. Otherwise,
        if there are at least two other seats, one of them a person's, an AI takes over, and `seat` gets the last place.
        In all other cases, the game ends and the other seats win. Raises IllegalActionError after the end.
        """
        if self.outcome:
            raise IllegalActionError("the game is over")
        if self.spec.play.resign and (action := self.spec.rules.parse(self.spec.play.resign)) in self.legal(seat):
            self.submit(seat, action)
            return
        if by := self.stand_in(seat):
            self.reseat(seat, by)
            return
        others = (other for other in range(len(self.seats)) if other != seat)
        self.end(Outcome(tuple(others), "resign"))
        self._ask_anew()

    def stand_in(self, seat: Seat) -> SeatConfig | None:
        """Return the AI that would play on if `seat` resigned; None if resigning would end the game."""
        others = [config for other, config in enumerate(self.seats) if other != seat]
        if len(others) < 2 or all(config.is_ai for config in others):
            return None
        return replace(
            self.seats[seat],
            kind="ai",
            level=HANDED_OVER_LEVEL,
            strength=0.0,
            device=ANY,
            resigned=True,
            plays_as=free_ai_name(self.seats, HANDED_OVER_LEVEL),
        )

    def reseat(self, seat: Seat, config: SeatConfig) -> None:
        """Change the player of `seat` as `Game.reseat` does, and save the change."""
        super().reseat(seat, config)
        self._ask_anew()

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass for clocks and AI seats."""
        if self.outcome:
            return
        if self.has_ai:
            self.agent_seats.advance(seconds)
        self.clocks.advance(seconds)
        if self.clocks.clock:
            self._autosave.follow_clock(self.clocks.clock)

    def extend_clock(self, seconds: float) -> None:
        """Extend the running clock by `seconds` (above 0), up to MOST_ON_CLOCK.

        The new time is saved, but it is not in the record. Between people, the caller must have asked for consent.
        Raises ValueError for other `seconds`, and IllegalActionError if no clock runs.
        """
        if seconds <= 0:
            raise ValueError(f"{seconds} s more is no extension")
        if not self.has_clock:
            raise IllegalActionError("no clock runs that could be given more time")
        self.clocks.extend(seconds)
        self._keep_clock()

    def rest(self) -> None:
        """Save the running clock and free the agent. The next tick asks the agent again."""
        self._keep_clock()
        self.agent_seats.requests.drop()

    def tick(self, idle: bool, hold: bool = False) -> AnyStep | None:
        """Let an expired clock or an AI seat act. Returns the step, if there is one.

        Call this often. An AI seat is asked at once. Its answer is played when `idle` is true (animations are done).
        The timed actions of a plan are played at their times. `hold` says that a person is entering an action. As
        long as it is true, no clock expires, no bidding delay ends and no plan acts.
        """
        self.analysis.tick()
        if self.outcome:
            return None
        if not hold and (due := self.clocks.due()):
            return self.submit(CLOCK_SEAT, self.spec.rules.parse(due))
        return self.agent_seats.tick(idle, hold, self.clocks.elapsed) if self.has_ai else None

    def close(self) -> None:
        """Cancel this game's requests, and save its clock. The agent and the store stay open."""
        self.rest()

    def undo(self) -> list[AnyStep]:
        """Undo as `Game.undo` does, and save the game."""
        taken = super().undo()
        if taken:
            self.agent_seats.requests.drop()
            self._follow()
            self._autosave.truncate(self.ply)
        return taken

    def _follow(self) -> None:
        self.clocks.follow(self.state)
        self.agent_seats.follow()

    def _ask_anew(self) -> None:
        """After a change of the game's course, drop requests and save the game."""
        self.agent_seats.requests.drop()
        self._autosave.keep_all()

    def _keep_in(self, store: Store | None) -> Autosave:
        autosave = Autosave(store, self.record)
        autosave.keep_all()
        if self.clock:
            autosave.keep_clock(self.clock)
        return autosave

    def _keep_clock(self) -> None:
        if self.clock:
            self._autosave.keep_clock(self.clock)
