"""The machine that the program runs on: when it was started, its processors, its memory."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from game.platforms.files import read_regular

_NICE = 10
_ARENA_MAX = -8  # and M_ARENA_MAX
_MMAP_THRESHOLD = -3  # glibc's name for it, M_MMAP_THRESHOLD
_LARGE = 1 << 20  # bytes; a surface from some 512 by 512 pixels up
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_PROCESSORS = Path("/proc/cpuinfo")
_MOST_OF_PROCESSORS = 1 << 20  # bytes; some 1.5 kB for each core
_LEVELS = {
    "x86-64-v3": frozenset(
        "sse4_2 ssse3 popcnt cx16 lahf_lm avx avx2 bmi1 bmi2 f16c fma abm movbe xsave".split()  # noqa: SIM905
    )
}
"""What processors of a level can, as Linux calls it; abm stands for lzcnt."""
_BOOT_ID_LENGTH = 64  # bytes, and more than any is long


def boot_id(path: Path = _BOOT_ID, library: object = None) -> str:
    """Return a text that differs after each start of the machine; "" where the system has none, as Windows.

    Linux has it in the file `path`, macOS gives it to whoever asks its C `library`.
    """
    if sys.platform == "darwin":
        return _session_id(library)
    try:
        return read_regular(path, _BOOT_ID_LENGTH).decode("ascii").strip()
    except (OSError, ValueError):
        return ""


def _session_id(library: Any) -> str:
    import ctypes

    found, length = ctypes.create_string_buffer(_BOOT_ID_LENGTH), ctypes.c_size_t(_BOOT_ID_LENGTH)
    try:
        asked = (library or ctypes.CDLL(None)).sysctlbyname
        failed = asked(b"kern.bootsessionuuid", found, ctypes.byref(length), None, ctypes.c_size_t(0))
    except (OSError, AttributeError):
        return ""
    return "" if failed else found.value.decode("ascii", "replace")


def lower_priority() -> None:
    """Let this process give way to others, where the system has a word for that."""
    if hasattr(os, "nice"):
        os.nice(_NICE)


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def has_level(level: str, path: Path = _PROCESSORS) -> bool:
    """Return whether this machine's processors run code for a level of x86-64: "x86-64-v3" is known.

    Linux tells in `path` what they can; where no such file is, they are not known to.
    """
    wanted = _LEVELS[level]
    try:
        text = read_regular(path, _MOST_OF_PROCESSORS).decode("ascii", "replace")
    except (OSError, ValueError):
        return False
    found = [line.partition(":")[2].split() for line in text.splitlines() if line.startswith("flags")]
    return bool(found) and wanted <= set(found[0])


def load() -> float | None:
    """Return how many cores were busy on the average of the last minute; None where the system does not tell."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def return_large_blocks() -> None:
    """Let memory of large blocks, such as pictures, go back to the system when it is freed.

    glibc raises the size from which it does so to that of the largest block so far: a few large pictures would leave
    holes as large as they are. And it gives threads heaps of their own, which only grow: all shall use the first one.
    """
    if sys.platform == "linux":
        import ctypes

        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # other C libraries have none, and no such habit
        if mallopt is not None:
            mallopt(_MMAP_THRESHOLD, _LARGE)
            mallopt(_ARENA_MAX, 1)
