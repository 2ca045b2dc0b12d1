"""The archive: browsing, replaying, exporting, importing and deleting with every device."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import patch

import pytest

from game.core.record import Record
from game.core.rules import Outcome
from game.core.times import local_time
from game.records.files import file_name, read
from game.storage.shelf import ArchivedGame, DamagedGame
from scenes.archive import listing
from scenes.archive.archive_scene import ArchiveScene
from scenes.archive.listing import date_text
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.input.intents import Kind
from scenes.table.tile import tile
from scenes.table.words import result_text
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
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
def test_every_size_shows_rows(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size=size)
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

    @property
    def listed(self) -> Any:
        """The list of the scene on top."""
        scene: Any = self.house.top
        return scene.list

    def files_as_kept(self) -> list[int]:
        """Check that each file is a game of the shelf. Return their seeds."""
        kept = [game.dated for game in self.house.services.store.archive()]
        found = [read(path) for path in self.games.iterdir()]
        assert all(record in kept and record.played for record in found)
        return [record.seed for record in found]

    def rows(self) -> list[str]:
        """Return the rows of the list."""
        scene: Any = self.house.top
        return [scene.row_text(at) for at in range(scene.count)]

    facts: ClassVar = {
        "chosen": lambda s: s.shelf.list.chosen,  # the chosen row, from 0
        # damaged rows, from 0
        "damaged": lambda s: [at for at, row in enumerate(s.house.top.games) if isinstance(row, DamagedGame)],
        # when the games on the shelf were played, in universal time
        "dates": lambda s: [game.dated.played for game in s.house.services.store.archive()],
        "detail": lambda s: s.house.top.detail,  # of the question on top
        "files_as_kept": files_as_kept,
        "opened": lambda s: [path.name for path in s.opened],  # folders that the desktop was asked to show
        "rows": rows,
        "seed": lambda s: s.house.top.playback.record.seed,  # of the game in the replay
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
        hand, listed = self.usual_hand, self.listed
        wanted = int(rest) if rest.isdigit() else self.rows().index(rest)
        if isinstance(hand, PointerHand) and listed.chosen != wanted:
            hand.point(listed.row(wanted).center)
        while isinstance(hand, SteppingHand) and listed.chosen < wanted:
            hand.hit(Kind.DOWN)
        assert listed.chosen == wanted

    def do_take(self) -> None:
        """Open the chosen row."""
        hand, listed = self.usual_hand, self.listed
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
