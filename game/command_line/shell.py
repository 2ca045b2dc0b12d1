"""The environment in which a command runs: working folder, closed output, and signals that end it."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import NoReturn, TextIO, cast

from game import paths
from game.command_line.parser import WRONG_USE
from game.core.plain_text import printable
from game.platforms.processes import ending_signals
from game.platforms.program import go_home, program_name

_STANDARD = ("stdin", "stdout", "stderr")
_OUTPUT = _STANDARD.index("stdout")


def run(command: Callable[[], int]) -> int:
    """Run `command`, the only one of this process. Returns the exit status.

    If nobody reads the output any more, the process ends quietly. If the disk is full, it ends with one line of text.
    """
    _open_closed()
    sys.stderr = cast("TextIO", _Complaints(sys.stderr))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a console may lack characters of a name or a path
    go_home(paths.VARIABLES)
    try:
        try:
            status = command()
        except SystemExit as end:  # the parser has explained why
            status = end.code if isinstance(end.code, int) else 0
        sys.stdout.flush()
    except OSError as error:
        if error.filename is not None:  # errors of the output have no file name
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), _OUTPUT)  # otherwise Python would write the rest when it exits
        if isinstance(error, BrokenPipeError):  # the reader has closed the pipe
            return 0
        print(printable(f"{program_name()}: what it prints cannot be written: {error.strerror}"), file=sys.stderr)
        return WRONG_USE
    return status


@contextlib.contextmanager
def interrupted_by_signals(*, where: bool = True) -> Iterator[None]:
    """A context in which stopping the service or closing the terminal interrupts as Ctrl+C does.

    Repeated signals are ignored. Signals that the process ignores already, for example by nohup, stay ignored. If
    `where` is false, nothing changes.
    """
    numbers = [one for one in ending_signals() if where and signal.getsignal(one) is signal.SIG_DFL]

    def interrupt(number: int, frame: FrameType | None) -> NoReturn:
        for one in numbers:
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt

    for one in numbers:
        signal.signal(one, interrupt)
    try:
        yield
    finally:
        for one in numbers:
            signal.signal(one, signal.SIG_DFL)


def _open_closed() -> None:
    """Connect closed standard streams to the null device. Otherwise the next opened file would take their place."""
    while (handle := os.open(os.devnull, os.O_RDWR)) < len(_STANDARD):
        name = _STANDARD[handle]
        stream = open(handle, "w" if handle else "r", encoding="utf-8", closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    os.close(handle)


class _Complaints:
    """Standard error that ignores failed writes."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write as a stream does."""
        with contextlib.suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush as a stream does."""
        with contextlib.suppress(OSError):
            self._stream.flush()
