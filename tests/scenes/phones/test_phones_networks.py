"""Which network phones come by, and a phone server that opens with the program."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.phones.messages import Network
from scenes.kit.input.intents import Kind
from scenes.phones.phone_controllers import PhoneControllers
from scenes.phones.phones_scene import NetworkDialog, PhonesScene, label
from scenes.settings.settings_scene import SettingsScene
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import HANDS, MouseHand, PointerHand
from tests.scenes.kiosk_table import open_kiosk, watch
from tests.scenes.phone_evening import Evening
from tests.scenes.playhouse import Playhouse
from tests.scenes.still_phones import StillPhones
from tools.catalogue.phones import NETWORKS

VPN = NETWORKS[3]


@pytest.mark.parametrize("device", HANDS)
def test_the_owner_chooses_a_network_by_every_device(evening: Evening, device: str) -> None:
    hand = HANDS[device](evening.house)
    evening.networks()
    if isinstance(hand, PointerHand):
        hand.point((5, 5))  # the bar becomes buttons for a finger
    hand.order(Kind.NEXT)
    dialog, t = evening.house.on_top(NetworkDialog), evening.house.stage.t
    assert [answer.label for answer in dialog.answers] == [label(t, network) for network in NETWORKS]
    assert dialog.focus.current is dialog.focus.widgets[0], "the one that the phone server is open in"
    hand.say(label(t, VPN))
    evening.house.run(0.5)
    evening.house.on_top(PhonesScene)
    assert evening.phones.opened == ["", VPN.address]
    again = StillPhones()
    PhoneControllers(evening.house.services, lambda: None, again).open()
    assert again.opened == [VPN.address], "it is remembered"


def test_visitors_choose_no_network_and_find_none_that_was_chosen(house: Playhouse, tmp_path: Path) -> None:
    house.services.store.set("phones.network", VPN.address)
    evening = Evening(house)
    watch(house, tmp_path, table__phones="join")
    join_page = evening.networks()
    assert evening.phones.opened == [""] and Kind.NEXT not in {prompt.control for prompt in join_page.bar.prompts}


# The setting


def test_the_setting_starts_the_phone_server_at_once_and_is_kept(evening: Evening) -> None:
    scene = SettingsScene(evening.house.services)
    scene.section = 3
    evening.house.show(scene)
    row = next(control for control in scene.form.controls if control.name == "Phones").rect
    MouseHand(evening.house).point((row.right - 20, row.centery))
    assert evening.house.services.settings.preferences.phones and evening.phones.opened == [""]
    assert evening.house.services.store.get("phones.open") is True
    evening.house.services.settings.change(phones=False)
    assert evening.phones.state == "open", "those who sit stay"


def test_an_unattended_table_follows_its_operator_alone(house: Playhouse, tmp_path: Path) -> None:
    evening = Evening(house)
    open_kiosk(house, tmp_path, {})
    watch(house, tmp_path)
    house.services.settings.take(replace(house.services.settings.preferences, phones=True))
    assert evening.phones.opened == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("wlan0", "Wi-Fi (10.0.0.7)"),
        ("wlp2s0", "Wi-Fi (10.0.0.7)"),
        ("enp3s0", "Cable (10.0.0.7)"),
        ("eth1", "Cable (10.0.0.7)"),
        ("tailscale0", "tailscale0 (10.0.0.7)"),
        ("en0", "en0 (10.0.0.7)"),
        ("", "10.0.0.7"),
    ],
)
def test_a_network_is_called_by_its_kind(house: Playhouse, name: str, text: str) -> None:
    assert label(house.stage.t, Network(name, "10.0.0.7")) == text


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)])
def test_the_usual_number_of_networks_stands_in_one_column_of_one_size(
    open_house: OpenHouse, size: tuple[int, int], scale: float, written: Written
) -> None:
    house = open_house(size=size)
    house.services.settings.change(text_scale=scale)
    networks = [Network("wlan0", "192.168.1.20"), Network("tailscale0", "100.101.102.103")]
    networks += [Network(f"eth{number}", f"10.0.0.{number}") for number in range(4)]
    house.show(NetworkDialog(house.stage, networks, networks[0].address))
    dialog = house.on_top(NetworkDialog)
    assert len({widget.rect.left for widget in dialog.focus.widgets}) == 1
    assert all(house.window.surface.get_rect().contains(widget.rect) for widget in dialog.focus.widgets)
    written.clear()
    house.app.draw()
    names = {label(house.stage.t, network) for network in networks}
    heights = {place.height for text, place in written if text in names}
    assert names <= {text for text, _ in written} and len(heights) == 1
