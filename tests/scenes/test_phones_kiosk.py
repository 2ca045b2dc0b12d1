"""Phones at the unattended table: when they may come, what a visit's end leaves of them, and where they never get."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

import pygame
import pytest

from game.kiosk.kiosk import Kiosk
from game.phones.protocol import Press, Pressed, Tap, Tapped
from game.registry import find
from game.roster import Roster
from game.session import Session
from game.table import NAMES, default_table
from scenes.join.join_scene import JoinScene
from scenes.kiosk.attract_column import address_rows
from scenes.kiosk.attract_scene import AttractScene
from scenes.kiosk.closed_scene import ClosedScene
from scenes.kiosk.input_test_scene import InputTestScene
from scenes.kiosk.operator.operator_scene import OperatorScene
from scenes.kiosk.operator.quiet import Question
from scenes.kiosk.pin_scene import PinScene
from scenes.kiosk.places import WITH_DOOR
from scenes.kiosk.still_playing import StillPlayingScene
from scenes.kiosk.waiting_scene import WaitingScene
from scenes.kiosk.watch import Watch
from scenes.kit.dialog import Answer
from scenes.kit.intents import FIRST_PHONE, Intent, Kind, phone
from scenes.kit.scene import Push, Scene, Switch
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.phones.desk import PhoneDesk
from scenes.phones.door_scene import DoorScene
from scenes.phones.doorman import RETRY_SECONDS
from scenes.phones.pages import MEET
from scenes.routes import ToMenu
from scenes.table.code import LEAST_MODULE, QUIET, module_of
from scenes.table.loading import make_board
from scenes.table.name_scene import NameScene
from scenes.unattended import watch_over
from tests.phones.qr import read
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import focus_of
from tests.scenes.kiosk_table import HURRY, NOON, clock_of, idle, open_kiosk
from tests.scenes.phone_evening import word
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tests.scenes.still_phones import ADDRESS, CODE, StillPhones
from tools.catalogue.phones import an_open_door

RIM = 4  # pixels of a plate's rim at the most


class Table:
    """An unattended table with a still door, begun as `--kiosk` does."""

    def __init__(
        self, house: Playhouse, folder: Path, phones: str = "always", start: datetime = NOON, **changes: object
    ) -> None:
        self.house = house
        self.phones = StillPhones()
        house.stage.devices.remotes = PhoneDesk(house.services, lambda: house.app.manager.top, self.phones)
        given = {key.replace("__", "."): value for key, value in changes.items()}
        self.kiosk: Kiosk = open_kiosk(house, folder, {"table.phones": phones, **given})
        self.watch: Watch = watch_over(house.app, house.services, self.kiosk, clock_of(house, start))

    def begin(self) -> AttractScene:
        house = self.house
        house.app.manager.start(self.watch.first()())
        house.run(1.0)
        return house.on_top(AttractScene)

    def join(self, *numbers: int) -> None:
        """Phones scan the code, and their people go on from the page that says who they are."""
        self.scan(*numbers)
        for number in numbers:
            if MEET in {button.id for button in self.phones.shown(number).buttons}:
                self.phones.press(number, MEET)
        self.house.run(0.5)

    def scan(self, *numbers: int) -> None:
        """Phones scan the code."""
        for number in numbers:
            self.phones.join(number)
        self.house.run(1.0)

    def leave(self) -> None:
        """Nobody presses anything, until the table rests."""
        house = self.house
        self.watch.quiet = float(max(HURRY.values()))
        house.until(lambda: isinstance(house.top, AttractScene), "the show", 400.0)
        house.run(0.5)

    def match(self, game: str = "quoridor") -> MatchScene:
        """A match of those who sit here."""
        services = self.house.services
        spec = find(game)
        seats = tuple(chair.seat() for chair in services.roster.chairs)
        session = Session(spec, default_table(spec).options, 7, seats, agent=services.agent, store=services.store)
        scene = MatchScene(services, session, make_board(services, spec, session.options))
        self.house.show(scene)
        self.house.run(0.5)
        return scene

    @property
    def chairs(self) -> list[str]:
        return [chair.device for chair in self.house.services.roster.chairs]


# When the door is open


def button(house: Playhouse, label: str) -> bool:
    """Whether a button of the scene on top can be pressed."""
    return next(widget for widget in focus_of(house).widgets if widget.value() == label).enabled


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("phones", "can"), [("off", False), ("join", True), ("always", True)])
def test_people_open_the_door_where_the_operator_lets_them(
    house: Playhouse, tmp_path: Path, phones: str, can: bool
) -> None:
    table = Table(house, tmp_path, phones)
    scene = table.begin()
    assert (table.phones.state == "open") is (scene.column.door is not None) is (phones == "always")
    house.show(JoinScene(house.services))
    assert button(house, "Phones") is can


def test_with_join_the_door_closes_as_soon_as_nobody_is_there(house: Playhouse, tmp_path: Path) -> None:
    table = Table(house, tmp_path, "join", table__phones_bind="10.0.0.7")
    table.begin()
    house.show(JoinScene(house.services))
    house.app.manager.go(Switch(lambda: DoorScene(house.services, house.services.phones())))  # type: ignore[arg-type]
    house.run(0.5)
    assert table.phones.opened == ["10.0.0.7"]
    table.join(1)
    assert table.chairs == [word(1)]
    house.app.manager.go(Switch(ToMenu()))
    house.run(1.0)
    assert table.phones.state == "open"
    table.leave()
    assert table.phones.state == "closed" and table.chairs == [] and table.phones.kept.tickets == ()


def test_visitors_find_no_way_to_close_the_door(house: Playhouse, tmp_path: Path) -> None:
    table = Table(house, tmp_path, "join")
    table.begin()
    before = table.phones.renewed
    door = DoorScene(house.services, house.services.phones())  # type: ignore[arg-type]
    house.show(door)
    table.join(1)
    for key in (pygame.K_x, pygame.K_h):
        house.react(partial(posting.tap_key, key))
    assert house.top is door and table.phones.state == "open" and table.phones.renewed == before
    assert {prompt.control for prompt in door.bar.prompts} == {Kind.CONFIRM, Kind.BACK}


def test_at_night_the_door_is_closed_and_opens_with_the_table(house: Playhouse, tmp_path: Path) -> None:
    start = datetime(2031, 7, 4, 21, 58)  # a Friday
    table = Table(house, tmp_path, start=start, hours__friday="10:00-22:00")
    table.begin()
    table.join(1)
    house.until(lambda: isinstance(house.top, ClosedScene), "the night", 200.0)
    idle(house, 2.0)
    assert table.phones.state == "closed" and table.chairs == [] and table.phones.known == {}
    table.kiosk.change({"hours.friday": "always"})
    house.until(lambda: isinstance(house.top, AttractScene), "the show", 30.0)
    idle(house, 2.0)
    assert table.phones.state == "open"


def test_where_it_cannot_be_opened_it_is_tried_again(house: Playhouse, tmp_path: Path) -> None:
    table = Table(house, tmp_path)
    table.phones.fails = True
    scene = table.begin()
    idle(house, RETRY_SECONDS / 2)
    assert table.phones.state == "failed" and len(table.phones.opened) == 1 and scene.column.door is None
    table.phones.fails = False
    table.phones._bind = "-"  # as after a failure, when it is opened anew
    idle(house, RETRY_SECONDS)
    assert table.phones.state == "open"
    house.run(0.5)
    assert house.on_top(AttractScene).column.door == table.phones.door


def test_where_it_cannot_be_opened_for_visitors_it_is_tried_again_while_they_are_there(
    house: Playhouse, tmp_path: Path
) -> None:
    """As after the table itself was away, and its network comes up later than it does."""
    table = Table(house, tmp_path, "join")
    table.begin()
    house.app.manager.go(Switch(ToMenu()))
    table.phones.fails = True
    house.services.phones().open()  # type: ignore[attr-defined]
    idle(house, 2.0)
    assert table.phones.state == "failed"
    table.phones.fails = False
    table.phones._bind = "-"
    for _ in range(round(RETRY_SECONDS)):
        table.watch.quiet = 0.0
        idle(house, 1.0)
    assert table.phones.state == "open"


def test_what_the_operator_sets_is_followed(house: Playhouse, tmp_path: Path) -> None:
    table = Table(house, tmp_path, "off")
    table.begin()
    table.kiosk.change({"table.phones": "always", "table.phones_bind": "10.0.0.7"})
    house.run(1.5)
    assert table.phones.opened == ["10.0.0.7"]
    table.kiosk.change({"table.phones_bind": "10.0.0.8"})
    house.run(1.5)
    assert table.phones.opened[-1] == "10.0.0.8"
    table.kiosk.change({"table.phones": "off"})
    house.run(1.5)
    assert table.phones.state == "closed"


# A visit


def test_a_phone_that_joins_wakes_the_table(house: Playhouse, tmp_path: Path) -> None:
    table = Table(house, tmp_path)
    table.begin()
    idle(house, 60.0)
    house.fps = 30
    table.join(1)
    house.on_top(MenuScene)
    house.run(3.0)
    assert table.chairs == [word(1)] and table.phones.shown(1).me is not None


def test_a_phone_wakes_even_a_dim_table_at_once(house: Playhouse, tmp_path: Path) -> None:
    table = Table(house, tmp_path, idle__dim=60)
    scene = table.begin()
    idle(house, 70.0)
    assert scene.care._gone > 0
    table.join(1)
    house.on_top(MenuScene)


def test_one_that_watches_wakes_nobody(house: Playhouse, tmp_path: Path) -> None:
    table = Table(house, tmp_path)
    scene = table.begin()
    table.phones.join(1, watching=True)
    house.run(2.0)
    assert house.top is scene


@pytest.mark.one_in(2)
@pytest.mark.parametrize("by", ["idleness", "operator", "start over"])
def test_a_visit_s_end_ends_every_seat_and_secret_and_makes_a_new_code(
    house: Playhouse, tmp_path: Path, by: str
) -> None:
    table = Table(house, tmp_path)
    table.begin()
    table.join(1, 2)
    house.services.seat(house.services.roster.sit("keyboard", ord("f")))
    before = table.phones.door
    assert before is not None and len(table.phones.kept.tickets) == 2
    if by == "start over":
        house.app.manager.go(table.watch.start_over())
    elif by == "operator":
        house.app.manager.go(Switch(table.watch._places.rest))
    else:
        table.leave()
    house.run(1.0)
    after = table.phones.door
    assert after is not None and after.code != before.code
    assert table.phones.kept.tickets == () and table.phones.known == {}
    assert not [device for device in table.chairs if device.startswith(f"pad{FIRST_PHONE}"[:4])]
    stored = str(house.services.store.get("phones"))
    assert f"{1:064x}" not in stored and before.code not in stored


def test_seats_of_phones_end_although_the_game_that_was_left_is_offered(house: Playhouse, tmp_path: Path) -> None:
    """Whoever comes and goes on with it plays the seats of the phones that have gone."""
    table = Table(house, tmp_path)
    table.begin()
    table.join(1, 2)
    match = table.match()
    match.session.submit(0, match.session.legal(0)[0])
    table.leave()
    assert table.phones.known == {} and table.chairs == []
    house.be_heard()
    house.react(partial(posting.tap_key, pygame.K_RETURN))
    house.run(1.0)
    house.on_top(WaitingScene)
    house.react(partial(posting.tap_key, pygame.K_RETURN))
    house.run(1.0)
    again = house.on_top(MatchScene)
    assert again.session.ply == 1 and [seat.device for seat in again.session.seats] == ["", ""]


def test_who_has_come_by_phone_keeps_the_seat_where_nobody_wants_the_game_that_was_left(
    house: Playhouse, tmp_path: Path
) -> None:
    table = Table(house, tmp_path)
    table.begin()
    house.match(PERSON, RIVAL, actions=["e2"])
    table.leave()
    code = table.phones.door
    table.join(3)
    house.on_top(WaitingScene)
    house.run(1.0)
    table.phones.answer(3, "New game")
    house.run(1.0)
    house.on_top(MenuScene)
    assert table.chairs == [word(3)] and table.phones.door == code and 3 in table.phones.known


def test_phones_find_their_seats_again_where_the_table_itself_was_away(house: Playhouse, tmp_path: Path) -> None:
    table = Table(house, tmp_path, "join")
    house.services.seat(Roster().sit(word(1)).sit(word(2)))
    spec = find("quoridor")
    seats = tuple(chair.seat() for chair in house.services.roster.chairs)
    session = Session(spec, default_table(spec).options, 7, seats, store=house.services.store)
    session.submit(0, session.legal(0)[0])
    house.app.manager.start(table.watch.first(again=True)())
    house.run(1.0)
    house.on_top(WaitingScene)
    assert table.phones.state == "open" and table.chairs == [word(1), word(2)] and table.phones.renewed == 0


def test_phones_find_their_seats_again_where_their_game_could_not_be_written(house: Playhouse, tmp_path: Path) -> None:
    """As after a full disk and a crash: who sat there was written, the game was not."""
    table = Table(house, tmp_path, "join")
    house.services.seat(Roster().sit(word(1)).sit("mouse"))
    house.app.manager.start(table.watch.first(again=True)())
    house.run(1.0)
    house.on_top(MenuScene)
    assert table.phones.state == "open" and table.chairs == [word(1), "mouse"] and table.phones.renewed == 0
    table.leave()
    assert table.chairs == [], "and where nobody is there any more, the table rests"


@pytest.mark.parametrize("rested", [True, False])
def test_where_nobody_sat_by_phone_a_table_that_was_away_rests(house: Playhouse, tmp_path: Path, rested: bool) -> None:
    table = Table(house, tmp_path, "join")
    house.services.seat(Roster().sit(word(1)) if rested else Roster().sit("mouse"))
    house.app.manager.start(table.watch.first(again=True, rested=rested)())
    house.run(1.0)
    house.on_top(AttractScene)
    assert table.chairs == [] or not rested


# Stillness


def quiet_after(table: Table, act: Callable[[], object]) -> bool:
    """Whether what a phone does is taken for a sign that somebody is there."""
    table.watch.quiet = 5.0
    act()
    table.house.run(0.2)
    return table.watch.quiet < 5.0


def test_what_a_hand_does_on_a_phone_counts_and_what_the_network_does_is_nobody(
    house: Playhouse, tmp_path: Path
) -> None:
    table = Table(house, tmp_path)
    table.begin()
    table.join(1, 2)
    table.match("robots")
    house.run(3.0)
    phones = table.phones
    assert quiet_after(table, lambda: phones.press(1, "declare", 9))
    assert quiet_after(table, lambda: phones.events.append(Tapped(1, Tap(1, 0, 0.5, 0.5))))
    assert quiet_after(table, lambda: phones.rename(1, "Ren"))
    assert not quiet_after(table, lambda: phones.sleep(2))
    assert not quiet_after(table, lambda: phones.wake(2))
    phones.join(9, watching=True)
    assert not quiet_after(table, lambda: phones.events.append(Pressed(9, Press(1, 0, "confirm"))))


def test_a_press_of_a_phone_says_that_somebody_is_still_there(house: Playhouse, tmp_path: Path) -> None:
    table = Table(house, tmp_path)
    table.begin()
    table.join(1, 2)
    match = table.match()
    table.watch.quiet = float(HURRY["idle.turn"])
    house.run(1.0)
    house.on_top(StillPlayingScene)
    table.phones.answer(2, "Yes, go on")
    house.run(1.0)
    assert house.top is match and table.watch.quiet < 2.0


# Who has scanned the show's code


@pytest.mark.parametrize("lies_on", ["the menu", "a game that was left"])
def test_who_scans_the_shows_code_sees_first_who_they_are(house: Playhouse, tmp_path: Path, lies_on: str) -> None:
    table = Table(house, tmp_path)
    table.begin()
    if lies_on != "the menu":
        house.match(PERSON, RIVAL, actions=["e2"])
        table.leave()
    table.scan(1)
    scene = house.on_top(MenuScene if lies_on == "the menu" else WaitingScene)
    shown, chair = table.phones.shown(1), house.services.roster.chairs[0]
    assert shown.hand == "joined" and shown.me is not None and shown.me.shape == chair.identity
    assert shown.renaming and len(shown.names) > 1 and shown.sockets[0].shape == chair.identity
    assert [button.id for button in shown.buttons if button.role != "shelf"] == [MEET]
    table.phones.rename(1, shown.names[2])
    house.run(0.5)
    shown = table.phones.shown(1)
    assert (
        shown.hand == "joined"
        and shown.me is not None
        and shown.me.name == house.services.chair_name(house.services.roster.chairs[0])
    )
    table.phones.events.append(Pressed(1, Press(1, shown.decision, "confirm")))  # no button of that page
    house.run(0.3)
    assert house.top is scene
    table.phones.press(1, MEET)
    house.run(0.5)
    assert house.top is scene and table.phones.shown(1).hand == ("pad" if lies_on == "the menu" else "result")
    table.phones.sleep(1)
    house.run(0.3)
    table.phones.wake(1)
    house.run(0.3)
    assert table.phones.shown(1).hand != "joined", "once is enough"


# Given names


def test_a_phone_takes_one_of_the_given_names_and_no_other(house: Playhouse, tmp_path: Path) -> None:
    table = Table(house, tmp_path)
    table.begin()
    table.join(1, 2)
    first, second = house.services.roster.chairs
    shown = table.phones.shown(1)
    assert shown.renaming and len(shown.names) == len(NAMES) - 1
    assert house.services.chair_name(second) not in shown.names and house.services.chair_name(first) in shown.names
    wanted = shown.names[-1]
    for name in ("Bobby Tables", house.services.chair_name(second), "@aoi", wanted):
        table.phones.rename(1, name)
        house.run(0.3)
        now = house.services.chair_name(house.services.roster.chairs[0])
        assert now == (wanted if name == wanted else house.services.chair_name(first))
    chair = house.services.roster.chairs[0]
    assert chair.name in NAMES and chair.profile == 0
    assert house.services.store.profiles.all() == []


# Where no phone gets


ROOMS: dict[str, Callable[[Playhouse, Table], Scene]] = {
    "menu": lambda house, table: OperatorScene(house.services, table.kiosk, lambda: Switch(ToMenu())),
    "question": lambda house, table: Question(house.stage, "Leave?", "", [Answer("Stay", 1, primary=True)]),
    "test": lambda house, table: InputTestScene(house.services),
    "name": lambda house, table: NameScene(house.stage, ""),
}


def enter(house: Playhouse, table: Table, room: str) -> None:
    """Show the operator's question for the PIN and, unless that is it, `room` on top of it."""
    house.show(PinScene(house.services, table.kiosk.pin, lambda: Switch(ToMenu())))
    if room != "pin":
        house.app.manager.go(Push(lambda: ROOMS[room](house, table)))
    house.run(0.5)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("room", ["pin", *ROOMS])
