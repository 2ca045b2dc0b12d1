"""Pads that come and go, and the device in use."""

from __future__ import annotations

import pygame

from scenes.kit.devices import Devices, Signal, SignalKind
from scenes.kit.intents import KEYBOARD, TOUCH, Device, Kind
from tests.scenes import posting
from tests.scenes.listening import SIZE, intents, kinds, plug, signals
from tools.soak.virtual_pad import NINTENDO, PLAYSTATION, XBOX, VirtualPad


def test_pads_come_and_go_with_a_signal(devices: Devices) -> None:
    pad = VirtualPad(XBOX, "Pad")
    expected = Device("pad:1", "xbox", "Pad", 1)
    assert devices.drain(0.0) == [Signal(SignalKind.DEVICE_ADDED, device=expected)]
    assert devices.pads() == [expected]
    pad.detach()
    assert devices.drain(0.0) == [Signal(SignalKind.DEVICE_REMOVED, device=expected)]
    assert devices.pads() == []


def test_a_pad_present_at_the_start_is_opened_and_shown() -> None:
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    pygame.joystick.init()
    pad = VirtualPad(NINTENDO, "Early")
    devices = Devices(SIZE)
    devices.open()
    assert [device.name for device in devices.pads()] == ["Early"]
    assert devices.current == devices.pads()[0]
    assert SignalKind.DEVICE_ADDED not in [signal.kind for signal in signals(devices)]
    pad.tap("a")
    assert kinds(devices) == [Kind.CONFIRM]
    devices.close()
    pygame.display.quit()


def test_a_pad_pulled_while_held_stops_repeating(devices: Devices) -> None:
    pad = plug(devices)
    pad.press("up")
    pad.stick(0.0, -1.0)
    devices.drain(0.0)
    pad.detach()
    assert kinds(devices, 5.0) == []
    again = plug(devices)
    assert kinds(devices, 10.0) == []
    again.press("up")
    assert kinds(devices, 10.0) == [Kind.UP]


def test_the_lowest_free_number_is_used_again(devices: Devices) -> None:
    pads = [plug(devices) for _ in range(3)]
    pads[0].detach()
    assert [signal.device for signal in signals(devices)] == [Device("pad:1", "xbox", "Pad", 1)]
    assert [device.number for device in devices.pads()] == [2, 3]
    pads[1].tap("a")
    assert [intent.device.number for intent in intents(devices)] == [2]
    back = plug(devices, NINTENDO)
    assert [(device.number, device.family) for device in devices.pads()] == [(1, "nintendo"), (2, "xbox"), (3, "xbox")]
    back.tap("a")
    assert [intent.device.number for intent in intents(devices)] == [1]
    plug(devices)
    assert [device.number for device in devices.pads()] == [1, 2, 3, 4]


def test_a_loose_plug_within_one_frame_is_harmless(devices: Devices) -> None:
    one = VirtualPad()
    one.detach()
    VirtualPad(PLAYSTATION, "Stays")
    found = signals(devices)
    assert [(signal.kind, signal.device.name) for signal in found if signal.device] == [
        (SignalKind.DEVICE_ADDED, "Stays")
    ]


def test_the_current_device_follows_the_hands_and_the_plugs(devices: Devices) -> None:
    assert devices.current == KEYBOARD
    pad = plug(devices)
    assert devices.current == KEYBOARD
    pad.tap("a")
    devices.drain(0.0)
    assert devices.current == devices.pads()[0]
    posting.touch((10, 10), SIZE)
    devices.drain(0.0)
    assert devices.current == TOUCH
    pad.tap("a")
    devices.drain(0.0)
    pad.detach()
    devices.drain(0.0)
    assert devices.current == KEYBOARD
