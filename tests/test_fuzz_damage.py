"""Damaged inputs of every kind, by seeds: no exception goes unhandled, and nothing takes longer than a second."""

import json
import random
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest

import main
from game.core.incremental import run_to_end
from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.core.rules import GameError, Outcome
from game.engine_mode.engine import Engine
from game.kiosk import pin as pins
from game.kiosk.config import next_opening, volume_step
from game.kiosk.config_file import load
from game.kiosk.kiosk import Kiosk
from game.kiosk.pin import PinError, PinFile
from game.match_setup import default_table, table_from_json
from game.records.files import RecordFileError, read
from game.registry import GAMES
from game.robots import rules
from game.storage import schema
from game.storage.statistics import csv_text, house_records
from game.storage.store import Store
from scenes.house import preferences
from scenes.learn.exercise_scene import solved_exercises
from tests.runs import few_or_many
from tests.stores import PATIENCE

NOW = datetime(2026, 11, 22, 12)
SEATS = (SeatConfig("human", name="@aoi", identity="circle"), SeatConfig("ai", 3, "Zoë", "moon"))
MOVES = ("e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2", "e9")
WON = Record("quoridor", resolve(GAMES["quoridor"].options, {}), 5, MOVES, SEATS, (9,) * 15, Outcome((0,), "goal"))
LEFT = replace(WON, actions=MOVES[:6], times=(7,) * 6, result=None)
ROBOTS = Record("robots", resolve(GAMES["robots"].options, {}), 5, ("1:bid 9", "0:bid 8", "0:bid 3"), SEATS, (1, 2, 3))
PUZZLE = rules.details(rules.start(ROBOTS.options, 3))["puzzle"]
LINES = [  # no perft and no search, which may rightly take long
    {"cmd": "games", "id": 1},
    {"cmd": "state", "game": "quoridor", "options": WON.options, "seed": 5, "actions": list(MOVES)},
    {"cmd": "state", "game": "robots", "options": ROBOTS.options, "seed": 5, "actions": list(ROBOTS.actions)},
    {"cmd": "slides", "puzzle": PUZZLE},
]
KINDS = ("file", "row", "setting", "record", "puzzle", "line", "config", "pin")
CONFIG = (Path(__file__).parents[1] / "docs" / "kiosk.toml").read_bytes()
PIN, WRONG, CHANGED = "271828", "314159", 77
NUMBERS = [True, -1, 0, 9, 10**30, 2.5, 1e300, float("nan"), float("inf")]
ODD = [*NUMBERS, None, "", "abc", "\x00", "茶" * 500, [], [[]], [1] * 300, {}, {"a": {"b": []}}]
DEEP = ("[" * 100_000, '{"a":' * 5_000, "[" * 99 + "]" * 99, "[" * 101 + "]" * 101)


def torn(data, rng):
    """Return the bytes with a few of them flipped, cut out or added."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 20))):
        at = rng.randrange(len(data) or 1)
        kind = rng.randrange(4)
        if kind == 0 and data:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del data[at : at + rng.choice((1, 10, 5_000))]
        elif kind == 2:
            data[at:at] = rng.randbytes(rng.choice((1, 9, 700)))
        elif data:
            del data[at:]
    return bytes(data)


def twisted(value, rng):
    """Return a JSON value with some part of it replaced."""
    if not isinstance(value, (dict, list)) or not value or rng.random() < 0.2:
        return rng.choice(ODD)
    if isinstance(value, list):
        at = rng.randrange(len(value))
        return [*value[:at], *rng.choice(([], [twisted(value[at], rng)])), *value[at + 1 :]]
    key = rng.choice(sorted(value))
    return {**value, key: twisted(value[key], rng)}


def spoiled(value, rng):
    """Return the text of a JSON value as bytes, damaged in one of several ways."""
    kind = rng.randrange(8)
    if kind == 0:
        return rng.choice(DEEP).encode()
    if kind < 4:
        return torn(json.dumps(value).encode(), rng)
    return json.dumps(twisted(value, rng)).encode()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A closed store with settings, two unfinished games and results."""
    path = tmp_path_factory.mktemp("whole") / "store.sqlite3"
    store = Store.open(path)
    store.set("volume.effects", 0.5)
    store.set("bindings", {"keyboard": {"CONFIRM": [13]}})
    store.set("setup.quoridor", default_table(GAMES["quoridor"]).to_json())
    store.set("lessons.quoridor", ["jump"])
    for seed in range(5):
        store.finish(replace(WON, seed=seed))
    store.begin(LEFT)
    store.begin(ROBOTS)
    store.save_clock("robots", "bid-1", 17.0)
    for name in ("Aoi", "Zoë", "Ren"):
        store.profiles.take(name)
    store.profiles.merge(1, 3)
    store.audits.note("start")
    store.close()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pins, "_COST", (1 << 14, 1, 1))  # the least allowed cost
        PinFile(pin_beside(path)).set(PIN)
    return path


