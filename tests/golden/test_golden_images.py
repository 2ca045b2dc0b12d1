"""Every scene against a small picture of how it looked when somebody last looked at it.

Remade only on purpose: pytest tests/golden --update-golden, then look at what changed before committing it.
"""

from __future__ import annotations

import io
from pathlib import Path

import pygame
import pytest

from tools.shots import SCENES, Shooter

IMAGES = Path(__file__).with_name("images")
SMALL = 0.3  # the pictures are kept at this share of the window's size
VIEWS = {"wide-en": ((1280, 720), "en"), "classic-en": ((1024, 768), "en"), "tall-ja": ((720, 1280), "ja")}
PATHS_SHOWN = {"archive-exported", "import", "import-refused"}  # they show a folder's path, another one in each run
KEPT = sorted(SCENES.keys() - PATHS_SHOWN)
BLOCK = 10  # pixels of the small picture that are judged together
TOLERANCE = 6.0  # mean difference per channel (0..255) that a block may show


def shot(scene: str, size: tuple[int, int], language: str) -> pygame.Surface:
    """The scene as it looks now, made small."""
    shooter = Shooter(size, language)
    try:
        SCENES[scene](shooter)
        small = round(size[0] * SMALL), round(size[1] * SMALL)
        return pygame.transform.smoothscale(shooter.window.surface.convert(24), small)
    finally:
        shooter.close()


def through_jpeg(picture: pygame.Surface) -> pygame.Surface:
    """The picture with the losses of the format that the golden images are kept in."""
    file = io.BytesIO()
    pygame.image.save(picture, file, "now.jpg")
    file.seek(0)
    return pygame.image.load(file, "now.jpg").convert(24)


def worst_block(first: pygame.Surface, second: pygame.Surface) -> float:
    """The largest mean difference per channel over all blocks."""
    apart = first.copy()
    apart.blit(second, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    back = second.copy()
    back.blit(first, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    apart.blit(back, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    width, height = apart.get_size()
    blocks = pygame.transform.smoothscale(apart, (max(1, width // BLOCK), max(1, height // BLOCK)))
    return max(
        sum(blocks.get_at((x, y))[:3]) / 3 for x in range(blocks.get_width()) for y in range(blocks.get_height())
    )


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("scene", KEPT)
def test_scene_looks_as_it_did(scene: str, view: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    now = shot(scene, *VIEWS[view])
    path = IMAGES / f"{scene}-{view}.jpg"
    if request.config.getoption("--update-golden"):
        pygame.image.save(now, path)
        return
    assert path.is_file(), f"no golden image {path.name}: make it with --update-golden and look at it"
    then = pygame.image.load(path).convert(24)
    now = through_jpeg(now)
    assert then.get_size() == now.get_size()
    difference = worst_block(then, now)
    if difference > TOLERANCE:
        seen = tmp_path / path.with_suffix(".png").name
        pygame.image.save(now, seen)
        pytest.fail(f"{path.name} differs by {difference:.1f} (at most {TOLERANCE}); what was seen: {seen}")


def test_no_golden_image_is_left_over() -> None:
    wanted = {f"{scene}-{view}.jpg" for scene in KEPT for view in VIEWS}
    assert {path.name for path in IMAGES.glob("*.jpg")} == wanted


def test_a_moved_pawn_would_be_seen() -> None:
    """The measure is fine enough: one pawn on another cell is a difference."""
    picture = pygame.image.load(IMAGES / "match2-start-wide-en.jpg").convert(24)
    other = picture.copy()
    cell = round(36 * SMALL)
    other.blit(picture, (192, 45), pygame.Rect(192, 150, cell * 2, cell * 2))
    assert worst_block(picture, other) > TOLERANCE
