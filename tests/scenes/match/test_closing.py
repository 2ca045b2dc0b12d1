"""What the system sends never asks, and nothing is lost; without a display the program says so."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from game.storage.store import Store
from scenes.kit.system import signals_heard
from tests.scenes.playhouse import Playhouse
from tests.stores import PATIENCE

ROOT = Path(__file__).parents[3]


def test_sdl_does_not_take_a_closed_window_for_the_end_of_the_session(house: Playhouse) -> None:
    assert os.environ["SDL_QUIT_ON_LAST_WINDOW_CLOSE"] == "0"


def test_signals_are_heard_and_given_back() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with signals_heard([signal.SIGTERM]) as ended:
        assert not ended()
        signal.raise_signal(signal.SIGTERM)
        assert ended()
    assert signal.getsignal(signal.SIGTERM) is before


PLAY_AND_KILL = """
import os, signal, sys
import main
from scenes.kit.window.app import App
frame = App.frame
def watched(app, now):
    frame(app, now)
    session = getattr(app.manager.top, "session", None)
    if session is not None and session.ply >= 2:
        App.frame = frame
        os.kill(os.getpid(), getattr(signal, sys.argv[1]))
App.frame = watched
play = ["play", "star", "--seats", "ai:1,ai:1", "--windowed", "--size", "640x360"]
if __name__ == "__main__":
    sys.exit(main.main(play))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
@pytest.mark.one_in(3)
@pytest.mark.quick
def test_a_signal_in_mid_game_ends_it_with_everything_kept(tmp_path: Path, name: str) -> None:
    environment = os.environ | {"KISSATEN_DATA": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    command = [sys.executable, "-c", PLAY_AND_KILL, name]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    store = Store.open(tmp_path / "store.sqlite3")
    record = store.unfinished()
    store.close()
    assert record is not None and len(record.actions) >= 2


@pytest.mark.quick
def test_without_a_display_one_clear_message_and_status_2(tmp_path: Path) -> None:
    gone = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    environment = {key: value for key, value in os.environ.items() if key not in gone}
    environment |= {"KISSATEN_DATA": str(tmp_path), "KISSATEN_CACHE": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "main.py"], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "needs a display" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
