"""The end of a cup: the podium rises place by place, then the laurel, warm light and the pieces of all games."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from scenes.cup import podium
from scenes.cup.cup_scene import CupScene
from scenes.match.result_scene import PIECES
from scenes.match.result_scene import SECONDS as OF_A_GAME
from tests.scenes.playhouse import Playhouse
from tools.catalogue import couch

AGES = [0.1 * tenth for tenth in range(60)]
FILES = ["coffee.svg", "quoridor.svg", "robots.svg", "star.svg"]


@pytest.fixture
def scene(house: Playhouse) -> CupScene:
    couch.play_cup(house.services, 5, None)
    return house.show(CupScene(house.services))


def test_the_places_rise_one_after_the_other_and_the_first_is_crowned_last() -> None:
    ends = {place: next(age for age in AGES if podium.risen(place, age, reduced=False) == 1) for place in (1, 2, 3)}
    assert ends[3] < ends[2] < ends[1] <= next(age for age in AGES if podium.crowned(age, reduced=False) > 0) + 0.1
    for place in (1, 2, 3, 4):
        heights = [podium.risen(place, age, reduced=False) for age in AGES]
        assert heights[0] == 0 and heights == sorted(heights) and heights[-1] == 1
    assert podium.risen(1, 0.0, reduced=True) == podium.crowned(0.0, reduced=True) == 1


def test_a_cup_is_celebrated_longer_and_with_more_than_a_game() -> None:
    assert podium.SECONDS > 2 * OF_A_GAME and podium.PIECES > 2 * PIECES
    shown = {file for age in AGES for file, _ in podium.rain(FILES, age)}
    assert shown == {*FILES}, "pieces of all games"


def test_it_rains_from_when_the_first_one_stands_until_all_have_fallen() -> None:
    counts = [len([*podium.rain(FILES, age)]) for age in AGES]
    falling = [age for age, count in zip(AGES, counts, strict=True) if count]
    assert podium.LANDED <= falling[0] < podium.LANDED + 0.3 and falling[-1] <= podium.SECONDS
    assert max(counts) > 20
    for _, piece in podium.rain(FILES, podium.LANDED + 1):
        assert 0 <= piece.x <= 1 and 0 <= piece.y <= 1 and 0 < piece.alpha <= 1


def test_each_place_is_heard_as_it_comes_to_stand() -> None:
    heard = [sound for before, after in pairwise(AGES) for sound in podium.cues({1, 2, 3}, before, after)]
    assert heard == ["stone", "stone", "win"]
    assert [sound for before, after in pairwise(AGES) for sound in podium.cues({1}, before, after)] == ["win"]


def seen(house: Playhouse, scene: CupScene, age: float) -> bytes:
    """The screen at an age of the celebration."""
    scene.age = age
    house.app.canvas.invalidate()
    house.app.draw()
    return pygame.image.tobytes(house.window.surface, "RGB")


def test_the_page_plays_it_once_and_then_lies_still(
    house: Playhouse, scene: CupScene, heard: list[tuple[str, int]]
) -> None:
    house.until(lambda: scene.age > podium.LANDED + 1, "the rain")
    assert scene.is_animated
    house.until(lambda: scene.age > podium.SECONDS + 0.1, "the end")
    house.run(1.0)
    assert not scene.is_animated
    assert [name for name, _ in heard if name in ("stone", "win")] == ["stone", "stone", "win"]
    still = seen(house, scene, podium.SECONDS + 0.1)
    assert seen(house, scene, podium.SECONDS + 1.0) == still != seen(house, scene, podium.SECONDS - 2.0)


def test_with_reduced_motion_all_is_there_and_nothing_falls(house: Playhouse, scene: CupScene) -> None:
    house.stage.look.reduced_motion = True
    assert len({seen(house, scene, age) for age in (0.0, podium.LANDED + 1, podium.SECONDS + 1)}) == 1
