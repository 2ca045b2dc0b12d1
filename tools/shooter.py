"""A window without a display, driven by posted presses on virtual time: what screenshots and films are taken of."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from game.agents.agent import Job
from game.agents.inline import InlineAgent
from game.core.record import record_from_json
from scenes.app import open_app
from scenes.kit.app import App
from scenes.kit.intents import Device, Intent
from scenes.kit.scene import Scene
from scenes.kit.window import Window
from scenes.services import Services
from scenes.table.first_time import SHOWN
from tools.eyes import NORMAL, seen

NOW = datetime(2026, 11, 22, 15, 0)  # on every picture


SOLVED = "star"


class Still(InlineAgent):
    """Thinks where a picture asks for it, but values only what is solved: all else hangs on the machine."""

    def request(self, job: Job) -> None:
        if job.kind != "value" or record_from_json(job.record).game == SOLVED:
            super().request(job)


class Shooter:
    """One window of one size and language, with a store of its own."""

    def __init__(self, size: tuple[int, int], language: str, text_scale: float = 1.0) -> None:
        pygame.font.init()
        self.window = Window(size, False, "shots", None)
        self.app: App
        self.services: Services
        self.app, self.services = open_app(self.window, language)
        self.services.agent.close()
        self.services.agent = Still()  # no picture waits for a thought: a process for each would start for nothing
        self.services.stage.budget.seconds = math.inf  # each frame is finished, however slow the machine
        self.services.clock = lambda: NOW  # or each day would have pictures of its own
        self.now = 0.0
        self.services.offered_resume = True
        self.services.store.set(f"{SHOWN}quoridor.first.wall", True)  # pictures are of people who have played before
        if text_scale != 1.0:
            self.services.change(text_scale=text_scale)

    def show(self, scene: Scene, device: Device) -> None:
        """Begin with `scene`, with the glyphs of `device`."""
        self.services.stage.devices.current = device
        self.app.manager.start(scene)
        self.run(0.5)

    def run(self, seconds: float) -> None:
        """Let time pass, frame by frame."""
        for _ in range(round(seconds * 60)):
            self.now += 1 / 60
            self.app.frame(self.now)

    def press(self, *intents: Intent) -> None:
        """Hand presses to the scene on top, with time for each to show."""
        for intent in intents:
            self.services.stage.devices.current = intent.device
            self.app.manager.intent(intent)
            self.run(0.5)

    def save(self, path: Path, vision: str = NORMAL) -> None:
        """Write what is on the screen, as it looks with one of `tools.eyes.VISIONS`."""
        pygame.image.save(seen(self.window.surface, vision), str(path))

    def close(self) -> None:
        """End the scenes and the AI's process."""
        self.app.manager.close()
        self.services.stage.devices.close()
        self.services.close()
        pygame.display.quit()


Shoot = Callable[[Shooter], None]  # brings a scene on screen
