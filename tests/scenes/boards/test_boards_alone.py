"""Boards without the house: what a board imports, and that a stage and a context are all that one needs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
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
from scenes.table.contract.board import view_of
from scenes.table.contract.input import Actors, InputResult
from scenes.table.contract.setup import BoardContext
from scenes.table.loading import scenes_of
from tests.fifth_game import EVERY_GAME
from tests.processes import said
from tests.scenes.listening import SIZE
from tools.import_picture import modules

pytestmark = pytest.mark.quick

MOST = {"robots": 140}  # modules that a board imports, with all that these import
USUAL_MOST = 110
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


def at_its_top(body: list[ast.stmt]) -> Iterator[str]:
    """What is imported as a module is: nothing of functions, nor for type checkers alone."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            is_for_types = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            for part in ("orelse",) if is_for_types else ("body", "handlers", "orelse", "finalbody"):
                yield from at_its_top(getattr(node, part, []))


@pytest.fixture(scope="module")
def imported() -> dict[str, set[str]]:
    """The program's modules that each of them imports at its top."""
    sources = {module: ast.parse(path.read_text(encoding="utf-8")).body for module, path in modules()}
    found = {module: set(at_its_top(body)) for module, body in sources.items()}
    return {
        module: {name if name in sources else name.rpartition(".")[0] for name in names} & sources.keys()
        for module, names in found.items()
    }


def closure(imported: dict[str, set[str]], module: str) -> set[str]:
    """A module, those that it imports, and so on."""
    reached, ahead = set[str](), {module}
    while ahead:
        reached |= ahead
        ahead = set().union(*(imported[one] for one in ahead)) - reached
    return reached


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import a\nclass B:\n    from c import d", ["a", "c.d"]),
        ("def f():\n    import a", []),
        ("if TYPE_CHECKING:\n    import a\nelse:\n    import b", ["b"]),
        ("try:\n    import a\nfinally:\n    import b", ["a", "b"]),
    ],
)
def test_what_is_imported_at_the_top(source: str, found: list[str]) -> None:
    assert list(at_its_top(ast.parse(source).body)) == found


def test_a_closure_goes_round_circles() -> None:
    assert closure({"a": {"b"}, "b": {"c", "a"}, "c": set(), "d": {"a"}}, "a") == {"a", "b", "c"}


@pytest.mark.parametrize("game", GAMES)
def test_a_board_imports_little_and_nothing_of_the_house(imported: dict[str, set[str]], game: str) -> None:
    reached = closure(imported, f"scenes.{game}.board")
    print(f"{game}: {len(reached)} modules")
    assert len(reached) <= MOST.get(game, USUAL_MOST)
    assert [module for module in reached if module.startswith(HOUSE)] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_house_is_there_once_a_board_is_imported(game: str) -> None:
    code = f"import sys, scenes.{game}.board; print([m for m in sys.modules if m.startswith({HOUSE})])"
    assert said(code).splitlines()[-1] == "[]"


@pytest.fixture
def stage(devices: Devices, shared_pictures: None) -> Stage:
    """A stage, and nothing else."""
    pygame.font.init()
    assets = Assets(cache_dir())
    return Stage(SIZE, assets, Strings("en"), Audio(assets.folder / "sounds"), devices)


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
