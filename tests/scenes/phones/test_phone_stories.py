"""Phones at the table: sitting down, answering, sleeping and leaving, and what they can never do, told as stories."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.old_stories import stories
from tests.scenes.phone_evening import Evening
from tests.scenes.phone_kiosk import KioskStory
from tests.scenes.phone_story import FOLDER, Story
from tests.scenes.playhouse import Playhouse

EVENINGS = ("sitting", "playing", "networks")


@pytest.mark.parametrize("lines", stories(FOLDER / "kiosk.txt"))
def test_the_story_of_the_unattended_table_is_so(house: Playhouse, tmp_path: Path, lines: list[str]) -> None:
    KioskStory(house, tmp_path).tell(lines)


@pytest.mark.parametrize(
    "lines", [case for name in ("sitting", "playing", "networks") for case in stories(FOLDER / f"{name}.txt")]
)
def test_the_story_is_so(evening: Evening, lines: list[str]) -> None:
    story = Story(evening.house)
    story.evening = evening
    story.tell(lines)
