"""What a stored device means: each text that stores and records have, and texts that they cannot have."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.decode import DecodeError, decode
from game.core.device_id import ANY, FIRST_PHONE, TABLE, DeviceId
from game.core.record import SeatConfig
from scenes.kit.input.intents import KEYBOARD, MOUSE, SWITCH, TOUCH, Device, phone


@pytest.mark.parametrize(
    ("text", "kind", "number", "slot"),
    [
        ("", "", 0, 0),
        ("table", "table", 0, 0),
        ("keyboard", "keyboard", 0, 0),
        ("mouse", "mouse", 0, 0),
        ("touch", "touch", 0, 0),
        ("pad1", "pad", 1, 1),
        ("pad0", "pad", 0, 0),
        ("pad99", "pad", 99, 99),
        ("pad101", "phone", 1, 101),
        ("pad108", "phone", 8, 108),
        ("pad", "other", 0, 0),
        ("pad01", "other", 0, 0),
        ("pad-1", "other", 0, 0),
        ("pad1234567890", "other", 0, 0),
        ("padx", "other", 0, 0),
        ("ペン", "other", 0, 0),
    ],
)
def test_a_text_is_a_device(text: str, kind: str, number: int, slot: int) -> None:
    device = DeviceId(text)
    assert (device.kind, device.number, device.slot, device.is_phone) == (kind, number, slot, kind == "phone")
    assert device == text


@given(st.integers(1, FIRST_PHONE - 1))
def test_numbers_come_back(number: int) -> None:
    pad, mine = DeviceId.of_slot(number), DeviceId.phone(number)
    assert (pad.kind, pad.number) == ("pad", number) and (mine.kind, mine.number) == ("phone", number)
    assert pad != mine


@given(st.text())
def test_any_text_is_kept_as_it_is(text: str) -> None:
    device = decode(DeviceId, text)
    assert type(device) is DeviceId and json.loads(json.dumps(device)) == text
    assert type(copy.deepcopy(device)) is DeviceId and pickle.loads(pickle.dumps(device)) == device


@pytest.mark.parametrize("value", [3, None, ["pad1"], True])
def test_what_is_no_text_is_refused(value: object) -> None:
    with pytest.raises(DecodeError, match="device: expected a text"):
        decode(SeatConfig, {"device": value})


def test_what_is_in_the_hand_has_its_text() -> None:
    assert {device.held for device in (KEYBOARD, MOUSE, TOUCH, SWITCH)} == {TABLE}
    assert Device("pad:3", "xbox", "Pad", 3).held == "pad3"
    assert phone(2).held == DeviceId.phone(2) == "pad102"
    assert not ANY
