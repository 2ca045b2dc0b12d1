"""`python -m tools.soak`: drives the real app with random input on a virtual clock, and says what broke."""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from game.agents.process import WorkerAgent
from game.platforms.machine import held_memory, return_large_blocks
from scenes.app import open_app
from scenes.kit import system
from scenes.kit.scene import Switch
from scenes.kit.text.strings import Strings
from scenes.kit.window.app import FRAME
from scenes.kit.window.window import Window
from scenes.recovery import crash_log
from scenes.recovery.noting_agent import NotingAgent
from scenes.routing import first_scene, import_places
from tools.soak.census import GROWTH, MEGABYTE
from tools.soak.invariants import Watch
from tools.soak.kiosk_soak import KioskSoak, Length, TableResult
from tools.soak.monkey import Monkey
from tools.soak.places import anywhere

SIZE = (1920, 1080)
# The window of the kiosk, whose soak runs for days.
TABLE_SIZE = (1280, 720)
ACT, LEAP, LOOK, KILL, JUMP, TALK = 0.35, 1 / 500, 20, 1 / 4000, 1 / 2000, 1 / 1500
"""Chances in a frame: to press, to go elsewhere, to kill the AI's process, to let the clock jump, to change the
language. The invariants are checked every LOOK frames."""
# The share of the run after which memory may no longer grow.
WARM = 0.3


@dataclass(slots=True)
class Result:
    """What happened in a soak."""

    frames: int = 0
    scenes: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    # The CPU time (seconds) of the slowest frame, and the scenes before and after that frame.
    slowest: tuple[float, str] = (0.0, "")
    # The most bytes in memory while the program warmed up.
    warm: int = 0
    # The most bytes in memory afterwards.
    late: int = 0

    @property
    def most_memory(self) -> int:
        """Return the most bytes in memory."""
        return max(self.warm, self.late)

    def say(self) -> str:
        """Return the counts in a few lines."""
        visited = ", ".join(f"{name} {count}" for name, count in self.scenes.most_common())
        did = ", ".join(f"{name} {count}" for name, count in self.done.most_common())
        memory_used = f"{self.warm / 1e6:.0f} MB warm, {self.late / 1e6:.0f} MB at the most afterwards"
        seconds, where = self.slowest
        slow = f"slowest frame: {1000 * seconds:.0f} ms: {where}"
        return f"{self.frames} frames; {did}\nscenes: {visited}\nmemory: {memory_used}\n{slow}"


