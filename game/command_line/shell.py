"""Between a command and whoever calls it: the working folder, output that goes nowhere, and signals to end."""

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
    """Do `command` as this process's only one; gives the status to end the process with.

    It ends quietly where nobody reads what it prints any more, and in one line where that finds no room.
    """
    _open_closed()
    sys.stderr = cast("TextIO", _Complaints(sys.stderr))
    go_home(paths.VARIABLES)
    try:
        try:
            status = command()
        except SystemExit as end:  # the parser's, which has said why
            status = end.code if isinstance(end.code, int) else 0
        sys.stdout.flush()
    except OSError as error:
        if error.filename is not None:  # which output has not
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), _OUTPUT)  # or Python would write the rest at its end
        if isinstance(error, BrokenPipeError):  # who reads has seen enough
            return 0
        print(printable(f"{program_name()}: what it prints cannot be written: {error.strerror}"), file=sys.stderr)
        return WRONG_USE
    return status


@contextlib.contextmanager
def interrupted_by_signals(*, where: bool = True) -> Iterator[None]:
    """Let a service that stops, or a terminal that goes, interrupt as Ctrl+C does, once: more of them change nothing.

    What the process was told to ignore, by nohup for example, it ignores. Without `where` nothing changes.
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
    """Let the standard streams that were closed lead nowhere: else the next file that is opened would be one."""
    while (handle := os.open(os.devnull, os.O_RDWR)) < len(_STANDARD):
        name = _STANDARD[handle]
        stream = open(handle, "w" if handle else "r", encoding="utf-8", closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    os.close(handle)


class _Complaints:
    """Standard error, as which it is used: where it takes nothing any more, that harms nobody."""

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
