"""One switch and phones at one table: the phone server by the switch alone, and each plays its own seat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.device_id import DeviceId
from scenes.kit.widgets.scanner import tree
from scenes.phones.phones_scene import NetworkDialog, PhonesScene, label
from tests.scenes.one_switch import OneSwitch
from tests.scenes.phone_evening import Evening, word
from tests.scenes.phones.test_phones_networks import VPN
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tools.soak.guest import flat


@pytest.fixture
def evening(house: Playhouse) -> Evening:
    house.services.settings.take(house.services.settings.preferences.__class__(scan=True, language="en"))
    return Evening(house)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("switch", ["key", "pad", "click", "tap"])
def test_the_join_page_is_worked_by_one_switch(evening: Evening, switch: str) -> None:
    hand = OneSwitch(evening.house, switch)
    evening.networks()
    assert next(item.name for item in tree(evening.house.on_top(PhonesScene))) == "OK", (
        "what changes nothing comes first"
    )
    hand.take("Network")
    evening.house.be_heard()
    evening.house.on_top(NetworkDialog)
    hand.take(label(evening.house.stage.t, VPN))
    evening.house.be_heard()
    assert evening.phones.opened[-1] == VPN.address
    hand.take("Phones off")
    evening.house.be_heard()
    assert evening.phones.state == "closed"


def test_phones_play_their_seats_beside_the_switch_and_the_light_stays_off_them(evening: Evening) -> None:
    house = evening.house
    evening.open(1)
    match = house.match(replace(PERSON, device=DeviceId("table")), replace(RIVAL, device=word(1)))
    hand = OneSwitch(house, "key")
    hand.take("e2")
    house.until(lambda: match.session.ply == 1, "the switch's move")
    house.rest()
    house.run(4.0)
    assert {str(stop.key).split(",")[0] for stop in flat(tree(match))} == {"('prompt'"}
    assert evening.shown(1).mine
    evening.press(1, "down", "confirm")
    house.until(lambda: match.session.ply == 2, "the phone's move")
