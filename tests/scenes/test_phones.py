"""Phones at the table: sitting down, playing whole games, falling asleep, and what they can never do."""

from __future__ import annotations

from itertools import zip_longest

import pygame
import pytest

from game.phones.process import Kept
from game.phones.protocol import MOST_PHONES, Press, Pressed
from game.phones.wire import as_text, plain
from game.registry import find
from game.robots.solver import Solver
from game.robots.state import Move
from game.robots.turns import target_of
from game.session import Session
from game.table import default_table
from scenes.join.chair_menu import ChairMenu, Chosen
from scenes.join.join_scene import JoinScene
from scenes.kit.intents import FIRST_PHONE, KEYBOARD, Device, Intent, Kind, phone
from scenes.kit.muting import MOST, SECONDS
from scenes.kit.scene import Push, Quit, Route
from scenes.kit.theme import BY_ITSELF_SECONDS
from scenes.match.lost_devices import LostDeviceDialog
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import ResultScene
from scenes.menu.menu_scene import MenuScene
from scenes.phones.desk import GONE_SECONDS, PhoneDesk
from scenes.phones.door_scene import LIT_SECONDS, LONELY_SECONDS, DoorScene
from scenes.robots.bidding.pace import PAUSE_SECONDS
from scenes.robots.selection import Steering
from scenes.routes import ToArchive, ToNames, ToSettings
from scenes.table.loading import make_board
from tests.scenes import posting
from tests.scenes.coffee_hands import _Stepper as CoffeeStepper
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import SteppingHand
from tests.scenes.playhouse import Playhouse
from tests.scenes.star_hands import _Stepper as StarStepper
from tests.scenes.still_phones import ADDRESS, CODE, StillPhones
from tests.scenes.test_layout import SCENES
from tests.scenes.test_whole_games import GAMES


class Evening:
    """A house with a still door; phones do things and frames go by."""

    def __init__(self, house: Playhouse) -> None:
        self.house = house
        self.phones = StillPhones()
        self.desk = PhoneDesk(house.services, lambda: house.app.manager.top, self.phones, lambda: house.app.hears)
        house.stage.devices.remotes = self.desk

    def door(self, game: str = "") -> DoorScene:
        scene = DoorScene(self.house.services, self.desk, game)
        self.house.show(scene)
        return scene

    def join(self, *numbers: int) -> None:
        for number in numbers:
            self.phones.join(number)
        self.house.run(0.2)

    def press(self, number: int, *buttons: str) -> None:
        for button in buttons:
            self.phones.press(number, button)
            self.house.run(0.15)

    @staticmethod
    def device(number: int) -> Device:
        return phone(number)

    def chairs(self) -> list[str]:
        return [chair.device for chair in self.house.services.roster.chairs]


@pytest.fixture
def evening(house: Playhouse) -> Evening:
    return Evening(house)


def word(number: int) -> str:
    return f"pad{FIRST_PHONE + number}"


# Sitting down


def test_whoever_scans_sits_down_at_once_and_sees_who_they_are(evening: Evening) -> None:
    door = evening.door()
    assert evening.desk.is_open and CODE in door.spoken and ADDRESS in door.spoken
    evening.join(1, 2)
    assert evening.chairs() == [word(1), word(2)]
    shown = evening.phones.shown(2)
    chair = evening.house.services.roster.chairs[1]
    assert shown.me is not None and shown.me.shape == chair.identity and shown.hand == "joined"
    assert [socket.shape for socket in shown.sockets][:3] == [
        *(c.identity for c in evening.house.services.roster.chairs),
        "",
    ]
    assert door.lively
    evening.house.run(LIT_SECONDS + 0.5)
    assert not door.lively


def test_the_ninth_is_told_that_the_table_is_full(evening: Evening) -> None:
    evening.door()
    evening.house.services.seat(evening.house.services.roster.fill(MOST_PHONES, 3))
    evening.join(1)
    assert evening.phones.dismissed == [(1, True)] and word(1) not in evening.chairs()


def test_one_that_watches_has_no_chair_and_no_buttons(evening: Evening) -> None:
    evening.door()
    evening.phones.join(1, watching=True)
    evening.house.run(0.3)
    shown = evening.phones.shown(1)
    assert evening.chairs() == [] and shown.me is None and shown.buttons == ()


