"""Phones at the table: sitting down, answering, sleeping and leaving, and what they can never do, told as stories."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenes.phone_kiosk import PhonesAtKiosk
from tests.scenes.playhouse import Playhouse
from tests.stories import Story, each_story
from tests.vocabulary.phone import PhoneVocabulary
from tests.vocabulary.screen import FOLDER


@each_story(*(FOLDER / "phones" / f"{name}.txt" for name in ("kiosk", "sitting", "playing", "networks")))
def test_the_story_is_so(house: Playhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, story: Story) -> None:
    phones = (PhonesAtKiosk if story.file == "kiosk.txt" else PhoneVocabulary)(story, house)
    phones.prepare(tmp_path, monkeypatch)
    phones.tell(story)
