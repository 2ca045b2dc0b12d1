"""After a change that comes by itself, a press that was meant for what was there before does nothing."""

from __future__ import annotations

import pytest

from game.core.record import SeatConfig
from game.quoridor import rules as quoridor
from game.robots import rules as robots
from game.robots.state import Bid
from scenes.kit.drawing.theme import BY_ITSELF_SECONDS
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind
from scenes.kit.scene import Pop, Push
from scenes.learn.demo_scene import DemoScene
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import ResultScene
from scenes.robots.selection import LookingBack
from scenes.routes import ToDemonstration
from tests.scenes.playhouse import AFTER_TURN, PERSON, READING, RIVAL, ROBOT, Playhouse
from tests.scenes.robots_play import begin, board_of, route

PAD, OTHER = Device("pad:1", "xbox", "Pad", 1), Device("pad:2", "xbox", "Pad", 2)
SECOND_ROUND = ("1:bid 9", "clock:expire", *(f"1:{robots.text(move)}" for move in route()))
DEVICES = pytest.mark.parametrize("device", [KEYBOARD, PAD, MOUSE, TOUCH], ids=lambda device: device.family)


def press(house: Playhouse, device: Device) -> None:
    """Press what decides on the scene on top: with a pointer, on the first legal action of a match."""
    manager, top = house.app.manager, house.top
    if device not in (MOUSE, TOUCH):
        manager.intent(Intent(Kind.CONFIRM, device))
        return
    point = house.stage.metrics.rect(960, 400, 2, 2).center
    if isinstance(top, MatchScene):
        seat = top.session.actors()[0]
        point = top.board.input.area(top.session.state, top.session.legal(seat)[0]).center
    if isinstance(top, ResultScene):
        point = top.focus.widgets[-1].rect.center
    manager.intent(Intent(Kind.PRESS, device, point))
    manager.intent(Intent(Kind.RELEASE, device, point))


def known(match: MatchScene) -> object:
    return match.session.ply, match.input.selection


def check_held_back(house: Playhouse, match: MatchScene, device: Device) -> None:
    """A press does nothing now, and does something a moment later."""
    before = known(match)
    press(house, device)
    assert known(match) == before
    house.run(AFTER_TURN)
    press(house, device)
    assert known(match) != before


@DEVICES
@pytest.mark.parametrize("rival", [ROBOT, RIVAL], ids=["ai", "person"])
@pytest.mark.parametrize("game", ["quoridor", "coffee", "star"])
def test_a_turn_that_begins(house: Playhouse, game: str, rival: SeatConfig, device: Device) -> None:
    match = house.match(PERSON, rival, game=game)
    house.stage.devices.current = device
    match.controller.submit(0, match.session.legal(0)[0])
    wanted = 2 if rival is ROBOT else 1
    house.until(lambda: match.session.ply == wanted and match.input.person is not None, "the next turn")
    if device in (KEYBOARD, PAD):
        match.input.selection = match.board.input.considering(match.session.legal(wanted % 2)[0])
    check_held_back(house, match, device)


def test_what_decides_nothing_is_never_held_back(house: Playhouse) -> None:
    match = house.match(PERSON, ROBOT)
    match.controller.submit(0, quoridor.parse("e2"))
    house.stage.devices.current = KEYBOARD
    house.until(lambda: match.session.ply == 2 and match.input.person is not None, "the next turn")
    before = match.input.selection
    match.intent(Intent(Kind.LEFT, KEYBOARD))
    assert match.input.selection != before


