"""The rows of the statistics in the store: how they are written, and which are trusted."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator
from typing import Any

from game.core.safe_json import read_json
from game.core.spec import LEVELS
from game.storage.figures import HOUSE, Figures, Key
from game.storage.profiles import LAST_ID
from game.storage.rows import Statement, checksum, insertion

TABLES = {
    "statistics": (
        "CREATE TABLE statistics (profile INTEGER, game TEXT, played INTEGER NOT NULL, won INTEGER NOT NULL, "
        "drawn INTEGER NOT NULL, streak INTEGER NOT NULL, best INTEGER NOT NULL, points INTEGER NOT NULL, "
        "fastest TEXT NOT NULL, crc INTEGER NOT NULL, PRIMARY KEY (profile, game)) WITHOUT ROWID"
    ),
    "counted": "CREATE TABLE counted (game TEXT PRIMARY KEY, crc INTEGER NOT NULL) WITHOUT ROWID",
}
_MOST = 2**53  # of anything that is counted; beyond it SQLite's 63 bits come near
_log = logging.getLogger(__name__)


def put_figures(key: Key, figures: Figures) -> Statement:
    """Keep the figures of a profile, or the house, and a game."""
    numbers = (figures.played, figures.won, figures.drawn, figures.streak, figures.best, figures.points)
    return insertion("statistics", *key, *numbers, json.dumps(figures.fastest))


def drop_figures(profile: int) -> Statement:
    """Keep no figures of this profile."""
    return "DELETE FROM statistics WHERE profile = ?", (profile,)


def drop_counted(identifier: str) -> Statement:
    """Forget that a game was counted."""
    return "DELETE FROM counted WHERE game = ?", (identifier,)


def put_counted(identifier: str) -> Statement:
    """Keep that a game was counted."""
    return insertion("counted", identifier)


def read_figures(database: sqlite3.Connection) -> Iterator[tuple[Key, Figures] | None]:
    """The figures with whose they are; None, with a line in the log, for each row that is damaged."""
    for row in database.execute("SELECT * FROM statistics ORDER BY profile, game"):
        try:
            yield _figures(*row)
        except ValueError as error:
            _log.warning("the stored statistics %a of %a are damaged (%s): they are dropped", row[1], row[0], error)
            yield None


def read_counted(database: sqlite3.Connection) -> Iterator[str | None]:
    """The identifiers of games that were counted; None, with a line in the log, for each row that is damaged."""
    for identifier, crc in database.execute("SELECT * FROM counted"):
        if type(identifier) is str and crc == checksum(identifier):
            yield identifier
        else:
            _log.warning("the stored note that game %a was counted is damaged: it is dropped", identifier)
            yield None


def _figures(profile: Any, game: Any, *values: Any) -> tuple[Key, Figures]:
    """The figures in a row. Raises ValueError where there can be none."""
    played, won, drawn, streak, best, points, text, crc = values
    if crc != checksum(profile, game, *values[:-1]):
        raise ValueError("its checksum is wrong")
    if type(profile) is not int or not HOUSE <= profile <= LAST_ID or type(game) is not str or not game:
        raise ValueError("it is nobody's")
    fastest = read_json(str(text))
    if type(fastest) is not list or len(fastest) != len(LEVELS):
        raise ValueError("it has not a number for each level")
    if not all(type(number) is int and 0 <= number <= _MOST for number in (*values[:-2], *fastest)):
        raise ValueError("its values are no numbers of games")
    return (profile, game), Figures(played, won, drawn, streak, best, points, tuple(fastest))
