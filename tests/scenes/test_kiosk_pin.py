"""The operator's PIN on screen: typed by every device, never shown, tries and waits, set for the first time."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any

import pygame
import pytest

from game.kiosk import pin as pins
from game.kiosk.pin import PinFile
from game.kiosk.pin_record import LONGEST, TRIES
from game.paths import data_dir
from game.platforms import FileLock
from scenes.kiosk.keypad import Key
from scenes.kiosk.pin_scene import COUNTED_SECONDS, LOOK_SECONDS, QUIET_SECONDS, PinScene
from scenes.kit.canvas import Target
from scenes.kit.intents import Kind
from scenes.kit.scene import Nav, Push, Switch
from scenes.kit.stage import Stage
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToSettings
from scenes.settings.settings_scene import SettingsScene
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import Hand, KeyHand, MouseHand, PadHand, TouchHand, focus_of
from tests.scenes.playhouse import Playhouse
from tests.scenes.speaking import listen

PIN, WRONG = "304159", "000000"
HANDS: dict[str, Callable[[Playhouse], Hand]] = {
    "keys": KeyHand,
    "pad": PadHand,
    "mouse": MouseHand,
    "touch": TouchHand,
}


class Clock:
    """A clock that goes when it is told to."""

    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


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


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The least cost that a file may ask for: a tenth of the time."""
    monkeypatch.setattr(pins, "_COST", (1 << 14, 1, 1))


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
    keys = {key.figure: key for key in focus_of(house).widgets if isinstance(key, Key)}
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


def is_dead(house: Playhouse) -> bool:
    """Whether no key on the screen can be pressed."""
    return not any(widget.enabled for widget in focus_of(house).widgets)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("device", list(HANDS))
def test_the_right_pin_opens_by_every_device(house: Playhouse, device: str) -> None:
    hand = HANDS[device](house)
    ask(house, pin_file())
    press(hand, house, PIN)
    house.run(0.5)
    house.on_top(SettingsScene)


def test_digits_are_typed_and_rubbed_out_on_the_keyboard(house: Playhouse) -> None:
    ask(house, pin_file())
    type_in(house, PIN + "9", enter=False)
    house.react(partial(posting.tap_key, pygame.K_BACKSPACE))
    type_in(house, "")
    house.on_top(SettingsScene)


def test_it_opens_with_enough_digits_alone_and_takes_no_more_than_it_has_room_for(house: Playhouse) -> None:
    scene = ask(house, pin_file())
    type_in(house, "12345", enter=False)
    assert not focus_of(house).widgets[-1].enabled
    type_in(house, "6" * 20, enter=False)
    assert len(scene._typed) == LONGEST and focus_of(house).widgets[-1].enabled


