"""Star's table on disk: kept, read again, and made anew whatever else lies in its place."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.star import solver as module
from game.star.solver import MAGIC, VERSION, TableFileError, load, pack, solve, table_of, table_path, unpack
from game.star.state import FoulReading

ROOT = Path(__file__).parents[2]
TABLE = solve("none")
BLOB = pack(TABLE, "none")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Count the solves, of the smallest game only."""
    solved: list[str] = []

    def counted(fouls: str) -> dict[int, int]:
        solved.append(fouls)
        return dict(TABLE)

    monkeypatch.setattr(module, "solve", counted)
    return solved


def test_it_is_solved_once_and_read_from_then_on(small: list[str], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    assert load("none") == load("none") == TABLE
    assert [record.levelname for record in caplog.records] == ["INFO"] and "none is kept yet" in caplog.text
    assert small == ["none"]
    assert [path.name for path in table_path("none").parent.iterdir()] == ["star-none.table"]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("fouls", ["takeback", "literal", "none"])
def test_what_is_packed_is_unpacked(fouls: FoulReading) -> None:
    blob = pack(table_of(fouls), fouls)
    assert unpack(blob, fouls) == table_of(fouls)
    assert len(blob) < 31_000
    assert blob == pack(solve(fouls), fouls)


OTHERS = {
    "empty": b"",
    "one byte": BLOB[:1],
    "the head alone": BLOB[:7],
    "cut in the sum": BLOB[:20],
    "cut in the middle": BLOB[: len(BLOB) // 2],
    "one byte short": BLOB[:-1],
    "one byte more": BLOB + b"\0",
    "a bit of the sum": BLOB[:10] + bytes([BLOB[10] ^ 1]) + BLOB[11:],
    "a bit of the rows": BLOB[:-9] + bytes([BLOB[-9] ^ 4]) + BLOB[-8:],
    "zeros": bytes(len(BLOB)),
    "foreign": b"SQLite format 3\0" * 40,
    "an older version": MAGIC + bytes([VERSION - 1]) + BLOB[len(MAGIC) + 1 :],
    "a newer version": MAGIC + bytes([VERSION + 1]) + BLOB[len(MAGIC) + 1 :],
    "another reading": pack({0: 29}, "takeback"),
    "huge": BLOB + bytes(3_000_000),
}


@pytest.mark.parametrize("blob", OTHERS.values(), ids=OTHERS)
def test_anything_else_is_replaced(blob: bytes, small: list[str], caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(TableFileError):
        unpack(blob, "none")
    path = table_path("none")
    path.write_bytes(blob)
    assert load("none") == TABLE
    assert small == ["none"]
    assert "made anew" in caplog.text
    assert path.read_bytes() == BLOB
    assert load("none") == TABLE
    assert small == ["none"]


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


def test_what_an_interrupted_write_left_is_deleted_once_it_is_old(small: list[str]) -> None:
    old, young = (table_path("none").with_suffix(f".{number}.part") for number in (1, 2))
    for part in (old, young):
        part.touch()
    os.utime(old, (0, 0))
    load("none")
    assert young.exists() and not old.exists()


@pytest.mark.parametrize("kind", ["a folder in its place", "a file for a folder", "a folder that refuses"])
def test_a_folder_that_cannot_be_written_is_survived(
    kind: str, small: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    if kind == "a folder in its place":
        table_path("none").mkdir()
    elif kind == "a file for a folder":
        (tmp_path / "file").write_text("not a folder")
        monkeypatch.setenv("KISSATEN_CACHE", str(tmp_path / "file"))
    else:

        def refuse(path: Path, blob: bytes) -> int:
            raise PermissionError(13, "Permission denied", str(path))

        monkeypatch.setattr(Path, "write_bytes", refuse)
    with caplog.at_level(logging.WARNING):
        assert load("none") == TABLE
        assert load("none") == TABLE
    assert small == ["none", "none"]
    assert "cannot be kept" in caplog.text


def test_a_write_that_breaks_off_leaves_the_old_file_and_no_part(
    small: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = table_path("none")
    path.write_bytes(b"old")

    def full(source: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert load("none") == TABLE
    assert path.read_bytes() == b"old"
    assert list(path.parent.iterdir()) == [path]


def test_a_process_solves_it_once() -> None:
    assert table_of("literal") is table_of("literal")


def test_processes_at_once_do_not_disturb_each_other() -> None:
    code = "from game.star.solver import load; print(len(load('none')))"
    children = [
        subprocess.Popen(
            [sys.executable, "-c", code], cwd=ROOT, env=dict(os.environ), stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    assert [child.communicate()[0] for child in children] == ["1343\n"] * 3
    assert [path.name for path in table_path("none").parent.iterdir()] == ["star-none.table"]
    assert unpack(table_path("none").read_bytes(), "none") == TABLE
