"""Games as text and files that are pasted where games are imported, or dropped on the window anywhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.records.game_code import pack
from game.robots.drifting_droids import read_droids_code
from scenes.archive.archive_scene import ArchiveScene, ImportScene, RowsScene
from scenes.archive.replay_scene import ReplayScene
from scenes.house.offers import Visitors
from scenes.kit.input.intents import Kind, Signal, SignalKind
from scenes.kit.widgets.dialog import Dialog
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.table.sharing.reading import ReadingScene
from tests.files.test_texts_of_others import SEVEN
from tests.processes import said
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS
from tests.scenes.house.test_archive import GAME, archive, seeds
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

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
    def test_what_is_wrong_is_said(
        self, open_house: OpenHouse, text: str, language: str, body: str, detail: str
    ) -> None:
        house = open_house(language=language)
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
