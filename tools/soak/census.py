"""Measures memory, files and child processes; a figure is None if the system does not tell it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from game.platforms.machine import held_memory

# The most bytes of the store.
MOST_STORE = 50_000_000
# The most bytes of all other files in the data folder.
MOST_BESIDE = 10_000_000
MOST_FILES = 60
# The most child processes: those of the AI and the compiler, and helpers of multiprocessing.
MOST_CHILDREN = 6
GROWTH = 1.15, 30_000_000  # memory may reach the warm-up's maximum times this factor, plus these bytes
# With fewer samples from the warm-up, nothing can be said about growth.
LEAST_WARM = 3
# A run may have this many descriptors more than its warm-up, and as many threads more.
SPARE = 8
OWN = Path("/proc/self")
MILLION = 1e6
MEGABYTE = 1 << 20  # bytes, as `held_memory` counts


@dataclass(frozen=True, slots=True)
class Sample:
    """One sample: memory, store and all other files in bytes."""

    at: datetime
    memory: int | None
    descriptors: int | None
    threads: int
    children: int | None
    store: int
    beside: int
    files: int

    def say(self) -> str:
        """Return the sample in one line."""
        held = "?" if self.memory is None else f"{self.memory / MILLION:.0f} MB"
        return (
            f"{self.at:%a %d %H:%M}: memory {held}, descriptors {self.descriptors}, threads {self.threads}, "
            f"children {self.children}, store {self.store / 1e3:.0f} kB, beside it {self.files} files with "
            f"{self.beside / 1e3:.0f} kB"
        )


def sample(folder: Path, store: Path, at: datetime) -> Sample:
    """Take a sample now; `folder` is the data folder."""
    sizes = {path: _size(path) for path in folder.rglob("*") if path.is_file()}
    own = [path for path in sizes if path.name.startswith(store.name)]
    beside = [path for path in sizes if path not in own]
    held = held_memory()
    return Sample(
        at,
        None if held is None else held * MEGABYTE,
        _entries(OWN / "fd"),
        threading.active_count(),
        _children(),
        sum(sizes[path] for path in own),
        sum(sizes[path] for path in beside),
        len(beside),
    )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    # SQLite creates and deletes its second file as it runs.
    except FileNotFoundError:
        return 0


def _entries(folder: Path) -> int | None:
    return sum(1 for _ in folder.iterdir()) if folder.is_dir() else None


def _children() -> int | None:
    """Return the number of child processes, including zombies."""
    found = [path.read_text() for path in OWN.glob("task/*/children")]
    return sum(len(text.split()) for text in found) if found else None


def too_much(now: Sample) -> list[str]:
    """Return what exceeds its absolute limit."""
    limits = (
        ("store", now.store, MOST_STORE),
        ("bytes beside the store", now.beside, MOST_BESIDE),
        ("files", now.files, MOST_FILES),
        ("child processes", now.children or 0, MOST_CHILDREN),
    )
    return [f"{what}: {found} are more than {most}" for what, found, most in limits if found > most]


def grown(samples: Sequence[Sample], warm: int) -> list[str]:
    """Return what grew beyond its limit after the first `warm` samples."""
    first, late = samples[:warm], samples[warm:]
    if len(first) < LEAST_WARM or not late:
        return []
    broken = []
    held = [max(one.memory or 0 for one in part) for part in (first, late)]
    if held[1] > GROWTH[0] * held[0] + GROWTH[1]:
        broken.append(f"memory grew from {held[0] / MILLION:.0f} MB to {held[1] / MILLION:.0f} MB")
    for name in ("descriptors", "threads"):
        before, after = (max(getattr(one, name) or 0 for one in part) for part in (first, late))
        if after > before + SPARE:
            broken.append(f"{name} grew from {before} to {after}")
    return broken
