"""The contract of a game's screens, and that a stage and a context are all that a board needs."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pygame
import pytest

from game.core.options import resolve
from game.core.record import SeatConfig
from game.core.rules import Step
from game.core.spec import GameSpec
from game.match_setup import IDENTITIES
from game.paths import cache_dir
from game.registry import GAMES
from scenes.kit.drawing.assets import Assets
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.input.devices import Devices
from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from scenes.kit.sound.audio import Audio
from scenes.kit.stage import Stage
from scenes.kit.text.strings import Strings
from scenes.table import contract
from scenes.table.contract.board import view_of
from scenes.table.contract.input import Actors, InputResult
from scenes.table.contract.setup import BoardContext
from scenes.table.loading import scenes_of
from tests.fifth_game import EVERY_GAME
from tests.processes import said
from tests.scenes.conftest import SIZE
from tools.contract_page import PARTS, methods, page


def parts() -> Iterator[Any]:
    """The classes of the contract that a game subclasses."""
    for module in pkgutil.iter_modules(contract.__path__, f"{contract.__name__}."):
        for kind in vars(import_module(module.name)).values():
            if inspect.isclass(kind) and kind.__module__ == module.name and getattr(kind, "_is_protocol", False):
                yield kind


MOST_METHODS = 47  # public methods and properties of all parts together
REQUIRED = [(part, name) for part in parts() for name in sorted(part.__abstractmethods__)]


@pytest.mark.parametrize(("part", "forgotten"), REQUIRED, ids=lambda given: getattr(given, "__name__", given))
def test_a_part_without_a_method_that_it_must_have_cannot_be_made(part: Any, forgotten: str) -> None:
    written = {name: lambda self: None for name in part.__abstractmethods__ if name != forgotten}
    with pytest.raises(TypeError, match=forgotten):
        type("Forgetful", (part,), written)()


@pytest.mark.parametrize("part", list(parts()), ids=lambda part: part.__name__)
def test_whatever_has_no_default_must_be_written(part: Any) -> None:
    for name, method in inspect.getmembers(part, inspect.isfunction):
        lines = inspect.getsource(method).split('"""')
        assert (
            method.__qualname__.partition(".")[0] != part.__name__
            or lines[-1].strip()
            or name in (part.__abstractmethods__)
        ), f"{part.__name__}.{name} returns None where it is forgotten"


def test_the_contract_stays_small_enough_to_be_read() -> None:
    assert set(PARTS) == set(parts())
    assert sum(len(methods(part)) for part in PARTS) <= MOST_METHODS


def test_the_page_says_of_each_method_what_it_is_for_and_whether_it_must_be_written() -> None:
    text = page()
    for part in PARTS:
        for name in methods(part):
            needed = "required" if (part, name) in REQUIRED else "has a default"
            assert re.search(rf"^\*\*`{name}\b.*`\*\* · {needed}\n\n\w", text, re.MULTILINE), (part, name)


MOST = {"robots": 128}  # modules of the program that are there once a board is imported
USUAL_MOST = 98
HOUSE = (
    "scenes.services",
    "scenes.house.people",
    "scenes.house.offers",
    "scenes.house.preferences",
    "game.people.party",
    "game.storage",
)
PRESSES = {
    "quoridor": (Kind.UP, Kind.CONFIRM),
    "star": (Kind.UP, Kind.CONFIRM),
    "coffee": (Kind.UP, Kind.CONFIRM, Kind.NEXT, Kind.CONFIRM),
    "robots": (Kind.UP, Kind.RIGHT, Kind.DOWN, Kind.LEFT),
    "race": (Kind.DOWN, Kind.DOWN, Kind.CONFIRM, Kind.UP, Kind.CONFIRM),
}


@pytest.mark.quick
@pytest.mark.parametrize("game", GAMES)
def test_a_board_imports_little_and_nothing_of_the_house(game: str) -> None:
    ours = '[module for module in sys.modules if module.startswith(("game.", "scenes."))]'
    reached = ast.literal_eval(said(f"import sys, scenes.{game}.board; print({ours})").splitlines()[-1])
    print(f"{game}: {len(reached)} modules")
    assert len(reached) <= MOST.get(game, USUAL_MOST)
    assert [module for module in reached if module.startswith(HOUSE)] == []


@pytest.fixture
def stage(devices: Devices, shared_pictures: None) -> Stage:
    """A stage, and nothing else."""
    pygame.font.init()
    assets = Assets(cache_dir())
    return Stage(SIZE, assets, Strings("en"), Audio(assets.folder / "sounds"), devices)


@pytest.mark.quick
@pytest.mark.parametrize("spec", EVERY_GAME, ids=[spec.id for spec in EVERY_GAME])
def test_a_stage_and_a_context_are_all_that_a_board_needs(stage: Stage, fifth_game: GameSpec, spec: GameSpec) -> None:
    options = resolve(spec.options, {"players": 1} if spec.id == "robots" else {})
    seats = [SeatConfig("human", identity=identity) for identity in IDENTITIES[: spec.seat_count(options)]]
    context = BoardContext(stage, options, seats=seats, names=[seat.identity for seat in seats])
    board = scenes_of(spec).board(context)
    board.layout(pygame.Rect(0, 0, 600, 600), [seat.identity for seat in seats], 0)
    state = spec.rules.start(options, board.setup.seed(context))
    seat = spec.rules.actors(state)[0]
    legal = spec.rules.legal(state, seat)
    sheet = SurfaceCanvas.blank(SIZE)
    board.drawing.draw_ground(sheet)
    board.drawing.draw(sheet, view_of(board, state, legal=legal))
    taken: InputResult[Any, Any] = InputResult(board.input.empty(state, legal, "keyboard"))
    for kind in PRESSES[spec.id]:
        taken = board.input.choose(Actors(state, {seat: legal}), taken.selection, Intent(kind, KEYBOARD))
        board.drawing.draw(sheet, view_of(board, state, legal=legal, selection=taken.selection))
        if taken.action is not None:
            break
    assert taken.action in legal
    after, events = spec.rules.apply(state, seat, taken.action)
    step = Step(0, state, seat, taken.action, after, events)
    board.on_step(step)
    clip = board.drawing.animate(step)
    board.drawing.draw(
        sheet, view_of(board, state, clip.sample(clip.seconds / 2).over(board.drawing.pieces(state)).placements)
    )
    assert board.words.action(taken.action).spoken and board.words.seat(after, seat).stock.total
