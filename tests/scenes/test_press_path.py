"""How a press gets from the devices to the board: through few modules, and through the match once."""

from __future__ import annotations

import traceback
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from scenes.coffee.input import CoffeeInput
from scenes.kit.input.intents import Intent, Kind
from scenes.quoridor.input import QuoridorInput
from scenes.robots.board import RobotsInput
from scenes.star.input import StarInput
from tests.make import AOI, REN
from tests.scenes.hands import Hand, KeyHand, MouseHand
from tests.scenes.phone_evening import Evening
from tests.scenes.playhouse import Playhouse

pytestmark = pytest.mark.quick

SCENES = Path(__file__).parents[2] / "scenes"
INPUTS: dict[str, Any] = {
    "quoridor": QuoridorInput,
    "star": StarInput,
    "coffee": CoffeeInput,
    "robots": RobotsInput,
}
MOST = 10  # modules, from the devices to the board


@pytest.fixture
def chosen(game: str, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Intent, list[str]]]:
    """Each press that has come to the game's board, and the modules of the screens that it came by."""
    found: list[tuple[Intent, list[str]]] = []
    of = INPUTS[game]
    decide = of.choose

    def decided(*asked: Any) -> Any:
        frames = [Path(frame.filename) for frame in traceback.extract_stack()]
        path = [frame.relative_to(SCENES).as_posix() for frame in frames if frame.is_relative_to(SCENES)]
        found.append((asked[-1], path))
        return decide(*asked)

    monkeypatch.setattr(of, "choose", decided)
    return found


@pytest.mark.parametrize("game", INPUTS)
@pytest.mark.parametrize("device", [KeyHand, MouseHand])
def test_a_press_comes_to_the_board_by_few_modules(
    house: Playhouse, chosen: list[tuple[Intent, list[str]]], device: type[Hand], game: str
) -> None:
    house.match(AOI, REN, game=game)
    if device is KeyHand:
        KeyHand(house).hit(Kind.UP)
    else:
        MouseHand(house).point(house.playing.table.frame.center)
    assert chosen
    before = 2  # the devices, and the modules that turn their events into a press
    for _, path in chosen:
        stops = [stop for stop, _ in groupby(path)]
        assert stops.count("match/match_scene.py") == 1, stops
        assert before + len(set(stops)) + 1 <= MOST, stops


@pytest.mark.parametrize(
    ("game", "actions", "presses"),
    [
        ("quoridor", "", ("e2", "up")),
        ("star", "", ("a1", "left")),
        ("coffee", "c3h", ("c2", "axis.d", "confirm")),
        ("robots", "", ("declare",)),
    ],
)
def test_a_phones_finger_and_buttons_come_by_the_same_door(
    evening: Evening, chosen: list[tuple[Intent, list[str]]], game: str, actions: str, presses: tuple[str, ...]
) -> None:
    match = evening.match(game, actions)
    if game == "robots":
        evening.house.until(lambda: match.session.state.phase == "think", "the first chip")
    number = evening.settle(0.4)
    chosen.clear()
    ply = match.session.ply
    for press in presses:
        cells = () if evening.shown(number).board is None else [cell.id for cell in evening.board(number).cells]
        if press in cells:
            evening.tap(number, press)
            assert match.session.ply == ply, "a finger only chooses"
        else:
            evening.phones.press(number, press, 9 if press == "declare" else 0)
            evening.house.run(0.3)
    assert len(chosen) == len(presses) and all(intent.device.is_phone for intent, _ in chosen)
    assert match.session.ply == ply + (presses[-1] in ("confirm", "declare"))