def test_a_name_is_given_on_the_phone_and_another_ones_is_refused(evening: Evening) -> None:
    evening.door()
    evening.join(1, 2)
    evening.phones.rename(1, "Yuki")
    evening.phones.rename(2, "Yuki")
    evening.house.run(0.3)
    names = [evening.house.services.chair_name(chair) for chair in evening.house.services.roster.chairs]
    assert names[0] == "Yuki" and names[1] != "Yuki"
    me = evening.phones.shown(1).me
    assert me is not None and me.name == "Yuki"


def test_who_leaves_stands_up_and_closing_the_door_ends_all_seats(evening: Evening) -> None:
    evening.door()
    evening.join(1, 2, 3)
    evening.phones.leave(2)
    evening.house.run(0.2)
    assert evening.chairs() == [word(1), word(3)]
    posting.tap_key(pygame.K_x)
    evening.house.be_heard()
    assert evening.chairs() == [] and not evening.desk.is_open and evening.phones.kept.tickets == ()


def test_a_phone_cannot_close_the_door(evening: Evening) -> None:
    evening.door()
    evening.join(1)
    offered = {button.id for button in evening.phones.shown(1).buttons}
    assert offered >= {"confirm", "back"} and not offered & {"secondary", "hint"}


def test_where_no_phone_comes_it_is_said_why(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[bool] = []
    monkeypatch.setattr("scenes.phones.door_scene.draw_note", lambda *given: said.append(given[-1]))
    door = evening.door()
    evening.house.run(0.5)
    door._age = LONELY_SECONDS + 1
    evening.house.run(0.5)
    assert said[0] is False and said[-1] is True
    evening.phones.looked = True
    evening.house.run(0.5)
    assert said[-1] is False


def test_the_seats_of_phones_outlast_the_program(evening: Evening) -> None:
    evening.door()
    evening.phones.kept = Kept(port=47_811, code=CODE)
    evening.house.run(0.2)
    again = PhoneDesk(evening.house.services, lambda: None)
    assert (again.phones.kept.port, again.phones.kept.code) == (47_811, CODE)
    evening.house.services.store.set("phones", "{")
    assert PhoneDesk(evening.house.services, lambda: None).phones.kept == Kept()


@pytest.mark.parametrize("scene", [JoinScene, MenuScene])
def test_the_seat_of_a_phone_that_is_gone_is_free_in_the_menu_after_a_minute(evening: Evening, scene: type) -> None:
    evening.desk.open()
    evening.join(1, 2, 3)
    evening.house.show(scene(evening.house.services))
    evening.phones.sleep(1)
    evening.phones.sleep(2)
    evening.house.services.seat(evening.house.services.roster.sit(word(9)))  # nobody has a ticket for it
    evening.house.run(GONE_SECONDS / 2)
    evening.phones.wake(2)
    evening.house.run(GONE_SECONDS / 2 - 1)
    assert evening.chairs() == [word(1), word(2), word(3), word(9)]
    evening.house.run(2.0)
    assert evening.chairs() == [word(2), word(3)] and evening.phones.dismissed == [(1, False)]


def test_a_phone_that_sleeps_in_a_game_keeps_its_seat(evening: Evening) -> None:
    match_of(evening, "quoridor")
    evening.phones.sleep(1)
    evening.phones.sleep(2)
    evening.house.run(GONE_SECONDS + 5)
    assert evening.chairs() == [word(1), word(2)]


def test_a_pad_without_a_chair_frees_the_seat_of_a_phone_and_no_phone_anothers(evening: Evening) -> None:
    evening.desk.open()
    evening.join(*range(1, MOST_PHONES + 1))
    scene = JoinScene(evening.house.services)
    evening.house.show(scene)
    evening.house.be_heard()
    scene.focus.focus(scene.focus.widgets[2])
    pad = Device("pad:1", "xbox", "Pad", 1)
    assert scene.intent(Intent(Kind.CONFIRM, phone(1))) is None, "its light goes to its own chair"
    scene._by = phone(1)
    assert scene._open(2) is None
    scene.focus.focus(scene.focus.widgets[2])
    opened = scene.intent(Intent(Kind.CONFIRM, pad))
    assert isinstance(opened, Push)
    evening.house.app.manager.go(opened)
    evening.house.be_heard()
    menu = evening.house.on_top(ChairMenu)
    evening.house.app.manager.go(menu.answered(Chosen(menu.chair.identity, "leave")))
    evening.house.run(0.3)
    assert word(3) not in evening.chairs() and (3, False) in evening.phones.dismissed


# Playing


class PhoneHand(SteppingHand):
    """A phone's ring and buttons; only what its page shows can be pressed."""

    evening: Evening
    number: int

    def hit(self, kind: Kind) -> None:
        self.house.run(0.2)
        self.evening.phones.press(self.number, kind.name.lower())
        self.house.run(0.1)


class CoffeePhone(CoffeeStepper, PhoneHand):
    """Coffee by a phone."""


class StarPhone(StarStepper, PhoneHand):
    """Star by a phone."""


WAYS = {"N": "up", "E": "right", "S": "down", "W": "left"}
KINDS = {"quoridor": PhoneHand, "coffee": CoffeePhone, "star": StarPhone}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("game", KINDS)
def test_two_phones_play_a_whole_game_against_each_other(evening: Evening, game: str) -> None:
    """Each sees whose turn it is, and in the other's has nothing to press but what serves everybody."""
    match = match_of(evening, game)
    hands = [KINDS[game](evening.house) for _ in range(2)]
    for number, hand in enumerate(hands, start=1):
        hand.evening, hand.number = evening, number
    mine, its = GAMES[game].moves.split(), GAMES[game].answers.split()
    moves = [move for pair in zip_longest(mine, its) for move in pair if move is not None]
    for ply, text in enumerate(moves):
        evening.house.rest()
        evening.house.run(0.3)
        seat = match.session.actors()[0]
        me, other = evening.phones.shown(seat + 1), evening.phones.shown(2 - seat)
        assert me.mine and not other.mine and me.sentence == "Your turn" != other.sentence
        able = [button for button in other.buttons if button.enabled and button.id != "undo"]
        assert not [button.id for button in able if button.role not in ("shelf", "menu")]
        assert other.turn is not None and me.me is not None and other.turn.shape == me.me.shape
        hands[seat].put(match.session.spec.rules.parse(text))
        evening.house.until(lambda ply=ply: match.session.ply > ply, text)
    evening.house.until(lambda: isinstance(evening.house.top, ResultScene), "the result")
    assert match.session.outcome is not None and match.session.outcome.reason == GAMES[game].reason


def match_of(evening: Evening, game: str) -> MatchScene:
    """A match of the first two phones."""
    evening.desk.open()
    evening.join(1, 2)
    spec = find(game)
    seats = [chair.seat() for chair in evening.house.services.roster.chairs]
    options = default_table(spec).options
    session = Session(spec, options, 7, tuple(seats), agent=evening.house.services.agent)
    scene = MatchScene(evening.house.services, session, make_board(evening.house.services, spec, session.options))
    evening.house.show(scene)
    return scene


def test_a_phone_that_sleeps_in_its_turn_stops_the_game_until_it_is_back(evening: Evening) -> None:
    match = match_of(evening, "quoridor")
    evening.phones.sleep(1)
    evening.house.run(1.0)
    assert isinstance(evening.house.top, LostDeviceDialog)
    evening.phones.wake(1)
    evening.house.run(1.0)
    assert evening.house.top is match
    evening.phones.sleep(1)
    evening.house.run(1.0)
    evening.phones.answer(2, "This device plays on")  # the other one plays on for it
    evening.house.run(1.0)
    assert evening.house.top is match and match.session.seats[0].device == word(2)
    evening.phones.wake(1)
    evening.house.run(1.0)
    assert match.session.seats[0].device == word(1)


def test_a_phone_that_sleeps_in_anothers_turn_is_not_to_be_plugged_in(evening: Evening) -> None:
    match = match_of(evening, "quoridor")
    evening.phones.sleep(2)
    evening.house.run(1.0)
    assert evening.house.top is match
    assert match.controller.note == "Phone 2 is asleep. Wake it up to play on."


def test_a_phone_presses_for_its_own_seat_alone(evening: Evening) -> None:
    match = match_of(evening, "quoridor")
    before = match.hands.selection
    evening.phones.events.append(Pressed(2, Press(1, 0, "left")))
    evening.phones.events.append(Pressed(2, Press(2, 0, "confirm")))
    evening.house.run(0.5)
    assert match.session.ply == 0 and match.hands.selection == before


def test_a_press_on_a_place_that_has_only_just_come_on_is_refused_and_not_swallowed(evening: Evening) -> None:
    evening.desk.open()
    evening.join(1)
    evening.house.show(MenuScene(evening.house.services))
    evening.house.be_heard()
    evening.press(1, "confirm")  # the setup comes on
    evening.house.run(0.1)
    setup = evening.house.top
    evening.phones.press(1, "back")
    evening.house.run(0.1)
    assert evening.house.top is setup and len(evening.phones.refused) == 1
    evening.house.be_heard()
    evening.press(1, "back")
    evening.house.be_heard()
    assert evening.house.top is not setup and len(evening.phones.refused) == 1


def test_a_phone_that_mashes_is_told_and_no_other(evening: Evening) -> None:
    evening.desk.open()
    evening.join(1, 2)
    evening.house.show(MenuScene(evening.house.services))
    evening.house.be_heard()
    evening.house.app.muting.most = MOST
    for _ in range(MOST):
        evening.phones.press(1, "right")
    evening.phones.press(2, "right")
    evening.house.run(0.2)
    assert evening.phones.told_fast == [(1, SECONDS)]
    evening.phones.press(1, "right")
    evening.house.run(0.1)
    (_, left) = evening.phones.told_fast[-1]
    assert len(evening.phones.told_fast) == 2 and 0 < left < SECONDS


# What a phone can never do


@pytest.mark.one_in(2)
@pytest.mark.parametrize("route", [ToSettings(), ToArchive(), ToNames()])
def test_no_phone_leads_to_what_is_the_owners(evening: Evening, route: Route) -> None:
    evening.desk.open()
    evening.join(1)
    menu = MenuScene(evening.house.services)
    evening.house.show(menu)
    manager = evening.house.app.manager
    for device, leads in ((phone(1), False), (KEYBOARD, True)):
        menu.intent = lambda intent: Push(route)  # type: ignore[method-assign]
        manager.intent(Intent(Kind.CONFIRM, device))
        evening.house.be_heard()
        assert (manager.top is not menu) is leads
    assert manager.top is not None and manager.top.closed_to_phones
    assert evening.phones.shown(1).buttons == ()
    manager.intent(Intent(Kind.BACK, phone(1)))
    assert manager.top is not menu, "nor away from it"


def test_no_phone_ends_the_program(evening: Evening) -> None:
    evening.desk.open()
    evening.join(1)
    menu = MenuScene(evening.house.services)
    evening.house.show(menu)
    menu.intent = lambda intent: Quit()  # type: ignore[method-assign]
    evening.house.app.manager.intent(Intent(Kind.CONFIRM, phone(1)))
    assert not evening.house.app.manager.quitting
    evening.house.app.manager.intent(Intent(Kind.CONFIRM, KEYBOARD))
    assert evening.house.app.manager.quitting


def test_what_is_shown_counts_decisions_and_not_moves_of_the_focus(evening: Evening) -> None:
    evening.desk.open()
    evening.join(1)
    evening.house.show(MenuScene(evening.house.services))
    evening.house.run(0.3)
    before = evening.phones.shown(1).decision
    evening.press(1, "down", "up")
    evening.house.run(0.3)
    assert evening.phones.shown(1).decision == before
    evening.house.show(JoinScene(evening.house.services))
    evening.house.run(0.3)
    assert evening.phones.shown(1).decision > before


def test_an_unknown_button_is_refused(evening: Evening) -> None:
    evening.desk.open()
    evening.join(1)
    evening.phones.events.append(Pressed(1, Press(1, 0, "format_disk")))
    evening.house.run(0.2)
    assert len(evening.phones.refused) == 1


def test_no_phone_changes_what_is_set_or_leaves_from_the_menu(evening: Evening) -> None:
    evening.desk.open()
    evening.join(1)
    menu = MenuScene(evening.house.services)
    evening.house.show(menu)
    language = evening.house.stage.strings.language
    offered = {button.id for button in evening.phones.shown(1).buttons}
    assert "confirm" in offered and not offered & {"back", "pause", "hint", "next"}
    for kind in (Kind.BACK, Kind.PAUSE, Kind.HINT, Kind.NEXT):
        evening.house.app.manager.intent(Intent(kind, phone(1)))
        evening.house.be_heard()
    assert evening.house.top is menu and evening.house.stage.strings.language == language


# Hyper Robots: the dial in the hand


def robots(evening: Evening) -> MatchScene:
    match = match_of(evening, "robots")
    evening.house.until(lambda: match.session.state.phase == "think", "the first chip")
    evening.house.run(0.3)
    return match


def test_a_number_is_declared_from_the_dial_and_an_own_one_only_goes_down(evening: Evening) -> None:
    match = robots(evening)
    shown = evening.phones.shown(1)
    assert shown.hand == "dial" and shown.dial is not None and shown.dial.best == shown.dial.mine == 0
    assert shown.dial.chip is not None and shown.dial.chip.mark == match.session.state.chip.symbol
    evening.phones.press(1, "declare", 9)
    evening.house.run(0.5)
    assert match.session.state.bids == ((0, 9),)
    mine, other = evening.phones.shown(1).dial, evening.phones.shown(2).dial
    assert mine is not None and other is not None and (mine.mine, other.mine) == (9, 0)
    assert (other.best, other.below, other.opens) == (9, 0, 8) and other.by is not None
    assert mine.below == 9 and "9" in mine.why
    clock = evening.phones.shown(2).clock
    assert clock is not None and 0 < clock.left <= clock.whole
    enabled = {button.id: button.enabled for button in evening.phones.shown(1).buttons}
    assert not enabled["declare"] and evening.phones.shown(1).helper == "Wait", "who has just bid waits a moment"
    evening.house.run(PAUSE_SECONDS)
    evening.phones.press(1, "declare", 12)
    evening.house.run(0.5)
    assert match.session.state.bids == ((0, 9),) and len(evening.phones.refused) == 1


def test_two_phones_play_a_round_to_its_end(evening: Evening) -> None:
    match = robots(evening)
    route = solution(match)
    evening.phones.press(2, "declare", len(route))
    evening.house.run(0.5)
    evening.phones.press(1, "agree")
    evening.phones.press(2, "agree")
    evening.house.until(lambda: match.session.state.demonstrator == 1, "the demonstration")
    evening.house.rest()
    evening.house.run(BY_ITSELF_SECONDS + 0.1)
    assert evening.phones.shown(2).mine and not evening.phones.shown(1).mine
    for move in route:
        steer(evening, match, move)
    evening.house.until(lambda: match.session.state.chips[1] == 1, "the chip")


def solution(match: MatchScene) -> list[Move]:
    """A shortest route for the chip that has been turned."""
    state = match.session.state
    found = Solver().solve(state.board, state.robots, target_of(state), "own", max_moves=12)
    assert found.route is not None
    return [Move(move.colour, move.heading) for move in found.route]


def steer(evening: Evening, match: MatchScene, move: Move) -> None:
    """Choose a robot by the shoulders, then the direction."""
    for _ in range(6):
        selection = match.hands.selection
        assert isinstance(selection, Steering)
        if (selection.robot or match.session.state.chip.colour) == move.colour:
            break
        evening.phones.press(2, "next")
        evening.house.run(0.2)
    ply = match.session.ply
    evening.phones.press(2, WAYS[move.heading])
    evening.house.until(lambda: match.session.ply > ply, f"{move}")
    evening.house.rest()
    evening.house.run(0.2)


def test_what_is_on_a_dial_is_nowhere_before_it_is_declared(evening: Evening) -> None:
    """The number stays on the phone: nothing that the table knows, shows or keeps has it."""
    match = robots(evening)
    before = [as_text(plain(evening.phones.shown(number))) for number in (1, 2)]
    evening.house.run(2.0)
    after = [as_text(plain(evening.phones.shown(number))) for number in (1, 2)]
    assert [shown.split("left")[0] for shown in before] == [shown.split("left")[0] for shown in after]
    assert match.session.state.bids == () and match.session.ply == 0


def test_no_page_has_an_empty_plate(open_house: OpenHouse) -> None:
    """Whatever is on the screen, a phone says what that is; the show alone is for nobody's hand."""
    house = open_house()
    silent = []
    for name, make in SCENES.items():
        house.app.manager.start(make(house))
        house.run(0.3)
        top = house.top
        assert top is not None
        if not (top.closed_to_phones or top.is_operators or top.rests or top.told(phone(1)).sentence):
            silent.append(name)
    assert silent == []
