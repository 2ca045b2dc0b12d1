"""The window that screenshots and films are taken of: posted presses on virtual time, and the same day on each."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pygame

from game.agents.agent import Job
from game.agents.worker import InlineAgent
from game.core.record import record_from_json
from scenes.kit.input.intents import Device, Intent
from scenes.kit.scene import Scene
from scenes.match.match_input import SHOWN
from tools.eyes import NORMAL, seen
from tools.host import Host

NOW = datetime(2026, 11, 22, 15, 0)  # on every picture


SOLVED = "star"


class Still(InlineAgent):
    """Thinks where a picture asks for it, but values only what is solved: all else hangs on the machine."""

    def request(self, job: Job) -> None:
        if job.kind != "value" or record_from_json(job.record).game == SOLVED:
            super().request(job)


class Shooter(Host):
    """A host in which no picture waits: for a thought, which would start a process, or for a slow machine."""

    def __init__(self, size: tuple[int, int], language: str, text_scale: float = 1.0) -> None:
        super().__init__(size, language, Still())
        self.stage.budget.seconds = math.inf  # each frame is finished, however slow the machine
        self.services.clock = lambda: NOW  # or each day would have pictures of its own
        self.services.offered_resume = True
        self.services.store.set(f"{SHOWN}quoridor.first.wall", True)  # pictures are of people who have played before
        if text_scale != 1.0:
            self.services.settings.change(text_scale=text_scale)

    def show(self, scene: Scene, device: Device) -> None:
        """Begin with `scene`, with the glyphs of `device`."""
        self.stage.devices.current = device
        self.app.manager.start(scene)
        self.run(0.5)

    def press(self, *intents: Intent) -> None:
        """Hand presses to the scene on top, with time for each to show."""
        for intent in intents:
            self.stage.devices.current = intent.device
            self.app.manager.intent(intent)
            self.run(0.5)

    def save(self, path: Path, vision: str = NORMAL) -> None:
        """Write what is on the screen, as it looks with one of `tools.eyes.VISIONS`."""
        pygame.image.save(seen(self.window.surface, vision), str(path))


Shoot = Callable[[Shooter], None]  # brings a scene on screen
