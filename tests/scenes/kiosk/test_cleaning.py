"""Cleaning: a minute in which no touch, mouse or stray press does anything, and how it is ended."""

from __future__ import annotations

from typing import ClassVar

from tests.scenes.hands import focus_of
from tests.scenes.house_stories import HouseVocabulary, stories


class CleaningVocabulary(HouseVocabulary):
    """Tells of the page on which somebody wipes the screen."""

    facts: ClassVar = {
        "place": lambda s: focus_of(s.house).widgets.index(focus_of(s.house).current),
    }


test_cleaning = stories("cleaning.txt", CleaningVocabulary)
