"""THE loop: input, fixed ticks, drawing, and sleeping to the next frame's deadline."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import pygame

from scenes.kit import memory, theme
from scenes.kit.canvas import Canvas
from scenes.kit.clock import STEP, FixedClock
from scenes.kit.devices import Signal, SignalKind
from scenes.kit.intents import Intent
from scenes.kit.manager import Manager
from scenes.kit.scene import Route, Scene
from scenes.kit.stage import Stage
from scenes.kit.timeline import ease_out
from scenes.kit.window import Window

FRAME = 1 / 60  # seconds
FADE_PIXELS = 4_200_000  # on a larger screen (4K) a fade would cost more than a frame; there scenes are cut
IDLE_EVERY = 6  # a quiet screen is looked over every so many frames, in case a scene forgot to say that it moves


class Fade(NamedTuple):
    """The last frame of a scene that has gone, and when (seconds) it went."""

    picture: pygame.Surface
    begin: float


class App:
    """Runs scenes in a window. `frame` is one turn of the loop at a given time, so that tests can drive it."""

    def __init__(self, window: Window, stage: Stage, open_route: Callable[[Route], Scene]) -> None:
        self.window = window
        self.stage = stage
        self.manager = Manager(open_route)
        self.canvas = Canvas(window.surface)
        self.on_frame: Callable[[float], None] | None = None  # told each frame's working time in seconds
        self.on_fullscreen: Callable[[bool], None] | None = None  # asked to change to full screen or back
        self._clock = FixedClock()
        self._last: float | None = None
        self._quiet = 0
        self._left = 0  # scenes that have gone, as of the last collection
        self._fade: Fade | None = None

    @property
    def _fade_seconds(self) -> float:
        return self.stage.seconds(theme.SCENE_SECONDS)

    def run(self, first: Scene) -> None:
        """Play from `first` until someone quits."""
        self.manager.start(first)
        deadline = time.perf_counter()
        while not self.manager.quitting:
            begin = time.perf_counter()
            self.frame(begin)
            now = time.perf_counter()
            if self.on_frame is not None:
                self.on_frame(now - begin)
            deadline = max(deadline + FRAME, now)
            time.sleep(max(0.0, deadline - time.perf_counter()))
        self.manager.close()

    def frame(self, now: float) -> None:
        """One frame at `now` (seconds, never decreasing)."""
        elapsed = 0.0 if self._last is None else now - self._last
        self._last = now
        top = self.manager.top
        happened = self.stage.devices.drain(now)
        for item in happened:
            if isinstance(item, Intent):
                self.manager.intent(item)
            else:
                self._signal(item)
        for _ in range(self._clock.advance(elapsed)):
            self.stage.time += STEP
            self.manager.tick(STEP)
            self.stage.audio.tick(STEP)
        if self.manager.top is not top:
            self.stage.devices.forget_holds()  # a direction still held was meant for the scene that has gone
            width, height = self.window.size
            affordable = width * height <= FADE_PIXELS
            if top is not None and top not in self.manager.scenes and not top.overlay and affordable:
                self._fade = Fade(self.window.surface.copy(), now)
        if self._fade is not None and now - self._fade.begin >= self._fade_seconds:
            self._fade = None
            self._quiet = 0
        if self.manager.left != self._left:
            self._left = self.manager.left
            del top  # the last that holds the scene that has gone
            memory.collect()
        lively = self._fade is not None or self.manager.lively
        self._quiet = 0 if happened or lively else self._quiet + 1
        if self._quiet % IDLE_EVERY == 0 or self._quiet < 3:
            self._draw()

    def _draw(self) -> None:
        pygame.mouse.set_visible(self.stage.devices.current.family == "mouse")
        self.canvas.begin()
        self.manager.draw(self.canvas, self._clock.alpha)
        if self._fade is not None and self._last is not None:
            share = (self._last - self._fade.begin) / self._fade_seconds
            self.canvas.blit(self._fade.picture, (0, 0), 1 - ease_out(min(1.0, share)))
        self.window.present(self.canvas.end())

    def _signal(self, signal: Signal) -> None:
        if signal.kind is SignalKind.QUIT:
            self.manager.quitting = True
        elif signal.kind is SignalKind.EXPOSED:
            self.canvas.invalidate()
        elif signal.kind is SignalKind.FULLSCREEN and self.on_fullscreen is not None:
            self.on_fullscreen(not self.window.fullscreen)
        elif signal.kind is SignalKind.RESIZED and signal.size is not None:
            self.window.resized(signal.size)
            self.stage.assets.persist = False  # a dragged border passes through sizes that never come again
            self.relayout()
        else:
            self.manager.signal(signal)

    def relayout(self) -> None:
        """Lay everything out for the window as it is now."""
        self.stage.devices.resize(self.window.size)
        self._fade = None
        self.stage.resize(self.window.size)
        self.canvas = Canvas(self.window.surface)
        self.manager.resized()
        memory.collect()  # what was laid out before
