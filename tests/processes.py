"""Runs Python programs in processes of their own, and waits for the ends of processes."""

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
    """Run Python with these words at a root, by default the project's. Return its status and output.

    `environment` is added to this process's own. The output is bytes if `stdin` is bytes, or with `text=False`.
    """
    given: dict[str, Any] = {"stdin": subprocess.DEVNULL} if stdin is None else {"input": stdin}
    return subprocess.run(
        [*prefix, sys.executable, *map(str, words)],
        capture_output=True,
        text=text and not isinstance(stdin, bytes),
        cwd=root,
        env={**os.environ, **{name: os.fspath(value) for name, value in environment.items()}},
        timeout=600,  # more than a test's own limit
        **given,
    )


@contextlib.contextmanager
def begun(*words: str | Path, **environment: Any) -> Iterator[subprocess.Popen[str]]:
    """A Python process with these words. It is killed at the end of the block at the latest."""
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    given = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    process = subprocess.Popen([sys.executable, *map(str, words)], text=True, cwd=ROOT, env=given, **pipes)
    try:
        yield process
    finally:
        process.kill()
        process.wait()  # not communicate: a child that is left behind holds the pipes
        for pipe in filter(None, (process.stdin, process.stdout, process.stderr)):
            pipe.close()


def said(code: str) -> str:
    """Return the output of Python code. Fails if the code fails."""
    done = run("-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout


def awaited(found: Callable[[], Any], pause: float = 0.01) -> Any:
    """Return what `found` returns as soon as that is true. Asks again and again; fails after PATIENCE."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if value := found():
            return value
        time.sleep(pause)
    raise AssertionError("it was waited for in vain")


def watched(pid: int) -> int | None:
    """Return a descriptor for the end of exactly this process, even if its number is used again; None after its end."""
    try:
        return os.pidfd_open(pid)
    except ProcessLookupError:
        return None


def over(descriptor: int | None, patience: float = PATIENCE) -> bool:
    """Return whether the watched process ends in time. Its descriptor is closed."""
    if descriptor is None:
        return True
    try:
        return bool(select.select([descriptor], [], [], patience)[0])
    finally:
        os.close(descriptor)


def gone(pid: int, patience: float = PATIENCE) -> bool:
    """Return whether the process ends in time."""
    return over(watched(pid), patience)


def still_running(descriptors: Iterable[int | None]) -> int:
    """Return how many of the watched processes do not end in time. These are killed."""
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
    """Let the product believe that it runs on `system`: "win32", "darwin" or "linux"."""
    monkeypatch.setattr(sys, "platform", system)


def children_of(pid: int) -> list[int]:
    """Return the processes that `pid` has started, and those that these have started, as Linux reports them."""
    found = []
    with contextlib.suppress(OSError):  # it has just ended
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                found += [child, *children_of(child)]
    return found
