"""The settings on screen: every device reaches them. Each change takes effect at once and is kept."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar

import pygame
import pytest

from scenes.kit.input.intents import Kind
from scenes.kit.widgets.form import Field
from scenes.services import Services
from scenes.settings.about_scene import MATRICES, seen_with
from scenes.settings.controls_scene import ControlsScene
from scenes.settings.settings_scene import TABS, SettingsScene, fields_of
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import Playhouse


def key(house: Playhouse, *keys: int) -> None:
    """Press keys, one after the other."""
    for each in keys:
        house.react(partial(posting.tap_key, each))


def show(house: Playhouse, section: str = "general") -> SettingsScene:
    """Show the settings, open at a section."""
    scene = SettingsScene(house.services)
    turn_to(house, scene, section)
    return scene


def turn_to(house: Playhouse, scene: SettingsScene, section: str) -> None:
    """Show the settings, and go on to a section, as many pages as the tabs before it have."""
    house.show(scene)
    while scene.section != TABS.index(section):
        key(house, pygame.K_e)


class SettingsVocabulary(HouseVocabulary):
    """Tells what people set on the pages of the settings, and what follows. ROW counts rows of a page from 0. KIND is a
    kind of intent."""

    @property
    def controls(self) -> ControlsScene:
        """The page of keys and buttons."""
        return next(scene for scene in self.house.app.manager.scenes if isinstance(scene, ControlsScene))

    def row(self, kind: str) -> Any:
        """Return the row of a kind of intent."""
        return self.controls.rows[self.controls.profile.actions.index(Kind[kind])]

    facts: ClassVar = {
        "label": lambda s, row: s.house.on_top(SettingsScene).form.fields[int(row)].label,  # ROW
        "text_scale": lambda s: s.house.stage.metrics.text_scale,
        "reduced_motion": lambda s: s.house.stage.look.reduced_motion,
        "faces_of": lambda s, kind: s.row(kind).faces,  # KIND: what its row shows
        "waits_for": lambda s: s.controls.waiting and s.controls.waiting.name,  # the kind that waits for a key
        "remark_is_there": lambda s: bool(s.controls.note),
        "tabs": lambda s: len(s.controls.tabs),  # how many devices have a page
    }

    def do_settings(self, rest: str = "") -> None:
        """SECTION: Show a section of the settings: "general", "picture", "sound", "games" …"""
        show(self.house, rest)

    def do_waits(self, rest: str = "") -> None:
        """KIND: Click on the row of KIND, which then waits for a key or button."""
        self.house.react(partial(posting.click, self.row(rest).rect.center))
        assert self.controls.waiting is Kind[rest]

    def do_rebind(self, rest: str = "") -> None:
        """KIND KEY: Click on the row of KIND, and press KEY for it."""
        kind, key = rest.split()
        self.do_waits(kind)
        self.house.react(partial(posting.tap_key, *posting.key_of(key)))


test_the_settings = stories("settings.txt", SettingsVocabulary)


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)])
def test_a_tab_with_many_rows_has_pages(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size)
    scene, labels = SettingsScene(house.services, with_more_games), list[str]()
    turn_to(house, scene, "games")
    for page in range(len(scene.pages)):
        assert (scene.section, scene.page) == (TABS.index("games"), page)
        bands = [band for band in scene.places.all("band") if scene.places["card"].contains(band)]
        assert len(bands) == len(scene.form.fields)
        assert all(not above.colliderect(below) for above, below in pairwise(bands))
        labels += [field.label for field in scene.form.fields]
        key(house, pygame.K_e)
    assert labels == [field.label for field in with_more_games(house.services, "games")]
    assert (scene.section, scene.page) == (0, 0)  # the first tab follows
    key(house, pygame.K_q)
    last = scene.focus.widgets[-1]
    house.react(partial(posting.click, last.rect.center))
    assert scene.page == 1


def with_more_games(services: Services, tab: str) -> list[Field]:
    """The rows of a tab; that of the games has those of ten more games."""
    found = fields_of(services, tab)
    if tab == "games":
        found += [
            replace(found[0], name=f"{number}", label=f"Row {number}", section=f"Game {number}") for number in range(10)
        ]
    return found


@pytest.mark.parametrize("deficiency", MATRICES)
def test_greys_look_the_same_to_everybody(deficiency: str) -> None:
    for grey in ("#000000", "#808080", "#FFFFFF"):
        seen = seen_with(deficiency, grey)
        assert all(abs(a - b) <= 1 for a, b in zip(bytes.fromhex(seen[1:]), bytes.fromhex(grey[1:]), strict=True))


def test_red_darkens_for_eyes_without_long_wave_cones() -> None:
    """Worked out by hand: .152286 and .114503 of full linear light are 109 and 95 in sRGB. The blue part is below 0."""
    assert seen_with("protanopia", "#FF0000") == "#6D5F00"


@pytest.mark.parametrize("section", range(6))
def test_notes_grow_with_the_text_size_as_labels_do(house: Playhouse, written: Written, section: int) -> None:
    heights = []
    for text_scale in (1.0, 1.5):
        house.services.settings.change(text_scale=text_scale)
        scene = SettingsScene(house.services)
        scene.section = section
        house.show(scene)
        written.clear()
        house.run(0.1)
        notes = " ".join(field.note() for field in scene.form.fields)
        heights.append(min(place.height for text, place in written if text.count(" ") > 1 and text in notes))
    usual, large = heights
    assert large >= 1.25 * usual
