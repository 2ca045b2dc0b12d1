"""The stories in the folder beside this file. Each is a test, with its heading as its name."""

from __future__ import annotations

import pytest

from tests.scenes.conftest import OpenHouse
from tests.stories import Story, each_story
from tests.vocabulary.screen import FOLDER, ScreenVocabulary, opened

pytestmark = pytest.mark.quick


@each_story(*sorted(FOLDER.glob("*.txt")), by_turns=True)
def test_story(open_house: OpenHouse, story: Story) -> None:
    ScreenVocabulary(story, opened(open_house, story)).tell(story)
