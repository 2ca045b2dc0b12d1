"""Locks between real processes, other systems by stand-ins, and machines with little memory or a clock beyond 2262."""

from __future__ import annotations

import errno
import logging
import os
import stat
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import pygame
import pytest

from game.platforms import hardware, speech, wall_clock
from game.platforms.child_process import ChildProcess
from game.platforms.files import make_private, move_over
from game.platforms.locks import FileLock, LockTakenError
from game.platforms.machine import boot_id, free_memory
from game.storage.store import HeldError, Store
from game.supervision.table import FAILED
from scenes.app import LEAST_MEMORY
from scenes.commands import doctor
from scenes.recovery.crash_log import farewell
from tests.processes import begun, play_system, run
from tests.tables import rows


def instance(path):
    """A process that opens the store in `path`."""
    return begun("-m", "tests.lock_holder", path)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "store.sqlite3"


class TestTwoInstances:
    @pytest.mark.parametrize("end", ["a kill", "the end of its input"])
    def test_the_second_one_is_refused_until_the_first_one_ends_and_a_guest_is_let_in(self, path, end):
        with instance(path) as first:
            assert first.stdout.readline() == "held\n"
            with instance(path) as second:
                assert "running already" in second.communicate()[0]
            with pytest.raises(HeldError):
                Store.open(path)
            guest = Store.open_as_guest(path)
            assert guest.is_guest and guest.trouble is None
            if end == "a kill":
                first.kill()
            first.communicate()
            assert end == "a kill" or first.returncode == 0
            Store.open(path).close()


class TestFileLock:
    def test_it_is_released_once(self, path):
        lock = FileLock(path)
        with pytest.raises(LockTakenError):
            FileLock(path)
        lock.release()
        lock.release()
        FileLock(path).release()
        assert path.exists()

    def test_what_cannot_be_opened(self, tmp_path):
        with pytest.raises(OSError):
            FileLock(tmp_path)

    @pytest.mark.skipif(sys.platform == "win32", reason="a module of other systems")
    def test_a_file_system_without_locks_is_used_without(self, path, monkeypatch, caplog):
        def flock(file, how):
            raise OSError(errno.ENOLCK, "no locks available")

        monkeypatch.setitem(sys.modules, "fcntl", SimpleNamespace(flock=flock, LOCK_EX=2, LOCK_NB=4))
        store = Store.open(path)
        assert store.set("volume", 1) and "cannot be locked" in caplog.text
        store.close()


class TestBootId:
    """Of macOS with a stand-in for its C library."""

    @pytest.mark.skipif(sys.platform != "linux", reason="a file of Linux")
    def test_linux_has_one(self):
        assert len(boot_id()) == 36 and boot_id() == boot_id()

    def test_where_the_file_is_missing_or_is_none(self, tmp_path, monkeypatch):
        play_system(monkeypatch, "linux")
        (tmp_path / "odd").write_bytes(b"\xff" * 9)
        assert boot_id(tmp_path / "none") == boot_id(tmp_path / "odd") == boot_id(tmp_path) == ""

    @pytest.mark.parametrize(("failed", "found"), [(0, "F00-1"), (-1, "")])
    def test_a_mac_is_asked(self, monkeypatch, failed, found):
        class Library:
            @staticmethod
            def sysctlbyname(name, buffer, length, new, new_length):
                assert name == b"kern.bootsessionuuid" and new is None
                buffer.value = b"F00-1"
                return failed

        play_system(monkeypatch, "darwin")
        assert boot_id(library=Library) == found
        assert boot_id(library=object()) == ""


