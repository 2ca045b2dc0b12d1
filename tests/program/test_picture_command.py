"""`main.py picture`: any position of a game as a PNG file, from a file or a code, without a display."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

import main
from game.records.game_code import pack
from tests.files.test_files import RECORD
from tests.files.test_game_code import GAMES_OF_TESTS

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
