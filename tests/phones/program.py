"""The real program, started with its phone server at the loopback address, and phones of a browser at it.

The test reads the join code where the program keeps it: in the store of the folder that it was given.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.core.record import Record
from game.phones.process import KeptServer
from game.storage.store import Store
from tests.stores import PATIENCE

ROOT = Path(__file__).parents[2]
SIZE = "1280x720"


class Program:
    """`main.py --phones` without a window, with a store and a cache of its own in `folder`."""

    def __init__(self, folder: Path, language: str = "en") -> None:
        self.data = folder / "data"
        self.log = (folder / "program.log").open("w+")
        environment = {**os.environ, "KISSATEN_DATA": str(self.data), "SDL_AUDIODRIVER": "dummy"}
        environment["KISSATEN_CACHE"] = str(folder / "cache")
        environment["SDL_VIDEODRIVER"] = "dummy"
        line = [sys.executable, "main.py", "--size", SIZE, "--lang", language, "--phones", "--phones-bind", "127.0.0.1"]
        self.process = subprocess.Popen(line, cwd=ROOT, env=environment, stdout=self.log, stderr=self.log)
        self.url = self._url()

    def _logged(self) -> str:
        self.log.seek(0)
        return self.log.read()[-2000:]

    def _url(self) -> str:
        """What is in the code on the screen."""
        kept = self.until(lambda: self.kept if self.kept.code else None, "the phone server")
        return f"http://127.0.0.1:{kept.port}/{kept.code}"

    def ask(self, question: Callable[[Store], Any]) -> Any:
        """What the store says now, beside the program that has it."""
        path = self.data / "store.sqlite3"
        store = Store.open_as_guest(path)
        try:
            return question(store)
        finally:
            store.close()

    @property
    def kept(self) -> KeptServer:
        """The phone server as it is kept; without a code before it is open."""
        if not (self.data / "store.sqlite3").exists():
            return KeptServer()
        stored = self.ask(lambda store: store.get("phones"))
        return KeptServer.from_text(str(stored)) if stored else KeptServer()

    def game(self, title: str) -> Record | None:
        """The game of this title that is being played."""
        found: Record | None = self.ask(lambda store: store.unfinished(title))
        return found

    def played(self, title: str, count: int) -> Record | None:
        """The game of this title that is being played, if `count` actions of it are kept."""
        record = self.game(title)
        return record if record is not None and len(record.actions) >= count else None

    def until_played(self, title: str, count: int) -> Record:
        """The same, once they are kept."""
        found: Record = self.until(lambda: self.played(title, count), f"action {count}")
        return found

    def finished(self) -> list[Record]:
        """The games on the shelf, the latest first."""
        found: list[Record] = self.ask(lambda store: [game.record for game in store.archive()])
        return found

    def until(self, reached: Callable[[], Any], what: str, seconds: float = 60.0) -> Any:
        """Wait for something, which is given. Raises TimeoutError with what the program has logged."""
        end = time.monotonic() + seconds
        while not (found := reached()):
            if time.monotonic() > end or self.process.poll() is not None:
                raise TimeoutError(f"{what} did not come; status {self.process.poll()}\n{self._logged()}")
            time.sleep(0.05)
        return found

    def end(self) -> int:
        """Ask it to end, as a system that goes down does; gives the status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.log.close()