class TestWindows:
    """Not tried on the real thing: `msvcrt` is a stand-in that behaves as its documentation says."""

    @pytest.fixture(autouse=True)
    def windows(self, monkeypatch):
        self.locked: list[int] = []

        def locking(file, mode, count):
            assert (mode, count) == ("LK_NBLCK", 1)
            inode = os.fstat(file).st_ino
            if inode in self.locked:
                raise OSError(errno.EACCES, "permission denied")
            self.locked.append(inode)

        play_system(monkeypatch, "win32")
        monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK="LK_NBLCK"))

    def test_one_byte_is_locked(self, path):
        first = FileLock(path)
        with pytest.raises(LockTakenError):
            FileLock(path)
        first.release()
        assert len(self.locked) == 1

    def test_rights_are_left_to_the_system(self, path):
        path.touch()
        path.chmod(0o644)
        make_private(path)
        assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_a_mac_takes_the_same_branch_as_linux(path, monkeypatch):
    play_system(monkeypatch, "darwin")
    FileLock(path).release()
    make_private(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


class TestSpeech:
    def installed(self, monkeypatch, platform, *names):
        play_system(monkeypatch, platform)
        return speech.speech_program(lambda name: f"/bin/{name}" if name in names else None)

    @pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
    def test_nothing_speaks_where_nothing_is_installed(self, monkeypatch, platform):
        assert self.installed(monkeypatch, platform) is None

    @pytest.mark.parametrize(("system", "names", "language", "words"), rows("speech", 4))
    def test_a_text_is_spoken_by_what_is_installed_and_taken_for_no_option(
        self, monkeypatch, system, names, language, words
    ):
        arguments, by_input = self.installed(monkeypatch, system, *names.split()).command("--help", language)
        assert " ".join(arguments) + " < text" * by_input == words

    def test_sapi_gets_a_script_without_the_text(self, monkeypatch):
        program = self.installed(monkeypatch, "win32", "powershell")
        arguments, by_input = program.command("'; Remove-Item C:\\", "ja")
        assert by_input and program.flags
        assert "ja-JP" in arguments[-1] and "Remove-Item" not in "".join(arguments)


class TestRemovable:
    """Sticks, on stand-ins for what each system says of them."""

    DISKS: ClassVar = {  # name: where its device is, whether it is removable, its partitions
        "sda": ("pci0000:00/ata1", "0", ("sda1", "sda2")),
        "sdb": ("pci0000:00/usb2/2-1", "1", ("sdb1",)),
        "sdc": ("pci0000:00/usb2/2-2", "0", ("sdc1", "sdc2")),
        "mmcblk1": ("platform/mmc1", "1", ("mmcblk1p1",)),
        "sdd": ("pci0000:00/usb3/3-1", "1", ()),
    }

    @pytest.fixture
    def linux(self, tmp_path, monkeypatch):
        """What lists the sticks for lines of /proc/self/mounts, in which % is the folder that all are mounted in."""
        play_system(monkeypatch, "linux")
        (tmp_path / "block").mkdir()
        for name, (place, removable, partitions) in self.DISKS.items():
            device = tmp_path / "devices" / place / "block" / name
            for partition in partitions:
                (device / partition).mkdir(parents=True)
                (device / partition / "partition").touch()
            (device / "queue").mkdir(parents=True)
            (device / "removable").write_text(f"{removable}\n")
            (tmp_path / "block" / name).symlink_to(device)

        def folders(*lines, root="root"):
            for name in ("root", "home", "a", "b c", "茶"):
                (tmp_path / name).mkdir(exist_ok=True)
            mounts = tmp_path / "mounts"
            mounts.write_text("".join(line.replace("%", str(tmp_path)) + "\n" for line in lines), encoding="utf-8")
            found = hardware.removable_folders(mounts, tmp_path / "block", root=tmp_path / root)
            return [folder.relative_to(tmp_path).as_posix() for folder in found]

        return folders

    def test_what_is_removable_or_on_usb_and_writable(self, linux):
        found = linux(
            "proc /proc proc rw 0 0",
            "/dev/sda1 %/root ext4 rw,relatime 0 0",
            "/dev/sda2 %/home ext4 rw 0 0",
            r"/dev/sdb1 %/b\040c vfat rw,nosuid 0 0",
            "/dev/sdc1 %/a exfat rw 0 0",
            "/dev/sdc2 %/home exfat ro,nosuid 0 0",
            "/dev/sdd %/茶 vfat rw 0 0",
            "/dev/mmcblk1p1 %/gone vfat rw 0 0",
            "sdb1 %/a tmpfs rw 0 0",
            "/dev/sdb1",
        )
        assert found == ["b c", "a", "茶"]

    def test_the_disk_that_the_system_runs_from_is_none(self, linux):
        lines = ["/dev/sdc2 %/root ext4 rw 0 0", "/dev/sdc1 %/home vfat rw 0 0", "/dev/sdb1 %/a vfat rw 0 0"]
        assert linux(*lines) == linux(*reversed(lines)) == ["a"]

    def test_a_second_place_of_the_same_stick_is_left_out(self, linux):
        assert linux("/dev/sdb1 %/a vfat rw 0 0", "/dev/sdb1 %/home vfat rw 0 0") == ["a"]

    def test_a_folder_that_may_not_be_written(self, linux, monkeypatch):
        monkeypatch.setattr(os, "access", lambda path, mode: False)
        assert linux("/dev/sdb1 %/a vfat rw 0 0") == []

    def test_where_nothing_is_known_there_are_none(self, tmp_path, monkeypatch):
        for platform in ("linux", "darwin"):
            play_system(monkeypatch, platform)
            nowhere = tmp_path / "nowhere"
            assert hardware.removable_folders(nowhere, nowhere, nowhere) == []

    def test_a_mac_has_all_volumes_but_its_own(self, tmp_path, monkeypatch):
        play_system(monkeypatch, "darwin")
        root = tmp_path / "root"
        stick = tmp_path / "Volumes" / "STICK"
        root.mkdir(), stick.mkdir(parents=True)
        (stick.parent / "Macintosh HD").symlink_to(root)
        (stick.parent / "gone").symlink_to(tmp_path / "nowhere")
        (stick.parent / "file").touch()
        assert hardware.removable_folders(volumes=stick.parent, root=root) == [stick]

    @pytest.mark.skipif(sys.platform == "win32", reason="there no folder has such a name")
    def test_windows_is_asked_for_each_drive(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        for drive in ("C:\\", "E:\\"):  # Z: is a reader without a card
            Path(drive).mkdir()
        asked = {"C:\\": 3, "E:\\": 2, "Z:\\": 2}
        kernel = SimpleNamespace(GetLogicalDrives=lambda: 1 << 2 | 1 << 4 | 1 << 25, GetDriveTypeW=asked.__getitem__)
        play_system(monkeypatch, "win32")
        assert list(map(str, hardware.removable_folders(kernel=kernel))) == ["E:\\"]


class TestMoveOver:
    class Held(type(Path())):
        """A file whose moves are refused as often as `refusals` says, as while a scanner reads it."""

        refusals = 0

        def replace(self, target):
            if self.refusals:
                self.refusals -= 1
                raise PermissionError(errno.EACCES, "held", str(target))
            return super().replace(target)

    @pytest.fixture
    def held(self, tmp_path):
        """Such a file, and one that it is to replace."""
        part, path = self.Held(tmp_path / "a.part"), tmp_path / "a"
        part.write_text("new")
        path.write_text("old")
        return part, path

    def test_windows_is_asked_again_while_another_program_holds_the_file(self, held):
        part, path = held
        part.refusals = 4
        pauses: list[float] = []
        move_over(part, path, "win32", pauses.append)
        assert path.read_text() == "new" and not part.exists()
        assert len(pauses) == 4 and sum(pauses) < 0.5

    @pytest.mark.parametrize(("platform", "attempts"), [("win32", 5), ("linux", 1)])
    def test_a_lasting_refusal_is_the_callers_to_tell(self, held, platform, attempts):
        part, path = held
        part.refusals = 99
        with pytest.raises(PermissionError):
            move_over(part, path, platform, lambda pause: None)
        assert path.read_text() == "old" and part.refusals == 99 - attempts


# Little memory


LIMITED = ("sh", "-c", 'ulimit -v "$0" && exec "$@"')
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how much memory is free")


def test_the_free_memory_is_the_machines(tmp_path):
    status = tmp_path / "meminfo"
    status.write_text("MemTotal:  1000000 kB\nMemFree:  1 kB\nMemAvailable:   524288 kB\n")
    assert free_memory(status) == 512
    status.write_text("MemTotal: 1000000 kB\n")
    assert free_memory(status) is None and free_memory(tmp_path / "none") is None


@needs_linux
@pytest.mark.parametrize(("taken", "free"), [("102400", 200), ("400000", 0)])
def test_a_limit_of_the_process_counts(tmp_path, taken, free):
    own = tmp_path / "status"
    own.write_text(f"Name:\tpython\nVmSize:\t  {taken} kB\n")
    status = tmp_path / "meminfo"
    status.write_text("MemAvailable: 8000000 kB\n")
    code = "import sys; from pathlib import Path; from game.platforms.machine import free_memory as free"
    told = run("-c", f"{code}; print(free(*map(Path, sys.argv[1:])))", status, own, prefix=(*LIMITED, str(300 << 10)))
    assert told.stdout == f"{free}\n", told.stderr


@needs_linux
@pytest.mark.parametrize(
    ("line", "tree", "most", "used"),
    [
        ("0::/shop/table", "", "memory.max", "memory.current"),
        ("4:memory:/shop/table", "memory", "memory.limit_in_bytes", "memory.usage_in_bytes"),
    ],
)
def test_a_limit_of_a_control_group_counts(tmp_path, line, tree, most, used):
    """Also one of a group around it, as in a container. Cached files are free."""
    status, own, groups = tmp_path / "meminfo", tmp_path / "cgroup", tmp_path / "groups"
    status.write_text("MemAvailable: 8000000 kB\n")
    own.write_text(f"9:name=systemd:/\n{line}\n")
    assert free_memory(status, own_groups=own, groups=groups) == 7812
    for place, limit in (("shop/table", "max"), ("shop", 300 << 20), ("", 900 << 20)):
        folder = groups / tree / place
        folder.mkdir(parents=True, exist_ok=True)
        (folder / most).write_text(f"{limit}\n")
        (folder / used).write_text(f"{120 << 20}\n")
        (folder / "memory.stat").write_text(f"anon 5\ninactive_file {15 << 20}\nactive_file {5 << 20}\n")
    assert free_memory(status, own_groups=own, groups=groups) == 200


@needs_linux
@pytest.mark.parametrize("words", [("--windowed",), ("play", "star", "--seats", "human,ai:1")])
def test_a_start_without_memory_ends_with_a_sentence(words):
    done = run("main.py", *words, prefix=(*LIMITED, str(100 << 10)), SDL_VIDEODRIVER="dummy")
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1 and "MB of memory are free; a match wants 250" in done.stderr


@pytest.mark.parametrize("error", [MemoryError(), pygame.error("Out of memory")])
def test_memory_that_ends_in_play_is_named(capsys, error):
    farewell(error, None)
    said = capsys.readouterr().err
    assert "the memory is full; a match wants 250" in said and "What was played is kept." in said
    farewell(pygame.error("no such window"), None)
    assert "memory" not in capsys.readouterr().err


def test_the_doctor_says_when_a_match_wants_more():
    for free, is_ok, words in (
        (LEAST_MEMORY, False, "100 MB free"),
        (512, True, "512 MB free"),
        (None, True, "not say"),
    ):
        found = doctor.memory(free)
        assert found.is_ok == is_ok and words in found.detail


# A clock beyond 2262


WITHOUT_A_CLOCK = """
import sys, time
from game.supervision.command import supervise

def refuse():
    raise OverflowError("timestamp too large to convert to C _PyTime_t")

time.time = refuse
sys.exit(supervise(["x"]))
"""
"""A supervisor whose clock nobody has bounded: not a line can be logged."""


def refuse() -> float:
    """What `time.time` does with such a clock."""
    raise OverflowError("timestamp too large to convert to C _PyTime_t")


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine with such a clock, before the program begins."""
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", refuse)
        patch.setattr(time, "time_ns", refuse)
        yield


@pytest.mark.usefixtures("far")
def test_what_is_logged_has_the_last_moment_that_can_be_counted() -> None:
    with pytest.raises(OverflowError):
        logging.makeLogRecord({})
    wall_clock.bound()
    bounded = time.time
    wall_clock.bound()
    assert time.time is bounded and wall_clock.is_beyond()
    assert (time.time(), time.time_ns()) == (wall_clock.LATEST, wall_clock.LATEST * 10**9)
    assert logging.Formatter("%(asctime)s").format(logging.makeLogRecord({})).startswith("2262-04-1")


@pytest.mark.usefixtures("far")
def test_the_doctor_says_that_the_clock_is_to_be_set() -> None:
    found = doctor._clock()
    assert not found.is_ok and "set the clock" in found.remedy


def test_a_usual_clock_is_read_as_it_is() -> None:
    wall_clock.bound()
    before = time.time_ns()
    assert before <= time.time() * 10**9 + 10**9 and not wall_clock.is_beyond() and doctor._clock().is_ok


def test_the_program_bounds_it() -> None:
    code = "import time, main; main.main(['puzzle', '--game', 'star']); print(hasattr(time.time, 'bounded'))"
    assert run("-c", code).stdout.splitlines()[-1] == "True"


def is_bounded(hears: Connection, says: Connection) -> None:
    """What a child process says of its clock."""
    says.send(hasattr(time.time, "bounded"))


def test_its_children_bound_it_too() -> None:
    child = ChildProcess(is_bounded, name="clock")
    with child.hears, child.says:
        assert child.hears.recv() is True
    child.end(10.0)


def test_a_supervisor_that_fails_does_not_seem_to_run_already() -> None:
    """Not even where its failure cannot be logged."""
    done = run("-c", WITHOUT_A_CLOCK)
    assert (done.returncode, done.stderr) == (FAILED, "")
