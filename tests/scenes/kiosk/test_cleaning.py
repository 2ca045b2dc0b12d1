"""Cleaning: a minute in which no touch, mouse or stray press does anything, and how it is ended."""

from __future__ import annotations

from functools import partial

import pygame
import pytest

from scenes.kiosk.countdowns import HOLD_SECONDS, CleaningScene
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Push
from scenes.menu.menu_scene import MenuScene
from tests.scenes import posting
from tests.scenes.hands import KeyHand, MouseHand, PadHand, TouchHand
from tests.scenes.playhouse import Playhouse


def clean(house: Playhouse, seconds: float = 60.0) -> CleaningScene:
    house.show(MenuScene(house.services))
    house.app.manager.go(Push(lambda: CleaningScene(house.services, seconds)))
    house.run(0.5)
    return house.on_top(CleaningScene)


def test_it_ends_by_itself(house: Playhouse) -> None:
    scene = clean(house, 4.0)
    house.run(3.0)
    assert house.top is scene
    house.run(1.0)
    house.on_top(MenuScene)


def test_neither_touch_nor_mouse_nor_letters_nor_a_pads_buttons_end_it(house: Playhouse) -> None:
    scene = clean(house)
    width, height = house.window.size
    for hand in (MouseHand(house), TouchHand(house)):
        for point in ((5, 5), (width // 2, height // 2), (width - 5, height - 5)):
            hand.point(point)
    posting.wheel(1)
    for key in (pygame.K_RETURN, pygame.K_SPACE, pygame.K_BACKSPACE, pygame.K_q):
        house.react(partial(posting.tap_key, key))
    pad = PadHand(house)
    for kind in (Kind.CONFIRM, Kind.BACK, Kind.PAUSE, Kind.SECONDARY):
        pad.hit(kind)
    assert house.top is scene


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_F10])
def test_a_key_ends_it_and_keys_are_presses_again(house: Playhouse, key: int) -> None:
    clean(house)
    house.react(partial(posting.tap_key, key))
    menu = house.on_top(MenuScene)
    before = menu.focus.current
    KeyHand(house).hit(Kind.RIGHT)
    assert menu.focus.current is not before


def test_start_and_back_held_together_end_it(house: Playhouse) -> None:
    scene = clean(house)
    pad = PadHand(house).pad
    house.run(0.2)
    pad.press("start")
    house.run(HOLD_SECONDS + 0.5)
    assert house.top is scene
    pad.press("view")
    house.run(HOLD_SECONDS / 2)
    assert house.top is scene
    house.run(HOLD_SECONDS)
    house.on_top(MenuScene)
