"""Beside Coffee's board nothing overlaps, leaves the screen or is cut short, at any size, in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame
import pytest

from game.coffee.board import cell_named
from scenes.coffee.selection import Choosing, Pointing, Selection, Swapping, Trying
from scenes.coffee.side_panel import CoffeeSidePanel
from scenes.kit.intents import KEYBOARD, TOUCH
from scenes.match.match_scene import MatchScene
from tests.scenes.coffee_hands import board_of_coffee, coffee_match
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tests.scenes.test_layout import (
    NoPixels,
    Written,
    assert_apart,
    assert_inside,
    assert_on_or_beside,
    written,
)

__all__ = ["written"]
DANGER = "b4h b5u c5h c2u e2d i2h i3d h3h h4d e4h e7h e6d f6h f4u g3u e5u d5h d6h d3h"
DIAGONAL = ["c1v", "d1v", "b1d", "d3v", "e3v", "a3h", "a2h", "a4u", "c2v"]
ARRANGEMENTS = ((1280, 720), (1024, 768), (1080, 1920))
D4, B2, E5 = (cell_named(name) or 0 for name in ("d4", "b2", "e5"))
CASES: dict[str, tuple[Sequence[str], dict[str, Any], Selection]] = {
    "a danger": (DANGER.split(), {"board": "hex5", "n": 5}, Pointing(D4, "u")),
    "a barred axis": (DIAGONAL, {}, Pointing(B2, "u")),
    "no axis yet": (DIAGONAL, {}, Pointing(B2)),
    "off the line": (DIAGONAL, {}, Trying(E5)),
    "the swap": (["c3h"], {"pie": True}, Choosing()),
    "the swap chosen": (["c3h"], {"pie": True}, Swapping()),
}

FOR_FINGERS = ("a danger", "the swap")  # whose buttons are most


def visible(match: MatchScene) -> dict[str, pygame.Rect]:
    """What is to be seen beside each other: without the cards and the paper that the panel takes the place of."""
    board = board_of_coffee(match)
    assert isinstance(match.side_panel, CoffeeSidePanel)
    panel = match.side_panel.shown(match.hands.selection, match.session.legal(1))
    found = {f"bar: {place.prompt.label}": place.rect for place in match.bar._places()}
    beside = {f"card {seat}": rect for seat, rect in match.side_panel.cards.items()}
    if match.side_panel.move_list is not None:
        beside["paper"] = match.side_panel.move_list
    if panel is not None:
        found["panel"] = panel
        beside = {name: rect for name, rect in beside.items() if not rect.colliderect(panel)}
    return {**found, **beside, "board": board.geometry.rect}


def look(house: Playhouse, case: str, written: Written) -> MatchScene:
    """The match at rest with a selection, looked at for one frame."""
    actions, options, selection = CASES[case]
    house.fps = 12
    house.app.canvas = NoPixels(house.window.surface)
    match = coffee_match(house, PERSON, RIVAL, actions=actions, **options)
    match.hands.selection = selection
    written.lines.clear()
    pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
    house.frame()
    assert match.hands.selection == selection
    assert written.lines
    return match


@pytest.mark.parametrize("text_scale", [1.0, 1.5])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", ARRANGEMENTS)
@pytest.mark.one_in(12)
def test_nothing_beside_the_board_overlaps_or_is_cut(
    open_house: OpenHouse, written: Written, size: tuple[int, int], language: str, text_scale: float
) -> None:
    house = open_house(size, language)
    house.services.change(text_scale=text_scale)
    screen = pygame.Rect((0, 0), size)
    for case in CASES:
        for device in (KEYBOARD, TOUCH) if case in FOR_FINGERS else (KEYBOARD,):
            house.stage.devices.current = device
            match = look(house, case, written)
            found = visible(match)
            lines = {f"{i} {line!r}": ink for i, (line, ink) in enumerate(written.lines)}
            try:
                assert written.cut == []
                assert_inside(found, screen)
                assert_inside(lines, screen)
                assert_apart(found)
                if text_scale == 1.0:
                    assert_apart(lines)
                    assert_on_or_beside(lines, found)
            except AssertionError as error:
                raise AssertionError(f"{case} with {device.family}") from error
