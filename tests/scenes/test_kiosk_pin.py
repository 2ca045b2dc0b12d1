"""The operator's PIN on screen: typed by every device, never shown, tries and waits, set for the first time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame
import pytest

from scenes.kiosk.keypad import Key
from scenes.kiosk.pin_scene import MOST, QUIET_SECONDS, TRIES, PinScene
from scenes.kit.canvas import Target
from scenes.kit.intents import Kind
from scenes.kit.scene import Nav, Push, Switch
from scenes.kit.stage import Stage
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToSettings
from scenes.settings.settings_scene import SettingsScene
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import Hand, KeyHand, MouseHand, PadHand, TouchHand, focus_of
from tests.scenes.playhouse import Playhouse

PIN = "304159"
HANDS: dict[str, Callable[[Playhouse], Hand]] = {
    "keys": KeyHand,
    "pad": PadHand,
    "mouse": MouseHand,
    "touch": TouchHand,
}


class FakeLock:
    """A lock in memory, of which five wrong tries ask for a minute."""

    def __init__(self, pin: str = PIN) -> None:
        self.pin = pin
        self.tries_left = TRIES
        self.wait = 0.0
        self.fails = False

    @property
    def is_set(self) -> bool:
        return bool(self.pin)

    def set(self, pin: str) -> None:
        if self.fails:
            raise OSError(30, "Read-only file system")
        self.pin = pin

    def check(self, pin: str) -> bool:
        if pin == self.pin:
            return True
        self.tries_left -= 1
        if not self.tries_left:
            self.tries_left, self.wait = TRIES, 60.0
        return False


def opened() -> Nav:
    return Switch(ToSettings())


def ask(house: Playhouse, lock: FakeLock) -> PinScene:
    house.show(MenuScene(house.services))
    house.app.manager.go(Push(lambda: PinScene(house.services, lock, opened)))
    house.run(0.5)
    return house.on_top(PinScene)


def press(hand: Hand, house: Playhouse, digits: str) -> None:
    """Press the keys on the screen, one after the other, and the last one."""
    keys = {key.figure: key for key in focus_of(house).widgets if isinstance(key, Key)}
    for digit in digits:
        hand.press(keys[digit])
    hand.press(focus_of(house).widgets[-1])


def type_in(house: Playhouse, digits: str, enter: bool = True) -> None:
    """Type digits on the keyboard."""
    for digit in digits:
        house.react(partial(posting.tap_key, ord(digit)))
    if enter:
        house.react(partial(posting.tap_key, pygame.K_RETURN))


@pytest.mark.parametrize("device", list(HANDS))
def test_the_right_pin_opens_by_every_device(house: Playhouse, device: str) -> None:
    hand = HANDS[device](house)
    ask(house, FakeLock())
    press(hand, house, PIN)
    house.on_top(SettingsScene)


def test_digits_are_typed_and_rubbed_out_on_the_keyboard(house: Playhouse) -> None:
    ask(house, FakeLock())
    type_in(house, PIN + "9", enter=False)
    house.react(partial(posting.tap_key, pygame.K_BACKSPACE))
    type_in(house, "")
    house.on_top(SettingsScene)


def test_it_opens_with_enough_digits_alone_and_takes_no_more_than_it_has_room_for(house: Playhouse) -> None:
    scene = ask(house, FakeLock())
    type_in(house, "12345", enter=False)
    assert not focus_of(house).widgets[-1].enabled
    type_in(house, "6" * 20, enter=False)
    assert len(scene._typed) == MOST and focus_of(house).widgets[-1].enabled


def test_digits_are_neither_shown_nor_said_nor_logged(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    write = Stage.text

    def noting(stage: Stage, canvas: Target, text: str, *rest: Any, **more: Any) -> pygame.Rect:
        written.append(text)
        return write(stage, canvas, text, *rest, **more)

    monkeypatch.setattr(Stage, "text", noting)
    scene = ask(house, FakeLock())
    before = set(written)
    type_in(house, "770077", enter=False)
    assert scene.takes_text and "7700" not in scene.spoken
    assert not {text for text in set(written) - before if any(char.isdigit() for char in text)}


def test_after_five_wrong_tries_it_rests_a_minute(house: Playhouse) -> None:
    lock = FakeLock()
    scene = ask(house, lock)
    for left in (4, 3, 2, 1):
        type_in(house, "000000")
        assert lock.tries_left == left and "Wrong PIN" in scene.spoken
    type_in(house, "000000")
    type_in(house, PIN)
    assert house.top is scene and not scene._typed
    lock.wait = 0.0
    for _ in range(4):
        house.run(QUIET_SECONDS - 2)
        house.react(partial(posting.tap_key, pygame.K_LEFT))
    type_in(house, PIN)
    house.on_top(SettingsScene)


def test_without_a_press_it_goes_back_to_the_table(house: Playhouse) -> None:
    ask(house, FakeLock())
    house.run(QUIET_SECONDS + 1)
    house.on_top(MenuScene)


def test_back_leads_to_the_table(house: Playhouse) -> None:
    ask(house, FakeLock())
    KeyHand(house).hit(Kind.BACK)
    house.on_top(MenuScene)


def test_a_new_pin_is_typed_twice_and_there_is_no_way_round_it(house: Playhouse) -> None:
    lock = FakeLock("")
    scene = ask(house, lock)
    KeyHand(house).hit(Kind.BACK)
    house.run(QUIET_SECONDS + 1)
    assert house.top is scene
    type_in(house, "123456")
    type_in(house, "123457")
    assert "not the same" in scene.spoken and not lock.pin
    type_in(house, "123456")
    assert "once more" in scene.spoken
    type_in(house, "123456")
    assert lock.pin == "123456"
    house.on_top(SettingsScene)


def test_a_pin_that_cannot_be_kept_is_told(house: Playhouse) -> None:
    lock = FakeLock("")
    lock.fails = True
    scene = ask(house, lock)
    type_in(house, "123456")
    type_in(house, "123456")
    assert "Read-only file system" in scene.spoken and house.top is scene


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (720, 1280)])
def test_keys_and_window_lie_apart(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size)
    ask(house, FakeLock())
    rects = [widget.rect for widget in focus_of(house).widgets]
    screen = pygame.Rect((0, 0), size)
    assert len(rects) == 12 and all(screen.contains(rect) for rect in rects)
    assert all(not one.colliderect(other) for at, one in enumerate(rects) for other in rects[:at])
