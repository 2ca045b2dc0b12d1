"""When each test was last made and what came of it: kept in the store, read with suspicion."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from game.store import Store

TESTS = ("input", "display", "sound")
_KEY = "kiosk.tests"


@dataclass(frozen=True, slots=True)
class Result:
    """A test that was made: its local time, and whether all worked."""

    at: datetime
    works: bool


def results(store: Store) -> dict[str, Result]:
    """The last result of each test that was made."""
    stored, found = store.get(_KEY), dict[str, Result]()
    for name, value in stored.items() if isinstance(stored, dict) else ():
        try:
            at, works = value
            moment = datetime.fromisoformat(at)
        except (TypeError, ValueError):
            continue
        if name in TESTS and isinstance(works, bool) and moment.tzinfo is None:
            found[name] = Result(moment, works)
    return found


def keep(store: Store, name: str, result: Result) -> None:
    """Keep what came of a test."""
    kept = {**results(store), name: result}
    store.set(_KEY, {name: [one.at.isoformat(timespec="seconds"), one.works] for name, one in kept.items()})
