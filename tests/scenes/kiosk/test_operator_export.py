"""The operator's export: where it goes, and what a slow disk does; operator.txt tells the rest of what opens."""

from __future__ import annotations

import threading
from datetime import datetime
from pathlib import Path

from game.paths import export_dir
from scenes.kiosk.operator.auto_close import Question
from scenes.kiosk.operator.operator_actions import ExportJob, WritingScene, usual_folder
from scenes.kit.input.intents import Kind
from tests.scenes.hands import PadHand
from tests.scenes.operators_hand import Counter
from tests.scenes.playhouse import Playhouse
from tests.stores import PATIENCE
from tools.catalogue.operator import audits


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
