"""Faults around a kiosk, one at a time in random order; each is repaired, and the table must play on."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta

import pygame

from game.agents.process import WorkerAgent
from game.kiosk.pin import PinFile
from game.outside.table_agent import TableAgent
from game.paths import config_path, pin_path
from scenes.kiosk.attract_scene import AttractScene
from scenes.recovery.noting_agent import NotingAgent
from tools.soak.crowd import Crowd
from tools.soak.full_disk import FullDisk
from tools.soak.guest import UnmetError
from tools.soak.house import House
from tools.soak.monkey import post
from tools.soak.operators import Operator

Course = Iterator[None]
"""Yields once a frame, from the fault until it is repaired."""
# Average seconds of the table's time between faults.
BETWEEN = 90.0
# Seconds of the table's time in which the demo must make its next move.
MOVES_WITHIN = 120.0
HUNG = 26.0  # seconds of real time until a stopped process goes on, if the table has not replaced it
# Seconds of real time after which delayed writes are on the disk.
WRITTEN = 15.0
# Seconds of the table's time after which a changed file has been read.
READ = 6.0
# 0 if the system does not have the signal.
STOP, GO_ON = (getattr(signal, name, 0) for name in ("SIGSTOP", "SIGCONT"))
GARBAGE = b"\x00]]= broken\xff\n[idle\n"


class Faults:
    """Causes each kind of fault `most` times; `done` counts them, `longest` has the longest time until a repair."""

    def __init__(self, house: House, crowd: Crowd, disk: FullDisk, most: int) -> None:
        """`disk` must be made before the house opens its store, so that it wraps that store."""
        self.house = house
        self.crowd = crowd
        self.disk = disk
        self.done: Counter[str] = Counter()
        # The most seconds of real time from a fault to its repair, by kind.
        self.longest: dict[str, float] = {}
        self._left = [kind for kind in self.kinds() for _ in range(most)]
        house.chance.shuffle(self._left)
        self._course: Course | None = None
        self._name = ""
        self._began = 0.0
        self._next = house.time + BETWEEN

    def kinds(self) -> tuple[Callable[[], Course], ...]:
        """Return all kinds of faults."""
        kinds = (
            self.worker_killed,
            self.sound_gone,
            self.display_size_changed,
            self.clock_set,
            self.store_locked,
            self.disk_full,
            self.config_broken,
            self.pin_damaged,
            self.pin_reset,
        )
        return (*kinds, self.worker_stopped) if STOP else kinds

    @property
    def is_over(self) -> bool:
        """Return whether all faults were caused and repaired."""
        return not self._left and self._course is None

    def act(self) -> None:
        """Cause or repair what is due, before a frame. Raises UnmetError if the table does not play on."""
        if self._course is None:
            if self._left and self.house.time >= self._next:
                kind = self._left.pop()
                self._name, self._began = kind.__name__.replace("_", " "), time.monotonic()
                self._course = kind()
            return
        self.house.is_troubled = True
        try:
            next(self._course)
        except StopIteration:
            self._course = None
            self.house.is_troubled = False
            self.done[self._name] += 1
            seconds = time.monotonic() - self._began
            self.longest[self._name] = max(seconds, self.longest.get(self._name, 0.0))
            self._next = self.house.time + self.house.chance.expovariate(1 / BETWEEN)
            self.crowd.hurry()
        except UnmetError as error:
            raise UnmetError(f"{self._name}: {error}") from error

    def say(self) -> str:
        """Return each fault's count and longest duration."""
        return "\n".join(
            f"{name}: {count} times, mended each time, after {self.longest[name]:.1f} s at the most"
            for name, count in sorted(self.done.items())
        )

    # Waiting

    def _pass(self, seconds: float) -> Course:
        """Let `seconds` of the table's time pass."""
        end = self.house.time + seconds
        while self.house.time < end:
            yield

    def _until(self, reached: Callable[[], bool], seconds: float, what: str) -> Course:
        """Let real time pass until `reached`. Raises UnmetError after `seconds`."""
        end = time.monotonic() + seconds
        while not reached():
            if time.monotonic() > end:
                raise UnmetError(what)
            yield

    def _goes_on(self) -> Course:
        """If the show runs, wait until it has another move, card or game; do not wait if a visitor plays."""
        show = self.house.top
        if isinstance(show, AttractScene):
            before = (show.moves, show.turns, show.part)
            end = self.house.time + MOVES_WITHIN
            while self.house.top is show and (show.moves, show.turns, show.part) == before:
                if self.house.time > end:
                    raise UnmetError("the show stands still")
                yield

    # The AI's process

    @property
    def _worker(self) -> WorkerAgent:
        agent = self.house.services.agent
        inner = agent.agent if isinstance(agent, NotingAgent) else agent
        assert isinstance(inner, TableAgent) and isinstance(inner.worker, WorkerAgent)
        return inner.worker

    def _running(self) -> Iterator[None]:
        """Wait until the AI's process runs; at night there is none."""
        while self._worker.pid is None:
            yield

    def worker_killed(self) -> Course:
        """Kill the AI's process."""
        yield from self._running()
        pid = self._worker.pid
        assert pid is not None
        os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        yield from self._goes_on()

    def worker_stopped(self) -> Course:
        """Suspend the AI's process; the table starts another one if a player waits for it."""
        yield from self._running()
        pid = self._worker.pid
        assert pid is not None
        os.kill(pid, STOP)
        yield from self._goes_on()
        end = time.monotonic() + HUNG
        while self._worker.pid == pid and time.monotonic() < end:
            yield
        if self._worker.pid != pid:
            self.crowd.done["stopped workers replaced"] += 1
        with suppress(ProcessLookupError):
            os.kill(pid, GO_ON)

    # Sound, display, clock

    def sound_gone(self) -> Course:
        """Remove the sound device; the table opens it again by itself."""
        audio = self.house.stage.audio
        pygame.mixer.quit()
        yield from self._goes_on()
        yield from self._pass(120.0)
        if not audio.sides:
            raise UnmetError("the sound does not come back")

    def display_size_changed(self) -> Course:
        """Change the window's size, and change it back."""
        usual = self.house.app.window.size
        for size in (self.house.chance.choice(((1024, 768), (720, 1280), (960, 540))), usual):
            pygame.display.set_mode(size, pygame.RESIZABLE)
            post(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])
            yield from self._pass(30.0)
            # A visitor who presses keys at random may have changed the size too.
            now = pygame.display.get_window_size()
            if self.house.stage.metrics.size != now or self.house.app.window.size != now:
                raise UnmetError(f"the layout is not of {now}")
            yield from self._goes_on()

    def clock_set(self) -> Course:
        """Set the clock a day forward or back, then set it right again."""
        self.house.clock.shift = timedelta(days=self.house.chance.choice((-1, 1)))
        yield from self._pass(self.house.chance.uniform(60.0, 900.0))
        self.house.clock.shift = timedelta()
        yield from self._pass(60.0)

    # Disk

    def _written(self) -> Course:
        store = self.house.services.store
        yield from self._until(lambda: not store.is_lagging, WRITTEN, "what waited is not written")

    def store_locked(self) -> Course:
        """Let another program lock the store for some seconds."""
        store = self.house.services.store
        other = sqlite3.connect(store.path, isolation_level=None, timeout=WRITTEN)
        other.execute("BEGIN IMMEDIATE")
        end = time.monotonic() + self.house.chance.uniform(1.0, 4.0)
        store.set("soak", store.get("soak", 0) + 1)
        while time.monotonic() < end:
            yield
        other.execute("ROLLBACK")
        other.close()
        yield from self._written()
        yield from self._goes_on()

    def disk_full(self) -> Course:
        """Let the disk be full for some seconds."""
        store = self.house.services.store
        self.disk.fill()
        store.set("soak.large", "x" * self.disk.too_much(store.path))
        end = time.monotonic() + self.house.chance.uniform(1.0, 4.0)
        while time.monotonic() < end:
            yield
        if not store.is_lagging:
            raise UnmetError("the disk was not full")
        self.disk.free()
        yield from self._written()
        store.set("soak.large", "")
        yield from self._goes_on()

    # Files

    def config_broken(self) -> Course:
        """Save nonsense as the configuration, then put it right."""
        kiosk, path = self.house.kiosk, config_path()
        # By then, changes made on the screen are in the file.
        yield from self._pass(READ)
        whole, before = path.read_bytes(), kiosk.config
        path.write_bytes(self.house.chance.choice((GARBAGE, whole[: len(whole) // 2] + b"[[", b"\x00" * 900)))
        yield from self._pass(READ)
        if not kiosk.problems:
            raise UnmetError("nobody is told that the configuration is broken")
        if kiosk.config.hours != before.hours:
            raise UnmetError("a broken configuration has changed the opening hours")
        yield from self._pass(60.0)
        path.write_bytes(whole)
        yield from self._pass(READ)
        if kiosk.problems:
            raise UnmetError(f"the configuration is whole again, but {kiosk.problems}")

    def pin_damaged(self) -> Course:
        """Damage the PIN file: visitors play on, the operator is locked out; then reset the PIN and set a new one."""
        yield from self._alone()
        pin_path().write_bytes(self.house.chance.randbytes(200))
        self.crowd.hurry()
        yield from self._pass(300.0)
        if self.house.pin.check("000000").kind != "damaged":
            raise UnmetError("a damaged file opens")
        if self.house.pin.is_unset:
            raise UnmetError("a damaged file counts as none")
        yield from self.pin_reset()

    def pin_reset(self) -> Course:
        """Reset the PIN from outside: the table is closed to visitors until the operator sets a new one."""
        yield from self._alone()
        code = PinFile(pin_path()).reset()
        operator = Operator(self.house, self.crowd.done)
        self.crowd.send("sets the PIN", operator.sets_the_pin(code))
        while self.crowd.is_busy:
            yield
        if not self.house.pin.is_set or self.house.has_operator:
            raise UnmetError(f"there is no new PIN: {type(self.house.top).__name__}")

    def _alone(self) -> Course:
        """Wait until no visitor is at the table."""
        while self.crowd.is_busy or not self.house.rests:
            yield
