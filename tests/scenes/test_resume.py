"""What was left is offered again: after going to the menu, after a crash; and a start that goes wrong still starts."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pygame
import pytest

from game.paths import store_path
from game.registry import find
from game.store import Store
from scenes.kit.dialog import Dialog
from scenes.kit.intents import Kind
from scenes.match import match_scene
from scenes.match.controller import LAG_SECONDS
from scenes.match.match_scene import MatchScene
from scenes.menu import menu_scene
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToMatch, ToResume
from scenes.routing import open_route
from scenes.setup.setup_scene import SetupScene
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, KeyHand, focus_of
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tests.stores import PATIENCE

ROOT = Path(__file__).parents[2]


def leave_after(house: Playhouse, *actions: str) -> None:
    """Play `actions` and leave for the menu."""
    house.match(PERSON, RIVAL)
    hand = KeyHand(house)
    for action in actions:
        hand.play(action)
    hand.order(Kind.PAUSE)
    hand.say("Menu")
    house.on_top(MenuScene)


def actions_of(match: MatchScene) -> list[str]:
    return list(match.session.record().actions)


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_a_game_that_was_left_can_be_continued(house: Playhouse, device: str) -> None:
    leave_after(house, "e2", "e8", "d3h")
    hand = HANDS[device](house)
    hand.press(focus_of(house).widgets[0])
    assert "2 moves played" in house.on_top(Dialog).body
    hand.say("Continue")
    match = house.on_top(MatchScene)
    assert actions_of(match) == ["e2", "e8", "d3h"]
    assert match.hands.person == 1
    hand.play("e7")
    assert actions_of(match) == ["e2", "e8", "d3h", "e7"]


def test_who_has_just_left_a_game_that_the_command_line_began_is_not_asked(house: Playhouse) -> None:
    house.match(PERSON, RIVAL)
    house.services.offered_resume = False  # as `main.py play` begins, which comes past no menu
    hand = KeyHand(house)
    hand.play("e2")
    hand.order(Kind.PAUSE)
    hand.say("Menu")
    house.run(1.0)
    house.on_top(MenuScene)


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_a_new_game_in_place_of_one_that_was_left_puts_that_on_the_shelf(house: Playhouse, device: str) -> None:
    leave_after(house, "e2")
    hand = HANDS[device](house)
    hand.press(focus_of(house).widgets[0])
    hand.say("New game")
    setup = house.on_top(SetupScene)
    store = house.services.store
    assert store.length("quoridor") == 1  # it waits until the new one begins
    hand.press(setup.focus.widgets[-1])
    house.on_top(MatchScene)
    assert store.length("quoridor") == 0
    assert [(game.record.actions, game.record.result) for game in store.archive()] == [(("e2",), None)]


def test_another_title_leaves_the_game_that_waits_alone(house: Playhouse) -> None:
    leave_after(house, "e2", "e8")
    star = find("star")
    house.app.manager.start(open_route(house.services, ToMatch(house.services.table(star))))
    house.be_heard()
    house.on_top(MatchScene)
    assert house.services.store.length("quoridor") == 2
    resumed = open_route(house.services, ToResume(house.services.store.unfinished("quoridor")))
    assert isinstance(resumed, MatchScene) and actions_of(resumed) == ["e2", "e8"]


def test_a_tile_says_that_its_game_is_in_progress(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_after(house, "e2", "e8", "e3")
    said: list[tuple[pygame.Rect, str]] = []
    monkeypatch.setattr(menu_scene, "draw_ribbon", lambda stage, canvas, tile, text: said.append((tile, text)))
    menu = house.on_top(MenuScene)
    menu.draw(house.app.canvas, 1.0)
    ((tile, text),) = said
    assert text == "In progress, 2 moves" and tile.contains(menu.places["quoridor"].frame)


@pytest.mark.usefixtures("hasty_store")
def test_slow_saving_is_said_beside_the_board_while_it_lasts(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    assert "Saving" not in match.words.content.helper
    with closing(sqlite3.connect(store_path(), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        KeyHand(house).put(match.session.spec.rules.parse("e2"))
        assert "Saving" not in match.words.content.helper  # not at once: disks take their time
        house.run(LAG_SECONDS + 0.1)
        assert match.words.content.helper == "Saving takes longer than usual; the game goes on."
        assert house.services.store.kept("quoridor") == 0
        other.execute("ROLLBACK")
    assert house.services.store.wait(PATIENCE)
    house.run(0.1)
    assert "Saving" not in match.words.content.helper
    assert house.services.store.kept("quoridor") == 1


def test_going_back_from_the_offer_keeps_the_game(house: Playhouse) -> None:
    leave_after(house, "e2")
    hand = KeyHand(house)
    hand.hit(Kind.CONFIRM)
    hand.hit(Kind.BACK)
    house.on_top(MenuScene)
    assert house.services.store.unfinished() is not None


def test_after_a_crash_the_next_start_offers_the_game(open_house: OpenHouse) -> None:
    crashed = open_house()
    crashed.match(PERSON, RIVAL)
    hand = KeyHand(crashed)
    for action in ("e2", "e8", "d3h"):
        hand.play(action)
    crashed.crash()

    house = open_house()
    house.boot()
    assert "2 moves played" in house.on_top(Dialog).body
    hand = KeyHand(house)
    hand.hit(Kind.CONFIRM)
    match = house.on_top(MatchScene)
    assert actions_of(match) == ["e2", "e8", "d3h"]
    assert match.session.seats == (PERSON, RIVAL)
    hand.play("e7")


def test_a_finished_game_is_not_offered_again(open_house: OpenHouse) -> None:
    first = open_house()
    moves = ["e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2"]
    first.match(PERSON, RIVAL, actions=moves)
    KeyHand(first).put(first.playing.session.spec.rules.parse("e9"))
    first.crash()
    house = open_house()
    house.boot()
    house.on_top(MenuScene)


def test_a_damaged_store_is_told_and_play_goes_on(open_house: OpenHouse) -> None:
    store_path().parent.mkdir(parents=True, exist_ok=True)
    store_path().write_bytes(b"no database at all" * 300)
    house = open_house()
    house.boot()
    dialog = house.on_top(Dialog)
    assert dialog.title == "Please note"
    aside = [path for path in store_path().parent.iterdir() if path.name in dialog.body and path != store_path()]
    assert [path.read_bytes()[:2] for path in aside] == [b"no"]
    hand = KeyHand(house)
    hand.say("OK")
    house.on_top(MenuScene)
    hand.hit(Kind.SECONDARY)
    hand.play("e2")
    assert actions_of(house.on_top(MatchScene))[0] == "e2"
    kept = house.services.store.unfinished()
    assert kept is not None and kept.actions[0] == "e2"


def test_a_write_that_fails_is_told_during_the_match(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    with closing(sqlite3.connect(store_path())) as database:
        database.execute("DROP TABLE actions")
    hand = KeyHand(house)
    hand.put(match.session.spec.rules.parse("e2"))
    house.until(lambda: house.top is not match, "the notice")
    house.run(0.4)
    assert "set aside" in house.on_top(Dialog).body
    hand.say("OK")
    house.rest()
    hand.play("e8")
    assert actions_of(match) == ["e2", "e8"]


def test_without_a_sound_device_all_is_silent(open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    house = open_house()
    assert pygame.mixer.get_init() is None
    house.match(PERSON, RIVAL)
    KeyHand(house).play("e2")
    assert house.playing.session.ply == 1


def test_without_a_display_one_clear_message_and_status_2(tmp_path: Path) -> None:
    gone = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    environment = {key: value for key, value in os.environ.items() if key not in gone}
    environment |= {"KISSATEN_DATA": str(tmp_path), "KISSATEN_CACHE": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "main.py"], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "needs a display" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_the_store_of_a_playhouse_is_its_own(house: Playhouse) -> None:
    leave_after(house, "e2")
    house.close()
    store = Store.open(store_path())
    record = store.unfinished()
    store.close()
    assert record is not None and record.actions == ("e2",)


def test_a_game_that_grows_without_end_goes_to_the_shelf_and_can_be_read_there(
    house: Playhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_scene, "MAX_PLIES", 3)
    match = house.match(PERSON, RIVAL, actions=["e2", "e8"])
    hand = KeyHand(house)
    hand.put(match.session.spec.rules.parse("e3"))
    house.until(lambda: house.top is not match, "the notice")
    assert "2 moves" in house.on_top(Dialog).body
    hand.say("OK")
    house.on_top(MenuScene)
    store = house.services.store
    assert not store.length("quoridor")
    (kept,) = store.archive()
    assert (kept.record.actions, kept.record.result) == (("e2", "e8", "e3"), None)
    assert store.opened(kept.id) is not None
