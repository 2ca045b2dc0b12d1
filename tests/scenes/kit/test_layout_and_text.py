"""Rows, columns and grids: what is said of a page holds for its rectangles. Line breaking: examples of each rule,
and what holds for any text. Days are called as people call them."""

from __future__ import annotations

import math
import re
import unicodedata
from datetime import date
from typing import Any

import pygame
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scenes.kit import stage as kit_stage
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import (
    ROUNDING,
    Align,
    Metrics,
    Places,
    cell,
    cells,
    column,
    grid,
    places,
    row,
    share_out,
    stack,
    within,
)
from scenes.kit.text.line_breaking import NOT_FIRST, NOT_LAST, count_torn, fit, wrap
from scenes.kit.text.strings import Strings, past_day
from tests.scenes.playhouse import Playhouse
from tests.tables import rows

pytestmark = pytest.mark.quick

ROOM = (0.0, 0.0, 1600.0, 900.0)
lengths = st.integers(0, 600).map(float)
leaves = st.one_of(
    st.builds(cell, st.just("leaf"), lengths),
    st.builds(
        lambda fit, share, least: cell("leaf", fit=fit, share=share, least=min(least, fit)),
        lengths,
        st.sampled_from([0.0, 1.0, 2.5]),
        lengths,
    ),
    st.builds(
        lambda share, least, most: cell("leaf", share=share, least=min(least, most), most=max(least, most)),
        st.sampled_from([0.5, 1.0, 3.0]),
        lengths,
        lengths,
    ),
    st.builds(lambda: cell("leaf")),
    st.builds(lambda across, align: cell("leaf", across=across, align=align), lengths, st.sampled_from(Align)),
)


def _held(parts):
    more = {"gap": st.sampled_from([0.0, 8.0, 24.0]), "pad": st.sampled_from([0.0, 16.0, (8.0, 40.0), (1.0, 2, 3, 4)])}
    made = st.lists(parts, min_size=1, max_size=5)
    return st.one_of(
        *[
            st.builds(lambda held, gap, pad, make=make: make(*held, name="holder", gap=gap, pad=pad), made, **more)
            for make in (row, column)
        ],
        st.builds(lambda count, columns: grid("leaf", count, columns), st.integers(1, 9), st.integers(1, 4)),
    )


pages = st.recursive(leaves, _held, max_leaves=24)


def _at(page, box=ROOM, origin=(0.0, 0.0), scale=1.0):
    return Places(page, box, origin, scale)


def _edges(found):
    return [rect[:] for _, rect in found.leaves]


# What holds for every page


@given(pages)
def test_nothing_lies_outside_of_its_page(page):
    whole = pygame.Rect(ROOM)
    for _, rect in _at(page).leaves:
        assert rect.left >= 0 and rect.top >= 0 and rect.right <= whole.right and rect.bottom <= whole.bottom


@given(pages)
def test_nothing_overlaps(page):
    found = [rect for _, rect in _at(page).leaves]
    for i, rect in enumerate(found):
        assert not [other for other in found[i + 1 :] if rect.colliderect(other)]


@given(pages, st.sampled_from([0.5, 2.0, 3.0]))
def test_scaling_the_page_scales_its_rectangles(page, scale):
    for small, large in zip(_edges(_at(page)), _edges(_at(page, scale=scale)), strict=True):
        assert all(abs(a * scale - b) <= 1 + scale for a, b in zip(small, large, strict=True))


@given(pages)
@example(
    row(cell("leaf", 411.0), row(cell("leaf"), cell("leaf", share=1.0), cell("leaf"), gap=0.0), cell("leaf"), gap=0.0)
)
def test_moving_the_page_moves_its_rectangles(page):
    for here, there in zip(_edges(_at(page)), _edges(_at(page, origin=(100.0, 50.0))), strict=True):
        assert there == [here[0] + 100, here[1] + 50, here[2], here[3]]


@given(st.lists(leaves, min_size=1, max_size=7), st.integers(0, 2000), st.sampled_from([0.0, 8.0, 24.0]))
def test_a_line_is_filled_where_something_may_grow(parts, room, gap):
    found, between, crowded = share_out(parts, room, gap)
    whole = sum(found) + between * (len(parts) - 1)
    assert whole <= room + 1e-3
    if crowded or any(part.size is None and part.weight > 0 and part.most == math.inf for part in parts):
        assert whole == pytest.approx(room, abs=1e-3)


@given(st.lists(leaves, min_size=1, max_size=7), st.integers(0, 2000))
@example([cell("leaf", 1.0)], 0)
@example([cell("leaf", fit=1.0, least=1.0)], 0)
def test_least_and_most_and_sizes_are_kept_or_it_is_told(parts, room):
    found, _, crowded = share_out(parts, room, 0.0)
    for part, length in zip(parts, found, strict=True):
        if not crowded:
            assert part.size is None or part.size - ROUNDING <= length <= part.size
            assert part.size is not None or part.least - ROUNDING <= length <= part.most + 1e-6
    least = sum(part.least if part.size is None else part.size for part in parts)
    assert crowded or least <= room + ROUNDING + 1e-6
    assert not crowded or least > room + ROUNDING - 1e-6


