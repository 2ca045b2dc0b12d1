"""What differs from one operating system to another: locks on files, rights, child processes, what speaks.

Tried on Linux. The Windows branches follow the documentation of `msvcrt` and of job objects and are tested with
stand-ins for them, as is the branch of macOS (of child processes; else it takes the one of Linux): neither has been
tried on the real thing.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import re
import shlex
import shutil
import signal
import stat
import string
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import subprocess  # whoever starts no process does not pay for it

_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)  # what systems say of a lock that another process has
_PRIVATE_FILE, _PRIVATE_FOLDER = 0o600, 0o700
_NICE = 10
_ENDINGS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
_ARENA_MAX = -8  # and M_ARENA_MAX
_MMAP_THRESHOLD = -3  # glibc's name for it, M_MMAP_THRESHOLD
_LARGE = 1 << 20  # bytes; a surface from some 512 by 512 pixels up
_PR_SET_PDEATHSIG = 1  # of Linux's prctl
_JOB_LIMITS, _KILL_ON_JOB_CLOSE = 9, 0x2000  # JobObjectExtendedLimitInformation and one of its flags
_NEW_GROUP, _CTRL_BREAK = 0x200, 1  # CREATE_NEW_PROCESS_GROUP, CTRL_BREAK_EVENT; only Windows has the names
_REAPER = Path(__file__).with_name("reaper.py")
_PROCESS_RIGHTS = 0x0101  # PROCESS_SET_QUOTA and PROCESS_TERMINATE, as a process needs that joins a job
_FOLDER_OPENERS = (("xdg-open",), ("gio", "open"))  # on Linux, the first that is installed
_log = logging.getLogger(__name__)


class LockTakenError(Exception):
    """Another process holds the lock."""


class FileLock:
    """A lock on the file `path`, made where there is none. It ends with the process, however that ends.

    Raises LockTakenError where another process has it, OSError where the file cannot be opened or locked at all.
    The file stays when the lock is released: whoever deleted it could delete one that is locked again.
    """

    def __init__(self, path: Path) -> None:
        self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT, _PRIVATE_FILE)
        try:
            _lock(self._file)
        except OSError as error:
            self.release()
            if error.errno in _TAKEN:
                raise LockTakenError(str(path)) from error
            raise

    def release(self) -> None:
        """Give the lock up; again does nothing."""
        if self._file is not None:
            os.close(self._file)  # which ends the lock on every system
            self._file = None


def _lock(file: int) -> None:
    if sys.platform == "win32":
        _windows("msvcrt").locking(file, _windows("msvcrt").LK_NBLCK, 1)
    else:
        import fcntl

        # not lockf: its locks end as soon as anything in this process closes the same file
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _windows(name: str) -> Any:
    """A module that only Windows has, and whose types are only known there."""
    return import_module(name)


def make_private(path: Path) -> None:
    """Let nobody but its owner read the file or folder `path`, as far as the system knows such rights.

    Windows gives the folders of a user's data to that user alone already.
    """
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):  # a file system without rights, or another's file: it is used as it is
        wanted = _PRIVATE_FOLDER if path.is_dir() else _PRIVATE_FILE
        if stat.S_IMODE(path.stat().st_mode) != wanted:  # each change is written to the disk
            path.chmod(wanted)


def is_shared(folder: Path) -> bool:
    """Whether others are meant to put files into `folder`, as into the system's folder for temporary files."""
    return bool(folder.stat().st_mode & stat.S_ISVTX)


# The machine's start

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_BOOT_ID_LENGTH = 64  # bytes, and more than any is long


def boot_id(path: Path = _BOOT_ID, library: Any = None) -> str:
    """What is another after each start of the machine; "" where the system has no such thing, as Windows.

    Linux has it in the file `path`, macOS gives it to whoever asks its C `library`.
    """
    if sys.platform == "darwin":
        return _session_id(library)
    try:
        return read_regular(path, _BOOT_ID_LENGTH).decode("ascii").strip()
    except (OSError, ValueError):
        return ""


def _session_id(library: Any) -> str:
    import ctypes

    found, length = ctypes.create_string_buffer(_BOOT_ID_LENGTH), ctypes.c_size_t(_BOOT_ID_LENGTH)
    try:
        asked = (library or ctypes.CDLL(None)).sysctlbyname
        failed = asked(b"kern.bootsessionuuid", found, ctypes.byref(length), None, ctypes.c_size_t(0))
    except (OSError, AttributeError):
        return ""
    return "" if failed else found.value.decode("ascii", "replace")


