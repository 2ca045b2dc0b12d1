"""The bundle plays without any Python, and holds nothing that is not accounted for: pytest -m bundle -n 0."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.records.game_code import pack
from game.registry import find
from game.version import FULL_NAME
from tests.bundle.conftest import PATIENCE, Run, started

pytestmark = pytest.mark.bundle
MOST = 40  # plies of a game between the best level and the first


def answers(run: Run, *requests: dict[str, object], **more: str) -> list[dict[str, object]]:
    """What engine mode says."""
    done = run("engine", text="".join(f"{json.dumps(request)}\n" for request in requests), **more)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_bundle_tells_its_version(run: Run) -> None:
    done = run("--version")
    assert (done.stdout, done.returncode) == (f"{FULL_NAME}\n", 0)
    assert run("--help").stdout.startswith("usage: kissaten ")


def test_an_ai_plays_a_whole_game(run: Run) -> None:
    """Star to its end, by the level that knows the table: nothing needs to be compiled for that."""
    actions: list[str] = []
    outcome = None
    while outcome is None and len(actions) < MOST:
        asked: dict[str, object] = {"game": "star", "actions": actions}
        choice = {"cmd": "choose", "level": 5 if len(actions) % 2 else 1, "agent_seed": len(actions), **asked}
        (chosen,) = answers(run, choice, NUMBA_DISABLE_JIT="1")
        actions.append(str(chosen["action"]))
        (state,) = answers(run, {"cmd": "state", "game": "star", "actions": actions})
        outcome = state["outcome"]
    assert outcome == {"winners": [1], "reason": "star"}


def test_the_bundle_makes_a_film(run: Run, tmp_path: Path) -> None:
    """In a process of its own, with the libraries that pack it."""
    seats = (SeatConfig("human", name="@aoi"), SeatConfig("human", name="@ren"))
    code = pack(Record("quoridor", resolve(find("quoridor").options, {}), 0, ("e2", "e8", "e3", "e7"), seats))
    for ending, begins in ((".webp", b"RIFF"), (".gif", b"GIF89a"), (".png", b"\x89PNG")):
        done = run("film", code, "--out", str(tmp_path / f"film{ending}"))
        assert done.returncode == 0, done.stderr
        assert (tmp_path / f"film{ending}").read_bytes().startswith(begins)


def test_the_bundle_draws_frames(run: Run) -> None:
    lines = run("doctor").stdout.splitlines()
    found = {line.split()[0]: line for line in lines if line.strip()}
    assert " ok " in found["frames"], lines
    assert not [line for line in lines if " missing " in line], lines


def test_a_kiosk_shows_its_first_frame(bundle: Path, bare: dict[str, str], tmp_path: Path) -> None:
    """The supervisor starts the table, which is the same program, and tells the system of the first frame."""
    place = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(place))
        heard.settimeout(PATIENCE)
        table = started(bundle, bare | {"NOTIFY_SOCKET": str(place)}, "--kiosk", "--size=640x480", "--windowed")
        try:
            while b"READY=1" not in heard.recv(4096):
                pass
            assert table.poll() is None
        finally:
            table.send_signal(signal.SIGTERM)
            table.wait(PATIENCE)


def test_no_library_is_missing(bundle: Path) -> None:
    if shutil.which("ldd") is None:
        pytest.skip("there is no ldd")
    missing = {}
    for library in bundle.rglob("*.so*"):
        told = subprocess.run(["ldd", str(library)], capture_output=True, text=True).stdout
        lost = [line.split()[0] for line in told.splitlines() if "not found" in line]
        inside = [name for name in lost if not list((bundle / "_internal").rglob(name))]
        if inside:
            missing[library.name] = inside
    assert not missing


def test_what_others_have_written_is_told_with_their_licences(bundle: Path) -> None:
    text = (bundle / "THIRD_PARTY.md").read_text(encoding="utf-8")
    for part in ("pygame-ce", "numpy", "numba", "llvmlite", "aiohttp", "noto-cjk-sans-jp-regular", "Python 3", "SDL"):
        assert part in text
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in text
    assert "SIL OPEN FONT LICENSE" in text.upper()
