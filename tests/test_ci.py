"""The parts of .ci/run and their shares of the time, with a clock that the parts set."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="the script needs bash")


def run(folder: Path, *parts: tuple[str, int, str]) -> subprocess.CompletedProcess[str]:
    """A run of these parts (name, minutes, command); their commands set the time in seconds with `echo N > clock`."""
    lines = [f"source {ROOT / '.ci' / 'parts.sh'}", "now() { cat clock; }", "echo 0 > clock"]
    lines += [f"part '{name}' {minutes} '{command}'" for name, minutes, command in parts]
    script = "\n".join(["set -euo pipefail", *lines, "finish"])
    return subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, timeout=30)


def test_every_part_says_what_it_took(tmp_path: Path) -> None:
    done = run(tmp_path, ("one", 1, "echo 20 > clock"), ("two", 2, "echo 130 > clock"))
    assert done.returncode == 0
    assert re.findall(r"(.+?) +(\d+) s of +(\d+)\n", done.stdout) == [
        ("one", "20", "60"),
        ("two", "110", "120"),
        ("in all", "130", "840"),
    ]
    assert "warning" not in done.stdout


def test_more_than_its_share_is_a_warning(tmp_path: Path) -> None:
    done = run(tmp_path, ("slow", 1, "echo 61 > clock"), ("two", 2, "true"))
    assert done.returncode == 0
    assert "warning: slow took 61 s, more than its share of 60\n" in done.stdout


@pytest.mark.parametrize(("seconds", "status"), [(840, 0), (841, 1)])
def test_more_than_14_minutes_in_all_fail(tmp_path: Path, seconds: int, status: int) -> None:
    done = run(tmp_path, ("one", 14, "echo 500 > clock"), ("two", 14, f"echo {seconds} > clock"))
    assert done.returncode == status
    assert ("more than 14 minutes" in done.stderr) == bool(status)


def test_a_part_that_fails_ends_the_run(tmp_path: Path) -> None:
    done = run(tmp_path, ("one", 1, "echo 5 > clock; false; echo 6 > clock"), ("two", 1, "echo never"))
    assert done.returncode == 1
    assert "never" not in done.stdout
    assert "one failed" in done.stderr and re.search(r"one +5 s of +60", done.stderr)


def test_the_shares_add_up_to_the_whole_at_most() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    shares = [int(minutes) for minutes in re.findall(r'^part "[^"]+" (\d+) ', script, re.MULTILINE)]
    assert len(shares) >= 3 and sum(shares) <= 14