# Processes


def lower_priority() -> None:
    """Let this process give way to others, where the system has a word for that."""
    if hasattr(os, "nice"):
        os.nice(_NICE)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def load() -> float | None:
    """How many cores were busy on the average of the last minute; None where the system does not tell."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def ending_signals() -> list[int]:
    """The signals by which this system ends programs: a service that stops, Ctrl+C, a terminal or session that goes."""
    return [getattr(signal, name) for name in _ENDINGS if hasattr(signal, name)]


def return_large_blocks() -> None:
    """Let memory of large blocks, such as pictures, go back to the system when it is freed.

    glibc raises the size from which it does so to that of the largest block so far: a few large pictures would leave
    holes as large as they are. And it gives threads heaps of their own, which only grow: all shall use the first one.
    """
    if sys.platform == "linux":
        import ctypes

        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # other C libraries have none, and no such habit
        if mallopt is not None:
            mallopt(_MMAP_THRESHOLD, _LARGE)
            mallopt(_ARENA_MAX, 1)


def end_with_parent() -> None:
    """Let this child process, one of multiprocessing's, end when its parent does, however that ends.

    On Linux the parent's end includes that of the thread which started this process.
    """
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None and parent.pid is not None:  # else this is no child
        _end_with(parent.pid, lambda: _wait_for(parent.sentinel))


def end_with_supervisor(supervisor: int) -> None:
    """The same for a program that the process `supervisor` has started with a pipe as its standard input."""
    _end_with(supervisor, _wait_for_input_end)


def _end_with(parent: int, wait: Callable[[], object]) -> None:
    """End this process when `parent` does, by the system or else when `wait`, in a thread, is over."""
    if sys.platform == "linux" and _die_by_signal():
        if os.getppid() != parent:
            os._exit(0)  # it has ended before the signal was asked for
    else:
        threading.Thread(target=_end_after, args=(wait,), daemon=True).start()


def _die_by_signal() -> bool:
    """Ask Linux for a SIGKILL at the end of the parent; a thread cannot, while a compiler holds Python's lock."""
    import ctypes

    try:
        return bool(ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def _end_after(wait: Callable[[], object]) -> None:
    """End this process once `wait` says that the parent is gone."""
    wait()
    os._exit(0)


def _wait_for(sentinel: int) -> None:
    """Wait for a process's end: a pipe's end, on Windows that of its handle."""
    from multiprocessing.connection import wait

    wait([sentinel])


def _wait_for_input_end() -> None:
    with contextlib.suppress(OSError):  # Windows says so of a pipe whose other end is gone
        while os.read(0, 1024):
            pass  # nobody has anything to say to this process


def own_group() -> dict[str, Any]:
    """What `subprocess.Popen` is to be told, for a child that hears no Ctrl+C of ours and can be ended with its own."""
    return {"creationflags": _NEW_GROUP} if sys.platform == "win32" else {"start_new_session": True}


def show_folder(
    folder: Path,
    platform: str = sys.platform,
    which: Callable[[str], str | None] = shutil.which,
    run: Callable[..., object] | None = None,
) -> None:
    """Make the folder where there is none, and open it in the file manager. Raises OSError where that cannot be."""
    import subprocess

    folder.mkdir(parents=True, exist_ok=True)
    if platform == "win32":
        os.startfile(folder)  # type: ignore[attr-defined, unused-ignore]
        return
    openers = (("open",),) if platform == "darwin" else _FOLDER_OPENERS
    command = next(([*opener, str(folder)] for opener in openers if which(opener[0])), None)
    if command is None:
        raise OSError("no file manager is known here")
    nothing = subprocess.DEVNULL
    (run or subprocess.Popen)(command, stdin=nothing, stdout=nothing, stderr=nothing, **own_group())


def program_words(text: str) -> list[str]:
    """The words of a command as the system's users write one; no shell is asked. Raises ValueError."""
    if sys.platform != "win32":
        return shlex.split(text)
    return [word.strip('"') for word in shlex.split(text, posix=False)]  # a backslash is part of a path there


def bound_command(words: Sequence[str]) -> list[str]:
    """The command of any program so that it ends with this process, however that ends, where the system can see to it.

    On Linux a small process between the two does (`game/reaper.py`), which ends what the program has started, too.
    Elsewhere the program finds the end of its standard input, and on Windows it is to be bound besides (`bind_child`).
    """
    if sys.platform != "linux":
        return list(words)
    return [sys.executable, "-I", "-S", str(_REAPER), str(os.getpid()), *words]


def end_bound(process: subprocess.Popen[bytes], patience: float) -> None:
    """End a child of `bound_command`, in a group of its own, and all that it has started.

    Where that is the task of the process between, it has `patience` seconds. On macOS a process that has begun a
    session of its own is out of reach and stays.
    """
    import subprocess

    if sys.platform == "linux":
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.terminate()
            process.wait(patience)
    end_group(process)


def ask_to_end(process: subprocess.Popen[bytes]) -> None:
    """Ask a child of a group of its own to end, as the system would."""
    with contextlib.suppress(OSError):  # it has just ended
        process.send_signal(_CTRL_BREAK if sys.platform == "win32" else signal.SIGTERM)


def ask_for_traces(process: subprocess.Popen[bytes]) -> None:
    """Let a child that hangs say where, if it still can, and end; Windows knows no such wish."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            process.send_signal(signal.SIGABRT)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End a child of a group of its own, and what is left of its own children, now; also where itself is gone.

    On Windows these end with the child, which has put them into a job (`bind_child`).
    """
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # nobody is left of it
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def never_wait(pipe: int) -> None:
    """Let writes to `pipe` fail where it is full, instead of waiting; Windows can do so from Python 3.12 on."""
    if hasattr(os, "set_blocking"):
        with contextlib.suppress(OSError):
            os.set_blocking(pipe, False)


def bind_child(pid: int) -> None:
    """Let the child process `pid` end with this one, as far as that is the parent's to ask for, as on Windows.

    A child that cannot be bound still watches for its parent's end by itself (`end_with_parent`).
    """
    if sys.platform != "win32":
        return
    try:
        _Job.of_this_process().add(pid)
    except OSError as error:
        _log.warning("the process %d is not bound to this one: %s", pid, error)


class _Job:
    """A job object of Windows: its processes end when its last handle is closed, as the system does at our end."""

    _ours: _Job | None = None

    def __init__(self) -> None:
        import ctypes

        self._kernel = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
        for name in ("CreateJobObjectW", "OpenProcess"):
            getattr(self._kernel, name).restype = ctypes.c_void_p  # a handle is as wide as a pointer
        self._handle = ctypes.c_void_p(self._checked(self._kernel.CreateJobObjectW(None, None)))
        limits = _job_limits()
        self._checked(
            self._kernel.SetInformationJobObject(self._handle, _JOB_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
        )

    @classmethod
    def of_this_process(cls) -> _Job:
        """The one job, made when first asked for and never closed. Raises OSError."""
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
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION with the flag that ends the processes with the job."""
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


# Game pads


def device_place(path: str, devices: Path = Path("/sys/class/input")) -> tuple[str, str]:
    """The serial number and the socket of an input device, "" for what is not known; `path` is SDL's for it.

    Linux numbers its devices in the order in which they come (/dev/input/event7), which tells nothing: the driver
    knows the socket. Elsewhere the path itself belongs to the socket.
    """
    if not path or not sys.platform.startswith("linux"):
        return "", path
    facts = devices / Path(path).name / "device"
    return _fact(facts / "uniq"), _fact(facts / "phys")


def _fact(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip()
    except OSError:  # the device is gone again, or of a kind that has no such thing
        return ""


# Speech

_TEXT = "\0"  # stands for the text in a command; no text can be one
_VOICES = {"en": "Samantha", "ja": "Kyoko"}  # of macOS
_CULTURES = {"en": "en-US", "ja": "ja-JP"}
_SAPI = """
Add-Type -AssemblyName System.Speech
$reader = New-Object IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8)
$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer
$culture = [Globalization.CultureInfo]'{culture}'
try {{ $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, $culture) }} catch {{ }}
$voice.Speak($reader.ReadToEnd())
"""
_NO_WINDOW = 0x08000000  # CREATE_NO_WINDOW, which the module `subprocess` has on Windows only


@dataclass(frozen=True, slots=True)
class SpeechProgram:
    """A program that reads texts aloud. `commands` are its arguments by language.

    A command either has the place of the text in it, or reads the text from standard input.
    """

    name: str
    commands: Mapping[str, tuple[str, ...]]
    flags: int = 0  # for `subprocess`

    def command(self, text: str, language: str) -> tuple[tuple[str, ...], bool]:
        """The arguments that say `text`, and whether they read it from standard input."""
        arguments = self.commands[language if language in self.commands else "en"]
        return tuple(text if part == _TEXT else part for part in arguments), _TEXT not in arguments


def speech_program(which: Callable[[str], str | None] = shutil.which) -> SpeechProgram | None:
    """What this system speaks with; None where nothing is installed. `which` finds a program by its name.

    spd-say has no safe way to read standard input, where lines can be commands: its text is an argument behind "--".
    """
    if sys.platform == "win32":
        path = which("powershell")
        scripts = {language: _SAPI.format(culture=culture) for language, culture in _CULTURES.items()}
        flags = ("-NoProfile", "-NonInteractive", "-Command")
        if path is None:
            return None
        return SpeechProgram("SAPI", {k: (path, *flags, v) for k, v in scripts.items()}, _NO_WINDOW)
    if sys.platform == "darwin":
        path = which("say")
        if path is None:
            return None
        return SpeechProgram("say", {k: (path, "-v", v, "-f", "-") for k, v in _VOICES.items()})
    if path := which("spd-say"):
        says = {k: (path, "-w", "-P", "text", "-l", k, "--", _TEXT) for k in _VOICES}
        return SpeechProgram("speech-dispatcher", says)
    for name in ("espeak-ng", "espeak"):
        if path := which(name):
            return SpeechProgram(name, {k: (path, "-v", k, "-b", "1", "--stdin") for k in _VOICES})
    return None


# Folders that nobody else can write


def make_own_folder(folder: Path) -> None:
    """Make `folder` and what is missing above it, for this user alone. Raises OSError."""
    for missing in reversed([folder, *folder.parents]):
        with contextlib.suppress(FileExistsError):
            if not missing.is_dir():
                missing.mkdir(mode=_PRIVATE_FOLDER)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))


def why_not_own(folder: Path, local_data: Callable[[], Path]) -> str | None:
    """Why somebody else could have put files into `folder`, or could yet; None where nobody can.

    Every folder up to the root must be one (no link) that only this user or root can change, or a sticky one;
    `folder` is open to this user alone, and all that it holds are folders and regular files of this user. Windows
    has no such rights to be read here: there `folder` must lie in `local_data`, which is the user's own.
    Raises OSError where something cannot be looked at.
    """
    if sys.platform == "win32":
        inside = folder.resolve().is_relative_to(local_data().resolve())
        return None if inside else f"{folder} is not in {local_data()}"
    absolute = Path(os.path.abspath(folder))  # noqa: PTH100 - resolve would follow the links that are looked for
    for place in (*reversed(absolute.parents), absolute):
        if trouble := _open_to_others(place):
            return f"{place} {trouble}"
    if stat.S_IMODE(absolute.lstat().st_mode) != _PRIVATE_FOLDER:
        return f"{absolute} is open to others"
    return _foreign_content(absolute)


def _open_to_others(folder: Path) -> str | None:
    status = folder.lstat()
    if stat.S_ISLNK(status.st_mode):
        return "is a link"
    if not stat.S_ISDIR(status.st_mode):
        return "is no folder"
    if status.st_uid not in (0, os.getuid()):
        return "belongs to somebody else"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not status.st_mode & stat.S_ISVTX:
        return "can be written by others"
    return None


def _foreign_content(folder: Path) -> str | None:
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            place = Path(parent, name)
            with contextlib.suppress(FileNotFoundError):  # another process of this user has just renamed it
                status = place.lstat()
                if status.st_uid != os.getuid():
                    return f"{place} belongs to somebody else"
                if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
                    return f"{place} is no regular file"
    return None


# Files that may be anything


def read_regular(path: Path, most: int, own: bool = False) -> bytes:
    """At most `most` bytes of the file at `path`, which must be a regular one: no pipe that would keep us waiting.

    With `own` it must belong to this user, and a link is not followed, where the system knows such things.
    Raises OSError, and ValueError for a path that no system has.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    if own:
        flags |= getattr(os, "O_NOFOLLOW", 0)
        if path.is_symlink():  # Windows has no such flag
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    handle = os.open(path, flags)
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(path))
        if own and sys.platform != "win32" and status.st_uid != os.getuid():
            raise OSError(errno.EPERM, "it belongs to somebody else", str(path))
        return file.read(most)


