"""Phones that do two things at once, are gone too early, or speak of what is over."""

from __future__ import annotations

import pytest

from game.phones.protocol import Press, Pressed, Tap, Tapped, Trouble
from game.quoridor.state import PawnMove
from game.roster import Roster
from game.session import Session
from scenes.kit.scene import Switch
from scenes.match.match_scene import MatchScene
from scenes.phones.desk import MOST_WAITING
from scenes.quoridor.selection import Choosing
from tests.scenes.playhouse import Playhouse
from tests.scenes.test_phones import Evening, match_of, robots, word


@pytest.fixture
def evening(house: Playhouse) -> Evening:
    return Evening(house)


def test_a_phone_that_presses_and_leaves_in_one_frame_has_pressed(evening: Evening) -> None:
    match = robots(evening)
    evening.phones.press(1, "declare", 9)
    evening.phones.leave(1)
    evening.house.run(0.5)
    assert evening.chairs() == [word(2)] and match.session.state.bids == ((0, 9),)


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
    match = match_of(evening, "quoridor")
    evening.house.run(0.5)
    board = evening.phones.shown(1).board
    assert board is not None
    first, *_, last = [cell for cell in board.cells if cell.mark == "lit"]
    evening.phones.tap(1, first.x, first.y)
    evening.house.run(0.3)
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
    assert evening.chairs() == [word(1), word(3)] and evening.phones.dismissed == [(2, False)]


def test_many_presses_at_once_hold_no_finger_up_for_long(evening: Evening) -> None:
    evening.door()
    evening.join(1)
    shown = evening.phones.shown(1)
    for _ in range(10 * MOST_WAITING):
        evening.phones.events.append(Pressed(1, Press(1, shown.decision, "up")))
        evening.phones.events.append(Tapped(1, Tap(1, shown.decision, 0.5, 0.5)))
    evening.house.run(MOST_WAITING / 10)
    assert len(evening.phones.refused) == 10 * MOST_WAITING


def test_a_door_that_cannot_be_opened_is_not_tried_each_frame(evening: Evening) -> None:
    evening.phones.fails = True
    evening.desk.open()
    evening.phones.trouble = Trouble("address")
    evening.house.run(0.5)
    assert evening.phones.opened == [""]


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
    house, match = evening.house, match_of(evening, "quoridor")
    house.run(0.5)
    again = MatchScene(
        house.services, Session(match.session.spec, match.session.options, 8, match.session.seats), match.board
    )
    house.app.manager.go(Switch(lambda: again))
    house.app.manager._changed, house.app.manager._deaf_for = False, 0.0  # as after a slow frame
    evening.phones.tap(1, 0.5, 0.5)
    house.frame()
    assert house.top is again and len(evening.phones.refused) == 1
