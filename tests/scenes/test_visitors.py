"""An hour of visitors at the unattended table, put together as the program does it.

They wake it, play, mash, look for a way out, go away and come back, on every device.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path

import pygame
import pytest

from game.paths import export_dir
from game.registry import GAMES, find
from game.robots.daily import puzzle_of_the_day
from game.table import default_table
from scenes.archive.archive_scene import ArchiveScene
from scenes.archive.names_scene import NamesScene
from scenes.kiosk.attract_scene import AttractScene
from scenes.kiosk.closed_scene import ClosedScene
from scenes.kiosk.display_test_scene import DisplayTestScene
from scenes.kiosk.input_test_scene import InputTestScene
from scenes.kiosk.operator.operator_scene import OperatorScene
from scenes.kiosk.pin_scene import PinScene
from scenes.kiosk.sound_test_scene import SoundTestScene
from scenes.kiosk.still_playing import StillPlayingScene
from scenes.kiosk.waiting_scene import WaitingScene
from scenes.kiosk.watch import OPERATOR_SECONDS, THANKS_SECONDS, Watch
from scenes.kit.intents import Kind
from scenes.kit.scene import Push, Scene
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from scenes.match.result_scene import ResultScene
from scenes.menu.menu_scene import MenuScene
from scenes.services import Services
from scenes.settings.settings_scene import SettingsScene
from scenes.table.name_scene import NameScene
from scenes.unattended import watch_over
from tests.scenes import posting
from tests.scenes.hands import Hand, KeyHand, MouseHand, PadHand, PointerHand, SteppingHand, TouchHand, button, focus_of
from tests.scenes.kiosk_table import HURRY, PIN, clock_of, idle, open_kiosk
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, Playhouse
from tests.scenes.test_kiosk_pin import press
from tools.soak.monkey import Monkey
from tools.soak.virtual_pad import XBOX, VirtualPad

NEVER = (SettingsScene, ArchiveScene, NamesScene, NameScene, OperatorScene)
WAKE_SECONDS = 0.2
USUAL = {"idle__menu": 45, "idle__turn": 90, "idle__thinking": 180, "idle__question": 15, "idle__offer": 120}


def attend(house: Playhouse, folder: Path, **changes: object) -> Watch:
    """Begin as `--kiosk` does."""
    kiosk = open_kiosk(house, folder, {key.replace("__", "."): value for key, value in changes.items()})
    watch = watch_over(house.app, house.services, kiosk, clock_of(house))
    house.app.manager.start(watch.first()())
    house.run(2.0)
    return watch


def tap(house: Playhouse) -> None:
    posting.touch((640, 360), house.window.size)


def press_pad(house: Playhouse) -> None:
    pad = VirtualPad(XBOX)
    house.run(0.3)
    pad.press("b")


WAKES: dict[str, Callable[[Playhouse], None]] = {
    "key": lambda house: posting.tap_key(pygame.K_q),
    "click": lambda house: posting.click((5, 5)),
    "tap": tap,
    "pad": press_pad,
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("wake", list(WAKES))
def test_any_press_wakes_the_table_at_once_and_does_nothing_else(house: Playhouse, tmp_path: Path, wake: str) -> None:
    attend(house, tmp_path)
    house.on_top(AttractScene)
    idle(house, 60.0)
    house.fps = 60
    house.frame()
    WAKES[wake](house)
    begin = house.stage.time
    house.until(lambda: isinstance(house.top, MenuScene), "the menu", WAKE_SECONDS + 0.4)
    assert house.stage.time - begin <= WAKE_SECONDS + (0.05 if wake != "pad" else 0.35)
    house.run(1.0)
    house.on_top(MenuScene)


def test_a_mouse_that_is_pushed_wakes_nobody_and_its_arrow_is_hidden(house: Playhouse, tmp_path: Path) -> None:
    watch = attend(house, tmp_path)
    for step in range(20):
        posting.move_mouse((100 + step, 100))
        house.frame()
    house.run(1.0)
    house.on_top(AttractScene)
    assert watch.hides_pointer and not pygame.mouse.get_visible()


def test_each_rest_shows_another_game_first_and_tells_of_the_one_that_was_left(
    house: Playhouse, tmp_path: Path
) -> None:
    watch = attend(house, tmp_path)
    firsts = [house.on_top(AttractScene).game.spec.id]
    assert house.on_top(AttractScene).game.excerpt is not None
    house.match(PERSON, RIVAL, actions=["e2", "e8", "e3"])
    watch.quiet = HURRY["idle.turn"]
    house.until(lambda: isinstance(house.top, AttractScene), "the show", 60.0)
    show = house.on_top(AttractScene)
    house.run(0.5)
    firsts.append(show.turn.game)
    assert firsts == list(GAMES)[:2]
    assert show._invitations[False] == ("A game is waiting", "途中のゲームがあります")
    idle(house, HURRY["idle.offer"] + 1.0)
    assert show._invitations[False][0] == "Press any button"


def test_when_time_is_up_the_show_thanks_and_asks_for_the_next_guests(house: Playhouse, tmp_path: Path) -> None:
    watch = attend(house, tmp_path, table__limit=1)
    house.match(PERSON, RIVAL, actions=["e2", "e8", "e3"])
    watch.quiet = -100.0
    idle(house, 61.0)
    show = house.on_top(AttractScene)
    assert watch._notice == "Time is up. Thank you for playing!" and watch.lively
    assert show._invitations[False] == ("Next guests: press to play", "次の方はボタンを押してください")
    idle(house, THANKS_SECONDS)
    assert house.top is show and show._invitations[False][0] == "Press any button"


def test_the_puzzle_is_that_of_the_table_s_own_day(house: Playhouse, tmp_path: Path) -> None:
    start = datetime(2031, 7, 4, 12)
    watch_over(house.app, house.services, open_kiosk(house, tmp_path, {}), clock_of(house, start))
    house.show(MenuScene(house.services))
    MouseHand(house).point(house.on_top(MenuScene).others[-1].rect.center)
    assert house.on_top(MatchScene).session.seed == puzzle_of_the_day(start.date())


def test_it_closes_and_opens_again_by_the_clock(house: Playhouse, tmp_path: Path) -> None:
    start = datetime(2031, 7, 4, 21, 59)  # a Friday
    kiosk = open_kiosk(house, tmp_path, {"hours.friday": "10:00-22:00"})
    house.app.manager.start(watch_over(house.app, house.services, kiosk, clock_of(house, start)).first()())
    idle(house, 100.0)
    closed = house.on_top(ClosedScene)
    idle(house, 60.0)
    assert house.top is closed  # it stays the same one
    kiosk.change({"hours.friday": "always"})
    idle(house, 3.0)
    house.on_top(AttractScene)


def test_before_there_is_a_pin_the_table_opens_to_nobody(house: Playhouse, tmp_path: Path) -> None:
    kiosk = open_kiosk(house, tmp_path, {"idle.menu": 600})  # on a busy machine a PIN takes its time
    (tmp_path / "kiosk-pin.json").unlink()
    kiosk.pin.was_there = False
    watch = watch_over(house.app, house.services, kiosk, clock_of(house))
    house.app.manager.start(watch.first()())
    house.run(1.0)
    monkey = Monkey(house.app, random.Random(3), [])
    for _ in range(200):
        monkey._click()
        house.frame()
        assert isinstance(house.top, PinScene)
    house.run(25.0)
    for _ in range(2):
        for digit in PIN:
            house.react(partial(posting.tap_key, ord(digit)))
        house.react(partial(posting.tap_key, pygame.K_RETURN))
    house.until(lambda: isinstance(house.top, AttractScene), "the show", wall=60.0)
    house.run(3.0)
    house.on_top(AttractScene)
    assert kiosk.pin.check(PIN).kind == "right"


def test_after_a_reset_nobody_becomes_the_operator_by_typing_first(house: Playhouse, tmp_path: Path) -> None:
    kiosk = open_kiosk(house, tmp_path, {"idle.menu": 600})
    watch = watch_over(house.app, house.services, kiosk, clock_of(house))
    house.app.manager.start(watch.first()())
    house.until(lambda: isinstance(house.top, AttractScene), "the show", wall=60.0)
    kiosk.pin.reset()
    house.until(lambda: isinstance(house.top, PinScene), "the closed table", wall=60.0)
    monkey = Monkey(house.app, random.Random(3), [])
    for _ in range(200):
        monkey._click()
        house.frame()
        assert isinstance(house.top, PinScene)
    for _ in range(3):
        for digit in PIN:
            house.react(partial(posting.tap_key, ord(digit)))
        house.react(partial(posting.tap_key, pygame.K_RETURN))
        house.until(lambda: not house.on_top(PinScene).is_trying, "the verdict", wall=60.0)
    assert not kiosk.pin.is_set
    kiosk.pin.set(PIN)
    house.until(lambda: isinstance(house.top, AttractScene), "the show", wall=60.0)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("room", [InputTestScene, DisplayTestScene, SoundTestScene])
def test_a_test_that_the_operator_walks_away_from_leads_nobody_in(
    house: Playhouse, tmp_path: Path, room: Callable[[Services], Scene]
) -> None:
    attend(house, tmp_path)
    hand = KeyHand(house)
    call(hand)
    enter_pin(hand)
    house.app.manager.go(Push(lambda: room(house.services)))
    idle(house, OPERATOR_SECONDS + 5)
    house.on_top(AttractScene)


# The operator, by one device alone


def enter_pin(hand: Hand) -> None:
    """Press the PIN on the screen's keys."""
    house = hand.house
    press(hand, house, PIN)
    house.until(lambda: isinstance(house.top, OperatorScene), "the operator's menu", wall=60.0)
    house.be_heard()


