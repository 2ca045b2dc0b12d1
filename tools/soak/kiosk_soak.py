"""The soak of the kiosk: days of visitors on the table's own clock, faster than real time."""

from __future__ import annotations

import random
import threading
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

from game.people.party import game_id
from game.platforms.processes import ending_signals
from game.storage.audits import HourCount
from scenes.kit.system import signals_heard
from scenes.recovery import crash_log
from tools.soak.census import Sample, grown, sample, too_much
from tools.soak.crowd import PARTIES, Crowd
from tools.soak.faults import Faults
from tools.soak.full_disk import FullDisk
from tools.soak.guest import UnmetError
from tools.soak.house import START, House
from tools.soak.house_rules import HouseRules
from tools.soak.monkey import Monkey

# Seconds of a frame with a visitor (8 ticks) and without one (30 ticks).
AWAKE, ASLEEP = 1 / 15, 0.25
# Seconds of a frame to which the limit `slowest` applies. A longer frame has a limit in proportion.
MEASURED = 1 / 30
# A check is made once in this many frames.
LOOK = 20
# Seconds of the table's time between two samples.
SAMPLE_EVERY = 3600.0
# By how many seconds of real time the table may run ahead before it waits.
AHEAD = 0.02
# The share of the samples after which nothing may grow.
WARM = 0.3
DAY = 86400.0


@dataclass(frozen=True, slots=True)
class Length:
    """How long to run: `minutes` of real time, `frames`, or `days` of the table's time.

    `speed` limits how much faster than real time it runs.
    """

    speed: float
    minutes: float | None = None
    frames: int | None = None
    days: float | None = None


@dataclass(slots=True)
class TableResult:
    """What happened in a soak of the kiosk."""

    frames: int = 0
    ticks: int = 0
    # Seconds of the table's time that have passed.
    passed: float = 0.0
    # Seconds of real time that have passed.
    seconds: float = 0.0
    drawn: int = 0
    deepest: int = 0
    came: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    scenes: Counter[str] = field(default_factory=Counter)
    hours: tuple[HourCount, ...] = ()
    broken: list[str] = field(default_factory=list)
    # The CPU time of the slowest frame in seconds, and its scene.
    slowest: tuple[float, str] = (0.0, "")
    samples: list[Sample] = field(default_factory=list)
    midnights: list[Sample] = field(default_factory=list)
    faults: Faults | None = None

    @property
    def most_memory(self) -> int:
        """Return the most bytes in memory in any sample."""
        return max((one.memory or 0 for one in self.samples), default=0)

    def say(self) -> str:
        """Return the counts in a few lines."""
        seconds = max(self.seconds, 1e-9)
        slow, where = self.slowest
        moments = self.midnights or self.samples
        return "\n".join(
            (
                f"{self.passed / DAY:.2f} days in {self.seconds / 60:.1f} minutes: {self.passed / seconds:.0f} times "
                f"as fast as real time, {self.ticks / seconds:.0f} ticks a second",
                f"{self.frames} frames, {self.drawn} drawn",
                f"came: {_counts(self.came)}",
                f"did: {_counts(self.done)}",
                f"scenes come on: {_counts(self.scenes)}; at most {self.deepest} on one another",
                *(_game_line(game, self.hours) for game in sorted({hour.game for hour in self.hours})),
                *((self.faults.say(),) if self.faults is not None else ()),
                f"slowest frame: {1000 * slow:.0f} ms: {where}",
                *(one.say() for one in dict.fromkeys((moments[0], moments[-1]))),
            )
        )


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counter.most_common())


def _game_line(game: str, hours: tuple[HourCount, ...]) -> str:
    own = [hour for hour in hours if hour.game == game]
    return f"{game}: {sum(hour.finished for hour in own)} finished, {sum(hour.left for hour in own)} left"


