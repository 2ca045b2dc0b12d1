"""A game in play: state, steps, undo and the record, without time, AI or storage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.core.options import resolve
from game.core.record import CLOCK_SEAT, MAX_CHANGES, Record, SeatChange, SeatConfig, action_text, replay
from game.core.rules import AnyStep, IllegalActionError, OptionError, Outcome, Seat, Step
from game.core.spec import GameSpec


class Game:
    """One game: its state, steps and players. Raises OptionError for wrong options or a wrong number of seats."""

    def __init__(self, spec: GameSpec, options: Mapping[str, object], seed: int, seats: Sequence[SeatConfig]) -> None:
        self.spec = spec
        self.options = resolve(spec.options, options)
        self.seed = seed
        self.seats = tuple(seats)
        self._see_people()
        if len(self.seats) != spec.seat_count(self.options):
            raise OptionError(f"{spec.id} needs {spec.seat_count(self.options)} seats here, not {len(self.seats)}")
        self.state: Any = spec.rules.start(self.options, seed)
        self.steps: list[AnyStep] = []
        self.times: list[int] = []  # milliseconds, one for each step
        self.revision = 0  # counts the changes that make answers about the game stale
        self.outcome: Outcome | None = spec.rules.outcome(self.state)
        self.changes: tuple[SeatChange, ...] = ()  # players who left in mid-game
        self._redo: list[list[tuple[AnyStep, int]]] = []
        self._legal: dict[Seat, Sequence[object]] = {}
        self._acting: tuple[object, tuple[Seat, ...]] | None = None  # a state, and the seats that may act in it

    def restore(self, record: Record) -> None:
        """Continue `record`, whose options, seed and seats are this game's. Raises ReplayError."""
        played = replay(self.spec, self.options, self.seed, record.actions)
        self.steps = played.steps
        self.times = [*record.times, *[0] * (len(record.actions) - len(record.times))]
        self.changes = record.changes
        self._enter(played.state)
        self.outcome = record.result or self.outcome
        self.revision = self.ply + 1

    @property
    def ply(self) -> int:
        """The number of actions played."""
        return len(self.steps)

    def actors(self) -> tuple[Seat, ...]:
        """The seats that may act now; none when the game is over, by the rules or by resignation."""
        if self.outcome:
            return ()
        if self._acting is None or self._acting[0] is not self.state:
            self._acting = self.state, self.spec.rules.actors(self.state)
        return self._acting[1]

    def legal(self, seat: Seat) -> Sequence[Any]:
        """Return every action that `seat` may take now; none unless `seat` is an actor."""
        if seat in self._legal and not self.outcome:
            return self._legal[seat]
        if seat not in self.actors():
            return ()
        self._legal[seat] = self.spec.rules.legal(self.state, seat)
        return self._legal[seat]

    def record(self) -> Record:
        """The game so far."""
        actions = tuple(action_text(self.spec, step.seat, step.action) for step in self.steps)
        return Record(
            self.spec.id,
            dict(self.options),
            self.seed,
            actions,
            self.seats,
            tuple(self.times),
            self.outcome,
            changes=tuple(replace(change, ply=min(change.ply, len(actions))) for change in self.changes),
        )

    def play(self, seat: Seat, action: object, time_ms: int) -> AnyStep:
        """Play `action`, which took `time_ms` milliseconds. `redo` can still play undone actions.

        Raises IllegalActionError if the action is not allowed. Nothing changes then.
        """
        if self.outcome:
            raise IllegalActionError("the game is over")
        if seat != CLOCK_SEAT and seat not in self.actors():
            raise IllegalActionError(f"seat {seat} is not to move")
        after, events = self.spec.rules.apply(self.state, seat, action)
        step: AnyStep = Step(self.ply, self.state, seat, action, after, events)
        self.steps.append(step)
        self.times.append(time_ms)
        self.revision += 1
        self._enter(after)
        return step

    def reseat(self, seat: Seat, config: SeatConfig) -> None:
        """Let another device, person or AI play for `seat` from now on. State and clock stay.

        The record notes changes of players, up to MAX_CHANGES.
        """
        before = self.seats[seat]
        if _who(before) != _who(config):
            self.changes = (*self.changes, SeatChange(self.ply, seat, before))[:MAX_CHANGES]
        self.revision += 1
        self.seats = tuple(config if place == seat else present for place, present in enumerate(self.seats))
        self._see_people()

    def end(self, outcome: Outcome) -> None:
        """End the game with `outcome`, without an action."""
        self.revision += 1
        self.outcome = outcome

    # Undo

    def can_undo(self) -> bool:
        """Return whether `undo` can take something back."""
        return self.undo_ply() is not None

    def undo_ply(self) -> int | None:
        """The ply that `undo` would go back to; None in a finished game."""
        return None if self.outcome else self.decision_ply()

    def decision_ply(self) -> int | None:
        """The ply that an undo goes back to, even in a finished game; None if the game does not allow undo.

        If undo is free, this is one action back. Otherwise, it is the ply of a person's last move for which there was a
        choice; draw offers and their answers are no moves. After a resignation without an action, it is the present
        ply.
        """
        policy = self.spec.undo_policy(self.options)
        if policy == "none":
            return None
        if self.outcome and self.spec.rules.outcome(self.state) is None:
            return self.ply
        if policy == "free":
            return self.ply - 1 if self.steps else None
        for step in reversed(self.steps):
            chosen = self.spec.play.is_move(step.action) and len(self.spec.rules.legal(step.before, step.seat)) > 1
            if not self.seats[step.seat].is_ai and chosen:
                return step.ply
        return None

    def undo(self) -> list[AnyStep]:
        """Go back to `undo_ply`. Returns the undone steps in the order in which they were played.

        Between people, the caller must have asked for consent. In a finished game, nothing is taken back.
        """
        ply = self.undo_ply()
        if ply is None:
            return []
        taken = self.steps[ply:]
        self._redo.append(list(zip(taken, self.times[ply:], strict=True)))
        del self.steps[ply:], self.times[ply:]
        self.changes = tuple(replace(change, ply=min(change.ply, ply)) for change in self.changes)
        self.revision += 1
        self._enter(taken[0].before)
        return taken

    def can_redo(self) -> bool:
        """Return whether `redo` can play something again."""
        return bool(self._redo) and self.outcome is None

    def redo(self) -> list[AnyStep]:
        """Play again what the last undo took back. Returns the new steps."""
        if not self.can_redo():
            return []
        return [self.play(step.seat, step.action, time_ms) for step, time_ms in self._redo.pop()]

    def forget_undone(self) -> None:
        """Forget undone actions, because the game has gone another way."""
        self._redo.clear()

    def _see_people(self) -> None:
        """Record which seats are people's, and whether an AI or an engine plays."""
        self.people = tuple(seat for seat, config in enumerate(self.seats) if not config.is_ai)
        self.has_ai = len(self.people) < len(self.seats)

    def _enter(self, state: object) -> None:
        self.state = state
        self._legal = {}
        self.outcome = self.spec.rules.outcome(state)


def _who(config: SeatConfig) -> tuple[str, int, str, str]:
    """Return the fields that tell players apart. The device is not one of them."""
    return config.kind, config.level, config.name, config.engine
