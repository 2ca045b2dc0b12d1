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
    """Standard input at which somebody sits."""

    def isatty(self):
        return True


class ProcessVocabulary(Teller):
    """Somebody at the command line; HERE is a folder of the test, whose folder data has the store.

    A command says what it prints, errors behind "!", and its status where that is not 0.
    """

    def __init__(self, folder, monkeypatch, capsys, request):
        self.folder = folder
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.request = request
        self.code = ""

    def shown(self, value):
        return "\n".join(value) if isinstance(value, list) else super().shown(value)

    def printed(self, *words):
        """What a command prints, line for line."""
        try:
            status: object = main.main(list(words))
        except SystemExit as end:
            status = end.code
        output = self.capsys.readouterr()
        lines = [*output.out.splitlines(), *(f"! {line}" for line in output.err.splitlines())]
        told = [line.replace(str(self.folder), "HERE") for line in lines]
        return [*told, f"status {status}"] if status else told

    def do_settings(self, given=""):
        """ARGUMENTS: the command for settings."""
        return self.printed("settings", *shlex.split(given.replace("HERE", str(self.folder))))

    def do_operator(self, given=""):
        """ARGUMENTS: the operator's command; a new code is told as CODE, a day or a moment as TODAY."""
        places = given.replace("HERE", str(self.folder)).replace("DOCS", str(ROOT / "docs"))
        text = "\n".join(self.printed("operator", *(word.replace("\\n", "\n") for word in places.split())))
        if code := re.search(r"^(\d{4}) (\d{4})$", text, re.MULTILINE):
            self.code = "".join(code.groups())
            text = text.replace(code[0], "CODE")
        return [line for line in re.sub(r"\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?", "TODAY", text).splitlines() if line]

    def do_check(self, given):
        """TEXT: write a kiosk's configuration, and have it checked."""
        (self.folder / "kiosk.toml").write_text(given.replace("\\n", "\n"))
        return self.do_operator("--check-config HERE/kiosk.toml")

    def do_config(self, given):
        """TEXT: what stands in the kiosk's configuration."""
        paths.config_path().write_text(given.replace("\\n", "\n"))

    def do_input(self, given):
        """TEXT: what comes from standard input."""
        self._hears(io.StringIO(given.encode().decode("unicode_escape")))

    def do_typed(self, given, echoes=False):
        """WORDS: what is typed at a terminal, one after the other."""
        words = iter(given.split())

        def answer(prompt):
            if echoes:
                warnings.warn("it echoes", getpass.GetPassWarning, stacklevel=1)
            return next(words)

        self._hears(Terminal())
        self.monkeypatch.setattr(getpass, "getpass", answer)

    def do_shown(self, given):
        """WORD: what is typed at a terminal that would show it."""
        self.do_typed(given, echoes=True)

    def _hears(self, given):
        self.monkeypatch.setattr(sys, "stdin", given)

    def do_pin(self, given):
        """PIN: the operator has set it."""
        PinFile(paths.pin_path()).set(given)

    def do_reset(self):
        """The PIN is forgotten."""
        PinFile(paths.pin_path()).reset()

    def do_file(self, given):
        """NAME TEXT, NAME NUMBER: a file with this text, or with so much tea in it."""
        name, text = given.split(" ", 1)
        (self.folder / name).write_text("tea" * int(text) if text.isdecimal() else text)

    def do_make(self, given):
        """NAME: a folder."""
        (self.folder / given).mkdir()

    def do_a_table_runs(self):
        """Its store is open."""
        self.running = Store.open(paths.store_path(), TOYS)
        self.request.addfinalizer(self.running.close)

    def do_a_supervisor_waits(self):
        """It is about to start its table again."""
        self.request.addfinalizer(supervision.hold().release)

    def do_nothing_is_written(self):
        """Another program writes to the store for ever, and nobody waits for it."""
        self.request.getfixturevalue("hasty_store")
        Store.open(paths.store_path()).close()
        other = sqlite3.connect(paths.store_path(), isolation_level=None)
        self.request.addfinalizer(other.close)
        other.execute("BEGIN IMMEDIATE")

    def do_stored(self, given):
        """KEY JSON: a value that the store has."""
        key, _, value = given.partition(" ")
        store = Store.open(paths.store_path())
        store.set(key, json.loads(value))
        assert store.close()

    def do_finish(self):
        """A game at the table that runs, which is not held up."""
        assert self.running.finish(replace(WON, times=(1_000,) * 3)) and not self.running.is_lagging

    def do_note(self, given):
        """TEXT: a crash of the table that runs."""
        self.running.audits.note("crash", given)
        assert self.running.wait(PATIENCE)

    def listed(self):
        """What the list of all settings says."""
        lines = self.printed("settings", "--list")
        assert not any(line.startswith(("!", "status")) for line in lines), lines
        return lines

    def ask_line(self, given):
        """The lines of the list that begin with a word."""
        return [line for line in self.listed() if line.split(" ", 1)[0] == given]

    def ask_changed(self):
        """The keys that are marked in the list."""
        return [line.split(" ", 1)[0] for line in self.listed() if " (changed; " in line]

    def ask_headings(self):
        """The first line of the list, and those after an empty one."""
        lines = self.listed()
        return [line for before, line in zip(["", *lines], lines, strict=False) if not before]

    def ask_problems(self):
        """What the list says is wrong."""
        return [line for line in self.listed() if line.startswith("problem: ")]

    def ask_kept(self, given):
        """What the store has under a key."""
        return json.dumps(Store.open_as_guest(paths.store_path()).get(given))

    def ask_text(self, given):
        """The lines of a file."""
        return (self.folder / given).read_text().splitlines()

    def ask_files(self, given):
        """What lies in a folder, with its size."""
        return [f"{one.name} {one.stat().st_size}" for one in sorted((self.folder / given).iterdir())]

    def ask_beside_the_store(self):
        """What lies in the data folder but for what a store brings."""
        names = (one.name for one in paths.data_dir().iterdir())
        return " ".join(sorted(name for name in names if not name.startswith("store.sqlite3"))) or None

    def ask_opens(self, given):
        """What becomes of a PIN, or of the CODE."""
        return PinFile(paths.pin_path()).check(self.code if given == "CODE" else given).kind

    def ask_row(self):
        """The rows of an exported table, without their days and hours."""
        (table,) = (self.folder / "out").glob("kissaten-audits-*.csv")
        return [line.partition(",")[2].partition(",")[2] for line in table.read_text("utf-8-sig").splitlines()[1:]]

    def ask_warned(self):
        """The last line of the log."""
        return self.request.getfixturevalue("caplog").messages[-1]
