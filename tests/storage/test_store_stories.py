"""What a store makes of steps, as stories in store_stories.txt: unfinished games, the shelf, profiles, counts.

After each story the store is opened again, and must have what it had.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

import pytest

from game.core.decode import read_json
from game.core.incremental import run_to_end
from game.core.record import Record, SeatConfig
from game.core.rules import Outcome, RecordError
from game.core.spec import Play
from game.storage.profiles import ProfileError
from game.storage.store import Store
from tests.stores import PATIENCE, TOYS, Opener, contents
from tests.stories import Story, Teller, each_story, listed

LONG = "x" * 100_000
NOON = datetime(2026, 11, 22, 12, 34, 56, 789)
BIDDING = replace(TOYS["sealed"], play=Play(points=lambda state: tuple(bid or 0 for bid in state.bids)))


def seat_of(text: str) -> SeatConfig:
    """Return the seat of a story: "someone" (without a name), a name, "LONG" (a name that needs many pages), or "ai
    LEVEL"."""
    kind, _, level = text.partition(" ")
    if kind == "ai":
        return SeatConfig("ai", int(level), name="@ren")
    return SeatConfig(name={"someone": "", "LONG": LONG}.get(text, text))


def record_of(text: str) -> Record:
    """Return the game of a story: its title, its seats, what they take or bid, and more fields behind ";".

    Without a result the rules give it. "times" are the times of all actions; otherwise each took a second.
    """
    who, _, rest = text.partition(":")
    moves, *more = rest.strip().split("; ")
    title, _, names = who.partition(" ")
    seats = tuple(map(seat_of, names.split(", ")))
    given = {key: value for key, _, value in (part.partition(" ") for part in more)}
    options: dict[str, Any] = {"players": len(seats)}
    if title == "sealed":
        bids = [] if moves == "expire" else moves.split()
        actions = tuple(f"{seat}:bid {bid}" for seat, bid in enumerate(bids)) or ("clock:expire",)
        result = Outcome((bids.index(max(bids)),), "bids") if len(bids) == len(seats) else None
    else:
        options = {} if given.get("pile") == "default" else options | {"pile": int(given.get("pile", 9))}
        actions = tuple(f"take {take}" for take in moves.split())
        is_over = sum(map(int, moves.split())) == options.get("pile")
        result = Outcome(((len(actions) - 1) % len(seats),), "last") if is_over else None
    if "result" in given:
        *winners, reason = given["result"].split()
        result = Outcome(tuple(map(int, winners)), reason)
    times = tuple(map(int, given["times"].split())) if "times" in given else (1_000,) * len(actions)
    return Record(given.get("game", title), options, int(given.get("seed", 1)), actions, seats, times, result)


