"""The stories of the folder beside this file, each a test with its title as its name."""

from __future__ import annotations

import pytest

from tests.scenes.conftest import OpenHouse
from tests.scenes.stories import FOLDER, Story, stories_of, tell

pytestmark = pytest.mark.quick

STORIES = [story for path in sorted(FOLDER.glob("*.txt")) for story in stories_of(path)]


@pytest.mark.parametrize(
    ("story", "device", "language", "size"), [case for story in STORIES for case in story.params()]
)
def test_story(open_house: OpenHouse, story: Story, device: str, language: str, size: str) -> None:
    tell(story, open_house, device, language, size)
