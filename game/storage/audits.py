"""The operator's audits: results of games by hour, and the table's incidents.

They do not name players. All times are local, without a time zone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple, dataclass, replace
from datetime import date, datetime
from typing import Any, Literal, NamedTuple, get_args

from game.core.plain_text import printable
from game.core.record import MAX_TIME_MS, Record
from game.core.times import read_day
from game.storage.rows import Statement, insertion

IncidentKind = Literal["start", "restart", "crash", "hang", "error", "config", "safe", "update"]
INCIDENTS: tuple[IncidentKind, ...] = get_args(IncidentKind)
# The most days with games that are kept. If a wrong clock adds a day in the far future, only one old day is dropped.
MOST_DAYS = 400
MOST_INCIDENTS = 200
TABLES = {
    "hours": (
        "CREATE TABLE hours (day TEXT, hour INTEGER, game TEXT, finished INTEGER NOT NULL, "
        "abandoned INTEGER NOT NULL, seconds INTEGER NOT NULL, ai_games INTEGER NOT NULL, ai_won INTEGER NOT NULL, "
        "crc INTEGER NOT NULL, PRIMARY KEY (day, hour, game)) WITHOUT ROWID"
    ),
    "incidents": (
        "CREATE TABLE incidents (id INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, "
        "detail TEXT NOT NULL, crc INTEGER NOT NULL)"
    ),
}
_MOST = 2**53  # the greatest valid count; SQLite could store more
HourKey = tuple[date, int, str]
"""Day, hour and game."""


@dataclass(frozen=True, slots=True)
class HourCount:
    """The games of one title that ended in one hour of one day: finished ones, and abandoned ones (`left`).

    `seconds` is the total of their recorded times. `ai_games` counts finished games between people and AIs. `ai_won`
    counts those that an AI won.
    """

    day: date
    hour: int
    game: str
    finished: int = 0
    left: int = 0
    seconds: int = 0
    ai_games: int = 0
    ai_won: int = 0

    @property
    def key(self) -> HourKey:
        return self.day, self.hour, self.game

    def plus(self, record: Record) -> HourCount:
        """Return the count with one more game. The game is finished if it has a result, otherwise abandoned."""
        seconds = self.seconds + round(sum(min(max(0, time), MAX_TIME_MS) for time in record.times) / 1000)
        if record.result is None:
            return replace(self, left=self.left + 1, seconds=seconds)
        seats = record.owners
        is_mixed = len({seat.is_ai for seat in seats}) == 2
        won = is_mixed and any(seat.is_ai and at in record.result.winners for at, seat in enumerate(seats))
        ai_games, ai_won = self.ai_games + is_mixed, self.ai_won + won
        return replace(self, finished=self.finished + 1, seconds=seconds, ai_games=ai_games, ai_won=ai_won)


class Incident(NamedTuple):
    """An incident: its time to the second, one of INCIDENTS, and a printable line, which may be empty."""

    at: datetime
    kind: IncidentKind
    detail: str = ""


class Audits:
    """Counts and incidents, in memory. `keep` writes changes to the file, and returns whether they are on the disk.

    `clock` returns the local time. The oldest days beyond MOST_DAYS, and the oldest incidents beyond MOST_INCIDENTS,
    are dropped.
    """

    def __init__(
        self, hours: Iterable[HourCount], incidents: Mapping[int, Incident], keep: Callable[[list[Statement]], bool]
    ) -> None:
        self.clock: Callable[[], datetime] = datetime.now
        self._hours = {count.key: count for count in hours}
        self._incidents = dict(sorted(incidents.items()))
        self._keep = keep

    def hours(self, first: date, last: date) -> tuple[HourCount, ...]:
        """Return the counts from the day `first` to the day `last`, both included, the oldest first."""
        return tuple(sorted((one for one in self._hours.values() if first <= one.day <= last), key=lambda one: one.key))

    def all_hours(self) -> tuple[HourCount, ...]:
        """Return all counts, the oldest first."""
        return self.hours(date.min, date.max)

    @property
    def incidents(self) -> tuple[Incident, ...]:
        """The incidents, the newest first."""
        return tuple(reversed(self._incidents.values()))

    def numbered(self) -> dict[int, Incident]:
        """Return the stored incidents by number."""
        return dict(self._incidents)

    def note(self, kind: IncidentKind, detail: str = "") -> bool:
        """Record an incident that happens now. Returns whether it is on the disk.

        Of consecutive configuration errors, only the last one stays. Otherwise they would push out restarts and
        crashes.
        """
        id = max(self._incidents, default=0) + 1
        last = self._incidents.get(id - 1)
        if kind == "config" and last is not None and last.kind == kind:
            id -= 1
        self._incidents[id] = Incident(self.clock().replace(microsecond=0, tzinfo=None), kind, printable(detail))
        changes = [put_incident(id, self._incidents[id])]
        for gone in list(self._incidents)[:-MOST_INCIDENTS]:
            del self._incidents[gone]
            changes.append(("DELETE FROM incidents WHERE id = ?", (gone,)))
        return self._keep(changes)

    def clear(self) -> bool:
        """Delete all counts and incidents. Returns whether they are deleted on the disk, too."""
        self._hours.clear()
        self._incidents.clear()
        return self._keep([(f"DELETE FROM {table}", ()) for table in TABLES])

    def count(self, record: Record) -> list[Statement]:
        """Count a game that leaves the table now. Returns the statements for the store."""
        now = self.clock()
        key = now.date(), now.hour, record.game
        is_new = key not in self._hours
        self._hours[key] = count = self._hours.get(key, HourCount(*key)).plus(record)
        return [put_hour(count), *(self._prune() if is_new else ())]

    def _prune(self) -> list[Statement]:
        days = sorted({day for day, _, _ in self._hours})
        gone = set(days[:-MOST_DAYS])
        self._hours = {key: count for key, count in self._hours.items() if count.day not in gone}
        return [("DELETE FROM hours WHERE day = ?", (day.isoformat(),)) for day in sorted(gone)]


# Rows


def put_hour(count: HourCount) -> Statement:
    """Return the statement that stores an hour's count."""
    day, *rest = astuple(count)
    return insertion("hours", day.isoformat(), *rest)


def put_incident(id: int, incident: Incident) -> Statement:
    """Return the statement that stores an incident under its number."""
    return insertion("incidents", id, incident.at.isoformat(), incident.kind, incident.detail)


def hour_in(day: Any, hour: Any, game: Any, *numbers: Any) -> HourCount:
    """Read an hour's count from its row. Raises ValueError."""
    if type(day) is not str or type(hour) is not int or not 0 <= hour < 24 or type(game) is not str or not game:
        raise ValueError("it is of no hour, or of no game")
    if not all(type(number) is int and 0 <= number <= _MOST for number in numbers):
        raise ValueError("its values are no numbers of games")
    count = HourCount(read_day(day), hour, game, *numbers)
    if count.day.isoformat() != day or not count.ai_won <= count.ai_games <= count.finished:
        raise ValueError("its values do not fit each other")
    return count


def incident_in(id: int, at: object, kind: object, detail: object) -> tuple[int, Incident]:
    """Read an incident from its row. Raises ValueError."""
    if not 1 <= id <= _MOST or type(at) is not str or kind not in INCIDENTS or type(detail) is not str:
        raise ValueError("its values are none of an incident's")
    moment = datetime.fromisoformat(at)
    if moment.isoformat() != at or moment.tzinfo is not None:
        raise ValueError("it has no moment")
    return id, Incident(moment, kind, printable(detail))
