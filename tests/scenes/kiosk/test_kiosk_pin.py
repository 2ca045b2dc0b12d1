"""The operator's PIN on screen: typed with every device, never shown; tries and waits; the first PIN."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pygame
import pytest

from game.kiosk import pin as pins
from game.kiosk.pin import PinFile
from game.paths import data_dir
from game.platforms.locks import FileLock, LockTakenError
from scenes.kiosk.pin_scene import PinKey, PinScene
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Nav, Push, Switch
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToSettings
from scenes.settings.settings_scene import SettingsScene
from tests.clocks import MovedClock
from tests.scenes import posting
from tests.scenes.conftest import Written
from tests.scenes.hands import Hand, KeyHand, MouseHand, PadHand, focus_of
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import Playhouse
from tests.scenes.speaking import listen

PIN = "304159"


class AtOnce(Executor):
    """Does its work at once, in this thread; or with `holds` when the test calls `go`."""

    def __init__(self, holds: bool = False) -> None:
        self.holds = holds
        self.held: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.held.append((Future(), partial(fn, *args, **kwargs)))
        future = self.held[-1][0]
        if not self.holds:
            self.go()
        return future

    def go(self) -> None:
        """Do the work that is held."""
        for future, act in self.held:
            future.set_result(act())
        self.held = []


def pin_file(pin: str = PIN, clock: Callable[[], float] | None = None) -> PinFile:
    """Return a file for one test, with `pin` unless that is empty."""
    path = data_dir() / "operator-pin.json"
    file = PinFile(path) if clock is None else PinFile(path, clock)
    if pin:
        file.set(pin)
    return file


def opened() -> Nav:
    return Switch(ToSettings())


def ask(house: Playhouse, pin: PinFile, executor: Executor | None = None, **more: bool) -> PinScene:
    house.show(MenuScene(house.services))
    scene = PinScene(house.services, pin, opened, executor=executor or AtOnce(), **more)
    house.app.manager.go(Push(lambda: scene))
    house.run(0.5)
    return scene


def press(hand: Hand, house: Playhouse, digits: str) -> None:
    """Press the keys on the screen one after the other, then the last key."""
    keys = {key.label: key for key in focus_of(house).widgets if isinstance(key, PinKey)}
    for digit in digits:
        hand.press(keys[digit])
    hand.press(focus_of(house).widgets[-1])


def type_in(house: Playhouse, digits: str, enter: bool = True) -> None:
    """Type digits on the keyboard."""
    for digit in digits:
        house.react(partial(posting.tap_key, ord(digit)))
    if enter:
        house.react(partial(posting.tap_key, pygame.K_RETURN))
        house.run(0.1)


class PinVocabulary(HouseVocabulary):
    """Tells of the page that asks for the PIN, and of the file with the PIN, which is 304159 at first. A story begins
    with "ask", unless it changes the file before."""

    begins = ("ask", "file", "tries")

    def prepare(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        super().prepare(folder, patch)
        self.clock = MovedClock(1_800_000_000.0)
        self.file = pin_file(clock=self.clock)
        self.executor = AtOnce()
        self.code = ""

    def keys_lie_apart(self) -> bool:
        """Return whether all twelve keys are in the window and none covers another."""
        rects = [widget.rect for widget in focus_of(self.house).widgets]
        screen = pygame.Rect((0, 0), self.house.window.size)
        apart = all(not one.colliderect(other) for at, one in enumerate(rects) for other in rects[:at])
        return len(rects) == 12 and all(screen.contains(rect) for rect in rects) and apart

    facts: ClassVar = {
        "ready": lambda s: focus_of(s.house).widgets[-1].enabled,  # whether the last key can be pressed
        # whether no key can be pressed
        "dead": lambda s: not any(widget.enabled for widget in focus_of(s.house).widgets),
        "about": lambda s: s.top.about(False),  # the line below the title
        "verdict": lambda s, pin: s.file.check(pin).kind,  # PIN: what comes of a try
        "keys_lie_apart": keys_lie_apart,
    }

    def do_file(self, rest: str = "") -> None:
        """WHAT: Change the file with the PIN. "gone" deletes it. "none" also forgets that there was one. "reset"
        forgets the PIN. "set" sets 304159, and "set elsewhere" does so as another process. Digits set another PIN.
        Other text is written as the file."""
        path = data_dir() / "operator-pin.json"
        if rest in ("none", "gone"):
            path.unlink()
            if rest == "none":
                self.file = pin_file("", self.clock)
        elif rest == "reset":
            self.code = self.file.reset()
        elif rest == "set elsewhere":
            pin_file(PIN)
        elif rest == "set" or rest.isdigit():
            self.file.set(PIN if rest == "set" else rest)
        else:
            path.write_text(rest)

    def do_tries(self, rest: str = "") -> None:
        """are held, or go on: Let each try take until the tries go on, or finish those that are held."""
        if rest == "are held":
            self.executor = AtOnce(holds=True)
        else:
            self.executor.go()

    def do_ask(self, rest: str = "") -> None:
        """[must_set | changing]: Show the page over the menu: to enter the PIN, set the first one, or change it."""
        ask(self.house, self.file, self.executor, **dict.fromkeys(rest.split(), True))

    def do_presses(self, rest: str = "") -> None:
        """DIGITS: Press keys on the screen with the hand, then the key that ends the entry."""
        press(self.hand("hand"), self.house, rest)

    def do_types(self, rest: str = "") -> None:
        """PINS: Type each PIN on the keyboard, and press Enter after it. CODE is the code that the reset gave."""
        for pin in rest.split():
            type_in(self.house, self.code if pin == "CODE" else pin)

    def do_refuses(self, rest: str = "") -> None:
        """FUNCTION, a second process, or nothing: Let this function of the module game.kiosk.pin fail as on a read-only
        disk, let another process hold the lock of the file, or let the lock work again."""

        def refuse(*_: object) -> None:
            raise LockTakenError if rest == "a second process" else OSError(30, "Read-only file system")

        is_lock = rest in ("a second process", "nothing")
        self.patch.setattr(pins, "FileLock" if is_lock else rest, FileLock if rest == "nothing" else refuse)


test_the_pin = stories("kiosk_pin.txt", PinVocabulary)


def test_digits_are_neither_shown_nor_said(house: Playhouse, written: Written) -> None:
    voice = listen(house)
    scene = ask(house, pin_file())
    before = {text for text, _ in written}
    press(MouseHand(house), house, "770077")
    type_in(house, "770077", enter=False)
    assert "7700" not in scene.spoken and "7700" not in repr(scene.__dict__["pin"])
    after = {text for text, _ in written if any(char.isdigit() for char in text)}
    assert after - before <= {"4 tries left"}
    assert voice.texts and not [text for text in voice.texts[1:] if "7" in text or "0" in text]


def test_no_log_keeps_what_is_pressed_nor_where(house: Playhouse) -> None:
    ask(house, pin_file())
    flight = house.app.flight
    before = [list(leg.entries) for leg in flight.legs]
    press(MouseHand(house), house, "31")
    press(PadHand(house), house, "3141")
    type_in(house, "31415", enter=False)
    assert [list(leg.entries) for leg in flight.legs] == before
    KeyHand(house).hit(Kind.BACK)
    house.on_top(MenuScene)
    KeyHand(house).hit(Kind.DOWN)
    assert [list(leg.entries) for leg in flight.legs] != before


def test_the_file_is_tried_in_a_thread_that_ends_with_the_scene(house: Playhouse) -> None:
    house.show(MenuScene(house.services))
    scene = PinScene(house.services, pin_file(), opened)
    house.app.manager.go(Push(lambda: scene))
    house.run(0.5)
    for digit in PIN:
        house.react(partial(posting.tap_key, ord(digit)))
    assert scene.confirm() is None and scene.trying is not None
    assert scene.trying.result().kind == "right"
    house.run(0.5)
    house.on_top(SettingsScene)
    assert scene.own is not None
    with pytest.raises(RuntimeError):
        scene.own.submit(opened)
