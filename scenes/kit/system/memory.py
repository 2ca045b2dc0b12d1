"""The process's memory: what a scene leaves behind goes at once."""

from __future__ import annotations

import gc
import os
from pathlib import Path

_STATUS = Path("/proc/self/statm")


def prepare() -> None:
    """Call it once, when all is imported and nothing is on the stage yet.

    What exists now outlives every scene, so that collecting later looks only at what came after.
    """
    gc.collect()
    gc.freeze()


def collect() -> None:
    """Free what no longer leads anywhere: a scene and its widgets hold one another, and their pictures with them."""
    gc.collect()


def resident() -> int | None:
    """Bytes of this process in memory; None where the system does not tell."""
    try:
        return int(_STATUS.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None
