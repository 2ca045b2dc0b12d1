"""Stories that are not true are noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.stories import like, said, stories
from tests.rules.test_coffee_rules import CoffeeTeller


@pytest.mark.parametrize(
    "lines",
    [
        "actors: 1",
        "legal: a1* …",
        "count: ",
        "events: StonePlaced",
        "> c3h\nevents: StonePlaced 0 black c3",
        "! c3h: it may not",
        "! a1u: another reason",
        "picture:\n  a",
        "nonsense: 1",
        "nonsense",
    ],
)
def test_a_story_that_is_not_true_fails(lines: str, tmp_path: Path) -> None:
    path = tmp_path / "stories.txt"
    path.write_text(f"== It begins\nstart\nactors: 0\n{lines}\n", encoding="utf-8")
    (story,) = stories(path)
    with pytest.raises((AssertionError, AttributeError, pytest.fail.Exception)):
        CoffeeTeller().tell("stories.txt", story, "")


def test_values_and_what_is_left_open() -> None:
    assert [said(value) for value in (None, (), True, (0, 2), ((0, 7), (1, 5)), {"a": (1, 2)}, {2, 1})] == [
        *("-", "-", "yes", "0 2", "0 7, 1 5", "a 1 2", "1 2"),
    ]
    assert like("a … c", "a b c") and not like("a … c", "a b cd") and not like("a.c", "abc")
