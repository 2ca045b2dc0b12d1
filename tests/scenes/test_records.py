"""The records of the house: pages by every device, numbers that are those of the statistics, the table as a file."""

from __future__ import annotations

import contextlib
import csv
import sqlite3
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pygame
import pytest

from game.core.record import Record, SeatConfig
from game.core.rules import Outcome
from game.paths import store_path
from game.registry import GAMES
from game.statistics import MOST_RANKED, house_records
from game.statistics_csv import csv_text
from scenes.join.join_scene import JoinScene
from scenes.kit.dialog import Dialog
from scenes.kit.intents import Kind
from scenes.kit.widgets import Button, Ghost
from scenes.menu.menu_scene import MenuScene
from scenes.records.game_tabs import GameTabs
from scenes.records.panels import calendar
from scenes.records.records_scene import BYTE_ORDER_MARK, RecordsScene
from scenes.setup.setup_scene import SetupScene
from scenes.table import daily
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, Hand, KeyHand, MouseHand, focus_of
from tests.scenes.playhouse import Playhouse
from tests.scenes.speaking import listen
from tests.stores import PATIENCE
from tools.catalogue.records import TODAY, fill

WON = ("e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2", "e9")


def finish(house: Playhouse, name: str, seed: int, level: int = 0, won: bool = True) -> None:
    """Let `name` win, or give up, a game over an AI of this level, or over Ren."""
    rival = SeatConfig("ai", level, "@ren", "square") if level else SeatConfig(name="@ren", identity="square")
    actions, result = (WON, Outcome((0,), "goal")) if won else (("e2", "e8"), Outcome((1,), "resign"))
    seats = SeatConfig(name=name), rival
    house.services.store.finish(Record("quoridor", {"players": 2}, seed, actions, seats, (), result))


def opened(house: Playhouse, game: str = "quoridor") -> RecordsScene:
    scene = RecordsScene(house.services, game, TODAY)
    house.show(scene)
    return scene


def tabs(house: Playhouse) -> GameTabs:
    found = focus_of(house).widgets[0]
    assert isinstance(found, GameTabs)
    return found


def names(scene: RecordsScene) -> list[str]:
    return [row.profile.name for row in scene.records.ranked]


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_the_pages_are_turned_and_left_by_every_device(house: Playhouse, device: str) -> None:
    fill(house.services.store, 11)
    house.services.offered_resume = True
    house.boot()
    hand: Hand = HANDS[device](house)
    if device in ("mouse", "touch"):
        hand.point((3, 3))  # type: ignore[attr-defined]
    hand.order(Kind.THEORY)
    scene = house.on_top(RecordsScene)
    for page in (2, 1, 3):
        hand.select(tabs(house), page)
        assert scene.spec.id == list(GAMES)[page] and focus_of(house).current is tabs(house)
    hand.order(Kind.SECONDARY)
    assert scene.order == "best"
    hand.order(Kind.BACK)
    house.on_top(MenuScene)


def test_shoulders_and_wheel_turn_the_pages_around(house: Playhouse) -> None:
    scene = opened(house)
    before, after = (list(GAMES)[(list(GAMES).index("quoridor") + by) % len(GAMES)] for by in (-1, 1))
    hand = KeyHand(house)
    hand.hit(Kind.PREVIOUS)
    assert scene.spec.id == before
    hand.hit(Kind.NEXT)
    assert scene.spec.id == "quoridor"
    posting.move_mouse((400, 400))
    posting.wheel(-1)
    house.react()
    assert scene.spec.id == after


def test_the_board_shows_what_the_statistics_have(house: Playhouse) -> None:
    for name in ("Aoi K", "=1+1"):
        house.services.store.profiles.take(name)
    finish(house, "Aoi K", 1, level=4)
    finish(house, "Aoi K", 2, level=1, won=False)
    finish(house, "=1+1", 3)
    scene = opened(house)
    store = house.services.store
    assert scene.records == house_records(store.statistics, store.profiles, "quoridor")
    assert names(scene) == ["=1+1", "Aoi K"]
    assert [row.name.split("\n") for row in scene.rows][1] == [
        "2: Aoi K", "Won: 1", "Played: 2", "Share: 50%", "Streak: 1"
    ]  # fmt: skip
    assert scene.beans[3].name == "4: Kuro\n8 moves\nAoi K"
    assert scene.beans[4].name == "5: Master\nnot beaten yet"
    assert scene._house.name == "Everybody together\nWon: 2\nPlayed: 3\nShare: 67%\nStreak: 1"


