"""The unfinished games in memory, one of each title, and what each change of them is in the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.core.record import Record
from game.core.rules import Timer
from game.storage import schema
from game.storage.rows import Statement
from game.storage.schema import Slot


class Slots:
    """`all` has them by title. What returns statements has changed the game already."""

    def __init__(self, all: dict[str, Slot]) -> None:
        self.all = all

    def get(self, game: str | None) -> Slot | None:
        """The game of this title, or without a title the latest of all."""
        if game is not None or not self.all:
            return self.all.get(game or "")
        return max(self.all.values(), key=lambda slot: slot.number)

    def latest_first(self) -> Iterator[str]:
        """The titles, the one that was begun or taken up last first."""
        yield from sorted(self.all, key=lambda game: -self.all[game].number)

    def plies(self) -> dict[str, int]:
        """Return the number of actions of each unfinished game, by title."""
        return {game: len(slot.actions) for game, slot in self.all.items()}

    def holds(self, record: Record) -> bool:
        """Whether `record` is the unfinished game of its title as it stands."""
        slot = self.all.get(record.game)
        return slot is not None and len(slot.actions) == len(record.actions) and _continues(record, slot)

    def begin(self, record: Record) -> tuple[Slot | None, list[Statement]]:
        """Take `record`, with the actions it has, as the game of its title.

        Gives another one of that title that was left for it, if it has actions; an earlier state of the same is
        replaced.
        """
        times = [*record.times, *[0] * (len(record.actions) - len(record.times))]
        times = times[: len(record.actions)]
        number = max((slot.number for slot in self.all.values()), default=0) + 1
        slot = Slot(number, replace(record, actions=(), times=()), list(record.actions), times)
        before, left = self.all.get(record.game), None
        if before is not None:
            if _continues(record, before):
                slot.clock = before.clock if len(before.actions) == len(slot.actions) else None
            elif before.actions:
                left = before
        self.all[record.game] = slot
        return left, schema.put_slot(slot)

    def append(self, game: str, ply: int, text: str, time_ms: int) -> list[Statement]:
        """Add an action. Raises KeyError where there is no game, ValueError where it is not the next action."""
        slot = self.all[game]
        if ply != len(slot.actions):
            raise ValueError(f"action {ply} does not follow {len(slot.actions)} others")
        slot.actions.append(text)
        slot.times.append(time_ms)
        return [schema.put_action(game, ply, text, time_ms)]

    def truncate(self, game: str, ply: int) -> list[Statement]:
        """Keep the first `ply` actions only. Raises KeyError where there is no game."""
        slot = self.all[game]
        del slot.actions[ply:], slot.times[ply:]
        return [("DELETE FROM actions WHERE game = ? AND ply >= ?", (game, ply))]

    def set_clock(self, game: str, clock: Timer) -> list[Statement]:
        """Keep the time left on the running clock. Raises KeyError where there is no game."""
        self.all[game].clock = clock
        return [schema.put_clock(game, clock)]

    def drop(self, game: str) -> list[Statement]:
        """Drop the game of this title, if there is one."""
        self.all.pop(game, None)
        return list(schema.drop_slot(game))


def _continues(record: Record, before: Slot) -> bool:
    """Whether `record` is the game in the slot, as it is or with more actions."""
    same = (record.options, record.seed) == (before.head.options, before.head.seed)
    return same and list(record.actions[: len(before.actions)]) == before.actions
