"""The kiosk's settings while the table runs, as stories in kiosk_stories.txt: changes on screen, and by hand."""

import json
from pathlib import Path

import pytest

from game.kiosk import kiosk as module
from game.kiosk.config_file import ConfigWriteError
from game.kiosk.kiosk import OVERRIDES, Kiosk
from game.kiosk.pin import PinFile
from tests.old_stories import stories
from tests.stores import opening

OURS = "# Ours\n[idle]\nmenu = 60 # a minute\nturn = 100\n"


def text_of(given):
    """A file's text as a story has it."""
    first, *rest = given.split("\\n")
    if first.startswith("OURS"):
        words, first = first.split()[1:], OURS
        for word in words:
            first = first.replace(*word.split("="))
    return "\n".join([first, *rest])


class Story:
    """A kiosk as its story goes on. Its steps are methods, which take the words that follow."""

    def __init__(self, opened, path, monkeypatch, caplog):
        self.opened = opened
        self.path = path
        self.monkeypatch = monkeypatch
        self.caplog = caplog
        self.kiosk = None
        self.changes = []
        path.write_text(OURS)

    def come_of(self, line):
        """What comes of a step: what it gives, and what is told, found, not written and logged by it."""
        before = self.troubles()
        self.changes.clear(), self.caplog.clear()
        name, _, given = line.partition(" ")
        try:
            said = getattr(self, name)(given)
        except (KeyError, ValueError) as error:
            said = type(error).__name__
        found = [f"told menu {old.menu} to {new.menu}, turn {old.turn} to {new.turn}" for old, new in self.changes]
        found += [f"{what}: {now or 'none'}" for what, now in self.troubles().items() if now != before[what]]
        found += ["logged"] * bool(self.caplog.records)
        return said or "; ".join(found)

    def troubles(self):
        problems = self.kiosk.problems if self.kiosk else ()
        unwritten = self.kiosk.unwritten if self.kiosk else ""
        keys = " ".join(problem.key or problem.kind for problem in problems)
        return {"problems": keys, "unwritten": unwritten.removeprefix(f"{self.path}: ")}

    # The table

    def start(self, given):
        """Now, as if it had been killed before."""
        self.kiosk = Kiosk(self.opened(), self.path, PinFile(self.path.with_name("pin.json")), given == "named")
        self.kiosk.on_change = lambda before, after: self.changes.append((before.idle, after.idle))

    def set(self, given):
        self.kiosk.change(json.loads(given))

    def wait(self, given):
        self.kiosk.tick(float(given))

    def flush(self, given):
        self.kiosk.flush()

    def values(self, given):
        idle = self.kiosk.config.idle
        return f"menu {idle.menu}, turn {idle.turn}, offer {idle.offer}"

    def waiting(self, given):
        return json.dumps(self.kiosk.store.get(OVERRIDES))

    def shelf(self, given):
        return str(self.kiosk.store.shelf_size)

    def happened(self, given):
        self.kiosk.store.audits.note(given)

    def wrong(self, given):
        """So many mistakes, each saved and read."""
        for number in range(1, int(given) + 1):
            self.path.write_text(f"[idle]\nmenu = {number * 1000}\n")
            self.kiosk.tick(2)

    def incidents(self, given):
        return "; ".join(": ".join(filter(None, (one.kind, one.detail))) for one in self.kiosk.store.audits.incidents)

    # The files

    def write(self, given):
        self.path.write_text(text_of(given))

    def long(self, given):
        self.path.write_text("x" * 70_000)

    def remove(self, given):
        self.path.unlink()

    def file(self, given):
        assert self.path.read_text() == text_of(given)

    def store(self, given):
        self.opened().set(OVERRIDES, json.loads(given))

    def refuse(self, given):
        """Every write fails, until it is allowed again."""

        def write(path, changes):
            raise ConfigWriteError(f"{path}: it is read-only")

        self.monkeypatch.setattr(module, "write", write)

    def allow(self, given):
        self.monkeypatch.undo()


@pytest.mark.parametrize("story", stories(Path(__file__).with_name("kiosk_stories.txt")))
def test_a_story(story, tmp_path, monkeypatch, caplog):
    caplog.set_level("INFO", "game.kiosk")
    for opened in opening(tmp_path / "data" / "store.sqlite3"):
        going_on = Story(opened, tmp_path / "kiosk.toml", monkeypatch, caplog)
        for line in story:
            step, _, expected = line.partition(" -> ")
            assert going_on.come_of(step) == expected, line
