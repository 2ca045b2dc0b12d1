"""The program works in its own folder: it imports nothing from the caller's, where names that people give are meant."""

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, run

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
