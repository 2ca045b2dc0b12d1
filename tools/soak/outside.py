"""Drives a finished program from outside with random keys and mouse events, sent by xdotool through the X server."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

SIZE = (1280, 720)
PACE = 0.08  # seconds between presses: faster than people play, slow enough not to be muted as mashing
# Seconds that the program may take to quit.
PATIENCE = 60.0
DRIVERS = {"SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
KEYS = (
    *("Up", "Down", "Left", "Right", "Return", "space", "Tab", "BackSpace", "Delete", "Page_Up", "Page_Down", "Home"),
    *("F1", "F2", "F3", "F5", "F11", *"qwertyuiopasdfghjklzxcvbnm1234567890"),
)
"""All keys that are pressed, except Escape. Escape is rare, because it leads out of scenes."""
# The share of presses that are Escape.
ESCAPE = 0.02
# The shares of keys, clicks and drags among all other input. The rest turns the wheel.
KEY, CLICK, DRAG = 0.5, 0.4, 0.07


class UndrivenError(Exception):
    """The program cannot be driven here; the message says why."""


@dataclass
class Driven:
    """The result of a run. `memory` is the most in use, in MB; `broken` says what went wrong."""

    presses: Counter[str] = field(default_factory=Counter)
    starts: int = 0
    memory: float = 0.0
    seconds: float = 0.0
    broken: list[str] = field(default_factory=list)

    def say(self) -> str:
        """Return the summary for a terminal."""
        done = ", ".join(f"{kind} {count}" for kind, count in self.presses.most_common())
        lines = [f"{self.seconds / 60:.1f} minutes, {self.starts} starts, at most {self.memory:.0f} MB", f"did: {done}"]
        return "\n".join(lines + self.broken)


class Driver:
    """Starts `program` again and again, on one data folder, until the time is over or the program fails."""

    def __init__(self, program: Path, seed: int, folder: Path) -> None:
        """`folder` becomes the program's data folder. Raises UndrivenError."""
        if "DISPLAY" not in os.environ:
            raise UndrivenError("there is no X display: start it under xvfb-run, say")
        xdotool = shutil.which("xdotool")
        if xdotool is None:
            raise UndrivenError("xdotool is not installed")
        if not os.access(program, os.X_OK) or not program.is_file():
            raise UndrivenError(f"{program} is no program that can be started")
        self._program, self._folder = program, folder
        self._chance = random.Random(seed)
        self._xdotool = xdotool
        self._hand = subprocess.Popen([xdotool, "-"], stdin=subprocess.PIPE, text=True)
        self._result = Driven()

    def close(self) -> None:
        """Release the keys and the mouse."""
        assert self._hand.stdin is not None
        self._hand.stdin.close()
        self._hand.wait(PATIENCE)

    def run(self, minutes: float) -> Driven:
        """Drive for `minutes`."""
        result, begin = self._result, time.monotonic()
        while not result.broken and time.monotonic() - begin < 60 * minutes:
            self._session(begin + 60 * minutes)
        result.seconds = time.monotonic() - begin
        return result

    def _session(self, end: float) -> None:
        """Run the program once, until input quits it or the time is over."""
        result = self._result
        result.starts += 1
        command = [str(self._program), "--windowed", f"--size={SIZE[0]}x{SIZE[1]}"]
        places = {"KISSATEN_DATA": str(self._folder / "data"), "KISSATEN_CACHE": str(self._folder / "cache")}
        # The program gets no SDL variables of this process, since pygame itself sets some of them.
        ours = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
        program = subprocess.Popen(command, env={**ours, **DRIVERS, **places}, stderr=subprocess.PIPE, text=True)
        if not self._is_shown(program):
            result.broken.append("it shows no window")
        while not result.broken and time.monotonic() < end:
            try:
                program.wait(PACE)
                break
            except subprocess.TimeoutExpired:
                self._weigh(program.pid)
                self._press()
        if program.poll() is None:
            program.send_signal(signal.SIGTERM)
        self._ended(program)

    def _is_shown(self, program: subprocess.Popen[str]) -> bool:
        """Return whether the program shows its window in time."""
        search = [self._xdotool, "search", "--onlyvisible", "--class", "Kissaten"]
        end = time.monotonic() + PATIENCE
        while program.poll() is None and time.monotonic() < end:
            if subprocess.run(search, capture_output=True, check=False).stdout.strip():
                return True
            time.sleep(PACE)
        return False

    def _ended(self, program: subprocess.Popen[str]) -> None:
        """Check how the program ended and what it left behind."""
        try:
            _, told = program.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            program.kill()
            program.communicate()
            self._result.broken.append(f"it did not end within {PATIENCE:.0f} s of SIGTERM")
            return
        if program.returncode != 0:
            self._result.broken.append(f"it ended with status {program.returncode}: {told[-2000:].strip()}")
        for log in (self._folder / "data" / "crashes").glob("*.json"):
            self._result.broken.append(f"it has crashed: {log.read_text(encoding='utf-8')[:2000]}")

    def _weigh(self, pid: int) -> None:
        """Note the program's memory, if the system tells."""
        try:
            status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
        except OSError:
            return
        used = [int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")]
        self._result.memory = max(self._result.memory, *(kilobytes / 1024 for kilobytes in used), 0.0)

    def _press(self) -> None:
        """Make one random press, click, drag or turn of the wheel."""
        chance = self._chance
        x, y = chance.randrange(SIZE[0]), chance.randrange(SIZE[1])
        kind = chance.random()
        if chance.random() < ESCAPE:
            self._send("key", "key Escape")
        elif kind < KEY:
            self._send("key", f"key {chance.choice(KEYS)}")
        elif kind < KEY + CLICK:
            self._send("click", f"mousemove {x} {y} click {chance.choice((1, 1, 1, 3))}")
        elif kind < KEY + CLICK + DRAG:
            to = f"{chance.randrange(SIZE[0])} {chance.randrange(SIZE[1])}"
            self._send("drag", f"mousemove {x} {y} mousedown 1 mousemove {to} mouseup 1")
        else:
            self._send("wheel", f"mousemove {x} {y} click {chance.choice((4, 5))}")

    def _send(self, kind: str, words: str) -> None:
        self._result.presses[kind] += 1
        assert self._hand.stdin is not None
        self._hand.stdin.write(f"{words}\n")
        self._hand.stdin.flush()


def command(program: Path, minutes: float, seed: int) -> int:
    """Drive the program and print the result; return 1 if it broke, 2 if it cannot be driven, else 0."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            driver = Driver(program, seed, Path(folder))
        except UndrivenError as error:
            print(f"python -m tools.soak: {error}")
            return 2
        try:
            result = driver.run(minutes)
        finally:
            driver.close()
    print(result.say())
    return 1 if result.broken else 0
