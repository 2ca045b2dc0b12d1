"""Names: what is kept of a text, how kana change, and that the card has room for its keys."""

from __future__ import annotations

import pygame
import pytest

from game.match_setup import clean_name
from scenes.kit.input.intents import Signal, SignalKind
from scenes.kit.widgets.dialog import Dialog
from scenes.table.names import PAGES, NameScene, katakana, vary
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import NARROW, SIZES

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("text", "name"), [("  Jo\tAnn ", "Jo Ann"), ("@aoi", "aoi"), ("x" * 30, "x" * 20), ("か\u3099", "が"), ("\n", "")]
)
def test_clean_names(text: str, name: str) -> None:
    assert clean_name(text) == name


def test_kana_change_round() -> None:
    text, seen = "カツ", []
    for _ in range(3):
        text = vary(text)
        seen.append(text)
    assert seen == ["カッ", "カヅ", "カツ"]
    assert vary("") == ""
    assert vary("A") == "A"
    assert katakana("あー・") == "アー・"
    assert all(len(row) <= 10 for rows in PAGES.values() for row in rows)


@pytest.mark.parametrize("text", ["", " \n", "\U0001f642", "☕\u0e01"])
def test_what_cannot_be_pasted_is_said(open_house: OpenHouse, text: str) -> None:
    house = open_house(SIZES[0], "en")
    scene = house.show(NameScene(house.stage, "Aoi"))
    house.app.manager.signal(Signal(SignalKind.PASTED, text="x"))
    house.run(0.2)
    assert house.on_top(NameScene) is scene and scene.name == "Aoix"
    house.app.manager.signal(Signal(SignalKind.PASTED, text=text))
    house.run(0.2)
    assert house.on_top(Dialog).title == house.stage.t("naming.pasted.none") and scene.name == "Aoix"


@pytest.mark.parametrize("size", NARROW)
def test_the_card_lies_in_the_window(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size, "ja")
    scene = house.show(NameScene(house.stage, ""))
    for page in range(len(PAGES)):
        scene.turn_to(page)
        assert pygame.Rect((0, 0), size).contains(scene.rect)
        rects = [widget.rect for widget in scene.focus.widgets]
        assert all(scene.rect.contains(rect) for rect in rects)
        assert all(rect.collidelist(rects[i + 1 :]) == -1 for i, rect in enumerate(rects))
