"""The archive: browsing, replaying, exporting, importing and deleting with every device."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from game.core.record import Record
from game.core.rules import Outcome
from game.files import file_name, read
from game.shelf import Archived, Damaged
from scenes.archive.archive_scene import ArchiveScene
from scenes.archive.game_row import date_text, game_text, local_time, result_text
from scenes.archive.import_scene import ImportScene
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.dialog import Dialog
from scenes.kit.intents import Kind
from scenes.kit.scene import Push
from scenes.kit.scroll import ScrollList
from scenes.menu.menu_scene import MenuScene
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, Hand, KeyHand, MouseHand, SteppingHand, TouchHand
from tests.scenes.playhouse import PERSON, RIVAL, SIZES, Playhouse

WON = ("e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2", "e9")
GAME = Record(
    "quoridor", {"players": 2, "jump_pairs": False, "walls": None}, 0, WON, (PERSON, RIVAL), (), Outcome((0,), "goal")
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The export folder."""
    monkeypatch.setenv("KISSATEN_EXPORT", str(tmp_path / "games"))
    return tmp_path / "games"


def seeds(scene: ArchiveScene) -> list[int]:
    """Of the games on the shelf, as listed."""
    return [row.record.seed for row in scene.games if isinstance(row, Archived)]


def fill(house: Playhouse, count: int) -> None:
    """Finish `count` games, told apart by their seeds; the last is the first of the list."""
    for seed in range(count):
        house.services.store.finish(replace(GAME, seed=seed))


def archive(house: Playhouse, count: int) -> ArchiveScene:
    """The archive with `count` games, reached from the menu by its key."""
    fill(house, count)
    house.services.offered_resume = True
    house.boot()
    HANDS["keyboard"](house).order(Kind.NEXT)
    return house.on_top(ArchiveScene)


def choose(hand: Hand, listed: ScrollList, index: int) -> None:
    """Make a row that is in view, or can be stepped to, the chosen one."""
    if isinstance(hand, (MouseHand, TouchHand)):
        if listed.chosen != index:
            hand.point(listed.row(index).center)
    else:
        assert isinstance(hand, SteppingHand)
        for _ in range(abs(index - listed.chosen)):
            hand.hit(Kind.DOWN if index > listed.chosen else Kind.UP)
    assert listed.chosen == index


def open_row(hand: Hand, listed: ScrollList) -> None:
    """Open the chosen row."""
    if isinstance(hand, (MouseHand, TouchHand)):
        hand.point(listed.row(listed.chosen).center)
    else:
        hand.order(Kind.CONFIRM)


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_a_game_is_chosen_replayed_and_left(house: Playhouse, device: str) -> None:
    scene = archive(house, 4)
    hand = HANDS[device](house)
    choose(hand, scene.list, 2)
    open_row(hand, scene.list)
    replay = house.on_top(ReplayScene)
    assert (replay.playback.record.seed, replay.playback.ply) == (1, 0)
    hand.order(Kind.BACK)
    assert house.top is scene and scene.list.chosen == 2
    hand.order(Kind.BACK)
    house.on_top(MenuScene)


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(4)
def test_a_game_goes_out_and_comes_back(house: Playhouse, folder: Path, device: str) -> None:
    scene = archive(house, 3)
    hand = HANDS[device](house)
    choose(hand, scene.list, 1)
    hand.order(Kind.SECONDARY)
    hand.say("Save as a file")
    notice = house.on_top(Dialog)
    (path,) = folder.iterdir()
    assert path.name in notice.body and str(folder) in notice.body
    assert read(path) == replace(GAME, seed=1)
    (row,) = (game for game in house.services.store.archive() if game.record == read(path))
    assert read(path).played == row.dated.played != ""
    hand.say("OK")
    hand.order(Kind.SECONDARY)
    hand.say("Delete")
    hand.say("Delete")
    assert seeds(scene) == [2, 0]
    hand.order(Kind.HINT)
    open_row(hand, house.on_top(ImportScene).list)
    assert house.top is scene
    assert seeds(scene) == [1, 2, 0] and scene.list.chosen == 0


