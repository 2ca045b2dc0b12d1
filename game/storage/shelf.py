"""The shelf of finished and abandoned games, and the unfinished games in play.

A row is checked in three steps: its checksum when the store is opened, its fields when the list is first read, and its
actions when the game is opened or `examine` reaches it. The unfinished games are in memory, one of each title. Methods
that change them return the SQL statements to store the change.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from game.core.incremental import Incremental, IncrementalRun
from game.core.options import resolve
from game.core.record import Record, record_from_json, utc
from game.core.rules import RecordError, Timer
from game.storage import schema
from game.storage.rows import Statement
from game.storage.schema import ShelfRow, Slot, next_id, now

if TYPE_CHECKING:
    from game.core.spec import GameSpec


SIZE = 200  # the most games, by default
LEAST_SIZE, MOST_SIZE = 20, 2_000
MOST_TEXT = 24_000_000  # characters of all rows together, so that the store's file stays below 50 MB
_SOURCE = "stored game"


class ArchivedGame(NamedTuple):
    """A game of the shelf. If its record has no result, it is unfinished.

    `finished` is its date and time, in ISO 8601 with time zone, or "" if unknown.
    """

    id: int
    finished: str
    record: Record

    @property
    def dated(self) -> Record:
        """Return the record with its date and time, for a file."""
        try:
            return replace(self.record, played=utc(self.finished))
        except ValueError:
            return self.record


class DamagedGame(NamedTuple):
    """A row of the shelf that cannot be read as a game: its raw text, its time, and the damage."""

    id: int
    finished: str
    text: str
    detail: str


class Shelf:
    """The shelf's rows, the oldest first. The shelf keeps the games that it has read from them.

    It has room for `size` rows, and for `most_text` characters in all. `games` are the specs for playing the games.
    """

    def __init__(
        self, rows: Sequence[ShelfRow], games: Mapping[str, GameSpec], size: int = SIZE, most_text: int = MOST_TEXT
    ) -> None:
        self.rows = list(rows)
        self.size = size
        self._most_text = most_text
        self._games = games
        self._records: dict[int, Record] = {}
        self._played: set[int] = set()
        self._examination: IncrementalRun[None] | None = None

    def games(self) -> list[ArchivedGame]:
        """Return the readable games, the newest first."""
        return list(self._shown())

    def newest(self, limit: int) -> list[Record]:
        """Return at most `limit` records that have a result, the newest first."""
        found = []
        for game in self._shown():
            if game.record.result is not None:
                found.append(game.record)
            if len(found) == limit:
                break
        return found

    def damaged(self) -> list[DamagedGame]:
        """Return the rows found damaged so far, the newest first."""
        self.games()
        return [DamagedGame(row.id, row.finished, row.text, row.why) for row in reversed(self.rows) if row.why]

    def opening(self, id: int) -> Incremental[ArchivedGame | None]:
        """Return the game with this number; None if it is missing or damaged. Checks an action at a time."""
        row = next((row for row in self.rows if row.id == id), None)
        return (yield from self._play(row)) if row else None

    def holds_game(self, record: Record) -> bool:
        """Return whether the shelf has an earlier state of the game `record`.

        An earlier state has the same set-up, and `record` begins with at least half of that state's actions and times.
        """
        seed = f'"seed": {record.seed},'  # rows are searched for this text before they are read
        return any(_is_earlier(row.text, record) for row in reversed(self.rows) if not row.why and seed in row.text)

    def numbers_of(self, record: Record) -> Iterator[int]:
        """Yield the numbers of the games with the set-up and the actions of `record`, the newest first."""
        seed = f'"seed": {record.seed},'
        for row in reversed(self.rows):
            found = self._read(row) if seed in row.text else None
            if found is not None and self._game(found) == self._game(record):
                yield row.id

    def _game(self, record: Record) -> tuple[object, ...]:
        """Return what identifies a game, regardless of its players."""
        options = resolve(self._games[record.game].options, dict(record.options))
        return record.game, options, record.seed, record.actions

    def examine(self, seconds: float, now: Callable[[], float]) -> bool:
        """Check the actions of further rows for about `seconds` by the clock `now`. Returns whether there are more.

        A call may stop within a game.
        """
        if self._examination is None:
            self._examination = IncrementalRun(self._examining())
        if self._examination.go(now, seconds):
            self._examination = None
        return self._examination is not None

    def _examining(self) -> Incremental[None]:
        while waiting := [row for row in reversed(self.rows) if not row.why and row.id not in self._played]:
            yield from self._play(waiting[0])

    def put(self, text: str, why: str = "", finished: str | None = None) -> ShelfRow:
        """Add a row. `finished` is its time, by default now. `why` says how the row is damaged; "" if it is not."""
        row = ShelfRow(next_id(self.rows), now() if finished is None else finished, text, why)
        self.rows.append(row)
        return row

    def prune(self) -> list[ShelfRow]:
        """Remove the oldest rows that find no room, and return them. The newest row stays, however long it is."""
        sums = itertools.accumulate(len(row.text) for row in reversed(self.rows))
        fitting = sum(1 for _ in itertools.takewhile(lambda length: length <= self._most_text, sums))
        excess = len(self.rows) - max(1, min(self.size, fitting))
        gone, self.rows = self.rows[: max(0, excess)], self.rows[max(0, excess) :]
        for row in gone:
            self._forget(row.id)
        return gone

    def remove(self, id: int) -> None:
        """Remove a row."""
        self.rows = [row for row in self.rows if row.id != id]
        self._forget(id)

    def _forget(self, id: int) -> None:
        self._records.pop(id, None)
        self._played.discard(id)

    def _shown(self) -> Iterator[ArchivedGame]:
        for row in reversed(self.rows):
            record = self._read(row)
            if record is not None:
                yield ArchivedGame(row.id, row.finished, record)

    def _read(self, row: ShelfRow) -> Record | None:
        """Read the row's record and check its fields. If it is damaged, record the damage and return None."""
        if not row.why and row.id not in self._records:
            from game.records.validation import fitting  # imported here, because an empty shelf does not need it

            try:
                self._records[row.id] = fitting(record_from_json(row.text, _SOURCE), self._games, _SOURCE)
            except RecordError as error:
                row.why = str(error)
        return None if row.why else self._records[row.id]

    def _play(self, row: ShelfRow) -> Incremental[ArchivedGame | None]:
        record = self._read(row)
        if record is not None and row.id not in self._played:
            from game.records.validation import play_in_steps

            try:
                record = yield from play_in_steps(record, self._games, _SOURCE)
            except RecordError as error:
                row.why = str(error)
                self._forget(row.id)
                return None
            # If the row was removed during this check, its number may now be another game's.
            if all(kept is not row for kept in self.rows):
                return None
            self._records[row.id] = record
            self._played.add(row.id)
        return ArchivedGame(row.id, row.finished, record) if record is not None else None


