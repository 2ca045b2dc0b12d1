"""The closed table: dark, never the same pixels for long, and when it opens again in both languages."""

from __future__ import annotations

import itertools
from datetime import datetime, timedelta
from functools import partial

import pygame
import pytest

from game.core.kinds import LANGUAGES
from game.core.record import Record
from game.core.rules import Outcome
from scenes.kiosk.closed_scene import (
    BRIGHT_SECONDS,
    FADE_AFTER,
    FADE_SECONDS,
    FADED,
    MOVE_EVERY,
    MOVE_SECONDS,
    STOPS,
    ClosedScene,
    day_text,
    opening_text,
)
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.text.strings import Strings
from tests.scenes import posting
from tests.scenes.conftest import Written
from tests.scenes.kit.test_window_light import luminance
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

NOW = datetime(2026, 11, 22, 23, 14)  # a Sunday
MORNING = datetime(2026, 11, 23, 10)
MOST_LIGHT, MOST_OF_TEXT, BRIGHT_TEXT = 0.02, 0.45, 0.70  # of white


def lights(surface: pygame.Surface) -> tuple[float, float]:
    """The relative luminance of a picture's pixels, of white: the mean and the most."""
    found = luminance(pygame.surfarray.array3d(surface))
    return float(found.mean()), float(found.max())


def show(house: Playhouse, opening: datetime | None = MORNING) -> ClosedScene:
    record = Record("quoridor", {"players": 2}, 0, ("e2", "e8"), (PERSON, RIVAL), (), Outcome((1,), "resign"))
    house.services.store.finish(record)
    scene = ClosedScene(house.services, lambda: opening, lambda: NOW)
    house.show(scene)
    return scene


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (720, 1280)])
def test_it_is_nearly_black_and_its_texts_are_dim(house: Playhouse, size: tuple[int, int]) -> None:
    show(house)
    mean, most = lights(house.window.surface)
    assert 0.0005 < mean <= MOST_LIGHT
    assert 0.2 < most <= MOST_OF_TEXT
    house.react(partial(posting.touch, (600, 600), size))
    assert MOST_OF_TEXT < lights(house.window.surface)[1] <= BRIGHT_TEXT + 0.02


def test_a_touch_brightens_it_for_three_seconds_and_does_nothing_else(house: Playhouse) -> None:
    scene = show(house)
    usual = lights(house.window.surface)[1]
    for post in (partial(posting.touch, (600, 300), (1280, 720)), partial(posting.tap_key, pygame.K_ESCAPE)):
        house.react(post)
        assert house.top is scene and lights(house.window.surface)[1] > usual
        house.run(BRIGHT_SECONDS + 0.5)
        assert house.top is scene and lights(house.window.surface)[1] == usual


def test_a_mouse_that_shakes_brightens_nothing(house: Playhouse) -> None:
    scene = show(house)
    posting.move_mouse((300, 300))
    posting.move_mouse((400, 300))
    house.run(0.2)
    assert scene.bright == 0


def test_the_texts_move_every_minute_along_a_closed_way(house: Playhouse) -> None:
    scene = show(house)
    scale = house.stage.metrics.scale
    places = []
    for minute in range(STOPS + 1):
        scene.time = minute * MOVE_EVERY + MOVE_SECONDS
        places.append(scene.shift)
    assert places[0] == (0, 0) == places[-1]
    for (x, y), (left, top) in itertools.pairwise(places):
        assert 0 < (x - left) ** 2 + (y - top) ** 2 <= (16 * scale + 1.5) ** 2
    assert all(abs(x) <= 96 * scale + 1 and abs(y) <= 160 * scale + 1 for x, y in places)
    assert len({*places}) > STOPS * 3 // 4


def test_they_fade_out_move_and_fade_in(house: Playhouse) -> None:
    scene = show(house)
    scene.time = MOVE_EVERY * 7 - 0.01
    before = scene.shift
    assert not scene.is_animated
    scene.tick(0.02)
    assert scene.is_animated and scene.shift == before
    scene.tick(MOVE_SECONDS / 2)
    assert scene.is_animated and scene.shift != before and scene.seen < 0.2
    scene.tick(MOVE_SECONDS / 2)
    assert not scene.is_animated and scene.seen == 1


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (720, 1280)])
def test_no_text_leaves_the_screen_on_its_way(house: Playhouse, size: tuple[int, int], written: Written) -> None:
    scene = show(house)
    written.clear()
    canvas = Canvas(house.window.surface)
    canvas.begin()
    for minute in range(STOPS):
        scene.time = minute * MOVE_EVERY + MOVE_SECONDS
        scene.draw(canvas, 0)
    screen = pygame.Rect((0, 0), size)
    assert len(written) == 5 * STOPS and all(screen.contains(place) for _, place in written)


def test_the_board_fades_after_half_an_hour(house: Playhouse) -> None:
    scene = show(house)
    assert scene.board_share == 1
    scene.time = FADE_AFTER
    assert scene.board_share == 1
    scene.time = FADE_AFTER + FADE_SECONDS
    assert scene.board_share == pytest.approx(FADED)
    before = lights(house.window.surface)[0]
    house.run(0.5)
    assert lights(house.window.surface)[0] < before


def test_nothing_is_drawn_anew_while_nothing_changes(house: Playhouse) -> None:
    show(house)
    house.run(0.5)
    before = house.app.frames_shown
    house.window.surface.fill("magenta")
    house.run(20)
    assert house.app.frames_shown > before
    assert lights(house.window.surface) == pytest.approx((0.2848, 0.2848), abs=0.0001)


def test_its_pictures_go_with_it(house: Playhouse) -> None:
    scene = show(house)
    paint = house.stage.paint
    keys = (scene.ground_key, scene.board_key)
    assert all(key in paint._made for key in keys)
    scene.leave()
    assert not any(key in paint._made for key in keys)


@pytest.mark.parametrize(
    ("opening", "english", "japanese"),
    [
        (NOW.replace(hour=23, minute=30), "Opens at 23:30", "23:30 に開きます"),
        (MORNING, "Opens tomorrow at 10:00", "明日 10:00 に開きます"),
        (MORNING + timedelta(days=2), "Opens Wednesday at 10:00", "水曜日の 10:00 に開きます"),
        (MORNING + timedelta(days=5), "Opens Saturday at 10:00", "土曜日の 10:00 に開きます"),
        (MORNING + timedelta(days=6), "Opens on 29 November at 10:00", "11月29日 10:00 に開きます"),
        (None, "Closed until further notice", "しばらくお休みします"),
    ],
)
def test_when_it_opens_in_words(opening: datetime | None, english: str, japanese: str) -> None:
    texts = {language: Strings(language, strict=True) for language in LANGUAGES}
    assert opening_text(texts["en"].t, opening, NOW) == english
    assert opening_text(texts["ja"].t, opening, NOW) == japanese


def test_what_day_it_is_in_words() -> None:
    assert day_text(Strings("en", strict=True).t, NOW.date()) == "Sunday 22 November"
    assert day_text(Strings("ja", strict=True).t, NOW.date()) == "11月22日 日曜日"


def test_both_languages_are_written_the_houses_first(house: Playhouse, written: Written) -> None:
    scene = show(house)
    written.clear()
    house.run(0.5)
    assert [text for text, _ in written[:5]] == [
        "KISSATEN",
        "Opens tomorrow at 10:00",
        "明日 10:00 に開きます",
        "Sunday 22 November",
        "23:14",
    ]
    assert house.stage.strings.language == "en" and scene.rests
