"""The golden images: none is left over, and they are fine enough. Scenes are compared with them in test_walk.py."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace

import pygame
import pytest

from scenes.kit.drawing.paint import Painter, Sprite
from scenes.kit.drawing.player_marks import PlayerMark, PlayerMarks
from scenes.kit.widgets.focus import Focus
from scenes.quoridor.sprites import Sprites
from scenes.table.cells.marks import CellMarks
from tests.golden.pictures import ARRANGED, IMAGES, KEPT, NAMES, TOLERANCE, VIEWS, made_small, path_of, worst
from tests.scenes import onlooker
from tests.scenes.drawn import Walker
from tools.catalogue.scenes import SCENES


def shot(scene: str, view: str = "wide-en") -> pygame.Surface:
    """The scene as it looks now."""
    host = Walker(VIEWS[view], view[-2:], 1.0, has_pixels=True)
    try:
        SCENES[scene].show(host)
        return host.window.surface.convert(24)
    finally:
        host.close()


def test_no_golden_image_is_left_over() -> None:
    assert set(KEPT) >= ARRANGED
    assert {path.name for path in IMAGES.iterdir()} == {f"{name}.png" for name in NAMES}


@pytest.mark.parametrize("scene", sorted(ARRANGED))
@pytest.mark.one_in(20)
def test_a_narrow_window_looks_as_it_did(scene: str, request: pytest.FixtureRequest) -> None:
    """The views that no walk leads through; of the others the walk asks it."""
    path = path_of(f"{scene}-tall-ja")
    assert path is not None
    now = made_small(shot(scene, "tall-ja"))
    if request.config.getoption("--update-golden"):
        pygame.image.save(now, path)
    assert worst(pygame.image.load(path), now) <= TOLERANCE


def test_a_moved_pawn_would_be_seen() -> None:
    """The measure is fine enough: one pawn on another cell is a difference."""
    picture = shot("match2-start")
    other = picture.copy()
    side = 59  # of a cell and its gutter
    other.blit(picture, (640 - side // 2, 125), pygame.Rect(640 - side // 2, 55, side, side))
    assert worst(made_small(picture), made_small(other)) > TOLERANCE


def nothing(*_: object, **__: object) -> Sprite:
    """A picture of nothing."""
    return Sprite(pygame.Surface((1, 1), pygame.SRCALPHA))


find_identity = PlayerMarks.__getitem__


def grey(identities: PlayerMarks, name: str) -> PlayerMark:
    """Anybody, in grey."""
    return replace(find_identity(identities, name), color="#808080", light="#A0A0A0", dark="#606060")


@pytest.mark.parametrize(
    ("scene", "place", "name", "fault"),
    [
        pytest.param("menu", Painter, "_shadow", nothing, id="a card without its shadow"),
        pytest.param("match2-start", Sprites, "pawn_shadow", nothing, id="a pawn without its shadow"),
        pytest.param("pause", Focus, "draw_ring", nothing, id="a focus without its ring"),
        pytest.param("match2-start", CellMarks, "ring", nothing, id="a cell without its ring"),
        pytest.param("setup2", PlayerMarks, "__getitem__", grey, id="a person in a wrong colour"),
    ],
)
def test_what_is_planted_is_seen(
    scene: str, place: type, name: str, fault: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(onlooker, "_drawn", OrderedDict())  # pictures made before have no fault
    monkeypatch.setattr(place, name, fault)
    then = pygame.image.load(IMAGES / f"{scene}-wide-en.png")
    assert worst(then, made_small(shot(scene))) > TOLERANCE