def test_nothing_of_the_operators_hears_a_phone_or_shows_on_one(house: Playhouse, tmp_path: Path, room: str) -> None:
    """Neither the question for the PIN nor what lies on it, whatever that is."""
    table = Table(house, tmp_path)
    table.begin()
    table.join(1)
    before = table.kiosk.config
    enter(house, table, room)
    scene = house.top
    assert table.phones.shown(1).buttons == ()
    for kind in Kind:
        if kind not in (Kind.PRESS, Kind.RELEASE, Kind.DRAG, Kind.HOVER):
            house.app.manager.intent(Intent(kind, phone(1)))
            house.run(0.1)
    assert house.top is scene and table.kiosk.config == before


@pytest.mark.one_in(3)
@pytest.mark.parametrize("room", ["pin", *ROOMS])
def test_no_phone_tells_what_the_operator_reads_and_points_at(house: Playhouse, tmp_path: Path, room: str) -> None:
    table = Table(house, tmp_path)
    table.begin()
    table.join(1)
    table.phones.join(2, watching=True)
    enter(house, table, room)
    told = set()
    for _ in range(3):
        house.react(partial(posting.tap_key, pygame.K_DOWN))
        house.run(0.3)
        told |= {(shown.sentence, shown.helper) for shown in map(table.phones.shown, (1, 2))}
    assert told == {(house.stage.t("phones.owner"), "")}


