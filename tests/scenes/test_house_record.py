"""The record to beat beside a setup: which one it is, where there is room for it, and where it leads."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from game.core.record import SeatConfig
from game.figures import HOUSE, Figures
from game.registry import GAMES, find
from game.statistics import Statistics
from game.table import Table, default_table
from scenes.kit.intents import Kind
from scenes.kit.widgets import Pips
from scenes.records.records_scene import RecordsScene
from scenes.setup.house_record import record_texts
from scenes.setup.setup_scene import SetupScene
from scenes.table import daily
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, KeyHand, focus_of
from tests.scenes.playhouse import PERSON, RIVAL, SIZES, Playhouse
from tests.scenes.test_records import finish
from tools.catalogue.records import TODAY, fill

QUORIDOR, ROBOTS = find("quoridor"), find("robots")


def against(level: int) -> Table:
    table = default_table(QUORIDOR)
    rival = SeatConfig("ai", level, "@ren", "square") if level else RIVAL
    return replace(table, seats=(PERSON, rival))


def texts(house: Playhouse, table: Table, today: date = TODAY) -> tuple[str, ...]:
    return record_texts(house.services, find(table.game), table, today)


def setup(house: Playhouse, table: Table) -> SetupScene:
    house.services.remember(table)
    scene = SetupScene(house.services, find(table.game))
    house.show(scene)
    return scene


def test_the_fastest_win_over_the_strongest_ai_else_the_longest_streak(house: Playhouse) -> None:
    assert texts(house, against(4)) == texts(house, against(0)) == ()
    house.services.store.profiles.take("Aoi K")
    finish(house, "Aoi K", 1, level=4)
    assert texts(house, against(4)) == ("House record: level 4 in 8 moves, Aoi K", "House record: level 4 in 8 moves")
    assert texts(house, against(3)) == texts(house, against(0)) == ()  # one win is no streak
    finish(house, "Aoi K", 2, level=4)
    streak = "House record: 2 wins in a row"
    assert texts(house, against(3)) == texts(house, against(0)) == (f"{streak}, Aoi K", streak)


def test_a_record_outlives_the_name_of_its_holder(house: Playhouse) -> None:
    profile = house.services.store.profiles.take("Aoi K")
    for seed in (1, 2):
        finish(house, "Aoi K", seed, level=4)
    house.services.store.profiles.delete(profile.id)
    assert texts(house, against(4)) == ("House record: level 4 in 8 moves",)
    assert texts(house, against(0)) == ("House record: 2 wins in a row",)


def test_who_plays_alone_sees_the_stars_and_the_streak(house: Playhouse) -> None:
    alone = default_table(ROBOTS).with_options(ROBOTS, {"players": 1})
    assert texts(house, alone) == ()
    daily.keep(house.services.store, "robots", TODAY, 2)
    assert texts(house, alone)[0] == "Puzzle of the day: ★★☆, streak 1"
    tomorrow = TODAY + timedelta(days=1)
    assert texts(house, alone, tomorrow)[0] == "Puzzle of the day: ☆☆☆, streak 1"
    assert texts(house, alone, tomorrow + timedelta(days=1)) == ()


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(4)
def test_the_line_leads_to_the_records_and_back(house: Playhouse, device: str) -> None:
    fill(house.services.store, 3)
    scene = setup(house, against(2))
    assert scene.house_record.text.startswith("House record: level 2 in ")
    hand = HANDS[device](house)
    hand.press(scene.house_record.widgets()[0] if device in ("mouse", "touch") else focus_of(house).widgets[-1])
    assert house.on_top(RecordsScene).spec.id == "quoridor"
    hand.order(Kind.BACK)
    assert house.top is scene


def test_another_level_has_another_record(house: Playhouse) -> None:
    fill(house.services.store, 11)
    scene = setup(house, against(2))
    pips = next(widget for widget in focus_of(house).widgets if isinstance(widget, Pips))
    KeyHand(house).select(pips, 3)
    assert scene.table.seats[1].level == 4
    assert scene.house_record.text.startswith("House record: level 4 in ")
    assert isinstance(focus_of(house).current, Pips)


def test_play_on_the_page_of_another_game_leads_to_its_setup(house: Playhouse) -> None:
    figures = Figures(2, 2, best=2)
    house.services.store.statistics = Statistics({(HOUSE, "quoridor"): figures}, (), GAMES)
    setup(house, against(0))
    hand = KeyHand(house)
    hand.press(focus_of(house).widgets[-1])
    hand.hit(Kind.NEXT)
    hand.say("Play it now")
    assert house.on_top(SetupScene).spec.id == list(GAMES)[list(GAMES).index("quoridor") + 1]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.one_in(10)
def test_there_is_room_in_every_window(open_house: OpenHouse, size: tuple[int, int], language: str) -> None:
    house = open_house(size, language)
    house.services.store.profiles.take("WWWWWWWWWWWW")
    finish(house, "WWWWWWWWWWWW", 1, level=4)
    for text_scale in (1.0, 1.5):
        house.services.change(text_scale=text_scale)
        scene = setup(house, against(4))
        assert scene.house_record.text in texts(house, against(4))
        others = [widget.rect for widget in focus_of(house).widgets[:-1]]
        assert scene.house_record.rect.collidelist(others) == -1
