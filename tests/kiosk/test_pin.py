"""The operator's PIN: who gets in and who waits. No trick with the file, the clock or the process helps."""

import json
import logging
import os
import re
import shutil
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from game.kiosk.pin import COST, TRIES, PinError, PinFile, PinRecord, PinVerdict, new_record, to_bytes
from game.platforms.locks import FileLock
from tests.clocks import MovedClock
from tests.processes import begun
from tests.stores import PATIENCE
from tests.stories import Teller, each_story
from tests.tables import rows

PIN, WRONG = "271828", "314159"
CHEAP = (1 << 14, 1, 1)
CHECK = "import sys; from pathlib import Path; from game.kiosk.pin import PinFile; "
CHECK += "print(PinFile(Path(sys.argv[1])).check(sys.argv[2]).kind)"
OF_UNIX = {"file: a pipe", "start: program of another user"}
NO_FILES = (b"", b"{", b"[]", b"null", b"\xff\xfe", b"1" * 5_000, b"[" * 4_000, b"{}" + b" " * 10_000_000)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "operator-pin.json"


@pytest.fixture
def clock():
    """How long the machine has run."""
    return MovedClock(100.0)


@pytest.fixture
def file(path, clock):
    """A file with PIN."""
    made = PinFile(path, clock, "boot 1")
    made.set(PIN)
    return made


def tries(file, *given):
    """Return the verdicts on these PINs, one after the other."""
    return [file.check(one) for one in given]


class Pins(Teller):
    """Tells of the operator's PIN and its file. A PIN is PIN (the right one at first), WRONG, CODE, EARLIER, "nothing",
    "long", or text, which may have escapes of Python. A step that fails says the kind of its error."""

    facts: ClassVar = {
        # the files with the ending json: "file operator-pin.json, link other.json"
        "files": lambda s: [
            f"{'link' if one.is_symlink() else 'file'} {one.name}" for one in sorted(s.path.parent.glob("*.json"))
        ],
        "unchanged": lambda s, name: s.path.with_name(name).read_bytes() == s.first,  # is a file as in the beginning?
        "status": lambda s: told(s.file.status()),  # before a try: "ready 5" (tries), "locked 60" (seconds), "unset" …
    }
    wrecks: ClassVar[dict[str, Callable[[Path], Any]]] = {
        "removed": lambda path: path.rmdir() if path.is_dir() else path.unlink(),
        "removed with its folder": lambda path: shutil.rmtree(path.parent),
        "a folder": Path.mkdir,
        "a pipe": lambda path: os.mkfifo(path),
        "a link": lambda path: path.symlink_to(path.rename(path.with_name("other.json"))),
        "a link to nowhere": lambda path: path.symlink_to(path.with_name("other.json")),
    }

    def __init__(self, path, clock, disk, monkeypatch):
        self.path = path
        self.clock = clock
        self.disk = disk
        self.monkeypatch = monkeypatch
        self.words = {"PIN": PIN, "WRONG": WRONG, "nothing": "", "long": "1" * 10_000}
        self.boot = "boot 1"
        self.file = PinFile(path, clock, self.boot)
        self.file.set(PIN)
        self.first = path.read_bytes()

    def do(self, verb, *given):
        try:
            return super().do(verb, *given)
        except PinError as error:
            return error.kind

    def word(self, given):
        """Return what is tried or set."""
        text = given.encode("latin-1", "backslashreplace").decode("unicode_escape")
        return self.words.get(given, text)

    def do_start(self, what):
        """program, "program of another user", "machine at SECONDS" or "machine at SECONDS without a name": Start the
        program again, or the machine, with SECONDS on the clock that counts its running time. Only one with a name
        says which start of the machine this is."""
        if what == "program of another user":
            self.monkeypatch.setattr(os, "getuid", lambda: 4_711)
        elif seconds := re.search(r"\d+", what):
            self.clock.now = float(seconds[0])
            self.boot = "" if what.endswith("without a name") else "boot 2"
        self.file = PinFile(self.path, self.clock, self.boot)

    def do_file(self, what):
        """JSON, "NUMBER bytes of nonsense", "removed", "removed with its folder", "a folder", "a pipe", "a link" (to
        the file, now "other.json") or "a link to nowhere": Change fields of the file, overwrite it, or wreck it so."""
        if what.startswith("{"):
            self.path.write_text(json.dumps(json.loads(self.path.read_text()) | json.loads(what)))
        elif what.endswith("of nonsense"):
            self.path.write_bytes(b"?" * int(what.split()[0]))
        else:
            self.wrecks[what](self.path)

    def do_reset(self):
        """Forget the PIN. The new code is CODE, the previous one EARLIER."""
        self.words |= {"EARLIER": self.words.get("CODE"), "CODE": self.file.reset()}

    def do_set(self, given):
        """PIN [over damage]: Set this PIN, even over a damaged file if told so, as the command line does."""
        pin, over, _ = given.partition(" over damage")
        self.file.set(self.word(pin), over_damage=bool(over))

    def ask_set(self, given):
        """PIN …: Set these PINs one after the other. Return what comes of each: "set", or the kind of its error."""
        return ", ".join(self.do("set", pin) or "set" for pin in given.split())

    def ask_try(self, given):
        """PIN …, or PIN xTIMES: Try these PINs one after the other, or one several times. Return the verdicts: "wrong
        4, right"."""
        *words, last = given.split()
        words = words * int(last[1:]) if words and re.fullmatch(r"x\d+", last) else [*words, last]
        return ", ".join(map(told, tries(self.file, *map(self.word, words))))


