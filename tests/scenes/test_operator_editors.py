"""What opens from the operator's menu: hours, volumes, games, levels, texts, the PIN, questions, the export."""

from __future__ import annotations

import threading
from datetime import datetime
from pathlib import Path

import pygame
import pytest

from game.kiosk.config import Config
from game.kiosk.kinds import CLOSED, Span
from game.paths import export_dir, readable
from scenes.kiosk.operator.dial import Dial
from scenes.kiosk.operator.exporting import Job, WritingScene, usual_folder
from scenes.kiosk.operator.hours_scene import HoursScene
from scenes.kiosk.operator.line_scene import LineScene
from scenes.kiosk.operator.looking import Sticks
from scenes.kiosk.operator.quiet import Question
from scenes.kiosk.operator.switches_scene import GamesScene, LevelsScene
from scenes.kiosk.operator.time_scene import TimeScene
from scenes.kiosk.operator.volume_scene import VolumeScene
from scenes.kiosk.pin_scene import PinScene
from scenes.kit.intents import Kind
from scenes.kit.slider import Slider
from scenes.kit.widgets import Button, Choice
from tests.scenes import posting
from tests.scenes.hands import HANDS, Hand, KeyHand, PadHand, TouchHand, button, focus_of
from tests.scenes.kiosk_table import idle
from tests.scenes.operators_hand import Counter, choose, type_text
from tests.scenes.playhouse import Playhouse
from tools.catalogue.operator import audits

each_device = pytest.mark.parametrize("device", HANDS)


def choices(house: Playhouse) -> list[Choice]:
    return [widget for widget in focus_of(house).widgets if isinstance(widget, Choice)]


def dials(house: Playhouse) -> list[Dial]:
    return [widget for widget in focus_of(house).widgets if isinstance(widget, Dial)]


def plus(hand: Hand, house: Playhouse, dial: Dial) -> None:
    """Step a dial forward."""
    if isinstance(hand, (KeyHand, PadHand)):
        focus_of(house).focus(dial)
        hand.hit(Kind.RIGHT)
    else:
        hand.point((dial.rect.right - 9, dial.rect.centery))  # type: ignore[attr-defined]


# Hours and volumes


@each_device
@pytest.mark.one_in(2)
def test_hours_are_set_for_all_days_and_for_one(house: Playhouse, tmp_path: Path, device: str) -> None:
    hand = HANDS[device](house)
    counter = Counter(house, tmp_path)
    counter.open(hand, "hours")
    house.on_top(HoursScene)
    choose(hand, choices(house)[0], 2)

    def week() -> tuple[Span, ...]:
        return counter.kiosk.config.hours.week()

    assert set(week()) == {Span(600, 1320)}
    choose(hand, choices(house)[1], 1)
    assert week()[0] == CLOSED and set(week()[1:]) == {Span(600, 1320)}
    plus(hand, house, dials(house)[5])  # until when on Tuesday
    assert week()[1] == Span(600, 1350)
    copies = [widget for widget in focus_of(house).widgets if isinstance(widget, Button) and "all" in widget.label]
    hand.press(copies[1])
    assert set(week()) == {Span(600, 1350)}
    hand.say("OK")
    assert house.top is counter.scene
    assert counter.scene.panel.rows[0].value() == "10:00 – 22:30"


def test_days_that_differ_are_not_shown_as_one(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path, '[hours]\nmonday = "closed"\nsunday = "11:00-18:00"\n')
    assert counter.scene.panel.rows[0].value() == "Today 11:00 – 18:00"
    counter.open(PadHand(house), "hours")
    assert choices(house)[0].index == -1 and not dials(house)[0].enabled
    PadHand(house).hit(Kind.RIGHT)
    assert len(set(counter.kiosk.config.hours.week())) == 1


def test_a_time_is_set_to_five_minutes(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path, '[hours]\nmonday = "10:00-22:00"\n')
    touch = TouchHand(house)
    counter.open(touch, "hours")
    touch.press(dials(house)[2])
    house.on_top(TimeScene)
    plus(touch, house, dials(house)[1])
    plus(touch, house, dials(house)[0])
    assert str(counter.kiosk.config.hours.monday) == "11:05-22:00"
    touch.say("OK")
    house.on_top(HoursScene)


def test_opening_and_closing_at_one_time_is_refused(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path, '[hours]\nmonday = "21:00-22:00"\n')
    touch = TouchHand(house)
    counter.open(touch, "hours")
    touch.press(dials(house)[2])
    plus(touch, house, dials(house)[0])
    assert str(counter.kiosk.config.hours.monday) == "21:00-22:00"


@each_device
@pytest.mark.one_in(2)
def test_volumes_and_their_times_are_set(house: Playhouse, tmp_path: Path, device: str) -> None:
    hand = HANDS[device](house)
    counter = Counter(house, tmp_path)
    counter.open(hand, "volume")
    house.on_top(VolumeScene)
    plus(hand, house, dials(house)[1])
    slider = next(widget for widget in focus_of(house).widgets if isinstance(widget, Slider))
    if isinstance(hand, (KeyHand, PadHand)):
        focus_of(house).focus(slider)
        hand.hit(Kind.RIGHT)
        assert counter.kiosk.config.sound.first == 40
    else:
        hand.press(slider)
        assert counter.kiosk.config.sound.first not in (35, 0, 100)
    assert counter.kiosk.config.plain("sound.second_from") == "12:30"
    hand.say("Default")
    assert counter.kiosk.config == Config()
    hand.say("OK")


