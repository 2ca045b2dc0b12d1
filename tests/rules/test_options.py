"""Options of a game: what may be chosen where one depends on another, and what becomes of the others at a change."""

from __future__ import annotations

import pytest

from game.core.kinds import Choice, Flag, Line, Whole
from game.core.options import Option, amend
from game.core.rules import OptionError

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
