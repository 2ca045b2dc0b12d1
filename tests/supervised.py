"""A supervisor in a process of its own. Tests wait for its words."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.stores import PATIENCE

ROOT = Path(__file__).parents[1]
SCRIPT = """
import sys
from game.supervision import supervisor as policy
from game.supervision.command import supervise
policy.SILENCE = {silence}
policy.FIRST_BEAT = {first_beat}
policy.STEADY = {steady}
if __name__ == "__main__":
    sys.exit(supervise(sys.argv[1:]))
"""


class Supervised:
    """The process, and what it has printed to standard error."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], is_heard: bool = True) -> None:
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment)
        self.said: list[str] = []
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read if is_heard else lambda: None, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with self.process.stderr as pipe:
            for line in pipe:
                self._lines.put(line)
        self._lines.put(None)

    def until(self, text: str) -> str:
        """Wait for a line with `text`, after the lines that were waited for before."""
        deadline = time.monotonic() + PATIENCE
        while (line := self._lines.get(timeout=max(0.01, deadline - time.monotonic()))) is not None:
            self.said.append(line)
            if text in line:
                return line
        raise AssertionError(f"{text!r} was never said, but:\n{''.join(self.said)}")

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send the signal. Return the exit status."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        status = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return status

    @property
    def health(self) -> Any:
        return json.loads((data() / "health.json").read_text())


def data() -> Path:
    """Return the folder of this test's supervisor."""
    return Path(os.environ["KISSATEN_DATA"])


@contextmanager
def supervisor_of(
    command: Sequence[str],
    silence: float = 5.0,
    first_beat: float = 60.0,
    steady: float = 30.0,
    is_heard: bool = True,
    **environment: str,
) -> Iterator[Supervised]:
    """A supervisor that starts tables by `command`; it is gone at the end of the block. Where it is not heard, nobody
    reads what it says."""
    script = SCRIPT.format(silence=silence, first_beat=first_beat, steady=steady)
    around = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    found = Supervised([sys.executable, "-c", script, *command], around, is_heard)
    try:
        yield found
    finally:
        found.process.kill()
        found.wait()


@contextmanager
def stand_in(folder: Path, modes: str, **options: Any) -> Iterator[Supervised]:
    """Run a supervisor whose tables are stand-ins (`stand_in_table`)."""
    command = [sys.executable, str(ROOT / "tests" / "stand_in_table.py"), str(folder), modes]
    with supervisor_of(command, **options) as found:
        yield found


def starts(folder: Path) -> list[list[str]]:
    """Return the process and the options of each start of a stand-in."""
    return [line.split(" ", 2) for line in (folder / "starts").read_text().splitlines()]
