"""Every scene against a small picture of how it looked when somebody last looked at it.

A pixel of the golden image is the mean of a square of the scene. Every scene has one of the wide view, and those whose
arrangement hangs on the window's shape have two more. The default run looks at one image in 46, the views taking turns,
.ci/run at all wide ones, the long run at all. Remade only on purpose: pytest tests/golden --update-golden -m "long or
not long"; look at the scenes (tools/shots.py) before committing them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from scenes.kit.focus import Focus
from scenes.kit.identity import Identities, Identity
from scenes.kit.paint import Painter, Sprite
from scenes.quoridor.drawing import QuoridorDrawing
from scenes.quoridor.sprites import Sprites
from tests.golden.fifth_scenes import FIFTH_SCENES
from tools.catalogue.scenes import SCENES as CATALOGUE
from tools.shooter import Shooter

SCENES = {**{name: entry.show for name, entry in CATALOGUE.items()}, **FIFTH_SCENES}
IMAGES = Path(__file__).with_name("images")
SQUARE = 10  # pixels of the scene in a pixel of its golden image
VIEWS = {"wide-en": ((1280, 720), "en"), "classic-en": ((1024, 768), "en"), "tall-ja": ((720, 1280), "ja")}
KEPT = sorted(SCENES.keys() - {name for name, entry in CATALOGUE.items() if not entry.pictured})
_ARRANGED = """
archive attract-coffee attract-quoridor attract-records attract-robots coffee coffee-square coffee-swap cup cup-five
join join-touch match-analysis match2-start match2-touch match4 menu menu-resume menu-three menu-three-touch operator
operator-hours operator-week phones pin records replay-analysis-robots replay2 result result-board result-curve
result-robots review review-coffee review-robots robots robots-8 robots-arrange-chosen robots-dock robots-docks-2
robots-docks-5 robots-docks-8 robots-practice robots-steer settings-general setup-coffee setup-robots8 setup-rules
setup2 setup4 star star-theory star-theory-crowded
"""
ARRANGED = frozenset(_ARRANGED.split())
"""Scenes whose parts lie elsewhere in another shape of the window; of the others layout tests prove enough."""
SHOTS = [(scene, view) for scene in KEPT for view in VIEWS if view == "wide-en" or scene in ARRANGED]
CASES = [pytest.param(scene, view, id=f"{scene}-{view}") for scene, view in SHOTS]
TOLERANCE = 12.0  # mean difference per channel (0..255) that a square may show
_painters: dict[tuple[int, int], Painter] = {}  # by size: what is drawn once serves every scene


@pytest.fixture(autouse=True)
def shared_pictures(own_folders: None, pictures: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scale the large textures once, not for every scene."""
    monkeypatch.setenv("KISSATEN_CACHE", str(pictures))


def shot(scene: str, size: tuple[int, int], language: str) -> pygame.Surface:
    """The scene as it looks now."""
    shooter = Shooter(size, language)
    stage = shooter.services.stage
    stage.paint = _painters.setdefault(size, stage.paint)
    try:
        SCENES[scene](shooter)
        return shooter.window.surface.convert(24)
    finally:
        shooter.close()


def made_small(picture: pygame.Surface) -> pygame.Surface:
    """The picture as a golden image."""
    return pygame.transform.smoothscale(picture, (picture.get_width() // SQUARE, picture.get_height() // SQUARE))


def worst(first: pygame.Surface, second: pygame.Surface) -> float:
    """The largest mean difference per channel over all pixels of two golden images."""
    one, other = (pygame.surfarray.array3d(surface).astype(int) for surface in (first, second))
    return float(abs(one - other).mean(axis=2).max())


@pytest.mark.parametrize(("scene", "view"), CASES)
@pytest.mark.one_in(46)  # no multiple of the views: they take turns
def test_scene_looks_as_it_did(scene: str, view: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    if scene in FIFTH_SCENES:
        request.getfixturevalue("fifth_game")
    picture = shot(scene, *VIEWS[view])
    now = made_small(picture)
    path = IMAGES / f"{scene}-{view}.png"
    if request.config.getoption("--update-golden"):
        pygame.image.save(now, path)
        return
    assert path.is_file(), f"no golden image {path.name}: make it with --update-golden and look at it"
    then = pygame.image.load(path)
    assert then.get_size() == now.get_size()
    difference = worst(then, now)
    if difference > TOLERANCE:
        seen = tmp_path / path.name
        pygame.image.save(picture, seen)
        pytest.fail(f"{path.name} differs by {difference:.1f} (at most {TOLERANCE}); what was seen: {seen}")


def test_no_golden_image_is_left_over() -> None:
    assert set(KEPT) >= ARRANGED
    assert {path.name for path in IMAGES.iterdir()} == {f"{scene}-{view}.png" for scene, view in SHOTS}


def test_a_moved_pawn_would_be_seen() -> None:
    """The measure is fine enough: one pawn on another cell is a difference."""
    picture = shot("match2-start", *VIEWS["wide-en"])
    other = picture.copy()
    side = 59  # of a cell and its gutter
    other.blit(picture, (640 - side // 2, 125), pygame.Rect(640 - side // 2, 55, side, side))
    assert worst(made_small(picture), made_small(other)) > TOLERANCE


def nothing(*_: object, **__: object) -> Sprite:
    """A picture of nothing."""
    return Sprite(pygame.Surface((1, 1), pygame.SRCALPHA))


find_identity = Identities.__getitem__


def grey(identities: Identities, name: str) -> Identity:
    """Anybody, in grey."""
    return replace(find_identity(identities, name), color="#808080", light="#A0A0A0", dark="#606060")


@pytest.mark.parametrize(
    ("scene", "place", "name", "fault"),
    [
        pytest.param("menu", Painter, "_shadow", nothing, id="a card without its shadow"),
        pytest.param("match2-start", Sprites, "pawn_shadow", nothing, id="a pawn without its shadow"),
        pytest.param("pause", Focus, "draw_ring", nothing, id="a focus without its ring"),
        pytest.param("match2-start", QuoridorDrawing, "_ring", nothing, id="a cell without its ring"),
        pytest.param("setup2", Identities, "__getitem__", grey, id="a person in a wrong colour"),
    ],
)
def test_what_is_planted_is_seen(
    scene: str, place: type, name: str, fault: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}._painters", {})  # pictures made before have no fault
    monkeypatch.setattr(place, name, fault)
    then = pygame.image.load(IMAGES / f"{scene}-wide-en.png")
    assert worst(then, made_small(shot(scene, *VIEWS["wide-en"]))) > TOLERANCE
