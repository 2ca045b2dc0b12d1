"""The stories in the folder beside this file. Each is a test, with its heading as its name."""

from __future__ import annotations

import pytest

from tests.scenes.conftest import OpenHouse
from tests.stories import Line, Story, each_story
from tests.vocabulary.screen import FOLDER, ScreenVocabulary, opened

pytestmark = pytest.mark.quick


@each_story(*sorted(FOLDER.glob("*.txt")), by_turns=True)
def test_story(open_house: OpenHouse, story: Story) -> None:
    ScreenVocabulary(story, opened(open_house, story)).tell(story)


@pytest.mark.parametrize(
    ("until", "why"),
    [("scren = Menu", "there is no fact 'scren'"), ("top == Menu", "'top == Menu' compares no fact")],
)
def test_nobody_waits_for_a_mistyped_fact(open_house: OpenHouse, until: str, why: str) -> None:
    story = Story("stories.txt", "It waits", [Line(1, "boot"), Line(2, f"until: {until}")])
    with pytest.raises(AssertionError, match=f"LookupError: .*{why}"):
        ScreenVocabulary(story, opened(open_house, story)).tell(story)
