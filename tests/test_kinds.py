"""What may be set: every kind reads what it has written, refuses other values, and steps within its own values. What
may be chosen where one option of a game depends on another, and what becomes of the others at a change."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.kinds import (
    Choice,
    Flag,
    Line,
    NetworkAddress,
    Number,
    Setting,
    Several,
    Structure,
    ValueKind,
    Whole,
    next_value,
)
from game.core.options import Option, amend
from game.core.rules import OptionError
from game.core.times import ALWAYS, CLOSED, DAY, Opening, Span, TimeOfDay, stopwatch_text
from game.kiosk.config import KEYS

WORDS = ("off", "join", "always")
times = st.integers(0, DAY - 1)
spans = st.tuples(times, times).map(lambda ends: Span.between(*ends) or CLOSED)
UNITS: dict[str, tuple[int, int]] = {"": (0, 100), "seconds": (5, 86_400), "minutes": (0, 720), "games": (10, 2_000)}


def some_of(words: tuple[Any, ...]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(st.sampled_from(words), min_size=1, unique=True).map(tuple)


VALUES: dict[ValueKind, st.SearchStrategy[Any]] = {
    Flag(): st.booleans(),
    **{Whole(*ends, unit): st.integers(*ends) for unit, ends in UNITS.items()},
    Number(0.5, 2.0): st.floats(0.5, 2.0),
    Number(0.5, 2.0, (0.5, 1.0, 1.5)): st.floats(0.5, 2.0),
    Choice(WORDS): st.sampled_from(WORDS),
    Choice((2, 3, 4)): st.sampled_from((2, 3, 4)),
    Several(WORDS): some_of(WORDS),
    Several((1, 2, 3), in_order=True): some_of((1, 2, 3)).map(sorted).map(tuple),
    Line(20): st.text(st.characters(categories=["L", "N", "P"], include_characters=" \u3000"), max_size=20).map(
        str.strip
    ),
    NetworkAddress(): st.just("") | st.ip_addresses(v=4).map(str),
    TimeOfDay(): times,
    Opening(): spans | st.sampled_from((ALWAYS, CLOSED)),
    Structure("dict", bool): st.dictionaries(st.text(), st.integers()),
}
STRANGE: tuple[object, ...] = (
    None,
    7.5,
    -1,
    99_999_999,
    "no such thing\n",
    [],
    ["off", "off"],
    [["off"]],
    {},
    ...,
    True,
    "25:00",
)
each_kind = pytest.mark.parametrize("kind", VALUES, ids=repr)


@each_kind
@given(data=st.data())
def test_what_was_written_is_read(kind: ValueKind, data: st.DataObject) -> None:
    value = data.draw(VALUES[kind])
    assert kind.read(kind.plain(value)) == value
    assert kind.read(kind.parse(kind.text(value))) == value


@each_kind
@pytest.mark.parametrize("value", STRANGE, ids=repr)
def test_a_value_is_taken_or_refused_with_what_is_allowed(kind: ValueKind, value: object) -> None:
    try:
        taken = kind.read(value)
    except ValueError as error:
        assert str(error).startswith(("is not ", "has "))
        with pytest.raises(ValueError) as refused:
            Setting("a.key", kind, None).read(value)
        assert all(part in str(refused.value) for part in ("a.key", repr(value), kind.range))
    else:
        assert kind.read(kind.plain(taken)) == taken


@each_kind
@given(data=st.data(), direction=st.sampled_from((-1, 1)))
def test_a_step_leads_to_another_value_or_stays(kind: ValueKind, data: st.DataObject, direction: int) -> None:
    value = data.draw(VALUES[kind])
    stepped = kind.stepped(value, direction)
    assert kind.read(kind.plain(stepped)) == stepped
    assert kind.can_step or stepped == value


@pytest.mark.parametrize("kind", [kind for kind in VALUES if kind.can_step and kind != TimeOfDay()], ids=repr)
@given(data=st.data(), direction=st.sampled_from((-1, 1)))
def test_steps_come_to_an_end_and_lead_back(kind: ValueKind, data: st.DataObject, direction: int) -> None:
    value = data.draw(VALUES[kind])
    seen = [value]
    while (value := kind.stepped(value, direction)) != seen[-1]:
        assert value not in seen
        seen.append(value)
    for earlier in reversed(seen[1:-1]):
        value = kind.stepped(value, -direction)
        assert value == earlier


@given(value=times)
def test_a_time_of_the_day_goes_round_the_clock(value: int) -> None:
    kind, later = TimeOfDay(), value
    for _ in range(48):
        assert kind.stepped(kind.stepped(later, 1), -1) == later
        later = kind.stepped(later, 1)
    assert later == value


def test_after_the_last_value_comes_the_first() -> None:
    assert [next_value(WORDS, word) for word in WORDS] == ["join", "always", "off"]
    assert next_value(Flag().values, True) is False


@pytest.mark.parametrize("key", [key for key, setting in KEYS.items() if isinstance(setting.kind, Whole)])
def test_a_ladder_leads_from_end_to_end_within_the_range(key: str) -> None:
    kind = KEYS[key].kind
    assert isinstance(kind, Whole)
    steps = kind.ladder()
    assert (steps[0], steps[-1]) == (kind.low, kind.high) and len(steps) <= 120
    value = kind.low
    for expected in steps[1:]:
        value = kind.stepped(value, 1)
        assert value == expected
    assert kind.stepped(value, 1) == value
    assert kind.stepped(steps[1] + 1, -1) == (steps[1] if steps[1] + 1 <= steps[2] else steps[0])
    assert KEYS[key].default in steps


def test_a_list_in_order_steps_by_its_last_word() -> None:
    levels, games = Several((1, 2, 3, 4, 5), in_order=True), Several(WORDS)
    assert levels.stepped((1, 3), -1) == (1,) and levels.stepped((1,), -1) == (1,)
    assert levels.stepped((1, 3), 1) == (1, 3, 4) and levels.stepped((5,), 1) == (5,)
    assert not games.can_step


def test_a_list_never_becomes_empty() -> None:
    kind = Several(("a", "b", "c"))
    assert kind.toggled(("a", "b"), "a") == ("b",) and kind.toggled(("b",), "b") == ("b",)
    assert kind.toggled(("b",), "a") == ("b", "a")
    assert Several((1, 2, 3), in_order=True).toggled((1, 3), 2) == (1, 2, 3)
    assert kind.moved(("a", "b", "c"), "c", -1) == ("a", "c", "b") and kind.moved(("a", "b"), "a", -1) == ("a", "b")
    assert kind.moved(("a", "b"), "c", 1) == ("a", "b")


def test_what_is_chosen_comes_first_where_the_order_matters() -> None:
    assert Several(("a", "b", "c")).arranged(("c", "a")) == ("c", "a", "b")
    assert Several((1, 2, 3), in_order=True).arranged((3,)) == (1, 2, 3)


@given(span=spans, which=st.sampled_from(("begin", "end")), by=st.sampled_from((-60, -30, -5, 5, 30, 60)))
def test_hours_that_are_moved_are_hours(span: Span, which: str, by: int) -> None:
    moved = span.moved(which, by)
    assert Opening().read(str(moved)) == moved and moved not in (ALWAYS, CLOSED)


def test_opening_hours_go_round_the_clock_and_past_what_would_be_none() -> None:
    assert Span.between(600, 600) is None and Span.between(0, 0) is None and Span.between(0, DAY) is None
    assert Span.between(1080, 120) == Span(1080, 1560)
    assert Span(600, 630).moved("end", -30) == Span(600, 570 + 1440)
    assert Span(0, 1410).moved("end", 30) not in (ALWAYS, CLOSED)
    assert Span(600, 1320).moved("begin", -30) == Span(570, 1320)


@pytest.mark.parametrize(
    ("seconds", "text"), [(86, "1:26"), (85.1, "1:26"), (600.0, "10:00"), (0.2, "0:01"), (0.0, "0:00"), (-1.5, "0:00")]
)
def test_seconds_that_have_begun_count_and_none_are_below_zero(seconds: float, text: str) -> None:
    assert stopwatch_text(seconds) == text


SIDES = {"small": 3, "large": 5}
BOARD = Option("board", Choice(tuple(SIDES)), "small")
ROW = Option("row", Whole(2, 5), 3, limit=lambda earlier: SIDES[earlier["board"]])
PIE = Option("pie", Flag(), False)
CODE = Option("code", Line(20), "")
SPECS = (BOARD, ROW, PIE, CODE)
SMALL = {"board": "small", "row": 2, "pie": True, "code": "x"}


@pytest.mark.parametrize(
    ("option", "values"), [(BOARD, ("small", "large")), (ROW, (2, 3)), (PIE, (False, True)), (CODE, ())]
)
def test_the_values_to_choose_from(option: Option, values: tuple[object, ...]) -> None:
    assert tuple(option.values(SMALL)) == values


def test_a_change_keeps_what_still_fits() -> None:
    assert amend(SPECS, SMALL, {"board": "large"}) == {**SMALL, "board": "large"}
    assert amend(SPECS, {**SMALL, "board": "large", "row": 3}, {"board": "small"})["row"] == 3


def test_what_does_not_fit_a_change_takes_its_default() -> None:
    large = {**SMALL, "board": "large", "row": 5}
    assert amend(SPECS, large, {"board": "small"}) == {**SMALL, "row": 3}


def test_what_was_made_for_another_value_takes_its_default() -> None:
    specs = (BOARD, ROW, PIE, Option("code", Line(20), "", made_for=("board", "pie")))
    assert amend(specs, SMALL, {"row": 3})["code"] == "x"
    assert amend(specs, SMALL, {"pie": False})["code"] == ""
    assert amend(specs, SMALL, {"pie": False, "code": "y"})["code"] == "y"


@pytest.mark.parametrize("changes", [{"board": "huge"}, {"row": 4}, {"colour": "red"}])
def test_a_change_that_is_not_allowed_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        amend(SPECS, SMALL, changes)
