"""Star's table on disk: kept, read again, and made anew whatever else lies in its place."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from game.star.solver import MAGIC, VERSION, TableFileError, load, pack, solve, table_of, table_path, unpack
from game.star.state import FoulReading
from tests.processes import run, said

TABLE = solve("none")
BLOB = pack(TABLE, "none")


@pytest.fixture(autouse=True)
def told(caplog: pytest.LogCaptureFixture) -> None:
    """Every solve is told."""
    caplog.set_level("INFO")


def test_it_is_solved_once_and_read_from_then_on(caplog: pytest.LogCaptureFixture) -> None:
    assert load("none") == load("none") == TABLE
    assert [record.levelname for record in caplog.records] == ["INFO"] and "none is kept yet" in caplog.text
    assert [path.name for path in table_path("none").parent.iterdir()] == ["star-none.table"]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("fouls", ["takeback", "literal", "none"])
def test_what_is_packed_is_unpacked(fouls: FoulReading) -> None:
    blob = pack(table_of(fouls), fouls)
    assert unpack(blob, fouls) == table_of(fouls)
    assert len(blob) < 31_000
    assert blob == pack(solve(fouls), fouls)


OTHERS = {
    **{f"{end} bytes alone": BLOB[:end] for end in (0, 1, 7, 20, len(BLOB) // 2, len(BLOB) - 1)},
    "one byte more": BLOB + b"\0",
    "zeros": bytes(len(BLOB)),
    "foreign": b"SQLite format 3\0" * 40,
    "an older version": MAGIC + bytes([VERSION - 1]) + BLOB[len(MAGIC) + 1 :],
    "a newer version": MAGIC + bytes([VERSION + 1]) + BLOB[len(MAGIC) + 1 :],
    "another reading": pack({0: 29}, "takeback"),
    "huge": BLOB + bytes(3_000_000),
}


@pytest.mark.parametrize("blob", OTHERS.values(), ids=OTHERS)
def test_anything_else_is_replaced(blob: bytes, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(TableFileError):
        unpack(blob, "none")
    path = table_path("none")
    path.write_bytes(blob)
    assert load("none") == TABLE
    assert path.read_bytes() == BLOB
    assert load("none") == TABLE
    assert caplog.text.count("is made anew") == caplog.text.count("is made") == 1


def test_every_flipped_bit_is_noticed() -> None:
    for place in range(0, len(BLOB), 7):
        damaged = bytearray(BLOB)
        damaged[place] ^= 1 << place % 8
        with pytest.raises(TableFileError):
            unpack(bytes(damaged), "none")


def test_the_head_is_part_of_the_sum() -> None:
    head = pack({0: 29}, "takeback")[: len(MAGIC) + 2]
    with pytest.raises(TableFileError, match="damaged"):
        unpack(head + BLOB[len(head) :], "takeback")


def test_what_an_interrupted_write_left_is_deleted_once_it_is_old() -> None:
    old, young = (table_path("none").with_suffix(f".{number}.part") for number in (1, 2))
    for part in (old, young):
        part.touch()
    os.utime(old, (0, 0))
    load("none")
    assert young.exists() and not old.exists()


@pytest.mark.parametrize("kind", ["a folder in its place", "a file for a folder"])
def test_a_folder_that_cannot_be_written_is_survived(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    if kind == "a folder in its place":
        table_path("none").mkdir()
    else:
        (tmp_path / "file").write_text("not a folder")
        monkeypatch.setenv("KISSATEN_CACHE", str(tmp_path / "file"))
    assert load("none") == load("none") == TABLE
    assert caplog.text.count("is made") == caplog.text.count("cannot be kept") == 2
    assert kind != "a folder in its place" or list(table_path("none").parent.iterdir()) == [table_path("none")]


@pytest.mark.skipif(sys.platform == "win32", reason="files cannot be limited there")
def test_a_write_that_breaks_off_leaves_the_old_file_and_no_part() -> None:
    table_path("none").write_bytes(b"old")
    code = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (99, 99))\n"
    done = run("-c", f"{code}from game.star.solver import load; print(len(load('none')))", PYTHONDONTWRITEBYTECODE="1")
    assert (done.stdout, done.returncode) == (f"{len(TABLE)}\n", 0) and "cannot be kept" in done.stderr
    assert table_path("none").read_bytes() == b"old"
    assert list(table_path("none").parent.iterdir()) == [table_path("none")]


def test_a_process_solves_it_once() -> None:
    assert table_of("literal") is table_of("literal")


def test_processes_at_once_do_not_disturb_each_other() -> None:
    code = "from game.star.solver import load; print(len(load('none')))"
    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(said, [code] * 3)) == ["1343\n"] * 3
    assert [path.name for path in table_path("none").parent.iterdir()] == ["star-none.table"]
    assert unpack(table_path("none").read_bytes(), "none") == TABLE
