"""Runs the app without a display, frame by frame on virtual time, for pictures and tests."""

from __future__ import annotations

import os
from functools import lru_cache

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from game.agents.agent import Agent
from game.records.qr import QrMaker, Rows, rows_of
from scenes.app import open_app
from scenes.kit.window.window import Window

_at_once = lru_cache(16)(rows_of)


class QrAtOnce(QrMaker):
    """Makes QR codes in this process, so that no picture depends on another process's speed."""

    def rows(self, text: str) -> Rows | None:
        """Return the code at once."""
        return _at_once(text)


class Host:
    """One window with the app in it, and a store of its own in KISSATEN_DATA."""

    fps: float = 60

    def __init__(self, size: tuple[int, int], language: str, agent: Agent | None = None) -> None:
        """`agent` replaces the app's own agent, which thinks in a process of its own."""
        pygame.font.init()
        self.window = Window(size, False, "Kissaten")
        self.app, self.services = open_app(self.window, language)
        self.stage = self.services.stage
        self.services.qr = QrAtOnce()
        if agent is not None:
            self.services.agent = agent
        self.now = 0.0

    def frame(self) -> None:
        """Run one frame."""
        self.now += 1 / self.fps
        self.app.frame(self.now)

    def run(self, seconds: float) -> None:
        """Run frames for `seconds` of virtual time."""
        for _ in range(max(1, round(seconds * self.fps))):
            self.frame()

    def close(self) -> None:
        """Close everything, as the real program does when it ends."""
        self.app.manager.close()
        self.services.close()
        self.dark()

    def dark(self) -> None:
        """Release the devices, the sound and the display."""
        self.stage.devices.close()
        self.stage.audio.close()
        pygame.display.quit()
