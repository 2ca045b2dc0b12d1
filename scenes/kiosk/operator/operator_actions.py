"""The column of actions: tests, cleaning, export, leaving.

This module also has their buttons, the page turner, and the button with the table's state. Threads write files and do
what may be slow (asking a failing disk or a name server), so that no frame waits.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

import pygame

from game import paths
from game.core.decode import decode
from game.core.times import clock_text, read_moment
from game.kiosk.config import volume_steps
from game.kiosk.export import export
from game.kiosk.kiosk import Kiosk
from game.paths import readable
from game.platforms.hardware import removable_folders
from game.storage.store import Store
from scenes.kiosk.countdowns import CleaningScene
from scenes.kiosk.input_test_scene import InputTestScene
from scenes.kiosk.operator import marks
from scenes.kiosk.operator.audits_panel import HEAD
from scenes.kiosk.operator.auto_close import MenuCard, MenuCommand, Question, ask
from scenes.kiosk.output_tests import DisplayTestScene, SoundTestScene
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import Places, cell, column, row, within
from scenes.kit.scene import Nav, Pop, Push, Scene
from scenes.kit.stage import Stage
from scenes.kit.widgets.dialog import PAD, DialogAnswer, tell
from scenes.kit.widgets.widget import Action, Button, HitArea, Widget
from scenes.services import Services

NAME = Style(36, theme.IVORY, bold=True)
TIME = Style(28, theme.MUTED)
STALE = Style(28, "#FFB48C")
WARN = "#FFB48C"
STATE = Style(32, theme.IVORY)
DETAIL = Style(30, theme.MUTED)
TURN = Style(28, theme.MUTED)
LEAST = 26


class TestButton(HitArea):
    """A test: its name, when it last ran, and the result."""

    __test__ = False  # tells pytest that this class is no test

    def __init__(self, rect: pygame.Rect, label: str, time: str, works: bool | None, action: Action) -> None:
        """If `works` is None, the test was not made today; then `time` says so."""
        super().__init__(rect, action, name=label)
        self.time = time
        self.works = works

    def value(self) -> str:
        return self.time

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        px = stage.metrics.px
        state = "pressed" if pressed else "normal"
        stage.blit(canvas, stage.paint.button("normal", state, self.rect.size), self.rect.topleft)
        face = self.rect.move(0, px(3)) if pressed else self.rect
        right = face.right - px(24)
        if self.works is not None:
            sign = marks.sign(stage, "tick" if self.works else "warning")
            right -= px(marks.SIDE)
            stage.blit(canvas, sign, (right, face.centery - px(marks.SIDE) // 2))
            right -= px(14)
        time = pygame.Rect(face.centerx, face.top, right - face.centerx, face.height)
        shown = stage.label(canvas, self.time, time, STALE if self.works is None else TIME, "right", least=24)
        left = face.left + px(24)
        name = pygame.Rect(left, face.top, shown.left - px(16) - left, face.height)
        stage.label(canvas, self.name, name, NAME, least=LEAST)


class WarnButton(Button):
    """A button that stops play at the table. Its rim and word have a warning colour."""

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        size = self.rect.size
        stage.blit(canvas, stage.paint.panel("lacquer", size), self.rect.topleft)
        rim = stage.paint.cached(("warn rim", size), lambda: Sprite(_rim(stage, size)))
        stage.blit(canvas, rim, self.rect.topleft)
        face = self.rect.move(0, stage.metrics.px(3) if pressed else 0)
        stage.legend(canvas, self.label, face, Style(self.size, WARN, bold=True), pad=32)


def _rim(stage: Stage, size: tuple[int, int]) -> pygame.Surface:
    body = svg.box(0, 0, *size, stage.paint.px(18), stroke=theme.WARN, line=stage.paint.px(3))
    return svg.render(body, *size)


class Turner(Widget):
    """Turns pages, at Left and Right or at a press. A press on the left third turns back, elsewhere forward."""

    radius = 14
    cycles = True

    def __init__(self, rect: pygame.Rect, text: str, page: int, pages: int, turn: Callable[[int], None]) -> None:
        super().__init__(rect)
        self.text = text
        self.page = page
        self.is_only_read = pages == 1
        self._turn = turn

    def value(self) -> str:
        return self.text

    def adjust(self, direction: int) -> bool:
        self._turn(direction)
        return True

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        self._turn(-1 if point is not None and point[0] < self.rect.left + self.rect.width // 3 else 1)
        return None

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        px, rect = stage.metrics.px, self.rect
        side = px(24)
        left, right = (marks.sign(stage, name, theme.EYEBROW, 24) for name in ("left", "right"))
        if self.is_only_read:
            stage.label(canvas, self.text, rect.inflate(-2 * px(16), 0), TURN, "right", least=24)
            return
        stage.blit(canvas, right, (rect.right - px(16) - side, rect.centery - side // 2))
        place = stage.label(canvas, self.text, rect.inflate(-2 * px(56), 0), TURN, "right", least=24)
        stage.blit(canvas, left, (place.left - px(16) - side, rect.centery - side // 2))


class StateButton(HitArea):
    """Shows how long the table has been running and until when it is open; a press opens the list of warnings."""

    running = opening = ""
    notices = 0

    def value(self) -> str:
        return f"{self.running}\n{self.opening}"

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        px = stage.metrics.px
        inner = self.rect.inflate(-2 * px(8), 0)
        upper = pygame.Rect(inner.left + px(40), inner.top, inner.width - px(40), px(52))
        lower = pygame.Rect(inner.left, upper.bottom, inner.width, inner.bottom - upper.bottom)
        place = stage.label(canvas, self.running, upper, STATE, "right")
        if self.notices:
            side = px(marks.SIDE)
            stage.blit(canvas, marks.sign(stage, "warning"), (place.left - px(12) - side, upper.centery - side // 2))
        else:
            stage.blit(canvas, marks.dot(stage, 10, theme.GOOD), (place.left - px(18), upper.centery))
        detail = DETAIL._replace(color=WARN) if self.notices else DETAIL
        stage.label(canvas, self.opening, lower, detail, "right", least=26)


RING = 112  # diameter in design pixels
TURN_SECONDS = 1.2
STEPS = 24  # pictures of the ring
SHOWN_SECONDS = 0.6  # the card stays at least this many seconds, so that people can read it

Write = Callable[[Path, datetime], Sequence[Path]]
"""Writes files to a folder and returns their paths. The moment is the date of the files. Raises OSError."""


class ExportJob:
    """Writes files in a thread; has `files` or `error` once it `is_done`."""

    def __init__(self, write: Write, folder: Path, moment: datetime) -> None:
        self.folder = folder
        self.files: tuple[Path, ...] = ()
        self.error: OSError | None = None
        self._write = write
        self._moment = moment
        self._thread = threading.Thread(target=self._run, name="export", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.files = tuple(self._write(self.folder, self._moment))
        except OSError as error:
            self.error = error

    @property
    def is_done(self) -> bool:
        """Whether the thread has ended."""
        return not self._thread.is_alive()

    def outcome(self, stage: Stage) -> tuple[str, str]:
        """Return the outcome: a title, and where the files are or what went wrong."""
        t = stage.t
        if self.error is not None:
            place = self.error.filename or self.folder
            return t("kiosk.export.failed"), f"{place}\n{self.error.strerror or self.error}"
        if not self.files:  # a bug ended the thread; the log has it
            return t("kiosk.export.failed"), str(self.folder)
        names = "\n".join(path.name for path in self.files)
        return t("kiosk.export.done"), t("kiosk.export.where", folder=self.files[0].parent, names=names)


def usual_folder(kiosk: Kiosk) -> Path:
    """Return the folder for exports when there is no USB stick."""
    return paths.export_dir() / Path(kiosk.config.export.folder).expanduser()  # the folder may be absolute


class WritingScene(MenuCard):
    """Shows that files are being written. Pops when this is done; at Back it pops earlier, and the writing goes on."""

    note_lines = 3
    is_animated = True
    is_held = True

    def __init__(self, stage: Stage, job: ExportJob) -> None:
        super().__init__(stage, stage.t("kiosk.export.writing"), str(job.folder))
        self.job = job
        self._age = 0.0

    def resized(self) -> None:
        words = column(cell("title", 60), cell("note", 90), gap=0)
        foot = row(cell(), cell("aside", 420), size=96)
        page = column(row(cell("ring", RING, across=RING), words, gap=32), foot, pad=PAD)
        px = self.stage.metrics.px
        self.place(px(900), px(400))
        self.places = within(self.stage.metrics, self.rect, page)
        self.focus.set([Button(self.places["aside"], self.stage.t("kiosk.export.aside"), self.done)])

    def tick(self, dt: float) -> Nav | None:
        self._age += dt
        if self.job.is_done and self._age >= SHOWN_SECONDS:
            return Pop()
        return super().tick(dt)

    def draw_face(self, canvas: Canvas) -> None:
        super().draw_face(canvas)
        at = round(self._age / TURN_SECONDS * STEPS) % STEPS
        place = self.places["ring"]
        ring = self.stage.drawing("kiosk/writing", place.size, turn=f"{360 * at / STEPS:.1f}")
        self.stage.blit(canvas, ring, place.topleft)


_Found = TypeVar("_Found")


class BackgroundLook(Generic[_Found]):
    """Calls `find` in a thread; `found` holds its last result."""

    def __init__(self, find: Callable[[], Sequence[_Found]]) -> None:
        self.found: tuple[_Found, ...] = ()
        self._find = find
        self._thread: threading.Thread | None = None

    def look(self) -> None:
        """Call `find` again, unless the last call is still running."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="looking", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        self.found = tuple(self._find())


