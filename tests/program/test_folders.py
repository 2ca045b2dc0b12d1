"""Folders: those that nobody else can write, the export's in words, and the one in which the program works."""

import json
import os
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from game import paths
from game.platforms import files
from game.platforms.files import make_own_folder, why_not_own
from tests.processes import ROOT, play_system, run
from tests.tables import rows

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")


@pytest.fixture
def folder(tmp_path):
    """A folder in a folder, both the user's alone, with a file in it."""
    leaf = tmp_path / "upper" / "leaf"
    make_own_folder(leaf)
    (leaf / "inner").mkdir()
    (leaf / "inner" / "file").touch()
    return leaf


def trouble(folder):
    return why_not_own(folder, lambda: pytest.fail("only Windows looks at it"))


@posix
class TestPosix:
    def test_what_is_made_is_the_users_alone_whatever_the_umask(self, tmp_path):
        before = os.umask(0o002)
        try:
            make_own_folder(tmp_path / "a" / "b")
        finally:
            os.umask(before)
        assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("a", "a/b")] == [0o700, 0o700]
        assert trouble(tmp_path / "a" / "b") is None

    def test_a_file_in_the_way(self, tmp_path):
        (tmp_path / "file").touch()
        with pytest.raises(OSError):
            make_own_folder(tmp_path / "file")
        with pytest.raises(OSError):
            make_own_folder(tmp_path / "file" / "folder")

    @pytest.mark.parametrize(("command", "place", "what"), rows("own_folders", 3))
    def test_what_makes_it_nobodys_own(self, folder, command, place, what):
        if command.startswith("chown") and os.getuid() != 0:
            pytest.skip("only root can give files away")
        subprocess.run(command.split(), cwd=folder, check=True)
        found = trouble(folder)
        assert found == (f"{Path(os.path.normpath(folder / place))} {what}" if what else None)

    def test_a_link_to_it(self, folder, tmp_path):
        link = tmp_path / "link"
        link.symlink_to(folder)
        assert trouble(link) == f"{link} is a link"

    def test_a_link_above_it(self, folder, tmp_path):
        link = tmp_path / "link"
        link.symlink_to(folder.parent)
        assert trouble(link / "leaf") == f"{link} is a link"

    def test_a_path_from_here(self, folder, monkeypatch):
        monkeypatch.chdir(folder.parent)
        assert trouble(Path("leaf")) is None
        folder.parent.chmod(0o777)
        assert trouble(Path("leaf")) == f"{folder.parent} can be written by others"


class TestWindows:
    """Not tried on the real thing."""

    @pytest.fixture(autouse=True)
    def windows(self, monkeypatch):
        play_system(monkeypatch, "win32")

    def test_only_the_users_local_data_will_do(self, folder, tmp_path):
        folder.parent.chmod(0o777)
        assert why_not_own(folder, lambda: folder.parent) is None
        assert why_not_own(folder, lambda: tmp_path / "elsewhere") == f"{folder} is not in {tmp_path / 'elsewhere'}"

    def test_a_link_out_of_it(self, folder, tmp_path):
        (tmp_path / "local").mkdir()
        (tmp_path / "local" / "kernels").symlink_to(folder)
        assert "is not in" in why_not_own(tmp_path / "local" / "kernels", lambda: tmp_path / "local")


# In words


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


# The working folder


MAIN = ROOT / "main.py"
TWO_AT_ONCE = ("tournament", "star", "--seats", "ai:1,ai:1", "--games", "2", "--jobs", "2")
BOT = """
import json, os, sys
for line in sys.stdin:
    asked = json.loads(line)
    with open("asked-here.txt", "a") as file:
        print(os.getpid(), file=file)
    print(json.dumps({"id": asked["id"], "ok": True, "action": asked["legal"][0]}), flush=True)
"""
FROM_A_FOLDER_THAT_IS_GONE = """
import os, sys, tempfile
folder = tempfile.mkdtemp()
os.chdir(folder)
os.rmdir(folder)
os.environ["PWD"] = folder
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""

WITH_A_TABLE = """
import os, sys, time
from game.platforms.program import go_home
from game.supervision.supervisor import TableProcess
go_home(())
table = TableProcess([sys.executable, "-c", "import os, sys; print(os.getcwd(), file=sys.stderr)"])
while not table.last_error:
    time.sleep(0.01)
print(os.getcwd(), table.last_error, sep="\\n")
"""
"""A supervisor in the program's own folder, whose table says where it is."""


def test_no_process_imports_from_the_callers_folder(tmp_path):
    for name in sys.stdlib_module_names:
        (tmp_path / f"{name}.py").write_text("open('taken.txt', 'a').write(__name__); raise SystemExit(__file__)\n")
    done = run(MAIN, *TWO_AT_ONCE, root=tmp_path)
    assert (done.returncode, (tmp_path / "taken.txt").exists()) == (0, False), done.stderr
    assert "ai:1 #2" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a folder in which a program works")
def test_a_folder_that_is_gone_ends_nothing(tmp_path):
    done = run("-c", FROM_A_FOLDER_THAT_IS_GONE, MAIN, *TWO_AT_ONCE)
    assert (done.returncode, "ai:1 #2" in done.stdout) == (0, True), done.stderr
    done = run("-c", FROM_A_FOLDER_THAT_IS_GONE, MAIN, *TWO_AT_ONCE, "--json", "t.json")
    assert (done.returncode, done.stdout) == (2, "") and "No such file" in done.stderr
    assert not (ROOT / "t.json").exists()


@pytest.mark.parametrize("jobs", [1, 2])
def test_names_and_engines_are_those_of_the_callers_folder(jobs, tmp_path):
    (tmp_path / "bot.py").write_text(BOT)
    if os.name == "posix":
        (tmp_path / "python").symlink_to(sys.executable)
    python = "./python" if os.name == "posix" else shlex.quote(sys.executable)
    line = ["tournament", "star", "--engine", f"e={python} bot.py", "--seats", "ext:e,ai:1", "--games", "2"]
    line += ["--jobs", str(jobs), "--json", "t.json", "--jsonl", "games.jsonl"]
    done = run(MAIN, *line, root=tmp_path, KISSATEN_DATA="data", KISSATEN_EXPORT="games")
    assert done.returncode == 0 and "lost" not in done.stderr, done.stderr
    assert len(json.loads((tmp_path / "t.json").read_text())["games"]) == 2
    assert (tmp_path / "asked-here.txt").exists() and (tmp_path / "games.jsonl").exists()
    record = tmp_path / "game.json"
    record.write_text((tmp_path / "games.jsonl").read_text().splitlines()[0])
    done = run(MAIN, "picture", "game.json", "--size", "200", root=tmp_path, KISSATEN_EXPORT="games")
    assert Path(done.stdout.strip()).parent == tmp_path / "games", done.stderr
    done = run(MAIN, "picture", "game.json", "--size", "200", "--out", "here.png", root=tmp_path)
    assert (tmp_path / "here.png").exists(), done.stderr


def test_a_table_starts_where_its_supervisor_was_called(tmp_path):
    done = run("-c", WITH_A_TABLE, root=tmp_path, PYTHONPATH=ROOT)
    assert done.stdout == f"{ROOT}\n{tmp_path}\n", done.stderr
