"""Robots that were placed by hand on a board that is another one the next time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from game.core.options import resolve
from game.core.rules import OptionError
from game.registry import find
from game.robots.board import COLOURS, xy
from scenes.match.starting import rematch
from tests import make
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

ROBOTS = find("robots")


def test_a_rematch_is_on_a_board_on_which_they_may_begin(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not on one of chance, where one of them would stand on a mark."""
    start = ROBOTS.rules.start(resolve(ROBOTS.options, {}), 7)
    placement = {colour: list(xy(cell)) for colour, cell in zip(COLOURS, start.robots, strict=True)}
    record = make.session("robots", PERSON, RIVAL, seed=7, placement=placement).record()
    barred = next(seed for seed in range(8, 1000) if not fits(record.options, seed))
    monkeypatch.setattr(type(house.services), "fresh_seed", lambda services: barred)
    assert rematch(house.services, record).session.record().seed == 7


def fits(options: Mapping[str, Any], seed: int) -> bool:
    """Whether the robots may stand where they are on the board of this seed."""
    try:
        ROBOTS.rules.start(options, seed)
    except OptionError:
        return False
    return True
