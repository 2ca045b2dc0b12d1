"""A quarter of a core for a process and its children, and the memory that they hold. Linux alone."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

PERIOD, QUOTA = 10_000, 2_500  # microseconds: 2.5 of every 10 ms
GROUPS = Path("/sys/fs/cgroup")
KILOBYTES = 1024


@contextmanager
def quarter_of_a_core() -> Iterator[Callable[[], None]]:
    """A function that puts the calling process and its later children into a quarter of one core, on that core alone.

    On two cores, an AI of low priority would use up half of the quota before the window's turn.

    Give it to `subprocess` as `preexec_fn`. The test is skipped if this system sets no such limit.
    """
    is_first = (GROUPS / "cpu" / "cpu.cfs_quota_us").exists()
    group = (GROUPS / "cpu" if is_first else GROUPS) / f"kissaten-{os.getpid()}"
    try:
        group.mkdir()
        if is_first:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (group / "cpu.cfs_quota_us").write_text(str(QUOTA))
        else:
            (group / "cpu.max").write_text(f"{QUOTA} {PERIOD}")
    except OSError as error:
        with suppress(OSError):
            group.rmdir()
        pytest.skip(f"no quarter of a core can be had in {group.parent}: {error}")
    try:
        yield lambda: _enter(group)
    finally:
        for _ in range(50):  # a process that has ended leaves its group a moment later
            with suppress(OSError):
                group.rmdir()
                break
            time.sleep(0.1)


def _enter(group: Path) -> None:
    (group / "cgroup.procs").write_text(str(os.getpid()))
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def family(pid: int) -> list[int]:
    """The process `pid` and all its descendants that are alive."""
    found = [pid]
    for parent in found:
        with suppress(OSError):
            for task in Path(f"/proc/{parent}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found


def held(pid: int) -> dict[str, float]:
    """The memory of a process in MB, by the names of smaps_rollup: Pss (shared pages in parts), Rss, Private_Dirty."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    sizes = (line.split() for line in lines)
    return {words[0].rstrip(":"): int(words[1]) / KILOBYTES for words in sizes if len(words) == 3}


def role(pid: int) -> str:
    """What a process of the program does: "window", "AI", "compiler", "tracker" or another one's name."""
    words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    if any("resource_tracker" in word for word in words):
        return "tracker"
    return "child" if any("spawn_main" in word for word in words) else "window"