# Lists


@each_device
@pytest.mark.one_in(2)
def test_games_are_hidden_and_put_in_another_order(house: Playhouse, tmp_path: Path, device: str) -> None:
    hand = HANDS[device](house)
    counter = Counter(house, tmp_path)
    before = counter.kiosk.config.games.shown
    counter.open(hand, "games")
    house.on_top(GamesScene)
    ups = [widget for widget in focus_of(house).widgets if isinstance(widget, Button) and widget.label == "↑"]
    hand.press(ups[1])
    assert counter.kiosk.config.games.shown == (before[1], before[0], *before[2:])
    for _ in before[1:]:
        choose(hand, choices(house)[0], 0)
    assert len(counter.kiosk.config.games.shown) == 1
    choose(hand, choices(house)[0], 0)
    assert len(counter.kiosk.config.games.shown) == 1, "one game at least is shown"
    hand.say("OK")


@each_device
@pytest.mark.one_in(2)
def test_levels_are_offered_or_not(house: Playhouse, tmp_path: Path, device: str) -> None:
    hand = HANDS[device](house)
    counter = Counter(house, tmp_path)
    counter.open(hand, "levels")
    house.on_top(LevelsScene)
    for index in (1, 4):
        choose(hand, choices(house)[index], 0)
    assert counter.kiosk.config.games.levels == (1, 3, 4)


# Texts


def test_the_house_text_is_typed(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path)
    keys = KeyHand(house)
    counter.open(keys, "text")
    house.on_top(LineScene)
    type_text(house, "本日のケーキ: Yuzu & tea")
    keys.hit(Kind.CONFIRM)
    assert counter.kiosk.config.attract.text == "本日のケーキ: Yuzu & tea"
    counter.open(keys, "text")
    for _ in range(100):
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text="x"))
    house.react()
    keys.hit(Kind.CONFIRM)
    assert len(counter.kiosk.config.attract.text) == 80


@pytest.mark.one_in(2)
@pytest.mark.parametrize("device", ["pad", "mouse", "touch"])
def test_a_folder_is_put_together_from_letters_and_signs(house: Playhouse, tmp_path: Path, device: str) -> None:
    hand = HANDS[device](house)
    counter = Counter(house, tmp_path)
    counter.open(hand, "folder")
    scene = house.on_top(LineScene)
    for page, letter in ((4, "/"), (1, "b")):
        while scene.page != page:
            hand.order(Kind.NEXT) if device == "pad" else choose(hand, choices(house)[0], page)
        hand.press(button(house, letter))
    hand.say("OK")
    assert counter.kiosk.config.export.folder == "/b"
    counter.open(hand, "folder")
    hand.say("Clear")
    hand.say("OK")
    assert counter.kiosk.config.export.folder == ""


def test_a_text_that_is_given_up_changes_nothing(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path, '[attract]\ntext = "Tea"\n')
    counter.open(KeyHand(house), "text")
    type_text(house, "!")
    house.react(lambda: posting.tap_key(pygame.K_ESCAPE))
    assert house.top is counter.scene and counter.kiosk.config.attract.text == "Tea"


# The PIN, and what is asked first


def test_the_pin_is_changed(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path)
    counter.kiosk.pin.set("111112")
    keys = KeyHand(house)
    counter.open(keys, "pin")
    for _ in range(2):
        house.on_top(PinScene)
        for digit in "235711":
            house.react(lambda digit=digit: posting.tap_key(ord(digit)))
        house.react(lambda: posting.tap_key(pygame.K_RETURN))
    house.until(lambda: isinstance(house.top, Question), "the answer", wall=60.0)
    assert counter.kiosk.pin.check("235711").kind == "right"


@each_device
@pytest.mark.one_in(2)
def test_figures_are_cleared_only_when_that_was_answered(house: Playhouse, tmp_path: Path, device: str) -> None:
    hand = HANDS[device](house)
    counter = Counter(house, tmp_path, audits=audits())
    counter.open(hand, "clear")
    assert house.on_top(Question).focus.current is button(house, "Keep them")
    hand.say("Keep them")
    assert counter.scene._shown.totals.games > 0
    counter.open(hand, "clear")
    hand.say("Clear")
    house.run(0.5)
    hand.say("OK")
    assert counter.scene._shown.totals.games == 0 and house.services.store.audits.incidents == ()


def test_all_settings_go_back_to_their_defaults_only_when_that_was_answered(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path, '[idle]\nmenu = 60\n[display]\nnumber = 1\n[attract]\ntext = "Tea"\n')
    pad = PadHand(house)
    counter.open(pad, "defaults")
    pad.hit(Kind.CONFIRM)
    assert counter.kiosk.config.idle.menu == 60
    counter.open(pad, "defaults")
    pad.say("Defaults")
    assert counter.kiosk.config == Config().changed({"display.number": 1}), "the display is the file's alone"


