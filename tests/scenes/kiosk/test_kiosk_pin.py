"""The operator's PIN on screen: typed by every device, never shown, tries and waits, set for the first time."""

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
from game.platforms.locks import FileLock
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

PIN, WRONG = "304159", "000000"


class AtOnce(Executor):
    """Does what it is given at once, in this thread, or when it is told to."""

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
        """Do what is held."""
        for future, act in self.held:
            future.set_result(act())
        self.held = []


def pin_file(pin: str = PIN, clock: Callable[[], float] | None = None) -> PinFile:
    """A file of its own for a test, with `pin` in it, if any."""
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
    """Press the keys on the screen, one after the other, and the last one."""
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
    """Tells of the scene that asks for the PIN, and of the file that has it."""

    def prepare(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        super().prepare(folder, patch)
        self.clock = MovedClock(1_800_000_000.0)
        self.file = pin_file(clock=self.clock)
        self.executor = AtOnce()
        self.code = ""

    @property
    def asking(self) -> PinScene:
        """The scene on top."""
        return self.house.on_top(PinScene)

    def keys_lie_apart(self) -> bool:
        """Whether the twelve keys lie in the window, none over another."""
        rects = [widget.rect for widget in focus_of(self.house).widgets]
        screen = pygame.Rect((0, 0), self.house.window.size)
        apart = all(not one.colliderect(other) for at, one in enumerate(rects) for other in rects[:at])
        return len(rects) == 12 and all(screen.contains(rect) for rect in rects) and apart

    facts: ClassVar = {
        **HouseVocabulary.facts,
        "ready": lambda s: focus_of(s.house).widgets[-1].enabled,
        "dead": lambda s: not any(widget.enabled for widget in focus_of(s.house).widgets),
        "typed": lambda s: s.asking.typed,
        "first": lambda s: s.asking.first,
        "trying": lambda s: s.asking.is_trying,
        "held": lambda s: len(s.executor.held),
        "standing": lambda s: s.asking.standing.kind,
        "tries": lambda s: s.asking.standing.tries,
        "seconds_left": lambda s: s.asking.standing.seconds,
        "about": lambda s: s.asking.about(False),
        "leaves_in": lambda s: s.asking.leaves_in,
        "is_set": lambda s: s.file.is_set,
        "verdict": lambda s, pin: s.file.check(pin).kind,
        "keys_lie_apart": keys_lie_apart,
    }

    def do_file(self, rest: str = "") -> None:
        """file none, gone, reset, set, set elsewhere, PIN or TEXT: what becomes of the file with the PIN."""
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

    def do_guess(self, rest: str = "") -> None:
        """guess NUMBER: so many wrong tries."""
        for _ in range(int(rest)):
            self.file.check(WRONG)

    def do_slow(self) -> None:
        """slow: a try takes until go_on."""
        self.executor = AtOnce(holds=True)

    def do_go_on(self) -> None:
        """go_on: the tries come to their ends."""
        self.executor.go()

    def do_ask(self, rest: str = "") -> None:
        """ask, ask must_set, ask changing: the scene, over the menu."""
        ask(self.house, self.file, self.executor, **dict.fromkeys(rest.split(), True))

    def do_presses(self, rest: str = "") -> None:
        """presses DIGITS: on the screen's keys, with the hand."""
        press(self.hand("hand"), self.house, rest)

    def do_types(self, rest: str = "") -> None:
        """types PINS: on the keyboard, each with Enter."""
        for pin in rest.split():
            type_in(self.house, pin)

    def do_types_code(self) -> None:
        """types_code: the one that the reset gave."""
        type_in(self.house, self.code)

    def do_digits(self, rest: str = "") -> None:
        """digits DIGITS: on the keyboard, without Enter."""
        type_in(self.house, rest, enter=False)

    def do_clock(self, rest: str = "") -> None:
        """clock SECONDS: so much later."""
        self.clock.now += float(rest)

    def do_refuses(self, rest: str = "") -> None:
        """refuses FUNCTION, refuses nothing: the disk cannot be written."""

        def refuse(*_: object) -> None:
            raise OSError(30, "Read-only file system")

        if rest == "nothing":
            self.patch.setattr(pins, "FileLock", FileLock)
        else:
            self.patch.setattr(pins, rest, refuse)

    def do_lock(self) -> None:
        """lock: another process is at the file."""
        self.lock = FileLock(data_dir() / "operator-pin.json.lock")

    def do_unlock(self) -> None:
        """unlock: it has done its work."""
        self.lock.release()


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
