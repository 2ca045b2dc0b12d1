"""A small init for one program on Linux: it starts the program, and ends the processes that it leaves behind.

The process PARENT runs it as a script, `reaper.py PARENT PROGRAM WORD ...`, with nothing of Kissaten imported. It finds
descendants also in sessions of their own and after their parents' end: Linux gives orphans to the nearest "child
subreaper" (prctl(2)), which this process is.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER = 1, 4, 36
_NOT_RUN = 127  # a shell's status for a program that cannot run


def main(parent: int, words: list[str]) -> int:
    """Run the program until it ends, this process is asked to end, or `parent` ends. Return the program's status."""
    for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(ending, lambda *_: _end_all(None))
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    _prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        return _NOT_RUN  # it ended before the request for the signal
    own = os.getpid()
    program = os.fork()
    if program == 0:
        _become(own, words)
    for stream in (0, 1):
        os.close(stream)  # only the program may hold them, so that their ends are noticed
    _, status = _wait_for(program)
    return _end_all(status)


def _become(parent: int, words: list[str]) -> None:
    """Become the program, which also ends with the process `parent`."""
    try:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)  # Python ignores them, which the program would inherit
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
    """Kill the remaining descendants. Return the status in `subprocess`'s form; without one, end this process."""
    own = os.getpid()
    with suppress(ChildProcessError):  # none is left
        while True:
            for child in _children(own):
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            os.waitpid(-1, 0)  # its children are adopted by this process
    if status is None:
        os._exit(0)
    return os.waitstatus_to_exitcode(status)


def _children(parent: int) -> list[int]:
    """The children of `parent`, by proc(5)."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):  # it ended
                after_name = (folder / "stat").read_bytes().rpartition(b")")[2].split()  # a name may contain anything
                if int(after_name[1]) == parent:
                    found.append(int(folder.name))
    return found


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    code = main(int(sys.argv[1]), sys.argv[2:])
    if code < 0:  # end by the same signal, without a core dump of this process
        _prctl(_PR_SET_DUMPABLE, 0)
        with suppress(OSError):  # not possible for SIGKILL
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)
