"""The bundle that is tried: KISSATEN_BUNDLE names its folder, else one is made, without kernels."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 240  # seconds for a program that starts on a busy machine

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the bundle."""
    if given := os.environ.get("KISSATEN_BUNDLE"):
        return Path(given)
    if importlib.util.find_spec("PyInstaller") is None:
        pytest.skip("PyInstaller is not installed (requirements-bundle.txt)")
    out = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "tools.bundle", "--plain", f"--out={out}"], check=True, cwd=ROOT)
    return out / "kissaten"


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """An environment with nothing of Python in it, and no programs."""
    return {
        "HOME": str(tmp_path),
        "PATH": "",
        "KISSATEN_DATA": str(tmp_path / "data"),
        "KISSATEN_CACHE": str(tmp_path / "cache"),
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }


@pytest.fixture
def run(bundle: Path, bare: dict[str, str]) -> Run:
    """Runs the bundle's program with some arguments and standard input."""

    def done(*words: str, text: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        command, environment = [str(bundle / "kissaten"), *words], bare | more
        return subprocess.run(command, input=text, capture_output=True, text=True, env=environment, timeout=PATIENCE)

    return done


def started(bundle: Path, environment: Mapping[str, str], *words: str) -> subprocess.Popen[bytes]:
    """The bundle's program, which goes on until it is asked to end."""
    quiet = subprocess.DEVNULL
    return subprocess.Popen([str(bundle / "kissaten"), *words], env=dict(environment), stdin=quiet, stdout=quiet)