def test_who_is_forgotten_leaves_the_numbers_of_the_house(house: Playhouse) -> None:
    profile = house.services.store.profiles.take("Aoi K")
    finish(house, "Aoi K", 1, level=4)
    house.services.store.profiles.delete(profile.id)
    scene = opened(house)
    assert scene.rows == [] and scene.beans[3].name == "4: Kuro\n8 moves"
    assert scene.records.house.won == 1
    KeyHand(house).say("Sit down")  # for nobody has a name
    house.on_top(JoinScene)


def test_ten_are_ranked_by_any_figure(house: Playhouse) -> None:
    fill(house.services.store, 11)
    scene = opened(house)
    hand = MouseHand(house)
    assert len(scene.rows) == MOST_RANKED
    for name in ("share", "best"):
        label = f"Ranked by: {house.stage.t(f'records.column.{name}')}"
        header = next(widget for widget in focus_of(house).widgets if widget.name == label)
        hand.press(header)
        figures = [getattr(row.figures, name) for row in scene.records.ranked]
        assert figures == sorted(figures, reverse=True) and scene.order == name
    KeyHand(house).select(tabs(house), list(GAMES).index("robots"))
    KeyHand(house).hit(Kind.SECONDARY)
    KeyHand(house).hit(Kind.SECONDARY)
    assert scene.order == "points"
    KeyHand(house).hit(Kind.NEXT)
    assert scene.order == "won"  # this game has no points


def test_an_empty_page_invites_to_play(house: Playhouse) -> None:
    house.boot()
    KeyHand(house).order(Kind.THEORY)
    KeyHand(house).hit(Kind.NEXT)
    game = house.on_top(RecordsScene).spec.id
    KeyHand(house).say("Play it now")
    assert house.on_top(SetupScene).spec.id == game


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", GAMES)
def test_every_stop_can_be_reached_and_has_a_name(house: Playhouse, game: str) -> None:
    fill(house.services.store, 11)
    scene = opened(house, game)
    hand, focus = KeyHand(house), focus_of(house)
    kinds = (len(scene.rows), len(scene.beans), len(scene.cells))
    assert kinds == (10, 5, len(calendar(TODAY)) - 1 if game == "robots" else 0)
    start = focus.current
    for widget in focus.widgets:
        assert widget.spoken(house.stage)
        assert hand._way(focus, widget) is not None and focus.current is start