def pin_beside(path):
    """Return the file of the PIN that belongs to the store in `path`."""
    return path.with_name("kiosk-pin.json")


def use(path):
    """Start with a store as the program does, look at all of it, and play on."""
    store = Store.open(path)
    preferences.load(store)
    for spec in GAMES.values():
        with suppress(GameError):
            table_from_json(spec, store.get(f"setup.{spec.id}"))
        solved_exercises(store, spec)
    left = {record.game: record for record in store.unfinished_games()}
    for game in store.archive():
        run_to_end(store.opening(game.id))
    store.examine(1.0)
    damaged, trouble = store.damaged(), store.trouble
    store.results(), store.saved_clock()
    store.begin(LEFT)
    assert store.unfinished("quoridor") == LEFT
    taken = store.profiles.take("Zoë")
    store.profiles.mark_shown(3, "quoridor")
    assert store.profiles.all()[0].id == taken.id
    store.finish(replace(WON, seed=99))
    assert house_records(store.statistics, store.profiles, "quoridor").house.played
    store.audits.note("error", "x" * 300)
    assert store.audits.hours(date.min, date.max) and store.audits.incidents[0].kind == "error"
    assert csv_text(store.statistics, store.profiles, "").startswith("name,game,")
    assert store.wait(PATIENCE) or trouble
    store.close()
    return left, damaged, trouble


