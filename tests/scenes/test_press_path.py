"""How a press comes from the devices to the board: by few modules, and through the match once."""

from __future__ import annotations

import traceback
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from scenes.coffee.input import CoffeeInput
from scenes.kit.input.intents import Kind
from scenes.quoridor.input import QuoridorInput
from scenes.robots.board import RobotsInput
from scenes.star.input import StarInput
from tests.make import AOI, REN
from tests.scenes.hands import Hand, KeyHand, MouseHand
from tests.scenes.playhouse import Playhouse

pytestmark = pytest.mark.quick

SCENES = Path(__file__).parents[2] / "scenes"
MOST = 10  # modules, from the devices to the board


@pytest.mark.parametrize(
    ("game", "of"), [("quoridor", QuoridorInput), ("star", StarInput), ("coffee", CoffeeInput), ("robots", RobotsInput)]
)
@pytest.mark.parametrize("device", [KeyHand, MouseHand])
def test_a_press_comes_to_the_board_by_few_modules(
    house: Playhouse, monkeypatch: pytest.MonkeyPatch, device: type[Hand], game: str, of: Any
) -> None:
    house.match(AOI, REN, game=game)
    paths: list[list[str]] = []
    decide = of.choose

    def decided(*asked: Any) -> Any:
        frames = [Path(frame.filename) for frame in traceback.extract_stack()]
        paths.append([frame.relative_to(SCENES).as_posix() for frame in frames if frame.is_relative_to(SCENES)])
        return decide(*asked)

    monkeypatch.setattr(of, "choose", decided)
    if device is KeyHand:
        KeyHand(house).hit(Kind.UP)
    else:
        MouseHand(house).point(house.playing.table.frame.center)
    assert paths
    before = 2  # the devices, whose queue the loop drains, and what they make a press of
    for path in paths:
        stops = [stop for stop, _ in groupby(path)]
        assert stops.count("match/match_scene.py") == 1, stops
        assert before + len(set(stops)) + 1 <= MOST, stops
