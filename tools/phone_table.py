"""A table of the real program for measurements: it seats each phone that joins and reports its costs every second.

tools/soak_table.py starts it with GAME PHONES SIZE SECONDS [ai].

It starts the phone server on the loopback address. Once PHONES are seated it begins a game (with `ai` against an AI),
and another one after each game. It prints JSON lines: the join code, the figures of each second, and `shown`, the epoch
time in seconds at which a frame with a new selection was presented.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from game.core.record import SeatConfig
from game.match_setup import default_table
from game.registry import find
from game.session.session import Session
from scenes.app import open_app
from scenes.kit.scene import Switch
from scenes.kit.window.window import Window
from scenes.match.match_scene import MatchScene
from scenes.match.starting import match_of
from scenes.menu.boot_scene import BootScene
from scenes.phones.phone_controllers import PhoneControllers
from scenes.routing import first_scene

SECOND = 1.0
# Seconds without a match until another one begins.
ALONE = 3.0


def say(**values: Any) -> None:
    """Print `values` as a JSON line."""
    print(json.dumps(values), flush=True)


class Figures:
    """The costs of one second's frames (ms): the window thread's CPU time, the phones' part of it, and real time."""

    def __init__(self) -> None:
        self.frames: list[float] = []
        self.walls: list[float] = []
        self.controllers: list[float] = []

    def tell(self, **more: Any) -> None:
        """Print the figures, and begin those of the next second."""
        say(
            frames=[round(each, 2) for each in self.frames],
            longest=round(max(self.walls, default=0.0), 1),
            controllers=[round(each, 3) for each in self.controllers],
            **more,
        )
        self.__init__()  # type: ignore[misc]


class MeasuredTable:
    """The program with measurements added."""

    def __init__(self, game: str, phones: int, size: tuple[int, int], seconds: float, against_ai: bool) -> None:
        pygame.font.init()
        self.app, self.services = open_app(Window(size, False, "table"), "en")
        self.services.offered_resume = True
        controllers = self.services.phones()
        assert isinstance(controllers, PhoneControllers)
        self.controllers = controllers
        self.spec, self.count, self.against_ai = find(game), phones, against_ai
        self.figures = Figures()
        self.until = 0.0
        self.seconds = seconds
        self._told = self._alone = time.monotonic()
        self._said_code = False
        self._shown = ""
        self._matches = 0
        self._wrap()

    def _wrap(self) -> None:
        frame, poll, present = self.app.frame, self.controllers.poll, self.app.window.present

        def measured_frame(now: float) -> None:
            begin, wall = time.thread_time(), time.perf_counter()
            frame(now)
            self.figures.frames.append(1000 * (time.thread_time() - begin))
            self.figures.walls.append(1000 * (time.perf_counter() - wall))

        def measured_poll(now: float) -> Any:
            begin = time.thread_time()
            said = poll(now)
            self.figures.controllers.append(1000 * (time.thread_time() - begin))
            return said

        def noted_present(dirty: list[pygame.Rect]) -> bool:
            is_shown = present(dirty)
            top = self.app.manager.top
            if dirty and isinstance(top, MatchScene) and (shown := repr(top.input.selection)) != self._shown:
                self._shown = shown
                say(shown=time.time())
            return is_shown

        self.app.frame = measured_frame  # type: ignore[method-assign]
        self.controllers.poll = measured_poll  # type: ignore[method-assign]
        self.app.window.present = noted_present  # type: ignore[method-assign]

    def run(self) -> None:
        """Play for `seconds` after the first match begins."""
        self.controllers.open("127.0.0.1")
        self.app.on_frame = self._after_frame
        self.app.run(first_scene(self.services, None))
        self.services.close()

    def _after_frame(self, work: float) -> None:
        now = time.monotonic()
        if not self._said_code and (join_code := self.controllers.phones.join_code) is not None:
            self._said_code = True
            say(code=join_code.code, port=join_code.port, server=self.controllers.phones.pid)
        if now - self._told >= SECOND:
            self._told = now
            self.figures.tell(matches=self._matches, top=type(self.app.manager.top).__name__, seated=self._seated)
        if any(isinstance(scene, MatchScene) for scene in self.app.manager.scenes):
            self._alone = now
        ready = now - self._alone > ALONE if self._matches else not isinstance(self.app.manager.top, BootScene)
        if self._seated == self.count and ready:
            self._begin()
            self.until = self.until or now + self.seconds
            self._alone = now
        if self.until and now > self.until:
            self.app.manager.quitting = True

    @property
    def _seated(self) -> int:
        return len(self.services.people.roster.people)

    def _begin(self) -> None:
        self._matches += 1
        seats = [chair.seat() for chair in self.services.people.roster.people]
        options = dict(default_table(self.spec).options)
        if self.against_ai:
            seats.append(SeatConfig("ai", 2, "", "moon" if seats[0].identity != "moon" else "star"))
        if len(seats) != 2:
            options["players"] = len(seats)
        session = Session(
            self.spec, options, self._matches, seats, agent=self.services.agent, store=self.services.store
        )
        self.app.manager.go(Switch(lambda: match_of(self.services, session)))


def main() -> None:
    """Run the table that the command line describes."""
    game, phones, size, seconds, *rest = sys.argv[1:]
    width, height = (int(side) for side in size.split("x"))
    table = MeasuredTable(game, int(phones), (width, height), float(seconds), "ai" in rest)
    table.run()