def told(verdict):
    """Return a verdict in words: its kind, the tries or seconds that are left, and whether the PIN was reset."""
    number = verdict.seconds if verdict.kind == "locked" else verdict.tries
    return f"{verdict.kind} {f'{number:g}' * bool(number)} {'after a reset' * verdict.resets}".replace(
        "  ", " "
    ).strip()


@each_story(Path(__file__).with_name("pin_stories.txt"))
def test_a_story(story, path, clock, disk, monkeypatch):
    if sys.platform == "win32" and OF_UNIX & {line.text for line in story.lines}:
        pytest.skip("Windows has no such pipes and owners")
    Pins(path, clock, disk, monkeypatch).tell(story)


class TestTries:
    def test_a_weak_one_of_before_still_opens(self, path, clock):
        path.write_bytes(to_bytes(new_record("123456", CHEAP)))
        assert PinFile(path, clock, "boot 1").check("123456") == PinVerdict("right")

    def test_a_reset_leaves_no_trace_of_its_code(self, file, path):
        code = file.reset()
        assert len(code) == 8 and code.isdigit() and file.is_unset and not file.is_set
        assert code not in path.read_text() and code != file.reset()

    def test_two_files_of_one_pin_have_nothing_in_common(self, file, path):
        before = json.loads(path.read_text())
        file.set(PIN)
        after = json.loads(path.read_text())
        assert before["salt"] != after["salt"] and before["hash"] != after["hash"]

    def test_the_cost_is_that_of_the_file(self, file, path):
        path.write_bytes(to_bytes(new_record(PIN, COST)))
        assert file.check(PIN) == PinVerdict("right")
        file.set(PIN)
        assert file.check(PIN) == PinVerdict("right")


class TestTheClock:
    def test_the_one_on_the_wall_plays_no_part(self, file, path, clock):
        tries(file, *[WRONG] * TRIES)
        later = PinFile(path, clock, "boot 1", wall=lambda: 4e9)
        assert file.check(PIN) == later.check(PIN) == PinVerdict("locked", seconds=60)

    def test_of_itself_the_machine_knows_how_long_it_runs_and_which_start_it_is(self, path):
        tries(PinFile(path), PIN)
        PinFile(path).set(PIN)
        tries(PinFile(path), *[WRONG] * TRIES)
        left = PinFile(path).status().seconds
        assert 0 < left <= 60 and PinFile(path).status().seconds <= left

    def test_it_is_not_written_at_each_look(self, file, path, clock):
        tries(file, *[WRONG] * TRIES)
        before = path.stat().st_ino
        for _ in range(20):
            clock.now += 1
            file.keep_wait()
        assert path.stat().st_ino == before and file.status() == PinVerdict("locked", seconds=40)

    def test_a_file_of_the_version_before(self, file, path, clock):
        file = PinFile(path, clock, "boot 1", wall=lambda: 2e9)
        table = json.loads(path.read_text())
        old = {name: table[name] for name in ("format", "n", "r", "p", "salt", "hash")}
        old |= {"version": 1, "failed": 0, "waits": 2, "until": 2e9 + 30}
        path.write_text(json.dumps(old))
        assert file.check(PIN) == PinVerdict("locked", seconds=30)
        clock.now += 30
        assert file.check(PIN) == PinVerdict("right") and json.loads(path.read_text())["version"] == 2
        path.write_text(json.dumps(old | {"waits": 0, "until": 0.0, "failed": 3}))
        assert tries(file, WRONG, PIN) == [PinVerdict("wrong", 1), PinVerdict("right")]


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
        self.check_damaged(PinFile(path, clock, "boot 1"), path, content)

    def test_one_that_was_cut_opens_nothing(self, file, path):
        whole = path.read_bytes().rstrip()  # padding has no meaning
        for length in range(0, len(whole) - 2, 7):
            path.write_bytes(whole[:length])
            assert file.check(PIN) == PinVerdict("damaged")

    @pytest.mark.one_in(4)
    @pytest.mark.parametrize("values", rows("damaged_pins", 1))
    def test_values_that_nobody_has_written(self, file, path, values):
        changed = json.loads(path.read_text()) | json.loads(*values)
        self.check_damaged(file, path, json.dumps(changed).encode())

    def check_damaged(self, file, path, content):
        path.write_bytes(content)
        assert not file.is_set and not file.is_unset and file.status() == PinVerdict("damaged")
        assert file.check(PIN) == file.check("") == PinVerdict("damaged")
        with pytest.raises(PinError) as error:
            file.set(PIN)
        assert error.value.kind == "damaged" and path.read_bytes() == content
        assert file.check(file.reset()) == PinVerdict("code")
        path.write_bytes(content)
        file.set(PIN, over_damage=True)
        assert file.check(PIN) == PinVerdict("right")


