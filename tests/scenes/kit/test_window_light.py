"""The window's light on the table: it follows the hour, leaves words legible, and costs nothing between its changes."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import numpy as np
import pygame
import pytest

from scenes.app import daylight_on
from scenes.join.join_scene import JoinScene
from scenes.kit.drawing import theme
from scenes.kit.drawing.assets import FOLDER
from scenes.kit.drawing.window_light import STEPS, WindowLight, window_light
from scenes.kit.stage import let_in, table_picture
from scenes.kit.window.app import LIGHT_SECONDS
from scenes.menu.menu_scene import MenuScene
from tests.scenes.playhouse import Playhouse
from tests.scenes.posting import tap_key

TABLES = sorted(FOLDER.glob("textures/table-*-half.jpg"))
DAY = [
    light for step in range(24 * STEPS) if (light := window_light(datetime(2026, 6, 1) + timedelta(hours=step / STEPS)))
]
AFTERNOON, EVENING = WindowLight(15 * STEPS), WindowLight(18 * STEPS)


def test_there_is_light_by_day_and_none_at_night() -> None:
    assert window_light(datetime(2026, 6, 1, 5, 30)) is window_light(datetime(2026, 6, 1, 23, 0)) is None
    assert window_light(datetime(2026, 6, 1, 12, 0)) == window_light(datetime(2026, 6, 1, 12, 10)) == WindowLight(24)
    assert len(DAY) == len(set(DAY)) > 20


def added(light: WindowLight, size: tuple[int, int] = (320, 180)) -> np.ndarray:
    """What a light adds to each pixel of a grey table: columns, rows, colours."""
    table = pygame.Surface(size, 0, 32)
    table.fill((90, 90, 90))
    before = pygame.surfarray.array3d(table).astype(int)
    assert light.fall_on(table) is table
    return pygame.surfarray.array3d(table) - before


def test_it_wanders_to_the_left_and_is_warmest_at_both_ends_of_the_day() -> None:
    middles, warmth = [], []
    for light in DAY:
        shine = added(light)
        assert (shine >= 0).all() and shine.max() > 0
        columns = shine.sum(axis=(1, 2))
        middles.append(float((columns * np.arange(len(columns))).sum() / columns.sum()))
        warmth.append(float(shine[:, :, 0].sum() / shine[:, :, 2].sum()))
    assert all(left < right for right, left in pairwise(middles[2:-2]))  # at the ends a part lies beside the table
    assert min(warmth) == pytest.approx(warmth[len(warmth) // 2], rel=0.001) and min(warmth[0], warmth[-1]) > 1.5 * min(
        warmth
    )


def luminance(pixels: np.ndarray) -> np.ndarray:
    """The relative luminance of WCAG 2."""
    parts = pixels / 255.0
    return np.where(parts <= 0.03928, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4) @ (0.2126, 0.7152, 0.0722)


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_words_on_the_table_stay_legible(path: Path) -> None:
    """Ratios of WCAG 2 for large type: what lies on the table has at least 28 pixels of 1080."""
    assert len(TABLES) == 3
    bare = pygame.transform.smoothscale_by(pygame.image.load(path).convert(24), 0.25)
    for light in DAY:
        lit = pygame.surfarray.array3d(light.fall_on(bare.copy()))
        ground = np.quantile(luminance(lit), 0.999) + 0.05
        for color, least in ((theme.IVORY, 4.5), (theme.MUTED, 3.0)):
            assert (luminance(np.array(theme.rgb(color))) + 0.05) / ground > least, light


def test_it_changes_with_the_page_or_while_nothing_moves(house: Playhouse) -> None:
    house.app.daylight = lambda: AFTERNOON
    house.show(MenuScene(house.services))
    stage = house.stage
    assert stage.window_light == AFTERNOON
    lit = stage.table
    house.app.daylight = lambda: EVENING
    house.run(LIGHT_SECONDS / 2)
    assert stage.table is lit
    house.run(LIGHT_SECONDS)
    assert stage.window_light == EVENING and stage.table is not lit
    house.app.daylight = lambda: None
    house.react(lambda: tap_key(pygame.K_q))
    house.come_to(JoinScene)
    assert stage.window_light is None


def test_one_picture_of_the_table_is_kept(house: Playhouse) -> None:
    house.show(MenuScene(house.services))
    held = house.stage.assets.scaled.held
    for light in DAY[:4]:
        let_in(house.stage, light)
        assert house.stage.table.get_size() == house.stage.metrics.size
        assert house.stage.assets.scaled.held == held


def test_a_picture_of_the_table_that_is_asked_for_early_has_the_later_light(house: Playhouse) -> None:
    stage = house.stage
    let_in(stage, None)
    picture = table_picture(stage)
    let_in(stage, AFTERNOON)
    stage.assets.forget_scaled()
    picture.make()
    held = stage.assets.scaled.held
    assert picture.is_ready and stage.table.get_size() == stage.metrics.size
    assert stage.assets.scaled.held == held, "the table is in memory twice"


def test_there_is_none_with_reduced_motion(house: Playhouse) -> None:
    def at_three() -> datetime:
        return datetime(2026, 6, 1, 15)

    assert daylight_on(house.stage, at_three) == AFTERNOON
    house.stage.look.reduced_motion = True
    assert daylight_on(house.stage, at_three) is None
