"""The operator's PIN: who gets in, who waits, and that no trick with the file, the clock or the process helps."""

import json
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from game.kiosk import pin as pins
from game.kiosk.pin import TRIES, WAITS, PinError, PinFile, Verdict
from game.platforms import FileLock

ROOT = Path(__file__).parents[2]
PIN, WRONG = "271828", "314159"
CHECK = "import sys; from pathlib import Path; from game.kiosk.pin import PinFile; "
CHECK += "print(PinFile(Path(sys.argv[1])).check(sys.argv[2]).kind)"
NO_PINS = ("", "27182", "2718281", "1" * 10_000, "２７１８２８", "٢٧١٨٢٨", "271828\n", " 271828", "+271828", "\ud800")
NOT_TO_BE_SET = ("", "12345", "1" * 13, "1" * 10_000, "２７１８２８", "12345a", "-12345", "123456\n")
NO_FILES = (b"", b"{", b"[]", b"null", b"\xff\xfe", b"1" * 5_000, b"[" * 4_000, b"{}" + b" " * 10_000_000)
NO_VALUES = (
    *({"n": value} for value in (2, 1 << 13, (1 << 14) + 1, 1 << 40, True)),
    *({"r": 1 << 20}, {"p": 0}, {"p": 1 << 20}, {"format": "other"}, {"version": 2}, {"version": "1"}),
    *({"salt": value} for value in ("", "zz" * 16, 5)),
    *({"hash": value} for value in ("", "00" * 31, None)),
    *({"failed": value} for value in (-100, 5, 1.0, True)),
    *({"waits": value} for value in (-1, "0")),
    *({"until": value} for value in ("0", None, 1e300, float("nan"), float("-inf"))),
)


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self):
        self.now = 1_800_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """The least cost that a file may ask for: a tenth of the time."""
    monkeypatch.setattr(pins, "_COST", (1 << 14, 1, 1))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "operator-pin.json"


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def file(path, clock):
    """A file with PIN."""
    made = PinFile(path, clock)
    made.set(PIN)
    return made


def tries(file, *given):
    """The verdicts on these PINs, one after the other."""
    return [file.check(one) for one in given]


def full_disk(*_):
    raise OSError(28, "No space left on device")


class TestTries:
    def test_without_a_file_nothing_opens(self, path, clock):
        file = PinFile(path, clock)
        assert not file.is_set and file.status() == Verdict("unset")
        assert file.check(PIN) == Verdict("unset") and file.check("") == Verdict("unset")
        assert list(path.parent.iterdir()) == []

    def test_the_right_one_opens_and_gives_all_tries_back(self, file):
        assert file.is_set and file.status() == Verdict("ready", TRIES)
        found = tries(file, WRONG, WRONG, PIN, WRONG)
        assert found == [Verdict("wrong", 4), Verdict("wrong", 3), Verdict("right"), Verdict("wrong", 4)]
        assert file.status() == Verdict("ready", 4)

    def test_waits_grow_and_the_right_one_ends_them(self, file, clock):
        for wait in (*WAITS, WAITS[-1], WAITS[-1]):
            assert [one.kind for one in tries(file, *[WRONG] * TRIES)] == ["wrong"] * 4 + ["locked"]
            assert file.check(PIN) == file.status() == Verdict("locked", seconds=wait)
            clock.now += wait - 1
            assert file.check(PIN) == Verdict("locked", seconds=1)
            clock.now += 1
            assert file.status() == Verdict("ready", TRIES)
        assert file.check(PIN) == Verdict("right")
        assert tries(file, *[WRONG] * TRIES)[-1] == Verdict("locked", seconds=WAITS[0])

    def test_they_last(self, file, path, clock):
        tries(file, *[WRONG] * 4)
        assert PinFile(path, clock).check(WRONG) == Verdict("locked", seconds=60)
        clock.now += 20
        assert PinFile(path, clock).check(PIN) == Verdict("locked", seconds=40)

    @pytest.mark.parametrize("given", NO_PINS)
    def test_what_is_no_pin_is_a_wrong_one(self, file, given):
        assert file.check(given) == Verdict("wrong", 4)

    @pytest.mark.parametrize("given", NOT_TO_BE_SET)
    def test_what_cannot_be_set(self, file, given):
        with pytest.raises(PinError, match="6 to 12 digits") as error:
            file.set(given)
        assert error.value.kind == "digits" and file.check(PIN) == Verdict("right")

    @pytest.mark.parametrize("given", ["000000", "123456789012"])
    def test_the_shortest_and_the_longest(self, file, given):
        file.set(given)
        assert tries(file, PIN, given) == [Verdict("wrong", 4), Verdict("right")]

    def test_reset(self, file):
        tries(file, *[WRONG] * TRIES)
        assert file.reset() and not file.reset() and file.status() == Verdict("unset")
        file.set(WRONG)
        assert file.check(WRONG) == Verdict("right")

    def test_two_files_of_one_pin_have_nothing_in_common(self, file, path):
        before = json.loads(path.read_text())
        file.set(PIN)
        after = json.loads(path.read_text())
        assert before["salt"] != after["salt"] and before["hash"] != after["hash"]

    def test_the_cost_is_that_of_the_file(self, file, monkeypatch):
        monkeypatch.setattr(pins, "_COST", (1 << 15, 8, 1))
        assert file.check(PIN) == Verdict("right")
        file.set(PIN)
        assert file.check(PIN) == Verdict("right")