def test_no_phone_calls_the_operator(house: Playhouse, tmp_path: Path) -> None:
    table = Table(house, tmp_path)
    table.begin()
    table.join(1, 2)
    table.match()
    for _ in range(70):
        for button in ("pause", "rules"):
            table.phones.events.append(Pressed(1, Press(1, 0, button)))
            table.phones.events.append(Pressed(1, Press(2, 0, button, repeat=True)))
        house.run(0.1)
        assert not any(scene.is_operators for scene in house.app.manager.scenes)


# What the show says of it


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("size", "address"),
    [
        ((1280, 720), "192.168.100.200"),
        ((1920, 1080), ADDRESS),
        ((1024, 768), "192.168.100.200"),
        ((720, 1280), ADDRESS),
    ],
)
def test_the_show_has_a_code_that_a_camera_reads(
    open_house: OpenHouse, tmp_path: Path, size: tuple[int, int], address: str
) -> None:
    house = open_house(size)
    table = Table(house, tmp_path, attract__cards=False)
    scene = table.begin()
    table.phones.door = door = an_open_door(address)
    house.run(1.0)
    assert scene.column.door == door
    plate = house.stage.metrics.rect(*WITH_DOOR[house.stage.metrics.shape].code)
    rows = codes_in(house.window.surface.subsurface(plate.inflate(-2 * RIM, -2 * RIM)), len(door.matrix))
    assert read(rows) == door.url.upper()


