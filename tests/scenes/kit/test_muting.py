"""A device that presses too fast is ignored for three seconds. People see that, and other devices are still heard."""

from __future__ import annotations

from typing import ClassVar

import pygame

from scenes.kit.input.intents import Intent
from scenes.kit.scene import Nav, Scene
from scenes.kit.window.muting import MOST
from tests.scenes.hands import PadHand
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import Playhouse


class Counter(Scene):
    """Keeps the presses that reach it."""

    def enter(self) -> None:
        self.heard: list[Intent] = []

    def intent(self, intent: Intent) -> Nav | None:
        self.heard.append(intent)
        return None


def mash(house: Playhouse, hand: PadHand, presses: int = MOST) -> None:
    for _ in range(presses):
        hand.pad.tap("a")
    house.frame()


class MutingVocabulary(HouseVocabulary):
    """Tells how many presses of each device reach a scene."""

    @property
    def presses(self) -> list[Intent]:
        """The presses that have reached the scene."""
        return self.house.on_top(Counter).heard

    facts: ClassVar = {
        "heard_key": lambda s, key: sum(press.key == ord(key) for press in s.presses),  # KEY: presses of it
        # NUMBER: presses of this pad
        "heard_of": lambda s, pad: sum(press.device.number == int(pad) for press in s.presses),
        # numbers of muted devices
        "muted": lambda s: [source.device.number for source in s.house.app.muting.muted(s.house.now)],
    }

    def do_counter(self) -> None:
        """Show a scene that counts presses, at a table that mutes devices which press too fast."""
        self.house.app.muting.most = MOST
        self.house.show(Counter(self.house.stage))

    def do_mash(self, rest: str = "") -> None:
        """PAD TIMES: Press A on a pad this many times within one frame."""
        name, times = rest.split()
        mash(self.house, self.hand(name), int(times))


test_who_mashes = stories("muting.txt", MutingVocabulary)


def test_it_is_seen(house: Playhouse) -> None:
    house.app.muting.most = MOST
    house.show(Counter(house.stage))
    house.frame()
    before = house.window.surface.copy()
    mash(house, PadHand(house))
    house.frame()
    top = pygame.Rect(0, 0, before.get_width(), before.get_height() // 8)
    assert pygame.image.tobytes(before.subsurface(top), "RGB") != pygame.image.tobytes(
        house.window.surface.subsurface(top), "RGB"
    )
