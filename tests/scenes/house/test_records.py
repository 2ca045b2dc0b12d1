"""The records of the house: their pages, the table as a file, and the record to beat beside a setup."""

from __future__ import annotations

import contextlib
import csv
import sqlite3
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, ClassVar

import pygame
import pytest

from game.core.device_id import DeviceId
from game.core.record import Record, SeatConfig, with_strength
from game.core.rules import Outcome
from game.match_setup import MatchSetup, default_table
from game.paths import store_path
from game.puzzles.results import PuzzleProgress, keep
from game.registry import GAMES, find
from game.storage.figures import HOUSE, Figures
from game.storage.statistics import Statistics, csv_text, house_records
from game.storage.store import Store
from scenes.kit.drawing.fonts import Style
from scenes.kit.widgets.choices import Tabs
from scenes.kit.widgets.dialog import Dialog
from scenes.kit.widgets.widget import Button, HitArea
from scenes.records.records_scene import BYTE_ORDER_MARK, LEAST_NAME, RecordsScene, recent_days
from scenes.setup.seat_editor import SeatSwitch
from scenes.setup.setup_scene import SetupScene, record_texts
from tests.four import FOUR
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import KeyHand, PointerHand, focus_of
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import PERSON, RIVAL, SIZES, Playhouse
from tests.stores import PATIENCE
from tools.catalogue.records import TODAY, fill

QUORIDOR, ROBOTS = find("quoridor"), find("robots")
WON = ("e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2", "e9")
pytestmark = pytest.mark.usefixtures("four_games")


def against(level: float) -> MatchSetup:
    """Return a setup of Quoridor against the AI of a level, or against Ren at 0."""
    table = default_table(QUORIDOR)
    rival = SeatConfig("ai", int(level), "@ren", "square") if level else RIVAL
    rival = with_strength(rival, level) if level % 1 else rival
    return replace(table, seats=(PERSON, rival))


def finish(house: Playhouse, name: str, seed: int, level: int = 0, won: bool = True) -> None:
    """Let `name` win or lose a game against the AI of a level, or against Ren."""
    rival = SeatConfig("ai", level, "@ren", "square") if level else SeatConfig(name="@ren", identity="square")
    actions, result = (WON, Outcome((0,), "goal")) if won else (("e2", "e8"), Outcome((1,), "resign"))
    seats = SeatConfig(name=name), rival
    house.services.store.finish(Record("quoridor", {"players": 2}, seed, actions, seats, (), result))


def opened(house: Playhouse, game: str = "quoridor") -> RecordsScene:
    return house.show(RecordsScene(house.services, game, TODAY))


def tabs(house: Playhouse) -> Tabs:
    found = focus_of(house).widgets[0]
    assert isinstance(found, Tabs)
    return found


def names(scene: RecordsScene) -> list[str]:
    return [row.profile.name for row in scene.records.ranked]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", FOUR)
def test_every_stop_can_be_reached_and_has_a_name(house: Playhouse, game: str) -> None:
    fill(house.services.store, 11)
    scene = opened(house, game)
    hand, focus = KeyHand(house), focus_of(house)
    kinds = (len(scene.rows), len(scene.beans), len(scene.cells))
    assert kinds == (10, 5, len(recent_days(TODAY)) - 1 if game == "robots" else 0)
    start = focus.current
    for widget in focus.widgets:
        assert widget.spoken(house.stage)
        assert hand._way(focus, widget) is not None and focus.current is start


class TestCalendar:
    def test_five_weeks_from_a_monday_with_today_in_the_last(self) -> None:
        for shift in range(7):
            today = TODAY + timedelta(days=shift)
            shown = recent_days(today)
            assert shown[0].weekday() == 0 and shown[-1].weekday() == 6 and len(shown) == 35
            assert today in shown[-7:]


def test_a_chairs_token_is_the_rows(house: Playhouse) -> None:
    fill(house.services.store, 3)
    house.services.people.seat(house.services.people.roster.sit(DeviceId("keyboard"), pygame.K_f))
    chair = replace(house.services.people.roster.chairs[0], identity="moon")
    house.services.people.seat(replace(house.services.people.roster, chairs=(chair,)))
    house.services.people.seat(house.services.people.named(chair, "Tom"))
    scene = opened(house)
    drawn: list[str] = []
    tokens = house.services.stage.identities.token
    house.services.stage.identities.token = lambda name, *rest: drawn.append(name) or tokens(name, *rest)  # type: ignore
    house.frame()
    place = names(scene).index("Tom")
    assert drawn[place] == "moon"
    assert not any(isinstance(widget, Button) for widget in focus_of(house).widgets)
    assert all(isinstance(row, HitArea) for row in scene.rows)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.one_in(10)