def codes_in(surface: pygame.Surface, count: int) -> tuple[str, ...]:
    """The modules of the code on a light plate, each of LEAST_MODULE pixels at least, with its quiet zone."""
    dark = pygame.mask.from_threshold(surface, (42, 30, 22), (60, 60, 60))
    around = dark.get_bounding_rects()[0].unionall(dark.get_bounding_rects())
    module = around.width // count
    assert around.width == around.height == module * count and module >= LEAST_MODULE
    spare = min(around.left, around.top, surface.get_width() - around.right, surface.get_height() - around.bottom)
    assert spare + RIM >= QUIET * module
    middle = [around.left + module // 2 + i * module for i in range(count)]
    down = [around.top + module // 2 + i * module for i in range(count)]
    return tuple("".join("01"[dark.get_at((x, y))] for x in middle) for y in down)


def test_the_address_stands_beside_the_code(house: Playhouse, tmp_path: Path) -> None:
    table = Table(house, tmp_path)
    scene = table.begin()
    assert scene.column.door is not None
    assert address_rows(scene.column.door, 2) == (f"{ADDRESS}:47810", f"/{scene.column.door.code}")
    assert "".join(address_rows(scene.column.door, 3)) == "".join(address_rows(scene.column.door, 2))
    assert scene.column.door.code != CODE, "the code of another evening"
    assert module_of(scene.column.door.matrix, 100) < LEAST_MODULE
