"""The column of what can be done: the tests, cleaning, exporting, leaving."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

import pygame

from game.core.decode import decode
from game.core.times import clock_text, read_moment
from game.kiosk.export import export
from game.kiosk.hours import volume_steps
from game.kiosk.kiosk import Kiosk
from game.paths import readable
from game.storage.store import Store
from scenes.kiosk.cleaning_scene import CleaningScene
from scenes.kiosk.display_test_scene import DisplayTestScene
from scenes.kiosk.input_test_scene import InputTestScene
from scenes.kiosk.operator.audits_panel import HEAD
from scenes.kiosk.operator.auto_close import MenuCommand, Question, ask
from scenes.kiosk.operator.controls import ActionButton, TestButton, WarnButton
from scenes.kiosk.operator.exporting import ExportJob, Write, WritingScene, usual_folder
from scenes.kiosk.operator.looking import Sticks
from scenes.kiosk.sound_test_scene import SoundTestScene
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.layout import Places
from scenes.kit.scene import Nav, Push, Scene
from scenes.kit.widgets.dialog import DialogAnswer, tell
from scenes.kit.widgets.widget import Action, Widget
from scenes.services import Services

CLEANING_SECONDS = 60
log = logging.getLogger(__name__)


class OperatorActions:
    """Makes the buttons, does what they say, and takes what comes back."""

    def __init__(
        self, services: Services, kiosk: Kiosk, clock: Callable[[], datetime], leave: Callable[[], Nav], back: Action
    ) -> None:
        """`leave` ends the program, `back` leads to the table."""
        self._services = services
        self._stage = services.stage
        self._kiosk = kiosk
        self._clock = clock
        self._leave = leave
        self._back = back
        self._test = ""  # the test that is being made
        self._job: ExportJob | None = None
        self.write: Write = partial(export, services.store)
        self.sticks = Sticks()
        self.sticks.look()

    # Buttons

    def widgets(self, places: Places) -> list[Widget]:
        """The buttons for the window as it is."""
        t, found = self._stage.t, results(self._services.store)
        tests = [
            self._test_button(name, found.get(name), place)
            for name, place in zip(TESTS, places.all("test"), strict=True)
        ]
        clean, send, leave, *back = places.all("deed")
        narrow = "tests" not in places
        size = 32 if narrow else 36
        label = t("kiosk.menu.clean") if narrow else t("kiosk.menu.cleaning", seconds=CLEANING_SECONDS)
        cleaning = ActionButton(
            clean, label, lambda: Push(partial(CleaningScene, self._services, CLEANING_SECONDS)), size=size
        )
        exporting = ActionButton(send, t("kiosk.export.folder"), self._export, size=size)
        leaving = WarnButton(
            leave, t("kiosk.menu.leave"), lambda: Push(lambda: ask(self._stage, "leave", self._leave)), size=size
        )
        backs = [ActionButton(place, t("glyph.back"), self._back, size=size) for place in back]
        return [*tests, cleaning, exporting, leaving, *backs]

    def _test_button(self, name: str, result: CheckResult | None, place: pygame.Rect) -> Widget:
        t = self._stage.t
        today = result is not None and result.at.date() == self._clock().date()
        time = f"{result.at:%H:%M}" if result is not None and today else t("kiosk.test.not_today")
        works = result.is_working if result is not None and today else None
        return TestButton(place, t(f"kiosk.test.{name}"), time, works, partial(self._begin, name))

    def look(self) -> None:
        """See whether a stick has come or gone."""
        self.sticks.look()

    def draw(self, canvas: Canvas, places: Places) -> None:
        """The panel around the tests, where there is one."""
        if (panel := places.get("tests")) is not None:
            stage = self._stage
            stage.blit(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
            stage.label(canvas, stage.t("kiosk.menu.tests").upper(), places["tests_head"], HEAD)

    # What they do

    def _begin(self, name: str) -> Nav:
        volumes = [(clock_text(step.begin), step.volume) for step in volume_steps(self._kiosk.config)]
        makers: dict[str, Callable[[], Scene]] = {
            "input": partial(InputTestScene, self._services),
            "display": partial(DisplayTestScene, self._services),
            "sound": partial(SoundTestScene, self._services, volumes),
        }
        self._test = name
        return Push(makers[name])

    def _export(self) -> Nav:
        """Ask where before anything is written: the files hold the names that visitors typed."""
        if self._job is not None:
            return Push(partial(WritingScene, self._stage, self._job))
        t, folders = self._stage.t, (*self.sticks.found, usual_folder(self._kiosk))
        answers = [
            DialogAnswer(readable(folder), MenuCommand(partial(self._begin_writing, folder)), primary=not i)
            for i, folder in enumerate(folders)
        ]
        answers.append(DialogAnswer(t("glyph.back"), None))
        body = t("kiosk.export.what")
        return Push(lambda: Question(self._stage, t("kiosk.export.which"), body, answers, stacked=True, width=960))

    def _begin_writing(self, folder: Path) -> Nav:
        job = self._job = ExportJob(self.write, folder, self._clock())
        return Push(lambda: WritingScene(self._stage, job))

    @property
    def is_writing(self) -> bool:
        """Whether files are being written."""
        return self._job is not None

    def answered(self, result: object) -> None:
        """Take the result of a test."""
        test, self._test = self._test, ""
        if test and isinstance(result, bool):
            keep(self._services.store, test, CheckResult(self._clock(), result))

    def tick(self) -> Nav | None:
        """Tell where the files are once they are written."""
        if self._job is None or not self._job.is_done:
            return None
        (title, body), self._job = self._job.outcome(self._stage), None
        return tell(self._stage, title, body, width=1100, kind=Question)


TESTS = ("input", "display", "sound")
_KEY = "kiosk.tests"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A test that was made: its local time, and whether all worked."""

    at: datetime
    is_working: bool


def results(store: Store) -> dict[str, CheckResult]:
    """The last result of each test that was made."""
    stored, found = store.get(_KEY), dict[str, CheckResult]()
    for name, value in stored.items() if isinstance(stored, dict) else ():
        try:
            at, works = decode(tuple[str, bool], value)
            moment = read_moment(at)
        except ValueError as error:
            log.warning("what came of the test %a is not used: %s", name, error)
            continue
        if name in TESTS and moment.tzinfo is None:
            found[name] = CheckResult(moment, works)
    return found


def keep(store: Store, name: str, result: CheckResult) -> None:
    """Keep what came of a test."""
    kept = {**results(store), name: result}
    store.set(_KEY, {name: [one.at.isoformat(timespec="seconds"), one.is_working] for name, one in kept.items()})