class KilledError(BaseException):
    """Ends the process of the test."""


class Meanwhile(str):
    """A PIN for which something happens while its hash is found."""

    act: Callable[[], object]

    def __new__(cls, pin, act):
        made = super().__new__(cls, pin)
        made.act = act
        return made

    def encode(self, *given):
        self.act()
        return super().encode(*given)


class TestTricks:
    def test_a_process_that_is_killed_in_a_try_has_had_it(self, file, path, clock):
        def killed():
            raise KilledError

        later = PinFile(path, clock, "boot 1")
        for wanted in (*(PinVerdict("ready", left) for left in (4, 3, 2, 1)), PinVerdict("locked", seconds=60)):
            with pytest.raises(KilledError):
                file.check(Meanwhile(PIN, killed))
            assert later.status() == wanted
        assert later.check(PIN) == wanted

    def test_a_pin_that_is_set_or_forgotten_during_a_try_does_not_open(self, file, path):
        content = to_bytes(new_record(WRONG, CHEAP))
        assert file.check(Meanwhile(PIN, lambda: path.write_bytes(content))).kind == "wrong"
        assert path.read_bytes() == content  # the tries for one PIN do not overwrite the other
        assert file.check(Meanwhile(WRONG, path.unlink)).kind == "wrong" and file.status() == PinVerdict("lost")

    def test_while_another_process_tries_nobody_else_does(self, file, path):
        lock = FileLock(path.with_name(f"{path.name}.lock"))
        assert file.check(PIN) == file.status() == PinVerdict("busy")
        for act in (file.reset, lambda: file.set(WRONG)):
            with pytest.raises(PinError, match="again") as error:
                act()
            assert error.value.kind == "busy"
        threading.Timer(0.2, lock.release).start()
        PinFile(path, clock, "boot 1", patience=60.0).set(WRONG)
        assert file.check(WRONG) == PinVerdict("right")

    def test_many_at_once_have_five_tries_together(self, file, path, clock):
        found: list[str] = []

        def one():
            found.extend(PinFile(path, clock, "boot 1").check(WRONG).kind for _ in range(20))

        threads = [threading.Thread(target=one) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        tries(file, *[WRONG] * TRIES)  # in case all were busy too often
        assert found.count("wrong") <= TRIES - 1 and set(found) <= {"wrong", "locked", "busy"}
        assert file.check(PIN) == PinVerdict("locked", seconds=60)

    def test_two_processes_at_once(self, file, path):
        with begun("-c", CHECK, path, WRONG) as one, begun("-c", CHECK, path, WRONG) as other:
            said = [child.communicate(timeout=PATIENCE)[0].strip() for child in (one, other)]
        assert set(said) <= {"wrong", "busy"} and "wrong" in said
        assert file.status() == PinVerdict("ready", TRIES - said.count("wrong"))

    def test_nothing_of_it_is_said_anywhere(self, path, clock, caplog, capfd):
        caplog.set_level(logging.DEBUG)
        file = PinFile(path, clock, "boot 1")
        checks = [lambda: file.check(PIN), *[lambda: file.check(WRONG)] * 6, lambda: path.write_bytes(b"?")]
        sets = [lambda: file.set(PIN), lambda: file.set(PIN * 5)]
        acts = [*sets, *checks, *checks[:1], *sets, file.reset]
        said = []
        for act in acts:
            try:
                said.append(repr(act()))
            except PinError as error:
                said.append(f"{error!r} {error}")
        said += [repr(file), str(file), repr(PinRecord(b"salt" * 4, b"hash" * 8))]
        assert "right" in str(said) and "locked" in str(said) and "damaged" in str(said)
        assert caplog.records == [] and capfd.readouterr() == ("", "")
        assert not any(digits in text for text in said for digits in (PIN, WRONG, "salt", "hash"))
