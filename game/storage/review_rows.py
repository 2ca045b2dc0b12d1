"""The rows of reviews in the store: each belongs to a game on the shelf and goes with it."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator

from game.storage.rows import Statement, checksum, insertion

TABLES = {
    "reviews": "CREATE TABLE reviews (id INTEGER PRIMARY KEY, review TEXT NOT NULL, crc INTEGER NOT NULL)",
}
_log = logging.getLogger(__name__)


def put_review(id: int, text: str) -> Statement:
    """Keep the review of the shelf's game with this number."""
    return insertion("reviews", id, text)


def drop_review(id: int) -> Statement:
    """Keep no review of that game."""
    return "DELETE FROM reviews WHERE id = ?", (id,)


def read_reviews(database: sqlite3.Connection) -> Iterator[tuple[int, str] | None]:
    """The number of a game with its review; None, with a line in the log, for each row that is damaged."""
    for id, text, crc in database.execute("SELECT * FROM reviews"):
        if type(id) is int and type(text) is str and crc == checksum(id, text):
            yield id, text
        else:
            _log.warning("the stored review of game %a is damaged: it is made anew", id)
            yield None
