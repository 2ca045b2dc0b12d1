"""Phones that do two things at once, are gone too early, or speak of what is over."""

from __future__ import annotations

import gc
from dataclasses import replace

import pytest

from game.phones.protocol import Press, Pressed, Tap, Tapped
from game.quoridor.state import PawnMove
from game.roster import Roster
from game.session import Session
from scenes.kit.dialog import Answer, Dialog
from scenes.kit.intents import phone
from scenes.kit.scene import Scene, Switch
from scenes.match.lost_devices import LostDeviceDialog
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from scenes.phones.desk import MOST_WAITING
from scenes.quoridor.selection import Choosing
from tests.scenes.phone_evening import Evening, word


def after_a_slow_frame(evening: Evening, scene: Scene) -> None:
    """Go on to another scene, which hears at once what phones had to say to the one before."""
    manager = evening.house.app.manager
    manager.go(Switch(lambda: scene))
    manager._changed, manager._deaf_for = False, 0.0


def test_a_phone_that_presses_and_leaves_in_one_frame_has_pressed(evening: Evening) -> None:
    match = evening.robots()
    evening.phones.press(1, "declare", 9)
    evening.phones.leave(1)
    evening.house.run(0.5)
    assert evening.chairs == [word(2)] and match.session.state.bids == ((0, 9),)


def test_whose_chair_is_taken_away_has_to_scan_again(evening: Evening) -> None:
    """Else the phone would keep its place at the door, and show a page without a button for ever."""
    evening.door()
    evening.join(1, 2)
    evening.phones.join(3, watching=True)
    evening.house.run(0.2)
    services = evening.house.services
    services.seat(services.roster.leave(services.roster.chairs[0].identity))
    evening.house.run(0.3)
    assert evening.phones.dismissed == [(1, False)]
    services.seat(Roster())
    evening.house.run(0.3)
    assert evening.phones.dismissed == [(1, False), (2, False)] and list(evening.phones.known) == [3]


def test_a_finger_comes_after_the_press_before_it(evening: Evening) -> None:
    match = evening.match()
    first, *_, last = [cell for cell in evening.board(1).cells if cell.mark == "lit"]
    evening.tap(1, first.id)
    meant = match.hands.selection
    assert isinstance(meant, Choosing)
    evening.phones.press(1, "confirm")
    evening.phones.tap(1, last.x, last.y)  # before the next frame
    evening.house.run(1.5)
    assert [step.action for step in match.session.steps] == [PawnMove(meant.cell)]
    assert len(evening.phones.refused) == 1


def test_who_sits_down_after_a_press_of_the_same_frame_keeps_the_chair(evening: Evening) -> None:
    evening.door()
    evening.join(1, 2)
    services = evening.house.services
    evening.phones.press(1, "up")
    evening.phones.join(3)
    services.seat(services.roster.leave(services.roster.chairs[1].identity))
    evening.house.run(0.3)
    assert evening.chairs == [word(1), word(3)] and evening.phones.dismissed == [(2, False)]


def test_many_presses_at_once_hold_no_finger_up_for_long(evening: Evening) -> None:
    evening.door()
    evening.join(1)
    decision = evening.shown(1).decision
    for _ in range(10 * MOST_WAITING):
        evening.phones.events += [Pressed(1, Press(1, decision, "up")), Tapped(1, Tap(1, decision, 0.5, 0.5))]
    evening.house.run(MOST_WAITING / 10)
    assert len(evening.phones.refused) == 10 * MOST_WAITING


def test_nothing_is_kept_of_phones_that_have_left(evening: Evening) -> None:
    evening.door()
    evening.join(1, 2)
    evening.phones.fetch(1)  # there is none: a note says so
    evening.house.run(0.3)
    evening.phones.leave(1)
    evening.phones.leave(2)
    evening.house.run(0.3)
    kept = evening.desk._screens
    assert not kept._due and not kept._decisions and not kept._notes


def test_a_name_that_is_typed_on_a_phone_goes_with_the_roster(evening: Evening) -> None:
    """No stranger fills the table's list of names; who is on it already is known by phone as well."""
    evening.door()
    evening.join(1, 2)
    services = evening.house.services
    known = services.store.profiles.take("Yuki")
    for name in ("Taro", "Hana", "\u200b"):
        evening.phones.rename(1, name)
    evening.phones.rename(2, "Yuki")
    evening.house.run(0.3)
    assert [(chair.name, chair.profile) for chair in services.roster.people] == [("Hana", 0), ("Yuki", known.id)]
    assert [profile.name for profile in services.store.profiles.all()] == ["Yuki"]
    services.follow_profiles()
    assert services.roster.people[0].name == "Hana"


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
        return Dialog(evening.house.stage, "Sure?", "", [Answer("No", 0, primary=True), Answer("Yes", 1)])

    house = evening.house
    evening.show(question(), 1)
    shown = evening.shown(1)
    yes = next(button.id for button in shown.buttons if button.label == "Yes")
    for refused in range(1, 6):
        again = question()
        after_a_slow_frame(evening, again)
        evening.phones.events.append(Pressed(1, Press(1, shown.decision, yes)))
        house.frame()
        assert house.top is again and len(evening.phones.refused) == refused
        house.run(0.5)
        assert evening.shown(1).decision > shown.decision
        shown = evening.shown(1)
        del again
        gc.collect()


def test_two_phones_that_answer_at_once_answer_once(evening: Evening) -> None:
    match = evening.match()
    evening.press(1, "pause")
    evening.house.be_heard()
    evening.house.on_top(PauseScene)
    evening.phones.answer(1, "Resume")
    evening.phones.answer(2, "Resign")
    evening.house.be_heard()
    assert evening.house.top is match and match.session.outcome is None


@pytest.mark.parametrize("owner", ["phone", "pad"])
def test_no_phone_is_told_to_plug_in_or_to_press_a(evening: Evening, owner: str) -> None:
    match = evening.match()
    device = match.session.seats[1].device if owner == "phone" else "pad2"
    match.session.reseat(1, replace(match.session.seats[1], device=device))
    told = LostDeviceDialog(match.lost, 1).told(phone(1))
    assert "choose below" in told.helper
    assert [word for word in ("Press A", "press A", "Plug", "plug") if word in told.sentence + told.helper] == []