def choose(hand: Hand, label: str) -> None:
    """Press a button of the operator's menu: down leads through all of it."""
    wanted = button(hand.house, label)
    if isinstance(hand, PointerHand):
        hand.press(wanted)
        return
    assert isinstance(hand, SteppingHand)
    for _ in range(80):
        if focus_of(hand.house).current is wanted:
            break
        hand.hit(Kind.DOWN)
    hand.hit(Kind.CONFIRM)


def call(hand: Hand) -> None:
    """Hold what calls the operator."""
    house = hand.house
    if isinstance(hand, PadHand):
        hand.pad.press("start")
        hand.pad.press("view")
        house.run(5.5)
        hand.pad.release("start")
        hand.pad.release("view")
    elif isinstance(hand, KeyHand):
        posting.key_down(pygame.K_F10)
        house.run(5.5)
        posting.key_up(pygame.K_F10)
    elif isinstance(hand, TouchHand):
        width, height = house.window.size
        posting.finger(pygame.FINGERDOWN, (9 / width, 9 / height))
        house.run(5.5)
        posting.finger(pygame.FINGERUP, (9 / width, 9 / height))
    else:
        posting.move_mouse((9, 9))
        posting.mouse_down((9, 9))
        house.run(5.5)
        posting.mouse_up((9, 9))
    house.run(0.5)
    house.on_top(PinScene)


