"""The window for screenshots and films: posted presses, virtual time, always the same day."""

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

# The time shown on every picture.
NOW = datetime(2026, 11, 22, 15, 0)


SOLVED = "star"


class Still(InlineAgent):
    """The AI in screenshots. It analyses only solved games: in other games the values depend on the machine's speed."""

    def request(self, job: Job) -> None:
        if job.kind != "value" or record_from_json(job.record).game == SOLVED:
            super().request(job)


class Shooter(Host):
    """A host whose pictures never wait for an AI process or a slow machine."""

    def __init__(self, size: tuple[int, int], language: str, text_scale: float = 1.0) -> None:
        super().__init__(size, language, Still())
        # Every frame is finished, even on a slow machine.
        self.stage.budget.seconds = math.inf
        self.stage.clock = lambda: 0.0
        # Pictures are the same every day.
        self.services.clock = lambda: NOW
        self.services.offered_resume = True
        # The people on pictures have played before.
        self.services.store.set(f"{SHOWN}quoridor.first.wall", True)
        if text_scale != 1.0:
            self.services.settings.change(text_scale=text_scale)

    def show(self, scene: Scene, device: Device) -> None:
        """Show `scene`, with the glyphs of `device`."""
        self.stage.devices.current = device
        self.app.manager.start(scene)
        self.run(0.5)

    def press(self, *intents: Intent) -> None:
        """Send presses to the scene on top, and run half a second of frames after each."""
        for intent in intents:
            self.stage.devices.current = intent.device
            self.app.manager.intent(intent)
            self.run(0.5)

    def save(self, path: Path, vision: str = NORMAL) -> None:
        """Save the screen as it looks with one of `tools.eyes.VISIONS`."""
        pygame.image.save(seen(self.window.surface, vision), str(path))


# Puts a scene on the screen.
Shoot = Callable[[Shooter], None]
