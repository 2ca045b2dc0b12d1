"""The kiosk's settings while the table runs, as stories in kiosk_stories.txt: changes on screen and in the file."""

import json
from pathlib import Path
from typing import ClassVar

from game.kiosk.kiosk import OVERRIDES, Kiosk
from game.kiosk.pin import PinFile
from tests.stores import opening
from tests.stories import Teller, each_story

OURS = "# Ours\n[idle]\nmenu = 60 # a minute\nturn = 100\n"


class Kiosks(Teller):
    """Tells of a kiosk's settings and their file. Each step says what comes of it: changed settings ("told menu 60 to
    70, turn 100 to 100"), new "problems", why a change stays "unwritten", and "logged"; or the name of an error. A line
    of TEXT ends at "\\n". A story begins with "start", unless it prepares the file or the store before."""

    begins = ("start", "write", "store")
    facts: ClassVar = {
        # three settings: "menu 60, turn 100, offer 120"
        "values": lambda s: [f"{name} {getattr(s.kiosk.config.idle, name)}" for name in ("menu", "turn", "offer")],
        "waiting": lambda s: json.dumps(s.kiosk.store.get(OVERRIDES)),  # the changes that wait in the store, as JSON
        # the incidents with their details, the newest first
        "incidents": lambda s: "; ".join(
            ": ".join(filter(None, (one.kind, one.detail))) for one in s.kiosk.store.audits.incidents
        ),
        "file": lambda s: s.path.read_text().replace("\n", "\\n"),  # the file as TEXT
    }

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

    def do_incident(self, given: str = ""):
        """KIND: Note an incident."""
        self.kiosk.store.audits.note(given)

    def do_write(self, given: str = ""):
        """[TEXT], "NUMBER signs", or "no file": Write the file, or delete it."""
        if given == "no file":
            self.path.unlink()
            return
        number, _, rest = given.partition(" ")
        self.path.write_text("x" * int(number) if rest == "signs" else given.replace("\\n", "\n"))

    def do_store(self, given: str = ""):
        """JSON: Store this as the waiting changes."""
        self.opened().set(OVERRIDES, json.loads(given))

    def do_disk(self, state: str = ""):
        """broken, or works: Let every write of the file fail, or succeed again."""
        self.disk.become(state)


@each_story(Path(__file__).with_name("kiosk_stories.txt"))
def test_a_story(story, tmp_path, disk, caplog):
    caplog.set_level("INFO", "game.kiosk")
    for opened in opening(tmp_path / "data" / "store.sqlite3"):
        Kiosks(opened, tmp_path / "kiosk.toml", disk, caplog).tell(story)
