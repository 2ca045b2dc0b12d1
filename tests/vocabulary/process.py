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
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import main
from game import paths
from game.kiosk.pin import PinFile
from game.storage.store import Store
from game.supervision import command as supervision
from tests.stores import TOYS, WON
from tests.stories import Teller

ROOT = Path(__file__).parents[2]


class Terminal(io.StringIO):
    """Standard input that is a terminal."""

    def isatty(self):
        return True


class ProcessVocabulary(Teller):
    """Tells of somebody at the command line. A command says the lines that it prints, errors behind "! ", and last
    "status N" unless N is 0, or 2 after errors. HERE stands for the test's folder; the store is in HERE/data. A line
    ends at "\\n"."""

    facts: ClassVar = {
        # the lines of "settings --list" that begin with KEY
        "line": lambda s, key: [line for line in s.listed() if line.split(" ", 1)[0] == key],
        # the keys that "settings --list" marks as changed, each in a line
        "changed": lambda s: [line.split(" ", 1)[0] for line in s.listed() if " (changed; " in line],
        # the first line of "settings --list", and each line behind an empty one
        "headings": lambda s: [line for before, line in pairwise(["", *s.listed()]) if not before],
        # a setting of the store, as JSON
        "kept": lambda s, key: json.dumps(Store.open_as_guest(paths.store_path()).get(key)),
        "text": lambda s, name: next(s.folder.glob(name)).read_text("utf-8").splitlines(),  # a file; "*" is allowed
        "files": lambda s, name: sorted(one.name for one in (s.folder / name).iterdir()),  # the names in a folder
        # the verdict on a PIN, or on the last new CODE: "right", "wrong", "code", "unset" …
        "opens": lambda s, pin: PinFile(paths.pin_path()).check(s.code if pin == "CODE" else pin).kind,
        "warned": lambda s: s.request.getfixturevalue("caplog").messages[-1],  # the last line of the log
    }

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
        usual = 2 if output.err else 0
        return told if (status or 0) == usual else [*told, f"status {status}"]

    def do_run(self, given):
        """ARGUMENTS [< TEXT]: Run main.py with ARGUMENTS, and with TEXT as its standard input. DOCS stands for the
        folder docs. Of what is said, empty lines are left out. CODE stands for a new code, TODAY for a date or a time.
        """
        command, has_input, text = given.partition(" < ")
        if has_input:
            self.hears(io.StringIO(text.encode().decode("unicode_escape")))
        for name, meant in (("HERE", str(self.folder)), ("DOCS", str(ROOT / "docs")), ("\\n", "\n")):
            command = command.replace(name, meant)
        said = "\n".join(self.printed(*shlex.split(command)))
        if code := re.search(r"^(\d{4}) (\d{4})$", said, re.MULTILINE):
            self.code = "".join(code.groups())
            said = said.replace(code[0], "CODE")
        return [line for line in re.sub(r"\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?", "TODAY", said).splitlines() if line]

    def do_check(self, given):
        """TEXT: Write TEXT as a kiosk's configuration, and run "main.py operator --check-config" on it."""
        self.do_file(f"kiosk.toml {given}")
        return self.do_run("operator --check-config HERE/kiosk.toml")

    def do_typed(self, given):
        """WORDS[, shown]: Let somebody at a terminal type WORDS, one at each hidden prompt. With "shown", the terminal
        cannot hide them."""
        typed, is_shown, _ = given.partition(", shown")
        words = iter(typed.split())

        def answer(prompt):
            if is_shown:
                warnings.warn("it echoes", getpass.GetPassWarning, stacklevel=1)
            return next(words)

        self.hears(Terminal())
        self.monkeypatch.setattr(getpass, "getpass", answer)

    def hears(self, given):
        """Let the program read this as its standard input."""
        self.monkeypatch.setattr(sys, "stdin", given)

    def do_file(self, given):
        """NAME [TEXT]: Write a file, in a new folder if need be."""
        name, _, text = given.partition(" ")
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_text(text.replace("\\n", "\n"))

    def do_running(self, given):
        """a table, a supervisor, or a lock: Let a table run beside the command, a supervisor that is about to start its
        table again, or a program that locks the store for ever (for which this one does not wait)."""
        if given == "a table":
            self.table = Store.open(paths.store_path(), TOYS)
            self.request.addfinalizer(self.table.close)
        elif given == "a supervisor":
            self.request.addfinalizer(supervision.hold().close)
        else:
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
        assert self.table.finish(replace(WON, times=(1_000,) * 3)) and not self.table.is_lagging

    def listed(self):
        """Return the lines of "settings --list"."""
        lines = self.printed("settings", "--list")
        assert not any(line.startswith(("!", "status")) for line in lines), lines
        return lines