class Damage:
    """One damaged input of each kind."""

    def __init__(self, whole, folder):
        self.whole = whole
        self.folder = folder

    def file(self, rng):
        path = self.folder / "data" / "store.sqlite3"
        path.parent.mkdir()
        data = self.whole.read_bytes()
        torn_part = rng.choice((100, len(data)))  # the header, which SQLite reads first, or all
        path.write_bytes(torn(data[:torn_part], rng) + data[torn_part:])
        use(path)

    def change(self, sql, values):
        path = self.folder / "data" / "store.sqlite3"
        path.parent.mkdir()
        shutil.copy(self.whole, path)
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(sql, values)
        use(path)

    def row(self, rng):
        """Add a row whose checksum is right."""
        text = spoiled(json.loads(rng.choice((WON, LEFT, ROBOTS)).to_json()), rng).decode("utf-8", "replace")
        odd = rng.choice((-1, 3, "abc", 1e308, float("inf"), text, b"\xff\x00"))
        rows = {
            "results": (rng.randrange(9), odd if rng.random() < 0.2 else "2026-11-22T00:00:00+00:00", text, ""),
            "slots": (rng.choice(("quoridor", "robots", "chess", "")), rng.choice((1, odd)), text),
            "actions": (rng.choice(("quoridor", "robots", "tea")), rng.randrange(8), rng.choice(("e5", odd)), odd),
            "clocks": (rng.choice(("quoridor", "robots", "tea")), rng.choice(("bid-1", odd)), odd),
            "profiles": (
                rng.choice((1, 2, 3, 4, -1, 2**40)),
                rng.choice(("Mio", "zoe\u0308", "", odd)),
                rng.choice((1, 2**63 - 1, odd)),
                rng.choice(('["quoridor"]', odd)),
                rng.choice((0, 1, 3, odd)),
            ),
            "statistics": (
                rng.choice((0, 1, 2, 7, odd)),
                rng.choice(("quoridor", "tea", odd)),
                *(rng.choice((0, 5, 2**63 - 1, odd)) for _ in range(6)),
                rng.choice(("[0, 0, 9, 0, 0]", odd)),
            ),
            "counted": (rng.choice(("0123", odd)),),
            "hours": (
                rng.choice(("2026-11-22", "20261122", odd)),
                rng.choice((0, 23, 24, odd)),
                rng.choice(("quoridor", odd)),
                *(rng.choice((0, 1, 2**63 - 1, odd)) for _ in range(5)),
            ),
            "incidents": (
                rng.choice((1, 2, 2**63 - 1)),
                rng.choice(("2026-11-22T10:00:00", "2026-11-22T10:00:00+00:00", odd)),
                rng.choice(("crash", "tea", odd)),
                odd,
            ),
            "reviews": (rng.choice((1, 2, 2**63 - 1)), rng.choice(("{}", "[]", text, odd))),
        }
        assert {*rows, "meta", "settings"} == schema.TABLES.keys()
        table = rng.choice(list(rows))
        values = rows[table]
        marks = ", ".join("?" * (len(values) + 1))
        self.change(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", (*values, schema.checksum(*values)))

    def setting(self, rng):
        keys = [*preferences.NAMES, "setup.quoridor", "lessons.quoridor", "last_game"]
        key = rng.choice(keys)
        value = rng.choice((rng.choice(ODD), default_table(GAMES["quoridor"]).to_json(), {"keyboard": {"CONFIRM": 1}}))
        text = spoiled(value, rng).decode("utf-8", "replace")
        self.change("INSERT OR REPLACE INTO settings VALUES (?, ?, ?)", (key, text, schema.checksum(key, text)))

    def record(self, rng):
        path = self.folder / "game.json"
        path.write_bytes(spoiled(json.loads(rng.choice((WON, LEFT, ROBOTS)).to_json()), rng))
        with suppress(RecordFileError):
            read(path)

    def puzzle(self, rng):
        path = self.folder / "puzzle.json"
        path.write_bytes(spoiled(PUZZLE, rng))
        with suppress(SystemExit):
            main.main(["solve", str(path), "--max-moves", "2", "--seconds", "0.2"])

    def config(self, rng):
        """The table starts with the values that can be used. A later change on screen is not lost."""
        path = self.folder / "kiosk.toml"
        kinds = torn(CONFIG, rng), CONFIG[: rng.randrange(len(CONFIG))], rng.randbytes(rng.randrange(3_000))
        path.write_bytes(rng.choice(kinds))
        load(path)
        store = Store.open_as_guest(self.folder / "none.sqlite3")
        kiosk = Kiosk(store, path, PinFile(self.folder / "pin.json"))
        next_opening(kiosk.config, NOW), volume_step(kiosk.config, NOW.time())
        kiosk.change({"idle.menu": CHANGED})
        kiosk.flush()
        assert kiosk.config.idle.menu == CHANGED
        assert kiosk.unwritten or load(path)[0].idle.menu == CHANGED
        assert Kiosk(store, path, kiosk.pin).config.idle.menu == CHANGED

    def pin(self, rng):
        """No damaged file lets anybody in without the PIN, or lets them set one."""
        path, whole = self.folder / "pin.json", pin_beside(self.whole).read_bytes()
        path.write_bytes(rng.choice((torn(whole, rng), spoiled(json.loads(whole), rng), rng.randbytes(300))))
        path.chmod(0o600)
        file = PinFile(path)
        assert file.status().kind in ("ready", "locked", "damaged")
        assert file.check(WRONG).kind in ("wrong", "locked", "damaged")
        assert not file.is_unset
        with suppress(PinError):
            file.reset()
        assert file.is_unset

    def line(self, rng):
        line = spoiled(rng.choice(LINES), rng).decode("utf-8", "surrogateescape")
        json.dumps(Engine().handle(line), allow_nan=False)


@few_or_many("cases", 40, 10_000, 1800)
def test_damaged_inputs(whole, tmp_path, cases):
    (tmp_path / "puzzle.json").write_text(json.dumps(PUZZLE))
    main.main(["solve", str(tmp_path / "puzzle.json"), "--max-moves", "1"])  # compiles the solver before time counts
    for case in range(cases):
        place = tmp_path / str(case)
        place.mkdir()
        rng = random.Random(case)
        kind = KINDS[case % len(KINDS)]
        try:
            getattr(Damage(whole, place), kind)(rng)
        except Exception as error:
            raise AssertionError(f"case {case}, {kind}") from error
        shutil.rmtree(place)


def shortened(record):
    return replace(record, actions=record.actions[:-1], times=record.times[:-1])


@few_or_many("seeds", 15, 2000)
def test_flipped_bits(whole, tmp_path, seeds):
    """A single flipped bit leaves each unfinished game as it was, or the store reports the damage.

    A flipped bit in the game's name of the last action takes that action out of the game, which is reported.
    """
    kept = {"quoridor": LEFT, "robots": ROBOTS}
    data = whole.read_bytes()
    for seed in range(seeds):
        rng = random.Random(seed)
        path = tmp_path / str(seed) / "store.sqlite3"
        path.parent.mkdir()
        flipped = bytearray(data)
        flipped[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(flipped)
        left, damaged, trouble = use(path)
        assert left == kept or trouble, seed
        for game, record in left.items():
            assert record == kept[game] or (damaged and record == shortened(kept[game])), seed
        assert len(damaged) <= 2, seed
        shutil.rmtree(path.parent)
