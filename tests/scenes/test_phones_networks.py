"""Which network phones come by, and a door that opens with the program."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.phones.protocol import Network, Trouble
from scenes.kit.intents import Kind
from scenes.phones.desk import PhoneDesk
from scenes.phones.door_scene import DoorScene
from scenes.phones.network_dialog import NetworkDialog, label
from scenes.settings.rows import rows
from scenes.settings.settings_scene import SettingsScene
from tests.scenes.hands import HANDS, KeyHand, MouseHand, PointerHand
from tests.scenes.kiosk_table import open_kiosk, watch
from tests.scenes.phone_evening import Evening
from tests.scenes.playhouse import Playhouse
from tests.scenes.still_phones import ADDRESS, StillPhones
from tools.catalogue.phones import NETWORKS

VPN = NETWORKS[3]


@pytest.mark.parametrize("device", HANDS)
def test_the_owner_chooses_a_network_by_every_device(evening: Evening, device: str) -> None:
    hand = HANDS[device](evening.house)
    evening.networks()
    if isinstance(hand, PointerHand):
        hand.point((5, 5))  # the bar becomes buttons for a finger
    hand.order(Kind.NEXT)
    dialog = evening.house.on_top(NetworkDialog)
    assert [answer.label for answer in dialog.answers] == [label(network) for network in NETWORKS]
    assert dialog.focus.current is dialog.focus.widgets[0], "the one that the door is open in"
    hand.say(label(VPN))
    evening.house.run(0.5)
    evening.house.on_top(DoorScene)
    assert evening.phones.opened == ["", VPN.address]
    again = StillPhones()
    PhoneDesk(evening.house.services, lambda: None, again).open()
    assert again.opened == [VPN.address], "it is remembered"


def test_what_was_chosen_is_forgotten_with_the_network(evening: Evening) -> None:
    services = evening.house.services
    services.store.set("phones.network", VPN.address)
    evening.desk.open()
    assert evening.phones.opened == [VPN.address]
    evening.phones.state, evening.phones.trouble = "failed", Trouble("address")
    evening.house.run(0.3)
    assert evening.phones.opened == [VPN.address, ""] and evening.phones.state == "open"
    assert services.store.get("phones.network") is None


def test_an_address_of_the_command_line_goes_before_and_is_not_given_up(evening: Evening) -> None:
    evening.house.services.store.set("phones.network", VPN.address)
    evening.desk.open("10.9.8.7")
    evening.phones.state, evening.phones.trouble = "failed", Trouble("address")
    evening.house.run(0.3)
    assert evening.phones.opened == ["10.9.8.7"] and evening.phones.state == "failed"
    assert evening.house.services.store.get("phones.network") == VPN.address


@pytest.mark.parametrize("stored", ["", "nonsense", 5, None, ["10.0.0.1"], "::1"])
def test_what_the_store_has_besides_addresses_is_not_used(evening: Evening, stored: object) -> None:
    evening.house.services.store.set("phones.network", stored)
    evening.desk.open()
    assert evening.phones.opened == [""]


def test_nothing_is_asked_where_there_is_one_network_nor_of_a_phone(evening: Evening) -> None:
    door = evening.networks(Network("wlan0", ADDRESS))
    assert Kind.NEXT not in {prompt.control for prompt in door.bar.prompts}
    KeyHand(evening.house).hit(Kind.NEXT)
    assert evening.house.top is door
    door = evening.networks()
    evening.join(1)
    assert Kind.NEXT in {prompt.control for prompt in door.bar.prompts}
    assert "next" not in evening.buttons(1)
    evening.mean(1, Kind.NEXT)
    assert evening.house.top is door
    KeyHand(evening.house).hit(Kind.NEXT)
    evening.house.on_top(NetworkDialog)
    evening.house.run(0.5)
    assert evening.shown(1).buttons == ()


def test_visitors_choose_no_network_and_find_none_that_was_chosen(house: Playhouse, tmp_path: Path) -> None:
    house.services.store.set("phones.network", VPN.address)
    evening = Evening(house)
    watch(house, tmp_path, table__phones="join")
    door = evening.networks()
    assert evening.phones.opened == [""] and Kind.NEXT not in {prompt.control for prompt in door.bar.prompts}


def test_a_network_that_vanishes_while_the_door_is_open_is_told_and_others_are_offered(evening: Evening) -> None:
    door = evening.networks()
    evening.house.services.notices()
    evening.phones.door = replace(evening.phones.door, networks=(VPN,), is_lost=True)
    evening.house.run(0.3)
    assert "192.168.1.20" in door.spoken and evening.phones.door.url not in door.spoken
    (notice,) = evening.house.services.notices()
    assert "192.168.1.20" in notice and "Network" in notice
    KeyHand(evening.house).hit(Kind.NEXT)
    dialog = evening.house.on_top(NetworkDialog)
    assert [answer.label for answer in dialog.answers] == [label(VPN)]
    KeyHand(evening.house).say(label(VPN))
    evening.house.run(0.5)
    assert evening.phones.opened == ["", VPN.address] and not evening.desk.lost
    assert evening.house.services.notices() == [], "it is said once"


# The setting


def test_the_setting_opens_the_door_at_once_and_is_kept(evening: Evening) -> None:
    scene = SettingsScene(evening.house.services)
    scene.section = 3
    evening.house.show(scene)
    row = next(i for i, row in enumerate(rows(evening.house.services, "controls")) if row.label == "Phones")
    MouseHand(evening.house).point((scene._controls[row].rect.right - 20, scene._controls[row].rect.centery))
    assert evening.house.services.preferences.phones and evening.phones.opened == [""]
    assert evening.house.services.store.get("phones.open") is True
    evening.house.services.change(phones=False)
    assert evening.phones.state == "open", "those who sit stay"


def test_an_unattended_table_follows_its_operator_alone(house: Playhouse, tmp_path: Path) -> None:
    evening = Evening(house)
    open_kiosk(house, tmp_path, {})
    watch(house, tmp_path)
    house.services.take(replace(house.services.preferences, phones=True))
    assert evening.phones.opened == []
