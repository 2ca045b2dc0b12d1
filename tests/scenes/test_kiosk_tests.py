"""The operator's tests of input, display and sound: all that is pressed is seen, and every device finds the way out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from scenes.kiosk.display_test_scene import DisplayTestScene
from scenes.kiosk.input_test_scene import HOLD_SECONDS, TWICE_SECONDS, InputTestScene
from scenes.kiosk.sound_test_scene import SoundTestScene
from scenes.kit.canvas import Canvas
from scenes.kit.dialog import Dialog
from scenes.kit.intents import Kind
from scenes.kit.scene import Nav, Push, Scene
from tests.scenes import posting
from tests.scenes.hands import HANDS, Hand, KeyHand, MouseHand, PadHand, TouchHand
from tests.scenes.playhouse import Playhouse
from tools.soak.virtual_pad import VirtualPad

A, B = pygame.CONTROLLER_BUTTON_A, pygame.CONTROLLER_BUTTON_B


class Below(Scene):
    """What the test was opened from; keeps what comes back."""

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


def pad_of(house: Playhouse, pad: VirtualPad) -> Any:
    """The picture of the only pad, after the next frames."""
    house.run(0.2)
    (picture,) = house.on_top(InputTestScene).pads.values()
    return picture


# Input


def test_what_is_down_on_a_pad_is_lit_and_what_was_pressed_stays_marked(house: Playhouse) -> None:
    open_test(house, InputTestScene)
    pad = VirtualPad()
    assert pad_of(house, pad).look(A) == "idle"
    pad.press("a")
    assert pad_of(house, pad).look(A) == "down"
    pad.release("a")
    assert pad_of(house, pad).look(A) == "tried" and pad_of(house, pad).look(B) == "idle"
    pad.axis(5, 0.8)
    picture = pad_of(house, pad)
    assert picture.state.axes[5] > 0.7 and 105 in picture.tried
    pad.detach()
    house.run(0.2)
    assert not house.on_top(InputTestScene).pads


def test_a_press_shorter_than_a_frame_is_marked(house: Playhouse) -> None:
    open_test(house, InputTestScene)
    pad = VirtualPad()
    house.run(0.2)
    pad.tap("lb")
    assert pad_of(house, pad).look(pygame.CONTROLLER_BUTTON_LEFTSHOULDER) == "tried"
    pad.stick(1.0, 0.0)
    assert pad_of(house, pad).look(pygame.CONTROLLER_BUTTON_DPAD_RIGHT) == "idle"


def test_a_pad_without_a_mapping_shows_its_numbers_and_its_hat(house: Playhouse) -> None:
    open_test(house, InputTestScene)
    pad = VirtualPad(mapped=False)
    house.run(0.2)
    pad.press(7)
    pad.hat(-1, 1)
    picture = pad_of(house, pad)
    assert not picture.state.mapped and picture.look(7) == "down"
    assert [picture.look(1000 + at) for at in range(4)] == ["down", "idle", "idle", "down"]


def test_every_key_is_shown_the_last_one_first(house: Playhouse) -> None:
    open_test(house, InputTestScene)
    for key in (pygame.K_q, pygame.K_RETURN, pygame.K_F11, pygame.K_p, pygame.K_ESCAPE):
        posting.tap_key(key)
        house.run(0.1)
    posting.key_down(pygame.K_LSHIFT)
    house.run(0.1)
    scene = house.on_top(InputTestScene)
    assert list(scene.keys) == [pygame.K_LSHIFT, pygame.K_ESCAPE, pygame.K_p, pygame.K_RETURN]
    assert scene.held == {pygame.K_LSHIFT}


def test_each_finger_leaves_a_trail(house: Playhouse) -> None:
    open_test(house, InputTestScene)
    for finger, x in ((1, 0.3), (2, 0.6)):
        posting.finger(pygame.FINGERDOWN, (x, 0.5), finger)
    house.run(0.1)
    posting.finger(pygame.FINGERMOTION, (0.7, 0.6), 2)
    house.run(0.1)
    scene = house.on_top(InputTestScene)
    assert scene.fingers == {0: (384, 360), 1: (896, 432)} and len(scene.trail) == 3
    posting.finger(pygame.FINGERUP, (0.3, 0.5), 1)
    house.run(0.1)
    assert scene.fingers == {1: (896, 432)}


def end_by_pad(house: Playhouse) -> None:
    pad = VirtualPad()
    house.run(0.3)
    for button in ("a", "x", "start", "b"):
        pad.tap(button)
        house.run(0.2)
    house.on_top(InputTestScene)
    pad.press("b")
    house.run(HOLD_SECONDS - 0.5)
    house.on_top(InputTestScene)
    house.run(1.0)
    pad.release("b")


def end_by_keys(house: Playhouse) -> None:
    posting.tap_key(pygame.K_ESCAPE)
    house.run(TWICE_SECONDS + 0.5)
    for _ in range(2):
        house.on_top(InputTestScene)
        posting.tap_key(pygame.K_ESCAPE)
        house.run(0.3)


def end_by_mouse(house: Playhouse) -> None:
    point = house.on_top(InputTestScene).done.rect.center
    posting.click(point)
    house.run(0.5)
    house.on_top(InputTestScene)
    posting.mouse_down(point)
    house.run(HOLD_SECONDS + 0.3)
    posting.mouse_up(point)


def end_by_touch(house: Playhouse) -> None:
    point = house.on_top(InputTestScene).done.rect.center
    width, height = house.window.size
    posting.finger(pygame.FINGERDOWN, (0.2, 0.2), 1)
    posting.finger(pygame.FINGERDOWN, (point[0] / width, point[1] / height), 2)
    house.run(HOLD_SECONDS + 0.3)
    for finger in (1, 2):
        posting.finger(pygame.FINGERUP, (0.2, 0.2), finger)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("end", [end_by_pad, end_by_keys, end_by_mouse, end_by_touch])
def test_every_device_ends_it_and_the_operator_answers(house: Playhouse, end: Callable[[Playhouse], None]) -> None:
    below = open_test(house, InputTestScene)
    end(house)
    house.run(0.5)
    house.on_top(Dialog)
    TouchHand(house).say("Does not work")
    assert house.top is below and below.results == [False]


def test_a_finger_that_slides_off_done_does_not_end_it(house: Playhouse) -> None:
    open_test(house, InputTestScene)
    point = house.on_top(InputTestScene).done.rect.center
    posting.mouse_down(point)
    house.run(0.5)
    posting.move_mouse((200, 200))
    house.run(HOLD_SECONDS + 0.5)
    house.on_top(InputTestScene)


def test_the_question_is_answered_with_keys_as_always(house: Playhouse) -> None:
    below = open_test(house, InputTestScene)
    end_by_keys(house)
    house.run(0.5)
    KeyHand(house).say("Works")
    assert below.results == [True]


def test_who_gives_the_question_up_has_said_nothing(house: Playhouse) -> None:
    below = open_test(house, InputTestScene)
    end_by_keys(house)
    house.run(0.5)
    KeyHand(house).hit(Kind.BACK)
    assert house.top is below and below.results == [None]


# Display


def turn(hand: Hand) -> None:
    """The press that turns a page."""
    if isinstance(hand, MouseHand | TouchHand):
        hand.point((600, 300))
    else:
        hand.order(Kind.CONFIRM)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("device", list(HANDS))
def test_any_press_turns_the_pages_then_the_operator_answers(house: Playhouse, device: str) -> None:
    hand = HANDS[device](house)
    below = open_test(house, DisplayTestScene)
    scene = house.on_top(DisplayTestScene)
    seen = set()
    for page in range(scene.pages):
        assert house.top is scene and scene.page == page
        seen.add(pygame.image.tobytes(house.window.surface, "RGB"))
        turn(hand)
    assert len(seen) == scene.pages
    hand.say("Works")
    assert house.top is below and below.results == [True]


def test_back_turns_back_and_gives_up_on_the_first_page(house: Playhouse) -> None:
    below = open_test(house, DisplayTestScene)
    hand = KeyHand(house)
    hand.hit(Kind.CONFIRM)
    hand.hit(Kind.BACK)
    assert house.on_top(DisplayTestScene).page == 0
    hand.hit(Kind.BACK)
    assert house.top is below and below.results == [None]


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


class Heard:
    """Keeps what is played."""

    def __init__(
        self, house: Playhouse, monkeypatch: pytest.MonkeyPatch, device: str = "pulse", sides: int = 2
    ) -> None:
        self.played: list[tuple[float, float, float]] = []
        audio = type(house.stage.audio)
        monkeypatch.setattr(audio, "device", "pulse")
        monkeypatch.setattr(audio, "sides", sides)
        monkeypatch.setattr(audio, "play_at", self.play)

    def play(self, name: str, volume: float, left: float = 1.0, right: float = 1.0) -> None:
        self.played.append((round(volume, 2), left, right))


@pytest.fixture
def heard(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> Heard:
    return Heard(house, monkeypatch)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("device", list(HANDS))
def test_each_side_and_the_volume_of_each_hour_are_heard(house: Playhouse, device: str, heard: Heard) -> None:
    hand = HANDS[device](house)
    house.stage.audio.volume = 0.6
    below = open_test(house, SoundTestScene, (("10:00", 70), ("22:00", 20)))
    for label in ("Left", "Both", "Right", "From 10:00: 70 %", "From 22:00: 20 %"):
        hand.say(label)
    assert heard.played == [(0.6, 1, 0), (0.6, 1, 1), (0.6, 0, 1), (0.7, 1, 1), (0.2, 1, 1)]
    hand.say("Works")
    assert house.top is below and below.results == [True]


def test_a_device_with_one_channel_has_no_sides(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard(house, monkeypatch, sides=1)
    house.stage.audio.volume = 0.7
    open_test(house, SoundTestScene)
    hand = KeyHand(house)
    hand.say("Play")
    assert heard.played == [(0.7, 1, 1)] and "one channel" in house.on_top(SoundTestScene).sentence
    hand.say("Now: 70 %")
    assert len(heard.played) == 2


def test_without_a_device_that_is_said_and_nothing_is_claimed_to_work(house: Playhouse) -> None:
    below = open_test(house, SoundTestScene)  # tests have SDL's dummy
    scene = house.on_top(SoundTestScene)
    assert "no sound device" in scene.spoken
    assert [widget.value() for widget in scene.focus.widgets if widget.enabled] == ["Does not work"]
    PadHand(house).order(Kind.BACK)
    assert house.top is below and below.results == [None]


class FakeSound:
    """A sound and its channel, which keep what they are told."""

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
    audio._sounds["win", 0] = sound = FakeSound()  # type: ignore[assignment]
    audio.play_at("win", 0.5, 0.0, 1.0)
    assert sound.told == [(0.4,), (0.0, 1.0)]
