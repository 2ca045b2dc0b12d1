"""The records of the house: their pages, the table as a file, and the record to beat beside a setup."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import ClassVar

import pygame
import pytest

from game.core.device_id import DeviceId
from game.core.record import Record, SeatConfig, with_strength
from game.core.rules import Outcome
from game.match_setup import MatchSetup, default_table
from game.puzzles.results import PuzzleProgress, keep
from game.registry import GAMES, find
from game.storage.figures import HOUSE
from game.storage.statistics import csv_text
from scenes.kit.drawing.fonts import Style
from scenes.kit.widgets.dialog import Dialog
from scenes.kit.widgets.widget import Button, HitArea
from scenes.records.records_scene import BYTE_ORDER_MARK, LEAST_NAME, RecordsScene, recent_days
from scenes.setup.setup_scene import record_texts
from tests.scenes.conftest import Written
from tests.scenes.hands import focus_of
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import PERSON, RIVAL, SIZES, Playhouse
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


def names(scene: RecordsScene) -> list[str]:
    return [row.profile.name for row in scene.records.ranked]


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


class RecordsVocabulary(HouseVocabulary):
    """Tells of the pages with records, and of the record beside a setup. LEVEL is an AI's level, from 1."""

    @property
    def out(self) -> Path:
        """The folder that tables are written to."""
        return self.folder / "out"

    def prepare(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        """Let tables be written to a folder of the test."""
        super().prepare(folder, patch)
        patch.setenv("KISSATEN_EXPORT", str(self.out))

    def table(self, number: str) -> Path:
        """Return the file that was written today as the first or a later one."""
        again = "" if number == "1" else f" ({number})"
        return self.out / f"Kissaten records {date.today().isoformat()}{again}.csv"

    def written(self, number: str) -> list[str]:
        """Return the first column of the file of which the dialog tells. Check that it has the statistics."""
        path, text = self.table(number), csv_text(self.store.statistics, self.store.profiles, "Everybody together")
        assert path.name in self.house.on_top(Dialog).body and path.read_bytes().decode() == BYTE_ORDER_MARK + text
        return [row[0] for row in csv.reader(text.splitlines())]

    def line_alone(self, days: str) -> tuple[str, ...]:
        """Return the record beside a setup of Hyper Robots for one person, this many days later."""
        alone = default_table(ROBOTS).with_options(ROBOTS, {"players": 1})
        return record_texts(self.house.services, ROBOTS, alone, TODAY + timedelta(days=int(days)))

    facts: ClassVar = {
        "bean": lambda s, level: s.top.beans[int(level)].name.split("\n"),  # LEVEL (from 0): its fastest win
        # DATE: what the calendar says of it
        "day": lambda s, day: {str(each): cell.name for each, cell in s.top.cells.items()}.get(day),
        # LEVEL: the record beside a setup against it, in all lengths
        "line": lambda s, level: record_texts(s.house.services, QUORIDOR, against(float(level)), TODAY),
        "line_alone": line_alone,
        "page": lambda s: list(GAMES).index(s.top.spec.id),  # from 0
        "ranked": lambda s: names(s.top),  # names, in order
        "row": lambda s, number: s.top.rows[int(number)].name.split("\n"),  # NUMBER (from 0): its figures
        "together": lambda s: s.top.house.name.split("\n"),  # the figures of all people
        "written": written,
    }

    def do_filled(self, rest: str = "") -> None:
        """NUMBER: Store results of this many people, in every game."""
        fill(self.store, int(rest))

    def do_records(self, rest: str = "") -> None:
        """GAME: Show the records of GAME."""
        opened(self.house, rest)

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


test_the_records = stories("records.txt", RecordsVocabulary)


@pytest.mark.parametrize("size", SIZES)
def test_levels_and_holders_of_the_fastest_wins_are_written_large_enough(house: Playhouse, written: Written) -> None:
    """Also a long name with a count beside it. No line is lower than a line of the smallest type."""
    fill(house.services.store, 8)
    opened(house, "robots")
    written.clear()
    house.run(0.1)
    panel = house.on_top(RecordsScene).places["fastest"]
    least = house.stage.fonts.line("M", Style(LEAST_NAME)).get_height()
    lines = {text: place for text, place in written if panel.contains(place)}
    assert {"Mame", "Master"} <= lines.keys() and any(text.startswith("+") for text in lines)
    assert all(place.height >= least for place in lines.values())
