"""A small init for one program on Linux: it starts the program, and ends whatever that leaves behind.

The process PARENT runs it as a script, `reaper.py PARENT PROGRAM WORD ...`, with nothing of Kissaten imported. It finds
the processes that the program has started also where they have begun a session of their own, or where their parents
have ended: Linux then gives them to the nearest "child subreaper" (prctl(2)), which this process is.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER = 1, 4, 36
_NOT_RUN = 127  # what a shell says of a program that cannot be run


def main(parent: int, words: list[str]) -> int:
    """Run the program until it ends, this process is asked to end, or `parent` ends. Gives the program's status."""
    for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(ending, lambda *_: _end_all(None))
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    _prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        return _NOT_RUN  # it has ended before the signal was asked for
    own = os.getpid()
    program = os.fork()
    if program == 0:
        _become(own, words)
    for stream in (0, 1):
        os.close(stream)  # the program's own: their ends are to be noticed
    _, status = _wait_for(program)
    return _end_all(status)


def _become(parent: int, words: list[str]) -> None:
    """Turn into the program, which does not outlive the process `parent` either."""
    try:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)  # Python ignores them, and a program inherits that
        if os.getppid() == parent:
            os.execvp(words[0], words)
    finally:
        os._exit(_NOT_RUN)


def _wait_for(process: int) -> tuple[int, int]:
    """Wait for its end, and take note of that of others, which have been handed to this process."""
    while True:
        ended, status = os.waitpid(-1, 0)
        if ended == process:
            return ended, status


def _end_all(status: int | None) -> int:
    """End all that is left. Without a status this process ends as well; else it is given as `subprocess` would."""
    own = os.getpid()
    with suppress(ChildProcessError):  # nobody is left
        while True:
            for child in _children(own):
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            os.waitpid(-1, 0)  # whose own children are this process's from now on
    if status is None:
        os._exit(0)
    return os.waitstatus_to_exitcode(status)


def _children(parent: int) -> list[int]:
    """The processes whose parent is `parent`, by proc(5)."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):  # it has ended
                after_name = (folder / "stat").read_bytes().rpartition(b")")[2].split()  # a name may hold anything
                if int(after_name[1]) == parent:
                    found.append(int(folder.name))
    return found


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    code = main(int(sys.argv[1]), sys.argv[2:])
    if code < 0:  # end by the same signal, without a core of this process beside the program's own
        _prctl(_PR_SET_DUMPABLE, 0)
        with suppress(OSError):  # SIGKILL needs none
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)
