"""Docks opened by mouse and fingers: everybody's own, whatever the others do; and pads that only watch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pygame
import pytest

from game.robots.state import Bid
from scenes.kit.intents import Kind
from scenes.kit.theme import BY_ITSELF_SECONDS
from scenes.match.match_scene import MatchScene
from scenes.robots import puzzles
from scenes.robots.bidding import docks
from scenes.robots.bidding.desk import dial
from scenes.robots.bidding.open_docks import IDLE_SECONDS
from scenes.robots.bidding.seating import BUZZERS
from scenes.robots.selection import LookingBack, Rebinding
from tests.make import AOI, MIO, REN
from tests.scenes import posting
from tests.scenes.hands import MouseHand, PadHand
from tests.scenes.playhouse import Playhouse
from tests.scenes.robots_play import begin, board_of, control, tap_key, type_number

Point = tuple[int, int]
ON_TABLE = replace(AOI, device="table")
Event = Callable[[], None]


def finger(house: Playhouse, kind: int, point: Point, number: int) -> Event:
    width, height = house.window.size
    return partial(posting.finger, kind, ((point[0] + 0.5) / width, (point[1] + 0.5) / height), number)


def down(house: Playhouse, point: Point, number: int = 1) -> None:
    house.react(finger(house, pygame.FINGERDOWN, point, number))


def up(house: Playhouse, point: Point, number: int = 1) -> None:
    house.react(finger(house, pygame.FINGERUP, point, number))


def tap(house: Playhouse, point: Point, number: int = 1) -> None:
    down(house, point, number)
    up(house, point, number)


def dock(match: MatchScene, seat: int) -> Point:
    """A point of a dock that is no button when it opens, and not its keycap."""
    rect = board_of(match).docks[seat]
    return rect.left + 3, rect.centery


def plate(match: MatchScene, seat: int) -> Point:
    board = board_of(match)
    return docks.open_plate(board.context.stage.metrics, board.docks[seat]).center


def opened(match: MatchScene) -> list[int]:
    return sorted(match.hands.selection.open)


def shown(match: MatchScene, seat: int) -> int:
    return dial(match.hands.selection.desk, match.session.state, seat)


def test_docks_open_beside_each_other(house: Playhouse) -> None:
    match = begin(house, AOI, REN, MIO)
    tap(house, dock(match, 0))
    MouseHand(house).point(dock(match, 2))
    tap(house, control(match, 0, "less"))
    MouseHand(house).point(control(match, 2, "more"))
    assert opened(match) == [0, 2]
    assert (shown(match, 0), shown(match, 2)) == (7, 9)
    tap(house, control(match, 2, "declare"))
    assert match.session.state.bids == ((2, 9),)
    assert opened(match) == [0]
    assert shown(match, 0) == 7


def test_two_fingers_press_two_docks_at_once(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    for seat in (0, 1):
        tap(house, dock(match, seat))
    less, more = control(match, 0, "less"), control(match, 1, "more")
    down(house, less, 1)
    down(house, more, 2)
    assert {target.name for target in match.hands.selection.held.values()} == {"less", "more"}
    up(house, less, 1)
    assert (shown(match, 0), shown(match, 1)) == (7, 8)
    up(house, more, 2)
    assert (shown(match, 0), shown(match, 1)) == (7, 9)
    assert not match.hands.selection.held


def test_a_second_finger_declares_while_the_first_rests_on_the_board(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    down(house, board_of(match).geometry.field.center, 1)
    tap(house, dock(match, 1), 2)
    tap(house, control(match, 1, "declare"), 2)
    assert match.session.state.bids == ((1, 8),)


def test_a_second_finger_on_the_bar_leaves_the_first_one_its_button(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9",))
    house.stage.devices.current = replace(house.stage.devices.current, id="touch", family="touch")
    house.run(0.1)
    agree = next(place.rect.center for place in match.bar._places() if place.prompt.kind is Kind.SECONDARY)
    down(house, agree, 1)
    tap(house, dock(match, 1), 2)
    up(house, agree, 1)
    house.run(0.2)
    assert opened(match) == []
    assert match.session.state.demonstrator == 0


def test_a_finger_that_slides_off_its_dock_does_nothing(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    down(house, dock(match, 0))
    up(house, dock(match, 1))
    assert opened(match) == []
    tap(house, dock(match, 0))
    down(house, control(match, 0, "declare"))
    up(house, control(match, 0, "less"))
    assert opened(match) == [0]
    assert shown(match, 0) == 8
    assert match.session.steps == []


def test_a_tap_beside_the_docks_closes_only_what_nobody_dials_on(house: Playhouse) -> None:
    match = begin(house, AOI, REN, MIO)
    for seat in range(3):
        tap(house, dock(match, seat))
    tap(house, control(match, 1, "less"))
    tap(house, board_of(match).geometry.field.center)
    assert opened(match) == [1]
    assert dict(match.hands.selection.desk.dials) == {1: 7}


def test_the_plate_closes_its_own_dock_alone(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    for seat in (0, 1):
        tap(house, dock(match, seat))
        tap(house, control(match, seat, "less"))
    tap(house, plate(match, 0))
    assert opened(match) == [1]
    assert dict(match.hands.selection.desk.dials) == {1: 7}


def test_an_open_dock_closes_after_a_while_without_a_touch(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    for seat in (0, 1):
        tap(house, dock(match, seat))
        tap(house, control(match, seat, "less"))
    house.run(IDLE_SECONDS - 2)
    tap(house, control(match, 1, "less"))
    house.run(3)
    assert opened(match) == [1]
    assert dict(match.hands.selection.desk.dials) == {1: 6}
    house.run(IDLE_SECONDS)
    assert opened(match) == []


def test_a_number_of_another_seat_changes_no_open_dial(house: Playhouse) -> None:
    match = begin(house, AOI, REN, MIO, actions=("0:bid 12",))
    for seat in (0, 1):
        tap(house, dock(match, seat))
    house.run(0.1)
    match.controller.submit(2, Bid(4))
    house.run(0.1)
    assert (shown(match, 0), shown(match, 1)) == (11, 11)
    match.controller.submit(0, Bid(6))  # its own number bounds its dial
    house.run(0.1)
    assert (shown(match, 0), shown(match, 1)) == (5, 11)
    assert opened(match) == [0, 1]


def test_a_seat_types_while_the_dock_of_another_is_open(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    tap_key(house, BUZZERS[0])
    tap(house, dock(match, 1))
    tap(house, control(match, 1, "less"))
    type_number(house, 12)
    house.run(0.2)
    assert match.session.state.bids == ((0, 12),)
    assert opened(match) == [1]
    assert shown(match, 1) == 7


def test_who_is_dialling_has_not_agreed(house: Playhouse) -> None:
    match = begin(house, AOI, REN, MIO, actions=("2:bid 9",))
    for seat in (0, 1):
        tap(house, dock(match, seat))
    tap(house, control(match, 1, "less"))
    tap_key(house, pygame.K_x)
    house.run(0.2)
    assert match.session.state.agreed == {0, 2}
    assert opened(match) == [1]


def test_a_dock_closes_when_a_pad_takes_its_seat(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    pad = PadHand(house)
    tap(house, dock(match, 0))
    pad.hit(Kind.UP)
    assert opened(match) == []


def test_open_docks_are_open_again_at_the_next_chip(house: Playhouse) -> None:
    match = begin(house, AOI, REN, chips_to_win=2, actions=("0:none",))
    for seat in (0, 1):
        tap(house, dock(match, seat))
    tap(house, control(match, 0, "less"))
    tap(house, control(match, 1, "none"))
    house.until(lambda: match.table.shown.chip_number == 2, "the next chip")
    assert opened(match) == [0]
    assert shown(match, 0) == 8
    house.run(BY_ITSELF_SECONDS + 0.1)
    tap(house, board_of(match).geometry.field.center)
    assert opened(match) == []


def test_a_tap_on_a_dock_acts_through_a_look_back_and_a_buzzer_that_is_set(house: Playhouse) -> None:
    match = begin(house, AOI, REN, chips_to_win=2, actions=("0:none", "1:none"))
    tap_key(house, pygame.K_x)
    assert isinstance(match.hands.selection, LookingBack)
    tap(house, dock(match, 0))
    assert not isinstance(match.hands.selection, LookingBack)
    assert opened(match) == [0]
    MouseHand(house).point(docks.keycap(house.stage.metrics, board_of(match).docks[1]).center)
    assert isinstance(match.hands.selection, Rebinding)
    tap(house, control(match, 0, "less"))
    assert not isinstance(match.hands.selection, Rebinding)
    assert shown(match, 0) == 7


# Who only watches


@pytest.mark.parametrize("owner", ["pad1", "table"])
def test_a_pad_without_a_seat_declares_for_nobody(house: Playhouse, owner: str) -> None:
    own, watching = PadHand(house), PadHand(house)
    match = begin(house, replace(ON_TABLE, device=owner), replace(REN, device="pad1" if owner == "table" else "table"))
    before = match.hands.selection
    for kind in (Kind.UP, Kind.NEXT, Kind.CONFIRM, Kind.SECONDARY, Kind.HINT):
        watching.hit(kind)
    assert match.session.steps == []
    assert match.hands.selection == before
    own.hit(Kind.CONFIRM)
    assert len(match.session.state.bids) == 1


def test_a_pad_without_a_seat_closes_no_dial_and_no_look_back(house: Playhouse) -> None:
    watching = PadHand(house)
    seats = ON_TABLE, replace(REN, device="table")
    match = begin(house, *seats, chips_to_win=2, actions=("0:none", "1:none"))
    watching.hit(Kind.SECONDARY)
    assert not isinstance(match.hands.selection, LookingBack)
    tap(house, dock(match, 0))
    tap_key(house, pygame.K_x)
    watching.hit(Kind.CONFIRM)
    assert isinstance(match.hands.selection, LookingBack)
    assert opened(match) == [0]


def test_a_pad_without_a_seat_steers_nothing_and_sets_no_grade(house: Playhouse) -> None:
    watching = PadHand(house)
    match = begin(house, ON_TABLE)
    grade = puzzles.grade(house.services.store)
    for kind in (Kind.CONFIRM, Kind.SECONDARY, Kind.HINT, Kind.LEFT, Kind.UP):
        watching.hit(kind)
    assert puzzles.grade(house.services.store) == grade
    assert match.session.steps == []
    assert match.hands.selection.hints == 0


def test_a_seat_that_is_given_a_device_is_no_longer_the_pads_that_took_it_up(house: Playhouse) -> None:
    pad = PadHand(house)
    match = begin(house, AOI, REN)
    pad.hit(Kind.UP)
    board = board_of(match)
    board.context.seats = (ON_TABLE, replace(REN, device="table"))
    pad.hit(Kind.CONFIRM)
    assert match.session.steps == []
    assert board.seating.sharing() == [0, 1]


def test_only_the_first_finger_steers(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9", "0:agree", "1:agree"))
    board, state = board_of(match), match.session.state
    robot = board.geometry.cell_rect(state.robots[0]).center
    down(house, robot, 1)
    for point in (robot, (robot[0] + 90, robot[1]), (robot[0], robot[1] - 90), (robot[0], robot[1] + 90)):
        down(house, robot, 2)
        up(house, point, 2)
    assert match.session.state.moves == ()
