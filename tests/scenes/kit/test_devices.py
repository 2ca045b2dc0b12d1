"""Devices through the event queue: what keys, pads, mouse, fingers and the window come to, on given time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, ClassVar

import pygame
import pytest

from scenes.kit.input.bindings import Bindings
from scenes.kit.input.devices import Devices
from scenes.kit.input.holds import Repeater
from scenes.kit.input.intents import KEYBOARD, Device, Intent, Kind, Signal, SignalKind
from scenes.kit.input.pad_numbers import sdl
from tests.scenes import posting
from tests.scenes.listening import SIZE, kinds, plug, signals
from tests.stories import Story, each_story
from tests.vocabulary.screen import FOLDER, ScreenVocabulary
from tools.soak.virtual_pad import NINTENDO, NO_NAME, PLAYSTATION, XBOX, VirtualPad

pytestmark = pytest.mark.quick

MAKES = {"xbox": XBOX, "playstation": PLAYSTATION, "nintendo": NINTENDO, "no_name": NO_NAME, "unmapped": NO_NAME}
FINGERS = {"down": pygame.FINGERDOWN, "slides": pygame.FINGERMOTION, "up": pygame.FINGERUP}


def device_text(device: Device) -> str:
    """A device that comes or goes, in words."""
    return f"{device.id} {device.family} {device.name}"


def code_text(code: int | None, device: Device | None) -> str:
    """The code of a key or button, in words."""
    return "nothing" if code is None else str(code) if device and device.is_pad else pygame.key.name(code)


def words_of(item: Intent | Signal) -> str:
    """What was heard, in words."""
    if isinstance(item, Signal):
        parts = [item.kind.name]
        if item.kind is SignalKind.CAPTURED or item.code is not None:
            parts.append(code_text(item.code, item.device))
        elif item.device is not None:
            parts.append(device_text(item.device))
        if item.size is not None:
            parts.append("x".join(map(str, item.size)))
        return " ".join(parts)
    parts = [item.kind.name] if item.device == KEYBOARD else [item.kind.name, item.device.id]
    if item.point is not None:
        parts.append(",".join(map(str, item.point)))
    if item.value or item.kind is Kind.DIGIT:
        parts.append(str(item.value))
    return " ".join([*parts, *["repeat"] * item.repeat, *[f"finger {item.finger}"] * bool(item.finger)])


class Bench(ScreenVocabulary):
    """Every kind of device before a window of 800 x 600, and what is heard of them."""

    def __init__(self, devices: Devices) -> None:
        self.devices = devices
        self.game = ""
        self.now = 0.0
        self.pads: dict[str, VirtualPad] = {}

    def heard(self, *wanted: type[Intent] | type[Signal]) -> list[str]:
        """All that has come in since the last look."""
        return [words_of(item) for item in self.devices.drain(self.now) if isinstance(item, wanted or object)]

    def device_of(self, id: str) -> Device:
        """A device by its id."""
        return next(found for found in (KEYBOARD, *self.devices.pads()) if found.id == id)

    def times(self, until: str) -> list[float]:
        """When directions come, looking every 10 ms."""
        steps = [round(step * 0.01, 2) for step in range(round(float(until) * 100) + 1)]
        return [now for now in steps for _ in kinds(self.devices, now)]

    facts: ClassVar = {
        "heard": heard,
        "presses": lambda s: s.heard(Intent),
        "keys_heard": lambda s: [f"{item.kind.name} {pygame.key.name(item.key)}" for item in s.devices.drain(s.now)],
        "times": times,
        "pads": lambda s: list(map(device_text, s.devices.pads())),
        "current": lambda s: s.devices.current.id,
        "missing": lambda s: " ".join(map(str, s.devices.identity.missing)),
        "codes": lambda s, id, kind: s.devices.bindings.codes(s.devices.profile(s.device_of(id)), Kind[kind]),
        "faces": lambda s, id, kind: s.devices.faces(s.device_of(id), Kind[kind]),
    }

    def do_now(self, rest: str = "") -> None:
        """now SECONDS."""
        self.now = float(rest)

    def do_attach(self, rest: str = "") -> None:
        """attach NAME MAKE [TITLE]: plug a pad in."""
        name, make, *title = rest.split(" ", 2)
        self.pads[name] = VirtualPad(MAKES[make], "".join(title) or "Pad", mapped=make != "unmapped")

    def do_plug(self, rest: str = "") -> None:
        """plug NAME MAKE [TITLE]: the same, and it has been noticed."""
        self.do_attach(rest)
        self.devices.drain(self.now)

    def do_pull(self, rest: str = "") -> None:
        """pull NAME."""
        self.pads[rest].detach()

    def _buttons(self, rest: str, act: Callable[[VirtualPad, str | int], None]) -> None:
        name, *buttons = rest.split()
        for button in buttons:
            act(self.pads[name], int(button) if button.isdigit() else button)

    def do_tap(self, rest: str = "") -> None:
        """tap NAME BUTTONS."""
        self._buttons(rest, VirtualPad.tap)

    def do_press(self, rest: str = "") -> None:
        """press NAME BUTTONS."""
        self._buttons(rest, VirtualPad.press)

    def do_free(self, rest: str = "") -> None:
        """free NAME BUTTONS."""
        self._buttons(rest, VirtualPad.release)

    def do_stick(self, rest: str = "") -> None:
        """stick NAME X Y."""
        name, x, y = rest.split()
        self.pads[name].stick(float(x), float(y))

    def do_hat(self, rest: str = "") -> None:
        """hat NAME X Y."""
        name, x, y = rest.split()
        self.pads[name].hat(int(x), int(y))

    def do_axis(self, rest: str = "") -> None:
        """axis NAME NUMBER VALUE."""
        name, number, value = rest.split()
        self.pads[name].axis(int(number), float(value))

    def do_keep(self, rest: str = "") -> None:
        """keep NUMBERS: somebody plays with these pads."""
        self.devices.identity.hold("match", set(map(int, rest.split())))

    def do_becomes(self, rest: str = "") -> None:
        """becomes NUMBER: the only pad takes the place of a missing one."""
        (device,) = self.devices.pads()
        self.devices.become(device, int(rest))

    def do_key(self, rest: str = "") -> None:
        """key NAMES: push each and let it go."""
        for name in rest.split():
            posting.tap_key(*posting.key_of(name))

    def do_down(self, rest: str = "") -> None:
        """down NAMES."""
        for name in rest.split():
            posting.key_down(*posting.key_of(name))

    def do_up(self, rest: str = "") -> None:
        """up NAMES."""
        for name in rest.split():
            posting.key_up(*posting.key_of(name))

    def do_forget(self) -> None:
        """forget: what is held."""
        self.devices.forget_holds()

    def do_watch(self, rest: str = "") -> None:
        """watch, watch no more: every key is told down and up."""
        self.devices.watch_keys(not rest)

    def do_let_go(self) -> None:
        """let_go: of everything that is watched or held."""
        self.devices.let_go()

    def do_move(self, rest: str = "") -> None:
        """move X Y: the mouse."""
        x, y = map(int, rest.split())
        posting.move_mouse((x, y))

    def do_button(self, rest: str = "") -> None:
        """button X Y [NUMBER]: the mouse's goes down."""
        x, y, *number = map(int, rest.split())
        posting.mouse_down((x, y), *number)

    def do_unbutton(self, rest: str = "") -> None:
        """unbutton X Y [NUMBER]: it goes up."""
        x, y, *number = map(int, rest.split())
        posting.mouse_up((x, y), *number)

    def do_wheel(self, rest: str = "") -> None:
        """wheel NOTCHES."""
        posting.wheel(int(rest))

    def do_finger(self, rest: str = "") -> None:
        """finger down, slides or up X Y [NUMBER], in parts of the window."""
        kind, x, y, *number = rest.split()
        posting.finger(FINGERS[kind], (float(x), float(y)), *map(int, number))

    def do_touch(self, rest: str = "") -> None:
        """touch X Y: a tap, in pixels."""
        x, y = map(int, rest.split())
        posting.touch((x, y), SIZE)

    def do_echo(self, rest: str = "") -> None:
        """echo X Y: a touch is told a second time, as a mouse's."""
        x, y = map(int, rest.split())
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=(x, y), button=1, touch=True))
        more: dict[str, Any] = {"rel": (50, 0), "buttons": (0, 0, 0), "touch": True}
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(x + 50, y), **more))

    def do_event(self, rest: str = "") -> None:
        """event NAMES: what happens to the window."""
        for name in rest.split():
            pygame.event.post(pygame.event.Event(getattr(pygame, name)))

    def do_resized(self, rest: str = "") -> None:
        """resized WIDTH HEIGHT: the system tells of it."""
        x, y = map(int, rest.split())
        pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=x, y=y))

    def do_resize(self, rest: str = "") -> None:
        """resize WIDTH HEIGHT: the program does it."""
        width, height = map(int, rest.split())
        self.devices.resize((width, height))

    def _bind(self, rest: str, swap: bool) -> None:
        id, kind, code = rest.split()
        number = int(code) if code.isdigit() else posting.key_of(code)[0]
        bindings = self.devices.bindings or Bindings()
        self.devices.bindings = bindings.assigned(
            self.devices.profile(self.device_of(id)), Kind[kind], number, swap=swap
        )

    def do_bind(self, rest: str = "") -> None:
        """bind DEVICE KIND CODE."""
        self._bind(rest, swap=False)

    def do_swap(self, rest: str = "") -> None:
        """swap DEVICE KIND CODE: the former code goes to who had this one."""
        self._bind(rest, swap=True)

    def do_capture(self, rest: str = "") -> None:
        """capture DEVICE: its next key or button."""
        self.devices.capture(self.device_of(rest))


