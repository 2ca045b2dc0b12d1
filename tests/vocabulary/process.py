"""The vocabulary of the command line: what somebody types there, what is printed, and what lies in the data folder."""

import getpass
import io
import json
import re
import shlex
import sqlite3
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import main
from game import paths
from game.kiosk.pin import PinFile
from game.storage.store import Store
from game.supervision import command as supervision
from tests.stores import PATIENCE, TOYS, WON
from tests.stories import Teller

ROOT = Path(__file__).parents[2]


class Terminal(io.StringIO):
    """Standard input that is a terminal."""

    def isatty(self):
        return True


class ProcessVocabulary(Teller):
    """Tells of somebody at the command line. A command says the lines that it prints, errors behind "! ", and last
    "status N" unless N is 0. HERE stands for the test's folder; the store is in HERE/data. A line ends at "\\n"."""

    def __init__(self, folder, monkeypatch, capsys, request):
        self.folder = folder
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.request = request
        self.code = ""

    def shown(self, value):
        return "\n".join(value) if isinstance(value, list) else super().shown(value)

    def printed(self, *words):
        """Run a command. Return the lines that it prints."""
        try:
            status: object = main.main(list(words))
        except SystemExit as end:
            status = end.code
        output = self.capsys.readouterr()
        lines = [*output.out.splitlines(), *(f"! {line}" for line in output.err.splitlines())]
        told = [line.replace(str(self.folder), "HERE") for line in lines]
        return [*told, f"status {status}"] if status else told

    def do_settings(self, given=""):
        """ARGUMENTS: Run "main.py settings" with ARGUMENTS."""
        return self.printed("settings", *shlex.split(given.replace("HERE", str(self.folder))))

    def do_operator(self, given=""):
        """ARGUMENTS: Run "main.py operator" with ARGUMENTS. DOCS stands for the folder docs. In what the command says,
        CODE stands for a new code, and TODAY for a date or a time."""
        places = given.replace("HERE", str(self.folder)).replace("DOCS", str(ROOT / "docs"))
        text = "\n".join(self.printed("operator", *(word.replace("\\n", "\n") for word in places.split())))
        if code := re.search(r"^(\d{4}) (\d{4})$", text, re.MULTILINE):
            self.code = "".join(code.groups())
            text = text.replace(code[0], "CODE")
        return [line for line in re.sub(r"\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?", "TODAY", text).splitlines() if line]

    def do_check(self, given):
        """TEXT: Write TEXT as a kiosk's configuration, and run "main.py operator --check-config" on it."""
        (self.folder / "kiosk.toml").write_text(given.replace("\\n", "\n"))
        return self.do_operator("--check-config HERE/kiosk.toml")

    def do_config(self, given):
        """TEXT: Write TEXT as the kiosk's configuration in the data folder."""
        paths.config_path().write_text(given.replace("\\n", "\n"))

    def do_input(self, given):
        """TEXT: Give TEXT to the next command as its standard input."""
        self._hears(io.StringIO(given.encode().decode("unicode_escape")))

    def do_typed(self, given, echoes=False):
        """WORDS: Let somebody at a terminal type WORDS, one at each hidden prompt."""
        words = iter(given.split())

        def answer(prompt):
            if echoes:
                warnings.warn("it echoes", getpass.GetPassWarning, stacklevel=1)
            return next(words)

        self._hears(Terminal())
        self.monkeypatch.setattr(getpass, "getpass", answer)

    def do_shown(self, given):
        """WORD: Let somebody type WORD at a terminal that cannot hide it."""
        self.do_typed(given, echoes=True)

    def _hears(self, given):
        self.monkeypatch.setattr(sys, "stdin", given)

    def do_pin(self, given):
        """PIN: Set the operator's PIN."""
        PinFile(paths.pin_path()).set(given)

    def do_reset(self):
        """Forget the operator's PIN."""
        PinFile(paths.pin_path()).reset()

    def do_file(self, given):
        """NAME TEXT or NAME NUMBER: Write a file with TEXT, or with "tea" NUMBER times."""
        name, text = given.split(" ", 1)
        (self.folder / name).write_text("tea" * int(text) if text.isdecimal() else text)

    def do_make(self, given):
        """NAME: Make a folder."""
        (self.folder / given).mkdir()

    def do_a_table_runs(self):
        """Open the store, as a running table does."""
        self.running = Store.open(paths.store_path(), TOYS)
        self.request.addfinalizer(self.running.close)

    def do_a_supervisor_waits(self):
        """Hold the lock of a supervisor that is about to start its table again."""
        self.request.addfinalizer(supervision.hold().release)

    def do_nothing_is_written(self):
        """Let another program lock the store for ever; this one does not wait for it."""
        self.request.getfixturevalue("hasty_store")
        Store.open(paths.store_path()).close()
        other = sqlite3.connect(paths.store_path(), isolation_level=None)
        self.request.addfinalizer(other.close)
        other.execute("BEGIN IMMEDIATE")

    def do_stored(self, given):
        """KEY JSON: Store the setting KEY."""
        key, _, value = given.partition(" ")
        store = Store.open(paths.store_path())
        store.set(key, json.loads(value))
        assert store.close()

    def do_finish(self):
        """Finish a game at the running table, and check that it is on the disk at once."""
        assert self.running.finish(replace(WON, times=(1_000,) * 3)) and not self.running.is_lagging

    def do_note(self, given):
        """TEXT: Note a crash with the detail TEXT at the running table."""
        self.running.audits.note("crash", given)
        assert self.running.wait(PATIENCE)

    def listed(self):
        """Return the lines of "settings --list"."""
        lines = self.printed("settings", "--list")
        assert not any(line.startswith(("!", "status")) for line in lines), lines
        return lines

    def ask_line(self, given):
        """KEY: Return the line of "settings --list" for KEY."""
        return [line for line in self.listed() if line.split(" ", 1)[0] == given]

    def ask_changed(self):
        """Return the keys that "settings --list" marks as changed, each in a line."""
        return [line.split(" ", 1)[0] for line in self.listed() if " (changed; " in line]

    def ask_headings(self):
        """Return the first line of "settings --list" and each line behind an empty one."""
        lines = self.listed()
        return [line for before, line in zip(["", *lines], lines, strict=False) if not before]

    def ask_problems(self):
        """Return the lines of "settings --list" that begin with "problem: "."""
        return [line for line in self.listed() if line.startswith("problem: ")]

    def ask_kept(self, given):
        """KEY: Return the setting KEY of the store, as JSON."""
        return json.dumps(Store.open_as_guest(paths.store_path()).get(given))

    def ask_text(self, given):
        """NAME: Return the lines of a file."""
        return (self.folder / given).read_text().splitlines()

    def ask_files(self, given):
        """NAME: Return the files in a folder, each in a line with its size: "store.sqlite3 3000"."""
        return [f"{one.name} {one.stat().st_size}" for one in sorted((self.folder / given).iterdir())]

    def ask_beside_the_store(self):
        """Return the names in the data folder that do not belong to the store; "none" if there are none."""
        names = (one.name for one in paths.data_dir().iterdir())
        return " ".join(sorted(name for name in names if not name.startswith("store.sqlite3"))) or None

    def ask_opens(self, given):
        """PIN: Try PIN, or CODE for the last new code. Return the verdict: "right", "wrong", "code", "unset" …"""
        return PinFile(paths.pin_path()).check(self.code if given == "CODE" else given).kind

    def ask_row(self):
        """Return the rows of the table that was exported to the folder "out", without day and hour."""
        (table,) = (self.folder / "out").glob("kissaten-audits-*.csv")
        return [line.partition(",")[2].partition(",")[2] for line in table.read_text("utf-8-sig").splitlines()[1:]]

    def ask_warned(self):
        """Return the last line of the log."""
        return self.request.getfixturevalue("caplog").messages[-1]