class KioskSoak:
    """One kiosk and its visitors."""

    def __init__(
        self,
        chance: random.Random,
        size: tuple[int, int],
        folder: Path,
        slowest: float | None = None,
        start: datetime = START,
        faults: int | None = None,
        parties: Sequence[tuple[int, float]] = PARTIES,
    ) -> None:
        """`folder` is the data folder. `parties` says how many parties come, as PARTIES does.

        A frame of MEASURED seconds may take `slowest` milliseconds of its thread, a longer frame more in proportion.
        Without `slowest` there is no limit.

        With `faults` it runs until every fault was caused and repaired that many times.
        """
        self.chance = chance
        self.folder = folder
        self.most = slowest
        # The disk is made before the house opens its store, so that it wraps the store.
        self._disk = FullDisk() if faults is not None else None
        self.house = House(size, folder / "exports", self.chance, start)
        self.monkey = Monkey(self.house.app, self.chance, [size])
        self.crowd = Crowd(self.house, self.monkey, parties)
        self.rules = HouseRules(self.house, self.crowd, folder)
        self.result = TableResult(came=self.crowd.came, done=self.crowd.done)
        if self._disk is not None and faults is not None:
            self.result.faults = Faults(self.house, self.crowd, self._disk, faults)
        self.now = 0.0
        self._began = 0.0
        self._sampled = 0.0
        self._day: date = self.house.clock.undisturbed.date()
        self._names: list[str] = []
        # The ids of the finished games that samples found in the store, by the games' numbers there.
        self._shelved: dict[int, str] = {}
        self._was_dark = False
        # The event is never set, but used for waiting.
        self._tick = threading.Event()

    def run(self, length: Length) -> TableResult:
        """Run for `length` or until a signal to end; stop at the first failure."""
        self.house.begin()
        self._began = time.monotonic()
        self._sample()
        # Ctrl+C still prints the summary.
        with signals_heard(ending_signals()) as ended:
            while not self.result.broken and not self._is_over(length) and not ended():
                self._frame()
                self._hold_back(length.speed)
        self.crowd.leave()
        return self._finished()

    def close(self) -> None:
        """Quit as the program does."""
        if self._disk is not None:
            self._disk.free()
        self.house.close()
        if self._disk is not None:
            self._disk.remove()

    def _is_over(self, length: Length) -> bool:
        if self.result.faults is not None:
            return self.result.faults.is_over
        if length.days is not None:
            return self.house.clock.passed >= length.days * DAY
        if length.frames is not None:
            return self.result.frames >= length.frames
        return time.monotonic() - self._began >= 60 * (length.minutes or 0.0)

    def _hold_back(self, speed: float) -> None:
        """Wait if the table's clock is faster than `speed` allows."""
        ahead = self.house.clock.passed / speed - (time.monotonic() - self._began)
        if ahead > AHEAD:
            self._tick.wait(ahead)

    # A frame

    def _frame(self) -> None:
        house, result = self.house, self.result
        before = type(house.top).__name__
        try:
            if result.faults is not None:
                result.faults.act()
            self.crowd.act()
        except UnmetError as error:
            result.broken.append(f"{house.clock():%a %H:%M:%S}, frame {result.frames}: {error}")
            return
        house.is_awake = self.crowd.is_here
        length = AWAKE if house.is_awake else ASLEEP
        self.now += length
        began = time.thread_time()
        try:
            house.app.frame(self.now)
        except Exception as error:
            report = crash_log.describe(error, house.services, house.app.manager.scenes, house.app.flight)
            trace = "".join(traceback.format_exception(error))
            result.broken.append(f"frame {result.frames} in {before}:\n{trace}log: {crash_log.write(report)}")
            return
        seconds = time.thread_time() - began
        result.frames += 1
        where = f"{before} -> {type(house.top).__name__}, frame {result.frames}"
        result.slowest = max(result.slowest, (seconds, where))
        # A long frame has more ticks, and each of them may make pictures.
        if self.most is not None and 1000 * seconds > self.most * length / MEASURED:
            result.broken.append(f"{where} took {1000 * seconds:.0f} ms")
        self._follow()
        if result.frames % LOOK == 0:
            at = f"{house.clock():%a %H:%M:%S}, frame {result.frames}: "
            result.broken += [at + line for line in self.rules.broken()]

    def _follow(self) -> None:
        """Count the scenes shown; take a sample each hour and at midnight."""
        house, result = self.house, self.result
        names = [type(scene).__name__ for scene in house.app.manager.scenes]
        if names != self._names:
            result.scenes.update((Counter(names) - Counter(self._names)).elements())
            self._names = names
            if house.is_dark != self._was_dark:
                self._was_dark = house.is_dark
                result.done["closings" if self._was_dark else "openings"] += 1
        day = house.clock.undisturbed.date()
        if day != self._day:
            self._day = day
            result.midnights.append(self._sample())
            print(result.midnights[-1].say(), flush=True)
        elif house.time - self._sampled >= SAMPLE_EVERY:
            self._sample()

    def _sample(self) -> Sample:
        """Check memory, files and processes, and that the statistics count every finished game of the store."""
        house, result = self.house, self.result
        self._sampled = house.time
        store = house.services.store
        taken = sample(self.folder, store.path, house.clock.undisturbed)
        result.samples.append(taken)
        result.broken += too_much(taken)
        self._shelved.update((game.id, game_id(game.record)) for game in store.archive())
        counted = sum(hour.finished + hour.left for hour in store.audits.all_hours())
        games, rows = len(set(self._shelved.values())), len(self._shelved)
        # A game that continued after its end is stored twice but counted once.
        if not games <= counted <= rows:
            result.broken.append(f"the audits have {counted} games, {games} to {rows} have been on the shelf")
        return taken

    def _finished(self) -> TableResult:
        house, result = self.house, self.result
        result.passed, result.seconds = house.clock.passed, time.monotonic() - self._began
        result.ticks, result.drawn = house.app.flight.ticks, house.drawn
        result.deepest = self.rules.deepest
        result.hours = house.services.store.audits.all_hours()
        self._sample()
        result.broken += grown(result.samples, round(len(result.samples) * WARM))
        return result