def _is_earlier(text: str, record: Record) -> bool:
    try:
        return record.continues(record_from_json(text))
    except RecordError:
        return False


class Slots:
    """The unfinished games. `all` has them by title. Methods that return statements change the game in memory, too."""

    def __init__(self, all: dict[str, Slot]) -> None:
        self.all = all

    def get(self, game: str | None) -> Slot | None:
        """Return the game of this title; if the title is None, the latest of all."""
        if game is not None or not self.all:
            return self.all.get(game or "")
        return max(self.all.values(), key=lambda slot: slot.number)

    def latest_first(self) -> Iterator[str]:
        """Return the titles, the most recently begun or resumed first."""
        yield from sorted(self.all, key=lambda game: -self.all[game].number)

    def plies(self) -> dict[str, int]:
        """Return the number of actions of each unfinished game, by title."""
        return {game: len(slot.actions) for game, slot in self.all.items()}

    def holds(self, record: Record) -> bool:
        """Return whether `record` is the present state of its title's unfinished game."""
        slot = self.all.get(record.game)
        return slot is not None and len(slot.actions) == len(record.actions) and _continues(record, slot)

    def begin(self, record: Record) -> tuple[Slot | None, list[Statement]]:
        """Take `record` as the game of its title. Return the title's previous game, and the statements.

        If the previous game has no actions, or is an earlier state of `record`, None is returned in its place.
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
        """Add an action. Raises KeyError if there is no game, ValueError if `ply` is not the next one."""
        slot = self.all[game]
        if ply != len(slot.actions):
            raise ValueError(f"action {ply} does not follow {len(slot.actions)} others")
        slot.actions.append(text)
        slot.times.append(time_ms)
        return [schema.put_action(game, ply, text, time_ms)]

    def truncate(self, game: str, ply: int) -> list[Statement]:
        """Keep only the first `ply` actions. Raises KeyError if there is no game."""
        slot = self.all[game]
        del slot.actions[ply:], slot.times[ply:]
        return [("DELETE FROM actions WHERE game = ? AND ply >= ?", (game, ply))]

    def set_clock(self, game: str, clock: Timer) -> list[Statement]:
        """Set the time left on the running clock. Raises KeyError if there is no game."""
        self.all[game].clock = clock
        return [schema.put_clock(game, clock)]

    def drop(self, game: str) -> list[Statement]:
        """Drop the game of this title, if there is one."""
        self.all.pop(game, None)
        return list(schema.drop_slot(game))


def _continues(record: Record, before: Slot) -> bool:
    """Return whether `record` is the game in the slot, perhaps with more actions."""
    same = (record.options, record.seed) == (before.head.options, before.head.seed)
    return same and list(record.actions[: len(before.actions)]) == before.actions
