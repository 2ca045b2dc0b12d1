"""The shelf: games that are over or were put away, from its rows to records that can be shown.

A row is trusted in three steps: its checksum when the store is opened, its fields when the shelf is first looked at,
its actions when it is opened or `examine` comes to it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from game.core.record import Record, record_from_json
from game.core.rules import RecordError
from game.core.spec import GameSpec
from game.schema import Row, next_id, now
from game.validation import fitting, playable

SIZE = 200
_SOURCE = "stored game"


@dataclass(frozen=True, slots=True)
class Archived:
    """A game of the shelf; `finished` is when it joined, in ISO 8601 with its time zone. Without a result in its
    record it is unfinished."""

    id: int
    finished: str
    record: Record


@dataclass(frozen=True, slots=True)
class Damaged:
    """A row of the shelf that cannot be read as a game: its raw text, when it joined, and what is wrong with it."""

    id: int
    finished: str
    text: str
    detail: str


class Shelf:
    """The rows, oldest first, and what is known of them. `games` are the rules by which they are played through."""

    def __init__(self, rows: Sequence[Row], games: Mapping[str, GameSpec]) -> None:
        self.rows = list(rows)
        self._games = games
        self._records: dict[int, Record] = {}
        self._played: set[int] = set()

    def games(self) -> list[Archived]:
        """Those that can be shown, newest first."""
        return list(self._shown())

    def newest(self, limit: int) -> list[Record]:
        """At most `limit` records that have a result, newest first."""
        found = []
        for game in self._shown():
            if game.record.result is not None:
                found.append(game.record)
            if len(found) == limit:
                break
        return found

    def damaged(self) -> list[Damaged]:
        """Those that cannot, newest first, as far as is known by now."""
        self.games()
        return [Damaged(row.id, row.finished, row.text, row.why) for row in reversed(self.rows) if row.why]

    def opened(self, id: int) -> Archived | None:
        """The game with this number, played through to its end; None where it is not there or is damaged."""
        row = next((row for row in self.rows if row.id == id), None)
        return self._play(row) if row else None

    def examine(self, seconds: float) -> bool:
        """Play further rows through, for about so long; whether there are more that were not."""
        end = time.perf_counter() + seconds
        waiting = [row for row in reversed(self.rows) if not row.why and row.id not in self._played]
        for count, row in enumerate(waiting, 1):
            self._play(row)
            if time.perf_counter() >= end:
                return count < len(waiting)
        return False

    def put(self, text: str, why: str = "") -> Row:
        """Add a row; with `why`, as damaged."""
        row = Row(next_id(self.rows), now(), text, why)
        self.rows.append(row)
        return row

    def prune(self) -> list[Row]:
        """Take the oldest rows away where there are more than SIZE; gives those."""
        gone = self.rows[:-SIZE]
        del self.rows[:-SIZE]
        for row in gone:
            self._forget(row.id)
        return gone

    def remove(self, id: int) -> None:
        """Take a row away."""
        self.rows = [row for row in self.rows if row.id != id]
        self._forget(id)

    def _forget(self, id: int) -> None:
        self._records.pop(id, None)
        self._played.discard(id)

    def _shown(self) -> Iterator[Archived]:
        for row in reversed(self.rows):
            record = self._read(row)
            if record is not None:
                yield Archived(row.id, row.finished, record)

    def _read(self, row: Row) -> Record | None:
        """The row's record with its fields checked; None, and said why in the row, where it has none."""
        if not row.why and row.id not in self._records:
            try:
                self._records[row.id] = fitting(record_from_json(row.text, _SOURCE), self._games, _SOURCE)
            except RecordError as error:
                row.why = str(error)
        return None if row.why else self._records[row.id]

    def _play(self, row: Row) -> Archived | None:
        record = self._read(row)
        if record is not None and row.id not in self._played:
            try:
                self._records[row.id] = record = playable(record, self._games, _SOURCE)
                self._played.add(row.id)
            except RecordError as error:
                row.why = str(error)
                self._forget(row.id)
                return None
        return Archived(row.id, row.finished, record) if record is not None else None
