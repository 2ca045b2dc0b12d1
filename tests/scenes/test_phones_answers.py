"""Questions on a phone: each answer is a button with its name and does what it does on the screen, once."""

from __future__ import annotations

import gc

import pytest

from game.phones.protocol import Press, Pressed
from scenes.kit.dialog import Answer, Dialog
from scenes.kit.intents import Intent, Kind, phone
from scenes.kit.scene import Quit, Switch
from scenes.match.lost_devices import LostDeviceDialog
from scenes.match.pause_scene import PauseScene
from scenes.menu.menu_scene import QuitDialog
from scenes.settings.settings_scene import SettingsScene
from tests.scenes.playhouse import Playhouse
from tests.scenes.test_phones import Evening, match_of, word


@pytest.fixture
def evening(house: Playhouse) -> Evening:
    return Evening(house)


def labels(evening: Evening, number: int) -> list[str]:
    return [button.label for button in evening.phones.shown(number).buttons]


def pause(evening: Evening) -> PauseScene:
    evening.press(1, "pause")
    evening.house.be_heard()
    return evening.house.on_top(PauseScene)


def test_the_pause_menu_is_buttons_by_their_names_but_for_what_is_the_owner_s(evening: Evening) -> None:
    match = match_of(evening, "quoridor")
    menu = pause(evening)
    can = [answer.label for answer in menu.answers if answer.enabled]
    assert labels(evening, 2) == [label for label in can if label != "Settings"] != can
    shown = evening.phones.shown(2)
    assert (shown.hand, shown.sentence) == ("result", menu.title) and menu.title
    assert [button.role for button in shown.buttons].count("primary") == 1
    index = next(i for i, answer in enumerate(menu.answers) if answer.label == "Settings")
    evening.house.app.manager.intent(Intent(Kind.ANSWER, phone(2), value=index))
    evening.house.be_heard()
    assert evening.house.top is menu and not isinstance(evening.house.top, SettingsScene)
    evening.phones.answer(2, "Resume")
    evening.house.be_heard()
    assert evening.house.top is match


@pytest.mark.parametrize(("label", "resigned"), [("Resign", True), ("Play on", False)])
def test_an_answer_does_what_it_does_on_the_screen(evening: Evening, label: str, resigned: bool) -> None:
    match = match_of(evening, "quoridor")
    pause(evening)
    evening.phones.answer(1, "Resign")
    evening.house.be_heard()
    question = evening.house.on_top(Dialog)
    assert labels(evening, 1) == [answer.label for answer in question.answers]
    assert label in labels(evening, 1)
    evening.phones.answer(1, label)
    evening.house.be_heard()
    assert (match.session.outcome is not None) is resigned


@pytest.mark.parametrize(("label", "device"), [("This device plays on", word(2)), ("The AI plays on", "")])
def test_whose_phone_sleeps_is_played_for_by_whoever_or_whatever_was_pressed(
    evening: Evening, label: str, device: str
) -> None:
    match = match_of(evening, "quoridor")
    evening.phones.sleep(1)
    evening.house.run(1.0)
    evening.house.on_top(LostDeviceDialog)
    evening.phones.answer(2, label)
    evening.house.run(1.0)
    seat = match.session.seats[0]
    assert seat.device == device and seat.is_ai is (not device)


def question(evening: Evening) -> Dialog:
    return Dialog(evening.house.stage, "Sure?", "", [Answer("No", 0, primary=True), Answer("Yes", 1)])


def test_what_was_chosen_for_a_question_that_is_gone_is_dropped(evening: Evening) -> None:
    """Also where the next one has the same answers, and lies where the first one lay in memory."""
    house = evening.house
    evening.desk.open()
    evening.join(1)
    first = question(evening)
    house.show(first)
    house.run(0.3)
    shown = evening.phones.shown(1)
    yes = next(button.id for button in shown.buttons if button.label == "Yes")
    del first
    for _ in range(5):
        again = question(evening)
        house.app.manager.go(Switch(lambda again=again: again))
        evening.phones.events.append(Pressed(1, Press(1, shown.decision, yes)))
        refused = len(evening.phones.refused)
        house.app.manager._changed, house.app.manager._deaf_for = False, 0.0  # as after a slow frame
        house.frame()
        assert house.top is again and len(evening.phones.refused) == refused + 1
        house.run(0.5)
        assert evening.phones.shown(1).decision > shown.decision
        shown = evening.phones.shown(1)
        del again
        gc.collect()


def test_two_phones_that_answer_at_once_answer_once(evening: Evening) -> None:
    house = evening.house
    match = match_of(evening, "quoridor")
    pause(evening)
    evening.phones.answer(1, "Resume")
    evening.phones.answer(2, "Resign")
    house.be_heard()
    assert house.top is match and match.session.outcome is None


def test_no_answer_of_a_phone_ends_the_program(evening: Evening) -> None:
    house = evening.house
    evening.desk.open()
    evening.join(1)
    house.show(QuitDialog(house.stage, saved=False))
    house.run(0.3)
    assert labels(evening, 1) == ["Stay"]
    manager = house.app.manager
    manager.intent(Intent(Kind.ANSWER, phone(1), value=0))
    assert not manager.quitting and house.top is not None
    manager.go(Quit())
    assert manager.quitting


def test_a_ring_stays_where_nothing_is_asked(evening: Evening) -> None:
    match_of(evening, "quoridor")
    shown = evening.phones.shown(1)
    assert shown.hand != "result" and {"up", "confirm"} <= {button.id for button in shown.buttons}
