"""Commands whose output nobody reads or takes, whose streams are closed, and that are told to end."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from game.command_line.shell import interrupted_by_signals
from game.core.record import Record
from game.platforms.files import check_place, put_file
from tests.processes import ROOT, run

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
GAMES = b'{"cmd": "games"}\n'
COMMANDS = [
    "--help",
    "doctor",
    "engine",
    "puzzle --game star --json",
    "settings --list",
    "operator --audits",
    "operator --check-config docs/kiosk.toml",
    "tournament star --seats ai:1,ai:1 --games 1 --jobs 1 --json {folder}/t.json",
    "picture {folder}/game.json --size 200",
]
CLOSED = "import os, sys; [os.close(int(one)) for one in sys.argv[1]]; os.execv(sys.executable, sys.argv[2:])"
LOG_ROOM = 5_000  # bytes: for a few games


@pytest.fixture
def folder(tmp_path):
    """One with a game in it."""
    (tmp_path / "game.json").write_text(Record("star", {}, 0, ()).to_json())
    return tmp_path


def ended(line, folder, output, *, closed="", asked=GAMES):
    """The status of a command with this input and output, and what it complains of."""
    words = [sys.executable, "main.py", *line.format(folder=folder).split()]
    if closed:
        words = [sys.executable, "-c", CLOSED, closed, *words]
    given = {**os.environ, "KISSATEN_DATA": str(folder / "data"), "KISSATEN_EXPORT": str(folder)}
    done = subprocess.run(
        words, input=asked, stdout=output, stderr=subprocess.PIPE, cwd=ROOT, env=given, timeout=600, check=False
    )
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("line", COMMANDS)
def test_output_that_nobody_reads_or_that_finds_no_room(line, folder):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as nobody:
        assert ended(line, folder, nobody) == (0, "")
    with Path("/dev/full").open("wb") as full:
        status, said = ended(line, folder, full)
    if line != "--help":  # argparse leaves it at that
        assert (status, said) == (2, "main.py: what it prints cannot be written: No space left on device\n")
    assert "{folder}" not in line or len(list(folder.iterdir())) > 1, "what it writes to a file is there"


def test_a_move_that_nobody_reads(folder):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as nobody:
        status, said = ended("engine --protocol uci --level 1", folder, nobody, asked=b"go nodes 1\n")
    assert status == 0 and "Broken" not in said


@pytest.mark.parametrize(
    "line", ["engine --protocol uci", "engine --protocol qtp", "games export --out {folder}/珈琲.csv"]
)
def test_a_console_with_few_characters(line, folder):
    words = line.format(folder=folder).split()
    asked = "珈琲\ngenmove 珈琲\n".encode()
    done = run("main.py", *words, stdin=asked, KISSATEN_DATA=folder / "data", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"") and b"??" in done.stdout


@pytest.mark.parametrize("closed", ["0", "1", "2", "012"])
def test_streams_that_are_closed(closed, folder):
    for line in ("engine", "settings --list", "tournament star --seats ai:1,ai:1 --games 1 --jobs 2"):
        assert ended(line, folder, subprocess.DEVNULL, closed=closed) == (0, ""), line


def test_games_that_find_no_room_are_told_all_the_same(folder):
    log = folder / "games.jsonl"
    limited = f"import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({LOG_ROOM}, {LOG_ROOM}))"
    code = f"{limited}; sys.argv[:] = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    line = ("tournament", "star", "--seats", "ai:1,ai:1", "--games", "50", "--jobs", "1", "--jsonl", log)
    done = run("-c", code, "main.py", *line, KISSATEN_DATA=folder / "data", PYTHONDONTWRITEBYTECODE="1")
    assert (done.returncode, len(done.stdout.splitlines())) == (1, 3)
    assert f"{log}: File too large: " in done.stderr and "Traceback" not in done.stderr
    done = run("main.py", *line[:-2], "--resume", log, "--json", "/dev/full")
    assert (done.returncode, len(done.stdout.splitlines())) == (2, 3), "the table comes first"
    assert done.stderr == "main.py tournament: /dev/full: No space left on device\n"
    assert len(log.read_text().splitlines()) == 50


def test_a_file_is_replaced_or_stays(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o600)
    link = tmp_path / "link"
    link.symlink_to(path)
    put_file(link, b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777, link.is_symlink()) == (b"new", 0o600, True)
    code = "import sys, resource; from pathlib import Path; from game.platforms.files import put_file\n"
    code += "resource.setrlimit(resource.RLIMIT_FSIZE, (9, 9)); put_file(Path(sys.argv[1]), bytes(99))"
    assert "File too large" in run("-c", code, path).stderr
    assert path.read_bytes() == b"new" and len(list(tmp_path.iterdir())) == 2
    reading, writing = os.pipe()
    put_file(Path(f"/dev/fd/{writing}"), b"piped")
    assert os.read(reading, 9) == b"piped"
    os.close(reading)
    os.close(writing)


@pytest.mark.parametrize("name", ["results.json", "珈琲" * 41 + ".json", "r" * 250 + ".json"], ids=len)
def test_a_new_file_may_have_a_long_name_or_a_link_to_it(tmp_path, name):
    path, link = tmp_path / name, tmp_path / "link"
    link.symlink_to(path)
    for place in (link, path):
        check_place(place)
        assert list(tmp_path.iterdir()) == [link], "nothing is left, and the link stays"
        put_file(place, b"new")
        assert path.read_bytes() == b"new" and link.is_symlink()
        path.unlink()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_who_is_told_to_end_a_second_time_still_finishes(name):
    with pytest.raises(KeyboardInterrupt), interrupted_by_signals():
        try:
            signal.raise_signal(getattr(signal, name))
        finally:
            signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGHUP)
    assert signal.getsignal(signal.SIGTERM) is signal.getsignal(signal.SIGHUP) is signal.SIG_DFL


def test_what_was_to_be_ignored_is_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with interrupted_by_signals():
            signal.raise_signal(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