def test_digits_are_neither_shown_nor_said(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    write = Stage.text

    def noting(stage: Stage, canvas: Target, text: str, *rest: Any, **more: Any) -> pygame.Rect:
        written.append(text)
        return write(stage, canvas, text, *rest, **more)

    monkeypatch.setattr(Stage, "text", noting)
    voice = listen(house)
    scene = ask(house, pin_file())
    before = set(written)
    press(MouseHand(house), house, "770077")
    type_in(house, "770077", enter=False)
    assert "7700" not in scene.spoken and "7700" not in repr(scene.__dict__["pin"])
    assert not {text for text in set(written) - before if any(char.isdigit() for char in text)} - {"4 tries left"}
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


def test_no_frame_waits_for_a_try_and_presses_meanwhile_are_ignored(house: Playhouse) -> None:
    executor = AtOnce(holds=True)
    scene = ask(house, pin_file(), executor)
    type_in(house, PIN)
    assert scene.is_trying and len(executor.held) == 1
    type_in(house, "1")
    KeyHand(house).hit(Kind.BACK)
    assert house.top is scene and len(executor.held) == 1 and scene._typed == PIN
    executor.go()
    house.run(0.5)
    house.on_top(SettingsScene)


def test_the_file_is_tried_in_a_thread_that_ends_with_the_scene(house: Playhouse) -> None:
    house.show(MenuScene(house.services))
    scene = PinScene(house.services, pin_file(), opened)
    house.app.manager.go(Push(lambda: scene))
    house.run(0.5)
    for digit in PIN:
        house.react(partial(posting.tap_key, ord(digit)))
    assert scene._confirm() is None and scene._trying is not None
    assert scene._trying.result().kind == "right"
    house.run(0.5)
    house.on_top(SettingsScene)
    assert scene._own is not None
    with pytest.raises(RuntimeError):
        scene._own.submit(opened)


def test_after_five_wrong_tries_it_rests_a_minute(house: Playhouse) -> None:
    clock = Clock()
    scene = ask(house, pin_file(clock=clock))
    for left in range(TRIES - 1, 0, -1):
        type_in(house, WRONG)
        assert scene.standing.tries == left and "Wrong PIN" in scene.spoken
    type_in(house, WRONG)
    type_in(house, PIN)
    assert house.top is scene and not scene._typed and is_dead(house) and "Too many" in scene.spoken
    clock.now += 61
    for _ in range(4):
        house.run(QUIET_SECONDS - 2)
        house.react(partial(posting.tap_key, pygame.K_LEFT))
    assert scene.standing.tries == TRIES
    type_in(house, PIN)
    house.on_top(SettingsScene)


def test_a_wait_that_is_under_way_is_shown(house: Playhouse) -> None:
    clock = Clock()
    file = pin_file(clock=clock)
    for _ in range(TRIES):
        file.check(WRONG)
    clock.now += 20
    scene = ask(house, file)
    assert 39 < scene.standing.seconds <= 40 and is_dead(house)


def test_without_a_press_it_goes_back_to_the_table(house: Playhouse) -> None:
    ask(house, pin_file())
    house.run(QUIET_SECONDS + 1)
    house.on_top(MenuScene)


def test_back_leads_to_the_table(house: Playhouse) -> None:
    ask(house, pin_file())
    KeyHand(house).hit(Kind.BACK)
    house.on_top(MenuScene)


def test_a_new_pin_is_typed_twice_and_there_is_no_way_round_it(house: Playhouse) -> None:
    file = pin_file("")
    scene = ask(house, file, must_set=True)
    KeyHand(house).hit(Kind.BACK)
    house.run(QUIET_SECONDS + 1)
    assert house.top is scene
    type_in(house, "150927")
    type_in(house, "150928")
    assert "not the same" in scene.spoken and not file.is_set
    type_in(house, "150927")
    assert "once more" in scene.spoken
    type_in(house, "150927")
    assert file.check("150927").kind == "right"
    house.on_top(SettingsScene)


def test_what_somebody_has_typed_once_is_forgotten_when_nobody_goes_on(house: Playhouse) -> None:
    file = pin_file("")
    scene = ask(house, file, must_set=True)
    type_in(house, "150927")
    house.run(QUIET_SECONDS + 1)
    assert "once more" not in scene.spoken and not scene._first
    assert "Begin again" in scene.spoken
    type_in(house, "1", enter=False)
    assert "Begin again" not in scene.spoken
    house.run(QUIET_SECONDS - 5)
    assert "Begins again in" in scene._about(False)
    house.run(6)
    assert "Begin again" in scene.spoken and not scene._typed


def test_without_a_pin_the_table_closes_and_asks_for_one(house: Playhouse) -> None:
    """It was reset from the command line, before the corner was held or after."""
    file = pin_file()
    asking = ask(house, file)
    file.reset()
    type_in(house, PIN)
    closed = house.on_top(PinScene)
    assert closed is not asking and house.app.manager.scenes == [closed]
    KeyHand(house).hit(Kind.BACK)
    assert house.top is closed and "One moment, please" in closed.spoken
    ask(house, file)
    assert "One moment, please" in house.on_top(PinScene).spoken and len(house.app.manager.scenes) == 1


def test_after_a_reset_only_who_has_the_code_sets_a_pin(house: Playhouse) -> None:
    file = pin_file()
    code = file.reset()
    scene = ask(house, file, must_set=True)
    for _ in range(2):
        type_in(house, "150927")
    assert house.top is scene and not file.is_set and "Wrong code" in scene.spoken
    type_in(house, code)
    assert "Set a PIN" in scene.spoken and not file.is_set
    type_in(house, "150927")
    type_in(house, "150927")
    house.on_top(SettingsScene)
    assert file.check("150927").kind == "right"


def test_the_code_holds_for_who_typed_it_and_goes_on(house: Playhouse) -> None:
    file = pin_file()
    scene = ask(house, file, must_set=True)
    house.on_top(SettingsScene)  # there is one
    code = file.reset()
    scene = ask(house, file, must_set=True)
    type_in(house, code)
    type_in(house, "150927")
    house.run(QUIET_SECONDS + 1)
    assert "One moment, please" in scene.spoken and "Begin again" in scene.spoken
    for _ in range(2):
        type_in(house, "150927")
    assert house.top is scene and not file.is_set


def test_a_try_that_takes_long_does_not_cost_the_time_to_go_on(house: Playhouse) -> None:
    file = pin_file()
    code = file.reset()
    executor = AtOnce(holds=True)
    scene = ask(house, file, executor, must_set=True)
    type_in(house, code)
    house.run(QUIET_SECONDS + 1)
    executor.go()
    house.run(1.0)
    assert "Set a PIN" in scene.spoken


def test_guessed_codes_close_the_screen_but_not_the_command_line(house: Playhouse) -> None:
    file = pin_file()
    file.reset()
    scene = ask(house, file, must_set=True)
    for _ in range(TRIES):
        type_in(house, WRONG)
    assert is_dead(house) and scene.standing.kind == "locked" and "One moment, please" in scene.spoken
    file.set(PIN)
    house.run(LOOK_SECONDS + 0.5)
    house.on_top(SettingsScene)


def test_guessed_pins_neither(house: Playhouse) -> None:
    file = pin_file()
    scene = ask(house, file)
    for _ in range(TRIES):
        type_in(house, WRONG)
    file.set("150927")
    house.run(LOOK_SECONDS + 0.5)
    assert house.top is scene and not is_dead(house)
    type_in(house, "150927")
    house.on_top(SettingsScene)


@pytest.mark.parametrize("resets", [False, True])
def test_the_table_opens_once_the_command_line_has_set_a_pin(house: Playhouse, resets: bool) -> None:
    """Also while somebody types."""
    file = pin_file("")
    if resets:
        file.reset()
    ask(house, file, must_set=True)
    file.set(PIN)
    for _ in range(4):
        type_in(house, "1", enter=False)
        house.run(LOOK_SECONDS / 2)
    house.on_top(SettingsScene)


def test_a_pin_that_has_come_meanwhile_is_not_replaced(house: Playhouse) -> None:
    file = pin_file("")
    ask(house, file, must_set=True)
    type_in(house, "150927")
    type_in(house, "150927", enter=False)
    pin_file(PIN)
    type_in(house, "")
    assert file.check(PIN).kind == "right"
    house.on_top(SettingsScene)


def test_a_file_that_is_taken_away_lets_nobody_set_a_pin(house: Playhouse) -> None:
    file = pin_file()
    ask(house, file)
    (data_dir() / "operator-pin.json").unlink()
    house.run(LOOK_SECONDS + 0.5)
    scene = house.on_top(PinScene)
    assert "One moment, please" in scene.spoken and "gone" in scene.spoken and is_dead(house)
    for _ in range(2):
        type_in(house, "150927")
    assert not file.is_set
    file.set(PIN)
    house.run(LOOK_SECONDS + 0.5)
    house.on_top(SettingsScene)


@pytest.mark.parametrize("weak", ["000000", "123456", "987654"])
@pytest.mark.parametrize("changing", [False, True])
def test_a_weak_one_is_refused_with_the_reason(house: Playhouse, weak: str, changing: bool) -> None:
    file = pin_file(PIN if changing else "")
    scene = ask(house, file, must_set=not changing, changing=changing)
    type_in(house, weak)
    assert "in a row" in scene.spoken and not scene._first and not scene._typed
    type_in(house, weak)
    assert house.top is scene and file.check(weak).kind != "right"


def test_it_counts_down_before_it_leaves(house: Playhouse) -> None:
    scene = ask(house, pin_file())
    house.run(QUIET_SECONDS - COUNTED_SECONDS - 2)
    assert scene.leaves_in is None
    house.run(4)
    assert scene.leaves_in is not None and 6 < scene.leaves_in < 10 and "Back to the table in" in scene._about(False)
    type_in(house, "1", enter=False)
    assert scene.leaves_in is None


def test_a_damaged_file_opens_nothing_and_says_what_helps(house: Playhouse) -> None:
    file = pin_file()
    path = data_dir() / "operator-pin.json"
    path.write_text("{}")
    scene = ask(house, file)
    type_in(house, PIN)
    assert house.top is scene and is_dead(house) and "damaged" in scene.spoken
    file.reset()
    house.run(LOOK_SECONDS + 0.5)
    assert "One moment, please" in house.on_top(PinScene).spoken


def test_a_file_that_is_damaged_while_a_pin_is_typed_opens_nothing(house: Playhouse) -> None:
    file = pin_file()
    scene = ask(house, file)
    (data_dir() / "operator-pin.json").write_text(json.dumps({"format": "other"}))
    type_in(house, PIN)
    assert house.top is scene and is_dead(house) and "damaged" in scene.spoken


def test_where_tries_cannot_be_counted_none_is_taken(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    file = pin_file()
    scene = ask(house, file)

    def refuse(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    with monkeypatch.context() as broken:
        broken.setattr(pins, "FileLock", refuse)
        type_in(house, PIN)
        assert house.top is scene and is_dead(house) and "cannot be written" in scene.spoken
    house.run(LOOK_SECONDS + 0.5)
    assert not is_dead(house) or scene.standing.kind == "ready"
    type_in(house, PIN)
    house.on_top(SettingsScene)


def test_while_another_process_is_at_the_file_what_was_typed_stays(house: Playhouse) -> None:
    file = pin_file()
    scene = ask(house, file)
    lock = FileLock(data_dir() / "operator-pin.json.lock")
    type_in(house, PIN)
    assert house.top is scene and "Press again" in scene.spoken and scene._typed == PIN
    lock.release()
    type_in(house, "")
    house.on_top(SettingsScene)


def test_a_pin_that_cannot_be_kept_is_told(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = ask(house, pin_file(""), must_set=True)

    def refuse(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(pins, "rewrite_file", refuse)
    type_in(house, "150927")
    type_in(house, "150927")
    assert "Read-only file system" in scene.spoken and house.top is scene


def test_the_operator_changes_the_pin_or_leaves_it(house: Playhouse) -> None:
    file = pin_file()
    scene = ask(house, file, changing=True)
    assert "Set a new PIN" in scene.spoken
    type_in(house, "992999")
    KeyHand(house).hit(Kind.BACK)
    house.on_top(MenuScene)
    assert file.check(PIN).kind == "right"
    ask(house, file, changing=True)
    type_in(house, "992999")
    type_in(house, "992999")
    house.on_top(SettingsScene)
    assert file.check("992999").kind == "right"


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (720, 1280)])
def test_keys_and_window_lie_apart(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size)
    ask(house, pin_file())
    rects = [widget.rect for widget in focus_of(house).widgets]
    screen = pygame.Rect((0, 0), size)
    assert len(rects) == 12 and all(screen.contains(rect) for rect in rects)
    assert all(not one.colliderect(other) for at, one in enumerate(rects) for other in rects[:at])
