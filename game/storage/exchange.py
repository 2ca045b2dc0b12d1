"""The stored games as one file, for export and import.

The file has a record on each line (JSON Lines), or is a table (CSV) with the record in its last column. Importing a
file again adds nothing. Imported games never push other games out.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from game.core.record import Record
from game.core.rules import GameError
from game.core.times import local_time
from game.records.files import parse
from game.records.validation import RecordFileError, presentable
from game.storage.shelf import MOST_SIZE, ArchivedGame
from game.storage.statistics import cell
from game.storage.store import Store

ENDINGS = (".jsonl", ".csv")
HEADER = ("played", "game", "options", "seed", "seats", "winners", "reason", "plies", "actions", "record")
_RECORD = HEADER.index("record")


class ExchangeError(GameError):
    """A file that cannot be imported at all. The message says why."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Selects games: of one `game`, with a `person` (a name), on the days from `since` to `until`."""

    game: str = ""
    person: str = ""
    since: date | None = None
    until: date | None = None

    def wants(self, game: ArchivedGame) -> bool:
        """Return whether the filter accepts a game. With a limit of days, games of unknown date are not accepted."""
        record = game.record
        if self.game not in ("", record.game):
            return False
        if self.person and self.person.casefold() not in {
            seat.name.lstrip("@").casefold() for seat in record.seats if not seat.is_ai or seat.resigned
        }:
            return False
        if self.since is None and self.until is None:
            return True
        moment = local_time(game.finished)
        day = None if moment is None else moment.date()
        return day is not None and (self.since or date.min) <= day <= (self.until or date.max)


@dataclass(frozen=True, slots=True)
class TakenIn:
    """The result of an import: new games, games that were stored already, and an error for each wrong line."""

    new: int
    known: int
    wrong: Sequence[str]


def written(games: Sequence[ArchivedGame], ending: str) -> str:
    """Return the games as the text of a file, the oldest first."""
    records = [game.dated for game in sorted(games, key=lambda game: game.id)]
    if ending != ".csv":
        return "".join(f"{record.to_json()}\n" for record in records)
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(HEADER)
    writer.writerows(map(_row, records))
    return text.getvalue()


def _row(record: Record) -> list[object]:
    names = [seat.name.lstrip("@") or (f"AI {seat.level}" if seat.is_ai else "") for seat in record.seats]
    result = record.result
    return [
        record.played,
        record.game,
        json.dumps(record.options),
        record.seed,
        cell(", ".join(names)),
        "" if result is None else " ".join(map(str, result.winners)),
        "" if result is None else cell(result.reason),
        len(record.actions),
        cell("; ".join(record.actions)),
        record.to_json(),
    ]


def take_in(store: Store, data: bytes, name: str, wanted: Callable[[ArchivedGame], bool]) -> TakenIn:
    """Import those games of a file that `wanted` accepts, except games stored already. Raises ExchangeError."""
    known = {_identity(game.dated) for game in store.archive()}
    new: list[Record] = []
    wrong: list[str] = []
    again = 0
    for number, text in _texts(data, name):
        place = f"{name}, line {number}"
        try:
            record = parse(text.encode("utf-8", "surrogatepass"), place)
        except RecordFileError as error:
            wrong.append(str(error))
            continue
        if not wanted(ArchivedGame(0, record.played, record)):
            continue
        identity = _identity(record)
        again += identity in known
        if identity not in known:
            known.add(identity)
            new.append(record)
    if not store.take_in(new):
        raise ExchangeError(f"{name}: its {len(new)} new games are more than the shelf holds ({MOST_SIZE} in all)")
    return TakenIn(len(new), again, wrong)


def _identity(record: Record) -> str:
    """Return a text that is the same for equal games: the record as exported, without the names of local devices."""
    return replace(record, seats=presentable(record.seats)).to_json()


def _texts(data: bytes, name: str) -> Iterator[tuple[int, str]]:
    """Yield the records of a file as texts, each with the number of its line. Raises ExchangeError."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ExchangeError(f"{name}: it is not a text: byte {error.start} is not UTF-8") from None
    if not name.lower().endswith(".csv"):
        yield from ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
        return
    csv.field_size_limit(len(text) + 1)
    reader = csv.reader(io.StringIO(text, newline=""))
    try:
        if tuple(next(reader, ())) != HEADER:
            raise ExchangeError(f"{name}, line 1: its columns are not {', '.join(HEADER)}")
        for row in reader:
            if row:
                yield reader.line_num, row[_RECORD] if len(row) > _RECORD else ""
    except csv.Error as error:
        raise ExchangeError(f"{name}, line {reader.line_num}: {error}") from None
