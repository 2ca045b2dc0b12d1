"""What a store makes of steps, as stories in store_stories.txt: unfinished games, the shelf, profiles, counts.

After each story the store is opened again, and must have what it had.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

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

NOON = datetime(2026, 11, 22, 12, 34, 56, 789)
BIDDING = replace(TOYS["sealed"], play=Play(points=lambda state: tuple(bid or 0 for bid in state.bids)))


def seat_of(text: str) -> SeatConfig:
    """Return the seat of a story: "someone" (without a name), a name, "LONG" (a name that needs many pages), or "ai
    LEVEL"."""
    kind, _, level = text.partition(" ")
    if kind == "ai":
        return SeatConfig("ai", int(level), name="@ren")
    return SeatConfig(name={"someone": "", "LONG": "x" * 100_000}.get(text, text))


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

    refusals = (ProfileError, RecordError, ValueError)

    def __init__(self, opened: Callable[..., Store], monkeypatch: pytest.MonkeyPatch) -> None:
        self.opened = opened
        self.monkeypatch = monkeypatch
        self.now = NOON
        self.opener = Opener()
        self.do_reopen()

    def do_reopen(self) -> None:
        """Open the store again."""
        self.store = self.opened({**TOYS, "sealed": BIDDING}, opener=self.opener)
        self.store.audits.clock = lambda: self.now

    def do_disk(self, given: str = "") -> None:
        """works, or REASON: Let the disk work, or refuse every write for REASON."""
        self.opener.trouble = given.removeprefix("works")

    def do_first_start(self) -> None:
        """Start as on a machine without a store."""
        self.store.close()
        self.store.path.unlink()
        self.do_reopen()

    def do_room(self, given: str = "") -> None:
        """none or again: Leave no room for another page of the file, or make room again."""
        pages = 100_000 if given == "again" else self.opener.database.execute("PRAGMA page_count").fetchone()[0]
        self.opener.database.execute(f"PRAGMA max_page_count = {pages}")

    def do_another(self, given: str = "") -> None:
        """holds it or lets go: Let another program lock the file, or unlock it."""
        if given == "holds it":
            self.other = sqlite3.connect(self.store.path, isolation_level=None)
            self.other.execute("BEGIN EXCLUSIVE")
        else:
            self.other.close()

    def do_cannot(self, given: str = "") -> None:
        """STEP: Take STEP, and check that it is not on the disk when it ends."""
        with pytest.raises(AssertionError):
            self.line(given)

    def do_later(self, given: str = "") -> None:
        """STEP: Take STEP, whether it is on the disk when it ends or not."""
        with contextlib.suppress(AssertionError):
            self.line(given)

    def do_wait(self) -> None:
        """Wait until all is on the disk."""
        assert self.store.wait(PATIENCE)

    def ask_lags(self) -> str:
        """Return whether something is not on the disk yet."""
        return "yes" if self.store.is_lagging else "no"

    def ask_why(self) -> str:
        """Return the store's trouble in a sentence."""
        return str(self.store.trouble).replace(str(self.store.path), "the file")

    def ask_guest(self, given: str = "") -> str:
        """[BEGINNING]: Return what a guest of the store reads, as "tell" does."""
        guest = Store.open_as_guest(self.store.path, TOYS)
        return "\n".join(line for line in contents(guest) if line.startswith(given))

    def ask_tell(self, given: str = "") -> str:
        """[BEGINNING, …]: Return the content of the store, a line for each thing. Only lines with such a BEGINNING are
        returned."""
        return "\n".join(line for line in contents(self.store) if line.startswith(tuple(given.split(", "))))

    def do_limit(self, given: str = "") -> None:
        """MODULE.NAME NUMBER: Change a limit in game.storage: "audits.MOST_DAYS 2"."""
        name, number = given.split()
        self.monkeypatch.setattr(f"game.storage.{name}", int(number))

    def ask_rows(self, given: str = "") -> str:
        """TABLE: Return how many rows a table of the file has."""
        with contextlib.closing(sqlite3.connect(self.store.path)) as database:
            return str(database.execute(f"SELECT count(*) FROM {given}").fetchone()[0])

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

    def do_truncate(self, given: str = "") -> None:
        """TITLE PLY: Keep only the first PLY actions of the unfinished game."""
        game, ply = given.split()
        assert self.store.truncate(game, int(ply))

    def do_clock(self, given: str = "") -> str:
        """TITLE SECONDS: Save the clock of the unfinished game. Say "kept" or "not kept"."""
        return "kept" if self.store.save_clock(given.split()[0], "round", float(given.split()[1])) else "not kept"

    def do_shelve(self, given: str = "") -> None:
        """TITLE: Put the unfinished game on the shelf."""
        assert self.store.shelve(given)

    def do_discard(self, given: str = "") -> None:
        """[TITLE]: Drop the unfinished game of TITLE, or the latest one."""
        assert self.store.discard(given or None)

    def do_reject(self, given: str = "") -> None:
        """TITLE: Put the unfinished game on the shelf as damaged."""
        self.store.reject_unfinished("it cannot be", given)

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
        """KEY JSON: Store a setting."""
        key, _, value = given.partition(" ")
        assert self.store.set(key, read_json(value))

    def ask_get(self, given: str = "") -> str:
        """KEY: Return a setting as JSON."""
        return json.dumps(self.store.get(given))

    def do_long(self, given: str = "") -> None:
        """KEY: Store a setting whose text needs many pages."""
        assert self.store.set(given, "x" * 100_000)

    def ask_results(self, given: str = "") -> str:
        """NUMBER: Return the seeds of this many finished games, the newest first."""
        return " ".join(str(record.seed) for record in self.store.results(int(given)))

    def ask_known(self, given: str = "") -> str:
        """TITLE: Return how many actions the unfinished game has, and how many of them are on the disk: "3, 2"."""
        return f"{self.store.length(given)}, {self.store.writer.plies(given)}"

    def ask_holds(self, given: str = "") -> str:
        """GAME: Return whether GAME is the present state of its title's unfinished game."""
        return "yes" if self.store.holds(record_of(given)) else "no"

    def ask_open(self, given: str = "") -> str:
        """ID: Open a game on the shelf. Return "opened" or "damaged"."""
        return "opened" if run_to_end(self.store.opening(int(given))) else "damaged"

    def do_examine(self, given: str = "") -> str:
        """[NUMBER]: Check the games on the shelf in short looks, until all are checked or after this many looks. Say
        how many it took."""
        looks = 1
        while self.store.examine(0.0) and str(looks) != given:
            looks += 1
        return str(looks)

    def do_remove(self, given: str = "") -> None:
        """ID: Remove a game from the shelf."""
        assert self.store.remove(int(given))

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

    def do_delete(self, given: str = "") -> None:
        """ID: Delete a profile."""
        assert self.store.profiles.delete(int(given))

    def do_show(self, given: str = "") -> str:
        """ID GAME: Note that this person was shown GAME. Say "kept" or "not kept"."""
        id, game = given.split()
        return "kept" if self.store.profiles.mark_shown(int(id), game) else "not kept"

    def ask_has_seen(self, given: str = "") -> str:
        """ID GAME: Return whether this person was shown GAME."""
        id, game = given.split()
        profile = self.store.profiles.by_id(int(id))
        return "yes" if profile and game in profile.shown else "no"

    def ask_who(self, given: str = "") -> str:
        """ID or NAME: Return the profile: "1 Aoi", or "nobody"."""
        found = self.store.profiles.by_id(int(given)) if given.isdecimal() else self.store.profiles.find(given)
        return f"{found.id} {found.name}" if found else "nobody"

    def ask_last_used(self) -> str:
        """Return the names of all profiles, the last used one first."""
        return ", ".join(profile.name for profile in self.store.profiles.all())

    # The operator

    def do_note(self, given: str = "") -> None:
        """KIND [DETAIL]: Note an incident."""
        kind, _, detail = given.partition(" ")
        known: Any = kind
        assert self.store.audits.note(known, detail)

    def do_forget(self) -> None:
        """Delete all counts and incidents."""
        assert self.store.audits.clear()


@pytest.fixture
def stores(opened: Callable[..., Store], monkeypatch: pytest.MonkeyPatch) -> Stores:
    return Stores(opened, monkeypatch)


@each_story(Path(__file__).with_name("store_stories.txt"))
def test_a_story(story: Story, stores: Stores) -> None:
    stores.tell(story)
    before = [line for line in contents(stores.store) if not line.startswith("trouble")]
    stores.do_reopen()
    assert contents(stores.store) == before