def test_a_game_that_is_there_already_is_said_to_be(house: Playhouse, folder: Path) -> None:
    scene = archive(house, 3)
    hand = KeyHand(house)
    choose(hand, scene.list, 1)
    hand.order(Kind.SECONDARY)
    hand.say("Save as a file")
    hand.say("OK")
    hand.order(Kind.HINT)
    open_row(hand, house.on_top(ImportScene).list)
    assert house.on_top(Dialog).title == "Already here"
    assert seeds(scene) == [2, 1, 0] and scene.list.chosen == 1


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_a_damaged_file_is_explained_and_stays_out(house: Playhouse, folder: Path, device: str) -> None:
    scene = archive(house, 1)
    hand = HANDS[device](house)
    folder.mkdir()
    (folder / "tea.json").write_text(GAME.to_json().replace('"e8", "e3"', '"e8", "z3"'))
    if isinstance(hand, (MouseHand, TouchHand)):
        hand.point((3, 3))
    hand.order(Kind.HINT)
    open_row(hand, house.on_top(ImportScene).list)
    notice = house.on_top(Dialog)
    assert notice.body == "tea.json is damaged: action 2 in it is not possible."
    assert "z3" in notice.detail and notice.detail in notice.spoken
    hand.say("OK")
    hand.order(Kind.BACK)
    assert house.top is scene and len(house.services.store.archive()) == 1


def test_a_game_from_a_file_has_the_date_when_it_was_played(house: Playhouse, folder: Path) -> None:
    scene = archive(house, 0)
    folder.mkdir()
    for name, played in (("dated", "2025-03-01T12:30:00+02:00"), ("undated", "")):
        text = replace(GAME, seed=len(name), played=played).to_json()
        (folder / f"{name}.json").write_text(text)
        hand = KeyHand(house)
        hand.order(Kind.HINT)
        choose(hand, house.on_top(ImportScene).list, [f.path.stem for f in house.on_top(ImportScene).found].index(name))
        open_row(hand, house.on_top(ImportScene).list)
        assert house.top is scene
    texts = [game_text(house.services, game) for game in house.services.store.archive()]
    assert "date unknown" in texts[0]
    assert date_text(house.stage, local_time("2025-03-01T10:30:00+00:00")) in texts[1]
    hand.order(Kind.SECONDARY)
    hand.say("Save as a file")
    assert [read(path).played for path in folder.glob("quoridor*.json")] == [""]


