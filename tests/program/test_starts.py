"""Starts where something is missing or damaged: they go on without it and name it, and never end in a traceback.

Each is a process of its own, as a person starts it, that draws some frames without a screen and says what it shows.
"""

import os
import shutil
import stat
import sys

import pytest

from tests.processes import ROOT, run
from tests.tables import rows

NOBODY = 65534
SCRIPT = """
import sys
import main
from scenes.kit.window.app import App

def run(self, first):
    self.manager.start(first)
    shown = number = 0
    while shown < 40:
        number += 1
        self.frame(number / 30)
        shown += type(self.manager.top).__name__ != "BootScene"
    for scene in self.manager.scenes:
        print(type(scene).__name__, getattr(scene, "body", "").encode("ascii", "backslashreplace").decode())
    self.manager.close()

App.run = run
if __name__ == "__main__":
    sys.exit(main.main(sys.argv[1:]))
"""
as_nobody = pytest.mark.skipif(
    getattr(os, "getuid", lambda: 1)() != 0 or shutil.which("setpriv") is None,
    reason="needs root and setpriv, to start as somebody else",
)
any_bytes = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no names but UTF-8")


def in_the_long_run(*values):
    """Parameters of the long run."""
    return [pytest.param(value, marks=pytest.mark.long) for value in values]


GARBAGE = b"\xff\x00 nothing that anybody can read"


def start(*arguments, root=ROOT, prefix=(), status=0, **environment):
    """What the start says: (standard output, standard error)."""
    line = ("-c", SCRIPT, "--windowed", "--size", "640x480", *arguments)
    done = run(*line, root=root, prefix=prefix, text=False, **{"NUMBA_DISABLE_JIT": "1", **environment})
    out, err = (os.fsdecode(stream) for stream in (done.stdout, done.stderr))
    assert "Traceback" not in err and done.returncode == status, err
    return out, err


@pytest.fixture(autouse=True)
def scaled_pictures(own_folders, pictures, monkeypatch):
    """A start finds the pictures that another one has scaled, unless its test gives it a cache of its own."""
    monkeypatch.setenv("KISSATEN_CACHE", str(pictures))


@pytest.fixture
def house(tmp_path):
    """A copy of the game whose files can be damaged."""
    root = tmp_path / "house"
    for part in ("game", "scenes"):
        shutil.copytree(ROOT / part, root / part)  # with its bytecode, where there is any
    shutil.copytree(ROOT / "assets", root / "assets", copy_function=os.symlink)
    shutil.copy(ROOT / "main.py", root)
    return root


def damage(root, *patterns):
    for path in [path for pattern in patterns for path in (root / "assets").glob(pattern)]:
        path.unlink()
        path.write_bytes(GARBAGE)


