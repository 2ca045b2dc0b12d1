"""Tests of tests/stories.py: a story that is not true fails, and everything that a story may have is read."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.rules.test_coffee_rules import Coffee
from tests.stories import Line, Teller, cases, is_like, stories
from tests.vocabulary.game import text_of


@pytest.mark.parametrize(
    "lines",
    [
        "  > actors = 1",
        "  > legal ~ a1* …",
        "  > count =",
        "  > events = StonePlaced",
        "play: c3h\n  > events = StonePlaced 0 black c3",
        "  > refused c3h = it may not",
        "  > refused a1u = another reason",
        "  > picture =\n      a",
        "  > nonsense = 1",
        "  > state.nonsense = 1",
        "  > state.__class__.__name__ = State",
        "  > count",
        "  > said = nothing",
        "nonsense",
        "start: nonsense",
        "play",
    ],
)
def test_a_story_that_is_not_true_fails(lines: str, tmp_path: Path) -> None:
    path = tmp_path / "stories.txt"
    path.write_text(f"# It begins\nstart\n  > actors = 0\n{lines}\n", encoding="utf-8")
    (story,) = stories(path)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        Coffee().tell(story)


class Echo(Teller):
    """A vocabulary for these tests: it says what it is given, and refuses numbers."""

    refusals = (ValueError,)

    def do_say(self, what: str) -> list[str]:
        """WORDS: Say each word. A number is refused."""
        if what.isdecimal():
            raise ValueError("a number")
        return what.split()

    def do_number_of(self, number: int, what: str = "nothing") -> str:
        """[WORD]: Say the number in front, and WORD."""
        return f"{number} {what}"


def test_what_a_step_says_has_to_be_told(tmp_path: Path) -> None:
    path = tmp_path / "stories.txt"

    def tell(text: str) -> None:
        path.write_text(f"# It speaks\n{text}", encoding="utf-8")
        Echo().tell(stories(path)[0])

    tell("say: one two\n  > said = one\n  > said begins t\nsay: 1\n  > said = refused: a number\n")
    tell("1 2 number of: seat\n  > said = 1 seat\n  > said = 2 seat\n3 number-of\n  > said = 3 nothing\n")
    for text in ("say: one", "say: one\nsay: two\n  > said = two", "say: one\n  > said = one\n  > said = one"):
        with pytest.raises(AssertionError, match="says"):
            tell(text)


def test_dots_lead_to_public_names(tmp_path: Path) -> None:
    path = tmp_path / "stories.txt"

    def tell(text: str) -> None:
        path.write_text(f"# It has parts\n{text}", encoding="utf-8")
        teller: Any = Echo()
        seats = [SimpleNamespace(name="Aoi", level=0), SimpleNamespace(name="Ren", level=2)]
        teller.table = SimpleNamespace(seats=seats, first=1, echo=Echo())
        teller.tell(stories(path)[0])

    tell("table.first: 2\n  > table.first = 2\n  > table.seats.name = Aoi, Ren\n  > table.seats.count = 2\n")
    tell('table.echo.do_say: "one two"\n  > said = one\n  > said = two\n  > table.echo.do_number_of 3 = 3 nothing')
    for text in ("> table.first 1 = 1", "> table._x = 1", "> table.seats.names = a", "> table.seats.count = 3"):
        with pytest.raises(AssertionError):
            tell(f"table.first: 1\n  {text}")
    for step in ("table._x: 1", "table.echo.do_say: 1 2", "table.nobody.first: 1"):
        with pytest.raises(AssertionError):
            tell(step)


def test_what_a_story_may_have(tmp_path: Path) -> None:
    path = tmp_path / "stories.txt"
    path.write_text(
        "For the reader.\nWAY := a b\n\n# One\nfor game: star coffee\n-- a remark\nbegin: {game} $WAY\n"
        "    x .\n    . o\n  > board =\n      x\n\n# Two\nend\n",
        encoding="utf-8",
    )
    star, coffee, two = stories(path)
    assert (star.title, star.given, coffee.given, two.given) == ("One", {"game": "star"}, {"game": "coffee"}, {})
    assert star.lines == [Line(7, "begin: star a b", "    x .\n    . o\n"), Line(10, "> board =", "      x\n")]
    assert coffee.lines[0].text == "begin: coffee a b" and two.drawing == "    x .\n    . o\n"
    assert cases(path) == {"One": path.read_text(encoding="utf-8").splitlines()[4:11], "Two": ["end"]}
    for text in ("# One\n# One\n", "# One\n  end\n", "# One\n> board = 1\n"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(AssertionError):
            stories(path)


def test_values_and_what_is_left_open() -> None:
    assert [text_of(value) for value in (None, (), True, (0, 2), ((0, 7), (1, 5)), {"a": (1, 2)}, {2, 1})] == [
        *("-", "-", "yes", "0 2", "0 7, 1 5", "a 1 2", "1 2"),
    ]
    assert is_like("a b c", "a … c") and not is_like("a b cd", "a … c") and not is_like("abc", "a.c")
