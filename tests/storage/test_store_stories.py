"""What a store makes of steps, as stories in store_stories.txt: unfinished games, the shelf, profiles, counts.

After each story the store is opened again, and must have what it had.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
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
from tests.stories import Story, Teller, each_story

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
        options["pile"] = int(given.get("pile", 9))
        actions = tuple(f"take {take}" for take in moves.split())
        is_over = sum(map(int, moves.split())) == options["pile"]
        result = Outcome(((len(actions) - 1) % len(seats),), "last") if is_over else None
    if "result" in given:
        *winners, reason = given["result"].split()
        result = Outcome(tuple(map(int, winners)), reason)
    times = tuple(map(int, given["times"].split())) if "times" in given else (1_000,) * len(actions)
    return Record(given.get("game", title), options, int(given.get("seed", 1)), actions, seats, times, result)


class Stores(Teller):
    """Tells of a store. A GAME is "TITLE SEAT, SEAT: ACTIONS[; FIELD VALUE …]": "nim Aoi, ai 4: 3 3 3; seed 2". TITLE
    is "nim" or "sealed", FIELD is seed, times, result, pile or game. A write must be on the disk at once. A step that
    is refused says "refused: " and why. ID is the number of a game or of a profile."""

    store: Store
    refusals = (ProfileError, RecordError, ValueError)
    facts: ClassVar = {
        "lags": lambda s: s.store.is_lagging,  # is something not on the disk yet?
        "why": lambda s: str(s.store.trouble).replace(str(s.store.path), "the file"),  # the trouble in a sentence
        "results": lambda s, most: " ".join(str(one.seed) for one in s.store.results(int(most))),  # seeds, newest first
        # how many actions the unfinished game of a title has, and how many of them are on the disk
        "known": lambda s, title: [s.store.length(title), s.store.writer.plies(title)],
        "open": lambda s, id: "opened" if run_to_end(s.store.opening(int(id))) else "damaged",  # what opening it gives
        # is GAME the present state of its title's unfinished game?
        "holds": lambda s, *game: s.store.holds(record_of(" ".join(game))),
        # the names of all profiles, the last used one first
        "last_used": lambda s: [profile.name for profile in s.store.profiles.all()],
    }

    def __init__(self, opened: Callable[..., Store], monkeypatch: pytest.MonkeyPatch) -> None:
        self.opened = opened
        self.monkeypatch = monkeypatch
        self.now = NOON
        self.opener = Opener()
        self.troubles = contextlib.ExitStack()
        self.do_reopen()

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

    def do_cannot(self, given: str = "") -> None:
        """STEP: Take STEP, and check that it is not on the disk when it ends."""
        with pytest.raises(AssertionError):
            self.line(given)

    def do_later(self, given: str = "") -> None:
        """[STEP]: Take STEP, whether it is on the disk when it ends or not. Then wait until all is on the disk."""
        if given:
            with contextlib.suppress(AssertionError):
                self.line(given)
        assert self.store.wait(PATIENCE)

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

    def do_limit(self, given: str = "") -> None:
        """MODULE.NAME NUMBER: Change a limit in game.storage: "audits.MOST_DAYS 2"."""
        name, number = given.split()
        self.monkeypatch.setattr(f"game.storage.{name}", int(number))

    def do_hours(self, given: str = "") -> None:
        """NUMBER: Set the clock this many hours after noon."""
        self.now = NOON + timedelta(hours=int(given))

    # Games

    def do_begin(self, given: str = "") -> None:
        """GAME: Store an unfinished game."""
        assert self.store.begin(record_of(given))

    def do_finish(self, given: str = "") -> None:
        """GAME: Finish a game."""
        assert self.store.finish(record_of(given))

    def do_add(self, given: str = "") -> None:
        """GAME: Import a game twice, and check that it is on the shelf only once."""
        record = record_of(given)
        assert self.store.add(record) == self.store.add(record)

    def do_append(self, given: str = "") -> None:
        """TITLE PLY NUMBER: Add an action to the unfinished game: its ply, and how many it takes."""
        game, ply, take = given.split()
        assert self.store.append(game, int(ply), f"take {take}", 500)

    def do_clock(self, given: str = "") -> str:
        """TITLE SECONDS: Save the clock of the unfinished game. Say "not kept" if there is none."""
        title, seconds = given.split()
        return "" if self.store.save_clock(title, "round", float(seconds)) else "not kept"

    def do_shelve(self, given: str = "") -> None:
        """TITLE [as damaged]: Put the unfinished game on the shelf."""
        title, damaged, _ = given.partition(" as damaged")
        if damaged:
            self.store.reject_unfinished("it cannot be", title)
        else:
            assert self.store.shelve(title)

    def do_delete(self, given: str = "") -> None:
        """unfinished [TITLE], actions of TITLE from PLY, game ID, profile ID, or audits: Delete the unfinished game of
        TITLE, or the latest one; its actions from PLY on; a game on the shelf; a profile; or all counts and incidents.
        """
        match given.split():
            case ["unfinished", *title]:
                assert self.store.discard(title[0] if title else None)
            case ["actions", "of", title, "from", ply]:
                assert self.store.truncate(title, int(ply))
            case ["game", id]:
                assert self.store.remove(int(id))
            case ["profile", id]:
                assert self.store.profiles.delete(int(id))
            case ["audits"]:
                assert self.store.audits.clear()
            case _:
                raise LookupError(given)

    def do_many(self, given: str = "") -> None:
        """FIRST LAST: Finish games with all seeds from FIRST to LAST."""
        first, last = map(int, given.split())
        for seed in range(first, last + 1):
            assert self.store.finish(record_of(f"nim Aoi, ai 4: 3 3 3; seed {seed}"))

    def ask_shelf(self) -> str:
        """Return how many games are on the shelf and the seeds of the newest and the oldest: "20 of 20: 22 to 3"."""
        seeds = [game.record.seed for game in self.store.archive()]
        assert seeds == [*range(seeds[0], seeds[-1] - 1, -1)]
        return f"{len(seeds)} of {self.store.shelf_size}: {seeds[0]} to {seeds[-1]}"

    def do_size(self, given: str = "") -> None:
        """JSON: Set the size of the shelf."""
        assert self.store.resize_shelf(read_json(given))

    def do_set(self, given: str = "") -> None:
        """KEY JSON, or KEY LONG: Store a setting, or one whose text needs many pages."""
        key, _, value = given.partition(" ")
        assert self.store.set(key, LONG if value == "LONG" else read_json(value))

    def do_examine(self, given: str = "") -> str:
        """[NUMBER]: Check the games on the shelf in short looks, until all are checked or after this many looks. Say
        how many it took."""
        looks = 1
        while self.store.examine(0.0) and str(looks) != given:
            looks += 1
        return str(looks)

    # People

    def do_take(self, given: str = "") -> None:
        """NAME: Use the profile with NAME, which is made if there is none."""
        self.store.profiles.take(given)

    def do_rename(self, given: str = "") -> None:
        """ID NAME: Rename a profile."""
        id, _, name = given.partition(" ")
        self.store.profiles.rename(int(id), name)

    def do_merge(self, given: str = "") -> None:
        """ID GONE: Merge the profile GONE into the profile ID, which then has both numbers."""
        self.store.profiles.merge(*map(int, given.split()))

    def do_show(self, given: str = "") -> str:
        """ID GAME: Note that this person was shown GAME. Say "not kept" if there is no such person."""
        id, game = given.split()
        return "" if self.store.profiles.mark_shown(int(id), game) else "not kept"

    def ask_who(self, given: str = "") -> str:
        """ID or NAME: Return the profile: "1 Aoi", or "nobody"."""
        found = self.store.profiles.by_id(int(given)) if given.isdecimal() else self.store.profiles.find(given)
        return f"{found.id} {found.name}" if found else "nobody"

    # The operator

    def do_note(self, given: str = "") -> None:
        """KIND [DETAIL]: Note an incident."""
        kind, _, detail = given.partition(" ")
        known: Any = kind
        assert self.store.audits.note(known, detail)


@pytest.fixture
def stores(opened: Callable[..., Store], monkeypatch: pytest.MonkeyPatch) -> Stores:
    return Stores(opened, monkeypatch)


@each_story(Path(__file__).with_name("store_stories.txt"))
def test_a_story(story: Story, stores: Stores) -> None:
    stores.tell(story)
    before = [line for line in contents(stores.store) if not line.startswith("trouble")]
    stores.do_reopen()
    assert contents(stores.store) == before