class TestTheClock:
    def test_set_back_it_neither_opens_nor_waits_for_years(self, file, path, clock):
        tries(file, *[WRONG] * TRIES)
        clock.now -= 10 * 365 * 86_400
        assert file.check(PIN) == Verdict("locked", seconds=60)
        clock.now += 59
        assert PinFile(path, clock).check(PIN) == Verdict("locked", seconds=1)
        clock.now += 1
        assert file.check(PIN) == Verdict("right")

    def test_looking_alone_does_it_too(self, file, clock):
        tries(file, *[WRONG] * TRIES)
        clock.now -= 1e9
        assert file.status() == Verdict("locked", seconds=60)
        clock.now += 60
        assert file.status() == Verdict("ready", TRIES)

    def test_a_wait_that_somebody_has_written_into_the_file(self, file, path):
        path.write_text(json.dumps(json.loads(path.read_text()) | {"until": 1e14, "waits": 9}))
        assert file.check(PIN) == Verdict("locked", seconds=WAITS[-1])


class TestTheFile:
    def test_it_is_private_and_holds_no_pin(self, file, path):
        for _ in range(2):
            assert path.stat().st_mode & 0o777 == 0o600
            file.check(WRONG)
            assert PIN not in path.read_text() and WRONG not in path.read_text()
        path.chmod(0o644)
        assert file.is_set and path.stat().st_mode & 0o777 == 0o600

    @pytest.mark.parametrize("content", NO_FILES)
    def test_a_damaged_one_opens_nothing(self, path, clock, content):
        self.check_damaged(PinFile(path, clock), path, content)

    def test_one_that_was_cut_opens_nothing(self, file, path):
        whole = path.read_bytes()
        for length in range(0, len(whole) - 2, 7):
            path.write_bytes(whole[:length])
            assert file.check(PIN) == Verdict("damaged")

    @pytest.mark.one_in(4)
    @pytest.mark.parametrize("values", NO_VALUES)
    def test_values_that_nobody_has_written(self, file, path, values):
        self.check_damaged(file, path, json.dumps(json.loads(path.read_text()) | values).encode())

    def check_damaged(self, file, path, content):
        path.write_bytes(content)
        assert not file.is_set and file.status() == Verdict("damaged")
        assert file.check(PIN) == file.check("") == Verdict("damaged")
        with pytest.raises(PinError) as error:
            file.set(PIN)
        assert error.value.kind == "damaged" and path.read_bytes() == content
        assert file.reset() and file.status() == Verdict("unset")

    def test_a_link_is_not_followed(self, file, path, tmp_path):
        other = tmp_path / "other.json"
        path.rename(other)
        path.symlink_to(other)
        before = other.read_bytes()
        assert file.check(PIN) == Verdict("damaged")
        with pytest.raises(PinError):
            file.set(WRONG)
        assert file.reset() and not path.exists() and other.read_bytes() == before

    def test_a_link_to_nowhere_is_none_either(self, path, clock, tmp_path):
        path.symlink_to(tmp_path / "nowhere")
        file = PinFile(path, clock)
        assert file.check(PIN) == Verdict("damaged")
        with pytest.raises(PinError):
            file.set(PIN)
        assert not (tmp_path / "nowhere").exists()

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
    def test_a_folder_or_a_pipe_in_its_place(self, path, clock):
        path.mkdir()
        file = PinFile(path, clock)
        assert file.check(PIN) == Verdict("damaged")
        with pytest.raises(PinError) as error:
            file.reset()
        assert error.value.kind == "unwritable"
        path.rmdir()
        os.mkfifo(path)
        assert file.check(PIN) == Verdict("damaged") and file.reset()

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such owners")
    def test_another_users_file_opens_nothing(self, file, monkeypatch):
        monkeypatch.setattr(os, "getuid", lambda: 4_711)
        assert file.check(PIN) == Verdict("damaged")

    def test_a_folder_that_is_not_there(self, tmp_path, clock):
        file = PinFile(tmp_path / "none" / "pin.json", clock)
        assert file.status() == Verdict("unset")
        with pytest.raises(PinError, match=r"pin\.json") as error:
            file.set(PIN)
        assert error.value.kind == "unwritable"

    def test_where_the_try_cannot_be_counted_it_is_none(self, file, path, monkeypatch):
        before = path.read_bytes()
        monkeypatch.setattr(os, "fsync", full_disk)
        assert file.check(PIN) == Verdict("unwritable")
        with pytest.raises(PinError, match="No space left"):
            file.set(WRONG)
        assert path.read_bytes() == before


