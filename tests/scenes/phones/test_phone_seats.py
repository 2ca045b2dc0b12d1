"""Whose seat a phone plays for: its person's, and another one only where both screens say so."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from game.core.device_id import ANY, DeviceId
from game.core.record import SeatConfig
from game.match_setup import IDENTITIES, NAMES, MatchSetup
from game.people.roster import Roster
from game.registry import GAMES
from scenes.cup.cup_scene import CupScene
from scenes.kit.input.intents import KEYBOARD, MOUSE, SWITCH, phone
from scenes.match import starting
from scenes.match.match_scene import MatchScene
from scenes.match.words import CLAIM
from scenes.menu.menu_scene import MenuScene
from scenes.phones.phone_controllers import GONE_SECONDS
from scenes.setup.seat_editor import SeatEditor
from scenes.setup.setup_scene import SetupScene
from tests.scenes.hands import PadHand
from tests.scenes.phone_evening import Evening, word

FIRST, SECOND, THIRD = 1, 2, 3  # phones
# What a seat may be bound to. The people of phones 1 and 2 have the colours of the two seats, the third one another.
BINDINGS = ("", "table", "pad1", word(FIRST), word(SECOND), word(THIRD))
DEVICES = {
    "phone 1": phone(FIRST),
    "phone 2": phone(SECOND),
    "phone 3": phone(THIRD),
    "keyboard": KEYBOARD,
    "mouse": MOUSE,
    "switch": SWITCH,
}


def match_of(evening: Evening, devices: tuple[str, str] = ("", ""), game: str = "star") -> MatchScene:
    """`play star --seats human,human`, with the devices of its seats."""
    seats = [
        SeatConfig("human", 0, NAMES[index], IDENTITIES[index], DeviceId(device))
        for index, device in enumerate(devices)
    ]
    match = evening.house.match(*seats, game=game)
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


def test_who_plays_for_whom_at_all_bindings(evening: Evening) -> None:
    evening.open(FIRST, SECOND, THIRD)
    match = match_of(evening)
    PadHand(evening.house)
    pad, *phones = evening.house.stage.devices.pads()
    assert (pad.number, phones) == (1, [phone(FIRST), phone(SECOND), phone(THIRD)])
    there = {**DEVICES, "pad": pad}
    wrong = []
    for devices in product(BINDINGS, BINDINGS):
        for seat, bound in enumerate(devices):
            match.session.reseat(seat, replace(match.session.seats[seat], device=DeviceId(bound)))
        for seat, (name, device) in product((0, 1), there.items()):
            if bool(match.input._played_by(device, (seat,))) is not expected(devices, name, seat):
                wrong.append((devices, seat, name))
    assert wrong == []


def test_a_phone_that_joined_second_cannot_play_the_first_ones_move(evening: Evening) -> None:
    match = match_of(evening)
    evening.open(FIRST, SECOND)
    first, second = evening.shown(FIRST), evening.shown(SECOND)
    assert first.mine and first.sentence == "Your turn"
    assert not second.mine and not [button for button in second.buttons if button.role != "shelf" and button.enabled]
    before = match.input.selection
    for cell in second.board.cells:
        evening.phones.tap(SECOND, cell.x, cell.y, second.decision)
        evening.house.run(0.1)
    assert match.session.ply == 0 and match.input.selection == before
    evening.tap(FIRST, next(cell.id for cell in first.board.cells if cell.mark == "lit"))
    assert match.session.seats[0].device == word(FIRST), "the table's card says by which phone"
    evening.press(FIRST, "confirm")
    evening.house.until(lambda: match.session.ply == 1, "the first move")
    evening.settle(0.3)
    assert evening.shown(SECOND).sentence == "Your turn" and not evening.shown(FIRST).mine


def test_a_phone_without_a_seat_plays_only_where_both_screens_say_so(evening: Evening) -> None:
    match = match_of(evening, ("table", "table"))
    evening.open(FIRST)
    evening.house.run(0.3)
    assert CLAIM not in evening.buttons(FIRST), "both play at the table"
    match.session.reseat(0, replace(match.session.seats[0], identity=IDENTITIES[5], device=ANY))
    evening.house.run(0.3)
    offers = evening.buttons(FIRST)
    assert not evening.shown(FIRST).mine and offers[CLAIM].label == "Play for Aoi" and "confirm" not in offers
    services = evening.house.services
    services.people.seat(Roster((replace(services.people.roster.chairs[0], name="@ren"),)))
    evening.house.run(0.3)
    evening.press(FIRST, CLAIM)
    evening.house.run(0.3)
    shown = evening.shown(FIRST)
    assert shown.mine and shown.sentence == "You play for Aoi"
    assert match.words.helper() == "Phone 1 plays for Aoi."
    assert match.side_panel.card(match.session.state, 0).notes[0].startswith("Phone 1")


def test_whose_own_seat_another_phone_plays_has_it_back_by_a_press(evening: Evening) -> None:
    evening.open(FIRST, SECOND)
    match = match_of(evening, ("", word(FIRST)))
    assert match.input.phones.of(phone(SECOND)) == (1,)
    match.input.phones.bind(phone(SECOND), [1])
    assert match.session.seats[1].device == word(SECOND) and match.input.phones.of(phone(FIRST)) == (0,)


def test_who_has_left_plays_no_more_by_the_phone_of_that_colour(evening: Evening) -> None:
    evening.open(FIRST)
    match = match_of(evening)
    assert match.input.phones.of(phone(FIRST)) == (0,)
    match.session.reseat(0, replace(match.session.seats[0], name=NAMES[5]))
    assert match.input.phones.of(phone(FIRST)) == ()


@pytest.mark.parametrize("game", ["quoridor", "coffee", "star", "robots"])
def test_in_every_game_who_only_watches_has_no_buttons_and_a_guest_one(evening: Evening, game: str) -> None:
    evening.open(FIRST, SECOND, THIRD)
    evening.phones.join(4, watching=True)
    match_of(evening, game=game)
    evening.house.run(1.0)
    assert CLAIM not in evening.buttons(THIRD) | evening.buttons(4), "both seats have their phones"
    evening.phones.leave(SECOND)
    evening.phones.leave(FIRST)
    evening.house.run(1.0)
    assert CLAIM in evening.buttons(THIRD) and not evening.buttons(4)
    evening.press(THIRD, CLAIM)
    evening.house.run(0.3)
    assert evening.shown(THIRD).mine


# Phones that are gone


def seats_by(table: MatchSetup) -> list[tuple[str, str]]:
    """The people of a setup and their devices."""
    return [(seat.name, seat.device) for seat in table.seats if not seat.is_ai]


@pytest.mark.parametrize("card", [False, True], ids=["setup", "a card upon it"])
def test_an_open_setup_follows_phones_that_go_and_come(evening: Evening, card: bool) -> None:
    setup = SetupScene(evening.house.services, GAMES["robots"])
    evening.show(setup, FIRST, SECOND)
    assert seats_by(setup.table) == [("@aoi", word(FIRST)), ("@ren", word(SECOND))]
    if card:
        evening.house.app.manager.go(setup.edit(0))
    evening.phones.sleep(FIRST)
    evening.phones.sleep(SECOND)
    evening.house.run(GONE_SECONDS + 1.0)
    assert evening.chairs == []
    if card:
        evening.house.app.manager.go(evening.house.on_top(SeatEditor).done())
        evening.house.run(0.1)
    assert seats_by(setup.table) == [("@aoi", ANY), ("@ren", ANY)], "the seats are free"
    evening.join(THIRD, 4)
    assert evening.chairs == [word(THIRD), word(4)]
    assert seats_by(setup.table) == [("@aoi", word(THIRD)), ("@ren", word(4))]
    evening.house.app.manager.go(setup._play())
    evening.house.rest()
    assert [seat.device for seat in evening.house.playing.session.seats] == [word(THIRD), word(4)]


def test_what_was_set_stays_where_only_a_name_changes(evening: Evening) -> None:
    setup = SetupScene(evening.house.services, GAMES["robots"])
    evening.show(setup, FIRST, SECOND)
    setup.take(1, replace(setup.table.seats[1], kind="ai", level=4, device=ANY))
    evening.phones.rename(FIRST, "Yuki")
    evening.house.run(0.3)
    assert seats_by(setup.table) == [("Yuki", word(FIRST))] and setup.table.seats[1].level == 4


def test_a_new_cup_follows_those_who_sit_there(evening: Evening) -> None:
    cup = CupScene(evening.house.services)
    evening.show(cup, FIRST, SECOND)
    evening.phones.leave(FIRST)
    evening.join(THIRD, 4)
    assert cup.cup is not None and len(cup.cup.entrants) == 3
    evening.phones.sleep(4)
    evening.house.run(GONE_SECONDS + 1.0)
    assert len(cup.cup.entrants) == 2


@pytest.mark.parametrize("begin", ["match", "rematch", "resume", "branch"])
def test_no_match_begins_with_a_phone_that_is_gone(evening: Evening, begin: str) -> None:
    services = evening.house.services
    evening.open(FIRST, SECOND)
    match = match_of(evening, (word(FIRST), word(SECOND)))
    record = match.session.record()
    evening.house.show(MenuScene(services))
    evening.phones.leave(FIRST)
    evening.house.run(0.3)
    table = MatchSetup("star", dict(record.options), record.seats)
    begun = {
        "match": lambda: starting.new_match(services, table),
        "rematch": lambda: starting.rematch(services, record),
        "resume": lambda: starting.resume(services, record),
        "branch": lambda: starting.branch(services, record),
    }[begin]()
    assert [seat.device for seat in begun.session.seats] == [ANY, word(SECOND)]
    services.store.set("setup.star", table.to_json())
    evening.controllers.clear()
    assert [seat.device for seat in services.offers.table(GAMES["star"]).seats] == [ANY, ANY]
