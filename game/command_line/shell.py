"""The environment of a command: working folder, closed output, and signals to end."""

from __future__ import annotations

import contextlib
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
    """Run `command` as this process's only one; return the exit status.

    It ends quietly if the output's reader is gone, and with one line if the disk is full.
    """
    _open_closed()
    sys.stderr = cast("TextIO", _Complaints(sys.stderr))
    go_home(paths.VARIABLES)
    try:
        try:
            status = command()
        except SystemExit as end:  # the parser's, already explained
            status = end.code if isinstance(end.code, int) else 0
        sys.stdout.flush()
    except OSError as error:
        if error.filename is not None:  # not set for output
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), _OUTPUT)  # otherwise Python writes the rest at its end
        if isinstance(error, BrokenPipeError):  # the reader has closed the pipe
            return 0
        print(printable(f"{program_name()}: what it prints cannot be written: {error.strerror}"), file=sys.stderr)
        return WRONG_USE
    return status


@contextlib.contextmanager
def interrupted_by_signals(*, where: bool = True) -> Iterator[None]:
    """A context in which a service's stop or a closed terminal interrupts like Ctrl+C; repeated signals are ignored.

    Signals that the process already ignores, by nohup for example, stay ignored. Without `where` nothing changes.
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
    """Open closed standard streams on the null device: otherwise the next opened file would become one."""
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