CLEANING_SECONDS = 60


class OperatorActions:
    """Makes the buttons, carries out their actions, and takes the results."""

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
        self._test = ""  # the name of the running test
        self._job: ExportJob | None = None
        self.write: Write = partial(export, services.store)
        self.sticks = BackgroundLook(removable_folders)
        self.sticks.look()

    # Buttons

    def widgets(self, places: Places) -> list[Widget]:
        """Make the buttons at `places`."""
        t, found = self._stage.t, results(self._services.store)
        tests = [
            self._test_button(name, found.get(name), place)
            for name, place in zip(TESTS, places.all("test"), strict=True)
        ]
        clean, send, leave, *back = places.all("deed")
        narrow = "tests" not in places
        size = 32 if narrow else 36
        label = t("kiosk.menu.clean") if narrow else t("kiosk.menu.cleaning", seconds=CLEANING_SECONDS)
        cleaning = Button(
            clean, label, lambda: Push(partial(CleaningScene, self._services, CLEANING_SECONDS)), size=size
        )
        exporting = Button(send, t("kiosk.export.folder"), self._export, size=size)
        leaving = WarnButton(
            leave, t("kiosk.menu.leave"), lambda: Push(lambda: ask(self._stage, "leave", self._leave)), size=size
        )
        backs = [Button(place, t("glyph.back"), self._back, size=size) for place in back]
        return [*tests, cleaning, exporting, leaving, *backs]

    def _test_button(self, name: str, result: CheckResult | None, place: pygame.Rect) -> Widget:
        t = self._stage.t
        today = result is not None and result.at.date() == self._clock().date()
        time = f"{result.at:%H:%M}" if result is not None and today else t("kiosk.test.not_today")
        works = result.is_working if result is not None and today else None
        return TestButton(place, t(f"kiosk.test.{name}"), time, works, partial(self._begin, name))

    def look(self) -> None:
        """Check for USB sticks."""
        self.sticks.look()

    def draw(self, canvas: Canvas, places: Places) -> None:
        """Draw the panel around the tests, if there is one."""
        if (panel := places.get("tests")) is not None:
            stage = self._stage
            stage.blit(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
            stage.label(canvas, stage.t("kiosk.menu.tests").upper(), places["tests_head"], HEAD)

    # Actions

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
        """Let the operator choose the folder before anything is written, since the files contain names of visitors."""
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
        """Show where the files are once they are written."""
        if self._job is None or not self._job.is_done:
            return None
        (title, body), self._job = self._job.outcome(self._stage), None
        return tell(self._stage, title, body, width=1100, kind=Question)


TESTS = ("input", "display", "sound")
_KEY = "kiosk.tests"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A test's local time, and whether it passed."""

    at: datetime
    is_working: bool


def results(store: Store) -> dict[str, CheckResult]:
    """Return the last result of each test."""
    return store.read_each(_KEY, _read_result)


def _read_result(name: str, value: object) -> CheckResult:
    """Read the result of the test `name`. Raises ValueError."""
    at, works = decode(tuple[str, bool], value)
    moment = read_moment(at)
    if name not in TESTS or moment.tzinfo is not None:
        raise ValueError("there is no such test, or its time has a zone")
    return CheckResult(moment, works)


def keep(store: Store, name: str, result: CheckResult) -> None:
    """Store the result of a test."""
    kept = {**results(store), name: result}
    store.set(_KEY, {name: [one.at.isoformat(timespec="seconds"), one.is_working] for name, one in kept.items()})
