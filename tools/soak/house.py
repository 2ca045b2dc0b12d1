"""The kiosk as `--kiosk` builds it, in a window of its own, on a clock that the soak drives."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pygame

from game.kiosk.config import is_open
from game.kiosk.kiosk import Kiosk
from game.kiosk.pin import PinFile
from game.paths import config_path, pin_path
from game.platforms.machine import return_large_blocks
from scenes.app import open_app
from scenes.kiosk.closed_scene import ClosedScene
from scenes.kit import system
from scenes.kit.scene import Scene
from scenes.kit.stage import Stage
from scenes.kit.text.strings import Strings
from scenes.kit.window.window import Window
from scenes.phones.phone_controllers import PhoneControllers
from scenes.unattended import watch_over
from tools.soak.phones import NearbyPhones

# A Monday, ten minutes before the house opens.
START = datetime(2026, 11, 23, 9, 50)
PIN = "271828"
CONFIG = """\
[hours]
monday = "10:00-22:00"
tuesday = "10:00-22:00"
wednesday = "closed"
thursday = "10:00-22:00"
friday = "10:00-02:00"
saturday = "10:00-02:00"
sunday = "12:00-20:00"

[table]
phones = "always"

[export]
folder = {folder}
"""
# One frame in 4 is drawn while a visitor is there, otherwise one in 40.
DRAWN_AWAKE, DRAWN_ASLEEP = 4, 40


class TableClock:
    """The local time. Each tick of the app advances it; `shift` is how far it was set forward or back."""

    def __init__(self, stage: Stage, start: datetime) -> None:
        self._stage = stage
        self._start = start
        self._begin = stage.time
        self.shift = timedelta()

    def __call__(self) -> datetime:
        return self.undisturbed + self.shift

    @property
    def passed(self) -> float:
        """Return the seconds of the table's time since the start."""
        return self._stage.time - self._begin

    @property
    def undisturbed(self) -> datetime:
        """Return the time without `shift`."""
        return self._start + timedelta(seconds=self.passed)


class House:
    """The kiosk with all its parts."""

    def __init__(self, size: tuple[int, int], folder: Path, chance: random.Random, start: datetime = START) -> None:
        """`folder` is where exports go, `start` the local time at which the house begins."""
        pygame.font.init()
        self.chance = chance
        self.app, self.services = open_app(Window(size, False, "Kissaten"), "en")
        self.stage = self.services.stage
        self.stage.strings = Strings("en", strict=True)
        self.phones = NearbyPhones()
        manager = self.app.manager
        self.stage.devices.remotes = PhoneControllers(
            self.services, lambda: manager.top, self.phones, lambda: self.app.hears
        )
        system.freeze_memory()
        return_large_blocks()
        self.clock = TableClock(self.stage, start)
        self.pin = PinFile(pin_path(), lambda: self.clock.passed)
        self.pin.set(PIN)
        config_path().write_text(CONFIG.format(folder=f'"{folder.as_posix()}"'), encoding="utf-8")
        self.kiosk = Kiosk(self.services.store, config_path(), self.pin)
        self.guard = watch_over(self.app, self.services, self.kiosk, self.clock)
        self.services.store.audits.note("start")
        # True if a visitor will act soon.
        self.is_awake = False
        # True while a fault is being caused.
        self.is_troubled = False
        self.drawn = 0
        self._turn = 0
        # True if the last drawn frame had all its pictures.
        self._is_whole = True
        self._draw, self._present = self.app.draw, self.app.window.present
        self.app.draw = self._draw_some  # type: ignore[method-assign]
        self.app.window.present = self._presented  # type: ignore[method-assign]

    def begin(self) -> None:
        """Start as the program does."""
        self.app.manager.start(self.guard.first()())

    def close(self) -> None:
        """Quit as the program does."""
        self.app.manager.abandon()
        self.kiosk.flush()
        self.services.close()
        self.stage.devices.close()
        self.stage.audio.close()
        pygame.display.quit()

    def _draw_some(self) -> None:
        """Draw each frame of a new scene until the window shows it, then only some, since nobody looks."""
        self._turn += 1
        every = DRAWN_AWAKE if self.is_awake else DRAWN_ASLEEP
        if self.app.manager.is_new or not self._is_whole or self._turn % every == 0:
            self.drawn += 1
            self._is_whole = False
            self._draw()

    def _presented(self, dirty: list[pygame.Rect]) -> bool:
        self._is_whole = True
        return self._present(dirty)

    # State of the house

    @property
    def top(self) -> Scene | None:
        """Return the scene that has the input."""
        return self.app.manager.top

    @property
    def time(self) -> float:
        """Return the table's time in seconds."""
        return self.stage.time

    @property
    def is_open(self) -> bool:
        """Return whether the table is within its opening hours."""
        return is_open(self.kiosk.config, self.clock())

    def any(self, quality: Callable[[Scene], bool]) -> bool:
        """Return whether any scene of the stack has `quality`."""
        return any(quality(scene) for scene in self.app.manager.scenes)

    @property
    def rests(self) -> bool:
        """Return whether the table shows the screens of an empty table."""
        return self.any(lambda scene: scene.rests)

    @property
    def is_dark(self) -> bool:
        """Return whether the table shows that it is closed."""
        return self.any(lambda scene: isinstance(scene, ClosedScene))

    @property
    def has_operator(self) -> bool:
        """Return whether the PIN page or a scene of the operator is open."""
        return self.any(lambda scene: scene.is_operators)
