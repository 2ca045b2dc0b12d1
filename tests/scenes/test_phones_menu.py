"""What a phone offers beside the board: a move back, another setup, having to go; and in no words of a pad's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.phones.snapshot import Snapshot
from scenes.join.join_scene import JoinScene
from scenes.kit.dialog import Dialog
from scenes.match.lost_devices import LostDeviceDialog
from scenes.menu.menu_scene import MenuScene
from scenes.setup.setup_scene import SetupScene
from tests.scenes.playhouse import QUORIDOR, Playhouse
from tests.scenes.test_phone_boards import match_of
from tests.scenes.test_phones import Evening
from tests.scenes.test_phones_result import ended

PADS_WORDS = ("Press A", "press A", "Plug", "plug")


@pytest.fixture
def evening(house: Playhouse) -> Evening:
    return Evening(house)


def labels(shown: Snapshot) -> dict[str, str]:
    """The buttons of a phone, by their words: what they are."""
    return {button.label: button.role for button in shown.buttons}


def test_who_waits_asks_for_the_own_move_back_and_the_other_agrees(evening: Evening) -> None:
    match = match_of(evening, "quoridor", "e2")
    waiting = labels(evening.phones.shown(1))
    assert waiting["Undo"] == "ring" and "Turn" in waiting
    evening.press(1, "undo")
    evening.house.on_top(Dialog)
    evening.house.run(0.5)
    evening.phones.answer(2, "Take back")
    evening.house.until(lambda: match.session.ply == 0, "that the move is taken back")


def test_nobody_who_only_watches_is_offered_a_move_back(evening: Evening) -> None:
    match_of(evening, "quoridor", "e2")
    evening.phones.join(3, watching=True)
    evening.house.run(0.3)
    assert evening.phones.shown(3).buttons == ()


@pytest.mark.parametrize("phone", [1, 2])
@pytest.mark.parametrize("game", ["quoridor", "coffee", "star", "robots"])
def test_whoever_has_to_go_says_so_on_the_own_phone(evening: Evening, game: str, phone: int) -> None:
    match = match_of(evening, game)
    assert labels(evening.phones.shown(phone))["I have to go"] == "menu"
    evening.press(phone, "leave")
    t, name = evening.house.stage.t, match.services.name(match.session.seats[phone - 1])
    assert evening.house.on_top(Dialog).title == t("leave.title", name=name)
    evening.house.run(0.5)
    level = next(label for label in labels(evening.phones.shown(phone)) if label.startswith("AI 2"))
    evening.phones.answer(phone, level)
    evening.house.run(0.5)
    evening.phones.answer(3 - phone, "Agree")
    evening.house.run(0.5)
    assert evening.house.top is match and match.session.seats[phone - 1].is_ai
    assert "I have to go" not in labels(evening.phones.shown(phone)), "who has gone has no seat to leave"


def test_nobody_has_to_go_from_a_game_that_is_over(evening: Evening) -> None:
    ended(evening, "quoridor")
    assert "I have to go" not in labels(evening.phones.shown(1))


def test_the_result_offers_a_move_back_and_another_setup(evening: Evening) -> None:
    ended(evening, "quoridor")
    shown = labels(evening.phones.shown(1))
    assert list(shown) == ["Rematch", "Review", "Take back", "New setup", "Menu"]
    evening.phones.answer(1, "New setup")
    evening.house.until(lambda: isinstance(evening.house.top, SetupScene), "the setup")


@pytest.mark.parametrize("scene", ["menu", "setup"])
def test_who_sits_at_the_table_is_not_asked_to_sit_down(evening: Evening, scene: str) -> None:
    evening.desk.open()
    evening.join(1)
    services = evening.house.services
    evening.house.show(MenuScene(services) if scene == "menu" else SetupScene(services, QUORIDOR))
    evening.house.run(0.5)
    shown = labels(evening.phones.shown(1))
    assert "Sit down" not in shown and shown["Seats"] == "plain"
    evening.phones.answer(1, "Seats")
    evening.house.until(lambda: isinstance(evening.house.top, JoinScene), "where people sit")
    evening.house.run(0.3)
    assert "Sit down" not in labels(evening.phones.shown(1))


def test_a_sign_of_the_shelf_means_what_it_shows(evening: Evening) -> None:
    """The bulb is a hint and no language, the two bars are a pause and no settings."""
    evening.desk.open()
    evening.join(1)
    evening.house.show(MenuScene(evening.house.services))
    evening.house.run(0.5)
    assert [button.id for button in evening.phones.shown(1).buttons if button.role == "shelf"] == ["rules"]


@pytest.mark.parametrize("owner", ["phone", "pad"])
def test_no_phone_is_told_to_plug_in_or_to_press_a(evening: Evening, owner: str) -> None:
    match = match_of(evening, "quoridor")
    device = match.session.seats[1].device if owner == "phone" else "pad2"
    match.session.reseat(1, replace(match.session.seats[1], device=device))
    told = LostDeviceDialog(match.lost, 1).told(evening.device(1))
    assert "choose below" in told.helper
    assert [word for word in PADS_WORDS if word in told.sentence + told.helper] == []
