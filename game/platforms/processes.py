"""Child processes: their end with the parent, and requests to end."""

from __future__ import annotations

import contextlib
import logging
import os
import shlex
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.platforms.program import reaper_command

if TYPE_CHECKING:
    import subprocess  # imported only to start processes

_ENDINGS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
_PR_SET_PDEATHSIG = 1  # an operation of Linux's prctl
_JOB_LIMITS, _KILL_ON_JOB_CLOSE = 9, 0x2000  # JobObjectExtendedLimitInformation, and one of its flags
_NEW_GROUP, _CTRL_BREAK = 0x200, 1  # CREATE_NEW_PROCESS_GROUP and CTRL_BREAK_EVENT, which only Windows defines
_PROCESS_RIGHTS = 0x0101  # PROCESS_SET_QUOTA and PROCESS_TERMINATE, needed to put a process into a job
_log = logging.getLogger(__name__)


def ending_signals() -> list[int]:
    """Return the signals by which this system ends programs: service stop, Ctrl+C, closed terminal or session."""
    return [getattr(signal, name) for name in _ENDINGS if hasattr(signal, name)]


def end_with_parent() -> None:
    """Let this child process of multiprocessing end with its parent, even after a crash.

    On Linux, it also ends with the thread that started it.
    """
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None and parent.pid is not None:  # None: this process is not a child
        _end_with(parent.pid, lambda: _wait_for(parent.sentinel))


def end_with_supervisor(supervisor: int) -> None:
    """Let this program end with the process `supervisor`, which started it with a pipe as standard input."""
    _end_with(supervisor, _wait_for_input_end)


def _end_with(parent: int, wait: Callable[[], object]) -> None:
    """End this process when `parent` ends.

    If the system cannot do this, a thread calls `wait`, and ends this process when the call returns.
    """
    if sys.platform == "linux" and _die_by_signal():
        if os.getppid() != parent:
            os._exit(0)  # the parent has ended already
    else:
        threading.Thread(target=_end_after, args=(wait,), daemon=True).start()


def _die_by_signal() -> bool:
    """Ask Linux for a SIGKILL when the parent ends. Returns whether it will come.

    A thread that waits for the parent's end is less safe, because a compiler may hold the GIL.
    """
    import ctypes

    try:
        return bool(ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def _end_after(wait: Callable[[], object]) -> None:
    """End this process when `wait` returns."""
    wait()
    os._exit(0)


def _wait_for(sentinel: int) -> None:
    """Wait for a process's end. `sentinel` is a pipe that then closes, or on Windows the process's handle."""
    from multiprocessing.connection import wait

    wait([sentinel])


def _wait_for_input_end() -> None:
    with contextlib.suppress(OSError):  # Windows raises this when the other end of the pipe is closed
        while os.read(0, 1024):
            pass  # the parent sends nothing


def leave_interrupts() -> None:
    """Ignore Ctrl+C and closed terminals in this child process; its parent handles them."""
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def track_resources() -> None:
    """Start multiprocessing's resource tracker. Like this program, it must go on when the terminal is closed."""
    if sys.platform == "win32":
        return  # this system has no tracker
    from multiprocessing import resource_tracker

    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGHUP,))  # the tracker inherits this mask
    resource_tracker.ensure_running()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGHUP,))


def own_group() -> dict[str, Any]:
    """Return arguments of `subprocess.Popen` for a child in its own group, out of reach of this process's Ctrl+C."""
    return {"creationflags": _NEW_GROUP} if sys.platform == "win32" else {"start_new_session": True}


def start_group(command: Sequence[str], **streams: Any) -> subprocess.Popen[bytes]:
    """Start a program in its own group. It ends with this process (`bind_child`). Raises OSError.

    `streams` are further arguments of `subprocess.Popen`.
    """
    import subprocess

    process = subprocess.Popen(command, **streams, **own_group())
    bind_child(process.pid)
    return process


def program_words(text: str) -> list[str]:
    """Split a command by the system's rules, without a shell. Raises ValueError."""
    if sys.platform != "win32":
        return shlex.split(text)
    return [word.strip('"') for word in shlex.split(text, posix=False)]  # backslashes are part of paths on Windows


def bound_command(words: Sequence[str]) -> list[str]:
    """Extend a program's command so that it ends with this process, even after a crash, if the system supports it.

    On Linux, a small process between this one and the program does this (`game/platforms/reaper.py`). It also ends the
    program's children. On other systems, the program can only see that its standard input ends. On Windows, call
    `bind_child`, too.
    """
    if sys.platform != "linux":
        return list(words)
    return reaper_command(str(os.getpid()), *words)


def end_bound(process: subprocess.Popen[bytes], patience: float) -> None:
    """End a child of `bound_command`, in its own group, and all its descendants.

    On Linux, the process in between (see `bound_command`) has `patience` seconds for this. On macOS, processes
    in their own sessions survive.
    """
    import subprocess

    if sys.platform == "linux":
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.terminate()
            process.wait(patience)
    end_group(process)


