"""Line breaking: examples of each rule, and what holds for any text. Days are called as people call them."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes.kit import stage as kit_stage
from scenes.kit.drawing.fonts import Style
from scenes.kit.text.line_breaking import NOT_FIRST, NOT_LAST, count_torn, fit, wrap
from scenes.kit.text.strings import Strings, past_day
from tests.scenes.playhouse import Playhouse
from tests.tables import rows

pytestmark = pytest.mark.quick

ALPHABET = "アオイの番です壁を置くー、。」）「（っょAbc xyz 0123456789 .,!手枚目\n…×→"


def measure(text: str) -> int:
    """Japanese characters are 20 pixels wide, the others 10."""
    return sum(20 if unicodedata.east_asian_width(char) in "WF" else 10 for char in text)


@pytest.mark.parametrize(("text", "width", "lines"), rows("line_breaks", 3))
def test_lines(text: str, width: str, lines: str) -> None:
    assert wrap(text.replace(r"\n", "\n"), measure, int(width)) == lines.split("|")


@pytest.mark.parametrize(
    ("text", "width", "count"),
    [
        ("Move, or place a wall", 110, 0),
        ("unbreakable", 50, 2),
        ("コマを動かす", 60, 0),
        ("ふさいではいけない。", 80, 2),
        ("壁を置く。\nふさいではいけない。", 80, 2),
        ("先に着いたので、勝ち。", 200, 0),
    ],
)
def test_lines_that_end_within_a_word_are_counted(text: str, width: int, count: int) -> None:
    assert count_torn(text, wrap(text, measure, width)) == count


def test_no_character_or_two_stand_alone_on_the_last_line() -> None:
    for text in ("東西南北春夏秋冬山川草木花鳥風月", "あ" * 16, "ロボットをロボットをロボットをす"):
        assert [len(line) > 2 for line in wrap(text, measure, 300)] == [True, True]


@given(st.text(ALPHABET), st.integers(20, 400))
def test_nothing_is_lost_and_every_line_fits(text: str, width: int) -> None:
    lines = wrap(text, measure, width)
    assert all(measure(line) <= width for line in lines)
    assert re.sub(r"\s", "", "".join(lines)) == re.sub(r"\s", "", text)
    assert len(lines) >= text.count("\n") + 1


@given(st.text("アオイの番壁置く、。」「ーっ", max_size=40), st.integers(200, 400))
def test_no_line_begins_or_ends_with_the_wrong_mark(text: str, width: int) -> None:
    """Wide enough lines; runs of marks longer than a line may be broken anywhere and are left out."""
    if re.search(r"[、。」「ーっ]{6}", text):
        return
    lines = wrap(text, measure, width)
    assert all(line[0] not in NOT_FIRST for line in lines[1:])
    assert all(line[-1] not in NOT_LAST for line in lines[:-1])


@given(st.text(ALPHABET.replace("\n", "")), st.integers(0, 400))
def test_fit_shortens_to_the_longest_beginning(text: str, width: int) -> None:
    shown = fit(text, measure, width)
    assert measure(shown) <= width
    if measure(text) <= width:
        assert shown == text
    elif shown:
        assert shown.endswith("…")
        kept = len(shown) - 1
        assert text.startswith(shown[:-1])
        longer = text[: kept + 1]
        assert longer.endswith(" ") or measure(longer + "…") > width
    else:
        assert width < measure("…")


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("Quoridor", 80, "Quoridor"),
        ("Quoridor", 70, "Quorid…"),
        ("Move it", 60, "Move…"),
        ("コリドール", 70, "コリド…"),
        ("ab", 5, ""),
    ],
)
def test_fit(text: str, width: int, shown: str) -> None:
    assert fit(text, measure, width) == shown


def test_a_stage_remembers_lines_until_it_is_laid_out_anew(house: Playhouse) -> None:
    """A line that was broken anew would be another string."""
    stage, text, style = house.stage, "Move, or place a wall", Style(30)

    def is_remembered(width: int = 120, **other: Any) -> bool:
        return any(line is known for line in stage.lines(text, style._replace(**other), width) for known in first)

    first = stage.lines(text, style, 120)
    assert len(first) > 1
    stage.lines(text, style, 120).append("a caller's own")
    assert stage.lines(text, style, 120) == first and is_remembered(color="#123456")
    assert not is_remembered(130) and not is_remembered(bold=True)
    stage.resize((2 * stage.metrics.size[0], 2 * stage.metrics.size[1]))
    assert len(stage.lines(text, style, 120)) > len(first)
    for number in range(2 * kit_stage.MOST_WRAPPED):
        stage.lines(f"Text {number}", style, 200)
    assert len(stage._wrapped) <= kit_stage.MOST_WRAPPED


@pytest.mark.parametrize(
    ("day", "en", "ja"),
    [
        (date(2026, 1, 2), "Today", "今日"),
        (date(2026, 1, 1), "Yesterday", "昨日"),
        (date(2026, 1, 3), "3 January", "1月3日"),
        (date(2025, 12, 31), "31 December 2025", "2025年12月31日"),
    ],
)
def test_a_day_is_called_as_people_call_it(day: date, en: str, ja: str) -> None:
    assert [past_day(Strings(language).t, day, date(2026, 1, 2)) for language in ("en", "ja")] == [en, ja]