class Soak:
    """One app driven by random input."""

    def __init__(self, seed: int, size: tuple[int, int], slowest: float | None = None) -> None:
        """`size` is the window's first size. Random resizing often returns to it.

        While the window has no more pixels than SIZE, the thread may need `slowest` milliseconds of CPU time for a
        frame. Without `slowest` there is no limit, because a frame's time also depends on the machine.
        """
        self.most = slowest
        pygame.font.init()
        self.chance = random.Random(seed)
        self.size = size
        self.app, self.services = open_app(Window(size, False, "Kissaten"), "en")
        self.services.stage.strings = Strings("en", strict=True)
        # In the program, a thread does this one second after the start.
        import_places()
        system.freeze_memory()
        return_large_blocks()
        smaller = [(size[0] * 2 // 3, size[1] * 2 // 3), (size[1] * 4 // 3, size[1]), (size[0] * 9 // 16, size[0] // 2)]
        self.monkey = Monkey(self.app, self.chance, [size, size, *smaller, (size[1] // 2, size[1] * 8 // 9)])
        self.watch = Watch(self.app, self.services)
        self.result = Result(done=self.monkey.done)
        self.now = 0.0

    def begin(self) -> None:
        """Start as the program does."""
        self.services.offered_resume = False
        # Nothing is muted, because random input is always faster than the limit.
        self.app.muting.most = None
        self.app.manager.quitting = False
        self.app.manager.start(first_scene(self.services, None))

    def run(self, frames: int | None, seconds: float | None) -> Result:
        """Run for `frames`, or `seconds` of real time; stop at the first failure."""
        self.begin()
        start = time.monotonic()
        while not self.result.broken:
            share = self.result.frames / frames if frames is not None else (time.monotonic() - start) / (seconds or 1.0)
            if share >= 1:
                break
            self._frame(share)
        self.monkey.leave()
        return self.result

    def close(self) -> None:
        """Quit as the program does."""
        self.app.manager.abandon()
        self.services.close()
        self.services.stage.devices.close()
        self.services.stage.audio.close()
        pygame.display.quit()

    def _frame(self, share: float) -> None:
        result, roll = self.result, self.chance.random
        if roll() < ACT:
            self.monkey.act()
        if roll() < KILL:
            self._kill()
        if roll() < TALK:
            result.done["language"] += 1
            self.services.settings.toggle_language()
        self.now += FRAME
        if roll() < JUMP:
            result.done["clock jump"] += 1
            self.now += self.chance.choice((0.3, 5.0, 3600.0, 86400.0))
        before = self._where()
        leap = Switch(anywhere(self.services, self.chance)) if roll() < LEAP else None
        began = time.thread_time()
        try:
            self.app.manager.go(leap)
            self.app.frame(self.now)
        except Exception as error:
            report = crash_log.describe(error, self.services, self.app.manager.scenes, self.app.flight)
            trace = "".join(traceback.format_exception(error))
            result.broken.append(f"frame {result.frames} in {before}:\n{trace}log: {crash_log.write(report)}")
            return
        seconds = time.thread_time() - began
        self._measure(seconds, f"{before} -> {self._where()}")
        if not self.app.manager.quitting:
            self._look(share)
        else:
            result.done["start"] += 1
            self.app.manager.close()
            self.begin()

    def _measure(self, seconds: float, where: str) -> None:
        result = self.result
        result.frames += 1
        result.scenes[self._where()] += 1
        width, height = self.app.window.size
        if width * height > SIZE[0] * SIZE[1]:
            return
        result.slowest = max(result.slowest, (seconds, f"{where}, frame {result.frames}"))
        if self.most is not None and 1000 * seconds > self.most:
            result.broken.append(f"frame {result.frames} took {1000 * seconds:.0f} ms: {where}")

    def _look(self, share: float) -> None:
        result = self.result
        if result.frames % LOOK == 0:
            held = (held_memory() or 0) * MEGABYTE
            if share < WARM:
                result.warm = max(result.warm, held)
            else:
                result.late = max(result.late, held)
            result.broken += self.watch.broken(len(self.monkey.pads))

    def _where(self) -> str:
        return type(self.app.manager.top).__name__

    def _kill(self) -> None:
        """Kill the AI's process."""
        noting = self.services.agent
        worker = noting.agent if isinstance(noting, NotingAgent) else noting
        if isinstance(worker, WorkerAgent) and worker.pid is not None:
            self.result.done["worker killed"] += 1
            os.kill(worker.pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def command(
    minutes: float,
    seed: int,
    size: tuple[int, int] | None,
    frames: int | None,
    most: float | None,
    logs: Path,
    kiosk: Length | None = None,
    faults: int | None = None,
    slowest: float | None = None,
) -> int:
    """Soak for `minutes` of real time, or for a number of `frames`; return the exit status.

    The app may use `most` MB of memory, and `slowest` milliseconds of CPU time for a frame.

    With `kiosk` it soaks the kiosk for that length, or until every fault was caused `faults` times. The player's own
    files are not touched; the log of a crash is left in the folder `logs`.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ |= {"KISSATEN_DATA": folder, "KISSATEN_EXPORT": str(Path(folder) / "games")}
        if kiosk is not None:
            result: Result | TableResult = _soak_table(kiosk, faults, seed, size or TABLE_SIZE, Path(folder), slowest)
        else:
            result = _soak_house(minutes, seed, size or SIZE, frames, slowest)
        for log in Path(folder).glob("crashes/*.json"):
            (logs / log.name).write_bytes(log.read_bytes())
            result.broken.append(f"the log is kept as {logs / log.name}")
    print(result.say())
    if most is not None and result.most_memory > most * 1e6:
        result.broken.append(f"more than {most:.0f} MB were in memory")
    for line in result.broken:
        print(line, file=sys.stderr)
    return int(bool(result.broken))


def _soak_house(minutes: float, seed: int, size: tuple[int, int], frames: int | None, slowest: float | None) -> Result:
    soak = Soak(seed, size, slowest)
    try:
        result = soak.run(frames, None if frames is not None else minutes * 60)
    finally:
        soak.close()
    if result.late > GROWTH[0] * result.warm + GROWTH[1]:
        result.broken.append("memory grew after the warm-up")
    return result


def _soak_table(
    length: Length, faults: int | None, seed: int, size: tuple[int, int], folder: Path, slowest: float | None
) -> TableResult:
    soak = KioskSoak(random.Random(seed), size, folder, slowest, faults=faults)
    try:
        return soak.run(length)
    finally:
        soak.close()
