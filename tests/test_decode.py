"""JSON values are read by the annotations of dataclasses: what they become, and how errors are named."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from enum import Enum
from typing import Annotated, Any, Literal

import pytest

from game.core.decode import DecodeError, MaxLength, Pattern, Range, decode, decode_or
from game.core.rules import GameError
from tests.tables import rows


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True, slots=True)
class Seat:
    name: str
    level: int = 0

    def __post_init__(self) -> None:
        if self.level > 5:
            raise GameError(f"{self.name} cannot have the level {self.level}")


@dataclass(frozen=True, slots=True)
class Found:
    what: object
    where: int | None


@dataclass(frozen=True, slots=True)
class Sample:
    """A field of each kind."""

    flag: bool = False
    count: Annotated[int, Range(1, 7)] = 1
    share: float = 0.5
    name: Annotated[str, MaxLength(10)] = ""
    code: Annotated[str, Pattern(r"[a-z]\d")] = "b3"
    word: Literal["bean", 3] = "bean"
    colour: Colour = Colour.RED
    seats: tuple[Seat, ...] = ()
    best: Seat | None = None
    cells: list[int] = field(default_factory=list)
    pair: tuple[str, int] = ("", 0)
    scores: dict[str, tuple[float, ...]] = field(default_factory=dict)
    keys: dict[Colour, int] = field(default_factory=dict)
    inner: Sample | None = None
    anything: object = None
    least: Annotated[int, Range(3)] = 3


WHOLE: dict[str, Any] = {
    "flag": True,
    "count": 7,
    "share": 2,
    "name": "ten \ud800 long",
    "code": "c4",
    "word": 3,
    "colour": "BLUE",
    "seats": [{"name": "Aoi"}, {"name": "Ren", "level": 5}],
    "best": {"name": "Mio"},
    "cells": [1, 2],
    "pair": ["a", 1],
    "scores": {"Aoi": [1, 2.5]},
    "keys": {"RED": 3},
    "inner": {"inner": {}},
    "anything": {"x": [None]},
    "least": 10**30,
}


def test_all_that_a_field_may_be_is_read() -> None:
    found = decode(Sample, WHOLE)
    others = {
        "colour": Colour.BLUE,
        "seats": (Seat("Aoi"), Seat("Ren", 5)),
        "best": Seat("Mio"),
        "pair": ("a", 1),
        "scores": {"Aoi": (1.0, 2.5)},
        "keys": {Colour.RED: 3},
        "inner": Sample(inner=Sample()),
    }
    assert found == Sample(**WHOLE | others)
    assert type(found.share) is float


def test_what_is_missing_takes_its_default() -> None:
    assert decode(Sample, {}) == Sample()
    assert decode(Sample, {"best": None}) == Sample()


@pytest.mark.parametrize(("change", "said"), rows("undecodable"))
def test_what_is_wrong_is_named_with_its_place(change: str, said: str) -> None:
    with pytest.raises(DecodeError) as error:
        decode(Sample, WHOLE | json.loads(change))
    assert str(error.value) == said


@pytest.mark.parametrize("value", [None, 3, "x", [WHOLE]])
def test_what_is_no_object_at_all(value: object) -> None:
    with pytest.raises(DecodeError, match=r"^expected an object, not "):
        decode(Sample, value)


def test_no_number_is_taken_that_no_float_holds() -> None:
    with pytest.raises(DecodeError, match="expected a number"):
        decode(Sample, {"share": 10**400})


def test_a_message_stays_short_whatever_comes() -> None:
    for value in ("x" * 10_000, {"x" * 10_000: 1}, {"scores": {"x" * 10_000: 3}}, {"scores": ["x"] * 10_000}):
        with pytest.raises(DecodeError) as error:
            decode(Sample, value)
        assert len(str(error.value)) < 150


def test_annotations_alone_are_read_too() -> None:
    assert decode(tuple[Seat, ...], [{"name": "Aoi"}]) == (Seat("Aoi"),)
    assert decode(dict[str, int], {"a": 1}) == {"a": 1}
    with pytest.raises(DecodeError, match=r"^\[1\]\.name: expected a text, not 3$"):
        decode(tuple[Seat, ...], [{"name": "Aoi"}, {"name": 3}])


def test_what_a_dataclass_was_made_into_comes_back() -> None:
    assert decode(tuple[Seat, ...], (asdict(Seat("Aoi")),)) == (Seat("Aoi"),)


def test_what_may_be_null_must_be_there_all_the_same() -> None:
    assert decode(Found, {"what": None, "where": None}) == Found(None, None)
    for name in ("what", "where"):
        with pytest.raises(DecodeError, match=f"^{name} is missing$"):
            decode(Found, {other: 3 for other in ("what", "where") if other != name})


def test_other_fields_are_refused_passed_over_or_all_are_wanted() -> None:
    more, few, exact = {"name": "Aoi", "level": 1, "hat": 1}, {"name": "Aoi"}, {"name": "Aoi", "level": 1}
    assert decode(Seat, more, fields="any") == decode(Seat, exact, fields="exact") == Seat("Aoi", 1)
    assert decode(Sample, {"seats": [more]}, fields="any").seats == (Seat("Aoi", 1),)
    for value in (more, few, None):
        with pytest.raises(DecodeError, match=r"^expected an object of name, level, not "):
            decode(Seat, value, fields="exact")


def test_what_is_there_and_what_was_wanted_can_be_told_by_types() -> None:
    told = {}
    for change in ({"name": 3}, {"seats": [{"name": None}]}, {"count": 9}, {"word": "x"}):
        with pytest.raises(DecodeError) as error:
            decode(Sample, change)
        told[error.value.place] = error.value.mismatch
    assert told == {
        "name": "int, not str",
        "seats[0].name": "NoneType, not str",
        "count": "9, not 1..7",
        "word": "'x', not 'bean' or 3",
    }


def test_a_default_in_place_of_what_is_something_else() -> None:
    assert decode_or(tuple[str, int], ["a", 1], ("", 0)) == ("a", 1)
    for value in (None, [], ["a"], ["a", True], ["a", 1, 2]):
        assert decode_or(tuple[str, int], value, ("", 0)) == ("", 0)
