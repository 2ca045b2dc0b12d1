"""Phones at the table: sitting down, and what they can never do."""

from __future__ import annotations

import pytest

from game.core.device_id import DeviceId
from game.phones.messages import MOST_PHONES
from game.phones.process import KeptServer
from game.phones.protocol import as_text, to_json
from scenes.join.join_input import ChairMenu, ChairMenuChoice
from scenes.join.join_scene import JoinScene
from scenes.kit.input.intents import KEYBOARD, Device, Intent, Kind, phone
from scenes.kit.scene import Push, Quit, Route
from scenes.kit.window.muting import MOST, SECONDS
from scenes.menu.menu_scene import MenuScene
from scenes.phones.phone_controllers import PhoneControllers
from scenes.phones.phones_scene import LIT_SECONDS, LONELY_SECONDS, SEATS
from scenes.robots.bidding.bid_queue import PAUSE_SECONDS
from scenes.routes import ToArchive, ToNames, ToSettings
from scenes.settings.controls_scene import ControlsScene
from tests.scenes.conftest import Written
from tests.scenes.phone_evening import Evening, word
from tests.scenes.still_phones import ADDRESS, CODE


def at_the_menu(evening: Evening, *numbers: int) -> MenuScene:
    """The menu, at which phones sit."""
    evening.show(menu := MenuScene(evening.house.services), *numbers)
    return menu


def test_keys_and_buttons_are_those_of_keyboard_and_pads_alone(evening: Evening) -> None:
    evening.show(scene := ControlsScene(evening.house.services), 1, 2)
    scene.resized()
    assert scene.devices == [KEYBOARD]


# Sitting down


def test_whoever_scans_sits_down_at_once_and_sees_who_they_are(evening: Evening) -> None:
    join_page = evening.join_page()
    assert evening.controllers.is_open and CODE in join_page.spoken and ADDRESS in join_page.spoken
    evening.join(1, 2)
    assert evening.chairs == [word(1), word(2)]
    shown, identities = evening.shown(2), [chair.identity for chair in evening.house.services.people.roster.chairs]
    assert (shown.hand, shown.me.shape) == ("joined", identities[1])
    assert [socket.shape for socket in shown.sockets][:3] == [*identities, ""]
    assert join_page.is_animated
    evening.house.run(LIT_SECONDS + 0.5)
    assert not join_page.is_animated


def says_why(evening: Evening, written: Written) -> bool:
    """Whether the note says why no phone comes, and not what phones need."""
    written.clear()
    evening.house.run(0.5)
    texts, t = " ".join(text for text, _ in written), evening.house.stage.t
    assert (t("phones.why") in texts) != (t("phones.wifi") in texts)
    return t("phones.why") in texts


def test_where_no_phone_comes_it_is_said_why(evening: Evening, written: Written) -> None:
    join_page = evening.join_page()
    assert not says_why(evening, written)
    join_page.age = LONELY_SECONDS + 1
    assert says_why(evening, written)
    assert "way" in join_page.places and not join_page.places.all("card")
    evening.phones.looked = True
    assert not says_why(evening, written)
    assert "way" not in join_page.places and len(join_page.places.all("card")) == SEATS


def test_why_no_phone_comes_is_said_below_those_who_sit_there(evening: Evening, written: Written) -> None:
    join_page = evening.join_page()
    people = evening.house.services.people
    people.seat(people.roster.sit(DeviceId("keyboard"), ord("f")))
    join_page.age = LONELY_SECONDS + 1
    assert says_why(evening, written) and len(join_page.places.all("card")) == SEATS


def test_the_seats_of_phones_outlast_the_program(evening: Evening) -> None:
    evening.join_page()
    evening.phones.kept = KeptServer(port=47_811, code=CODE)
    evening.house.run(0.2)
    again = PhoneControllers(evening.house.services, lambda: None)
    assert (again.phones.kept.port, again.phones.kept.code) == (47_811, CODE)
    evening.house.services.store.set("phones", "{")
    assert PhoneControllers(evening.house.services, lambda: None).phones.kept == KeptServer()


