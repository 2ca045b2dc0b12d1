"""Positions, actions and events of every game are values: they never change, and cost no more than their parts."""

from __future__ import annotations

import sys
from dataclasses import is_dataclass
from typing import Any

import pytest

from game.core.options import resolve
from game.core.spec import GameSpec
from tests.fifth_game import EVERY_GAME


@pytest.mark.parametrize("spec", EVERY_GAME, ids=lambda spec: spec.id)
def test_all_that_a_game_is_told_in_is_frozen(spec: GameSpec) -> None:
    start = spec.rules.start(resolve(spec.options, {}), 0)
    kinds: list[Any] = [kind for kind in vars(sys.modules[type(start).__module__]).values() if is_dataclass(kind)]
    assert type(start) in kinds and len(kinds) > 2
    for kind in kinds:
        assert kind.__dataclass_params__.frozen and "__slots__" in vars(kind), kind
