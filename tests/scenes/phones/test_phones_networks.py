"""Which network phones come by, and a phone server that opens with the program or by one switch."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.core.device_id import DeviceId
from game.phones.messages import Network
from scenes.kit.input.intents import Kind
from scenes.kit.widgets.scanner import tree
from scenes.phones.phone_controllers import PhoneControllers
from scenes.phones.phones_scene import NetworkDialog, PhonesScene, label
from scenes.settings.settings_scene import SettingsScene
from tests.scenes.conftest import Written
from tests.scenes.hands import HANDS, MouseHand, PointerHand
from tests.scenes.kiosk_table import open_kiosk, watch
from tests.scenes.one_switch import OneSwitch
from tests.scenes.phone_evening import Evening, word
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tests.scenes.still_phones import StillPhones
from tools.catalogue.phones import NETWORKS
from tools.soak.guest import flat

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
    house: Playhouse, scale: float, written: Written
) -> None:
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


# One switch


@pytest.fixture
def by_switch(house: Playhouse) -> Evening:
    """Phones at a table whose light wanders."""
    house.services.settings.take(house.services.settings.preferences.__class__(scan=True, language="en"))
    return Evening(house)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("switch", ["key", "pad", "click", "tap"])
def test_the_join_page_is_worked_by_one_switch(by_switch: Evening, switch: str) -> None:
    hand = OneSwitch(by_switch.house, switch)
    by_switch.networks()
    first = next(iter(tree(by_switch.house.on_top(PhonesScene))))
    assert first.name == "OK", "what changes nothing comes first"
    hand.take("Network")
    by_switch.house.be_heard()
    by_switch.house.on_top(NetworkDialog)
    hand.take(label(by_switch.house.stage.t, VPN))
    by_switch.house.be_heard()
    assert by_switch.phones.opened[-1] == VPN.address
    hand.take("Phones off")
    by_switch.house.be_heard()
    assert by_switch.phones.state == "closed"


def test_phones_play_their_seats_beside_the_switch_and_the_light_stays_off_them(by_switch: Evening) -> None:
    house = by_switch.house
    by_switch.open(1)
    match = house.match(replace(PERSON, device=DeviceId("table")), replace(RIVAL, device=word(1)))
    hand = OneSwitch(house, "key")
    hand.take("e2")
    house.until(lambda: match.session.ply == 1, "the switch's move")
    house.rest()
    house.run(4.0)
    assert {str(stop.key).split(",")[0] for stop in flat(tree(match))} == {"('prompt'"}
    assert by_switch.shown(1).mine
    by_switch.press(1, "down", "confirm")
    house.until(lambda: match.session.ply == 2, "the phone's move")