# The export


def told(house: Playhouse) -> Question:
    """What is said once the files are written."""
    house.until(lambda: isinstance(house.top, Question), "the answer", wall=60)
    return house.on_top(Question)


def test_nothing_is_written_before_somebody_says_where(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path, f"[export]\nfolder = '{tmp_path / 'out'}'\n", audits())
    pad = PadHand(house)
    counter.press(pad, counter.scene.focus.widgets[-3])
    told(house)
    pad.say("Back")
    house.run(1.0)
    assert house.top is counter.scene and not counter.scene.is_held and not (tmp_path / "out").exists()


@each_device
@pytest.mark.one_in(2)
def test_files_go_to_the_folder_that_is_set(house: Playhouse, tmp_path: Path, device: str) -> None:
    hand = HANDS[device](house)
    folder = tmp_path / "out"
    counter = Counter(house, tmp_path, f"[export]\nfolder = '{folder}'\n", audits())
    counter.press(hand, counter.scene.focus.widgets[-3])
    asked = told(house)
    assert asked.title == "Export to which folder?" and not folder.exists()
    hand.say(readable(folder))
    said = told(house)
    assert str(folder) in said.body and len(list(folder.iterdir())) == 3
    assert all(path.name in said.body for path in folder.iterdir())
    house.be_heard()
    hand.say("OK")
    assert house.top is counter.scene and not counter.scene.is_held


def test_a_folder_without_a_whole_path_lies_in_the_usual_one(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path, '[export]\nfolder = "figures"\n')
    assert usual_folder(counter.kiosk) == export_dir() / "figures"
    counter.kiosk.change({"export.folder": str(tmp_path)})
    assert usual_folder(counter.kiosk) == tmp_path
    counter.kiosk.change({"export.folder": ""})
    assert usual_folder(counter.kiosk) == export_dir()


def test_what_fails_is_told_with_its_place(house: Playhouse, tmp_path: Path) -> None:
    place = tmp_path / "taken"
    place.write_text("no folder")
    counter = Counter(house, tmp_path, f"[export]\nfolder = '{place}'\n", audits())
    pad = PadHand(house)
    counter.press(pad, counter.scene.focus.widgets[-3])
    told(house)
    pad.say(readable(place))
    said = told(house)
    assert said.title == "Not written" and str(place) in said.body and "xist" in said.body


def test_a_stick_is_found_named_and_written_to(house: Playhouse, tmp_path: Path) -> None:
    stick = tmp_path / "SHOP"
    stick.mkdir()
    counter = Counter(house, tmp_path, audits=audits())
    counter.scene.deeds.sticks = Sticks(lambda: [stick])
    house.until(lambda: counter.scene.deeds.sticks.found == (stick,), "the stick", wall=60)
    hand = TouchHand(house)
    counter.press(hand, counter.scene.focus.widgets[-3])
    told(house)
    hand.say(readable(stick))
    assert str(stick) in told(house).body and len(list(stick.iterdir())) == 3


def test_of_two_sticks_one_is_chosen(house: Playhouse, tmp_path: Path) -> None:
    sticks = [tmp_path / "one", tmp_path / "two"]
    for stick in sticks:
        stick.mkdir()
    counter = Counter(house, tmp_path, audits=audits())
    counter.scene.deeds.sticks = Sticks(lambda: sticks)
    house.until(lambda: len(counter.scene.deeds.sticks.found) == 2, "the sticks", wall=60)
    pad = PadHand(house)
    counter.press(pad, counter.scene.focus.widgets[-3])
    pad.say(readable(sticks[1]))
    house.until(lambda: bool(list(sticks[1].iterdir())), "the files", wall=60.0)
    assert not list(sticks[0].iterdir())


def test_a_slow_stick_keeps_no_frame_waiting(house: Playhouse, tmp_path: Path) -> None:
    written = threading.Event()

    def slow(folder: Path, moment: datetime) -> tuple[Path, ...]:
        written.wait(60)
        return (folder / "late.csv",)

    counter = Counter(house, tmp_path, audits=audits())
    counter.scene.deeds.write = slow
    pad = PadHand(house)
    try:
        counter.press(pad, counter.scene.focus.widgets[-3])
        told(house)
        pad.hit(Kind.CONFIRM)
        house.on_top(WritingScene)
        idle(house, 90)
        house.on_top(WritingScene)
        pad.hit(Kind.BACK)
        assert house.top is counter.scene and counter.scene.is_held
        counter.press(pad, counter.scene.focus.widgets[-3])
        house.on_top(WritingScene)
    finally:
        written.set()
    assert "late.csv" in told(house).body


def test_a_job_that_fails_by_no_fault_of_the_disk_is_no_success(house: Playhouse, tmp_path: Path) -> None:
    job = Job(lambda folder, moment: (), tmp_path, audits().clock())
    house.until(lambda: job.done, "the end", wall=60.0)
    assert job.outcome(house.stage)[0] == "Not written"
