"""What the operator takes home: tables and JSON with all that was counted, safe to open, never over another file."""

import csv
import io
import json
import stat
import sys
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from game.core.record import Record, SeatConfig
from game.core.rules import Outcome
from game.kiosk.export import HEADER, export
from game.storage.statistics import HEADER as STATISTICS_HEADER
from tests.stores import PATIENCE, TOYS, opening, short_files

NOON = datetime(2026, 11, 22, 12, 34, 56)
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
