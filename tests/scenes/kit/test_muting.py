"""A device that presses too fast is ignored for three seconds. People see that, and other devices are still heard."""

from __future__ import annotations

from collections import Counter

import pygame
import pytest

from scenes.kit.input.intents import Intent
from scenes.kit.scene import Nav, Scene
from scenes.kit.window.muting import MOST
from tests.scenes import posting
from tests.scenes.hands import PadHand
from tests.scenes.noting import pixels
from tests.scenes.playhouse import Playhouse

TOO_MANY = 12  # presses within a second


class Listening(Scene):
    """Counts the presses that reach it."""

    def enter(self) -> None:
        self.of_pads: Counter[int] = Counter()
        self.of_keys: Counter[str] = Counter()

    def intent(self, intent: Intent) -> Nav | None:
        self.of_pads[intent.device.number] += 1
        self.of_keys[chr(intent.key)] += 1
        return None


@pytest.fixture
def scene(house: Playhouse) -> Listening:
    house.app.muting.most = MOST
    return house.show(Listening(house.stage))


def mash(house: Playhouse, hand: PadHand, presses: int = TOO_MANY) -> None:
    for _ in range(presses):
        hand.pad.tap("a")
    house.frame()


def muted(house: Playhouse) -> list[int]:
    """Return the numbers of the pads that are muted."""
    return [source.device.number for source in house.app.muting.muted(house.now)]


def test_only_the_pad_that_mashes_is_muted(house: Playhouse, scene: Listening) -> None:
    wild, calm = PadHand(house), PadHand(house)
    for _ in range(2):
        mash(house, wild)
        assert scene.of_pads == {1: TOO_MANY - 1}
    mash(house, calm, 1)
    assert scene.of_pads == {1: TOO_MANY - 1, 2: 1} and muted(house) == [1]
    house.run(3.1)
    assert muted(house) == []
    mash(house, wild, 1)
    assert scene.of_pads == {1: TOO_MANY, 2: 1}


def test_who_plays_fast_is_heard(house: Playhouse, scene: Listening) -> None:
    pad = PadHand(house)
    for _ in range(4):
        mash(house, pad, TOO_MANY // 2)
        house.run(1.1)
    assert scene.of_pads == {1: 4 * (TOO_MANY // 2)}


@pytest.mark.parametrize(
    ("keys", "heard"), [("q" * TOO_MANY + "o", {"q": TOO_MANY - 1, "o": 1}), ("1" * 24, {"1": 24})]
)
def test_a_key_is_muted_alone_and_digits_are_never(
    house: Playhouse, scene: Listening, keys: str, heard: dict[str, int]
) -> None:
    for key in keys:
        posting.tap_key(ord(key))
    house.run(0.2)
    assert scene.of_keys == heard


def test_it_is_seen(house: Playhouse, scene: Listening) -> None:
    house.frame()
    top = pygame.Rect(0, 0, house.window.size[0], house.window.size[1] // 8)
    before = pixels(house, top)
    mash(house, PadHand(house))
    house.frame()
    assert pixels(house, top) != before
