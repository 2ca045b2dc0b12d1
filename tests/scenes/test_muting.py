"""Who mashes is not heard for three seconds, visibly, and nobody else is concerned."""

from __future__ import annotations

import pygame
import pytest

from scenes.kit.intents import Intent, Kind
from scenes.kit.muting import MOST, SECONDS
from scenes.kit.scene import Nav, Scene
from tests.scenes import posting
from tests.scenes.hands import PadHand
from tests.scenes.playhouse import Playhouse


class Counter(Scene):
    """Keeps what reaches it."""

    def enter(self) -> None:
        self.heard: list[Intent] = []

    def intent(self, intent: Intent) -> Nav | None:
        self.heard.append(intent)
        return None


@pytest.fixture
def scene(house: Playhouse) -> Counter:
    house.app.muting.most = MOST
    scene = Counter(house.stage)
    house.show(scene)
    return scene


def mash(house: Playhouse, hand: PadHand, presses: int = MOST) -> None:
    for _ in range(presses):
        hand.pad.tap("a")
    house.frame()


def heard(scene: Counter, number: int) -> int:
    return sum(intent.device.number == number for intent in scene.heard)


def test_only_the_pad_that_mashes_is_muted(house: Playhouse, scene: Counter) -> None:
    wild, calm = PadHand(house), PadHand(house)
    mash(house, wild)
    assert heard(scene, 1) == MOST - 1
    mash(house, wild)
    mash(house, calm, 1)
    assert (heard(scene, 1), heard(scene, 2)) == (MOST - 1, 1)
    assert [source.device.number for source in house.app.muting.muted(house.now)] == [1]
    house.run(SECONDS + 0.1)
    assert house.app.muting.muted(house.now) == []
    mash(house, wild, 1)
    assert heard(scene, 1) == MOST


def test_who_plays_fast_is_heard(house: Playhouse, scene: Counter) -> None:
    hand = PadHand(house)
    for _ in range(4):
        mash(house, hand, MOST // 2)
        house.run(1.1)
    assert heard(scene, 1) == 4 * (MOST // 2)


def test_a_key_is_muted_alone(house: Playhouse, scene: Counter) -> None:
    for _ in range(MOST):
        posting.tap_key(pygame.K_q)
    posting.tap_key(pygame.K_o)
    house.frame()
    keys = [intent.key for intent in scene.heard]
    assert keys.count(pygame.K_q) == MOST - 1
    assert keys.count(pygame.K_o) == 1


def test_digits_are_never_counted(house: Playhouse, scene: Counter) -> None:
    for _ in range(2 * MOST):
        posting.tap_key(pygame.K_1)
    house.frame()
    assert [intent.kind for intent in scene.heard] == [Kind.DIGIT] * 2 * MOST


def test_it_is_seen(house: Playhouse, scene: Counter) -> None:
    house.frame()
    before = house.window.surface.copy()
    mash(house, PadHand(house))
    house.frame()
    top = pygame.Rect(0, 0, before.get_width(), before.get_height() // 8)
    assert pygame.image.tobytes(before.subsurface(top), "RGB") != pygame.image.tobytes(
        house.window.surface.subsurface(top), "RGB"
    )