def overwrite_regular(path: Path, data: bytes) -> None:
    """Let the regular file at `path` begin with `data`, followed by spaces where it was longer, and wait for the disk.

    It needs no room but what the file has already. Raises OSError, for a link and for what is no such file too, and
    where `data` needs more than that; then the file holds what it did, as far as the disk allows.
    """
    flags = os.O_RDWR | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    if path.is_symlink():  # Windows has no such flag
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    handle = os.open(path, flags | getattr(os, "O_NOFOLLOW", 0))
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(path))
        if len(data) > max(status.st_size, getattr(status, "st_blocks", 0) * 512):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        before = os.read(handle, status.st_size)
        try:
            _write_over(handle, data.ljust(status.st_size))
        except OSError:
            with contextlib.suppress(OSError):
                _write_over(handle, before)
            raise
    finally:
        os.close(handle)


def _write_over(handle: int, data: bytes) -> None:
    """In one write, which no kill cuts in two."""
    os.lseek(handle, 0, os.SEEK_SET)
    if os.write(handle, data) < len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    os.fsync(handle)


# Sticks that were plugged in

_DRIVE_REMOVABLE = 2  # what GetDriveTypeW says
_OCTAL = re.compile(r"\\([0-7]{3})")  # how /proc/self/mounts writes a space