def test_the_folder_can_be_opened_and_what_is_put_there_appears(
    house: Playhouse, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive(house, 0)
    hand = KeyHand(house)
    hand.order(Kind.HINT)
    scene = house.on_top(ImportScene)
    opened: list[Path] = []
    monkeypatch.setattr("game.platforms.show_folder", opened.append)
    hand.order(Kind.SECONDARY)
    assert opened == [folder]
    folder.mkdir()
    (folder / "tea.json").write_text(GAME.to_json())
    house.run(1.1)
    assert scene.count == 1 and scene.row_text(0) == "tea.json"

    def refuse(folder: Path) -> None:
        raise OSError("no file manager is known here")

    monkeypatch.setattr("game.platforms.show_folder", refuse)
    hand.order(Kind.SECONDARY)
    notice = house.on_top(Dialog)
    assert str(folder) in notice.body and notice.detail == "no file manager is known here"


def test_deleting_asks_first(house: Playhouse) -> None:
    scene = archive(house, 2)
    hand = HANDS["keyboard"](house)
    hand.order(Kind.SECONDARY)
    hand.say("Delete")
    hand.say("Keep")
    assert house.top is scene and scene.count == 2


def test_an_export_that_fails_says_so(house: Playhouse, folder: Path) -> None:
    scene = archive(house, 1)
    folder.write_text("a file where the folder should be")
    hand = HANDS["keyboard"](house)
    hand.order(Kind.SECONDARY)
    hand.say("Save as a file")
    assert house.on_top(Dialog).title == "The file could not be written"
    hand.say("OK")
    assert house.top is scene


def test_an_empty_archive_offers_the_import_only(house: Playhouse, folder: Path) -> None:
    scene = archive(house, 0)
    assert [prompt.kind for prompt in scene.prompts()] == [Kind.HINT, Kind.BACK]
    hand = HANDS["keyboard"](house)
    for kind in (Kind.CONFIRM, Kind.SECONDARY, Kind.DOWN, Kind.NEXT):
        hand.order(kind)
        assert house.top is scene
    hand.order(Kind.HINT)
    imports = house.on_top(ImportScene)
    assert str(folder) in imports.empty()[1]
    hand.order(Kind.CONFIRM)
    assert house.top is imports


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
    finger.drag((rows.view.centerx, rows.view.centery), (rows.view.centerx, rows.view.top))
    assert rows.row(0).top == pytest.approx(top + rows.row(1).top - rows.row(0).top - rows.view.height // 2, abs=3)
    chosen = rows.chosen
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


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(size, marks=pytest.mark.long if size == (3840, 2160) else ())
        for size in (*SIZES, (1, 1), (240, 240))
    ],
)
@pytest.mark.one_in(6)
def test_every_size_shows_rows(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size=size)
    scene = archive(house, 30)
    assert scene.list.rect.bottom <= max(scene.bar.region.bottom, house.window.size[1])
    assert scene.list.row_size[0] > 0
    HANDS["keyboard"](house).order(Kind.CONFIRM)
    house.on_top(ReplayScene)


def test_dates_and_results_in_words(house: Playhouse) -> None:
    stage = house.stage
    assert local_time("tea") is None and date_text(stage, None) == "date unknown"
    moment = local_time("2026-11-21T10:00:00+00:00")
    assert moment is not None and moment.utctimetuple()[:5] == (2026, 11, 21, 10, 0)
    assert date_text(stage, moment) == f"{moment:%Y-%m-%d, %H:%M}"
    assert result_text(house.services, GAME) == "Aoi wins"
    assert result_text(house.services, replace(GAME, result=Outcome((), "draw"))) == "Draw"
    assert result_text(house.services, replace(GAME, result=None)) == "Unfinished"
    assert file_name(GAME, None, ["Aoi"]) == "quoridor Aoi.json"


# Damaged rows


def damage(house: Playhouse) -> None:
    """Three games on the shelf, of which the middle one does not replay."""
    for seed, actions in enumerate((GAME.actions, ("e2", "e2"), GAME.actions)):
        house.services.store._write(house.services.store._join(replace(GAME, seed=seed, actions=actions)))


def test_a_row_that_does_not_replay_is_shown_as_damaged_and_can_be_saved_and_deleted(
    house: Playhouse, folder: Path
) -> None:
    damage(house)
    scene = ArchiveScene(house.services)
    house.show(scene)
    house.until(lambda: any(isinstance(row, Damaged) for row in scene.games), "what is damaged")
    assert [isinstance(row, Damaged) for row in scene.games] == [False, True, False]
    hand = KeyHand(house)
    hand.hit(Kind.DOWN)
    hand.hit(Kind.CONFIRM)
    notice = house.on_top(Dialog)
    assert notice.title == "Damaged" and "e2" in notice.body
    hand.say("OK")
    hand.order(Kind.SECONDARY)
    hand.say("Save as a file")
    (path,) = folder.iterdir()
    assert '"e2", "e2"' in path.read_text(encoding="utf-8")
    hand.say("OK")
    hand.order(Kind.SECONDARY)
    hand.say("Delete")
    hand.say("Delete")
    assert seeds(scene) == [2, 0]


def test_a_damaged_row_is_never_replayed(house: Playhouse) -> None:
    damage(house)
    scene = ArchiveScene(house.services)
    house.app.manager.start(scene)
    assert isinstance(scene.open(1), Push) and not isinstance(house.top, ReplayScene)
    assert isinstance(scene.games[1], Damaged)
