"""What opens from the operator's menu: hours, volumes, games, levels, texts, the PIN, questions, the export."""

from __future__ import annotations

import threading
from datetime import datetime
from pathlib import Path

import pytest

from game.kiosk.config import Config
from game.paths import export_dir
from scenes.kiosk.operator.auto_close import Question
from scenes.kiosk.operator.editors import Dial, LineScene, VolumeScene
from scenes.kiosk.operator.operator_actions import ExportJob, WritingScene, usual_folder
from scenes.kit.input.intents import Kind
from scenes.kit.widgets.choices import Slider
from scenes.kit.widgets.widget import SegmentedControl
from tests.scenes.hands import HANDS, KeyHand, PadHand, button, focus_of
from tests.scenes.operators_hand import Counter, choose, plus
from tests.scenes.playhouse import Playhouse
from tests.stores import PATIENCE
from tools.catalogue.operator import audits

each_device = pytest.mark.parametrize("device", HANDS)


def choices(house: Playhouse) -> list[SegmentedControl]:
    return [widget for widget in focus_of(house).widgets if isinstance(widget, SegmentedControl)]


def dials(house: Playhouse) -> list[Dial]:
    return [widget for widget in focus_of(house).widgets if isinstance(widget, Dial)]


# Hours and volumes


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
def test_the_focus_follows_what_is_moved_and_switched(house: Playhouse, tmp_path: Path, device: str) -> None:
    hand = HANDS[device](house)
    counter = Counter(house, tmp_path)
    counter.open(hand, "games")
    first = counter.kiosk.config.games.shown[0]
    down = next(widget for widget in focus_of(house).widgets if widget.value() == "↓")
    hand.press(down)
    moved = focus_of(house).current
    assert moved is not None and (moved.value(), moved.name) == ("↓", down.name)
    assert counter.kiosk.config.games.shown[1] == first
    choose(hand, choices(house)[1], 0)
    assert first not in counter.kiosk.config.games.shown
    assert focus_of(house).current is choices(house)[-1]


# Texts


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
    hand.say("Erase all")
    hand.say("OK")
    assert counter.kiosk.config.export.folder == ""


# The export


def told(house: Playhouse) -> Question:
    """What is said once the files are written."""
    house.until(lambda: isinstance(house.top, Question), "the answer")
    return house.on_top(Question)


def test_a_folder_without_a_whole_path_lies_in_the_usual_one(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path, '[export]\nfolder = "figures"\n')
    assert usual_folder(counter.kiosk) == export_dir() / "figures"
    counter.kiosk.change({"export.folder": str(tmp_path)})
    assert usual_folder(counter.kiosk) == tmp_path
    counter.kiosk.change({"export.folder": ""})
    assert usual_folder(counter.kiosk) == export_dir()


def test_a_slow_stick_keeps_no_frame_waiting(house: Playhouse, tmp_path: Path) -> None:
    written = threading.Event()

    def slow(folder: Path, moment: datetime) -> tuple[Path, ...]:
        written.wait(PATIENCE)
        return (folder / "late.csv",)

    counter = Counter(house, tmp_path, audits=audits())
    counter.scene.actions.write = slow
    pad = PadHand(house)
    try:
        counter.press(pad, counter.scene.focus.widgets[-3])
        told(house)
        pad.hit(Kind.CONFIRM)
        house.on_top(WritingScene)
        house.idle(90)
        house.on_top(WritingScene)
        pad.hit(Kind.BACK)
        assert house.top is counter.scene and counter.scene.is_held
        counter.press(pad, counter.scene.focus.widgets[-3])
        house.on_top(WritingScene)
    finally:
        written.set()
    assert "late.csv" in told(house).body


def test_a_job_that_fails_by_no_fault_of_the_disk_is_no_success(house: Playhouse, tmp_path: Path) -> None:
    job = ExportJob(lambda folder, moment: (), tmp_path, audits().clock())
    house.until(lambda: job.is_done, "the end")
    assert job.outcome(house.stage)[0] == "Not written"
