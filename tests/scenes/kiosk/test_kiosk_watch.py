"""The unattended table: nobody finds a way out, people who have gone are asked, and the next people find the table
ready."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from game.match_setup import default_table
from game.registry import find
from scenes.kiosk.countdowns import WaitingScene
from scenes.kit.input.intents import KEYBOARD, MOUSE, Intent, Kind
from scenes.kit.scene import Switch
from scenes.menu.menu_scene import MenuScene, More, menu_choices
from scenes.records.records_scene import RecordsScene
from scenes.routes import ToMenu
from tests.scenes.house_stories import stories
from tests.scenes.kiosk_table import KioskVocabulary, watch
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse


class WatchVocabulary(KioskVocabulary):
    """Tells also what counts as a press, and what visitors see."""

    def do_hears(self, rest: str = "") -> None:
        """repeat, trembling or moved: Let the guard hear the repeat of a held key, a mouse that trembles, or one that
        was moved."""
        points = {"trembling": [(step % 2, step % 3) for step in range(40)], "moved": [(200, 200)]}
        for point in points.get(rest, ()):
            self.guard.hears(Intent(Kind.HOVER, MOUSE, point))
        if rest == "repeat":
            self.guard.hears(Intent(Kind.RIGHT, KEYBOARD, repeat=True))

    facts: ClassVar = {
        # whether the card holds both buttons
        "answers_on_card": lambda s: all(
            s.house.top.places["card"].contains(widget.rect) for widget in (s.house.top.yes, s.house.top.over)
        ),
        "flag": lambda s: More.LANGUAGE in menu_choices(s.house.services),  # whether the menu offers another language
    }


test_the_table = stories("kiosk_watch.txt", WatchVocabulary)
test_cleaning = stories("cleaning.txt")  # the page on which somebody wipes the screen


def test_two_games_of_one_length_are_two_pictures(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path)
    scenes = []
    for actions in (["e2", "e8"], ["d1", "e8"]):
        record = house.match(PERSON, RIVAL, actions=actions).session.record()
        scenes.append(WaitingScene(house.services, record, 60.0, Switch(ToMenu()), lambda: Switch(ToMenu())))
    assert scenes[0]._shown != scenes[1]._shown


def test_visitors_find_the_games_and_levels_that_are_shown(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path, games__shown=["star", "quoridor"], games__levels=[1, 3])
    house.services.offers.remember(
        replace(default_table(find("star")), seats=(PERSON, replace(RIVAL, kind="ai", level=5)))
    )
    house.boot()
    assert list(house.on_top(MenuScene).tiles) == ["star", "quoridor"]
    assert [seat.level for seat in house.services.offers.table(find("star")).seats if seat.is_ai] == [3]
    assert list(RecordsScene(house.services).games) == ["star", "quoridor"]
