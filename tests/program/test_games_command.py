"""`main.py games`: the shelf as a file, out and in; nothing is lost or doubled, and what is wrong is told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import main
from game import paths
from game.command_line.parser import WRONG_USE
from game.core.device_id import DeviceId
from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.core.rules import Outcome
from game.records.game_code import pack
from game.registry import find
from game.storage.store import Store

AOI = SeatConfig("human", name="Aoi", identity="circle", device=DeviceId("pad3"))
SEATS = (AOI, SeatConfig("ai", 3, name="@ren", identity="square"))


def record(seed: int = 0, actions: tuple[str, ...] = ("e2", "e8"), day: str = "2026-11-20", **fields: object) -> Record:
    options = resolve(find("quoridor").options, {})
    given = Record("quoridor", options, seed, actions, SEATS, (1_500,) * len(actions), played=f"{day}T18:00:00+00:00")
    return replace(given, **fields)  # type: ignore[arg-type]


GAMES = [
    record(),
    record(seed=1, actions=("e2", "e8", "e3"), result=Outcome((1,), "resign")),
    record(seed=2, day="2026-11-25", seats=(SEATS[1], replace(AOI, name='=Zoë; "R"\n', device=DeviceId("mouse")))),
    record(seed=2, day="2026-11-26"),
    Record("star", resolve(find("star").options, {}), 5, (), SEATS),
]


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISSATEN_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    fill(GAMES)


def fill(games: list[Record]) -> None:
    store = Store.open(paths.store_path())
    assert store.take_in(games) and store.close()


def shelf() -> list[str]:
    """The games, oldest first, as they are told without a house's devices."""
    texts = [game.dated.to_json() for game in reversed(Store.open_as_guest(paths.store_path()).archive())]
    tables = [json.loads(text) for text in texts]
    for table in tables:
        for seat in table["seats"]:
            seat.pop("device", None)
    return [json.dumps(table) for table in tables]


def refused(capsys: pytest.CaptureFixture[str], *line: str) -> str:
    with pytest.raises(SystemExit) as end:
        main.main(["games", *line])
    assert end.value.code == WRONG_USE
    return capsys.readouterr().err


@pytest.mark.parametrize("ending", [".jsonl", ".csv"])
def test_a_backup_brings_all_back_and_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ending: str
) -> None:
    file, before = str(tmp_path / f"games{ending}"), shelf()
    assert main.main(["games", "export", "--out", file]) == 0
    assert main.main(["games", "import", file]) == 0
    assert "0 games imported, 5 already there, 0 invalid" in capsys.readouterr().out
    assert shelf() == before
    monkeypatch.setenv("KISSATEN_DATA", str(tmp_path / "other"))
    (tmp_path / "other").mkdir()
    for new in (5, 0):
        assert main.main(["games", "import", file]) == 0
        assert f"{new} games imported" in capsys.readouterr().out
    after = shelf()
    assert len(after) == 5 and [one for one in after if "Zo" not in one] == [one for one in before if "Zo" not in one]


@pytest.mark.parametrize(
    ("filters", "seeds"),
    [
        (("--game", "quoridor"), [0, 1, 2, 2]),
        (("--game", "star"), [5]),
        (("--person", "AOI"), [0, 1, 2, 5]),
        (("--since", "2026-11-25"), [2, 2]),
        (("--until", "2026-11-25"), [0, 1, 2]),
        (("--since", "2026-11-26", "--person", "aoi"), [2]),
        (("--person", "ren"), []),
    ],
)
def test_some_are_chosen(tmp_path: Path, filters: tuple[str, ...], seeds: list[int]) -> None:
    file = tmp_path / "some.jsonl"
    assert main.main(["games", "export", "--out", str(file), *filters]) == 0
    assert [json.loads(line)["seed"] for line in file.read_text().splitlines()] == seeds
    whole = tmp_path / "all.jsonl"
    main.main(["games", "export", "--out", str(whole)])
    Store.open(paths.store_path()).close()
    paths.store_path().unlink()
    assert main.main(["games", "import", str(whole), *filters]) == 0
    assert [json.loads(one)["seed"] for one in shelf()] == seeds


def test_a_line_that_is_no_game_is_told_and_the_others_come_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mixed.jsonl"
    good, bad = record(seed=9), record(seed=8, actions=("e2", "e7"))
    file.write_text(f"{good.to_json()}\n\nhello\n{bad.to_json()}\n{{\n{pack(record(seed=10))}\n", encoding="utf-8")
    assert main.main(["games", "import", str(file)]) == 1
    said = capsys.readouterr()
    assert "2 games imported, 0 already there, 3 invalid" in said.out
    lines = said.err.splitlines()
    assert [line.split(" is ")[0] for line in lines] == [f"mixed.jsonl, line {number}" for number in (3, 4, 5)]
    assert "action 1 is not possible" in lines[1]


def test_the_shelf_grows_and_nothing_is_pushed_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store.open(paths.store_path())
    store.resize_shelf(20)
    store.close()
    file = tmp_path / "many.jsonl"
    file.write_text("".join(record(seed=seed).to_json() + "\n" for seed in range(100, 120)))
    assert main.main(["games", "import", str(file)]) == 0
    assert "25 games are kept from now on, not 20" in capsys.readouterr().out and len(shelf()) == 25
    file.write_text("".join(replace(GAMES[-1], seed=seed).to_json() + "\n" for seed in range(200, 2_176)))
    assert "its 1976 new games are more than the shelf holds (2000 in all)" in refused(capsys, "import", str(file))
    assert len(shelf()) == 25


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.csv", b"name,age\r\n", "a.csv, line 1: its columns are not played, game, "),
        ("a.jsonl", b"{}\n\xff", "a.jsonl: it is not a text: byte 3 is not UTF-8"),
    ],
)
def test_a_file_of_another_kind_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, data: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(data)
    assert said in refused(capsys, "import", str(tmp_path / name))


def test_a_data_folder_that_is_a_file_is_no_empty_shelf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KISSATEN_DATA", str(tmp_path / "file"))
    (tmp_path / "file").touch()
    assert "store.sqlite3 failed (" in refused(capsys, "export", "--out", str(tmp_path / "games.jsonl"))


def test_the_program_that_runs_keeps_its_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "games.jsonl")
    store = Store.open(paths.store_path())
    assert main.main(["games", "export", "--out", file]) == 0
    assert "while the program runs" in refused(capsys, "import", file)
    store.close()
