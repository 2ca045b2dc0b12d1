"""Files for the operator, written beside the screen: a stick may take its time, and no frame waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from game import paths
from game.kiosk.kiosk import Kiosk
from scenes.kiosk.operator.auto_close import MenuCard
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.layout import cell, column, row, within
from scenes.kit.scene import Nav, Pop
from scenes.kit.stage import Stage
from scenes.kit.widgets.card import PAD
from scenes.kit.widgets.widget import Button

RING = 112  # design pixels
TURN_SECONDS = 1.2
STEPS = 24  # pictures of the ring
SHOWN_SECONDS = 0.6  # at least, or nobody could read it

Write = Callable[[Path, datetime], Sequence[Path]]
"""Writes files to a folder, at a moment; gives where they are. Raises OSError."""


class ExportJob:
    """Files that are being written in a thread; `files` or `error` once it `is_done`."""

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
        """Whether it has come to its end."""
        return not self._thread.is_alive()

    def outcome(self, stage: Stage) -> tuple[str, str]:
        """Return the outcome: a title, and where the files are or what went wrong."""
        t = stage.t
        if self.error is not None:
            place = self.error.filename or self.folder
            return t("kiosk.export.failed"), f"{place}\n{self.error.strerror or self.error}"
        if not self.files:  # the thread ended by an error of the program, which the log has
            return t("kiosk.export.failed"), str(self.folder)
        names = "\n".join(path.name for path in self.files)
        return t("kiosk.export.done"), t("kiosk.export.where", folder=self.files[0].parent, names=names)


def usual_folder(kiosk: Kiosk) -> Path:
    """Return the folder of the files without a stick."""
    return paths.export_dir() / Path(kiosk.config.export.folder).expanduser()  # which may be a whole path of its own


class WritingScene(MenuCard):
    """Says that files are being written; pops when they are, or with back, while the writing goes on."""

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