def test_after_a_press_that_skips_a_clip_the_next_one_waits_less(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    match.controller.submit(0, quoridor.parse("e2"))
    match.input.selection = match.board.input.considering(quoridor.parse("e8"))
    match.intent(Intent(Kind.CONFIRM, KEYBOARD))
    match.input.selection = match.board.input.considering(quoridor.parse("e8"))
    match.intent(Intent(Kind.CONFIRM, KEYBOARD))
    assert match.session.ply == 1
    house.run(0.34)
    match.intent(Intent(Kind.CONFIRM, KEYBOARD))
    assert match.session.ply == 2


@DEVICES
def test_a_result(house: Playhouse, device: Device) -> None:
    match = house.match(PERSON, ROBOT, game="star")
    match.session.resign(0)
    result = house.come_to(ResultScene)
    press(house, device)
    assert house.top is result and not result.folded
    house.run(READING)
    press(house, device)
    house.run(0.1)
    assert house.top is not result


@DEVICES
def test_the_end_of_a_demonstration(house: Playhouse, device: Device) -> None:
    match = house.match(PERSON, ROBOT)
    house.stage.devices.current = device
    house.app.manager.go(Push(ToDemonstration("quoridor", Pop())))
    house.run(0.1)
    demo = house.on_top(DemoScene)
    demo.time = demo.demo.seconds
    house.until(lambda: house.top is match, "its end")
    check_held_back(house, match, device)


def test_a_press_of_another_after_ones_own(house: Playhouse) -> None:
    """Two skip the demonstration one after the other: the second press plays nothing."""
    match = house.match(PERSON, RIVAL)
    house.app.manager.go(Push(ToDemonstration("quoridor", Pop())))
    house.run(0.5)
    house.app.manager.intent(Intent(Kind.CONFIRM, PAD))
    house.run(0.34)
    match.input.selection = match.board.input.considering(quoridor.parse("e2"))
    house.app.manager.intent(Intent(Kind.CONFIRM, OTHER))
    assert match.session.ply == 0
    house.app.manager.intent(Intent(Kind.CONFIRM, PAD))
    assert match.session.ply == 1, "300 ms after one's own press"


@pytest.mark.parametrize("device", [KEYBOARD, MOUSE, TOUCH], ids=lambda device: device.family)
def test_a_round_that_ends(house: Playhouse, device: Device) -> None:
    *actions, last = SECOND_ROUND
    match = begin(house, PERSON, RIVAL, actions=actions)
    match.controller.submit(1, robots.parse(last.split(":")[1]))
    house.until(lambda: match.table.shown.chip_number == 2, "the next round")
    before = match.input.selection
    press_on_dock(match, device)
    assert match.input.selection == before and not match.session.state.bids
    house.run(AFTER_TURN)
    press_on_dock(match, device)
    house.run(0.1)
    assert match.input.selection != before or match.session.state.bids


def press_on_dock(match: MatchScene, device: Device) -> None:
    if device in (KEYBOARD, PAD):
        match.intent(Intent(Kind.CONFIRM, device, key=board_of(match).seating.buzzers[0] if device == KEYBOARD else 0))
        return
    point = board_of(match).docks[0].center
    match.intent(Intent(Kind.PRESS, device, point))
    match.intent(Intent(Kind.RELEASE, device, point))


def test_the_first_bid_turns_no_look_at_the_last_round_into_an_agreement(house: Playhouse) -> None:
    match = begin(house, PERSON, RIVAL, actions=SECOND_ROUND)
    assert match.session.state.chip_number == 2
    house.run(8.0)
    match.controller.submit(1, Bid(9))
    house.run(0.1)
    match.intent(Intent(Kind.SECONDARY, KEYBOARD))
    assert not match.input.selection.asked and not isinstance(match.input.selection, LookingBack)
    house.run(BY_ITSELF_SECONDS)
    match.intent(Intent(Kind.SECONDARY, KEYBOARD))
    assert match.input.selection.asked


def test_one_button_does_not_take_a_target_that_has_just_come(house: Playhouse) -> None:
    match = house.match(PERSON, ROBOT)
    house.stage.scan.is_on = True
    house.stage.devices.switch(True)
    match.controller.submit(0, quoridor.parse("e2"))
    house.until(lambda: match.input.person is not None and match.session.ply == 2, "the next turn")
    scanner = house.app.scanner
    house.until(lambda: scanner.lit is not None, "its targets")
    scanner.switch(True)
    assert match.session.ply == 2 and scanner.lit is not None and scanner.lit.depth == 0
    scanner.switch(False)
    house.run(0.45)
    scanner.switch(True)
    assert match.session.ply > 2 or scanner.lit is None or scanner.lit.depth > 0