def test_a_pad_without_a_chair_frees_the_seat_of_a_phone_and_no_phone_anothers(evening: Evening) -> None:
    scene = JoinScene(evening.house.services)
    evening.show(scene, *range(1, MOST_PHONES + 1))
    scene.focus.focus(scene.focus.widgets[2])
    pad = Device("pad:1", "xbox", "Pad", 1)
    assert scene.intent(Intent(Kind.CONFIRM, phone(1))) is None, "its light goes to its own chair"
    assert scene.input.open(2) is None
    scene.focus.focus(scene.focus.widgets[2])
    opened = scene.intent(Intent(Kind.CONFIRM, pad))
    assert isinstance(opened, Push)
    evening.house.app.manager.go(opened)
    evening.house.be_heard()
    menu = evening.house.on_top(ChairMenu)
    evening.house.app.manager.go(menu.answered(ChairMenuChoice(menu.chair.identity, "leave")))
    evening.house.run(0.3)
    assert word(3) not in evening.chairs and (3, False) in evening.phones.dismissed


# Playing


def test_a_phone_that_mashes_is_told_and_no_other(evening: Evening) -> None:
    at_the_menu(evening, 1, 2)
    evening.house.app.muting.most = MOST
    for _ in range(MOST):
        evening.phones.press(1, "right")
    evening.phones.press(2, "right")
    evening.house.run(0.2)
    assert evening.phones.told_fast == [(1, SECONDS)]
    evening.press(1, "right")
    (_, left) = evening.phones.told_fast[-1]
    assert len(evening.phones.told_fast) == 2 and 0 < left < SECONDS


# What a phone can never do


@pytest.mark.one_in(2)
@pytest.mark.parametrize("route", [ToSettings(), ToArchive(), ToNames()])
def test_no_phone_leads_to_what_is_the_owners(evening: Evening, route: Route) -> None:
    menu = at_the_menu(evening, 1)
    manager = evening.house.app.manager
    for device, leads in ((phone(1), False), (KEYBOARD, True)):
        menu.intent = lambda intent: Push(route)  # type: ignore[method-assign]
        manager.intent(Intent(Kind.CONFIRM, device))
        evening.house.be_heard()
        assert (manager.top is not menu) is leads
    assert manager.top.closed_to_phones
    assert evening.shown(1).buttons == ()
    manager.intent(Intent(Kind.BACK, phone(1)))
    assert manager.top is not menu, "nor away from it"


def test_no_phone_ends_the_program(evening: Evening) -> None:
    menu = at_the_menu(evening, 1)
    menu.intent = lambda intent: Quit()  # type: ignore[method-assign]
    for device, ends in ((phone(1), False), (KEYBOARD, True)):
        evening.house.app.manager.intent(Intent(Kind.CONFIRM, device))
        assert evening.house.app.manager.quitting is ends


def test_what_is_shown_counts_decisions_and_not_moves_of_the_focus(evening: Evening) -> None:
    at_the_menu(evening, 1)
    before = evening.shown(1).decision
    evening.press(1, "down", "up")
    evening.house.run(0.3)
    assert evening.shown(1).decision == before
    evening.show(JoinScene(evening.house.services))
    assert evening.shown(1).decision > before


# Hyper Robots: the dial in the hand


def test_a_number_is_declared_from_the_dial_and_an_own_one_only_goes_down(evening: Evening) -> None:
    match = evening.robots()
    shown = evening.shown(1)
    assert shown.hand == "dial" and shown.dial.best == shown.dial.mine == 0
    assert shown.dial.chip.mark == match.session.state.chip.symbol
    evening.phones.press(1, "declare", 9)
    evening.house.run(0.5)
    assert match.session.state.bids == ((0, 9),)
    mine, other = evening.shown(1).dial, evening.shown(2).dial
    assert (mine.mine, other.mine) == (9, 0)
    assert (other.best, other.below, other.opens) == (9, 0, 8) and other.by is not None
    assert mine.below == 9 and "9" in mine.why
    assert " robot to the " in evening.shown(2).sentence and evening.shown(2).helper == "Best bid: 9"
    assert 0 < evening.shown(2).clock.left <= evening.shown(2).clock.whole
    assert not evening.buttons(1)["declare"].enabled
    assert evening.shown(1).helper == "Wait", "who has just bid waits a moment"
    evening.house.run(PAUSE_SECONDS)
    evening.phones.press(1, "declare", 12)
    evening.house.run(0.5)
    assert match.session.state.bids == ((0, 9),) and len(evening.phones.refused) == 1


def test_what_is_on_a_dial_is_nowhere_before_it_is_declared(evening: Evening) -> None:
    """The number stays on the phone: nothing that the table knows, shows or keeps has it."""
    match = evening.robots()
    before = [as_text(to_json(evening.shown(number))) for number in (1, 2)]
    evening.house.run(2.0)
    after = [as_text(to_json(evening.shown(number))) for number in (1, 2)]
    assert [shown.split("left")[0] for shown in before] == [shown.split("left")[0] for shown in after]
    assert match.session.state.bids == () and match.session.ply == 0
