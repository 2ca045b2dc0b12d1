"""What is remembered of pictures is bounded, and made anew where it was forgotten."""

from __future__ import annotations

import pygame
import pytest

from scenes.kit.drawing.fonts import MOST_FACES, Fonts, Style
from scenes.kit.drawing.paint import Painter, Sprite
from scenes.kit.drawing.surfaces import SurfaceCache, screens
from scenes.star.sprites import Geometry, Look, Sprites
from tests.scenes.playhouse import Playhouse

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


def test_lines_and_faces_of_type_are_bounded() -> None:
    pygame.font.init()
    pygame.display.init()
    pygame.display.set_mode((320, 240))
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
