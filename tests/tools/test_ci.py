"""The parts of .ci/run and their shares of the processor time, with a clock that the parts set."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repository.test_requirements import PYTHONS
from tests.stores import PATIENCE

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="the script needs bash")


def run(folder: Path, *parts: tuple[str, int, str], path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A run of these parts (name, minutes, command), with the programs of `path` before all others.

    Their commands set the processor time in seconds with `echo N > clock`, that of the wall with `echo N > wall`.
    """
    clocks = ["now() { cat wall; }", 'used() { cp clock "$1"; }', "echo 0 > clock", "echo 0 > wall"]
    lines = [f"source {ROOT / '.ci' / 'parts.sh'}", *clocks]
    lines += [f"part '{name}' {minutes} '{command}'" for name, minutes, command in parts]
    script = "\n".join(["set -euo pipefail", *lines, "finish"])
    environment = os.environ | ({"PATH": f"{path}{os.pathsep}{os.environ['PATH']}"} if path else {})
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )


def test_every_part_says_what_it_took(tmp_path: Path) -> None:
    done = run(tmp_path, ("one", 1, "echo 20 > clock"), ("two", 2, "echo 130 > clock; echo 300 > wall"))
    assert done.returncode == 0
    assert re.findall(r"(.+?) +(\d+) s of +(\d+), +(\d+) s by the clock\n", done.stdout) == [
        ("one", "20", "60", "0"),
        ("two", "110", "120", "300"),
        ("in all", "130", "2400", "300"),
    ]
    assert "warning" not in done.stdout


@pytest.mark.parametrize(
    ("parts", "status", "told"),
    [
        (
            [("slow", 1, "echo 61 > clock"), ("two", 2, "true")],
            0,
            "warning: slow took 61 s, more than its share of 60\n",
        ),
        ([("one", 20, "echo 500 > clock"), ("two", 20, "echo 2400 > clock")], 0, ""),
        ([("one", 20, "echo 2401 > clock")], 1, "more than 40 minutes of processor time"),
        ([("one", 1, "echo 5 > clock; echo 3600 > wall")], 0, ""),
        ([("one", 1, "echo 5 > clock; echo 3601 > wall")], 1, "more than 60 minutes by the clock"),
        ([("one", 1, "echo 5 > clock; false; echo 6 > clock"), ("two", 1, "echo never")], 1, "one failed"),
    ],
)
def test_what_is_too_much_or_fails_is_told(
    tmp_path: Path, parts: list[tuple[str, int, str]], status: int, told: str
) -> None:
    done = run(tmp_path, *parts)
    assert done.returncode == status and "never" not in done.stdout
    assert told in done.stdout + done.stderr and (" minutes" in done.stderr) == (" minutes" in told)
    assert told != "one failed" or re.search(r"one +5 s of +60,", done.stderr)


def test_a_part_that_hangs_tells_where_and_is_ended(tmp_path: Path) -> None:
    (tmp_path / "hang.py").write_text(
        """import faulthandler, os, pathlib, signal
faulthandler.enable()
pathlib.Path("parents.new").write_text(f"{os.getppid()} {os.getpgrp()}")
os.rename("parents.new", "parents"); signal.pause()
"""
    )
    # The alarm of `timeout` rings when the program hangs, and not after a second in which it may not have started. It
    # may come between the program's last two steps, which are one line so that it tells the same.
    (tmp_path / "timeout").write_text(
        f"""#!/bin/bash
echo "$3" >> patience
{shutil.which("timeout")} "$1" "$2" 600 "${{@:4}}" &
while [ ! -e parents ] && kill -0 $! 2>&-; do sleep 0.02; done
kill -ALRM $! 2>&-
wait $!
"""
    )
    (tmp_path / "timeout").chmod(0o755)
    hang = f"{sys.executable} hang.py"
    done = run(tmp_path, ("one", 1, "echo 3600 > wall"), ("hang", 1, hang), ("three", 1, "echo never"), path=tmp_path)
    assert done.returncode == 124
    assert 'hang.py", line 4' in done.stderr and "hang did not end within 60 minutes by the clock" in done.stderr
    assert "never" not in done.stdout
    # `timeout` leads the group and sends its own child the signal twice; the second would cut the last words short.
    parent, leader = (tmp_path / "parents").read_text().split()
    assert parent != leader
    assert (tmp_path / "patience").read_text().split() == ["3601", "1"]


def test_processor_time_counts_what_children_of_children_take(tmp_path: Path) -> None:
    (tmp_path / "busy.py").write_text("import time\nwhile time.process_time() < 1.2: pass\n")
    lines = [
        f"source {ROOT / '.ci' / 'parts.sh'}",
        f"bash -c '{sys.executable} busy.py; true'",
        "used took",
        "cat took",
    ]
    script = "\n".join(lines)
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    assert int(done.stdout) >= 1


def test_the_shares_add_up_to_the_whole_at_most() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    shares = [int(minutes) for minutes in re.findall(r'^part "[^"]+" (\d+) ', script, re.MULTILINE)]
    assert len(shares) >= 3 and sum(shares) <= 20


def test_the_pages_tell_the_limits_of_the_script() -> None:
    parts = (ROOT / ".ci" / "parts.sh").read_text(encoding="utf-8")
    limits = {name: re.search(rf"^{name}=(\d+)", parts, re.MULTILINE) for name in ("LIMIT", "PATIENCE")}
    assert [found and int(found[1]) for found in limits.values()] == [40, 60]
    page = " ".join((ROOT / "docs" / "tests.md").read_text(encoding="utf-8").split())
    assert "20 minutes of processor time" in page and "150 s" in page
    assert "more than 40 minutes of processor time in all, or an hour by the clock, is a failure" in page
    assert "[docs/tests.md](docs/tests.md) says what is too much" in (ROOT / "CONTRIBUTING.md").read_text(
        encoding="utf-8"
    )


def test_each_push_asks_the_script_with_the_oldest_and_the_newest_python() -> None:
    """And the quick run on the other systems; the README, pyproject.toml and the workflow name the same oldest one."""
    workflow, download = (
        (ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8") for name in ("tests.yml", "download.yml")
    )
    linux, others = workflow.split("  linux:\n")[1].split("  others:\n")
    oldest = re.search(r'requires-python = ">=([\d.]+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert oldest is not None and f'python: ["{oldest[1]}", "{PYTHONS[-1]}"]' in linux and PYTHONS[0] == oldest[1]
    assert f"Python {oldest[1]} or later" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "- run: bash .ci/run\n" in linux and "push:" in workflow
    assert "windows-" in others and "macos-" in others and others.endswith("- run: python -m pytest\n")
    actions = re.compile(r"uses: (\S+)@(v\d+)")
    assert dict(actions.findall(workflow)).items() <= dict(actions.findall(download)).items()
