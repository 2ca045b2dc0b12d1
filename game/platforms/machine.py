"""The machine: its start, processors and memory."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from game.platforms.files import read_regular

_NICE = 10
_ARENA_MAX = -8  # glibc's M_ARENA_MAX
_MMAP_THRESHOLD = -3  # glibc's M_MMAP_THRESHOLD
_LARGE = 1 << 20  # a block of this many bytes or more is large, such as a picture of 512 by 512 pixels
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_PROCESSORS = Path("/proc/cpuinfo")
_MEMORY, _OWN_MEMORY = Path("/proc/meminfo"), Path("/proc/self/status")
_OWN_GROUPS, _GROUPS = Path("/proc/self/cgroup"), Path("/sys/fs/cgroup")
_GROUP_FILES = {
    "": ("memory.max", "memory.current"),
    "memory": ("memory.limit_in_bytes", "memory.usage_in_bytes"),
}
"""The names of the files with a control group's limit and its use of memory, by the group's kind.

"" is a group of the tree for all resources, "memory" a group of the older tree for memory alone.
"""
_KILO = 1024
_MOST_OF_PROCESSORS = 1 << 20  # the most bytes to read; a core takes about 1.5 kB
_LEVELS = {
    "x86-64-v3": frozenset(
        "sse4_2 ssse3 popcnt cx16 lahf_lm avx avx2 bmi1 bmi2 f16c fma abm movbe xsave".split()  # noqa: SIM905
    )
}
"""The features of each processor level, by Linux's names. "abm" includes lzcnt."""
_BOOT_ID_LENGTH = 64  # the most bytes to read, more than any id has


def boot_id(path: Path = _BOOT_ID, library: object = None) -> str:
    """Return a text that is different after each boot; "" on systems that have none, such as Windows.

    Linux has it in the file `path`, macOS in its C `library`.
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
    """Lower this process's priority, if the system supports it."""
    if hasattr(os, "nice"):
        os.nice(_NICE)


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def has_level(level: str, path: Path = _PROCESSORS) -> bool:
    """Return whether this machine's processors can run code for a level of x86-64. Only "x86-64-v3" is known.

    Linux lists their features in `path`. Without that file, the answer is False.
    """
    wanted = _LEVELS[level]
    try:
        text = _text(path)
    except (OSError, ValueError):
        return False
    found = [line.partition(":")[2].split() for line in text.splitlines() if line.startswith("flags")]
    return bool(found) and wanted <= set(found[0])


def load() -> float | None:
    """Return the average number of busy cores in the last minute; None if unknown."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def free_memory(
    status: Path = _MEMORY, own: Path = _OWN_MEMORY, own_groups: Path = _OWN_GROUPS, groups: Path = _GROUPS
) -> int | None:
    """Return the MB that this process may still take: by the machine's memory, by its own limit (`ulimit -v`), and by
    the limits of its control groups, such as a container's.

    Linux lists the machine's memory in `status`, this process's in `own`, and its groups in `own_groups`. `groups` has
    the limits. On other systems, the answer is None.
    """
    try:
        free = _kilobytes(status, "MemAvailable")
        if (limit := _address_limit()) is not None:
            free = min(free, limit // _KILO - _kilobytes(own, "VmSize"))
    except (OSError, ValueError):
        return None
    return max(0, min([free, *_free_in_groups(own_groups, groups)])) // _KILO


def _free_in_groups(own_groups: Path, groups: Path) -> Iterator[int]:
    """Yield the free kilobytes of each limited control group that contains this process. Cached files count as free."""
    try:
        lines = _text(own_groups).splitlines()
    except (OSError, ValueError):
        return
    for kinds, path in (line.split(":", 2)[1:] for line in lines if line.count(":") > 1):
        if kinds in _GROUP_FILES:
            base, (most, used) = groups / kinds, _GROUP_FILES[kinds]
            group = base / path.lstrip("/")
            for folder in (group, *group.parents[: len(group.parents) - len(base.parents)]):
                with contextlib.suppress(OSError, LookupError, ValueError):  # the group has no limit, or is hidden here
                    counts = dict(line.split(" ", 1) for line in _text(folder / "memory.stat").splitlines())
                    cached = int(counts["inactive_file"]) + int(counts["active_file"])
                    yield (int(_text(folder / most)) - int(_text(folder / used)) + cached) // _KILO


def held_memory(own: Path = _OWN_MEMORY) -> int | None:
    """The MB of memory that this process holds; None if unknown."""
    try:
        return _kilobytes(own, "VmRSS") // _KILO
    except (OSError, ValueError):
        return None


def _address_limit() -> int | None:
    """Return the most bytes of address space of this process; None if there is no limit."""
    import resource

    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit


def _text(path: Path) -> str:
    """Return the content of a file of Linux. Raises OSError."""
    return read_regular(path, _MOST_OF_PROCESSORS).decode("ascii", "replace")


def _kilobytes(path: Path, name: str) -> int:
    """Return the number after `name` in a file of Linux. Raises OSError or ValueError."""
    for line in _text(path).splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1])
    raise ValueError(f"{path} has no {name}")


def return_large_blocks() -> None:
    """Let freed memory of large blocks, such as pictures, return to the system.

    By default, glibc returns only blocks that are larger than any block freed before, so freed pictures leave holes in
    its memory. It also gives each thread its own heap, which only grows. This function sets a fixed limit, and one heap
    for all threads.
    """
    if sys.platform == "linux":
        import ctypes

        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # other C libraries do not have it, and do not need it
        if mallopt is not None:
            mallopt(_MMAP_THRESHOLD, _LARGE)
            mallopt(_ARENA_MAX, 1)
