"""The canvas redraws only what changed, and shows what a full redraw would show."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenes.kit.drawing.canvas import Canvas, SurfaceCanvas
from scenes.kit.input.intents import Kind
from scenes.match.pause_scene import PauseScene
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
