"""Python programs that tests run in processes of their own, and the ends of processes that are waited for."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.stores import PATIENCE

ROOT = Path(__file__).parents[1]


def run(
    *words: str | Path,
    prefix: Sequence[str] = (),
    root: Path = ROOT,
    stdin: Any = None,
    text: bool = True,
    **environment: Any,
) -> subprocess.CompletedProcess[Any]:
    """What Python does with these words at a root, usually the project's: its status, and what it says.

    `environment` is besides this process's own; bytes in `stdin` make what is said bytes, as `text=False` does.
    """
    given: dict[str, Any] = {"stdin": subprocess.DEVNULL} if stdin is None else {"input": stdin}
    return subprocess.run(
        [*prefix, sys.executable, *map(str, words)],
        capture_output=True,
        text=text and not isinstance(stdin, bytes),
        cwd=root,
        env={**os.environ, **{name: os.fspath(value) for name, value in environment.items()}},
        timeout=600,  # a test has a limit of its own
        **given,
    )


def said(code: str) -> str:
    """What Python says that runs `code`; it fails where that fails."""
    done = run("-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout


def awaited(found: Callable[[], Any], pause: float = 0.01) -> Any:
    """What `found` gives once that is something: it is asked again and again, and in the end in vain."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if value := found():
            return value
        time.sleep(pause)
    raise AssertionError("it was waited for in vain")


def watched(pid: int) -> int | None:
    """A descriptor that tells of the process's end, and of no other's with the same number; None where it has ended."""
    try:
        return os.pidfd_open(pid)
    except ProcessLookupError:
        return None


def over(descriptor: int | None, patience: float = PATIENCE) -> bool:
    """Whether the process that is watched ends in time; it is watched no more."""
    if descriptor is None:
        return True
    try:
        return bool(select.select([descriptor], [], [], patience)[0])
    finally:
        os.close(descriptor)


def gone(pid: int, patience: float = PATIENCE) -> bool:
    """Whether the process ends in time."""
    return over(watched(pid), patience)


def still_running(descriptors: Iterable[int | None]) -> int:
    """How many of the processes that are watched do not end in time; these are killed."""
    running = [one for one in descriptors if one is not None and not over(os.dup(one))]
    for one in running:
        signal.pidfd_send_signal(one, signal.SIGKILL)
    for one in descriptors:
        if one is not None:
            os.close(one)
    return len(running)


@contextlib.contextmanager
def no_more_files() -> Iterator[None]:
    """Within this, the system lets this process open no file and no pipe, and so start no other process."""
    import resource  # Windows has none

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def play_system(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    """Let the product take this machine for one of `system`: "win32", "darwin" or "linux"."""
    monkeypatch.setattr(sys, "platform", system)


def children_of(pid: int) -> list[int]:
    """The processes that `pid` has started, and theirs; Linux tells."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            found += [child, *children_of(child)]
    return found