class TestFolders:
    @pytest.mark.quick
    def test_a_start_with_nothing_wrong_says_nothing(self):
        assert start()[0].split() == ["MenuScene"]

    def test_a_cache_with_too_long_a_name(self, tmp_path):
        out, err = start(KISSATEN_CACHE=tmp_path / ("x" * 300))
        assert "File name too long" in err and "Each start takes longer" in " ".join(out.split())

    @pytest.mark.long
    def test_a_cache_that_is_a_file(self, tmp_path):
        (tmp_path / "file").touch()
        assert str(tmp_path / "file") in start(KISSATEN_CACHE=tmp_path / "file")[1]

    @any_bytes
    @pytest.mark.parametrize("variable", in_the_long_run("KISSATEN_DATA", "KISSATEN_CACHE", "KISSATEN_EXPORT", "HOME"))
    def test_names_that_are_not_utf_8(self, tmp_path, variable):
        folder = tmp_path / os.fsdecode(b"caf\xe9")
        folder.mkdir()
        start(**{variable: folder})

    @any_bytes
    def test_a_damaged_store_in_a_folder_whose_name_is_not_utf_8_is_told(self, tmp_path):
        folder = tmp_path / os.fsdecode(b"caf\xe9")
        folder.mkdir()
        (folder / "store.sqlite3").write_bytes(GARBAGE * 50)
        assert "Dialog" in start(KISSATEN_DATA=folder)[0]

    @any_bytes
    def test_the_doctor_names_what_is_not_utf_8(self, tmp_path):
        folder = tmp_path / os.fsdecode(b"caf\xe9")
        folders = {"KISSATEN_DATA": folder, "KISSATEN_CACHE": folder}
        done = run("main.py", "doctor", text=False, **folders, PYTHONIOENCODING="utf-8:strict")
        assert done.returncode == 0 and b"caf\\udce9" in done.stdout, done.stderr.decode()

    @as_nobody
    @pytest.mark.parametrize(
        "variable", ["HOME", *in_the_long_run("KISSATEN_CACHE", "KISSATEN_EXPORT", "KISSATEN_KERNELS")]
    )
    def test_folders_of_another_user(self, tmp_path, variable):
        closed = tmp_path / "closed"
        closed.mkdir(mode=0o700)
        out, err = start(prefix=self.somebody(tmp_path), **{variable: closed / "mine"}, **self.own(tmp_path, variable))
        assert (variable != "KISSATEN_CACHE") or ("Permission denied" in err and "Dialog" in out)

    @as_nobody
    @pytest.mark.long
    def test_another_users_home_for_everything(self, tmp_path):
        closed = tmp_path / "closed"
        (closed / ".config").mkdir(parents=True, mode=0o700)
        closed.chmod(0o700)
        gone = dict.fromkeys(("KISSATEN_DATA", "KISSATEN_CACHE", "KISSATEN_KERNELS", "KISSATEN_EXPORT"), "")
        start(prefix=self.somebody(tmp_path), HOME=closed, **gone)

    @as_nobody
    @pytest.mark.long
    def test_a_cache_over_its_limit_that_cannot_be_written(self, tmp_path):
        pictures = tmp_path / "cache" / "pictures"
        pictures.mkdir(parents=True)
        for number in range(3):
            with (pictures / f"{number}.bin").open("wb") as file:
                file.truncate(300_000_000)
        out, err = start(prefix=self.somebody(tmp_path), KISSATEN_CACHE=tmp_path / "cache", **self.own(tmp_path, ""))
        assert "cannot be kept" in err and "Dialog" in out

    def somebody(self, tmp_path):
        """What starts a process as another user, who may look into the test's folder."""
        for folder in (tmp_path, *tmp_path.parents):
            if stat.S_IMODE(folder.stat().st_mode) == 0o700:
                folder.chmod(0o711)
        prefix = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        starts_another = "import pygame, subprocess, sys; subprocess.run([sys.executable, '-c', ''], check=True)"
        if run("-c", starts_another, prefix=prefix).returncode:  # root may start what its processes may not
            pytest.skip("another user cannot run this Python, or not in this folder")
        return prefix

    def own(self, tmp_path, variable):
        """Folders of that user for everything but `variable`."""
        folder = tmp_path / "own"
        folder.mkdir()
        os.chown(folder, NOBODY, NOBODY)
        names = {"KISSATEN_DATA", "KISSATEN_CACHE", "KISSATEN_KERNELS", "HOME"} - {variable, "KISSATEN_CACHE"}
        own = {name: folder / name for name in names}
        return own if variable == "KISSATEN_CACHE" or variable == "" else {**own, "KISSATEN_CACHE": folder / "cache"}


SLOW = """
import sys
from scenes import app
from scenes.kit.window.app import App

def run(self, first):
    print(type(self.manager.top).__name__, self.frames_shown)

app.SLOW_SECONDS, App.run = float(sys.argv.pop(1)), run
import main
sys.exit(main.main(sys.argv[1:]))
"""
STAR = ("play", "star", "--seats", "human,human")


@pytest.mark.parametrize(
    ("slow", "line", "before"),
    [("-1", STAR, "BootScene 1"), ("inf", STAR, "NoneType 0"), ("-1", (), "NoneType 0")],
    ids=["a match on a slow machine", "on another one", "the menu"],
)
def test_a_slow_start_shows_the_title_before_its_first_scene(slow, line, before):
    done = run("-c", SLOW, slow, "--windowed", "--size", "640x480", *line, NUMBA_DISABLE_JIT="1")
    assert (done.stdout.strip(), done.stderr) == (before, "")


PICTURES = "**/*.jpg **/*.png **/*.svg"


class TestFiles:
    @pytest.mark.parametrize(("names", "language", "line", "said", "shown"), rows("damaged_files", 5))
    @pytest.mark.one_in(4)
    def test_a_damaged_file_is_named_and_gone_on_without(self, house, names, language, line, said, shown):
        damage(house, *names.split())
        out, err = start(*line.split(), root=house, **({"LANG": f"{language}.UTF-8"} if language else {}))
        assert said in err and shown in out
        assert "files are missing or damaged" in out or names != PICTURES
        assert "MenuScene" in out or names == PICTURES, "a game that lacks a file leads to the menu"

    @pytest.mark.long
    def test_missing_strings(self, house):
        (house / "assets/strings/ja.json").unlink()
        assert "strings/ja.json is missing or damaged" in start(root=house, LANG="ja_JP.UTF-8")[1]

    def test_a_file_without_which_there_is_no_menu_is_named_in_one_line(self, house):
        damage(house, "sprites/identities.json")
        err = start(root=house, status=2)[1]
        assert err.startswith("Kissaten cannot start: ") and "sprites/identities.json" in err
        assert len(err.splitlines()) == 1
