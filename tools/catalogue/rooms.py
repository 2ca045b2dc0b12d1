"""The kiosk's other pages: questions, the PIN, the closed table, tests of devices."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pygame

from game.core.record import Record
from game.core.rules import Outcome
from game.kiosk.pin import TRIES, PinFile
from scenes.kiosk.closed_scene import ClosedScene
from scenes.kiosk.countdowns import CleaningScene, StillPlayingScene, WaitingScene
from scenes.kiosk.input_test_scene import InputTestScene
from scenes.kiosk.output_tests import DisplayTestScene, SoundTestScene
from scenes.kiosk.pin_scene import QUIET_SECONDS, PinScene
from scenes.kit.input.intents import KEYBOARD, TOUCH, Device, Intent, Kind, Signal, SignalKind
from scenes.kit.scene import Pop, Push, Switch
from scenes.routes import ToMenu
from scenes.services import Services
from tools.catalogue.common import PAD, PEOPLE, match_of, record_of, showing
from tools.catalogue.quoridor import TWO
from tools.shooter import Shoot, Shooter
from tools.soak.virtual_pad import XBOX, VirtualPad

NIGHT, MORNING = datetime(2026, 11, 22, 23, 14), datetime(2026, 11, 23, 10)
PIN, WRONG = "271828", "000000"


class AtOnce(Executor):
    """An executor that runs each task at once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def game() -> Record:
    """Return a game that visitors left."""
    return record_of("quoridor", [*TWO, "f6h"], PEOPLE)


def still_playing(shooter: Shooter) -> None:
    """Ask "still playing?" over a match, with 9 of 15 seconds left."""
    shooter.show(match_of(shooter.services, game()), TOUCH)
    stage = shooter.services.stage
    question = StillPlayingScene(stage, 15.0, lambda: Switch(ToMenu()), lambda: Switch(ToMenu()))
    shooter.app.manager.go(Push(lambda: question))
    shooter.run(6.4)


def resume_offer(shooter: Shooter) -> None:
    """Offer the abandoned game, with 1:26 of two minutes left."""
    scene = WaitingScene(shooter.services, game(), 120.0, Switch(ToMenu()), lambda: Switch(ToMenu()))
    shooter.show(scene, TOUCH)
    scene.left = 86.0
    shooter.run(0.1)


def back_again(shooter: Shooter) -> None:
    """Show the same offer after a restart: the game resumes by itself in 8 s."""
    scene = WaitingScene(shooter.services, game(), 10.0, Switch(ToMenu()), lambda: Switch(ToMenu()), again=True)
    shooter.show(scene, TOUCH)
    scene.left = 8.0
    shooter.run(0.1)


def pin(
    digits: str, device: Device, failed: int = 0, kept: str = PIN, damaged: bool = False, resets: bool = False
) -> Shoot:
    """Show the PIN page with `digits` typed after `failed` wrong tries; with `resets` a new PIN must be set."""

    def shoot(shooter: Shooter) -> None:
        path = Path(os.environ["KISSATEN_DATA"]) / "shown-pin.json"
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        file = PinFile(path, lambda: 0.0)
        if kept:
            file.set(kept)
        if damaged:
            path.write_text("{}")
        if resets:
            file.reset()
        scene = PinScene(shooter.services, file, Pop, must_set=resets or not kept, executor=AtOnce())
        shooter.show(scene, device)
        for text in (*[WRONG] * failed, digits):
            for digit in text:
                shooter.press(Intent(Kind.DIGIT, device, value=int(digit)))
            if text == WRONG:
                scene.confirm()
                shooter.run(0.5)

    return shoot


def pin_leaves(shooter: Shooter) -> None:
    """Show the PIN page with a half-entered PIN, a few seconds before it closes."""
    pin("2718", KEYBOARD)(shooter)
    shooter.run(QUIET_SECONDS - 7.0)


def closed(shooter: Shooter) -> None:
    """Show the closed table at night."""
    shooter.services.store.finish(replace(game(), result=Outcome((1,), "resign")))
    shooter.show(ClosedScene(shooter.services, lambda: MORNING, lambda: NIGHT), TOUCH)
    shooter.run(0.5)


def cleaning(shooter: Shooter) -> None:
    """Show the cleaning page with 41 of 60 seconds left."""
    scene = CleaningScene(shooter.services)
    shooter.show(scene, TOUCH)
    scene.left = 41.0
    shooter.run(0.1)


def input_test(pads: int, *keys: int) -> Shoot:
    """Show the input test with virtual pads, after some keys, with two fingers down."""

    def shoot(shooter: Shooter) -> None:
        plugged = [VirtualPad(XBOX, "Xbox 360 Controller") for _ in range(pads)]
        shooter.run(0.1)
        scene = InputTestScene(shooter.services)
        shooter.show(scene, TOUCH)
        for key in keys:
            scene.signal(Signal(SignalKind.KEY_DOWN, code=key))
            if key != keys[-1]:
                scene.signal(Signal(SignalKind.KEY_UP, code=key))
        if plugged:
            plugged[0].press("x")
            plugged[0].tap("lb")
            plugged[0].stick(0.7, -0.6)
            plugged[0].axis(5, 0.6)
        width, height = shooter.window.size
        if keys:
            for finger in (0, 1):
                at = width * (55 + 20 * finger) // 100
                for step in range(24):
                    point = at + step * width // 300, height * 30 // 100 + step * (2 - 3 * finger)
                    scene.intent(Intent(Kind.DRAG if step else Kind.PRESS, TOUCH, point, finger=finger))
        shooter.run(0.2)
        for virtual in plugged:
            virtual.detach()

    return shoot


def display_test(page: int) -> Shoot:
    """Show a page of the display test."""

    def shoot(shooter: Shooter) -> None:
        scene = DisplayTestScene(shooter.services)
        shooter.show(scene, TOUCH)
        scene.page = page
        shooter.run(0.2)

    return shoot


def sound_test(device: str) -> Shoot:
    """Show the sound test with the device called `device`; "" means none."""

    def make(services: Services) -> SoundTestScene:
        scene = SoundTestScene(services, (("10:00", 70), ("18:00", 50), ("22:00", 20)))
        scene.device, scene.sides = device, 2
        return scene

    return showing(make)


SCENES: dict[str, Shoot] = {
    "still-playing": still_playing,
    "resume-offer": resume_offer,
    "back-again": back_again,
    "pin": pin("2718", PAD, failed=2),
    "pin-locked": pin("", TOUCH, failed=TRIES),
    "pin-new": pin("271828182", KEYBOARD, kept=""),
    "pin-weak": pin(WRONG, KEYBOARD, kept=""),
    "pin-leaves": pin_leaves,
    "pin-reset": pin("2718", TOUCH, resets=True),
    "pin-damaged": pin("", KEYBOARD, damaged=True),
    "closed": closed,
    "cleaning": cleaning,
    "test-input": input_test(1, pygame.K_a, pygame.K_LEFT, pygame.K_RETURN),
    "test-input-four": input_test(4, pygame.K_SPACE),
    "test-input-nothing": input_test(0),
    "test-display": display_test(0),
    "test-display-colours": display_test(1),
    "test-display-type": display_test(2),
    "test-sound": sound_test("pulseaudio"),
    "test-sound-none": sound_test(""),
}