def ask_to_end(process: subprocess.Popen[bytes]) -> None:
    """Ask a child in its own group to end, as the system would."""
    with contextlib.suppress(OSError):  # the process has already ended
        process.send_signal(_CTRL_BREAK if sys.platform == "win32" else signal.SIGTERM)


def ask_for_traces(process: subprocess.Popen[bytes]) -> None:
    """Make a hung child print its stack traces, if it can, and end. On Windows nothing happens."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            process.send_signal(signal.SIGABRT)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a child in its own group, and its descendants, even if the child has ended.

    On Windows, the descendants end with the child, in its job (`bind_child`).
    """
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # no process is left in the group
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def status_text(status: int) -> str:
    """Describe the end of a process: "exit status 1", "signal 9 (SIGKILL)"."""
    if status >= 0:
        return f"exit status {status}"
    named = {number.value: f" ({number.name})" for number in signal.Signals}
    return f"signal {-status}{named.get(-status, '')}"


def waited_to_run(pid: int) -> float:
    """Return the seconds in which a process's first thread was ready but not running; 0 if they are unknown."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text("ascii").split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def never_wait(pipe: int) -> None:
    """Make writes to a full `pipe` fail instead of blocking. On Windows, this needs Python 3.12."""
    if hasattr(os, "set_blocking"):
        with contextlib.suppress(OSError):
            os.set_blocking(pipe, False)


def bind_child(pid: int) -> None:
    """Let the child process `pid` end with this one, on systems where the parent must ask for it (Windows).

    A child that is not bound still watches for its parent's end itself (`end_with_parent`).
    """
    if sys.platform != "win32":
        return
    try:
        _Job.of_this_process().add(pid)
    except OSError as error:
        _log.warning("the process %d is not bound to this one: %s", pid, error)


class _Job:
    """A Windows job object. Its processes end when its last handle is closed, at the latest when this process ends."""

    _ours: _Job | None = None

    def __init__(self) -> None:
        import ctypes

        self._kernel = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
        for name in ("CreateJobObjectW", "OpenProcess"):
            getattr(self._kernel, name).restype = ctypes.c_void_p  # handles are as wide as pointers
        self._handle = ctypes.c_void_p(self._checked(self._kernel.CreateJobObjectW(None, None)))
        limits = _job_limits()
        self._checked(
            self._kernel.SetInformationJobObject(self._handle, _JOB_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
        )

    @classmethod
    def of_this_process(cls) -> _Job:
        """Return the process's job, which is created at the first call and never closed. Raises OSError."""
        if cls._ours is None:
            cls._ours = cls()
        return cls._ours

    def add(self, pid: int) -> None:
        """Put the process `pid` into the job. Raises OSError."""
        import ctypes

        process = ctypes.c_void_p(self._checked(self._kernel.OpenProcess(_PROCESS_RIGHTS, False, pid)))
        try:
            self._checked(self._kernel.AssignProcessToJobObject(self._handle, process))
        finally:
            self._kernel.CloseHandle(process)

    def _checked(self, answer: int | None) -> int:
        if not answer:
            import ctypes

            raise OSError(ctypes.get_last_error(), "a call of kernel32 failed")  # type: ignore[attr-defined,unused-ignore]
        return answer


def _job_limits() -> Any:
    """Return a JOBOBJECT_EXTENDED_LIMIT_INFORMATION with the flag that ends the processes with the job."""
    import ctypes

    class Basic(ctypes.Structure):
        _fields_ = [
            ("PerProcessUserTimeLimit", ctypes.c_int64),
            ("PerJobUserTimeLimit", ctypes.c_int64),
            ("LimitFlags", ctypes.c_uint32),
            ("MinimumWorkingSetSize", ctypes.c_size_t),
            ("MaximumWorkingSetSize", ctypes.c_size_t),
            ("ActiveProcessLimit", ctypes.c_uint32),
            ("Affinity", ctypes.c_size_t),
            ("PriorityClass", ctypes.c_uint32),
            ("SchedulingClass", ctypes.c_uint32),
        ]

    class Extended(ctypes.Structure):
        _fields_ = [
            ("BasicLimitInformation", Basic),
            ("IoInfo", ctypes.c_uint64 * 6),
            ("ProcessMemoryLimit", ctypes.c_size_t),
            ("JobMemoryLimit", ctypes.c_size_t),
            ("PeakProcessMemoryUsed", ctypes.c_size_t),
            ("PeakJobMemoryUsed", ctypes.c_size_t),
        ]

    limits = Extended()
    limits.BasicLimitInformation.LimitFlags = _KILL_ON_JOB_CLOSE
    return limits
