"""An X server for a test, without a visible screen."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scenes.kit.window import renderer

ROOT = Path(__file__).parents[2]
PATIENCE = 500.0  # seconds, for what hangs

needs_x = pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")
needs_window_manager = pytest.mark.skipif(
    shutil.which("Xvfb") is None or shutil.which("openbox") is None, reason="needs Xvfb and openbox"
)


@contextmanager
def x_server(*options: str, depth: int = 24) -> Iterator[dict[str, str]]:
    """Run a server with `depth` bits a pixel. Yield the environment for programs that draw on it."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"800x600x{depth}", "-nolisten", "tcp", *options]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        try:
            with os.fdopen(reading) as numbers:
                display = f":{numbers.readline().strip()}"
            others = {key: value for key, value in os.environ.items() if key != renderer.HINT}
            yield {**others, "DISPLAY": display, "SDL_VIDEODRIVER": "x11"}
        finally:
            server.kill()


def run_script(script: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a Python script in the program's folder to its end."""
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE, env=environment
    )
