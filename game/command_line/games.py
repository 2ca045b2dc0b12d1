"""`main.py games`: export the saved games to one file, and import such a file."""

from __future__ import annotations

import argparse
import sys
from datetime import date
from pathlib import Path

from game import paths
from game.core.plain_text import printable
from game.core.rules import GameError
from game.core.times import read_day
from game.platforms.files import put_file
from game.registry import find
from game.storage.database import HeldError
from game.storage.exchange import ENDINGS, ExchangeError, Filter, take_in, written
from game.storage.store import Store

MOST_BYTES = 100_000_000
SOME_WRONG = 1  # exit status if a line of a file could not be imported


class GamesError(GameError):
    """The command cannot be carried out. The message says why."""


def command(given: argparse.Namespace) -> int:
    """Carry out the command. Returns the exit status. Raises GamesError."""
    name = given.out if given.what == "export" else given.file
    if name is None or (given.out is not None and given.file is not None):
        raise GamesError("write 'games export --out FILE' or 'games import FILE'")
    if Path(name).suffix.lower() not in ENDINGS:
        raise GamesError(f"{name}: a file of games ends in {' or '.join(ENDINGS)}")
    if given.game:
        try:
            find(given.game)
        except GameError as error:
            raise GamesError(str(error)) from None
    wanted = Filter(given.game, given.person, _day(given.since, "--since"), _day(given.until, "--until"))
    return (_export if given.what == "export" else _import)(Path(name), wanted)


def _day(text: str | None, option: str) -> date | None:
    try:
        return None if text is None else read_day(text)
    except ValueError as error:
        raise GamesError(f"{option}: {error}") from None


def _export(path: Path, wanted: Filter) -> int:
    store = _seen()
    while store.examine(1.0):  # checks all games, to find damaged ones
        pass
    games = [game for game in store.archive() if wanted.wants(game)]
    try:
        put_file(path, written(games, path.suffix.lower()).encode("utf-8", "surrogatepass"))
    except (OSError, ValueError) as error:
        raise GamesError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    print(f"{len(games)} games exported to {printable(str(path))}")
    for damaged in store.damaged():
        print(f"left out: game {damaged.id} is damaged: {printable(damaged.detail)}", file=sys.stderr)
    return 0


def _import(path: Path, wanted: Filter) -> int:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise GamesError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    if len(data) > MOST_BYTES:
        raise GamesError(f"{path}: more than {MOST_BYTES} bytes")
    # Raises if the store cannot be read: the next start would set such a store aside, with the imported games in it.
    _seen()
    try:
        store = Store.open(paths.store_path())
    except HeldError as error:
        raise GamesError("games cannot be imported while the program runs; quit it, or import them there") from error
    size = store.shelf_size
    try:
        found = take_in(store, data, path.name, wanted.wants)
    except ExchangeError as error:
        raise GamesError(str(error)) from error
    finally:
        is_kept = store.close()
    if not is_kept:
        raise GamesError(f"the games cannot be saved: {paths.store_path()} cannot be written")
    print("\n".join(map(printable, found.wrong)), end="\n" * bool(found.wrong), file=sys.stderr)
    print(f"{found.new} games imported, {found.known} already there, {len(found.wrong)} invalid")
    if store.shelf_size != size:
        print(f"{store.shelf_size} games are kept from now on, not {size}")
    return SOME_WRONG if found.wrong else 0


def _seen() -> Store:
    """Return the store's present content, even while a table has it open. Raises GamesError if it cannot be read."""
    store = Store.open_as_guest(paths.store_path())
    if store.trouble is not None and store.trouble.kind == "read":
        raise GamesError(f"the saved data cannot be read: {store.trouble}")
    return store
