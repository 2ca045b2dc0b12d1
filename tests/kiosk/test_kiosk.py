"""The kiosk's settings while the table runs, as stories in kiosk_stories.txt: changes on screen and in the file."""

import json
from pathlib import Path

from game.kiosk.kiosk import OVERRIDES, Kiosk
from game.kiosk.pin import PinFile
from tests.stores import opening
from tests.stories import Teller, each_story

OURS = "# Ours\n[idle]\nmenu = 60 # a minute\nturn = 100\n"


def text_of(given):
    """Return the text of a file that a story describes."""
    first, *rest = given.split("\\n")
    if first.startswith("OURS"):
        words, first = first.split()[1:], OURS
        for word in words:
            first = first.replace(*word.split("="))
    return "\n".join([first, *rest])


class Kiosks(Teller):
    """Tells of a kiosk's settings and their file. Each step says what comes of it: changed settings ("told menu 60 to
    70, turn 100 to 100"), new "problems", why a change stays "unwritten", and "logged"; or the name of an error. TEXT
    of a file may begin with OURS, the first file, and changes of it: "OURS 60=70". Its lines end at "\\n"."""

    def __init__(self, opened, path, disk, caplog):
        self.opened = opened
        self.path = path
        self.disk = disk
        self.caplog = caplog
        self.kiosk = None
        self.changes = []
        path.write_text(OURS)

    def do(self, verb, *given):
        """Take a step, and say what comes of it."""
        before = self.troubles()
        self.changes.clear(), self.caplog.clear()
        try:
            super().do(verb, *given)
        except (KeyError, ValueError) as error:
            return type(error).__name__
        found = [f"told menu {old.menu} to {new.menu}, turn {old.turn} to {new.turn}" for old, new in self.changes]
        found += [f"{what}: {now or 'none'}" for what, now in self.troubles().items() if now != before[what]]
        found += ["logged"] * bool(self.caplog.records)
        return "; ".join(found)

    def troubles(self):
        problems = self.kiosk.problems if self.kiosk else ()
        unwritten = self.kiosk.unwritten if self.kiosk else ""
        keys = " ".join(problem.key or problem.kind for problem in problems)
        return {"problems": keys, "unwritten": unwritten.removeprefix(f"{self.path}: ")}

    # The table

    def do_start(self, given: str = ""):
        """[named]: Start, as after a kill. With "named", the operator has named the file."""
        self.kiosk = Kiosk(self.opened(), self.path, PinFile(self.path.with_name("pin.json")), given == "named")
        self.kiosk.on_change = lambda before, after: self.changes.append((before.idle, after.idle))

    def do_set(self, given: str = ""):
        """JSON: Change settings on screen: an object with values by key."""
        self.kiosk.change(json.loads(given))

    def do_wait(self, given: str = ""):
        """SECONDS: Let this time pass."""
        self.kiosk.tick(float(given))

    def do_flush(self):
        """Write the waiting changes now."""
        self.kiosk.flush()

    def ask_values(self):
        """Return three settings: "menu 60, turn 100, offer 120"."""
        idle = self.kiosk.config.idle
        return f"menu {idle.menu}, turn {idle.turn}, offer {idle.offer}"

    def ask_waiting(self):
        """Return the changes that wait in the store, as JSON."""
        return json.dumps(self.kiosk.store.get(OVERRIDES))

    def ask_shelf(self):
        """Return the size of the shelf."""
        return str(self.kiosk.store.shelf_size)

    def do_happened(self, given: str = ""):
        """KIND: Note an incident."""
        self.kiosk.store.audits.note(given)

    def do_wrong(self, given: str = ""):
        """NUMBER: Write a file with a mistake and let it be read, this many times, each time with another mistake."""
        for number in range(1, int(given) + 1):
            self.path.write_text(f"[idle]\nmenu = {number * 1000}\n")
            self.kiosk.tick(2)

    def ask_incidents(self):
        """Return the incidents with their details, the newest first."""
        return "; ".join(": ".join(filter(None, (one.kind, one.detail))) for one in self.kiosk.store.audits.incidents)

    # The files

    def do_write(self, given: str = ""):
        """TEXT: Write the file."""
        self.path.write_text(text_of(given))

    def do_long(self):
        """Write a file that is too long."""
        self.path.write_text("x" * 70_000)

    def do_remove(self):
        """Delete the file."""
        self.path.unlink()

    def do_file(self, given: str = ""):
        """TEXT: Check the text of the file."""
        assert self.path.read_text() == text_of(given)

    def do_store(self, given: str = ""):
        """JSON: Store this as the waiting changes."""
        self.opened().set(OVERRIDES, json.loads(given))

    def do_refuse(self):
        """Let every write of the file fail."""
        self.disk.is_broken = True

    def do_allow(self):
        """Let writes succeed again."""
        self.disk.is_broken = False


@each_story(Path(__file__).with_name("kiosk_stories.txt"))
def test_a_story(story, tmp_path, disk, caplog):
    caplog.set_level("INFO", "game.kiosk")
    for opened in opening(tmp_path / "data" / "store.sqlite3"):
        Kiosks(opened, tmp_path / "kiosk.toml", disk, caplog).tell(story)
