"""The export folder in words, and the program that opens it."""

from pathlib import Path

import pytest

from game import paths
from game.platforms import files

HOME = Path("/home/aoi")


@pytest.mark.parametrize(
    ("folder", "told"),
    [
        (HOME / "Documents" / "Kissaten", "Documents › Kissaten"),
        (HOME, str(HOME)),
        (Path("/srv/games"), str(Path("/srv/games"))),
    ],
)
def test_a_path_is_told_from_the_own_folder_on(folder, told):
    assert paths.readable(folder, HOME) == told


@pytest.mark.parametrize(
    ("platform", "installed", "words"),
    [
        ("linux", {"xdg-open", "gio"}, ["xdg-open"]),
        ("linux", {"gio"}, ["gio", "open"]),
        ("darwin", {"open"}, ["open"]),
    ],
)
def test_the_folder_is_made_and_opened(tmp_path, platform, installed, words):
    folder, asked = tmp_path / "new" / "Kissaten", []
    which = {name: name for name in installed}.get
    files.show_folder(folder, platform, which, lambda command, **_: asked.append(command))
    assert folder.is_dir() and asked == [[*words, str(folder)]]


def test_where_there_is_no_file_manager_that_is_said(tmp_path):
    with pytest.raises(OSError, match="no file manager"):
        files.show_folder(tmp_path, "linux", lambda name: None)


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(OSError):
        files.show_folder(tmp_path / "taken" / "games", "linux", lambda name: name, lambda *words, **_: None)
