"""Phones at the unattended table: what counts as somebody's hand, which names they take, and where they never get."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
import pytest

from game.match_setup import NAMES
from game.phones.messages import PhoneMessage, Press, Tap
from scenes.kiosk.attract_column import address_rows
from scenes.kiosk.input_test_scene import InputTestScene
from scenes.kiosk.operator.auto_close import Question
from scenes.kiosk.operator.operator_scene import OperatorScene
from scenes.kiosk.pin_scene import PinScene
from scenes.kit.input.intents import Intent, Kind, phone
from scenes.kit.scene import Push, Scene, Switch
from scenes.kit.widgets.dialog import DialogAnswer
from scenes.phones.phone_controllers import PhoneControllers
from scenes.routes import ToMenu
from scenes.table.names import NameScene
from scenes.table.sharing.code_dialog import LEAST_MODULE, QUIET, module_of
from tests.phones.qr import read
from tests.scenes import posting
from tests.scenes.phone_kiosk import Table
from tests.scenes.playhouse import Playhouse
from tests.scenes.still_phones import ADDRESS, CODE
from tools.catalogue.phones import a_join_code

RIM = 4  # pixels of a plate's rim at the most


@pytest.fixture
def table(house: Playhouse, tmp_path: Path) -> Table:
    """A table that shows the show, with its phone server running."""
    table = Table(house, tmp_path)
    table.begin()
    return table


def quiet_after(table: Table, act: Callable[[], object]) -> bool:
    """Whether what a phone does is taken for a sign that somebody is there."""
    table.watch.quiet = 5.0
    act()
    table.house.run(0.2)
    return table.watch.quiet < 5.0


def test_what_a_hand_does_on_a_phone_counts_and_what_the_network_does_is_nobody(table: Table) -> None:
    table.join(1, 2)
    table.house.match(*(chair.seat() for chair in table.house.services.people.roster.chairs), game="robots")
    table.house.run(3.0)
    phones = table.phones
    assert quiet_after(table, lambda: phones.press(1, "declare", 9))
    assert quiet_after(table, lambda: phones.events.append(PhoneMessage(1, Tap(1, 0, 0.5, 0.5))))
    assert quiet_after(table, lambda: phones.rename(1, "Ren"))
    assert not quiet_after(table, lambda: phones.sleep(2))
    assert not quiet_after(table, lambda: phones.wake(2))
    phones.join(9, watching=True)
    assert not quiet_after(table, lambda: phones.events.append(PhoneMessage(9, Press(1, 0, "confirm"))))


def test_a_phone_takes_one_of_the_given_names_and_no_other(table: Table) -> None:
    table.join(1, 2)
    services, shown = table.house.services, table.shown(1)
    first, second = map(services.people.chair_name, services.people.roster.chairs)
    assert shown.renaming and len(shown.names) == len(NAMES) - 1
    assert second not in shown.names and first in shown.names
    wanted = shown.names[-1]
    for name in ("Bobby Tables", second, "@aoi", wanted):
        table.phones.rename(1, name)
        table.house.run(0.3)
        assert services.people.chair_name(services.people.roster.chairs[0]) == (wanted if name == wanted else first)
    chair = services.people.roster.chairs[0]
    assert chair.name in NAMES and chair.profile == 0
    assert services.store.profiles.all() == []


def test_a_phone_that_chooses_a_name_and_leaves_at_once_leaves(table: Table) -> None:
    table.join(1, 2)
    table.phones.rename(1, table.shown(1).names[-1])
    table.phones.leave(1)
    table.house.run(0.3)
    assert [chair.device.number for chair in table.house.services.people.roster.chairs] == [2]


def test_a_phone_that_joins_while_all_are_cleared_takes_no_seat(table: Table) -> None:
    table.join(1)
    house, remotes = table.house, table.house.stage.devices.remotes
    assert isinstance(remotes, PhoneControllers)
    table.phones.press(1, "right")
    table.phones.join(2)  # has to wait until the press has acted
    remotes.poll(house.now)
    remotes.clear()
    house.run(1.0)
    assert house.services.people.roster.people == ()


# Where no phone gets


ROOMS: dict[str, Callable[[Table], Scene]] = {
    "menu": lambda table: OperatorScene(table.house.services, table.kiosk, lambda: Switch(ToMenu())),
    "test": lambda table: InputTestScene(table.house.services),
    "question": lambda table: Question(table.house.stage, "Leave?", "", [DialogAnswer("Stay", 1, primary=True)]),
    "name": lambda table: NameScene(table.house.stage, ""),
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("room", ["pin", *ROOMS])
def test_nothing_of_the_operators_hears_a_phone_or_is_told_on_one(table: Table, room: str) -> None:
    """Neither the question for the PIN nor what lies on it; no phone tells what is read and pointed at there."""
    house = table.house
    table.join(1)
    table.phones.join(2, watching=True)
    before = table.kiosk.config
    house.show(PinScene(house.services, table.kiosk.pin, lambda: Switch(ToMenu())))
    if room != "pin":
        house.app.manager.go(Push(lambda: ROOMS[room](table)))
    house.run(0.5)
    scene = house.top
    assert table.shown(1).buttons == ()
    for kind in Kind:
        if kind not in (Kind.PRESS, Kind.RELEASE, Kind.DRAG, Kind.HOVER):
            house.app.manager.intent(Intent(kind, phone(1)))
            house.run(0.1)
    assert house.top is scene and table.kiosk.config == before
    told = set()
    for _ in range(3):
        house.react(partial(posting.tap_key, pygame.K_DOWN))
        house.run(0.3)
        told |= {(shown.sentence, shown.helper) for shown in map(table.shown, (1, 2))}
    assert told == {(house.stage.t("phones.owner"), "")}


def test_no_phone_calls_the_operator(table: Table) -> None:
    table.join(1, 2)
    table.house.match(*(chair.seat() for chair in table.house.services.people.roster.chairs))
    for _ in range(70):
        for button in ("pause", "rules"):
            table.phones.events.append(PhoneMessage(1, Press(1, 0, button)))
            table.phones.events.append(PhoneMessage(1, Press(2, 0, button, repeat=True)))
        table.house.run(0.1)
        assert not any(scene.is_operators for scene in table.house.app.manager.scenes)


# What the show says of it


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("size", "address"),
    [
        ((1280, 720), "192.168.100.200"),
        ((1920, 1080), ADDRESS),
        ((960, 540), ADDRESS),
        ((960, 540), "192.168.100.200"),
        ((1024, 768), "192.168.100.200"),
        ((720, 1280), ADDRESS),
    ],
)
def test_the_show_has_a_code_that_a_camera_reads(house: Playhouse, tmp_path: Path, address: str) -> None:
    table = Table(house, tmp_path, attract__cards=False)
    scene = table.begin()
    table.phones.join_code = join_page = a_join_code(address)
    house.run(1.0)
    assert scene.column.join_code == join_page
    plate = scene.column.places["code"]
    rows = codes_in(house.window.surface.subsurface(plate.inflate(-2 * RIM, -2 * RIM)), len(join_page.matrix))
    assert read(rows) == join_page.url.upper()


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
    code = Table(house, tmp_path).begin().column.join_code
    assert address_rows(code, 2) == (f"{ADDRESS}:47810", f"/{code.code}")
    assert "".join(address_rows(code, 3)) == "".join(address_rows(code, 2))
    assert code.code != CODE, "the code of another evening"
    assert module_of(code.matrix, 100) < LEAST_MODULE
