"""The canvas redraws only what changed, and shows what a full redraw would show. What is remembered of pictures is
bounded, and made anew where it was forgotten; what stands in for one that cannot be read is kept nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenes.kit.drawing.assets import Assets
from scenes.kit.drawing.canvas import Canvas, SurfaceCanvas
from scenes.kit.drawing.fonts import MOST_FACES, Fonts, Style
from scenes.kit.drawing.paint import Painter, Sprite
from scenes.kit.drawing.surfaces import SurfaceCache, screens
from scenes.kit.input.intents import Kind
from scenes.match.pause_scene import PauseScene
from scenes.star.sprites import Geometry, Look, Sprites
from tests.scenes import posting
from tests.scenes.hands import KeyHand, MouseHand
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

SIZE = (64, 48)
SHAPES = ((64, 48), (20, 12), (7, 7), (30, 2), (1, 40), (90, 60))
Blit = tuple[int, tuple[float, float], float, "tuple[int, int, int, int] | None"]


def ground() -> pygame.Surface:
    """An opaque picture that differs from pixel to pixel."""
    surface = pygame.Surface(SIZE)
    for x in range(SIZE[0]):
        for y in range(SIZE[1]):
            surface.set_at((x, y), (x * 4 % 256, y * 5 % 256, (x * y) % 256))
    return surface


def sprites() -> list[pygame.Surface]:
    """Pictures of all kinds: opaque, translucent, with holes; one larger than the screen."""
    made = []
    for number, shape in enumerate(SHAPES):
        surface = pygame.Surface(shape, pygame.SRCALPHA)
        surface.fill((40 * number, 255 - 30 * number, 90, 255 if number % 2 else 120))
        surface.fill((0, 0, 0, 0), (2, 1, 3, 3))
        made.append(surface)
    return made


GROUND, SPRITES = ground(), sprites()
BLITS = st.tuples(
    st.integers(0, len(SPRITES) - 1),
    st.tuples(st.floats(-40, 80), st.floats(-40, 60)),
    st.sampled_from([0.0, 0.001, 0.3, 0.5, 0.999, 1.0]),
    st.none() | st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(1, 20), st.integers(1, 20)),
)
CHANGES = st.lists(
    st.tuples(st.sampled_from(["add", "drop", "move", "swap", "expose", "nothing"]), BLITS, st.integers(0, 30)),
    max_size=8,
)


def show(canvas: Canvas, blits: list[Blit]) -> list[pygame.Rect]:
    canvas.begin()
    canvas.blit(GROUND, (0, 0))
    for number, position, alpha, area in blits:
        canvas.blit(SPRITES[number], position, alpha, pygame.Rect(area) if area else None)
    return canvas.end()


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("examples", [30, pytest.param(300, marks=pytest.mark.long)])
def test_the_screen_always_equals_a_full_redraw(examples: int) -> None:
    drawn = given(st.lists(BLITS, max_size=10), st.lists(CHANGES, min_size=1, max_size=6))(equals_a_full_redraw)
    settings(max_examples=examples)(drawn)()


def equals_a_full_redraw(blits: list[Blit], frames: list[list[tuple[str, Blit, int]]]) -> None:
    """Change what is drawn frame by frame, and see that nothing is left of what was there before."""
    canvas = Canvas(pygame.Surface(SIZE))
    show(canvas, blits)
    for changes in frames:
        for change, blit, place in changes:
            at = place % (len(blits) + 1)
            if change == "add":
                blits.insert(at, blit)
            elif change == "expose":
                canvas.invalidate()
            elif change == "swap" and len(blits) > 1:
                blits.insert(0, blits.pop())
            elif blits and change in ("drop", "move"):
                number = blits.pop(at % len(blits))[0]
                if change == "move":
                    blits.insert(at % (len(blits) + 1), (number, *blit[1:]))
        before = canvas.screen.copy()
        dirty = show(canvas, blits)
        full = Canvas(pygame.Surface(SIZE))
        show(full, blits)
        assert pixels(canvas.screen) == pixels(full.screen)
        for rect in dirty:
            before.blit(canvas.screen, rect, rect)
        assert pixels(before) == pixels(canvas.screen), "something changed that the display was not told about"


def test_an_equal_frame_costs_nothing() -> None:
    canvas = Canvas(pygame.Surface(SIZE))
    blits: list[Blit] = [(1, (5, 5), 1.0, None)]
    assert show(canvas, blits) == [pygame.Rect(0, 0, *SIZE)]
    assert show(canvas, blits) == []
    assert show(canvas, [*blits, (1, (5, 5), 0.0, None), (1, (500, 500), 1.0, None)]) == [], "nobody sees a change"


def test_only_what_moved_is_redrawn() -> None:
    canvas = Canvas(pygame.Surface(SIZE))
    show(canvas, [(2, (0, 0), 1.0, None), (2, (50, 40), 1.0, None)])
    dirty = show(canvas, [(2, (0, 0), 1.0, None), (2, (40, 10), 1.0, None)])
    assert sorted(tuple(rect) for rect in dirty) == [(40, 10, 7, 7), (50, 40, 7, 7)]


def test_a_new_surface_in_the_place_of_a_freed_one_is_a_change() -> None:
    canvas = Canvas(pygame.Surface(SIZE))
    for shade in range(20):
        canvas.begin()
        canvas.blit(GROUND, (0, 0))
        surface = pygame.Surface((10, 10))
        surface.fill((shade, 0, 0))
        canvas.blit(surface, (0, 0))
        del surface
        canvas.end()
        assert canvas.screen.get_at((3, 3))[0] == shade


def test_a_sheet_is_drawn_on_at_once_and_leaves_surfaces_opaque() -> None:
    sheet = SurfaceCanvas.blank((4, 4))
    white = pygame.Surface((4, 4), pygame.SRCALPHA)
    white.fill("white")
    sheet.blit(white, (0.4, 0), 0.5)
    assert sheet.surface.get_at((0, 0))[3] in range(126, 130)
    assert white.get_alpha() == 255


def redrawn(house: Playhouse) -> tuple[bytes, bytes]:
    """The screen of this moment as it is, and as a full redraw shows it."""
    shown = []
    for event in (pygame.WINDOWFOCUSGAINED, pygame.WINDOWEXPOSED):
        pygame.event.post(pygame.event.Event(event))
        house.app.frame(house.now)
        shown.append(pixels(house.window.surface))
    return shown[0], shown[1]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("moment", [0.02, 0.08, 0.15, 0.2, 0.5])
@pytest.mark.parametrize("action", ["d2", "d4v"])
def test_in_play_too_the_screen_equals_a_full_redraw(house: Playhouse, moment: float, action: str) -> None:
    house.match(PERSON, RIVAL, actions=["e2", "e8", "e3h", "c3v"])
    hand = MouseHand(house)
    hand.put(house.playing.session.spec.rules.parse(action))
    house.run(moment)
    shown, full = redrawn(house)
    assert shown == full


def test_a_dialog_comes_and_goes_without_a_trace(house: Playhouse) -> None:
    house.services.settings.change(reduced_motion=True)  # or the steam beside the board would have risen
    house.match(PERSON, RIVAL)
    house.run(0.5)
    before = pixels(house.window.surface)
    hand = KeyHand(house)
    hand.hit(Kind.BACK)
    house.on_top(PauseScene)
    shown, full = redrawn(house)
    assert shown == full != before
    hand.hit(Kind.BACK)
    house.run(0.5)
    assert pixels(house.window.surface) == before


def test_the_menu_and_its_dialog_equal_a_full_redraw(house: Playhouse) -> None:
    house.boot()
    for kind in (pygame.K_RIGHT, pygame.K_ESCAPE):
        posting.tap_key(kind)
        for _ in range(6):
            house.run(0.03)
            shown, full = redrawn(house)
            assert shown == full


def test_the_coarse_picture_does_not_need_the_screen() -> None:
    """A window of another size has a new one, and the memory of the former is freed."""
    canvas = Canvas(pygame.Surface(SIZE, 0, 32))
    patch = pygame.Surface(SIZE, 0, 32)
    patch.fill((10, 200, 30))
    canvas.begin()
    canvas.blit(patch, (0, 0))
    canvas.end()
    canvas.screen = pygame.Surface((0, 0), 0, 8)
    assert canvas.coarse_picture().get_at((0, 0))[:3] == (10, 200, 30)


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