class KilledError(BaseException):
    """The process ends here."""


class TestTricks:
    def test_a_process_that_is_killed_in_a_try_has_had_it(self, file, path, clock, monkeypatch):
        def killed(*_):
            raise KilledError

        with monkeypatch.context() as patch:
            patch.setattr(pins, "_hashed", killed)
            for left in (4, 3, 2, 1):
                with pytest.raises(KilledError):
                    file.check(PIN)
                assert PinFile(path, clock).status() == Verdict("ready", left)
            with pytest.raises(KilledError):
                file.check(PIN)
        assert PinFile(path, clock).check(PIN) == Verdict("locked", seconds=60)

    def test_a_pin_that_is_set_or_forgotten_during_a_try_does_not_open(self, file, path, clock, monkeypatch, tmp_path):
        hashed = pins._hashed
        PinFile(tmp_path / "other.json", clock).set(WRONG)
        content = (tmp_path / "other.json").read_bytes()
        monkeypatch.setattr(pins, "_hashed", lambda *given: (path.write_bytes(content), hashed(*given))[1])
        assert file.check(PIN).kind == "wrong"
        assert path.read_bytes() == content  # the tries of the one are not written over the other
        monkeypatch.setattr(pins, "_hashed", lambda *given: (path.unlink(), hashed(*given))[1])
        assert file.check(WRONG).kind == "wrong" and file.status() == Verdict("unset")

    def test_while_another_process_tries_nobody_else_does(self, file, path):
        lock = FileLock(path.with_name(f"{path.name}.lock"))
        assert file.check(PIN) == file.status() == Verdict("busy")
        for act in (file.reset, lambda: file.set(WRONG)):
            with pytest.raises(PinError, match="again") as error:
                act()
            assert error.value.kind == "busy"
        lock.release()
        assert file.check(PIN) == Verdict("right")

    def test_many_at_once_have_five_tries_together(self, file, path, clock):
        found: list[str] = []

        def one():
            found.extend(PinFile(path, clock).check(WRONG).kind for _ in range(20))

        threads = [threading.Thread(target=one) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        tries(file, *[WRONG] * TRIES)  # where all of them met another too often
        assert found.count("wrong") <= TRIES - 1 and set(found) <= {"wrong", "locked", "busy"}
        assert file.check(PIN) == Verdict("locked", seconds=60)

    def test_two_processes_at_once(self, file, path):
        command = [sys.executable, "-c", CHECK, str(path), WRONG]
        children = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) for _ in range(2)]
        said = [child.communicate(timeout=60)[0].strip() for child in children]
        assert set(said) <= {"wrong", "busy"} and "wrong" in said
        assert file.status() == Verdict("ready", TRIES - said.count("wrong"))

    def test_nothing_of_it_is_said_anywhere(self, path, clock, caplog, capfd):
        caplog.set_level(logging.DEBUG)
        file = PinFile(path, clock)
        checks = [lambda: file.check(PIN), *[lambda: file.check(WRONG)] * 6, lambda: path.write_bytes(b"?")]
        sets = [lambda: file.set(PIN), lambda: file.set(PIN * 5)]
        acts = [*sets, *checks, *checks[:1], *sets, file.reset]
        said = []
        for act in acts:
            try:
                said.append(repr(act()))
            except PinError as error:
                said.append(f"{error!r} {error}")
        said += [repr(file), str(file), repr(pins._Record(b"salt" * 4, b"hash" * 8))]
        assert "right" in str(said) and "locked" in str(said) and "damaged" in str(said)
        assert caplog.records == [] and capfd.readouterr() == ("", "")
        assert not any(digits in text for text in said for digits in (PIN, WRONG, "salt", "hash"))
