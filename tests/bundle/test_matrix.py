"""The download where people put it: KISSATEN_BUNDLE=FOLDER pytest -m "bundle and long" -n 0 tests/bundle."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bundle.conftest import PATIENCE, started

pytestmark = [pytest.mark.bundle, pytest.mark.long]
FRESH = '{"cmd":"choose","game":"quoridor","level":5,"seconds":0.3}\n'
NOBODY = 65534


def engine(program: Path, environment: dict[str, str], text: str, *prefix: str) -> list[dict[str, object]]:
    command = [*prefix, str(program), "engine"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, env=environment, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def moved(bundle: Path, tmp_path: Path) -> Iterator[Path]:
    """The bundle in a folder with a space and Japanese letters, where nothing can be written."""
    folder = tmp_path / "ゲーム の 箱"
    shutil.copytree(bundle, folder, symlinks=True)
    subprocess.run(["chmod", "-R", "a-w", str(folder)], check=True)
    yield folder
    subprocess.run(["chmod", "-R", "u+w", str(folder)], check=True)


def test_kernels_are_used_from_anywhere_and_nothing_is_compiled(moved: Path, bare: dict[str, str]) -> None:
    if not (moved / "_internal" / "kernels").is_dir():
        pytest.skip("this bundle brings no kernels: it is a plain one")
    environment = {name: value for name, value in bare.items() if not name.startswith("KISSATEN")}
    begun = os.times().children_user
    (answer,) = engine(moved / "kissaten", environment, FRESH)
    assert answer["ok"] and int(str(answer["depth"])) >= 6
    assert not list((Path(bare["HOME"]) / ".cache").rglob("*.nbi")), "kernels were compiled anew"
    assert os.times().children_user - begun < 20, "processor time: compiling takes more"


def test_a_home_with_a_space_and_japanese_letters(bundle: Path, bare: dict[str, str], tmp_path: Path) -> None:
    home = tmp_path / "家 と 庭"
    home.mkdir()
    environment = {"HOME": str(home), "PATH": "", "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(
        [str(bundle / "kissaten"), "doctor"], capture_output=True, text=True, env=environment, timeout=PATIENCE
    )
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("store ")]
    assert " ok " in line and str(home) in line


@pytest.mark.skipif(
    getattr(os, "getuid", lambda: 1)() != 0 or shutil.which("setpriv") is None,
    reason="needs root and setpriv, to start as somebody else",
)
def test_a_home_that_cannot_be_written_plays_and_says_so(bundle: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o555)
    for folder in (home, *tmp_path.parents):
        if folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    environment = {"HOME": str(home), "PATH": "", "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    as_nobody = [str(shutil.which("setpriv")), f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    (answer,) = engine(bundle / "kissaten", environment, '{"cmd":"choose","game":"star","level":3}\n', *as_nobody)
    assert answer["ok"]
    done = subprocess.run(
        [*as_nobody, str(bundle / "kissaten"), "doctor"], capture_output=True, text=True, env=environment,
        timeout=PATIENCE,
    )  # fmt: skip
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("store ")]
    assert " ok " not in line


def test_engines_from_outside_play_in_a_tournament_with_jobs(bundle: Path, bare: dict[str, str]) -> None:
    """The bundle is an engine for itself: reaper, pipes and worker processes are its own program."""
    program = str(bundle / "kissaten")
    words = ("--engine", f"twin={program} engine", "--seats", "ext:twin,ai:1", "--games", "2", "--jobs", "2")
    command = [program, "tournament", "star", *words]
    done = subprocess.run(command, capture_output=True, text=True, env=bare, timeout=2 * PATIENCE)
    assert done.returncode == 0, done.stderr
    assert "twin" in done.stdout


def test_a_table_that_dies_is_started_again(bundle: Path, bare: dict[str, str]) -> None:
    table = started(bundle, bare, "--kiosk", "--size=640x480", "--windowed")
    try:
        first = _child_of(table.pid, besides=())
        os.kill(first, signal.SIGKILL)
        second = _child_of(table.pid, besides=(first,))
        assert second != first
    finally:
        table.send_signal(signal.SIGTERM)
        table.wait(PATIENCE)


def _child_of(parent: int, besides: tuple[int, ...]) -> int:
    """The process that a supervisor has started, once there is one."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        listed = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        found = [int(child) for child in listed if int(child) not in besides]
        if found:
            return found[0]
        time.sleep(0.05)
    raise AssertionError("no table was started")


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="there is no dpkg-deb")
def test_the_package_has_what_a_desktop_asks_for(bundle: Path, tmp_path: Path) -> None:
    command = "from pathlib import Path; from tools.bundle import deb; print(deb.build(Path({!r}), Path({!r})))"
    script = command.format(str(bundle), str(tmp_path))
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
    (package,) = tmp_path.glob("*.deb")
    listed = subprocess.run(["dpkg-deb", "--contents", str(package)], check=True, capture_output=True, text=True).stdout
    for place in (
        "./opt/kissaten/kissaten",
        "./usr/bin/kissaten -> /opt/kissaten/kissaten",
        "./usr/share/applications/kissaten.desktop",
        "./usr/share/icons/hicolor/16x16/apps/kissaten.png",
        "./usr/share/icons/hicolor/512x512/apps/kissaten.png",
        "./usr/share/icons/hicolor/scalable/apps/kissaten.svg",
        "./usr/share/metainfo/kissaten.metainfo.xml",
        "./usr/share/man/man6/kissaten.6.gz",
        "./usr/lib/systemd/system/kissaten.service",
    ):
        assert place in listed
    fields = subprocess.run(["dpkg-deb", "--field", str(package)], check=True, capture_output=True, text=True).stdout
    assert "Depends: libc6 (>= 2." in fields
