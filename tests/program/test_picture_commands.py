"""`main.py solve` and `main.py picture`: a route, any position of a game, and what is said of files that are none."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

import main
from game import registry
from game.command_line.parser import WRONG_USE
from game.core.options import resolve
from game.records.game_code import pack
from game.robots import SPEC, rules
from tests.files.test_files import RECORD
from tests.files.test_game_code import GAMES_OF_TESTS
from tests.files.test_texts_of_others import FOUR, SEVEN
from tests.processes import run


@pytest.fixture
def puzzle():
    return rules.details(rules.start(resolve(SPEC.options, {}), 3))["puzzle"]


def refused(capsys, *line):
    """The one line that a call ends with."""
    with pytest.raises(SystemExit) as end:
        main.main(["solve", *line])
    assert end.value.code == WRONG_USE
    output = capsys.readouterr()
    assert output.out == "" and output.err.count("\n") == 1
    return output.err


def put(folder, puzzle):
    path = folder / "puzzle.json"
    path.write_text(json.dumps(puzzle))
    return str(path)


def test_the_route_is_printed(tmp_path, puzzle, capsys):
    assert main.main(["solve", put(tmp_path, puzzle)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("5 moves (")
    assert [line.split(".")[0].strip() for line in lines[1:]] == ["1", "2", "3", "4", "5"]
    assert lines[1].split()[1:] == ["green", "west", "(9,", "10)", "(5,", "10)"]


@pytest.mark.parametrize(("code", "moves"), [(SEVEN, 7), (FOUR, 4)])
def test_a_code_of_droids_is_solved(tmp_path, monkeypatch, capsys, code, moves):
    monkeypatch.chdir(tmp_path)
    Path("b1 is hard.txt").write_text(f"Look:\n{code}\n")
    for given in (code, "b1 is hard.txt"):
        assert main.main(["solve", given]) == 0
        assert capsys.readouterr().out.startswith(f"{moves} moves (")


def test_a_damaged_code_is_refused(capsys):
    assert "the code has no end: it has four '!', the last one at its end" in refused(capsys, SEVEN[:-1])


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path, puzzle, capsys):
    path = tmp_path / "puzzle.json"
    path.write_text(json.dumps(puzzle), encoding="utf-8-sig")
    assert main.main(["solve", str(path)]) == 0


def test_a_picture_of_a_route_that_finds_no_room_leaves_what_was_there(tmp_path, puzzle):
    picture = tmp_path / "route.png"
    picture.write_bytes(b"before")
    code = (
        "import resource, sys, main; resource.setrlimit(resource.RLIMIT_FSIZE, (9_000, 9_000)); main.main(sys.argv[1:])"
    )
    environment = {"KISSATEN_CACHE": tmp_path / "cache", "PYTHONDONTWRITEBYTECODE": "1"}
    done = run("-c", code, "solve", put(tmp_path, puzzle), "--png", str(picture), **environment)
    assert done.returncode == WRONG_USE and done.stderr.endswith(f"{picture}: [Errno 27] File too large\n")
    assert picture.read_bytes() == b"before"


def test_all_shortest_routes_are_printed(tmp_path, puzzle, capsys):
    path = put(tmp_path, puzzle)
    assert main.main(["solve", path, "--all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:3] == ["1 shortest route", "route 1"] and len(lines) == 3 + 5
    several = put(tmp_path, rules.details(rules.start(resolve(SPEC.options, {}), 8))["puzzle"])
    assert main.main(["solve", several, "--all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "3 shortest routes" and len(lines) == 2 + 3 * (1 + 6)
    assert [line for line in lines if line.startswith("route")] == ["route 1", "route 2", "route 3"]
    assert main.main(["solve", path, "--all", "--max-moves", "4"]) == main.NO_ROUTE


def test_without_a_route_it_says_why(tmp_path, puzzle, capsys):
    path = put(tmp_path, puzzle)
    assert main.main(["solve", path, "--max-moves", "4"]) == main.NO_ROUTE
    assert capsys.readouterr().out.startswith("no route: max_moves (")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "Expecting value"),
        ("[]", "is not an object"),
        ('{"walls": 5}', "walls: 5 is not a list"),
        ("[" * 100_000, "nested too deeply"),
        ('{"walls": ' + "[" * 900 + "]" * 900 + "}", "nested too deeply"),
        ('{"walls": NaN}', "NaN is no number"),
        (" " * 1_000_001, "is too large"),
        ("\udcff", "can't decode byte"),
    ],
)
def test_a_file_that_is_no_puzzle_is_refused_in_one_line(tmp_path, capsys, text, said):
    path = tmp_path / "puzzle.json"
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    assert said in refused(capsys, str(path))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no endless file")
def test_an_endless_file_is_refused(capsys):
    assert "too large" in refused(capsys, "/dev/zero")


@pytest.mark.parametrize("name", ["none/route.png", "folder.png", "route.txt", "route", "a\0.png"])
def test_a_picture_that_cannot_be_written_is_refused(tmp_path, puzzle, capsys, name):
    (tmp_path / "folder.png").mkdir()
    before = sorted(tmp_path.iterdir())
    path = put(tmp_path, puzzle)
    assert "route" in refused(capsys, path, "--png", str(tmp_path / name)) or "route" not in name
    assert sorted(tmp_path.iterdir()) == sorted([*before, Path(path)])


def test_a_game_without_a_picture_says_so(tmp_path, puzzle, capsys, monkeypatch):
    plain = SimpleNamespace(SPEC=replace(SPEC, study=replace(SPEC.study, route_picture="")))
    monkeypatch.setitem(sys.modules, "plain_robots", plain)
    monkeypatch.setitem(registry.PACKAGES, "robots", "plain_robots")
    with pytest.raises(SystemExit, match=str(WRONG_USE)):
        main.main(["solve", put(tmp_path, puzzle), "--png", str(tmp_path / "route.png")])
    assert "puzzles of robots cannot be drawn" in capsys.readouterr().err


def test_the_route_is_drawn(tmp_path, puzzle):
    picture = tmp_path / "route.png"
    line = ["main.py", "solve", put(tmp_path, puzzle), "--png", str(picture)]
    done = run(*line, KISSATEN_CACHE=tmp_path / "cache")
    assert (done.returncode, done.stdout.splitlines()[0].split(" (")[0]) == (0, "5 moves"), done.stderr
    assert picture.read_bytes().startswith(b"\x89PNG") and picture.stat().st_size > 200_000


# Any position


DATED = replace(RECORD, played="2026-11-24T12:00:00+00:00")
SIDE = 200


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games and pictures are saved."""
    monkeypatch.setenv("KISSATEN_EXPORT", str(tmp_path / "saved"))
    return tmp_path / "saved"


