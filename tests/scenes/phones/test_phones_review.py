"""Phones that do two things at once, are gone too early, or speak of what is over."""

from __future__ import annotations

import gc
from dataclasses import replace

import pytest

from game.core.device_id import DeviceId
from game.phones.messages import PhoneMessage, Press, Tap
from game.session.session import Session
from scenes.kit.input.intents import phone
from scenes.kit.scene import Scene, Switch
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.match.match_actions import LostDeviceDialog
from scenes.match.match_scene import MatchScene
from scenes.phones.phone_controllers import MOST_WAITING
from tests.scenes.phone_evening import Evening


def after_a_slow_frame(evening: Evening, scene: Scene) -> None:
    """Go on to another scene, which hears at once what phones had to say to the one before."""
    manager = evening.house.app.manager
    manager.go(Switch(lambda: scene))
    manager._changed, manager._deaf_for = False, 0.0


def test_many_presses_at_once_hold_no_finger_up_for_long(evening: Evening) -> None:
    evening.join_page()
    evening.join(1)
    decision = evening.shown(1).decision
    for _ in range(10 * MOST_WAITING):
        evening.phones.events += [
            PhoneMessage(1, Press(1, decision, "up")),
            PhoneMessage(1, Tap(1, decision, 0.5, 0.5)),
        ]
    evening.house.run(MOST_WAITING / 10)
    assert len(evening.phones.refused) == 10 * MOST_WAITING


def test_nothing_is_kept_of_phones_that_have_left(evening: Evening) -> None:
    evening.join_page()
    evening.join(1, 2)
    evening.phones.fetch(1)  # there is none: a note says so
    evening.house.run(0.3)
    evening.phones.leave(1)
    evening.phones.leave(2)
    evening.house.run(0.3)
    kept = evening.controllers.screens
    assert not kept.due and not kept.decisions and not kept.notes


def test_a_name_that_is_typed_on_a_phone_goes_with_the_roster(evening: Evening) -> None:
    """No stranger fills the table's list of names; who is on it already is known by phone as well."""
    evening.join_page()
    evening.join(1, 2)
    services = evening.house.services
    known = services.store.profiles.take("Yuki")
    for name in ("Taro", "Hana", "\u200b"):
        evening.phones.rename(1, name)
    evening.phones.rename(2, "Yuki")
    evening.house.run(0.3)
    assert [(chair.name, chair.profile) for chair in services.people.roster.people] == [("Hana", 0), ("Yuki", known.id)]
    assert [profile.name for profile in services.store.profiles.all()] == ["Yuki"]
    services.people.follow_profiles()
    assert services.people.roster.people[0].name == "Hana"


def test_a_finger_on_the_board_of_a_match_that_is_gone_is_refused(evening: Evening) -> None:
    house, match = evening.house, evening.match()
    session = Session(match.session.spec, match.session.options, 8, match.session.seats)
    again = MatchScene(house.services, session, match.board)
    after_a_slow_frame(evening, again)
    evening.phones.tap(1, 0.5, 0.5)
    house.frame()
    assert house.top is again and len(evening.phones.refused) == 1


def test_what_was_chosen_for_a_question_that_is_gone_is_dropped(evening: Evening) -> None:
    """Also where the next one has the same answers, and lies where the first one lay in memory."""

    def question() -> Dialog:
        return Dialog(evening.house.stage, "Sure?", "", [DialogAnswer("No", 0, primary=True), DialogAnswer("Yes", 1)])

    house = evening.house
    evening.show(question(), 1)
    shown = evening.shown(1)
    yes = next(button.id for button in shown.buttons if button.label == "Yes")
    for refused in range(1, 6):
        again = question()
        after_a_slow_frame(evening, again)
        evening.phones.events.append(PhoneMessage(1, Press(1, shown.decision, yes)))
        house.frame()
        assert house.top is again and len(evening.phones.refused) == refused
        house.run(0.5)
        assert evening.shown(1).decision > shown.decision
        shown = evening.shown(1)
        del again
        gc.collect()


@pytest.mark.parametrize("owner", ["phone", "pad"])
def test_no_phone_is_told_to_plug_in_or_to_press_a(evening: Evening, owner: str) -> None:
    match = evening.match()
    device = match.session.seats[1].device if owner == "phone" else DeviceId("pad2")
    match.session.reseat(1, replace(match.session.seats[1], device=device))
    told = LostDeviceDialog(match.lost, 1).phone_view(phone(1))
    assert "choose who will play" in told.helper
    assert [word for word in ("Press A", "press A", "Plug", "plug") if word in told.sentence + told.helper] == []
