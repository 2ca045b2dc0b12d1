"""Phones at the table: sitting down, answering, sleeping and leaving, and what they can never do, told as stories."""

from __future__ import annotations

from pathlib import Path

from tests.scenes.phone_evening import Evening
from tests.scenes.phone_kiosk import PhonesAtKiosk
from tests.scenes.playhouse import Playhouse
from tests.stories import Story, each_story
from tests.vocabulary.phone import FOLDER, PhoneVocabulary


@each_story(FOLDER / "kiosk.txt")
def test_the_story_of_the_unattended_table_is_so(house: Playhouse, tmp_path: Path, story: Story) -> None:
    PhonesAtKiosk(house, tmp_path).tell(story)


@each_story(*(FOLDER / f"{name}.txt" for name in ("sitting", "playing", "networks")))
def test_the_story_is_so(evening: Evening, story: Story) -> None:
    phones = PhoneVocabulary(evening.house)
    phones.evening = evening
    phones.tell(story)