class Stores(Teller):
    """Tells of a store. A GAME is "TITLE SEAT, SEAT: ACTIONS[; FIELD VALUE …]": "nim Aoi, ai 4: 3 3 3; seed 2". TITLE
    is "nim" or "sealed", FIELD is seed, times, result, pile or game. A step whose change is not on the disk when it
    ends says "not kept". One that is refused says "refused: " and why. ID is the number of a game or of a profile."""

    store: Store
    refusals = (ProfileError, RecordError, ValueError)
    facts: ClassVar = {
        "why": lambda s: str(s.store.trouble).replace(str(s.store.path), "the file"),  # the trouble in a sentence
        "results": lambda s, most: " ".join(str(one.seed) for one in s.store.results(int(most))),  # seeds, newest first
        # how many actions the unfinished game of a title has, and how many of them are on the disk
        "known": lambda s, title: [s.store.length(title), s.store.writer.plies(title)],
        "open": lambda s, id: "opened" if run_to_end(s.store.opening(int(id))) else "damaged",  # what opening it gives
        # is GAME the present state of its title's unfinished game?
        "holds": lambda s, *game: s.store.holds(record_of(" ".join(game))),
    }

    def __init__(self, opened: Callable[..., Store], monkeypatch: pytest.MonkeyPatch) -> None:
        self.opened = opened
        self.monkeypatch = monkeypatch
        self.now = NOON
        self.opener = Opener()
        self.troubles = contextlib.ExitStack()
        self.do_reopen()

    def do(self, verb: str, *given: Any) -> Any:
        """Take a step, and say whether it is not kept."""
        kept = super().do(verb, *given)
        return "not kept" if kept is False else kept

    def do_reopen(self, given: str = "") -> None:
        """[empty]: Open the store again. With "empty", start as on a machine without a store."""
        if given:
            self.store.close()
            self.store.path.unlink()
        self.store = self.opened({**TOYS, "sealed": BIDDING}, opener=self.opener)
        self.store.audits.clock = lambda: self.now

    def do_disk(self, given: str = "") -> None:
        """full, locked, REASON or works: Leave no room for another page of the file, let another program lock it,
        refuse every write for REASON, or end all that."""
        self.troubles.close()
        if given == "full":
            pages = self.opener.database.execute("PRAGMA page_count").fetchone()[0]
            self.limit_pages(pages)
            self.troubles.callback(self.limit_pages, 100_000)
        elif given == "locked":
            other = sqlite3.connect(self.store.path, isolation_level=None)
            other.execute("BEGIN EXCLUSIVE")
            self.troubles.callback(other.close)
        else:
            self.opener.trouble = given.removeprefix("works")

    def limit_pages(self, most: int) -> None:
        """Let the file have this many pages at most."""
        self.opener.database.execute(f"PRAGMA max_page_count = {most}")

    def do_later(self, given: str = "") -> bool:
        """[STEP]: Take STEP, whether it is kept when it ends or not. Then wait until all is on the disk."""
        if given:
            self.line(given)
            self.untold.clear()
        return self.store.wait(PATIENCE)

    def ask_guest(self, given: str = "") -> str:
        """[BEGINNING]: Return what a guest of the store reads, as "tell" does."""
        guest = Store.open_as_guest(self.store.path, TOYS)
        return "\n".join(line for line in contents(guest) if line.startswith(given))

    def ask_tell(self, given: str = "") -> str:
        """[BEGINNING, …]: Return the content of the store, a line for each thing. Only lines with such a BEGINNING are
        returned."""
        return "\n".join(line for line in contents(self.store) if line.startswith(tuple(given.split(", "))))

    def ask_rows(self, table: str) -> int:
        """TABLE: Return how many rows a table of the file has."""
        with contextlib.closing(sqlite3.connect(self.store.path)) as database:
            return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]

    def do_set(self, given: str = "") -> bool:
        """WHAT to JSON: Set the time in "hours after noon", a limit in game.storage ("audits.MOST_DAYS"), or a setting
        by its key, also to LONG: a text that needs many pages."""
        what, _, text = given.partition(" to ")
        value: Any = LONG if text == "LONG" else read_json(text)
        match what.split():
            case ["hours", "after", "noon"]:
                self.now = NOON + timedelta(hours=value)
            case [limit] if limit.split(".")[-1].isupper():
                self.monkeypatch.setattr(f"game.storage.{limit}", value)
            case [key]:
                return self.store.set(key, value)
            case _:
                raise LookupError(what)
        return True

    def do_review(self, given: str = "") -> bool:
        """TEXT of GAME: Keep a review of a game on the shelf."""
        text, _, game = given.partition(" of ")
        return self.store.keep_review(record_of(game), text)

    def do_begin(self, given: str = "") -> bool:
        """GAME: Store an unfinished game."""
        return self.store.begin(record_of(given))

    def do_finish(self, given: str = "") -> bool:
        """GAME [to SEED]: Finish a game, or one with each seed up to SEED: "nim Aoi, ai 4: 3 3 3; seed 1 to 9"."""
        game, _, last = given.partition(" to ")
        first = record_of(game)
        seeds = range(first.seed, int(last or first.seed) + 1)
        return all(self.store.finish(replace(first, seed=seed)) for seed in seeds)

    def do_import(self, given: str = "") -> bool:
        """GAME: Import a game twice, and check that it is there only once."""
        record = record_of(given)
        return self.store.add(record) == self.store.add(record)

    def do_take(self, given: str = "") -> None:
        """NAME, …: Use the profiles of these names, made if missing."""
        for name in listed(given):
            self.store.profiles.take(name)

    def ask_shelf(self) -> str:
        """Return how many games are on the shelf and the seeds of the newest and the oldest: "20 of 20: 22 to 3"."""
        seeds = [game.record.seed for game in self.store.archive()]
        assert seeds == [*range(seeds[0], seeds[-1] - 1, -1)]
        return f"{len(seeds)} of {self.store.shelf_size}: {seeds[0]} to {seeds[-1]}"

    def ask_examined(self, given: str = "") -> int:
        """[NUMBER]: Check the games on the shelf in short looks, until all are checked or after this many looks. Return
        how many it took."""
        looks = 1
        while self.store.examine(0.0) and str(looks) != given:
            looks += 1
        return looks

    def ask_who(self, given: str = "") -> str:
        """ID or NAME: Return the profile: "1 Aoi", or "nobody"."""
        found = self.store.profiles.by_id(int(given)) if given.isdecimal() else self.store.profiles.find(given)
        return f"{found.id} {found.name}" if found else "nobody"


@pytest.fixture
def stores(opened: Callable[..., Store], monkeypatch: pytest.MonkeyPatch) -> Iterator[Stores]:
    found = Stores(opened, monkeypatch)
    yield found
    found.do_disk("works")  # otherwise, a store whose story failed waits for its disk when it is closed


@each_story(Path(__file__).with_name("store_stories.txt"))
def test_a_story(story: Story, stores: Stores) -> None:
    stores.tell(story)
    before = [line for line in contents(stores.store) if not line.startswith("trouble")]
    stores.do_reopen()
    assert contents(stores.store) == before
