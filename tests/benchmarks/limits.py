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

    On two cores, an AI of low priority would use up half of the quota before the window's turn. Give the function to
    `subprocess` as `preexec_fn`.
    """
    first = {"cpu.cfs_period_us": str(PERIOD), "cpu.cfs_quota_us": str(QUOTA)}
    with control_group("cpu", first, {"cpu.max": f"{QUOTA} {PERIOD}"}) as group:
        yield lambda: _enter(group, {max(os.sched_getaffinity(0))})


@contextmanager
def memory(megabytes: int) -> Iterator[tuple[Callable[[], None], Callable[[], tuple[float, int]]]]:
    """A function that puts the calling process and its later children where so much memory is.

    A second function returns the MB that they hold now, without the pages of files, which the system can drop, and how
    many of them were killed for want of memory.
    """
    most = str(megabytes * KILOBYTES**2)
    with control_group("memory", {"memory.limit_in_bytes": most}, {"memory.max": most}) as group:
        yield lambda: _enter(group), lambda: _used(group)


@contextmanager
def control_group(controller: str, first: dict[str, str], second: dict[str, str]) -> Iterator[Path]:
    """A control group of version 1 or 2 with the contents of its files; the test is skipped if there can be none."""
    is_first = (GROUPS / controller).is_dir()
    group = (GROUPS / controller if is_first else GROUPS) / f"kissaten-{os.getpid()}"
    try:
        group.mkdir()
        for name, text in (first if is_first else second).items():
            (group / name).write_text(text)
    except OSError as error:
        with suppress(OSError):
            group.rmdir()
        pytest.skip(f"no control group for {controller} can be had in {group.parent}: {error}")
    try:
        yield group
    finally:
        for _ in range(50):  # a process that has ended leaves its group a moment later
            with suppress(OSError):
                group.rmdir()
                break
            time.sleep(0.1)


def _enter(group: Path, cores: set[int] | None = None) -> None:
    (group / "cgroup.procs").write_text(str(os.getpid()))
    if cores:
        os.sched_setaffinity(0, cores)


def _used(group: Path) -> tuple[float, int]:
    is_first = (group / "memory.oom_control").exists()
    holding, events = ("total_rss", "memory.oom_control") if is_first else ("anon", "memory.events")
    held = dict(line.split() for line in (group / "memory.stat").read_text().splitlines())
    happened = dict(line.split() for line in (group / events).read_text().splitlines())
    return int(held[holding]) / KILOBYTES**2, int(happened["oom_kill"])


def held(pid: int) -> dict[str, float]:
    """The memory of a process in MB, by the names of smaps_rollup: Pss (shared pages in parts), Rss, Private_Dirty."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    sizes = (line.split() for line in lines)
    return {words[0].rstrip(":"): int(words[1]) / KILOBYTES for words in sizes if len(words) == 3}


def role(pid: int) -> str:
    """What a process of the program is: "window", "child" (the AI, or one that compiles) or "tracker"."""
    words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    if any("resource_tracker" in word for word in words):
        return "tracker"
    return "child" if any("spawn_main" in word for word in words) else "window"
