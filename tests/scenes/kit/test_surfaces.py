"""Pictures: what is remembered of them is bounded, and made anew where it was forgotten; what stands in for one that
cannot be read is kept nowhere; soft shadows are blurred at their corners alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from scenes.kit.drawing.assets import Assets
from scenes.kit.drawing.fonts import MOST_FACES, Fonts, Style
from scenes.kit.drawing.paint import Painter, Sprite
from scenes.kit.drawing.surfaces import SurfaceCache, screens
from scenes.star.sprites import Geometry, Look, Sprites
from tests.scenes.playhouse import Playhouse

COLOR = (255, 201, 94)
TEN = 10 * 10 * 4  # bytes of a picture of ten by ten pixels


def picture() -> pygame.Surface:
    """Ten by ten pixels of four bytes."""
    return pygame.Surface((10, 10), pygame.SRCALPHA)


def cache(count: int) -> SurfaceCache[pygame.Surface]:
    """Room for so many pictures."""
    return SurfaceCache(count * TEN, lambda found: found)


def test_the_oldest_picture_goes_first() -> None:
    kept = cache(2)
    for key in "ab":
        kept.keep(key, picture())
    assert kept.get("a") is not None
    kept.keep("c", picture())
    assert ["a" in kept, "b" in kept, "c" in kept] == [True, False, True]
    assert kept.held == 2 * TEN


def test_a_picture_in_place_of_another_is_counted_once() -> None:
    kept = cache(3)
    for _ in range(5):
        kept.keep("a", picture())
    assert (len(kept), kept.held) == (1, TEN)
    kept.clear()
    assert (len(kept), kept.held) == (0, 0)


def test_a_picture_larger_than_all_the_room_is_kept_alone() -> None:
    kept = cache(1)
    kept.keep("a", picture())
    kept.keep("b", pygame.Surface((100, 100), pygame.SRCALPHA))
    assert [key in kept for key in "ab"] == [False, True]


@pytest.mark.parametrize(("size", "bytes_held"), [((1280, 720), 10_000_000), ((3840, 2160), 2 * 3840 * 2160 * 4)])
def test_room_grows_with_the_window(size: tuple[int, int], bytes_held: int) -> None:
    assert screens(2, size, 10_000_000) == bytes_held


def test_a_painter_makes_anew_what_it_has_forgotten() -> None:
    painter = Painter(1.0, 2 * TEN)
    made: list[str] = []

    def ask(key: str) -> Sprite:
        return painter.cached(key, lambda: (made.append(key), Sprite(picture()))[1])

    for key in "abcab":
        ask(key)
    assert "".join(made) == "abcab"
    ask("b")
    assert "".join(made) == "abcab"


def test_a_slot_holds_its_latest_picture_alone() -> None:
    painter = Painter(1.0, 100 * TEN)
    first = painter.cached_one("slot", 1, lambda: Sprite(picture()))
    assert painter.cached_one("slot", 1, lambda: Sprite(picture())) is first
    for key in range(2, 20):
        painter.cached_one("slot", key, lambda: Sprite(picture()))
    assert painter.held == TEN


@pytest.fixture
def window() -> Iterator[None]:
    pygame.font.init()
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    yield
    pygame.display.quit()


def test_lines_and_faces_of_type_are_bounded(window: None) -> None:
    fonts = Fonts(1.0, limit=200_000)
    for number in range(120):
        fonts.line(f"line number {number}", Style(20 + number % 40))
    assert fonts.held <= 200_000
    assert fonts.faces == MOST_FACES


def test_a_shadow_is_known_by_what_throws_it(house: Playhouse) -> None:
    """Not by where that picture lay in memory, for there another one may lie now."""
    geometry = Geometry(pygame.Rect(0, 0, 400, 400), house.stage.assets.data("textures/star-board.json"))
    sprites = Sprites(house.stage, geometry)
    picture_before = sprites.look(Look.RING)
    shadow = sprites.shadow_of(Look.RING, 0, "contact")
    house.stage.paint.forget((vars(Sprites._piece)["__wrapped__"], sprites.drawn_at, (Look.RING,)))
    assert sprites.look(Look.RING) is not picture_before
    assert sprites.shadow_of(Look.RING, 0, "contact") is shadow


def test_a_damaged_picture_is_told_once_and_not_kept(window: None, tmp_path: Path) -> None:
    folder = tmp_path / "assets"
    folder.mkdir()
    (folder / "wood.jpg").write_bytes(b"no picture")
    assets = Assets(tmp_path / "cache", folder)
    assert assets.texture("wood.jpg", (8, 8)).get_size() == (8, 8)
    assert [path for path, _ in assets.missing] == [str(folder / "wood.jpg")]
    assets.missing = []  # it has been shown
    assert assets.cover("wood.jpg", (9, 9)).get_size() == (9, 9)
    assert assets.missing == []
    assert not list(tmp_path.rglob("*.bin"))


def blurred_whole(size: tuple[int, int], radius: int, sigma: float, pad: int) -> pygame.Surface:
    """A blurred rounded rectangle, made the long way."""
    shrink = max(1.0, sigma / 3)
    width, height = (length + 2 * pad for length in size)
    small = pygame.Surface((round(width / shrink), round(height / shrink)), pygame.SRCALPHA)
    small.fill((*COLOR, 0))
    inner = pygame.Rect((round(pad / shrink),) * 2, [max(1, round(length / shrink)) for length in size])
    pygame.draw.rect(small, (*COLOR, 255), inner, border_radius=round(radius / shrink))
    small = pygame.transform.gaussian_blur(small, max(1, round(sigma / shrink)))
    return pygame.transform.smoothscale(small, (width, height))


@pytest.mark.parametrize("sigma", [0.8, 2.4, 3.6, 6.3, 16.2, 40])
@pytest.mark.parametrize(
    ("size", "radius"),
    [((640, 360), 18), ((901, 37), 12), ((31, 700), 24), ((80, 80), 40), ((300, 200), 0), ((1, 1), 0)],
)
def test_a_shadow_is_the_same_as_if_all_of_it_were_blurred(size: tuple[int, int], radius: int, sigma: float) -> None:
    for pad in (round(3 * sigma) + 2, round(3 * sigma) + 7):
        made, whole = Painter(1.0).blurred(size, radius, sigma, pad, COLOR), blurred_whole(size, radius, sigma, pad)
        assert pygame.image.tobytes(made, "RGBA") == pygame.image.tobytes(whole, "RGBA")
