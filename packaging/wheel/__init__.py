"""Kissaten as an installed package: the whole program lies in this folder, as it lies at the top of a clone."""

from __future__ import annotations

import sys
from pathlib import Path


def start() -> int:
    """Run the command `kissaten`; gives the status to end the process with."""
    sys.path.insert(0, str(Path(__file__).parent))
    from game.command_line.shell import run
    from main import main

    return run(main)
