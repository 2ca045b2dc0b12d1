"""Pictures as other eyes see them: as the game's own check of the colours says, and greys that weigh the light."""

from __future__ import annotations

import argparse

import pygame
import pytest

from scenes.kit.drawing.theme import rgb
from scenes.settings.about_scene import MATRICES, seen_with
from tools.eyes import VISIONS, seen
from tools.shots import visions

COLOURS = ("#000000", "#FFFFFF", "#FF0000", "#00FF00", "#0000FF", "#56B4E9", "#D55E00", "#F0E442", "#14171C", "#010203")


def painted(*colors: str) -> pygame.Surface:
    """A picture of one row, a pixel for each colour."""
    picture = pygame.Surface((len(colors), 1), depth=32)
    for x, color in enumerate(colors):
        picture.set_at((x, 0), rgb(color))
    return picture


@pytest.mark.parametrize("vision", MATRICES)
def test_a_picture_is_seen_as_each_of_its_colours_is(vision: str) -> None:
    picture = seen(painted(*COLOURS), vision)
    assert [picture.get_at((x, 0))[:3] for x in range(len(COLOURS))] == [rgb(seen_with(vision, c)) for c in COLOURS]


def test_greys_weigh_linear_light() -> None:
    """By hand: .2126, .7152 and .0722 of full linear light are 127, 220 and 76 in sRGB; a grey stays what it is."""
    picture = seen(painted("#FF0000", "#00FF00", "#0000FF", "#808080", "#FFFFFF"), "greyscale")
    assert [picture.get_at((x, 0))[:3] for x in range(5)] == [(value,) * 3 for value in (127, 220, 76, 128, 255)]


def test_usual_eyes_see_the_picture_itself_and_nobody_changes_it() -> None:
    picture = painted(*COLOURS)
    for vision in VISIONS:
        seen(picture, vision)
    assert [seen(picture, "normal").get_at((x, 0))[:3] for x in range(len(COLOURS))] == [rgb(c) for c in COLOURS]
    assert [picture.get_at((x, 0))[:3] for x in range(len(COLOURS))] == [rgb(c) for c in COLOURS]


def test_the_command_line_names_visions() -> None:
    assert visions("greyscale,normal") == ("greyscale", "normal")
    with pytest.raises(argparse.ArgumentTypeError, match="sepia"):
        visions("normal,sepia")
