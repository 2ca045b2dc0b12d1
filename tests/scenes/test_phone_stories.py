"""Phones at the table: sitting down, answering, sleeping and leaving, and what they can never do, told as stories."""

from __future__ import annotations

import pytest

from tests.scenes.phone_evening import Evening
from tests.scenes.phone_story import Story, stories


@pytest.mark.parametrize("lines", [*stories("sitting"), *stories("playing")])
def test_the_story_is_so(evening: Evening, lines: list[str]) -> None:
    Story(evening).tell(lines)