HANDS: dict[str, Callable[[Playhouse], Hand]] = {
    "keys": KeyHand,
    "pad": PadHand,
    "mouse": MouseHand,
    "touch": TouchHand,
}


@pytest.mark.parametrize("device", list(HANDS))
@pytest.mark.parametrize("where", ["show", "match", "closed"])
@pytest.mark.one_in(3)
def test_the_operator_comes_and_leaves_by_one_device(house: Playhouse, tmp_path: Path, device: str, where: str) -> None:
    attend(house, tmp_path, **({"hours__sunday": "closed"} if where == "closed" else {}))
    hand = HANDS[device](house)
    house.run(0.5)
    if where == "match":
        house.match(PERSON, RIVAL, actions=["e2", "e8"])
    call(hand)
    enter_pin(hand)
    hand.order(Kind.BACK)
    house.run(1.0)
    assert not any(scene.is_operators for scene in house.app.manager.scenes)
    call(hand)
    enter_pin(hand)
    choose(hand, "Leave to desktop")
    hand.say("Stay")
    house.on_top(OperatorScene)
    choose(hand, "Leave to desktop")
    hand.say("Leave")
    assert house.app.manager.quitting


@pytest.mark.one_in(3)
@pytest.mark.parametrize("device", list(HANDS))
def test_the_operator_is_heard_at_a_table_that_has_rested_for_long(
    house: Playhouse, tmp_path: Path, device: str
) -> None:
    attend(house, tmp_path)
    hand = HANDS[device](house)
    idle(house, OPERATOR_SECONDS + 10.0)
    call(hand)
    house.run(2.0)
    house.on_top(PinScene)


# An hour


MASHED = {
    "keys": ("_key", "_full_screen", "_close", "_focus"),
    "pad": ("_pad", "_plug", "_unplug", "_close"),
    "mouse": ("_click", "_wander", "_drag", "_wheel", "_close", "_expose"),
    "touch": ("_finger", "_expose"),
}


