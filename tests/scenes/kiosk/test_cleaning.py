"""Cleaning: a minute in which no touch, mouse or stray press does anything, and how it is ended."""

from __future__ import annotations

from typing import ClassVar

from scenes.kiosk.countdowns import CleaningScene
from scenes.kit.scene import Push
from scenes.menu.menu_scene import MenuScene
from tests.scenes.hands import focus_of
from tests.scenes.house_stories import HouseVocabulary, stories


class CleaningVocabulary(HouseVocabulary):
    """Tells of the page on which somebody wipes the screen."""

    facts: ClassVar = {
        **HouseVocabulary.facts,
        "place": lambda s: focus_of(s.house).widgets.index(focus_of(s.house).current),
    }

    def do_clean(self, rest: str = "60") -> None:
        """[SECONDS]: Open that page over the menu, for this time (60)."""
        self.house.show(MenuScene(self.house.services))
        self.go(Push(lambda: CleaningScene(self.house.services, float(rest))))

    def do_holds(self, rest: str = "") -> None:
        """BUTTON: Press a button of the pad and hold it."""
        self.hand("pad").pad.press(rest)


test_cleaning = stories("cleaning.txt", CleaningVocabulary)