@each_story(FOLDER / "house" / "devices.txt", by_turns=True)
def test_story(devices: Devices, story: Story) -> None:
    Bench(devices).tell(story)


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


def add_mapping(line: str) -> None:
    """Teach SDL a line in the form of its controller database."""
    assert sdl().SDL_GameControllerAddMapping(line.encode()) >= 0, sdl().SDL_GetError().decode()


def test_the_a_printed_on_a_nintendo_pad_confirms(devices: Devices) -> None:
    """SDL's database holds two layouts of such pads; button 1 is the right-hand one, where Nintendo prints A."""
    first = plug(devices, NINTENDO, mapped=False)
    guid = first.guid
    first.detach()
    platform = {"win32": "Windows", "darwin": "Mac OS X"}.get(sys.platform, "Linux")
    hint = "SDL_GAMECONTROLLER_USE_BUTTON_LABELS:=1"
    by_label, by_place = f"a:b1,b:b0,x:b3,y:b2,hint:{hint}", f"a:b0,b:b1,x:b2,y:b3,hint:!{hint}"
    for layout in (by_label, by_place):
        add_mapping(f"{guid},Pro Controller,{layout},platform:{platform},")
    pad = plug(devices, NINTENDO, mapped=False)
    for button in (1, 0, 3, 2):
        pad.tap(button)
    assert kinds(devices) == [Kind.CONFIRM, Kind.BACK, Kind.SECONDARY, Kind.HINT]


def test_what_a_device_held_is_forgotten_with_it() -> None:
    """SDL lets the buttons of a pad go that is pulled out; a device that does not must not repeat for ever."""
    repeater, gone = Repeater(), Device("pad:1", "xbox", "Pad", 1)
    for device in (gone, KEYBOARD):
        repeater.press(device, "d-pad", Kind.UP, 0.0)
    repeater.drop(gone)
    assert repeater.due(9.0) == [(KEYBOARD, Kind.UP)]