class Hour:
    """Visitors one after the other. After every frame nobody may have got where no visitor may be."""

    def __init__(self, house: Playhouse, seed: int) -> None:
        self.house = house
        self.monkey = Monkey(house.app, random.Random(seed), [])
        self.kept = {key: house.services.store.get(key) for key in ("language", "fullscreen", "display", "renderer")}
        self.fullscreen = house.window.fullscreen
        self.began = house.stage.time
        house.frame = self.frame  # type: ignore[method-assign]
        self._plain = Playhouse.frame

    def frame(self) -> None:
        house = self.house
        self._plain(house)
        assert not house.app.manager.quitting and not house.app.failed
        assert house.window.fullscreen == self.fullscreen
        wrong = [type(scene).__name__ for scene in house.app.manager.scenes if isinstance(scene, NEVER)]
        assert not wrong, wrong

    @property
    def minutes(self) -> float:
        return (self.house.stage.time - self.began) / 60

    def mash(self, device: str, seconds: float) -> None:
        """Everything that this device can do, by chance."""
        house = self.house
        ways = [(way, weight) for way, weight in self.monkey._ways if way.__name__ in MASHED[device]]
        end = house.stage.time + seconds
        while house.stage.time < end:
            self.monkey.chance.choices(*zip(*ways, strict=True))[0]()
            house.run(0.2)

    def ways_out(self) -> None:
        """Each way that leads out of a table that somebody attends."""
        house = self.house
        for key, modifiers in (
            (pygame.K_ESCAPE, 0),
            (pygame.K_F11, 0),
            (pygame.K_RETURN, pygame.KMOD_LALT),
            (pygame.K_F4, pygame.KMOD_LALT),
            (pygame.K_q, pygame.KMOD_LCTRL),
            (pygame.K_TAB, pygame.KMOD_LALT),
        ):
            house.react(partial(posting.tap_key, key, modifiers))
            pygame.event.post(pygame.event.Event(pygame.WINDOWCLOSE))
            house.run(0.3)
        for _ in range(12):
            house.react(partial(posting.tap_key, pygame.K_ESCAPE))

    def fall_asleep(self) -> None:
        """Go away without a word."""
        house = self.house
        self.monkey.leave()
        house.fps = 5
        house.until(lambda: isinstance(house.top, AttractScene), "the show", 400.0)
        house.fps = 30
        house.run(1.0)

    def wake(self, hand: Hand) -> None:
        """Press anything."""
        if isinstance(hand, PointerHand):
            hand.point((self.house.window.size[0] // 2, 5))
        elif isinstance(hand, PadHand):
            self.house.react(partial(hand.pad.press, "x"), partial(hand.pad.release, "x"))
        else:
            posting.tap_key(pygame.K_x)
        self.house.run(1.0)

    def to_menu(self, hand: Hand) -> None:
        """Wake the table, and leave what others have left."""
        self.wake(hand)
        if isinstance(self.house.top, WaitingScene):
            hand.say("New game")
        self.house.on_top(MenuScene)


@pytest.mark.parametrize("device", list(HANDS))
@pytest.mark.long
def test_a_quarter_of_an_hour_of_visitors(house: Playhouse, tmp_path: Path, device: str) -> None:
    watch = attend(house, tmp_path, **USUAL)
    house.services.remember(replace(default_table(find("star")), seats=(PERSON, ROBOT)))
    house.services.store.set("last_game", "star")
    hour = Hour(house, 7)
    hand = HANDS[device](house)
    hour.to_menu(hand)
    hand.order(Kind.SECONDARY)
    house.on_top(MatchScene)
    for _ in range(3):  # resigned and begun anew, again and again
        hand.order(Kind.PAUSE)
        house.on_top(PauseScene)
        hand.say("Resign")
        house.run(0.5)
        if not isinstance(house.top, ResultScene):
            hand.say("Resign")
        house.read_result()
        hand.say("Rematch")
        house.until(lambda: isinstance(house.top, MatchScene), "the next game")
    hour.ways_out()
    hour.mash(device, 60.0)
    hour.fall_asleep()
    hour.to_menu(hand)
    house.match(PERSON, RIVAL, actions=["e2", "e8"])
    house.until(lambda: isinstance(house.top, StillPlayingScene), "the question", 120.0)
    hour.fall_asleep()
    idle(house, 60.0)
    hour.wake(hand)
    house.on_top(WaitingScene)
    hand.say("Continue")
    assert house.on_top(MatchScene).session.ply == 2
    hour.ways_out()
    hour.fall_asleep()
    idle(house, 130.0)
    assert not house.services.store.unfinished_games() and not house.services.roster.chairs
    hour.to_menu(hand)
    hour.mash(device, 120.0)
    hour.fall_asleep()
    while hour.minutes < 15:
        idle(house, 10.0)
    house.on_top(AttractScene)
    assert watch.quiet > 10
    assert {key: house.services.store.get(key) for key in hour.kept} == hour.kept
    assert not export_dir().exists() or not list(export_dir().iterdir())
