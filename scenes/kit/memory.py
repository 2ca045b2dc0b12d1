"""The process's memory: what a scene leaves behind goes at once, and large blocks go back to the system."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from pathlib import Path

_MMAP_THRESHOLD = -3  # glibc's name for it, M_MMAP_THRESHOLD
_LARGE = 1 << 20  # bytes; a surface from some 512 by 512 pixels up
_STATUS = Path("/proc/self/statm")


def prepare() -> None:
    """Call it once, when all is imported and nothing is on the stage yet.

    What exists now outlives every scene, so that collecting later looks only at what came after. glibc raises the
    size from which a block is given back when freed to that of the largest block so far: a few large pictures would
    leave holes as large as they are.
    """
    gc.collect()
    gc.freeze()
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # other C libraries have none, and no such habit
        if mallopt is not None:
            mallopt(_MMAP_THRESHOLD, _LARGE)


def collect() -> None:
    """Free what no longer leads anywhere: a scene and its widgets hold one another, and their pictures with them."""
    gc.collect()


def resident() -> int | None:
    """Bytes of this process in memory; None where the system does not tell."""
    try:
        return int(_STATUS.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None
