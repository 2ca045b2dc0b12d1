"""What is kept of how scenes looked: none is left over, and it is fine enough. Scenes are compared in test_walk.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pygame
import pytest

from scenes.coffee.drawing import CoffeeDrawing
from scenes.kit.drawing.fonts import Fonts, Style
from scenes.kit.drawing.paint import Painter, Sprite
from scenes.kit.drawing.player_marks import PlayerMark, PlayerMarks
from scenes.kit.widgets.focus import Focus
from scenes.quoridor.drawing import QuoridorDrawing
from scenes.quoridor.sprites import Sprites
from scenes.star.drawing import StarDrawing
from scenes.table.cells.marks import CellMarks
from scenes.table.contract.view import Placement
from tests.golden.pictures import ARRANGED, IMAGED, IMAGES, KEPT, NAMES, VIEWS, Golden, Places, golden, moved, read
from tests.scenes.drawn import Walker
from tools.catalogue.scenes import SCENES

Look = tuple[pygame.Surface, Places]


def shot(scene: str, view: str = "wide-en") -> Look:
    """The scene as it looks now, and where its parts lie."""
    host = Walker(VIEWS[view], view[-2:], 1.0, has_pixels=True)
    try:
        SCENES[scene].show(host)
        return host.window.surface.convert(24), host.top.places.leaves
    finally:
        host.close()


def test_nothing_golden_is_left_over() -> None:
    assert set(KEPT) >= ARRANGED and set(NAMES) >= IMAGED and len(IMAGED) <= 120
    assert {path.name for path in IMAGES.iterdir()} == {f"{name}.png" for name in IMAGED}
    assert list(read()) == sorted(set(NAMES) - IMAGED)


@pytest.mark.parametrize("scene", sorted(ARRANGED))
@pytest.mark.one_in(20)
def test_a_narrow_window_looks_as_it_did(scene: str, request: pytest.FixtureRequest) -> None:
    """The views that no walk leads through; of the others the walk asks it."""
    kept = golden(f"{scene}-tall-ja")
    assert kept is not None
    look = shot(scene, "tall-ja")
    if request.config.getoption("--update-golden"):
        kept.renew(*look)
    assert not list(kept.faults(*look))


def nothing(*_: object, **__: object) -> Sprite:
    """A picture of nothing."""
    return Sprite(pygame.Surface((1, 1), pygame.SRCALPHA))


find_identity = PlayerMarks.__getitem__


def grey(identities: PlayerMarks, name: str) -> PlayerMark:
    """Anybody, in grey."""
    return find_identity(identities, name)._replace(color="#808080", light="#A0A0A0", dark="#606060")


draw_line = Fonts.line


def cut(fonts: Fonts, text: str, style: Style) -> pygame.Surface:
    """Long words without their ends."""
    return draw_line(fonts, " ".join(word[:-2] if len(word) > 6 else word for word in text.split(" ")), style)


def elsewhere(pieces: Callable[..., Mapping[str, Placement[Any]]], *given: object) -> Mapping[str, Placement[Any]]:
    """The pieces, the first of them half a cell further."""
    placed = dict(pieces(*given))
    for key in list(placed)[:1]:
        placed[key] = replace(placed[key], x=placed[key].x + 0.5)
    return placed


def displaced(drawing: type) -> Callable[..., Mapping[str, Placement[Any]]]:
    """The pieces of a board, one of them not where it stands."""
    pieces: Callable[..., Mapping[str, Placement[Any]]] = vars(drawing)["pieces"]
    return lambda *given: elsewhere(pieces, *given)


FAULTS: dict[str, tuple[type, str, object, str]] = {
    "a moved pawn": (QuoridorDrawing, "pieces", displaced(QuoridorDrawing), "match2-start replay2 rules-goal"),
    "a moved bean": (CoffeeDrawing, "pieces", displaced(CoffeeDrawing), "coffee coffee-howto result-coffee"),
    "a moved stone": (StarDrawing, "pieces", displaced(StarDrawing), "star puzzle-star-hint result-star"),
    "a card without its shadow": (Painter, "_shadow", nothing, "menu home today-new undo"),
    "a pawn without its shadow": (Sprites, "pawn_shadow", nothing, "match2-start replay2 match-analysis"),
    "a focus without its ring": (Focus, "draw_ring", nothing, "setup4 pause settings-controls practice-new"),
    "a cell without its ring": (CellMarks, "ring", nothing, "match2-start match-analysis star-try"),
    "a person in a wrong colour": (PlayerMarks, "__getitem__", grey, "setup2 setup4 result-board home"),
    "a word that is cut": (Fonts, "line", cut, "about settings-sound minutes rules-goal"),
}


@pytest.mark.parametrize(
    ("scene", "fault"), [pytest.param(scene, fault) for fault in FAULTS for scene in FAULTS[fault][3].split()]
)
@pytest.mark.one_in(4)
def test_what_is_planted_is_seen(scene: str, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, name, planted, _ = FAULTS[fault]
    monkeypatch.setattr(place, name, planted)
    pygame.quit()  # pictures made before have no fault, and are forgotten
    faults = list(Golden(f"{scene}-wide-en").faults(*shot(scene)))
    pygame.quit()  # as those with it
    assert faults


def altered(picture: pygame.Surface, change: Callable[[np.ndarray], np.ndarray]) -> pygame.Surface:
    """The picture with its brightness changed, each value within what there is."""
    return pygame.surfarray.make_surface(change(pygame.surfarray.array3d(picture).astype(int)).clip(0, 255))


def on_a_card(pixels: np.ndarray) -> np.ndarray:
    """A part of the picture a point brighter."""
    pixels[305:803, 207:511] += 1
    return pixels


def rounded_otherwise(pixels: np.ndarray) -> np.ndarray:
    """Each value a point more or less, or as it is: as another processor may round."""
    return pixels + np.random.RandomState(2).randint(-1, 2, pixels.shape)


@pytest.mark.parametrize("scene", ["pause", "replay2", "settings-sound", "result-board", "menu"])
def test_a_point_of_brightness_is_not_seen(scene: str) -> None:
    picture, places = shot(scene)
    kept = Golden(f"{scene}-wide-en")
    wider = [(name, rect.inflate(2, 2)) for name, rect in places]
    for change in (lambda pixels: pixels + 1, lambda pixels: pixels - 1, on_a_card, rounded_otherwise):
        assert not list(kept.faults(altered(picture, change), wider))


@pytest.mark.parametrize("scene", ["pause", "replay2", "settings-sound", "result-board", "menu"])
def test_a_small_patch_is_seen_wherever_it_lies(scene: str) -> None:
    picture, places = shot(scene)
    chance = np.random.RandomState(3)
    for _ in range(8):
        x, y = chance.randint(0, 1268), chance.randint(0, 708)
        patched = altered(picture, partial(fill, x=x, y=y))
        assert list(Golden(f"{scene}-wide-en").faults(patched, places))


def fill(pixels: np.ndarray, x: int, y: int) -> np.ndarray:
    """Twelve pixels square in another colour than they have."""
    patch = pixels[x : x + 12, y : y + 12]
    patch[:] = (patch.mean(axis=(0, 1)) + np.array([128, 64, 192])) % 256
    return pixels


def test_a_part_elsewhere_is_seen() -> None:
    then = "title 10,20,300,40; list 10,80,300,400"
    assert not list(moved(then, "title 11,20,298,41; list 10,80,300,400"))
    assert list(moved(then, "title 10,20,300,40; list 10,84,300,400")) == [
        "list is at 10,84,300,400; it was at 10,80,300,400"
    ]
    assert list(moved(then, "title 10,20,300,40"))
