"""Lets the bundle compile its kernels, for a processor level that most PCs have."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from game.agents.kernel_folder import BROUGHT
from game.platforms.program import COMPILE
from tools.bundle.archive import set_times

NEEDED = ("HOME", "SYSTEMROOT", "USERPROFILE", "LOCALAPPDATA")
"""The environment variables that a program needs to start and to find its folders."""


def compile_for_all(folder: Path) -> None:
    """Let the bundle in `folder` compile all kernels into its kernel folder. Raises CalledProcessError."""
    kept = folder / "_internal" / BROUGHT
    kept.mkdir()
    program = folder / ("kissaten.exe" if sys.platform == "win32" else "kissaten")
    environment = {name: os.environ[name] for name in NEEDED if name in os.environ} | {"PATH": ""}
    subprocess.run([str(program), COMPILE, str(kept)], check=True, env=environment)
    set_times(folder)