def test_there_is_room_in_every_window(open_house: OpenHouse, size: tuple[int, int], language: str) -> None:
    house = open_house(size, language)
    house.services.store.profiles.take("WWWWWWWWWWWW")
    finish(house, "WWWWWWWWWWWW", 1, level=4)
    for text_scale in (1.0, 1.5):
        house.services.settings.change(text_scale=text_scale)
        house.services.offers.remember(against(4))
        scene = house.show(SetupScene(house.services, QUORIDOR))
        assert scene.house_record.text in record_texts(house.services, QUORIDOR, against(4), TODAY)
        others = [widget.rect for widget in focus_of(house).widgets[:-1]]
        assert scene.house_record.rect.collidelist(others) == -1


class RecordsVocabulary(HouseVocabulary):
    """Tells of the pages with records, and of the record beside a setup. LEVEL is an AI's level, from 1."""

    @property
    def out(self) -> Path:
        """The folder that tables are written to."""
        return self.folder / "out"

    @property
    def scene(self) -> Any:
        """The page of records, on top."""
        return self.house.on_top(RecordsScene)

    @property
    def setup(self) -> SetupScene:
        """The setup, on top."""
        return self.house.on_top(SetupScene)

    @property
    def store(self) -> Store:
        """The store of the house."""
        return self.house.services.store

    def prepare(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        """Let tables be written to a folder of the test."""
        super().prepare(folder, patch)
        patch.setenv("KISSATEN_EXPORT", str(self.out))

    def table(self, number: str) -> Path:
        """Return the file that was written today as the first or a later one."""
        again = "" if number == "1" else f" ({number})"
        return self.out / f"Kissaten records {date.today().isoformat()}{again}.csv"

    def told_of_file(self, number: str) -> bool:
        """Return whether the dialog names the file, and whether the file has the statistics."""
        path, told = self.table(number), self.house.on_top(Dialog).body
        text = csv_text(self.store.statistics, self.store.profiles, "Everybody together")
        return path.name in told and str(self.out) in told and path.read_bytes().decode() == BYTE_ORDER_MARK + text

    def written(self, number: str) -> list[str]:
        """Return the first column of a file."""
        with self.table(number).open(encoding="utf-8-sig", newline="") as file:
            return [row[0] for row in csv.reader(file)]

    def falls(self, name: str) -> bool:
        """Return whether the best figures come first."""
        figures = [getattr(row.figures, name) for row in self.scene.records.ranked]
        return figures == sorted(figures, reverse=True)

    def line_alone(self, days: str) -> tuple[str, ...]:
        """Return the record beside a setup of Hyper Robots for one person, this many days later."""
        alone = default_table(ROBOTS).with_options(ROBOTS, {"players": 1})
        return record_texts(self.house.services, ROBOTS, alone, TODAY + timedelta(days=int(days)))

    def as_in_statistics(self) -> bool:
        """Return whether the page has the figures of the statistics."""
        return self.scene.records == house_records(self.store.statistics, self.store.profiles, "quoridor")

    facts: ClassVar = {
        "as_in_statistics": as_in_statistics,
        "bean": lambda s, level: s.scene.beans[int(level)].name.split("\n"),  # LEVEL (from 0): its fastest win
        "body_has_folder": lambda s: str(s.out) in s.house.top.body,
        # DATE: what the calendar says of it
        "day": lambda s, day: {str(each): cell.name for each, cell in s.scene.cells.items()}.get(day),
        "falls": falls,
        "level": lambda s: s.setup.table.seats[1].level,  # of the AI in the setup
        # LEVEL: the record beside a setup against it, in all lengths
        "line": lambda s, level: record_texts(s.house.services, QUORIDOR, against(float(level)), TODAY),
        "line_alone": line_alone,
        "on_pips": lambda s: isinstance(focus_of(s.house).current, SeatSwitch),  # whether the AI's level has the focus
        "on_tabs": lambda s: focus_of(s.house).current is tabs(s.house),  # whether the tabs have the focus
        "order": lambda s: s.scene.order,  # the figure by which people are ranked
        "page": lambda s: list(GAMES).index(s.scene.spec.id),  # from 0
        "ranked": lambda s: names(s.scene),  # names, in order
        "record": lambda s: s.setup.house_record.text,  # the record beside the setup
        "row": lambda s, number: s.scene.rows[int(number)].name.split("\n"),  # NUMBER (from 0): its figures
        "rows": lambda s: len(s.scene.rows),  # how many people are listed
        # whether the setup is for the game of the noted page
        "setup_is_page": lambda s: list(GAMES).index(s.setup.spec.id) == s.noted["page"],
        "streak": lambda s: s.scene.streak,
        "together": lambda s: s.scene.house.name.split("\n"),  # the figures of all people
        "told_of_file": told_of_file,
        "written": written,
    }

    def do_filled(self, rest: str = "") -> None:
        """NUMBER: Store results of this many people, in every game."""
        fill(self.store, int(rest))

    def do_records(self, rest: str = "") -> None:
        """GAME: Show the records of GAME."""
        opened(self.house, rest)

    def do_page(self, rest: str = "") -> None:
        """NUMBER: Turn to this page (from 0) by the tabs."""
        self.usual_hand.select(tabs(self.house), int(rest))

    def do_game(self, rest: str = "") -> None:
        """won by NAME, SEED[, level LEVEL], or given up by NAME, SEED[, level LEVEL]: Let NAME win a game of Quoridor
        against the AI of LEVEL or against Ren, or lose it by resigning."""
        deed, _, game = rest.partition(" by ")
        name, seed, *level = game.split(", ")
        self.store.profiles.take(name)
        finish(self.house, name, int(seed), int(level[0].removeprefix("level ")) if level else 0, won=deed == "won")

    def do_rank(self, rest: str = "") -> None:
        """FIGURE: Click on the head of a column to rank by it: "share", "best" …"""
        label = f"Ranked by: {self.house.stage.t(f'records.column.{rest}')}"
        self.hand("mouse").press(next(widget for widget in focus_of(self.house).widgets if widget.name == label))

    def do_stars(self, rest: str = "") -> None:
        """DAYS STARS: Solve the puzzle of this many days ago with this many stars."""
        days, stars = map(int, rest.split())
        day = TODAY - timedelta(days=days)
        keep(self.store, HOUSE, "robots", day, PuzzleProgress(stars, solved=day, in_row=True))

    def do_damage_figures(self) -> None:
        """End the program, damage the figures of the first person in the store's file, and open the program again."""
        assert self.store.wait(PATIENCE)
        self.house.close()
        with contextlib.closing(sqlite3.connect(store_path())) as database, database:
            database.execute("UPDATE statistics SET won = 'tea' WHERE profile = 1")
        self.do_program("opens")

    def do_house_figures(self) -> None:
        """Store two wins in a row at Quoridor, without a person's name."""
        self.store.statistics = Statistics({(HOUSE, "quoridor"): Figures(2, 2, best=2)}, (), GAMES)

    def do_press_line(self) -> None:
        """Press the record beside the setup."""
        hand = self.usual_hand
        is_pointer = isinstance(hand, PointerHand)
        hand.press(self.setup.house_record.widgets()[0] if is_pointer else focus_of(self.house).widgets[-1])

    def do_pips(self, rest: str = "") -> None:
        """LEVEL: Set the level of the AI in the setup."""
        switch = [widget for widget in focus_of(self.house).widgets if isinstance(widget, SeatSwitch)][1]
        self.usual_hand.select(switch, int(rest))


test_the_records = stories("records.txt", RecordsVocabulary)


@pytest.mark.parametrize("size", SIZES)
def test_levels_and_holders_of_the_fastest_wins_are_written_large_enough(
    open_house: OpenHouse, size: tuple[int, int], written: Written
) -> None:
    """Also a long name with a count beside it. No line is lower than a line of the smallest type."""
    house = open_house(size)
    fill(house.services.store, 8)
    opened(house, "robots")
    written.clear()
    house.run(0.1)
    panel = house.on_top(RecordsScene).places["fastest"]
    least = house.stage.fonts.line("M", Style(LEAST_NAME)).get_height()
    lines = {text: place for text, place in written if panel.contains(place)}
    assert {"Mame", "Master"} <= lines.keys() and any(text.startswith("+") for text in lines)
    assert all(place.height >= least for place in lines.values())
