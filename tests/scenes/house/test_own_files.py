"""A running program notices that its own files have changed, and starts no process from them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from game.platforms import own_files
from game.platforms.child_process import ChildProcess
from game.platforms.own_files import CHANGED, OwnFiles
from game.platforms.program import ROOT
from scenes.kiosk.kiosk_guard import UpdateWatch
from tests.processes import awaited, run, said
from tests.scenes.playhouse import Playhouse


def echo(_hears: Any, says: Any) -> None:
    says.send_bytes(b"here")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for place in ("main.py", "game/rules.py", "scenes/menu/menu.py", "assets/strings/en.json"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("one")
    return tmp_path


def rewrite(place: Path) -> None:
    """Give a file the same size and another time."""
    place.write_text("two")
    os.utime(place, ns=(1, 1))


@pytest.mark.parametrize("change", ["other", "longer", "gone", "new", "all gone"])
def test_whatever_changes_is_noticed(root: Path, change: str) -> None:
    files = OwnFiles(root)
    (root / "game" / "__pycache__").mkdir()
    (root / "game" / "__pycache__" / "rules.pyc").write_text("compiled")
    (root / "README.md").write_text("not the program")
    assert not files.have_changed()
    place = root / "scenes" / "menu" / "menu.py"
    if change == "other":
        rewrite(place)
    elif change == "longer":
        place.write_text("three")
    elif change == "new":
        place.with_name("new.py").write_text("")
    else:
        place.unlink()
        if change == "all gone":
            place.parent.rmdir()
    assert files.have_changed()


def test_an_update_is_over_once_nothing_has_changed_between_two_looks(root: Path) -> None:
    files = OwnFiles(root)
    assert not files.have_settled()
    rewrite(root / "main.py")
    assert not files.have_settled()
    rewrite(root / "game" / "rules.py")
    assert not files.have_settled() and files.have_settled()


def test_a_thread_looks(root: Path) -> None:
    files = OwnFiles(root)
    watch = UpdateWatch(files, 0.01)
    assert not watch.found()
    rewrite(root / "main.py")
    awaited(watch.found)


def started_and_changed(root: Path) -> None:
    """A program starts a child, is changed, and starts no other: the screen says so once."""
    own_files.remember(root)
    house = Playhouse()
    child = ChildProcess(echo, name="echo")
    assert child.hears.recv_bytes() == b"here"
    child.end(60.0)
    assert house.services.notices.take() == []
    rewrite(root / "main.py")
    with pytest.raises(OSError, match=CHANGED):
        ChildProcess(echo, name="echo")
    assert house.services.notices.take() == [house.stage.t("app.updated")]
    assert house.services.notices.take() == []
    house.close()


def test_no_child_is_started_from_changed_files_and_the_screen_says_so(root: Path) -> None:
    """In a process of its own, which remembers its files to the end."""
    of = started_and_changed
    said(f"from pathlib import Path; from {__name__} import {of.__name__}; {of.__name__}(Path({str(root)!r}))")


def test_the_program_begins_anew_as_the_same_process() -> None:
    """With the words that it was given; nobody waits for it as for a child."""
    begin = "from game.platforms.program import begin_anew; begin_anew(); print('on')"
    done = run("-c", begin, "--version", SDL_VIDEODRIVER="none")  # without its words it would want a display
    assert (done.stdout, done.stderr) == (run(ROOT / "main.py", "--version").stdout, "")


def test_files_in_the_middle_of_an_update_are_not_begun_from() -> None:
    assert own_files.can_start()
    assert not own_files.can_start([sys.executable, "-c", "import no_such_module"])
    assert not own_files.can_start([sys.executable, "-c", "import time; time.sleep(600)"], 0.1)
