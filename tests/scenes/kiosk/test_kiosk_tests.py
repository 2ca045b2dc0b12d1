"""The operator's tests of input, display and sound: they show every press, and every device can end them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pygame

from scenes.kiosk.input_test_scene import InputTestScene
from scenes.kiosk.output_tests import DisplayTestScene, SoundTestScene
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Nav, Push, Scene
from scenes.kit.sound.audio import Audio
from tests.scenes.hands import Hand, MouseHand, TouchHand
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import Playhouse

KINDS = {"input": InputTestScene, "display": DisplayTestScene, "sound": SoundTestScene}


class Below(Scene):
    """The scene from which a test was opened. It keeps the results."""

    results: list[object]

    def enter(self) -> None:
        self.results = []

    def resume(self, result: object) -> Nav | None:
        self.results.append(result)
        return None

    def draw(self, canvas: Canvas, alpha: float) -> None:
        canvas.blit(self.stage.table, (0, 0))


def open_test(house: Playhouse, kind: Callable[..., Scene], *more: Any) -> Below:
    below = Below(house.stage)
    house.show(below)
    house.app.manager.go(Push(lambda: kind(house.services, *more)))
    house.run(0.5)
    return below


def turn(hand: Hand) -> None:
    """Press what turns a page."""
    if isinstance(hand, MouseHand | TouchHand):
        hand.point((600, 300))
    else:
        hand.order(Kind.CONFIRM)


class Heard(Audio):
    """A device of the house, which keeps what is played."""

    device = "pulse"

    def __init__(self, house: Playhouse, volume: float, sides: int) -> None:
        super().__init__(Path())
        self.played: list[tuple[float, float, float]] = []
        self.volume, self._sides = volume, sides
        house.stage.audio = self

    @property
    def sides(self) -> int:
        return self._sides

    def play_at(self, name: str, volume: float, left: float = 1.0, right: float = 1.0) -> None:
        self.played.append((round(volume, 2), left, right))


class TellerOfTests(HouseVocabulary):
    """Tells of the operator's tests of input and display. They have a pad, keys, fingers and a mouse of their own. A
    story begins with the test of input."""

    begins = ("test: input", "speaker")
    below: Below

    @property
    def picture(self) -> Any:
        """The picture of the only pad, after the next frames."""
        self.house.run(0.2)
        (picture,) = self.top.pads.values()
        return picture

    facts: ClassVar = {
        "look": lambda s, button: s.picture.look(int(button)),  # BUTTON: idle, down or tried
        "axis": lambda s, number: s.picture.state.axes[int(number)],  # NUMBER: its value
        "keys_shown": lambda s: list(map(pygame.key.name, s.top.keys)),
        "keys_held": lambda s: list(map(pygame.key.name, s.top.held)),
        "results": lambda s: s.below.results if s.house.top is s.below else "not back",  # of the tests that are over
        "played": lambda s: [" ".join(f"{part:g}" for part in played) for played in s.speaker.played],
        "different_pages": lambda s: "all" if len(s.shots) == s.count else len(s.shots),  # how many pictures differ
    }

    def place(self, text: str) -> tuple[int, int]:
        """Find also "done": the button that ends the test of input."""
        return self.top.done.rect.center if text == "done" else super().place(text)

    def do_test(self, rest: str = "") -> None:
        """input, display, or sound [HOUR=PERCENT …]: Open this test. The volume is PERCENT from HOUR on."""
        kind, *volumes = rest.split()
        hours = [tuple((hour, int(percent)) for hour, percent in (each.split("=") for each in volumes))] * bool(volumes)
        self.below = open_test(self.house, KINDS[kind], *hours)

    def do_speaker(self, rest: str = "") -> None:
        """VOLUME SIDES: Give the house a sound device with this volume and number of channels."""
        volume, sides = rest.split()
        self.speaker = Heard(self.house, float(volume), int(sides))

    def do_turn_all_pages(self) -> None:
        """Turn through all pages of the test of display, and keep their pictures."""
        scene = self.house.on_top(DisplayTestScene)
        self.shots, self.count = set[bytes](), scene.pages
        for page in range(scene.pages):
            assert self.house.top is scene and scene.page == page
            self.shots.add(pygame.image.tobytes(self.house.window.surface, "RGB"))
            turn(self.hand("hand"))


test_the_tests = stories("kiosk_tests.txt", TellerOfTests)


def test_plain_pages_are_of_one_colour_to_the_last_pixel(house: Playhouse) -> None:
    open_test(house, DisplayTestScene)
    scene = house.on_top(DisplayTestScene)
    for page, color in ((3, (255, 255, 255)), (4, (0, 0, 0)), (5, (255, 0, 0)), (6, (0, 255, 0)), (7, (0, 0, 255))):
        scene.page = page
        house.run(0.5)
        assert pygame.image.tobytes(house.window.surface, "RGB") == bytes(color) * (1280 * 720)


def test_the_grid_shows_the_outermost_pixels(house: Playhouse) -> None:
    open_test(house, DisplayTestScene)
    surface = house.window.surface
    corners = [(0, 0), (1279, 0), (0, 719), (1279, 719), (640, 0), (0, 360)]
    assert {tuple(surface.get_at(corner)[:3]) for corner in corners} == {(255, 64, 64)}
    facts = house.on_top(DisplayTestScene).facts()
    assert "1280 × 720" in facts[0] and "dummy" in facts[2]


# Sound


class FakeSound:
    """A sound and its channel. They keep what they are given."""

    def __init__(self) -> None:
        self.told: list[tuple[float, ...]] = []

    def set_volume(self, *volumes: float) -> None:
        self.told.append(volumes)

    def play(self) -> FakeSound:
        return self


def test_a_sound_is_played_at_a_volume_and_on_a_side_whatever_is_set(house: Playhouse) -> None:
    audio = house.stage.audio
    assert audio.open() and audio.sides == 2 and audio.device == ""
    audio.volume, audio.effects_volume = 0.0, 0.8
    audio.sounds["win", 0] = sound = FakeSound()  # type: ignore[assignment]
    audio.play_at("win", 0.5, 0.0, 1.0)
    assert sound.told == [(0.4,), (0.0, 1.0)]
