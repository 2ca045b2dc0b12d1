"""The archive: browsing, replaying, exporting and deleting with every device, and games that are given to it."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import ClassVar
from unittest.mock import patch

import pygame
import pytest

from game.core.incremental import run_to_end
from game.core.record import Record, SeatConfig
from game.core.rules import Outcome
from game.core.times import day_before, local_time, zoned
from game.puzzles.results import in_a_row
from game.records.files import FoundFile, file_name, read
from game.records.game_code import pack
from game.robots.drifting_droids import read_droids_code
from game.storage.shelf import ArchivedGame, DamagedGame
from game.supervision.health import Reports
from scenes.archive import listing
from scenes.archive.archive_scene import ArchiveScene, ImportScene, RowsScene
from scenes.archive.listing import date_text
from scenes.archive.replay_scene import ReplayScene
from scenes.house.offers import Visitors
from scenes.kit.input.intents import Kind, Signal, SignalKind
from scenes.kit.widgets.dialog import Dialog
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.table.film.reel import reel_in_steps
from scenes.table.pictures import saved_name
from scenes.table.sharing.reading import ReadingScene
from scenes.table.tile import tile
from scenes.table.words import result_text
from tests.files.test_texts_of_others import SEVEN
from tests.processes import said
from tests.scenes import posting
from tests.scenes.hands import HANDS, MouseHand, PointerHand, SteppingHand, TouchHand
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import PERSON, RIVAL, SIZES, Playhouse

WON = ("e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2", "e9")
GAME = Record(
    "quoridor", {"players": 2, "jump_pairs": False, "walls": None}, 0, WON, (PERSON, RIVAL), (), Outcome((0,), "goal")
)


def seeds(scene: ArchiveScene) -> list[int]:
    """Return the seeds of the games on the shelf, as listed."""
    return [row.record.seed for row in scene.games if isinstance(row, ArchivedGame)]


def fill(house: Playhouse, count: int) -> None:
    """Finish `count` games. Their seeds tell them apart; the last one is the first of the list."""
    for seed in range(count):
        house.services.store.finish(replace(GAME, seed=seed))


def archive(house: Playhouse, count: int) -> ArchiveScene:
    """Return the archive with `count` games, reached from the menu by its key."""
    fill(house, count)
    house.services.offered_resume = True
    house.boot()
    HANDS["keyboard"](house).order(Kind.NEXT)
    return house.on_top(ArchiveScene)


def test_the_list_scrolls_by_page_wheel_drag_and_bar(house: Playhouse) -> None:
    scene = archive(house, 40)
    keys, finger = HANDS["keyboard"](house), TouchHand(house)
    rows = scene.list
    keys.order(Kind.NEXT)
    keys.order(Kind.NEXT)
    house.run(0.5)
    assert rows.chosen > 6 and rows.view.contains(rows.row(rows.chosen))
    top = rows.row(0).top
    posting.move_mouse(rows.view.center)
    posting.move_mouse((rows.view.centerx + 9, rows.view.centery))
    posting.wheel(1)
    house.run(0.5)
    assert rows.row(0).top == top + rows.row(1).top - rows.row(0).top
    chosen = rows.chosen
    finger.drag((rows.view.centerx, rows.view.centery), (rows.view.centerx, rows.view.top))
    assert rows.row(0).top == pytest.approx(top + rows.row(1).top - rows.row(0).top - rows.view.height // 2, abs=3)
    bar = rows.bar
    assert bar is not None and chosen == rows.chosen, "a drag chooses nothing"
    mouse = MouseHand(house)
    house.react(
        partial(posting.mouse_down, bar.center),
        partial(posting.move_mouse, (bar.centerx, rows.rect.bottom + 200)),
        partial(posting.mouse_up, (bar.centerx, rows.rect.bottom + 200)),
    )
    assert rows.view.contains(rows.row(39)) and rows.row(39).bottom == rows.view.bottom
    mouse.point(rows.row(39).center)
    assert rows.chosen == 39
    for _ in range(10):
        keys.order(Kind.PREVIOUS)
    house.run(0.5)
    assert rows.chosen == 0 and rows.row(0).top == rows.view.top


@pytest.mark.parametrize("size", [*SIZES, (1, 1), (240, 240)])
@pytest.mark.one_in(6)
def test_every_size_shows_rows(house: Playhouse) -> None:
    scene = archive(house, 30)
    assert scene.list.rect.bottom <= max(scene.bar.region.bottom, house.window.size[1])
    assert scene.list.row_size[0] > 0
    HANDS["keyboard"](house).order(Kind.CONFIRM)
    house.on_top(ReplayScene)


def test_dates_and_results_in_words(house: Playhouse) -> None:
    assert local_time("tea") is None and date_text(house.services, None) == "date unknown"
    moment = local_time("2026-11-21T10:00:00+00:00")
    assert moment is not None and moment.utctimetuple()[:5] == (2026, 11, 21, 10, 0)
    house.services.clock = lambda: moment + timedelta(days=1)
    assert date_text(house.services, moment) == f"Yesterday, {moment:%H:%M}"
    assert result_text(house.services, GAME) == "Aoi wins"
    assert result_text(house.services, replace(GAME, result=Outcome((), "draw"))) == "Draw"
    assert result_text(house.services, replace(GAME, result=None)) == "Unfinished"
    assert file_name(GAME, None, ["Aoi"]) == "quoridor Aoi.json"


# Damaged rows


def damage(house: Playhouse) -> None:
    """Put three games on the shelf. The actions of the middle one are not possible."""
    for seed, actions in enumerate((GAME.actions, ("e2", "e2"), GAME.actions)):
        house.services.store._write(house.services.store._join(replace(GAME, seed=seed, actions=actions)))


class ArchiveVocabulary(HouseVocabulary):
    """Tells of the shelf of games, of the files that games are written to, and of files that are taken in."""

    @property
    def games(self) -> Path:
        """The folder that games are written to."""
        return self.folder / "games"

    @property
    def saved(self) -> Path:
        """The only file that was written."""
        (path,) = (path for path in self.games.iterdir() if path.stem not in self.put)
        return path

    @property
    def shelf(self) -> ArchiveScene:
        """The shelf, also if another scene lies on it."""
        return next(scene for scene in self.house.app.manager.scenes if isinstance(scene, ArchiveScene))

    def files_as_kept(self) -> list[int]:
        """Check that each file is a game of the shelf. Return their seeds."""
        kept = [game.dated for game in self.house.services.store.archive()]
        found = [read(path) for path in self.games.iterdir()]
        assert all(record in kept and record.played for record in found)
        return [record.seed for record in found]

    def rows(self) -> list[str]:
        """Return the rows of the list."""
        return [self.top.row_text(at) for at in range(self.top.count)]

    facts: ClassVar = {
        # damaged rows, from 0
        "damaged": lambda s: [at for at, row in enumerate(s.house.top.games) if isinstance(row, DamagedGame)],
        "files_as_kept": files_as_kept,
        "rows": rows,
        # seeds of the games on the shelf
        "seeds": lambda s: seeds(s.shelf),
        "text_of_saved": lambda s: s.saved.read_text(encoding="utf-8"),
    }

    def prepare(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        """Let games be written to a folder of the test."""
        super().prepare(folder, patch)
        patch.setenv("KISSATEN_EXPORT", str(self.games))
        self.opened: list[Path] = []
        self.put: list[str] = []  # the names of files that the story puts there

    def do_shelf(self, rest: str = "") -> None:
        """NUMBER, or damaged: Open the shelf from the menu, with this many games. Or show it with three games, and with
        the middle one damaged."""
        if rest == "damaged":
            damage(self.house)
            self.house.show(ArchiveScene(self.house.services))
        else:
            archive(self.house, int(rest))

    def do_choose(self, rest: str = "") -> None:
        """ROW: Choose a row by its number (from 0) or by its text."""
        hand, listed = self.usual_hand, self.top.list
        wanted = int(rest) if rest.isdigit() else self.rows().index(rest)
        if isinstance(hand, PointerHand) and listed.chosen != wanted:
            hand.point(listed.row(wanted).center)
        while isinstance(hand, SteppingHand) and listed.chosen < wanted:
            hand.hit(Kind.DOWN)
        assert listed.chosen == wanted

    def do_take(self) -> None:
        """Open the chosen row."""
        hand, listed = self.usual_hand, self.top.list
        if isinstance(hand, PointerHand):
            hand.point(listed.row(listed.chosen).center)
        else:
            hand.order(Kind.CONFIRM)

    def do_file(self, rest: str = "") -> None:
        """NAME [damaged | DATE]: Put a game's file into the folder, damaged or played at this date. The game's seed is
        the length of NAME."""
        name, _, more = rest.partition(" ")
        self.put.append(name)
        self.games.mkdir(exist_ok=True)
        text = replace(GAME, seed=len(name), played="" if more == "damaged" else more).to_json()
        broken = text.replace('"e8", "e3"', '"e8", "z3"')
        (self.games / f"{name}.json").write_text(broken if more == "damaged" else text)

    def do_folder(self, rest: str = "") -> None:
        """opens or fails: Let the desktop show folders from now on, or fail to."""

        def fail(folder: Path) -> None:
            raise OSError("no file manager is known here")

        self.patch.setattr("scenes.archive.archive_scene.show_folder", fail if rest == "fails" else self.opened.append)


test_the_shelf = stories("archive.txt", ArchiveVocabulary)


def test_a_row_has_the_picture_of_its_game_and_a_laurel_for_each_winner(house: Playhouse) -> None:
    won = ArchivedGame(1, "", Record("quoridor", {}, 0, (), (PERSON, RIVAL), (), Outcome((1,), "goal")))
    drawn = won._replace(record=replace(won.record, result=Outcome((), "agreed")))
    for game, laurels in ((won, 1), (drawn, 0)):
        with (
            patch.object(house.stage, "show", wraps=house.stage.show) as show,
            patch("scenes.archive.listing.tile", wraps=tile) as shown,
        ):
            listing.game_row(house.services, game, (1200, 124), False)
        assert [call.args[1] for call in show.call_args_list].count("laurel") == laurels
        assert [call.args[1] for call in shown.call_args_list] == ["quoridor"]


# Games that are pasted or dropped


CODE = pack(GAME)
WITHOUT_CLIPBOARD = """
import sys
sys.modules["pygame.scrap"] = None  # as where pygame was built without it
from scenes.kit.system import text_on_clipboard
print(repr(text_on_clipboard()))
"""
DROPS = (pygame.DROPFILE, pygame.DROPTEXT)


def drop(house: Playhouse, kind: int, what: str) -> None:
    """Drop a file or a text on the window."""
    event = pygame.event.Event(kind, {"file" if kind == pygame.DROPFILE else "text": what})
    house.react(lambda: pygame.event.post(event))
    house.run(0.5)


def importing(house: Playhouse) -> ImportScene:
    """The import, reached from an archive with a game."""
    archive(house, 1)
    HANDS["keyboard"](house).order(Kind.HINT)
    return house.on_top(ImportScene)


def paste(house: Playhouse, text: str | None = CODE, how: str = "ctrl") -> None:
    """Copy a text and paste it; None for what is on the clipboard."""
    if text is not None:
        pygame.scrap.put_text(text)
    if how == "bar":
        HANDS["keyboard"](house).order(Kind.HINT)
    else:
        held = pygame.KMOD_LCTRL if how == "ctrl" else pygame.KMOD_LMETA
        house.react(lambda: posting.tap_key(pygame.K_v, held))
    house.run(0.5)


class TestPasting:
    @pytest.mark.parametrize("how", ["ctrl", "command", "bar"])
    def test_a_pasted_game_joins_the_archive(self, house: Playhouse, how: str) -> None:
        importing(house)
        paste(house, f"Look!\n{pack(replace(GAME, seed=77))}\n", how)
        scene = house.on_top(ArchiveScene)
        assert seeds(scene) == [77, 0] and scene.list.chosen == 0
        assert house.services.store.archive()[0].record.actions == GAME.actions

    @pytest.mark.parametrize(
        ("text", "language", "body", "detail"),
        [
            ("", "en", "The code is not a Kissaten game.", ""),
            (CODE[:-3], "en", "The code has a typing mistake, or a part is missing.", ""),
            (CODE[:40] + "é" + CODE[41:], "en", "The code has a typing mistake: letter 41 cannot be “é”.", ""),
            (CODE[:40] + "é" + CODE[41:], "ja", "コード に打ち間違いがあります。41文字目に「é」は使えません。", ""),
            ("e2 e8 e9", "en", "The code cannot be played here.", "line 1, column 7: move 3, 'e9': "),
            (SEVEN[:-1], "en", "The code cannot be played here.", "DriftingDroids: the code has no end: it has four "),
        ],
    )
    def test_what_is_wrong_is_said(self, house: Playhouse, text: str, body: str, detail: str) -> None:
        importing(house)
        paste(house, text)
        dialog = house.on_top(Dialog)
        assert (dialog.body, dialog.detail[: len(detail)]) == (body, detail)
        assert len(house.services.store.archive()) == 1

    def test_a_clipboard_that_is_not_there_holds_nothing(self) -> None:
        assert said(WITHOUT_CLIPBOARD).endswith("''\n")

    def test_elsewhere_it_means_nothing(self, house: Playhouse) -> None:
        house.boot()
        paste(house)
        house.on_top(MenuScene)


class TestDropping:
    def dropped(self, kind: int, folder: Path, code: str = CODE) -> str:
        if kind == pygame.DROPTEXT:
            return code
        path = folder / "game.txt"
        path.write_text(code, encoding="utf-8")
        return str(path)

    @pytest.mark.parametrize("kind", DROPS, ids=["file", "text"])
    def test_it_is_shown_over_the_menu(self, house: Playhouse, tmp_path: Path, kind: int) -> None:
        house.boot()
        drop(house, kind, self.dropped(kind, tmp_path))
        scene = house.on_top(ReplayScene)
        assert scene.playback.record.actions == GAME.actions and not house.services.store.archive()
        HANDS["keyboard"](house).order(Kind.BACK)
        house.on_top(MenuScene)

    @pytest.mark.parametrize("kind", DROPS, ids=["file", "text"])
    def test_it_joins_the_archive_where_games_are_imported(self, house: Playhouse, tmp_path: Path, kind: int) -> None:
        importing(house)
        drop(house, kind, self.dropped(kind, tmp_path, pack(replace(GAME, seed=77))))
        assert seeds(house.on_top(ArchiveScene)) == [77, 0]

    def test_a_match_waits_below(self, house: Playhouse) -> None:
        match = house.match(PERSON, RIVAL, actions="e2 e8")
        drop(house, pygame.DROPTEXT, CODE)
        house.on_top(ReplayScene)
        HANDS["keyboard"](house).order(Kind.BACK)
        assert house.on_top(MatchScene) is match and match.session.ply == 2

    @pytest.mark.parametrize("kind", DROPS, ids=["file", "text"])
    def test_what_is_wrong_is_said(self, house: Playhouse, tmp_path: Path, kind: int) -> None:
        house.boot()
        drop(house, kind, self.dropped(kind, tmp_path, CODE[:-1]))
        name = "The code" if kind == pygame.DROPTEXT else "game.txt"
        assert house.on_top(Dialog).body == f"{name} has a typing mistake, or a part is missing."
        HANDS["keyboard"](house).order(Kind.CONFIRM)
        house.on_top(MenuScene)

    def test_a_file_that_is_gone(self, house: Playhouse, tmp_path: Path) -> None:
        house.boot()
        drop(house, pygame.DROPFILE, str(tmp_path / "none.json"))
        assert house.on_top(Dialog).body == "none.json cannot be read."

    def test_a_long_one_can_be_given_up(self, house: Playhouse) -> None:
        house.pace.step = 1.0
        house.boot()
        drop(house, pygame.DROPTEXT, pack(replace(GAME, actions=("e2", "e8", "e1", "e9") * 9, result=None)))
        house.on_top(ReadingScene)
        HANDS["keyboard"](house).order(Kind.BACK)
        house.on_top(MenuScene)


class TestTextsOfOthers:
    """A board of DriftingDroids is played on; a list of moves that is legal in two readings is asked about."""

    def test_a_board_begins(self, house: Playhouse) -> None:
        house.boot()
        drop(house, pygame.DROPTEXT, f"Try this: {SEVEN}")
        match = house.on_top(MatchScene)
        assert match.session.spec.id == "robots" and match.session.state.phase == "practice"
        assert match.session.state.robots == read_droids_code(SEVEN).robots

    def test_a_board_that_is_pasted_begins_as_well(self, house: Playhouse) -> None:
        importing(house)
        paste(house, SEVEN)
        assert house.on_top(MatchScene).session.state.phase == "practice"

    @pytest.mark.parametrize(("answer", "first"), [("First player’s side", "e3h"), ("Opposite side", "e6h")])
    def test_where_row_1_is_is_asked(self, house: Playhouse, answer: str, first: str) -> None:
        house.boot()
        drop(house, pygame.DROPTEXT, "1. e3h d6v")
        assert house.on_top(RowsScene).title == "Where is row 1?"
        HANDS["keyboard"](house).say(answer)
        assert house.on_top(ReplayScene).playback.record.actions[0] == first

    def test_a_list_joins_the_archive(self, house: Playhouse) -> None:
        importing(house)
        paste(house, "1. e3h d6v")
        HANDS["keyboard"](house).say("Opposite side")
        house.run(0.5)
        house.on_top(ArchiveScene)
        assert ("e6h", "d3v") in [game.record.actions for game in house.services.store.archive()]


class TestStrangers:
    """At a table that nobody attends nothing comes in."""

    @pytest.fixture
    def left_alone(self, house: Playhouse) -> Playhouse:
        house.services.offers.visitors = Visitors(lambda: None, ("quoridor",), (1, 2), False, False)
        return house

    @pytest.mark.parametrize("kind", DROPS, ids=["file", "text"])
    def test_nothing_can_be_dropped(self, left_alone: Playhouse, tmp_path: Path, kind: int) -> None:
        left_alone.show(MenuScene(left_alone.services))
        drop(left_alone, kind, TestDropping().dropped(kind, tmp_path))
        left_alone.on_top(MenuScene)

    def test_nothing_can_be_pasted(self, left_alone: Playhouse) -> None:
        scene = left_alone.show(ImportScene(left_alone.services))
        assert scene.signal(Signal(SignalKind.PASTED, text=CODE)) is None
        assert scene.command(Kind.HINT) is None
        assert "Paste" not in [prompt.label for prompt in scene.prompts()]


def test_the_headline_names_the_folder_and_the_empty_page_tells_its_whole_path(house: Playhouse) -> None:
    scene = importing(house)
    assert scene.aside() == house.stage.t("import.folder", folder=scene.folder.name)
    assert str(scene.folder) in scene.empty()[1]


# Moments at the ends of the calendar


ROOT = Path(__file__).parents[3]
LAST, FIRST = "9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+00:00"
ENDS = [(LAST, "Asia/Tokyo"), (FIRST, "America/New_York")]
SEATS = (SeatConfig("human", name="Aoi"), SeatConfig("human", name="Ren"))


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The zone of this machine for the time of a test."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", request.param)
        time.tzset()
        yield request.param
    time.tzset()


@pytest.mark.parametrize(("played", "zone"), ENDS, indirect=["zone"])
def test_a_game_of_no_day_has_none_in_names_and_films(house: Playhouse, played: str, zone: str) -> None:
    record = Record("star", {}, 0, (), SEATS, played=played)
    assert local_time(played) is None
    assert saved_name(house.services, record, ".png") == "star Aoi, Ren.png"
    assert run_to_end(reel_in_steps(house.services, record)).opening == ("Aoi and Ren", "")


@pytest.mark.parametrize("zone", ["Asia/Tokyo"], indirect=True)
def test_a_game_of_a_day_has_that_of_this_zone(house: Playhouse, zone: str) -> None:
    record = Record("star", {}, 0, (), SEATS, played="2026-11-25T20:00:00+00:00")
    assert saved_name(house.services, record, ".png") == "star 2026-11-26 Aoi, Ren.png"
    assert "2026" in run_to_end(reel_in_steps(house.services, record)).opening[1]


@pytest.mark.parametrize("changed", [-1e17, 1e17, 253402300799.0, float("nan")])
def test_a_file_that_was_changed_at_no_time_is_listed(house: Playhouse, tmp_path: Path, changed: float) -> None:
    """As disks tell whose clock was wrong."""
    scene = house.show(ImportScene(house.services))
    scene.found = [FoundFile(tmp_path / "game.json", changed, 100)]
    scene.row_picture(0, (900, 90), False)
    assert local_time(changed) is None or local_time(changed).year == 9999


@pytest.mark.parametrize(
    ("clock", "zone"), [(datetime.max, "America/New_York"), (datetime.min, "Asia/Tokyo")], indirect=["zone"]
)
def test_a_clock_at_the_end_of_the_calendar_is_read_as_utc(clock: datetime, zone: str) -> None:
    assert zoned(clock) == clock.replace(tzinfo=timezone.utc)
    assert Reports(Path("health.json"), print, lambda: clock).moment().endswith("+00:00")


def test_the_first_day_of_all_has_none_before_it() -> None:
    assert day_before(date.min) is None and day_before(date(2026, 3, 1)) == date(2026, 2, 28)
    assert in_a_row([date.min, date(1, 1, 2), date(2026, 1, 1)], date(2026, 1, 1)).best == 2


def test_moments_become_local_in_one_place_alone() -> None:
    """So that none is forgotten that a file tells."""
    for path in [*(ROOT / "game").rglob("*.py"), *(ROOT / "scenes").rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        if path == ROOT / "game" / "core" / "times.py" or not re.search("astimezone|fromtimestamp|localtime", text):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                assert node.func.attr != "astimezone" or node.args, where
                assert node.func.attr not in ("fromtimestamp", "localtime"), where
