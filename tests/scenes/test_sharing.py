"""Four people at one screen, each with a device; pads that are pulled out and come back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.record import SeatConfig
from scenes.kit.dialog import Dialog
from scenes.kit.intents import Kind
from scenes.kit.widgets import Choice, Cycler
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.setup.setup_scene import SetupScene
from scenes.soak.virtual_pad import NINTENDO, PLAYSTATION
from tests.scenes.hands import Hand, KeyHand, PadHand, TouchHand, focus_of
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

DEVICES = ("pad1", "pad2", "table", "table")
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


def seated(seat: SeatConfig, device: str) -> SeatConfig:
    return replace(seat, device=device)


def seat_widgets(house: Playhouse, kind: type, index: int):
    """The choice of person or AI, or the device cycler, of one seat card."""
    scene = house.on_top(SetupScene)
    card = scene.layout.cards[index]
    return next(w for w in focus_of(house).widgets if isinstance(w, kind) and card.contains(w.rect))


def test_four_people_share_one_screen(house: Playhouse) -> None:
    house.boot()
    hands: list[Hand] = [PadHand(house, PLAYSTATION), PadHand(house, NINTENDO), KeyHand(house), TouchHand(house)]
    setter = hands[2]
    setter.press(focus_of(house).widgets[0])
    players = next(w for w in focus_of(house).widgets if isinstance(w, Choice) and w.labels == ["2", "4"])
    setter.select(players, 1)
    for index, device in enumerate(DEVICES):
        if index:  # the first seat is a person's from the start
            setter.select(seat_widgets(house, Choice, index), 0)
        keys = ["", "table", "pad1", "pad2"]
        setter.select(seat_widgets(house, Cycler, index), keys.index(device))
    setter.say("Start")
    match = house.on_top(MatchScene)
    assert [seat.device for seat in match.session.seats] == list(DEVICES)
    assert not any(seat.is_ai for seat in match.session.seats)
    for moves in ROUNDS:
        for hand, action in zip(hands, moves, strict=False):
            hand.play(action)
    assert list(match.session.record().actions) == [action for moves in ROUNDS for action in moves]
    house.read_result()
    assert match.session.outcome is not None and match.session.outcome.winners == (0,)
    hands[3].say("Menu")
    house.on_top(MenuScene)


def test_another_persons_device_does_nothing_but_say_whose_turn_it_is(house: Playhouse) -> None:
    pads = [PadHand(house), PadHand(house)]
    match = house.match(seated(PERSON, "pad1"), seated(RIVAL, "pad2"))
    pads[1].hit(Kind.CONFIRM)
    assert match.session.ply == 0
    assert match.controller.note == "It is Aoi’s turn."
    KeyHand(house).hit(Kind.CONFIRM)
    assert match.session.ply == 0
    pads[0].play("e2")
    pads[0].hit(Kind.CONFIRM)
    assert match.session.ply == 1
    assert match.controller.note == "It is Ren’s turn."


def test_a_pad_pulled_in_mid_game_is_missed_and_welcomed_back(house: Playhouse) -> None:
    first, second = PadHand(house), PadHand(house)
    match = house.match(seated(PERSON, "pad1"), seated(RIVAL, "pad2"))
    first.play("e2")
    second.play("e8")
    first.pad.detach()
    house.run(0.4)
    assert "Pad 1 is gone" in house.on_top(Dialog).body
    assert list(match.session.record().actions) == ["e2", "e8"]
    kept = house.services.store.unfinished()
    assert kept is not None and kept.actions == ("e2", "e8")
    second.hit(Kind.CONFIRM)
    assert house.top is match
    back = PadHand(house)
    house.run(0.1)
    assert match.controller.note == "Pad 1 is back."
    back.play("e3")
    second.play("e7")
    assert list(match.session.record().actions) == ["e2", "e8", "e3", "e7"]


def test_without_its_pad_a_seat_is_played_by_any_device(house: Playhouse) -> None:
    pad = PadHand(house)
    match = house.match(seated(PERSON, "pad1"), RIVAL)
    pad.pad.detach()
    house.run(0.4)
    keys = KeyHand(house)
    keys.hit(Kind.CONFIRM)
    keys.play("e2")
    assert match.session.ply == 1


@pytest.mark.parametrize("over", ["pause", "result"])
def test_a_pad_pulled_while_something_lies_on_the_match_is_told_too(house: Playhouse, over: str) -> None:
    pad = PadHand(house)
    match = house.match(seated(PERSON, "pad1"), RIVAL)
    keys = KeyHand(house)
    keys.order(Kind.PAUSE)
    if over == "result":
        keys.say("Resign")
        keys.say("Resign")
        house.read_result()
    below = house.top
    pad.pad.detach()
    house.run(0.4)
    assert "Pad 1 is gone" in house.on_top(Dialog).body
    keys.hit(Kind.CONFIRM)
    assert house.top is below
    assert match in house.app.manager.scenes


def test_a_pad_that_nobody_plays_with_goes_unnoticed(house: Playhouse) -> None:
    pad = PadHand(house)
    match = house.match(PERSON, RIVAL)
    pad.pad.detach()
    house.run(0.4)
    assert house.top is match
