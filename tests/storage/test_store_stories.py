"""What a store makes of what is done, as stories in store_stories.txt: unfinished games, the shelf, profiles, counts.

After each story the store is opened again, and has what it had.
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
    """A seat as a story has it: "someone", a name, one that needs many pages, or the AI of a level."""
    kind, _, level = text.partition(" ")
    if kind == "ai":
        return SeatConfig("ai", int(level), name="@ren")
    return SeatConfig(name={"someone": "", "LONG": "x" * 100_000}.get(text, text))


def record_of(text: str) -> Record:
    """A game as a story has it: its title, who sits there, what they take or bid, and what else is to be said of it.

    Without a result the rules give it; "times" are those of all actions, else each took a second.
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
    """A store as its story goes on."""

    refusals = (ProfileError, RecordError, ValueError)

    def __init__(self, opened: Callable[..., Store], monkeypatch: pytest.MonkeyPatch) -> None:
        self.opened = opened
        self.monkeypatch = monkeypatch
        self.now = NOON
        self.opener = Opener()
        self.do_reopen()

    def do_reopen(self) -> None:
        self.store = self.opened({**TOYS, "sealed": BIDDING}, opener=self.opener)
        self.store.audits.clock = lambda: self.now

    def do_disk(self, given: str = "") -> None:
        """The disk works, or refuses for this reason."""
        self.opener.trouble = given.removeprefix("works")

    def do_first_start(self) -> None:
        """The program starts where it never was."""
        self.store.close()
        self.store.path.unlink()
        self.do_reopen()

    def do_room(self, given: str = "") -> None:
        """There is none for another page, or much."""
        pages = 100_000 if given == "again" else self.opener.database.execute("PRAGMA page_count").fetchone()[0]
        self.opener.database.execute(f"PRAGMA max_page_count = {pages}")

    def do_another(self, given: str = "") -> None:
        """Another program has the file for itself, or lets go of it."""
        if given == "holds it":
            self.other = sqlite3.connect(self.store.path, isolation_level=None)
            self.other.execute("BEGIN EXCLUSIVE")
        else:
            self.other.close()

    def do_cannot(self, given: str = "") -> None:
        """A step that is not on the disk when it is asked for."""
        with pytest.raises(AssertionError):
            self.line(given)

    def do_later(self, given: str = "") -> None:
        """A step that may be on the disk at once or not."""
        with contextlib.suppress(AssertionError):
            self.line(given)

    def do_wait(self) -> None:
        assert self.store.wait(PATIENCE)

    def ask_lags(self) -> str:
        return "yes" if self.store.is_lagging else "no"

    def ask_why(self) -> str:
        return str(self.store.trouble).replace(str(self.store.path), "the file")

    def ask_guest(self, given: str = "") -> str:
        """What a guest reads."""
        guest = Store.open_as_guest(self.store.path, TOYS)
        return "\n".join(line for line in contents(guest) if line.startswith(given))

    def ask_tell(self, given: str = "") -> str:
        """The lines of what the store holds that begin so, or all."""
        return "\n".join(line for line in contents(self.store) if line.startswith(tuple(given.split(", "))))

    def do_limit(self, given: str = "") -> None:
        """Keep no more of something than a store usually does."""
        name, number = given.split()
        self.monkeypatch.setattr(f"game.storage.{name}", int(number))

    def ask_rows(self, given: str = "") -> str:
        """How many a table has in the file."""
        with contextlib.closing(sqlite3.connect(self.store.path)) as database:
            return str(database.execute(f"SELECT count(*) FROM {given}").fetchone()[0])

    def do_hours(self, given: str = "") -> None:
        self.now = NOON + timedelta(hours=int(given))

    # Games

    def do_begin(self, given: str = "") -> None:
        assert self.store.begin(record_of(given))

    def do_finish(self, given: str = "") -> None:
        assert self.store.finish(record_of(given))

    def do_add(self, given: str = "") -> None:
        record = record_of(given)
        assert self.store.add(record) == self.store.add(record)

    def do_append(self, given: str = "") -> None:
        game, ply, take = given.split()
        assert self.store.append(game, int(ply), f"take {take}", 500)

    def do_truncate(self, given: str = "") -> None:
        game, ply = given.split()
        assert self.store.truncate(game, int(ply))

    def do_clock(self, given: str = "") -> str:
        return "kept" if self.store.save_clock(given.split()[0], "round", float(given.split()[1])) else "not kept"

    def do_shelve(self, given: str = "") -> None:
        assert self.store.shelve(given)

    def do_discard(self, given: str = "") -> None:
        assert self.store.discard(given or None)

    def do_reject(self, given: str = "") -> None:
        self.store.reject_unfinished("it cannot be", given)

    def do_many(self, given: str = "") -> None:
        """Finish games with the seeds from the first to the last."""
        first, last = map(int, given.split())
        for seed in range(first, last + 1):
            assert self.store.finish(record_of(f"nim Aoi, ai 4: 3 3 3; seed {seed}"))

    def ask_shelf(self) -> str:
        """How many games lie there, whose seeds follow each other."""
        seeds = [game.record.seed for game in self.store.archive()]
        assert seeds == [*range(seeds[0], seeds[-1] - 1, -1)]
        return f"{len(seeds)} of {self.store.shelf_size}: {seeds[0]} to {seeds[-1]}"

    def do_size(self, given: str = "") -> None:
        assert self.store.resize_shelf(read_json(given))

    def do_set(self, given: str = "") -> None:
        key, _, value = given.partition(" ")
        assert self.store.set(key, read_json(value))

    def ask_get(self, given: str = "") -> str:
        return json.dumps(self.store.get(given))

    def do_long(self, given: str = "") -> None:
        """A setting with a text that needs many pages."""
        assert self.store.set(given, "x" * 100_000)

    def ask_results(self, given: str = "") -> str:
        return " ".join(str(record.seed) for record in self.store.results(int(given)))

    def ask_known(self, given: str = "") -> str:
        """How long an unfinished game is, and how much of it is on the disk."""
        return f"{self.store.length(given)}, {self.store.kept(given)}"

    def ask_holds(self, given: str = "") -> str:
        return "yes" if self.store.holds(record_of(given)) else "no"

    def ask_open(self, given: str = "") -> str:
        return "opened" if self.store.opened(int(given)) else "damaged"

    def do_examine(self, given: str = "") -> str:
        """In as many short looks as it takes, or in so many."""
        looks = 1
        while self.store.examine(0.0) and str(looks) != given:
            looks += 1
        return str(looks)

    def do_remove(self, given: str = "") -> None:
        assert self.store.remove(int(given))

    # People

    def do_take(self, given: str = "") -> None:
        self.store.profiles.take(given)

    def do_rename(self, given: str = "") -> None:
        id, _, name = given.partition(" ")
        self.store.profiles.rename(int(id), name)

    def do_merge(self, given: str = "") -> None:
        self.store.profiles.merge(*map(int, given.split()))

    def do_delete(self, given: str = "") -> None:
        assert self.store.profiles.delete(int(given))

    def do_show(self, given: str = "") -> str:
        id, game = given.split()
        return "kept" if self.store.profiles.mark_shown(int(id), game) else "not kept"

    def ask_has_seen(self, given: str = "") -> str:
        id, game = given.split()
        profile = self.store.profiles.by_id(int(id))
        return "yes" if profile and game in profile.shown else "no"

    def ask_who(self, given: str = "") -> str:
        found = self.store.profiles.by_id(int(given)) if given.isdecimal() else self.store.profiles.find(given)
        return f"{found.id} {found.name}" if found else "nobody"

    def ask_last_used(self) -> str:
        return ", ".join(profile.name for profile in self.store.profiles.all())

    # The operator

    def do_note(self, given: str = "") -> None:
        kind, _, detail = given.partition(" ")
        known: Any = kind
        assert self.store.audits.note(known, detail)

    def do_forget(self) -> None:
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
