"""The download where people put it: KISSATEN_BUNDLE=FOLDER pytest -m "bundle and long" -n 0 tests/bundle."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.storage import schema
from game.storage.store import Store
from game.version import FULL_NAME
from tests.bundle.conftest import PATIENCE, started
from tests.processes import awaited, children_of
from tests.storage.test_migration import VERSIONS, kept, told
from tests.stores import contents

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
    line = told_of_the_store(environment, str(bundle / "kissaten"))
    assert " ok " in line and str(home) in line


def told_of_the_store(environment: dict[str, str], *command: str) -> str:
    """What `doctor` says of it."""
    words = [*command, "doctor"]
    done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=PATIENCE)
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("store ")]
    return line


def _is_root() -> bool:
    """Whether this is the system's administrator, where there is such a one."""
    return getattr(os, "getuid", lambda: 1)() == 0


@pytest.mark.skipif(
    not _is_root() or shutil.which("setpriv") is None, reason="needs root and setpriv, to start as somebody else"
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
    assert " ok " not in told_of_the_store(environment, *as_nobody, str(bundle / "kissaten"))


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
        first = awaited(lambda: children_of(table.pid))
        os.kill(first[0], signal.SIGKILL)
        assert awaited(lambda: set(children_of(table.pid)) - set(first)), "no other table is started"
    finally:
        table.send_signal(signal.SIGTERM)
        table.wait(PATIENCE)


@pytest.fixture(scope="session")
def package(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Debian package of the bundle: the one that KISSATEN_DEB names, else one is made."""
    if given := os.environ.get("KISSATEN_DEB"):
        return Path(given)
    if shutil.which("dpkg-deb") is None:
        pytest.skip("there is no dpkg-deb")
    out = tmp_path_factory.mktemp("deb")
    command = "from pathlib import Path; from tools.bundle import deb; print(deb.build(Path({!r}), Path({!r})))"
    subprocess.run([sys.executable, "-c", command.format(str(bundle), str(out))], check=True, capture_output=True)
    (made,) = out.glob("*.deb")
    return made


def test_the_package_has_what_a_desktop_asks_for(package: Path) -> None:
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


@pytest.fixture(scope="session")
def debian(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of a Debian with its least packages and no Python, fetched from its mirror."""
    if not _is_root() or shutil.which("debootstrap") is None:
        pytest.skip("needs root and debootstrap")
    root = tmp_path_factory.mktemp("debian")
    command = ["debootstrap", "--variant=minbase", "bookworm", str(root)]
    fetched = subprocess.run(command, capture_output=True, text=True)
    if fetched.returncode != 0:
        pytest.skip(f"debootstrap does not come through: {fetched.stdout[-200:]}")
    return root


def _within(root: Path, *words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a program of that system, without a display."""
    environment = {"HOME": "/root", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "SDL_AUDIODRIVER": "dummy"}
    command = ["chroot", str(root), *words]
    return subprocess.run(command, input=text, capture_output=True, text=True, env=environment, timeout=PATIENCE)


def test_a_plain_debian_installs_plays_and_is_left_clean(package: Path, debian: Path) -> None:
    """What the package declares is enough, and nothing of it stays behind."""
    shutil.copy(package, debian / "tmp" / "kissaten.deb")
    before = _files_of(debian)
    installed = _within(debian, "dpkg", "-i", "/tmp/kissaten.deb")
    assert installed.returncode == 0, installed.stderr
    assert not (debian / "usr/bin/python3").exists()
    assert _within(debian, "kissaten", "--version").stdout == f"{FULL_NAME}\n"
    answer = json.loads(_within(debian, "kissaten", "engine", text=FRESH.replace("quoridor", "star")).stdout)
    assert answer["ok"]
    refused = _within(debian, "kissaten")
    assert refused.returncode == 2 and "needs a display" in refused.stderr
    libraries = "cd /opt/kissaten; export LD_LIBRARY_PATH=$PWD/_internal; find . -name '*.so*' -type f -exec ldd {} +"
    told = _within(debian, "sh", "-c", libraries).stdout
    assert "linux-vdso" in told and "not found" not in told
    removed = _within(debian, "dpkg", "-r", "kissaten")
    assert removed.returncode == 0, removed.stderr
    assert _files_of(debian) == before


def _files_of(root: Path) -> set[Path]:
    """All files of the system but what dpkg and people keep by themselves."""
    kept = [root / name for name in ("proc", "sys", "dev", "root", "tmp", "var")]
    return {path for path in root.rglob("*") if not path.is_dir() and not any(path.is_relative_to(it) for it in kept)}


@pytest.mark.skipif(shutil.which("xvfb-run") is None or shutil.which("xdotool") is None, reason="needs Xvfb, xdotool")
@pytest.mark.timeout(1800)
def test_ten_minutes_of_presses_by_chance_break_nothing(bundle: Path) -> None:
    words = (f"--program={bundle / 'kissaten'}", "--minutes=10", "--seed=1")
    command = ["xvfb-run", "-a", "-s", "-screen 0 1280x720x24", sys.executable, "-m", "tools.soak", *words]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("version", VERSIONS)
def test_a_store_of_every_schema_since_the_first_is_read(bundle: Path, bare: dict[str, str], version: int) -> None:
    """The program brings it up to its own schema when it starts, and nothing is lost."""
    data = Path(bare["KISSATEN_DATA"])
    data.mkdir(mode=0o700)
    store = Path(shutil.copy(kept(version), data / "store.sqlite3"))
    program = started(bundle, bare, "--size=640x480", "--windowed")
    try:
        end = time.monotonic() + PATIENCE
        while not list(data.glob("store.sqlite3-wal")) or schema_of(store) != schema.VERSION:
            assert time.monotonic() < end and program.poll() is None
            time.sleep(0.05)
    finally:
        program.send_signal(signal.SIGTERM)
        assert program.wait(PATIENCE) == 0
    assert set(told(version)) <= set(contents(Store.open_as_guest(store)))
    assert not list(data.glob("*damaged*"))


def schema_of(store: Path) -> int:
    """The schema that a store says it has."""
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as database:
        return int(database.execute("PRAGMA user_version").fetchone()[0])
