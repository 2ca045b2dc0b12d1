"""The bundle's kernels, compiled for the processors of a common level by the bundle itself."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from game.agents.kernel_folder import BROUGHT
from game.platforms.program import COMPILE
from tools.bundle.archive import set_times


def compile_for_all(folder: Path) -> None:
    """Let the bundle in `folder` compile all kernels into its own folder of them. Raises CalledProcessError."""
    kept = folder / "_internal" / BROUGHT
    kept.mkdir()
    program = folder / "kissaten"
    subprocess.run([str(program), COMPILE, str(kept)], check=True, env={"HOME": os.environ["HOME"], "PATH": ""})
    set_times(folder)