class TestCalendar:
    def test_five_weeks_from_a_monday_with_today_in_the_last(self) -> None:
        for shift in range(7):
            today = TODAY + timedelta(days=shift)
            shown = calendar(today)
            assert shown[0].weekday() == 0 and shown[-1].weekday() == 6 and len(shown) == 35
            assert today in shown[-7:]

    def test_each_day_tells_its_date_and_stars(self, house: Playhouse) -> None:
        for back, stars in ((9, 1), (1, 3), (0, 2)):
            daily.keep(house.services.store, "robots", TODAY - timedelta(days=back), stars)
        scene = opened(house, "robots")
        said = {day.isoformat(): cell.name for day, cell in scene.cells.items()}
        assert said["2026-11-12"] == "Thu 2026-11-12: 1 star of 3"
        assert said["2026-11-19"] == "Thu 2026-11-19: not solved"
        assert said["2026-11-20"] == "Fri 2026-11-20: 3 stars of 3"
        assert said["2026-11-21"] == "Sat 2026-11-21, today: 2 stars of 3"
        assert "2026-11-22" not in said and scene.streak == 2

    def test_what_is_kept_of_the_days(self, house: Playhouse) -> None:
        store = house.services.store
        daily.keep(store, "robots", TODAY, 2)
        daily.keep(store, "robots", TODAY, 1)
        assert daily.days(store, "robots") == {TODAY: 2}
        store.set(
            "daily.robots.days", {"2026-11-02": 3, "2026-13-01": 3, "tea": 1, "2026-11-03": True, "2026-11-04": 9}
        )
        found = daily.days(store, "robots")
        assert found == {date(2026, 11, 2): 3, date(2026, 11, 4): 3, TODAY: 2}
        store.set("daily.robots.days", [1])
        assert daily.days(store, "robots") == {TODAY: 2}

    def test_only_the_latest_days_are_kept(self, house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(daily, "MOST_DAYS", 3)
        for day in range(5):
            daily.keep(house.services.store, "robots", TODAY + timedelta(days=day), 1)
        assert list(daily.days(house.services.store, "robots")) == [TODAY + timedelta(days=day) for day in (2, 3, 4)]


class TestTable:
    @pytest.fixture
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.setenv("KISSATEN_EXPORT", str(tmp_path / "out"))
        return tmp_path / "out"

    @pytest.mark.parametrize("device", HANDS)
    @pytest.mark.one_in(2)
    def test_the_table_is_written_and_told_of(self, house: Playhouse, folder: Path, device: str) -> None:
        store = house.services.store
        for name in ("=SUM(A1)", "ことり"):
            store.profiles.take(name)
            finish(house, name, len(name))
        opened(house)
        hand = HANDS[device](house)
        if device in ("mouse", "touch"):
            hand.point((3, 3))
        for number in ("", " (2)"):
            hand.order(Kind.HINT)
            told = house.on_top(Dialog)
            path = folder / f"Kissaten records {date.today().isoformat()}{number}.csv"
            assert path.name in told.body and str(folder) in told.body
            text = path.read_bytes().decode()
            assert text == BYTE_ORDER_MARK + csv_text(store.statistics, store.profiles, "Everybody together")
            hand.say("OK")
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.reader(file))
        assert [row[0] for row in rows] == ["name", "'=SUM(A1)", "ことり", "Everybody together"]

    def test_what_is_wrong_is_said(self, house: Playhouse, folder: Path) -> None:
        folder.write_text("not a folder")
        opened(house)
        KeyHand(house).hit(Kind.HINT)
        told = house.on_top(Dialog)
        assert told.title == "The file could not be written" and str(folder) in told.body
        KeyHand(house).say("OK")
        house.on_top(RecordsScene)


def test_the_page_and_what_is_focused_are_read_aloud(house: Playhouse) -> None:
    fill(house.services.store, 3)
    recorder = listen(house)
    opened(house)
    hand = KeyHand(house)
    hand.select(tabs(house), list(GAMES).index("robots"))
    hand.hit(Kind.SECONDARY)
    house.run(1.0)
    said = recorder.texts
    assert any("Records of the house" in text for text in said)
    assert any("Hyper Robots" in text for text in said) and "Ranked by: Streak" in said


def test_a_chairs_token_is_the_rows(house: Playhouse) -> None:
    fill(house.services.store, 3)
    house.services.seat(house.services.roster.sit("keyboard", pygame.K_f))
    chair = replace(house.services.roster.chairs[0], identity="moon")
    house.services.seat(replace(house.services.roster, chairs=(chair,)))
    house.services.seat(house.services.named(chair, "Tom"))
    scene = opened(house)
    drawn: list[str] = []
    tokens = house.services.identities.token
    house.services.identities.token = lambda name, *rest: drawn.append(name) or tokens(name, *rest)  # type: ignore
    house.frame()
    place = names(scene).index("Tom")
    assert drawn[place] == "moon"
    assert not any(isinstance(widget, Button) for widget in focus_of(house).widgets)
    assert all(isinstance(row, Ghost) for row in scene.rows)


def test_damaged_rows_leave_the_others_on_the_board(open_house: OpenHouse) -> None:
    house = open_house()
    for seed, name in enumerate(("Aoi K", "Tom")):
        house.services.store.profiles.take(name)
        finish(house, name, seed, level=2)
    assert house.services.store.wait(PATIENCE)
    house.close()
    with contextlib.closing(sqlite3.connect(store_path())) as database, database:
        database.execute("UPDATE statistics SET won = 'tea' WHERE profile = 1")
    scene = opened(open_house())
    assert names(scene) == ["Tom"] and scene.records.house.won == 2
    assert scene.beans[1].name == "2: Milk\n8 moves\nTom"