# One by one


@pytest.mark.parametrize(
    ("parts", "room", "expected"),
    [
        pytest.param([cell(size=100), cell(), cell()], 500, [100, 200, 200], id="what is left is shared"),
        pytest.param([cell(share=1), cell(share=3)], 400, [100, 300], id="by shares"),
        pytest.param([cell(least=300), cell()], 400, [300, 100], id="nobody gets less than the least"),
        pytest.param([cell(most=50), cell()], 400, [50, 350], id="nor more than the most"),
        pytest.param([cell(fit=120), cell()], 400, [120, 280], id="a text has what it needs"),
        pytest.param([cell(fit=100, share=1), cell(fit=200, share=1)], 400, [150, 250], id="and may grow"),
        pytest.param([cell(fit=300), cell(fit=100), cell(size=200)], 400, [150, 50, 200], id="texts yield alike"),
        pytest.param([cell(fit=300, least=250), cell(fit=300)], 400, [250, 150], id="down to their least"),
        pytest.param([cell(size=300), cell(size=500)], 400, [150, 250], id="in the end all yield"),
        pytest.param([cell(size=100)], 400, [100], id="and room may be left over"),
    ],
)
def test_a_line(parts, room, expected):
    assert share_out(parts, room, 0.0)[0] == pytest.approx(expected)


LINES = column(cell("head", 100), row(*cells("left right"), gap=20), row(cell("all"), size=200), gap=10)


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (
            LINES,
            {"head": "0 0 420 100", "left": "0 110 200 380", "right": "220 110 200 380", "all": "0 500 420 200"},
        ),
        # room around
        (row(cell("a"), pad=10), {"a": "10 10 400 680"}),
        (row(cell("a"), pad=(10, 20)), {"a": "10 20 400 660"}),
        (row(cell("a"), pad=(1, 2, 3, 4)), {"a": "1 2 416 694"}),
        (row(cell("a"), pad=630), {"a": "210 350 0 0"}),
        # across
        (row(cell("a", 50, across=40, align=Align.START)), {"a": "0 0 50 40"}),
        (row(cell("a", 50, across=40, align=Align.MIDDLE)), {"a": "0 330 50 40"}),
        (row(cell("a", 50, across=40, align=Align.END)), {"a": "0 660 50 40"}),
        # a grid is parts of one name, and keeps room for more
        (grid("a", 3, 2, gap=20, row_gap=100), {"a": "0 0 200 300, 220 0 200 300, 0 400 200 300"}),
        (grid("a", 1, 1, rows=4, gap=0), {"a": "0 0 420 175"}),
        # one over the other
        (stack(cell("a"), row(cell("b"), pad=10)), {"a": "0 0 420 700", "b": "10 10 400 680"}),
        # None is nothing and takes no gap
        (row(cell("a"), None, cell("b"), gap=20), {"a": "0 0 200 700", "b": "220 0 200 700"}),
    ],
)
def test_a_page_of_420_by_700(page, expected):
    found = _at(page, (0, 0, 420, 700))
    assert {name: ", ".join(" ".join(map(str, rect)) for rect in found.all(name)) for name in found} == expected


def test_what_is_crowded_is_told_by_name():
    page = column(row(cell("a", 80), cell("b", 80)), row(cell("c", 80), name="lower"), row(cell("d", 200), name="x"))
    assert _at(page, (0, 0, 100, 300)).crowded == ["a b", "x"]


def test_a_name_is_asked_for_where_there_is_one():
    found = _at(row(cell("a"), cell("b"), cell("b")))
    assert list(found) == ["a", "b"]
    assert found.get("c") is None and "c" not in found and found.all("c") == ()
    assert len(found.all("b")) == 2
    with pytest.raises(KeyError, match="2 parts are called 'b'"):
        found["b"]
    with pytest.raises(KeyError, match="0 parts are called 'c'; there are a, b"):
        found["c"]


@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160), (1024, 768), (1080, 1920), (2560, 1080), (800, 1280)])
def test_a_page_fills_the_canvas_of_its_window(size):
    metrics = Metrics.of(size)
    assert places(metrics, cell("all"))["all"] == metrics.rect(0, 0, *metrics.design)
    assert places(metrics, cell("all"), (54, 96, 300, 200))["all"] == metrics.rect(54, 96, 300, 200)


def test_a_card_lays_out_its_own_parts():
    metrics, card = Metrics.of((1280, 720)), pygame.Rect(101, 53, 300, 90)
    found = within(metrics, card, row(cell("token", 96), cell("name"), gap=0))
    assert found["token"] == (101, 53, 64, 90)
    assert found["name"] == (165, 53, 236, 90)


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
