"""Whose seat a phone plays for: its person's, and another one only where both screens say so."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from game.core.record import SeatConfig
from game.registry import find
from game.roster import Roster
from game.session import Session
from game.table import IDENTITIES, NAMES, default_table
from scenes.kit.intents import KEYBOARD, MOUSE, SWITCH, Device, phone
from scenes.match.match_scene import MatchScene
from scenes.match.phone_seats import CLAIM
from scenes.table.loading import make_board
from tests.scenes.playhouse import Playhouse
from tests.scenes.test_phones import Evening, word

FIRST, SECOND, THIRD = 1, 2, 3  # phones
PAD = Device("pad:1", "xbox", "Pad", 1)
# What a seat may be bound to. The people of phones 1 and 2 have the colours of the two seats, the third one another.
BINDINGS = ("", "table", "pad1", word(FIRST), word(SECOND), word(THIRD))
DEVICES = {
    "phone 1": phone(FIRST),
    "phone 2": phone(SECOND),
    "phone 3": phone(THIRD),
    "pad": PAD,
    "keyboard": KEYBOARD,
    "mouse": MOUSE,
    "switch": SWITCH,
}


@pytest.fixture
def evening(house: Playhouse) -> Evening:
    return Evening(house)


def match_of(evening: Evening, devices: tuple[str, str] = ("", ""), game: str = "star") -> MatchScene:
    """`play star --seats human,human`, with the devices of its seats."""
    spec = find(game)
    seats = tuple(
        SeatConfig("human", 0, NAMES[index], IDENTITIES[index], device) for index, device in enumerate(devices)
    )
    services = evening.house.services
    session = Session(spec, default_table(spec).options, 7, seats, agent=services.agent)
    match = MatchScene(services, session, make_board(services, spec, session.options))
    evening.house.show(match)
    evening.house.rest()
    return match


def expected(devices: tuple[str, str], device: str, seat: int) -> bool:
    """Whether a device plays for a seat, said once more and in another way."""
    bound = devices[seat]
    keys = {"phone 1": word(1), "phone 2": word(2), "phone 3": word(3), "pad": "pad1"}
    if device == "switch":
        return True
    if device.startswith("phone"):
        own_colour = device == f"phone {seat + 1}"
        by_another = bound in (word(1), word(2), word(3)) and bound != keys[device]
        return bound == keys[device] or (own_colour and (bound == "" or by_another))
    return bound in ("", keys.get(device, "table"))


@pytest.mark.parametrize("devices", list(product(BINDINGS, BINDINGS)), ids=" ".join)
def test_who_plays_for_whom_at_all_bindings(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, devices: tuple[str, str]
) -> None:
    evening.desk.open()
    evening.join(FIRST, SECOND, THIRD)
    match = match_of(evening, devices)
    there = [PAD, phone(FIRST), phone(SECOND), phone(THIRD)]
    monkeypatch.setattr(evening.house.stage.devices, "pads", lambda: there)
    for seat, (name, device) in product((0, 1), DEVICES.items()):
        assert match.hands._may_act(seat, device) is expected(devices, name, seat), (seat, name)


def test_a_phone_that_joined_second_cannot_play_the_first_ones_move(evening: Evening) -> None:
    match = match_of(evening)
    evening.desk.open()
    evening.join(FIRST, SECOND)
    first, second = evening.phones.shown(FIRST), evening.phones.shown(SECOND)
    assert first.mine and first.sentence == "Your turn"
    assert not second.mine and not [button for button in second.buttons if button.role != "shelf" and button.enabled]
    assert second.board is not None
    before = match.hands.selection
    for cell in second.board.cells:
        evening.phones.tap(SECOND, cell.x, cell.y, second.decision)
        evening.house.run(0.1)
    assert match.session.ply == 0 and match.hands.selection == before
    assert first.board is not None
    lit = next(cell for cell in first.board.cells if cell.mark == "lit")
    evening.phones.tap(FIRST, lit.x, lit.y)
    evening.house.run(0.3)
    assert match.session.seats[0].device == word(FIRST), "the table's card says by which phone"
    evening.press(FIRST, "confirm")
    evening.house.until(lambda: match.session.ply == 1, "the first move")
    evening.house.rest()
    evening.house.run(0.3)
    assert evening.phones.shown(SECOND).sentence == "Your turn" and not evening.phones.shown(FIRST).mine


def test_a_phone_without_a_seat_plays_only_where_both_screens_say_so(evening: Evening) -> None:
    match = match_of(evening)
    evening.desk.open()
    evening.join(FIRST)
    match.session.reseat(0, replace(match.session.seats[0], device="table"))
    match.session.reseat(1, replace(match.session.seats[1], device="table"))
    evening.house.run(0.3)
    assert CLAIM not in {button.id for button in evening.phones.shown(FIRST).buttons}, "both play at the table"
    match.session.reseat(0, replace(match.session.seats[0], identity=IDENTITIES[5], device=""))
    evening.house.run(0.3)
    shown = evening.phones.shown(FIRST)
    offers = {button.id: button.label for button in shown.buttons}
    assert not shown.mine and offers[CLAIM] == "Play for Aoi" and "confirm" not in offers
    roster = evening.house.services.roster
    renamed = replace(roster.chairs[0], name="@ren")
    evening.house.services.seat(Roster((renamed,)))
    evening.house.run(0.3)
    evening.press(FIRST, CLAIM)
    evening.house.run(0.3)
    shown = evening.phones.shown(FIRST)
    assert shown.mine and shown.sentence == "You play for Aoi"
    assert match.words.helper() == "Phone 1 plays for Aoi."
    assert match.side_panel._card(match.session.state, 0).notes[0].startswith("Phone 1")


def test_whose_own_seat_another_phone_plays_has_it_back_by_a_press(evening: Evening) -> None:
    evening.desk.open()
    evening.join(FIRST, SECOND)
    match = match_of(evening, ("", word(FIRST)))
    assert match.hands.phones.of(phone(SECOND)) == (1,)
    match.hands.phones.bind(phone(SECOND))
    assert match.session.seats[1].device == word(SECOND) and match.hands.phones.of(phone(FIRST)) == (0,)


def test_who_has_left_plays_no_more_by_the_phone_of_that_colour(evening: Evening) -> None:
    evening.desk.open()
    evening.join(FIRST)
    match = match_of(evening)
    assert match.hands.phones.of(phone(FIRST)) == (0,)
    match.session.reseat(0, replace(match.session.seats[0], name=NAMES[5]))
    assert match.hands.phones.of(phone(FIRST)) == ()


@pytest.mark.parametrize("game", ["quoridor", "coffee", "star", "robots"])
def test_in_every_game_who_only_watches_has_no_buttons_and_a_guest_one(evening: Evening, game: str) -> None:
    evening.desk.open()
    evening.join(FIRST, SECOND, THIRD)
    evening.phones.join(4, watching=True)
    match_of(evening, game=game)
    evening.house.run(1.0)
    third, watcher = evening.phones.shown(THIRD), evening.phones.shown(4)
    assert CLAIM not in {button.id for button in (*third.buttons, *watcher.buttons)}, "both seats have their phones"
    evening.phones.leave(SECOND)
    evening.phones.leave(FIRST)
    evening.house.run(1.0)
    offered = {button.id for button in evening.phones.shown(THIRD).buttons}
    assert CLAIM in offered and not evening.phones.shown(4).buttons
    evening.press(THIRD, CLAIM)
    evening.house.run(0.3)
    assert evening.phones.shown(THIRD).mine
