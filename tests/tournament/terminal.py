"""A terminal for what only speaks to one: the progress bar."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator

import pytest

from tests.processes import ROOT


class Terminal:
    """What is written to `file` is read here."""

    def __init__(self) -> None:
        try:
            self._master, self.file = pty.openpty()
        except OSError as error:
            pytest.skip(f"this machine gives no terminal: {error}")
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("4H", 24, 200, 0, 0))  # a new one has no width
        self.seen = b""

    def read_until(self, pattern: bytes) -> None:
        """Wait until something like `pattern` was written. Raises AssertionError where no writer is left."""
        while not re.search(pattern, self.seen):
            assert self._read(), self.seen

    def read_rest(self) -> bytes:
        """All that was written until the last writer was gone."""
        while self._read():
            pass
        return self.seen

    def _read(self) -> bytes:
        chunk = b""
        with contextlib.suppress(OSError):  # Linux says so where no writer is left
            chunk = os.read(self._master, 1000)
        self.seen += chunk
        return chunk

    def started(self) -> None:
        """Leave the writing end to those who were started with it."""
        os.close(self.file)

    def close(self) -> None:
        os.close(self._master)


@contextlib.contextmanager
def terminal() -> Iterator[Terminal]:
    """One that is there for a while."""
    made = Terminal()
    try:
        yield made
    finally:
        made.close()


@contextlib.contextmanager
def started(line: str) -> Iterator[tuple[Terminal, subprocess.Popen[str]]]:
    """`main.py` with this line in a group of its own, whose errors go to a terminal."""

    def heed_interrupts() -> None:
        """A shell's job in the background is born deaf to them, and so would be whatever the tests start."""
        signal.signal(signal.SIGINT, signal.default_int_handler)

    words = [sys.executable, "main.py", *line.split()]
    with (
        terminal() as screen,
        subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=screen.file,
            text=True,
            cwd=ROOT,
            start_new_session=True,
            preexec_fn=heed_interrupts,
        ) as process,
    ):
        screen.started()
        yield screen, process