def removable_folders(
    mounts: Path = Path("/proc/self/mounts"),
    blocks: Path = Path("/sys/block"),
    volumes: Path = Path("/Volumes"),
    root: Path = Path("/"),
    kernel: Any = None,
) -> list[Path]:
    """Where sticks, cards and other disks on USB are mounted on which this user may write; none where nothing is known.

    The disk that the system runs from is none of them. A Mac gives all its volumes but that of the system, Windows only
    what it calls removable: a large disk on USB may be missing. What each parameter is can be stood in for.
    """
    try:
        if sys.platform == "win32":
            found = _removable_drives(kernel)
        elif sys.platform == "darwin":
            found = [volume for volume in sorted(volumes.iterdir()) if volume.resolve() != root.resolve()]
        else:
            found = _removable_mounts(mounts, blocks, root)
    except OSError as error:
        _log.info("it is not known which sticks there are: %s", error)
        return []
    return [folder for folder in found if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)]


def _removable_mounts(mounts: Path, blocks: Path, root: Path) -> list[Path]:
    disks: dict[str, tuple[str, ...]] = {}  # the names of a disk and its partitions, by each of them
    for block in sorted(blocks.iterdir()):
        on_usb = any(part.startswith("usb") for part in block.resolve().parts)
        if on_usb or _fact(block / "removable") == "1":
            names = (block.name, *(part.name for part in block.iterdir() if (part / "partition").exists()))
            disks.update(dict.fromkeys(names, names))
    found: dict[str, Path] = {}
    lines = [line.split(" ") for line in mounts.read_text("utf-8", errors="surrogateescape").splitlines()]
    for device, place, _, options, *_ in (line for line in lines if len(line) >= 4):
        folder = Path(_OCTAL.sub(lambda code: chr(int(code[1], 8)), place))
        name = Path(device).resolve().name if device.startswith("/dev/") else ""
        if folder == root:
            for part in disks.pop(name, ()):
                disks.pop(part, None)
                found.pop(part, None)
        elif name in disks and "ro" not in options.split(","):
            found.setdefault(name, folder)
    return list(found.values())


