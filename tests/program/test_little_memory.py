"""A machine with too little memory: the program says so in a sentence, and plays with a little more."""

import sys

import pygame
import pytest

from game.platforms.machine import free_memory
from scenes.app import LEAST_MEMORY
from scenes.commands import doctor
from scenes.recovery.crash_log import farewell
from tests.processes import run

LIMITED = ("sh", "-c", 'ulimit -v "$0" && exec "$@"')
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how much memory is free")


def test_the_free_memory_is_the_machines(tmp_path):
    status = tmp_path / "meminfo"
    status.write_text("MemTotal:  1000000 kB\nMemFree:  1 kB\nMemAvailable:   524288 kB\n")
    assert free_memory(status) == 512
    status.write_text("MemTotal: 1000000 kB\n")
    assert free_memory(status) is None and free_memory(tmp_path / "none") is None


@needs_linux
@pytest.mark.parametrize(("taken", "free"), [("102400", 200), ("400000", 0)])
def test_a_limit_of_the_process_counts(tmp_path, taken, free):
    own = tmp_path / "status"
    own.write_text(f"Name:\tpython\nVmSize:\t  {taken} kB\n")
    status = tmp_path / "meminfo"
    status.write_text("MemAvailable: 8000000 kB\n")
    code = "import sys; from pathlib import Path; from game.platforms.machine import free_memory as free"
    told = run("-c", f"{code}; print(free(*map(Path, sys.argv[1:])))", status, own, prefix=(*LIMITED, str(300 << 10)))
    assert told.stdout == f"{free}\n", told.stderr


@needs_linux
@pytest.mark.parametrize(
    ("line", "tree", "most", "used"),
    [
        ("0::/shop/table", "", "memory.max", "memory.current"),
        ("4:memory:/shop/table", "memory", "memory.limit_in_bytes", "memory.usage_in_bytes"),
    ],
)
def test_a_limit_of_a_control_group_counts(tmp_path, line, tree, most, used):
    """Also one of a group around it, as in a container. Cached files are free."""
    status, own, groups = tmp_path / "meminfo", tmp_path / "cgroup", tmp_path / "groups"
    status.write_text("MemAvailable: 8000000 kB\n")
    own.write_text(f"9:name=systemd:/\n{line}\n")
    assert free_memory(status, own_groups=own, groups=groups) == 7812
    for place, limit in (("shop/table", "max"), ("shop", 300 << 20), ("", 900 << 20)):
        folder = groups / tree / place
        folder.mkdir(parents=True, exist_ok=True)
        (folder / most).write_text(f"{limit}\n")
        (folder / used).write_text(f"{120 << 20}\n")
        (folder / "memory.stat").write_text(f"anon 5\ninactive_file {15 << 20}\nactive_file {5 << 20}\n")
    assert free_memory(status, own_groups=own, groups=groups) == 200


@needs_linux
@pytest.mark.parametrize("words", [("--windowed",), ("play", "star", "--seats", "human,ai:1")])
def test_a_start_without_memory_ends_with_a_sentence(words):
    done = run("main.py", *words, prefix=(*LIMITED, str(100 << 10)), SDL_VIDEODRIVER="dummy")
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1 and "MB of memory are free; a match wants 250" in done.stderr


@pytest.mark.parametrize("error", [MemoryError(), pygame.error("Out of memory")])
def test_memory_that_ends_in_play_is_named(capsys, error):
    farewell(error, None)
    said = capsys.readouterr().err
    assert "the memory is full; a match wants 250" in said and "What was played is kept." in said
    farewell(pygame.error("no such window"), None)
    assert "memory" not in capsys.readouterr().err


def test_the_doctor_says_when_a_match_wants_more():
    for free, is_ok, words in (
        (LEAST_MEMORY, False, "100 MB free"),
        (512, True, "512 MB free"),
        (None, True, "not say"),
    ):
        found = doctor.memory(free)
        assert found.is_ok == is_ok and words in found.detail