def drawn(capsys: pytest.CaptureFixture[str], *arguments: str) -> pygame.Surface:
    """The picture that the command has written where it says."""
    assert main.main(["picture", "--size", str(SIDE), "--lang", "en", *arguments]) == 0
    return pygame.image.load(capsys.readouterr().out.strip())


def test_a_position_gets_a_file_of_its_own(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(DATED.to_json())
    early = drawn(capsys, str(path), "--ply", "4")
    late, again = drawn(capsys, str(path)), drawn(capsys, pack(DATED), "--ply", "15")
    assert sorted(found.name for found in folder.iterdir()) == [
        "quoridor 2026-11-24 Aoi, Zoë 15 (2).png",
        "quoridor 2026-11-24 Aoi, Zoë 15.png",
        "quoridor 2026-11-24 Aoi, Zoë 4.png",
    ]
    assert early.get_size() == late.get_size() == (SIDE, SIDE)
    pixels = [pygame.image.tobytes(picture, "RGB") for picture in (early, late, again)]
    assert pixels[0] != pixels[1] == pixels[2]


@pytest.mark.parametrize("name", ["coffee-seed-1", "robots-seed-26", "star-seed-1", "quoridor-players-4-seed-2"])
def test_every_game_is_drawn(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "board.png"
    picture = drawn(capsys, pack(GAMES_OF_TESTS[name]), "--ply", "7", "--out", str(out))
    assert out.exists() and len({tuple(picture.get_at((x, SIDE // 2))) for x in range(SIDE)}) > 10
