"""What a start reads is written down, and asked for by the next one before it is needed."""

from __future__ import annotations

import importlib.util
import os
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from game.paths import read_ahead_path
from game.platforms import read_ahead
from scenes import app as opening
from tests.processes import run

pytestmark = pytest.mark.skipif(not hasattr(os, "posix_fadvise"), reason="no word for it here")
TELLING = """
import sys
import main

told = []
sys.addaudithook(lambda event, given: event in ("open", "import") and told.append(str(given[0])))
main.main([])
print(*told, sep="\\n")
"""
"""The program, without a display, and afterwards what it has opened and imported."""


@pytest.fixture
def asked(monkeypatch):
    """The files that the system is asked to read, by their numbers."""
    found = []
    monkeypatch.setattr(os, "posix_fadvise", lambda handle, *_: found.append(os.fstat(handle).st_ino))
    return found


@pytest.fixture
def kept(tmp_path):
    """Where the list is."""
    return tmp_path / "start.list"


def names(kept):
    return [os.fsdecode(name) for name in kept.read_bytes().split(b"\0")]


def test_modules_libraries_and_pictures_are_asked_for_by_the_next_start(kept, tmp_path, asked):
    picture, maps = tmp_path / "ピクチャ 1.bin", tmp_path / "maps"
    picture.write_bytes(b"1")
    library = tmp_path / "libsomething.so.1"
    library.write_bytes(b"2")
    maps.write_text(
        f"7f00-7f01 r-xp 0 08:01 9   {library}\n7f02-7f03 rw-p 0 00:00 0 \n7f04-7f05 r--p 0 0 8 /gone.so (deleted)\n"
    )
    code = "import sys; from pathlib import Path; from game.platforms import read_ahead"
    run(
        "-c",
        f"{code}; kept, one, maps = map(Path, sys.argv[1:]); read_ahead.keep(kept, [one], maps)",
        kept,
        picture,
        maps,
    )
    own = sys.modules["game.platforms.read_ahead"].__cached__
    assert names(kept)[0] == str(library) and names(kept)[-1] == str(picture) and own in names(kept)
    assert not any("gone" in name for name in names(kept))
    read_ahead.begin(kept).join()
    assert {picture.stat().st_ino, library.stat().st_ino} <= set(asked)


def test_a_module_that_waits_to_be_loaded_is_left_to_wait(kept, tmp_path, monkeypatch):
    source = tmp_path / "waits_to_be_loaded.py"
    source.write_text("raise AssertionError('it was loaded')")
    spec = importlib.util.spec_from_file_location(source.stem, source)
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, source.stem, module)
    spec.loader.exec_module(module)
    read_ahead.keep(kept)
    assert kept.exists()


def test_what_is_gone_or_no_file_is_left_out(kept, tmp_path, asked):
    there, pipe = tmp_path / "there", tmp_path / "pipe"
    there.touch()
    os.mkfifo(pipe)
    kept.write_bytes(b"\0".join([b"/gone", b"", bytes(pipe), bytes(tmp_path), bytes(there)]))
    read_ahead.begin(kept).join()
    assert asked == [there.stat().st_ino]


def test_without_a_list_nothing_is_asked_for(kept):
    assert read_ahead.begin(kept) is None


def test_the_same_list_is_not_written_again(kept, tmp_path):
    maps = tmp_path / "maps"
    read_ahead.keep(kept, mapped=maps)
    before = kept.stat().st_ino
    read_ahead.keep(kept, mapped=maps)
    assert kept.stat().st_ino == before


def test_a_folder_that_takes_nothing_is_no_error(tmp_path):
    read_ahead.keep(tmp_path / "no" / "start.list")


def test_the_program_asks_before_it_imports_its_screens():
    done = run("-c", TELLING, SDL_VIDEODRIVER="", DISPLAY="", WAYLAND_DISPLAY="")
    told = done.stdout.splitlines()
    assert told.index(str(read_ahead_path())) < told.index("scenes.app"), done.stderr


@pytest.mark.parametrize(
    ("shown", "last", "written"),
    [(1, 0.5, True), (0, 0.5, False), (1, None, False)],
    ids=["a frame", "none", "a title"],
)
def test_the_program_writes_it_down_once_a_frame_is_shown(shown, last, written):
    stage = SimpleNamespace(assets=SimpleNamespace(fetched={}))
    app: Any = SimpleNamespace(frames_shown=shown, last=last, stage=stage)
    opening.get_ready(app, later=False)
    assert read_ahead_path().exists() is written
