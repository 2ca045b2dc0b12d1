"""A small init for one program on Linux: it starts the program, and ends the processes that the program leaves behind.

The process PARENT runs it as a script, `reaper.py PARENT PROGRAM WORD ...`. The script imports nothing of Kissaten. It
is a "child subreaper" (prctl(2)): Linux makes it the parent of orphans. So it finds all descendants, even in their own
sessions and after their parents have ended.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER = 1, 4, 36
_NOT_RUN = 127  # the status that a shell gives a program that cannot run


def main(parent: int, words: list[str]) -> int:
    """Run the program until it ends, this process is asked to end, or `parent` ends. Returns the program's status."""
    for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(ending, lambda *_: _end_all(None))
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    _prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        return _NOT_RUN  # the parent ended before the signal was requested
    own = os.getpid()
    program = os.fork()
    if program == 0:
        _become(own, words)
    for stream in (0, 1):
        os.close(stream)  # only the program may have the streams, so that others notice when it closes them
    _, status = _wait_for(program)
    return _end_all(status)


def _become(parent: int, words: list[str]) -> None:
    """Become the program. The program also ends when the process `parent` ends."""
    try:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)  # Python ignores these signals, and the program would inherit that
        if os.getppid() == parent:
            os.execvp(words[0], words)
    finally:
        os._exit(_NOT_RUN)


def _wait_for(process: int) -> tuple[int, int]:
    """Wait for the program's end, reaping adopted processes."""
    while True:
        ended, status = os.waitpid(-1, 0)
        if ended == process:
            return ended, status


def _end_all(status: int | None) -> int:
    """Kill the remaining descendants. Return `status` in `subprocess`'s form; if it is None, end this process."""
    own = os.getpid()
    with suppress(ChildProcessError):  # no child is left
        while True:
            for child in _children(own):
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            os.waitpid(-1, 0)  # orphans of a killed process are now this one's children
    if status is None:
        os._exit(0)
    return os.waitstatus_to_exitcode(status)


def _children(parent: int) -> list[int]:
    """Return the children of `parent`, by proc(5)."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):  # the process has ended
                # a name may contain any character
                after_name = (folder / "stat").read_bytes().rpartition(b")")[2].split()
                if int(after_name[1]) == parent:
                    found.append(int(folder.name))
    return found


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    code = main(int(sys.argv[1]), sys.argv[2:])
    if code < 0:  # end by the same signal, but without a core dump
        _prctl(_PR_SET_DUMPABLE, 0)
        with suppress(OSError):  # fails for SIGKILL
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)
