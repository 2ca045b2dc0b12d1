"""The operator's command, as stories in command_stories.txt, and what the operator takes home: tables and JSON."""

import contextlib
import csv
import io
import json
import stat
import subprocess
import sys
import time
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import main
from game import paths
from game.core.record import Record, SeatConfig
from game.core.rules import Outcome
from game.kiosk.command import audits_table
from game.kiosk.export import HEADER, export
from game.kiosk.pin import PinFile
from game.platforms.locks import FileLock
from game.storage.audits import Audits, HourCount, Incident
from game.storage.statistics import HEADER as STATISTICS_HEADER
from tests.processes import run
from tests.stores import PATIENCE, TOYS, opening, short_files
from tests.stories import each_story
from tests.vocabulary.process import ProcessVocabulary

SET = ("main.py", "operator", "--set-pin")
NOON = datetime(2026, 11, 22, 12, 34, 56)


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("KISSATEN_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@each_story(Path(__file__).with_name("command_stories.txt"))
def test_a_story(story, tmp_path, monkeypatch, capsys, request):
    (tmp_path / "data").mkdir(exist_ok=True)
    ProcessVocabulary(tmp_path, monkeypatch, capsys, request).tell(story)


def test_it_is_forgotten_once_whoever_guesses_lets_go_of_it(monkeypatch):
    PinFile(paths.pin_path()).set("161803")
    lock = FileLock(paths.pin_path().with_name(f"{paths.pin_path().name}.lock"))
    monkeypatch.setattr(time, "sleep", lambda seconds: lock.release())
    assert main.main(["operator", "--reset-pin"]) == 0


@pytest.fixture
def full_disk(tmp_path, monkeypatch):
    """A data folder of 64 kB; what is called fills it."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("nothing can be mounted here; test_pin.py has a stand-in")
    monkeypatch.setenv("KISSATEN_DATA", str(folder))

    def fill():
        with (folder / "rest").open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x" * 512)

    yield fill
    subprocess.run(["umount", str(folder)], check=True)


def test_on_a_full_disk_a_pin_opens_and_is_set_and_reset(full_disk):
    pin = PinFile(paths.pin_path())
    pin.set("271828")
    full_disk()
    with pytest.raises(OSError, match="No space left"):
        (paths.data_dir() / "more").write_bytes(b"x")
    assert pin.check("314159").kind == "wrong" and pin.check("271828").kind == "right"
    assert run(*SET, stdin="161803").returncode == 0 and pin.check("161803").kind == "right"
    assert main.main(["operator", "--reset-pin"]) == 0 and pin.status().resets
    paths.pin_path().write_bytes(b"tea")
    assert run(*SET, stdin="271828").returncode == 0 and pin.check("271828").kind == "right"


def test_the_table():
    hours = [
        HourCount(NOON.date(), 9, "star", 1, 1, 120, 1, 1),
        HourCount(NOON.date() - timedelta(days=29), 10, "star", 2, 0, 480, 2, 0),
        HourCount(NOON.date() - timedelta(days=30), 10, "star", 50, 50, 50, 50, 50),
        HourCount(NOON.date(), 10, "coffee", 0, 1, 30, 0, 0),
    ]
    incidents = {number: Incident(datetime(2026, 11, 22, 10, number), "error", f"no. {number}") for number in range(12)}
    assert audits_table(Audits(hours, incidents, lambda changes: True), NOON).splitlines() == [
        "Games from 2026-10-24 to 2026-11-22",
        "",
        "game       finished   left  minutes   AI has won",
        "coffee            0      1      0.5       0 of 0",
        "star              3      1      2.5       1 of 3",
        "all               3      2      2.1       1 of 3",
        "",
        "Incidents: the last 10 of 12",
        "",
        *(f"2026-11-22 10:{number:02}:00  error    no. {number}" for number in range(11, 1, -1)),
    ]


# The export


ENDING = "2026-11-22"
NAMES = [f"kissaten-audits-{ENDING}.csv", f"kissaten-games-{ENDING}.csv", f"kissaten-{ENDING}.json"]
SEATS = (SeatConfig(name="Zoë"), SeatConfig("ai", 4))
WON = Record("nim", {"players": 2, "pile": 9}, 1, ("take 3",) * 3, SEATS, (1_000,) * 3, Outcome((0,), "last"))


@pytest.fixture
def store(tmp_path):
    stores = opening(tmp_path / "data" / "store.sqlite3", TOYS)
    store = next(stores)()
    store.audits.clock = lambda: NOON
    store.profiles.take("Zoë")
    store.finish(WON)
    store.audits.clock = lambda: NOON + timedelta(hours=1)
    store.begin(replace(WON, seed=2, actions=("take 3",), result=None)), store.shelve("nim")
    store.audits.note("crash", '"a", b')
    yield store
    next(stores, None)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "stick" / "audits"


def rows(path):
    """The cells of a table, which has to begin with the mark of UTF-8 and to be strict CSV."""
    text = path.read_bytes().decode("utf-8")
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True))


def test_the_audits_have_a_row_for_each_hour_and_game(store, folder):
    audits, games, _ = export(store, folder, NOON)
    assert rows(audits) == [
        list(HEADER),
        ["2026-11-22", "12", "nim", "1", "0", "3", "1", "0"],
        ["2026-11-22", "13", "nim", "0", "1", "1", "0", "0"],
    ]
    assert rows(games)[0] == list(STATISTICS_HEADER)
    assert [row[:3] for row in rows(games)[1:]] == [["Zoë", "nim", "1"], ["Everybody together", "nim", "1"]]


def test_json_has_all_of_it(store, folder):
    data = json.loads(export(store, folder, NOON)[2].read_text(encoding="utf-8"))
    assert (data["format"], data["version"], data["made"]) == ("kissaten-audits", 1, "2026-11-22T12:34:56")
    assert data["audits"][0] == dict(zip(HEADER, ("2026-11-22", 12, "nim", 1, 0, 3, 1, 0), strict=True))
    assert data["incidents"] == [{"at": "2026-11-22T13:34:56", "kind": "crash", "detail": '"a", b'}]
    assert [(entry["name"], entry["game"], entry["won"]) for entry in data["statistics"]] == [
        (None, "nim", 1),
        ("Zoë", "nim", 1),
    ]


@pytest.mark.parametrize(
    "name", ['=HYPERLINK("http://x")', "+1", "-1", "@SUM(A1)", "＝1", 'a","b', "Aoi;=1+1", "a; @SUM(A1)", "a; b"]
)
def test_no_name_is_a_formula_or_another_cell(store, folder, name):
    store.profiles.rename(1, name)
    _, games, whole = export(store, folder, NOON)
    shown = store.profiles.all()[0].name
    cell = rows(games)[1][0]
    wanted = {"Aoi;=1+1": "Aoi;'=1+1", "a; @SUM(A1)": "a;' @SUM(A1)"}.get(name, shown)
    assert cell == (f"'{shown}" if shown[0] in "=+-@＝" else wanted) and len(rows(games)[1]) == len(STATISTICS_HEADER)
    assert json.loads(whole.read_text(encoding="utf-8"))["statistics"][1]["name"] == shown


@pytest.mark.parametrize("game", ["=1+1", "@x", "\tx", "\rx"])
def test_no_game_of_a_table_is_a_formula(store, folder, game):
    store.audits.count(replace(WON, game=game))
    assert f"'{game}" in [row[2] for row in rows(export(store, folder, NOON)[0])]


def test_nothing_is_written_over(store, folder):
    folder.mkdir(parents=True)
    (folder / NAMES[1]).write_text("mine")
    second = export(store, folder, NOON)
    third = export(store, folder, NOON)
    assert [path.name for path in second] == [name.replace(ENDING, f"{ENDING}-2") for name in NAMES]
    assert [path.name for path in third] == [name.replace(ENDING, f"{ENDING}-3") for name in NAMES]
    assert (folder / NAMES[1]).read_text() == "mine" and len(list(folder.iterdir())) == 7


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights and few links")
def test_a_link_leads_nowhere(store, folder, tmp_path):
    folder.mkdir(parents=True)
    (folder / NAMES[0]).symlink_to(tmp_path / "elsewhere")
    written = export(store, folder, NOON)
    assert written[0].name == f"kissaten-audits-{ENDING}-2.csv" and not (tmp_path / "elsewhere").exists()
    assert stat.S_IMODE(written[0].stat().st_mode) == 0o644


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such limit")
@pytest.mark.parametrize("failing", [0, 1, 2])
def test_what_fails_leaves_nothing_and_names_the_place(store, folder, tmp_path, failing):
    sizes = [path.stat().st_size for path in export(store, tmp_path, NOON)]
    assert sizes == sorted(sizes) and store.wait(PATIENCE)
    with short_files(sizes[failing] - 1), pytest.raises(OSError, match="File too large") as raised:
        export(store, folder, NOON)
    assert str(folder) in str(raised.value) and list(folder.iterdir()) == []


@pytest.mark.parametrize("place", ["data/store.sqlite3", "data/store.sqlite3/in", "a\0b"])
def test_a_folder_that_can_be_none(store, tmp_path, place):
    with pytest.raises(OSError, match=r"store|null") as raised:
        export(store, tmp_path / place, NOON)
    assert str(raised.value).count("\n") == 0


def test_a_file_system_without_rights_takes_it(store, folder, monkeypatch):
    def refuse(path, mode, **more):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refuse)
    assert len(export(store, folder, NOON)) == 3
