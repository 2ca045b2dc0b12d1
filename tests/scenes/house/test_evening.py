"""A whole evening of eight: six pads, a key and a finger sit down, play Robots and Quoridor, lose a pad, leave, come
back after a restart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame
import pytest

from game.quoridor import SPEC as QUORIDOR
from game.robots import SPEC as ROBOTS
from game.robots.state import Bid
from scenes.join.join_input import HOLD_SECONDS, WhoseDialog, chair_words
from scenes.join.join_scene import JoinScene
from scenes.kit.input.intents import Kind
from scenes.kit.widgets.dialog import Dialog
from scenes.match.match_actions import LostDeviceDialog
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.setup.setup_scene import SetupScene
from tests.scenes import posting
from tests.scenes.hands import KeyHand, PadHand, TouchHand, tile
from tests.scenes.playhouse import Playhouse
from tests.scenes.robots_play import RobotsPad, shortest
from tools.soak.virtual_pad import NINTENDO, PLAYSTATION, XBOX

ROUNDS = [
    ["e2", "b5", "d9", "h5"],
    ["e3", "c3h", "c9", "h6"],
    ["e4", "c5", "g8v", "g6"],
    ["a1v", "c6", "b9", "g2h"],
    ["e5", "c7", "a9", "g7"],
    ["e6", "b7", "f3v", "h7"],
    ["e7", "b6", "b9", "h8"],
    ["e8", "h4v", "c9", "i8"],
    ["e9"],
]
"""The actions of a game for four, which the first seat wins."""

BIDDER = 2  # of the pads


def sit_down(house: Playhouse, pads: Sequence[PadHand]) -> None:
    """Six pads, a key and a finger take the eight chairs, from the menu."""
    pads[0].order(Kind.PREVIOUS)
    join = house.on_top(JoinScene)
    for hand in pads:
        hand.hit(Kind.CONFIRM)
    house.react(partial(posting.tap_key, pygame.K_f))
    TouchHand(house).point(join.places.all("chair")[7].center)
    devices = [chair.device for chair in house.services.people.roster.chairs]
    assert devices == [*(f"pad{number}" for number in range(1, 7)), "keyboard", "touch"]
    pads[0].order(Kind.PAUSE)
    house.on_top(MenuScene)


def play_robots(house: Playhouse, pads: list[RobotsPad]) -> None:
    """One chip decides: it is declared and shown by a pad, after another pad died and came back."""
    house.services.offers.remember(
        house.services.offers.table(ROBOTS).with_options(ROBOTS, {"players": 8, "chips_to_win": 1})
    )
    pads[3].press(tile(house, "robots"))
    seats = house.on_top(SetupScene).table.seats
    assert [seat.device for seat in seats] == [*(f"pad{number}" for number in range(1, 7)), "table", "table"]
    pads[3].say("Start")
    match = house.on_top(MatchScene)
    before = pads[4].pad.instance
    pads[4].pad.detach()
    house.be_heard()
    house.on_top(LostDeviceDialog)
    stranger = PadHand(house, (0x1234, 0x9999))
    assert [pad.number for pad in house.stage.devices.pads()] == [1, 2, 3, 4, 6, 7]
    pads[4] = RobotsPad(house, PLAYSTATION)
    house.be_heard()
    assert pads[4].pad.instance != before
    assert [pad.number for pad in house.stage.devices.pads()] == [1, 2, 3, 4, 5, 6, 7]
    assert house.top is match
    stranger.order(Kind.PAUSE)
    assert house.top is match
    route = shortest(match.session.state)
    assert route is not None
    for _ in range(8 - len(route)):
        pads[BIDDER].hit(Kind.DOWN)
    pads[BIDDER].hit(Kind.CONFIRM)
    assert match.session.steps[-1].seat == BIDDER
    assert match.session.steps[-1].action == Bid(len(route))
    for hand in pads:
        if hand is not pads[BIDDER]:
            hand.hit(Kind.SECONDARY)
    house.until(lambda: match.session.state.phase == "demonstrate", "the demonstration", seconds=70)
    house.rest()
    for move in route:
        pads[BIDDER].slide(move)
    house.read_result()
    assert match.session.outcome is not None and match.session.outcome.winners == (BIDDER,)
    pads[1].say("Menu")
    stranger.pad.detach()
    house.run(0.2)


def play_quoridor(house: Playhouse, pads: Sequence[PadHand]) -> None:
    """The first four play, the others wait."""
    menu = house.on_top(MenuScene)
    assert menu.sub_line("quoridor") == "4 play, 4 wait: winner stays"
    pads[5].press(tile(house, "quoridor"))
    pads[5].say("Start")
    match = house.on_top(MatchScene)
    assert [seat.device for seat in match.session.seats] == ["pad1", "pad2", "pad3", "pad4"]
    for moves in ROUNDS:
        for hand, action in zip(pads, moves, strict=False):
            hand.play(action)
    house.read_result()
    assert match.session.outcome is not None and match.session.outcome.winners == (0,)
    pads[2].say("Menu")


@pytest.mark.usefixtures("easy_board")
def test_an_evening_of_eight(house: Playhouse) -> None:
    house.boot()
    makes = (XBOX, XBOX, NINTENDO, XBOX, PLAYSTATION, XBOX)
    pads = [RobotsPad(house, make) for make in makes]
    sit_down(house, pads)
    play_robots(house, pads)
    assert QUORIDOR.seat_count(house.services.offers.table(QUORIDOR).options) == 4
    play_quoridor(house, pads)
    pads[0].order(Kind.PREVIOUS)
    pads[5].pad.press("b")
    house.run(HOLD_SECONDS + 0.3)
    pads[5].pad.release("b")
    assert len(house.services.people.roster.chairs) == 7
    names = [chair.name for chair in house.services.people.roster.chairs]
    for hand in pads:
        hand.pad.detach()
    house.close()
    again = Playhouse(agent=house.services.agent)
    try:
        again.boot()
        assert "Aoi" in again.on_top(Dialog).body
        KeyHand(again).say(again.stage.t("join.offer.yes"))
        again.on_top(JoinScene)
        assert [chair.name for chair in again.services.people.roster.chairs] == names
        nintendo = PadHand(again, NINTENDO)  # there is but one of its kind: it is known at once
        assert [pad.number for pad in again.stage.devices.pads()] == [3]
        xbox = PadHand(again)  # it may be anybody's of three: nothing is guessed
        assert chair_words(again.services.stage, again.services.people.roster.chairs[0], False) == "Press A on your pad"
        xbox.hit(Kind.CONFIRM)
        again.on_top(WhoseDialog)
        xbox.say("Aoi")
        assert [pad.number for pad in again.stage.devices.pads()] == [1, 3]
        nintendo.order(Kind.BACK)
        again.on_top(MenuScene)
    finally:
        again.close()
