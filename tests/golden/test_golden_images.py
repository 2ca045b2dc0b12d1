"""Every scene against a small picture of how it looked when somebody last looked at it.

A pixel of the golden image is the mean of a square of the scene. One scene in eight is looked at, in one view, the
views taking turns; all of them in all views in the long run, which .ci/run adds for this folder. Remade only on
purpose: pytest tests/golden --update-golden -m "long or not long"; look at the scenes (tools/shots.py) before
committing them.
"""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from scenes.kit.paint import Painter
from tests.golden.fifth_scenes import FIFTH_SCENES
from tools.shooter import Shooter
from tools.shots import SCENES as HOUSE_SCENES

SCENES = {**HOUSE_SCENES, **FIFTH_SCENES}
IMAGES = Path(__file__).with_name("images")
SQUARE = 10  # pixels of the scene in a pixel of its golden image
VIEWS = {"wide-en": ((1280, 720), "en"), "classic-en": ((1024, 768), "en"), "tall-ja": ((720, 1280), "ja")}
PATHS_SHOWN = {"archive-exported", "import", "import-refused"}  # they show a folder's path, another one in each run
KEPT = sorted(SCENES.keys() - PATHS_SHOWN)
CASES = [pytest.param(scene, view, id=f"{scene}-{view}") for scene in KEPT for view in VIEWS]
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
    width, height = first.get_size()
    pairs = ((first.get_at((x, y)), second.get_at((x, y))) for x in range(width) for y in range(height))
    return max(sum(abs(a - b) for a, b in zip(one[:3], other[:3], strict=True)) / 3 for one, other in pairs)


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
    wanted = {f"{scene}-{view}.png" for scene in KEPT for view in VIEWS}
    assert {path.name for path in IMAGES.iterdir()} == wanted


def test_a_moved_pawn_would_be_seen() -> None:
    """The measure is fine enough: one pawn on another cell is a difference."""
    picture = shot("match2-start", *VIEWS["wide-en"])
    other = picture.copy()
    side = 59  # of a cell and its gutter
    other.blit(picture, (640 - side // 2, 125), pygame.Rect(640 - side // 2, 55, side, side))
    assert worst(made_small(picture), made_small(other)) > TOLERANCE