def _removable_drives(kernel: Any) -> list[Path]:
    if kernel is None:
        import ctypes

        kernel = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
    drives = kernel.GetLogicalDrives()
    names = [f"{letter}:\\" for bit, letter in enumerate(string.ascii_uppercase) if drives >> bit & 1]
    return [Path(name) for name in names if kernel.GetDriveTypeW(name) == _DRIVE_REMOVABLE]


# Networks

_SIOCGIFADDR = 0x8915  # of Linux: the address of an interface


def network_addresses() -> list[tuple[str, str]]:
    """The names of this machine's network interfaces and their IPv4 addresses, as far as the system tells.

    Linux is asked for each interface; elsewhere it is what the system's own name stands for, without names.
    """
    import socket

    if sys.platform == "linux":
        return _interface_addresses([name for _, name in socket.if_nameindex()])
    try:
        return [("", address) for address in socket.gethostbyname_ex(socket.gethostname())[2]]
    except OSError as error:
        _log.info("it is not known which networks there are: %s", error)
        return []


def _interface_addresses(names: Sequence[str]) -> list[tuple[str, str]]:
    import fcntl
    import socket

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for name in names:
            request = os.fsencode(name)[:15].ljust(40, b"\0")
            with contextlib.suppress(OSError):  # it has no such address
                answer = fcntl.ioctl(asked, _SIOCGIFADDR, request)
                found.append((name, socket.inet_ntoa(answer[20:24])))
    return found
